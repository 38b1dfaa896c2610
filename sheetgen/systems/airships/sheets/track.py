"""Tracks to strike off: the hull with its morale checks, and the heights with the stall."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import record
from sheetgen.systems.airships.data import Frame
from sheetgen.systems.airships.derive import morale_checks
from sheetgen.systems.airships.height import HIGHEST, ISLANDS
from sheetgen.systems.kit.track import break_rows, measure_row

MOST_BOXES = 40
"""Hull boxes per row."""
GROUP = 5


@record
class HullBox:
    """A box of the hull: the hull that is left while this is the first box not struck off."""

    hull: int
    x: float
    group: int  # which group of five in its row it belongs to
    counted: bool  # whether its number is printed above it
    check: bool  # whether its turn calls for a morale check
    depth: int  # how many morale checks have come so far, its own included
    struck: bool = False


@record
class Level:
    """A level of the elevation track."""

    height: int
    stall: bool
    island: bool


def draw_hull(hull: int, box: float, gap: float, lost: int = 0) -> list[list[HullBox]]:
    """The rows of a hull's boxes, from its full strength down to 1; the first `lost` are struck.

    `box` is the distance from box to box, `gap` the space between groups of five, in millimetres.
    Rows are as equal as whole groups allow.
    """
    checks = morale_checks(hull)
    length = measure_row(hull, MOST_BOXES, GROUP)
    return [
        [
            HullBox(
                hull=left,
                x=at * box + at // GROUP * gap,
                group=at // GROUP,
                counted=at % GROUP == 0,
                check=left in checks,
                depth=sum(left <= check for check in checks),
                struck=hull - left < lost,
            )
            for at, left in enumerate(row)
        ]
        for row in break_rows(range(hull, 0, -1), length)
    ]


def draw_levels(frame: Frame) -> Sequence[Level]:
    """The levels of a frame's elevation track from the highest to the ground."""
    stall = HIGHEST + 1 if frame.stall is None else frame.stall
    low, high = ISLANDS
    return [
        Level(height, height >= stall, low <= height <= high) for height in range(HIGHEST, -1, -1)
    ]
