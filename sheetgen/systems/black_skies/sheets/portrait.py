"""What a fighter looks like, for books: its silhouette, or the user's own picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.ground.geometry import find_reach
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.silhouette import Part, draw_silhouette

_ART = 70.0
"""The height of a picture's place, in millimetres, where its width is 104."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A fighter from above, nose to the right; `span` is the height of its place in mm."""

    parts: Sequence[Part]
    span: float
    colour: str
    art: str


def fill_portrait(fighter: Fighter, look: Look) -> Iterator[Print]:
    """The portrait of a fighter."""
    parts, art = draw_silhouette(fighter), look.art(fighter)
    reach = find_reach(part.path for part in parts)
    span = _ART if art else round(2 * reach + 4, 1)
    yield Print(Portrait(parts, span, look.colour or "#5b3a86", art), fighter.name)


PORTRAIT = Sheet(
    name="portrait",
    title="Portrait",
    about="what a fighter looks like, for books: seen from above, or a picture of your own",
    template="black-skies/portrait.svg",
    kinds=("fighter",),
    fill=fill_portrait,
    cut=False,
    role="portrait",
)
