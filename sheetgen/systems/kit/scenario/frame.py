"""The frame of a scenario's map: where the table lies on paper, its grid, numbers and scale bar.

Lengths are millimetres on paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.systems.kit.scenario.table import GamingTable, Point

ACROSS, TALLEST = 195.0, 190.0
"""The most that a map takes from left to right, and its table from top to bottom."""

BORDER = 3.0
"""The width of the border around the table."""

BADGE = 2.5  # the radius of a badge
_DIGIT = 1.5  # the width of a digit of the grid's numbers
_NUMBER = 12.0  # the most that a number below the map takes

GRID = {"in": 12, "cm": 30}
"""The grid's step: a foot, or 30 cm."""


class MapSpot(NamedTuple):
    """A place on paper."""

    x: float
    y: float


@record
class MapLabel:
    """A text on the map; `turn` in degrees."""

    text: str
    x: float
    y: float
    anchor: str = "middle"
    turn: int = 0
    width: float = 0.0
    colour: str = ""


class Scale(NamedTuple):
    """A measure of a game, such as its speeds: a step in the table's unit, and the name of each."""

    step: int
    names: Sequence[str]


@record
class ScaleBar:
    """The scale bar: its top, the ends of its parts, and the labels below it."""

    y: float
    ends: Sequence[float]
    labels: Sequence[MapLabel]


class MapFrame:
    """Converts places on the table into places on paper."""

    def __init__(
        self, table: GamingTable, left: float, top: float, widest: float, highest: float
    ) -> None:
        box = table.box
        self.table = table
        self.scale = min(widest / box.x1, highest / box.y1)
        self.left, self.top = left, top
        self.wide, self.deep = box.x1 * self.scale, box.y1 * self.scale

    def at(self, point: Point) -> MapSpot:
        """A place on paper."""
        return MapSpot(
            self.left + point.x * self.scale, self.top + self.deep - point.y * self.scale
        )

    def clamp(self, spot: MapSpot, room: float) -> MapSpot:
        """The nearest place at that distance from the table's edges."""
        x = min(max(spot.x, self.left + room), self.left + self.wide - room)
        y = min(max(spot.y, self.top + room), self.top + self.deep - room)
        return MapSpot(x, y)


def draw_grid(frame: MapFrame) -> str:
    """The lines at every foot or 30 cm inside the table."""
    box, step = frame.table.box, GRID[frame.table.length_unit]
    upright = [frame.left + at * frame.scale for at in range(step, ceil(box.x1), step)]
    across = [frame.top + frame.deep - at * frame.scale for at in range(step, ceil(box.y1), step)]
    data = "".join(f"M{x:.2f} {frame.top:.2f}v{frame.deep:.2f}" for x in upright)
    return data + "".join(f"M{frame.left:.2f} {y:.2f}h{frame.wide:.2f}" for y in across)


def number_grid(frame: MapFrame) -> Iterator[MapLabel]:
    """The distances along the bottom and left edges, from their common corner."""
    box, step = frame.table.box, GRID[frame.table.length_unit]
    while step * frame.scale < 7:
        step *= 2
    bottom = frame.top + frame.deep
    for at in range(0, int(box.x1) + 1, step):
        yield _label_below(str(at), frame.left + at * frame.scale, bottom + BORDER + 3.2)
    for at in range(step, int(box.y1) + 1, step):
        y = max(bottom - at * frame.scale + 0.8, frame.top + 1.8)
        x = frame.left - BORDER - 1.2
        yield MapLabel(str(at), x, y, "end", width=x)


def _label_below(text: str, x: float, y: float) -> MapLabel:
    """A number below its place, or to its left where that is at the edge of the sheet."""
    if x + _DIGIT * len(text) / 2 > ACROSS:
        return MapLabel(text, ACROSS, y, "end", width=_NUMBER)
    return MapLabel(text, x, y, width=_NUMBER)


def draw_bar(scale: Scale | None, frame: MapFrame, y: float) -> ScaleBar:
    """The ranges of a game if the map is wide enough for the first of them, or else one square."""
    step, names = GRID[frame.table.length_unit], [tr("one square")]
    if scale and scale.step * frame.scale <= frame.wide:
        step, names = scale.step, list(scale.names)
    part = step * frame.scale
    count = min(len(names), int(frame.wide / part + 1e-6))
    ends = [frame.left + at * part for at in range(count + 1)]
    labels = [MapLabel("0", ends[0], y + 4.6, "start", width=_NUMBER)]
    for at, (start, end) in enumerate(pairwise(ends)):
        mark = ("″" if frame.table.length_unit == "in" else " cm") if at == count - 1 else ""
        labels.append(_label_below(f"{(at + 1) * step}{mark}", end, y + 4.6))
        if part > 5 + 1.2 * len(names[at]):
            labels.append(MapLabel(names[at], (start + end) / 2, y + 4.6, width=part))
    return ScaleBar(y, ends, labels)
