from __future__ import annotations

import re
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground import geometry as g

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
coordinates = st.floats(-1000, 1000, allow_nan=False).map(lambda v: round(v, 3))
points = st.tuples(coordinates, coordinates)
headings = st.floats(-720, 720, allow_nan=False)


def read_ends(path: str) -> list[g.Point]:
    """Where each command of path data ends."""
    numbers = [
        list(map(float, NUMBER.findall(part))) for part in re.findall("[MLQA][^MLQAZ]*", path)
    ]
    return [(values[-2], values[-1]) for values in numbers]


def near(a: g.Point, b: g.Point, room: float = 0.02) -> bool:
    return dist(a, b) <= room


@pytest.mark.parametrize(
    ("heading", "end"), [(0, (1, -7)), (90, (6, -2)), (180, (1, 3)), (270, (-4, -2))]
)
def test_headings_go_clockwise_from_straight_up(heading: float, end: g.Point) -> None:
    assert near(g.aim(heading, 5, (1, -2)), end, 1e-9)


def test_points_are_moved_scaled_and_turned() -> None:
    assert g.move([(1, 2)], 3, -5) == [(4, -3)]
    assert g.scale([(1, 2)], 3) == [(3, 6)]
    assert g.scale([(1, 2)], 3, 10) == [(3, 20)]
    assert near(g.turn([(0, -1)], 90)[0], (1, 0), 1e-9)  # what points up points to the right then


@given(points, headings)
def test_turning_keeps_the_distance(point: g.Point, degrees: float) -> None:
    (turned,) = g.turn([point], degrees)
    assert isclose(dist(turned, (0, 0)), dist(point, (0, 0)), abs_tol=1e-6)


@given(st.lists(points))
def test_mirroring_twice_changes_nothing(outline: list[g.Point]) -> None:
    assert g.mirror(g.mirror(outline)) == outline


def test_half_an_outline_is_completed_without_double_points() -> None:
    assert g.complete([(0, -2), (1, 0), (0, 2)]) == [(0, -2), (1, 0), (0, 2), (-1, 0)]
    assert g.complete([(1, -2), (1, 2)]) == [(1, -2), (1, 2), (-1, 2), (-1, -2)]
    assert g.complete([(0, 1), (2, 3)], x=10) == [(10, 1), (12, 3), (8, 3)]


@given(st.lists(points), headings, points)
def test_corners_are_turned_into_a_heading_and_moved(
    corners: list[g.Point], heading: float, place: g.Point
) -> None:
    turned = g.orient(corners, heading, place)
    upright = [(right, -along) for along, right in corners]
    expected = g.move(g.turn(upright, heading), *place)
    assert all(map(near, turned, expected))


@given(st.lists(points, min_size=2))
def test_a_completed_outline_is_the_same_on_both_sides(half: list[g.Point]) -> None:
    whole = g.complete(half)
    assert sorted((abs(x), y) for x, y in whole if x < 0) == sorted(p for p in whole if p[0] > 0)


def test_a_box_is_put_around_points() -> None:
    assert g.bound([(1, 5), (-2, 3)]) == (-2, 3, 1, 5)
    with pytest.raises(ValueError):
        g.bound([])


def test_polygons_and_stars_have_a_corner_in_their_heading() -> None:
    square = g.polygon(4, 2, 45)
    assert near(square[0], (2**0.5, -(2**0.5)), 1e-9) and len(square) == 4
    burst = g.star(5, 4, 2)
    assert [round(dist(p, (0, 0)), 6) for p in burst] == [4, 2] * 5
    assert near(burst[0], (0, -4), 1e-9)


def test_lines_become_path_data() -> None:
    assert g.trace([(0, -1.5), (1 / 3, 2)]) == "M0 -1.5L0.33 2Z"
    assert g.trace([(0, 0), (1, -0.0001)], close=False) == "M0 0L1 0"


def test_soft_corners_begin_and_end_on_the_sides() -> None:
    path = g.trace_soft(g.soften([(0, 0), (10, 0), (10, 10), (0, 10)], 2))
    assert path.startswith("M0 2Q0 0 2 0L8 0Q10 0 10 2L")
    # No corner takes more than half a side.
    path = g.trace_soft(g.soften([(0, 0), (10, 0), (10, 10)], 100))
    assert path.startswith("M5 5Q0 0 5 0L5 0Q")


def test_a_circle_is_two_half_circles() -> None:
    assert g.trace_circle(2, (1, -1)) == "M-1 -1A2 2 0 1 1 3 -1A2 2 0 1 1 -1 -1Z"


@given(headings, st.floats(0.1, 360), st.floats(1, 500))
def test_arcs_go_from_heading_to_heading_on_their_circle(
    start: float, span: float, radius: float
) -> None:
    ends = read_ends(g.trace_arc(radius, start, start + span))
    assert near(ends[0], g.aim(start, radius))
    assert near(ends[-1], g.aim(start + span, radius))
    assert all(isclose(dist(end, (0, 0)), radius, abs_tol=0.02) for end in ends)
    # None of them spans more than a third of the circle.
    assert len(ends) == 1 + -(-(span - 1e-4) // 120)


def test_a_sector_comes_to_its_centre_or_follows_an_inner_arc() -> None:
    assert g.trace_sector(10, 0, 90) == "M0 -10A10 10 0 0 1 10 0L0 0Z"
    assert g.trace_sector(10, 0, 90, 5) == "M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z"


@given(coordinates)
def test_coordinates_are_written_short(value: float) -> None:
    text = g.write(value)
    assert isclose(float(text), value, abs_tol=0.00501)
    assert text == "0" or not (text.startswith("-0") and float(text) == 0)
    assert "." not in text or not text.endswith(("0", "."))
