"""Heights: the levels of the air, and how definitions write them."""

from __future__ import annotations

from typing import Annotated

from sheetgen.systems import Before, RefusedError

HIGHEST = 12
"""The highest level of an elevation track; the game sets none. A scout stalls from 9 on."""
ISLANDS = (6, 8)
"""The lowest and the highest level of floating islands."""

_HINT = "one height such as 4, or the lowest and the highest, such as [2, 5]"


def _check(value: object) -> object:
    both = value if isinstance(value, list) else [value, value]
    levels = [level for level in both if isinstance(level, int) and not isinstance(level, bool)]
    if len(levels) != len(both) or len(both) != 2:
        raise RefusedError("wrong-type", "height: this is not a height", f"height: {_HINT}")
    if not all(0 <= level <= HIGHEST for level in levels):
        message = f"height: must be from 0 to {HIGHEST}"
        raise RefusedError("out-of-range", message, f"the tracks of ships go up to {HIGHEST}")
    if levels[0] > levels[1]:
        low, high = reversed(levels)
        message = "height: the lowest comes first"
        raise RefusedError("wrong-value", message, f"did you mean [{low}, {high}]?")
    return value


Height = Annotated[int | list[int], Before(_check)]
"""One height, or the lowest and the highest."""


def span_height(height: int | list[int]) -> tuple[int, int]:
    """The lowest and the highest level."""
    return (height, height) if isinstance(height, int) else (height[0], height[1])


def show_levels(low: int, high: int) -> str:
    """Levels in short, such as `6–8`."""
    return str(low) if low == high else f"{low}–{high}"


def tell_levels(low: int, high: int) -> str:
    """Levels in words, such as `heights 6 to 8`."""
    return f"height {low}" if low == high else f"heights {low} to {high}"
