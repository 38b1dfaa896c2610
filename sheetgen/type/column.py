"""Columns: strips, such as lines, one under the other, and how many of them a height holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

_STEPS = 100
"""How many heights are tried between columns of equal height and a single column."""


class Strip(Protocol):
    """Something set in a column, such as a line."""

    @property
    def height(self) -> float:
        """Its height."""

    @property
    def gap(self) -> float:
        """The space before it, which is left out at the top of a column."""

    @property
    def keeps(self) -> bool:
        """Whether it is never the last in its column."""


S = TypeVar("S", bound=Strip)


def measure_column(strips: Sequence[Strip]) -> float:
    """The height of strips in one column."""
    height = sum([strip.height + strip.gap for strip in strips])
    return height - strips[0].gap if strips else 0.0


def fill_column(strips: Sequence[Strip], height: float) -> int:
    """How many of the strips a column of that height holds."""
    used, fitting, last = 0.0, 0, len(strips) - 1
    for at, strip in enumerate(strips):
        used += strip.height + (strip.gap if at else 0.0)
        if used > height:
            break
        if not strip.keeps or at == last:
            fitting = at + 1
    return fitting


def share_columns(
    strips: Sequence[S], columns: int, most: float
) -> tuple[list[Sequence[S]], Sequence[S]]:
    """The strips in columns as equal as possible, none higher than `most`, and those left over."""
    whole = 0.0 if columns == 1 else measure_column(strips)
    least = [whole / columns + whole / _STEPS * step for step in range(_STEPS)] if whole > 0 else []
    for height in (*(h for h in least if h < most), most):
        shared, rest = [], strips
        for _ in range(columns):
            count = fill_column(rest, height)
            shared.append(rest[:count])
            rest = rest[count:]
        if not rest:
            break
    return shared, rest
