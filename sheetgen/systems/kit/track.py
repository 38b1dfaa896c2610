"""Tracks: rows of boxes to strike off, as equal as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def measure_row(count: int, most: int, group: int = 1) -> int:
    """How many boxes a row has where at most so many fit, rows being as equal as they can.

    Rows are whole groups, the last one apart; `most` is a number of whole groups too.
    """
    rows = -(-count // most)
    return -(-count // rows // group) * group


def break_rows(boxes: Sequence[Item], length: int) -> list[Sequence[Item]]:
    """The boxes in rows of a length; the last one may be shorter."""
    return [boxes[start : start + length] for start in range(0, len(boxes), length)]
