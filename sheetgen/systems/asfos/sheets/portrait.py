"""What a ship looks like, for books: its silhouette, or the user's own picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.ground.geometry import find_reach
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.silhouette import Part, draw_silhouette

_ART = 62.0
"""The height of a picture's place, in millimetres, where its width is 104."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A ship from above, bow to the right; `beam` is the height of its place in millimetres."""

    parts: Sequence[Part]
    beam: float
    colour: str
    art: str


def fill_portrait(ship: Ship, look: Look) -> Iterator[Print]:
    """The portrait of a ship."""
    parts, art = draw_silhouette(ship).parts, look.art(ship)
    reach = find_reach(part.path for part in parts)
    beam = _ART if art else round(2 * reach + 4, 1)
    yield Print(Portrait(parts, beam, look.colour or "#1f4e79", art), ship.name)


PORTRAIT = Sheet(
    name="portrait",
    title="Portrait",
    about="what a ship looks like, for books: seen from above, or a picture of your own",
    template="asfos/portrait.svg",
    kinds=("ship",),
    fill=fill_portrait,
    cut=False,
    role="portrait",
)
