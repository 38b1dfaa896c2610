"""Courses of maneuvers: where they end, by hand, and laws that hold of all of them.

In a course of length 1 the fighter starts at (0, 0) with its nose up; x goes to the right and y
forward, so that what is flown straight on ends at (0, 1). The numbers are worked out with paper
and pencil: half a move at 60° to the left goes 0.433 to the left and 0.25 forward.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    ManeuverOption,
    Station,
    Step,
    find_halfway,
    plot_course,
)

OPTIONS = {option.name: option for maneuver in MANEUVERS for option in maneuver.options}

# Right, forward, heading; then the halfway point, right and forward.
ENDS = {
    "Steady": (0, 1, 0, 0, 0.5),
    "Accelerate": (0, 1, 0, 0, 0.5),
    "Decelerate": (0, 1, 0, 0, 0.5),
    "Afterburner": (0, 1, 0, 0, 0.5),
    "Break Left": (-0.866, 0.5, 300, -0.433, 0.25),
    "Smooth Left": (-0.433, 0.75, 300, 0, 0.5),
    "Late Left": (0, 1, 300, 0, 0.5),
    "Break Right": (0.866, 0.5, 60, 0.433, 0.25),
    "Smooth Right": (0.433, 0.75, 60, 0, 0.5),
    "Late Right": (0, 1, 60, 0, 0.5),
    "Hard Left": (-0.433, 0.75, 240, 0, 0.5),
    "Hard Right": (0.433, 0.75, 120, 0, 0.5),
    "Left first": (0, 0.5, 0, -0.433, 0.25),
    "Right first": (0, 0.5, 0, 0.433, 0.25),
    "Sideslip Left": (-0.866, 0.5, 0, -0.433, 0.25),
    "Sideslip Right": (0.866, 0.5, 0, 0.433, 0.25),
    "Reverse Left": (-0.866, 0, 180, -0.433, 0.25),
    "Reverse Right": (0.866, 0, 180, 0.433, 0.25),
}
MIRRORED = [(name, name.replace("Left", "Right")) for name in ENDS if "Left" in name]
flown = st.sampled_from([option for option in OPTIONS.values() if option.steps])
steps = st.builds(
    Step,
    forward=st.sampled_from([0, 0.25, 0.5, 1]),
    turn=st.integers(-3, 3).map(lambda sixths: 60 * sixths),
    slip=st.sampled_from([-60, 0, 60]),
)


def length(stations: list[Station]) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(stations))


@pytest.mark.parametrize("name", ENDS)
def test_end_of_a_course(name: str) -> None:
    right, forward, heading, half_right, half_forward = ENDS[name]
    stations = plot_course(OPTIONS[name].steps)
    x, y, end = stations[-1]
    assert (x, -y) == pytest.approx((right, forward), abs=0.0005)
    assert end == heading
    halfway = find_halfway(stations)
    assert halfway is not None
    assert (halfway[0], -halfway[1]) == pytest.approx((half_right, half_forward), abs=0.0005)


def test_every_option_but_the_unpublished_one_is_worked_by_hand() -> None:
    assert set(OPTIONS) - set(ENDS) == {"Bootlegger"}


def test_nothing_is_invented_for_the_bootlegger() -> None:
    stations = plot_course(OPTIONS["Bootlegger"].steps)
    assert stations == [Station(0, 0, 0)]
    assert find_halfway(stations) is None


def test_every_station_of_a_reverse_left_at_speed_8() -> None:
    """Turn, 4 inches, turn, 4 inches, turn: it ends beside its start, facing back."""
    stations = plot_course(OPTIONS["Reverse Left"].steps, 8)
    assert [(s.x, -s.y, s.heading) for s in stations] == [
        (0, 0, 0),
        (pytest.approx(-3.464, abs=0.001), pytest.approx(2), 300),
        (pytest.approx(-6.928, abs=0.001), pytest.approx(0, abs=1e-9), 240),
        (pytest.approx(-6.928, abs=0.001), pytest.approx(0, abs=1e-9), 180),
    ]


@pytest.mark.parametrize(("left", "right"), MIRRORED)
def test_left_is_the_mirror_of_right(left: str, right: str) -> None:
    ours = plot_course(OPTIONS[left].steps)
    mirrored = plot_course(OPTIONS["Right first" if left == "Left first" else right].steps)
    for a, b in zip(ours, mirrored, strict=True):
        assert (a.x, a.y) == pytest.approx((-b.x, b.y))
        assert (a.heading + b.heading) % 360 == 0


@given(flown)
def test_the_whole_movement_is_flown(option: ManeuverOption) -> None:
    assert sum(step.forward for step in option.steps) == 1


@given(st.lists(steps, max_size=6), st.integers(0, 12))
def test_laws_of_a_course(steps: list[Step], distance: int) -> None:
    stations = plot_course(steps, distance)
    assert len(stations) == len(steps) + 1
    assert length(stations) == pytest.approx(sum(step.forward for step in steps) * distance)
    assert stations[-1].heading == sum(step.turn for step in steps) % 360
    for step, before, after in zip(steps, stations, stations[1:], strict=False):
        assert step.turn or before.heading == after.heading  # a slip keeps the heading
    mirrored = plot_course([Step(s.forward, -s.turn, -s.slip) for s in steps], distance)
    assert mirrored[-1].x == pytest.approx(-stations[-1].x, abs=1e-9)
    assert mirrored[-1].y == pytest.approx(stations[-1].y, abs=1e-9)


@given(st.lists(steps, min_size=1, max_size=6))
def test_halfway_halves_the_way(steps: list[Step]) -> None:
    stations = plot_course(steps)
    halfway = find_halfway(stations)
    if halfway is None:
        assert length(stations) == 0
        return
    gone = 0.0
    for a, b in pairwise(stations):
        leg = hypot(b.x - a.x, b.y - a.y)
        to = hypot(halfway[0] - a.x, halfway[1] - a.y)
        past = hypot(halfway[0] - b.x, halfway[1] - b.y)
        on_leg = to + past == pytest.approx(leg, abs=1e-9)
        if on_leg and gone + to == pytest.approx(length(stations) / 2, abs=1e-9):
            return
        gone += leg
    pytest.fail("the point does not lie half way along the course")
