"""Tracks: rows of boxes to strike off, as equal as possible, and strengths that fall with them."""

from __future__ import annotations


def measure_row(count: int, most: int) -> int:
    """The number of boxes in a row where at most `most` fit, with rows as equal as possible."""
    rows = -(-count // most)
    return -(-count // rows)


def degrade(strength: int, boxes: int) -> list[int]:
    """The strength in each of some boxes, from left to right.

    It falls in proportion to the boxes that are left, with halves rounded up.
    """
    return [(2 * strength * left + boxes) // (2 * boxes) for left in range(boxes, 0, -1)]


def mark_every(step: int, boxes: int) -> list[int]:
    """The numbers of every so many boxes, counted from the right end: 3, 7 and 11 of 11."""
    return list(range(boxes, 0, -step))[::-1]
