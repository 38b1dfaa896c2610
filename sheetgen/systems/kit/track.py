"""Tracks: rows of boxes to strike off, as equal as possible."""

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
