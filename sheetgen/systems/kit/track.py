"""Tracks: rows of boxes to strike off, as equal as possible, and strengths that fall with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def measure_row(count: int, most: int, group: int = 1) -> int:
    """The number of boxes in a row where at most `most` fit, with rows as equal as possible.

    Rows but the last are whole groups; `most` is a number of whole groups too.
    """
    rows = -(-count // most)
    return -(-count // rows // group) * group


def break_rows(boxes: Sequence[Item], length: int) -> list[Sequence[Item]]:
    """The boxes in rows of a given length; the last row may be shorter."""
    return [boxes[start : start + length] for start in range(0, len(boxes), length)]


def degrade(strength: int, boxes: int) -> list[int]:
    """The strength in each of some boxes, from left to right.

    It falls in proportion to the boxes that are left, with halves rounded up.
    """
    return [(2 * strength * left + boxes) // (2 * boxes) for left in range(boxes, 0, -1)]


def mark_every(step: int, boxes: int) -> list[int]:
    """The numbers of every so many boxes, counted from the right end: 3, 7 and 11 of 11."""
    return list(range(boxes, 0, -step))[::-1]
