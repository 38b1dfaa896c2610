"""Traits: what tells the faces of a family apart, and which face is taken for what is asked.

CSS Fonts 4 §2.3 (the names of widths) and §5.2 (how a face is matched).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from sheetgen.ground.row import NamedTuple

WIDTHS = {
    "ultra-condensed": 50.0,
    "extra-condensed": 62.5,
    "condensed": 75.0,
    "semi-condensed": 87.5,
    "normal": 100.0,
    "semi-expanded": 112.5,
    "expanded": 125.0,
    "extra-expanded": 150.0,
    "ultra-expanded": 200.0,
}
"""The names of widths in CSS, as percentages; a font file counts them from 1 to 9."""


class Slope(IntEnum):
    """How letters lean: not at all, with letters of their own, or as if pushed over."""

    NORMAL = 0
    ITALIC = 1
    OBLIQUE = 2


class Traits(NamedTuple):
    """A weight from 1 to 1000, a Slope (True is italic), and a width in percent."""

    weight: int
    slope: int = Slope.NORMAL
    width: float = 100.0

    @property
    def style(self) -> str:
        """The slope as the property `font-style` has it."""
        return Slope(self.slope).name.lower()


_NEAREST_SLOPES = {
    Slope.NORMAL: (Slope.NORMAL, Slope.OBLIQUE, Slope.ITALIC),
    Slope.ITALIC: (Slope.ITALIC, Slope.OBLIQUE, Slope.NORMAL),
    Slope.OBLIQUE: (Slope.OBLIQUE, Slope.ITALIC, Slope.NORMAL),
}


def choose(known: Iterable[Traits], wanted: Traits) -> Traits:
    """Those of the known traits that CSS takes: the width decides first, the weight last."""
    slopes = _NEAREST_SLOPES[Slope(wanted.slope)]

    def rank(traits: Traits) -> tuple[object, ...]:
        return (
            _rank_width(traits.width, wanted.width),
            slopes.index(Slope(traits.slope)),
            _rank_weight(traits.weight, wanted.weight),
        )

    return min(known, key=rank)


def _rank_width(width: float, wanted: float) -> tuple[bool, float]:
    """Narrow ones first for one that is normal or narrow, wide ones first for a wide one."""
    beyond = width > wanted if wanted <= 100 else width < wanted
    return beyond, abs(width - wanted)


def _rank_weight(weight: int, wanted: int) -> tuple[int, int]:
    """Light ones first for a light one, bold ones first for a bold one.

    Between 400 and 500, those up to 500 come first, then lighter ones, then bolder ones.
    """
    if 400 <= wanted <= 500:
        group = 0 if wanted <= weight <= 500 else 1 if weight < wanted else 2
    else:
        group = int(weight > wanted if wanted < 400 else weight < wanted)
    return group, abs(weight - wanted)
