"""The damage effect die, folded: its faces, and an edge for every tab."""

from __future__ import annotations

from sheetgen.ground.geometry import Point
from tests.barsoom.game import TABLES, fill, make_ship

EDGE, TAB = 16.0, 5.5
"""Millimetres of an edge of the die, and of the depth of a tab."""
CELLS = [(cell["x"] // 16, cell["y"] // 16) for cell in TABLES["die_cells"]]
NET = TABLES["die_net"]

Vector = tuple[int, int, int]
Frame = tuple[Vector, Vector, Vector]
"""Where a face's centre lies from the cube's, and where its right and its lower edge point."""


def list_tabs() -> list[list[Point]]:
    """The points of each tab, from one end of its foot to the other."""
    tabs = NET["tabs"]["path"].split("Z")[:-1]
    return [list(map(read_point, tab[1:].split("L"))) for tab in tabs]


def read_point(text: str) -> Point:
    x, y = map(float, text.split())
    return x, y


def negate(v: Vector) -> Vector:
    return (-v[0], -v[1], -v[2])


def fold() -> dict[tuple[int, int], Frame]:
    """The net folded about its edges, beginning with the cell (1, 1) on top."""
    frames: dict[tuple[int, int], Frame] = {(1, 1): ((0, 0, 1), (1, 0, 0), (0, 1, 0))}
    while len(frames) < len(CELLS):
        for (column, row), (out, right, down) in list(frames.items()):
            for cell, frame in {
                (column + 1, row): (right, negate(out), down),
                (column - 1, row): (negate(right), out, down),
                (column, row + 1): (down, right, negate(out)),
                (column, row - 1): (negate(down), right, out),
            }.items():
                if cell in CELLS:
                    frames.setdefault(cell, frame)
    return frames


def find_edge(start: tuple[float, float], end: tuple[float, float]) -> frozenset[Vector]:
    """The cube's edge on which a tab's foot lies: the two sides that meet there."""
    x, y = (start[0] + end[0]) / 2 / EDGE, (start[1] + end[1]) / 2 / EDGE
    for (column, row), (out, right, down) in fold().items():
        sides = {
            (column + 1, row + 0.5): right,
            (column, row + 0.5): negate(right),
            (column + 0.5, row + 1): down,
            (column + 0.5, row): negate(down),
        }
        if (x, y) in sides:
            return frozenset({out, sides[x, y]})
    raise AssertionError((x, y))


def test_the_net_folds_to_a_cube() -> None:
    assert len({frame[0] for frame in fold().values()}) == 6


def test_opposite_faces_are_of_a_kind() -> None:
    """Two arrows, two stops, and a turn to each side: so any corner shows one of each."""
    frames = fold()
    (piece,) = fill("damage-die", make_ship())
    placed = {(face.x / EDGE, face.y / EDGE): face.face.id for face in piece.data.faces}
    shown = {frames[cell][0]: placed[cell] for cell in CELLS}
    pairs = {frozenset({shown[side], shown[negate(side)]}) for side in shown}
    assert pairs == {
        frozenset({"arrow"}),
        frozenset({"stop"}),
        frozenset({"turn-left", "turn-right"}),
    }


def test_every_edge_is_a_fold_or_has_one_tab() -> None:
    frames = fold()
    folded = {
        frozenset({frames[a][0], frames[b][0]})
        for a in CELLS
        for b in CELLS
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    }
    glued = [find_edge(tab[0], tab[-1]) for tab in list_tabs()]
    assert len(folded) == 5
    assert len(glued) == len(set(glued)) == 7
    assert not folded & set(glued)
    assert len(folded | set(glued)) == 12


def test_faces_are_16_mm_and_tabs_stick_out() -> None:
    assert EDGE == 16
    xs = [x for tab in list_tabs() for x, _ in tab]
    ys = [y for tab in list_tabs() for _, y in tab]
    assert (min(xs), max(xs), max(ys)) == (-TAB, 3 * EDGE + TAB, 4 * EDGE + TAB)
    assert NET["outline"]["path"].count("L") == 29  # the strip’s upper end, and four points a tab
