"""The damage effect die: the net of a cube with tabs, to cut out, fold and glue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.geometry import Point, trace
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.plan import COLOUR, list_records
from sheetgen.systems.kit.fleet import find_colour

EDGE = 16.0
"""Millimetres of an edge of the die."""
TAB, SLANT = 5.5, 3.0
"""The depth of a tab, and how far each of its corners is cut back."""

# The column and row of each face: four in a strip, and one to the left and right of the second.
# A face of the strip is opposite the one after the next; the table lists opposite faces in pairs.
CELLS = ((1, 0), (1, 2), (1, 1), (1, 3), (0, 1), (2, 1))


@record
class PlacedFace:
    """A face and its upper left corner on the net."""

    face: Any
    x: float
    y: float


@record
class Net:
    """The net: SVG path data of its outline, its tabs and its folds, in millimetres."""

    faces: Sequence[PlacedFace]
    outline: str
    tabs: str
    folds: str
    meanings: Sequence[Any]
    whose: str
    colour: str


def list_tabs() -> list[list[Point]]:
    """The tabs: three on each face beside the strip, and one at the end of the strip."""
    tabs = []
    for column in (0, 2):
        left, right = column * EDGE, (column + 1) * EDGE
        outer, out = (left, -TAB) if column == 0 else (right, TAB)
        top, bottom = EDGE, 2 * EDGE
        tabs += [
            _make_tab((left, top), (right, top), (0, -TAB)),
            _make_tab((left, bottom), (right, bottom), (0, TAB)),
            _make_tab((outer, top), (outer, bottom), (out, 0)),
        ]
    return [*tabs, _make_tab((EDGE, 4 * EDGE), (2 * EDGE, 4 * EDGE), (0, TAB))]


def _make_tab(start: Point, end: Point, out: Point) -> list[Point]:
    """A tab on an edge, its outer corners cut back along the edge."""
    along = ((end[0] - start[0]) / EDGE * SLANT, (end[1] - start[1]) / EDGE * SLANT)
    return [
        start,
        (start[0] + along[0] + out[0], start[1] + along[1] + out[1]),
        (end[0] - along[0] + out[0], end[1] - along[1] + out[1]),
        end,
    ]


def trace_outline() -> str:
    """The line to cut along: faces with their tabs, clockwise from the upper left of the strip."""
    left_top, left_bottom, left_out, right_top, right_bottom, right_out, foot = list_tabs()
    points = [
        (EDGE, 0.0), (2 * EDGE, 0.0), *right_top, *right_out, *right_bottom[::-1],
        *foot[::-1], *left_bottom[::-1], *left_out[::-1], *left_top,
    ]  # fmt: skip
    return trace(points)


def trace_folds() -> str:
    """The lines to fold: between faces, and between faces and tabs."""
    across = [((0, 1), (3, 1)), ((0, 2), (3, 2)), ((1, 3), (2, 3)), ((1, 4), (2, 4))]
    down = [((column, 1), (column, 2)) for column in range(4)]
    return "".join(
        trace([(x * EDGE, y * EDGE) for x, y in line], close=False) for line in (*across, *down)
    )


def fill_die(values: Any, look: Look) -> Iterator[Print]:
    """The die in the colour of a fleet or a ship."""
    _, ship = next(list_records(values))
    faces = [face for face in ship.faces for _ in range(face.count)]
    net = Net(
        faces=[
            PlacedFace(face, column * EDGE, row * EDGE)
            for face, (column, row) in zip(faces, CELLS, strict=True)
        ],
        outline=trace_outline(),
        tabs="".join(map(trace, list_tabs())),
        folds=trace_folds(),
        meanings=ship.faces,
        whose=values.name if hasattr(values, "members") else "",
        colour=find_colour(values, look, COLOUR),
    )
    yield Print(net, "Damage effect die")
