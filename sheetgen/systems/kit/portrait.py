"""Portraits: what a ship looks like, for books, or the user's own picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.ground.geometry import Box
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.kit.silhouette import Layer, join

_MARGIN = 2.0


@dataclass(frozen=True, slots=True)
class Portrait:
    """A ship from above, bow to the right, in a space 104 mm wide and `beam` mm high.

    `box` is the space that its layers take, with the bow up.
    """

    parts: Sequence[Layer]
    box: Box
    beam: float
    colour: str
    art: str


def make_portrait(
    game: str,
    kind: str,
    draw: Callable[[Any], Sequence[Layer]],
    colour: str,
    art_height: float = 62.0,
    shade: Callable[[str], str] = str,
) -> Sheet:
    """The sheet with portraits of definitions, whose layers `draw` makes, in millimetres.

    `colour` is the accent where a run has none, `shade` what is made of it, and `art_height` the
    height of the space for a picture.
    """

    def fill(ship: Any, look: Look) -> Iterator[Print]:
        layers, art = draw(ship), look.art(ship)
        box = join(layer.box for layer in layers)
        reach = round(max(-box[0], box[2]), 2)
        beam = art_height if art else round(2 * reach + 2 * _MARGIN, 1)
        yield Print(Portrait(layers, box, beam, shade(look.colour or colour), art), ship.name)

    return Sheet(
        name="portrait",
        title="Portrait",
        about=f"what a {kind} looks like, for books: seen from above, or your own picture",
        template=f"{game}/portrait.svg",
        kinds=(kind,),
        fill=fill,
        cut=False,
        role="portrait",
    )
