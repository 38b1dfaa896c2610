"""The diagrams of maneuvers: ends and headings by hand, true proportions, nothing in the way."""

from __future__ import annotations

from itertools import combinations
from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.black_skies.data import WEIGHTS, Weight
from sheetgen.systems.black_skies.diagram import (
    DISC,
    REACH,
    Base,
    Diagram,
    draw_diagram,
    tell_speed,
)
from sheetgen.systems.black_skies.maneuver import MANEUVERS, Maneuver, ManeuverOption, Step

SIN = sqrt(3) / 2
"""The sine of 60°."""
MEDIUM = WEIGHTS["medium"]


def draw(card: int, speed: int = 6, weight: Weight = MEDIUM) -> Diagram:
    diagram = draw_diagram(MANEUVERS[card - 1].options, speed, weight, 55.5, 38)
    assert diagram is not None
    return diagram


def find(diagram: Diagram, kind: str) -> list[Base]:
    return [base for base in diagram.bases if base.kind == kind]


def measure(diagram: Diagram, base: Base, start: Base | None = None) -> object:
    """Where a base stands: inches to the right of the start, inches ahead of it, heading."""
    start = start or find(diagram, "start")[0]
    right, ahead = (base.x - start.x) / diagram.inch, (start.y - base.y) / diagram.inch
    return pytest.approx((right, ahead, base.heading), abs=0.01)


# Ends and headings at speed 6, worked out by hand: a leg of 3 inches at 60° leads 3·sin 60° to the
# side and 1.5 ahead.
SIDE = 3 * SIN
ENDS: dict[int, list[tuple[float, float, float]]] = {
    2: [(-2 * SIDE, 3, 300), (-SIDE, 4.5, 300), (0, 6, 300)],
    3: [(2 * SIDE, 3, 60), (SIDE, 4.5, 60), (0, 6, 60)],
    4: [(0, 10, 0)],
    5: [(-SIDE, 4.5, 240)],
    6: [(SIDE, 4.5, 120)],
    7: [(0, 3, 0)],
    8: [(-2 * SIDE, 3, 0)],
    9: [(2 * SIDE, 3, 0)],
    11: [(-2 * SIDE, 0, 180)],
    12: [(2 * SIDE, 0, 180)],
}


@pytest.mark.parametrize("card", ENDS)
def test_bases_end_where_the_maneuver_leads(card: int) -> None:
    diagram = draw(card)
    ends = find(diagram, "end")
    assert len(ends) == len(ENDS[card])
    for base, end in zip(ends, ENDS[card], strict=True):
        assert measure(diagram, base) == end
    (start,) = find(diagram, "start")
    assert start.heading == 0


@pytest.mark.parametrize(
    ("card", "on_the_way", "turns", "halfway"),
    [
        (2, [(0, 3, 0)], 3, 2),  # B and C are halfway at the same place
        (5, [(0, 3, 0)], 2, 1),
        (7, [(-SIDE, 1.5, 0), (SIDE, 1.5, 0)], 0, 2),
        (8, [], 0, 1),
        (11, [(-SIDE, 1.5, 300)], 3, 1),
    ],
)
def test_places_on_the_way(
    card: int, on_the_way: list[tuple[float, ...]], turns: int, halfway: int
) -> None:
    diagram = draw(card)
    bases = find(diagram, "way")
    assert len(bases) == len(on_the_way)
    for base, place in zip(bases, on_the_way, strict=True):
        assert measure(diagram, base) == place
    assert len(diagram.turns) == turns
    assert len(diagram.halfway) == halfway


def test_halfway_is_half_the_way() -> None:
    diagram = draw(8)
    (start,), (end,) = find(diagram, "start"), find(diagram, "end")
    middle = (start.x + end.x) / 2, (start.y + end.y) / 2
    assert list(diagram.halfway) == [pytest.approx(middle, abs=0.01)]


@pytest.mark.parametrize(
    ("speed", "weight", "inches"),
    [
        (6, "medium", [6, 9, 5]),
        (6, "light", [6, 10, 5]),
        (6, "heavy", [6, 8, 5]),
        (11, "light", [11, 12, 10]),  # never above 12
    ],
)
def test_options_straight_ahead_stand_side_by_side(
    speed: int, weight: str, inches: list[int]
) -> None:
    diagram = draw(1, speed, WEIGHTS[weight])
    starts, ends = find(diagram, "start"), find(diagram, "end")
    assert [s.x for s in starts] == pytest.approx([6.05, 24.55, 43.05], abs=0.01)
    for start, end, length in zip(starts, ends, inches, strict=True):
        assert measure(diagram, end, start) == (0, length, 0)
    assert [label.text for label in diagram.lengths] == [f"{length}″" for length in inches]


@pytest.mark.parametrize(("weight", "inches"), [("light", 12), ("medium", 10), ("heavy", 9)])
def test_an_afterburner_shows_what_it_adds(weight: str, inches: int) -> None:
    diagram = draw(4, 6, WEIGHTS[weight])
    (end,), (without,) = find(diagram, "end"), find(diagram, "way")
    assert measure(diagram, end) == (0, inches, 0)
    assert measure(diagram, without) == (0, 6, 0)


def test_at_the_top_speed_an_afterburner_adds_nothing() -> None:
    assert find(draw(4, 12), "way") == []


@pytest.mark.parametrize(("speed", "drawn"), [(0, 3), (2, 3), (3, 3), (4, 4), (12, 12)])
def test_slow_fighters_are_drawn_at_speed_3(speed: int, drawn: int) -> None:
    diagram = draw(2, speed)
    assert (diagram.speed, diagram.drawn) == (speed, 0 if drawn == speed else drawn)
    assert measure(diagram, find(diagram, "end")[2]) == (0, drawn, 300)


@pytest.mark.parametrize("speed", [0, 1, 2, 6, 12])
def test_straight_courses_are_as_long_as_they_say(speed: int) -> None:
    diagram = draw(1, speed)
    y = find(diagram, "start")[0].y
    drawn = [f"{round((y - end.y) / diagram.inch)}″" for end in find(diagram, "end")]
    assert drawn[: len(diagram.lengths)] == [label.text for label in diagram.lengths]
    assert diagram.drawn == 0


def test_lengths_are_those_of_slow_fighters_too() -> None:
    told = [(label.text, *label.words) for label in draw(1, 1).lengths]
    assert told == [("1″", "speed"), ("4″", "speed", "up to", "+3"), ("0″", "speed", "−1")]


def test_lengths_for_anybody_name_all_weights() -> None:
    options = (*MANEUVERS[0].options, *MANEUVERS[3].options)
    words = [tell_speed(option, list(WEIGHTS.values())) for option in options]
    assert words == [
        ("speed",),
        ("speed", "up to", "+4/3/2"),
        ("speed", "−1"),
        ("speed", "+6/4/3"),
    ]


def test_a_maneuver_without_steps_has_no_diagram() -> None:
    assert draw_diagram(MANEUVERS[9].options, 6, MEDIUM, 55.5, 38) is None


def test_letters_stand_beside_the_ends_of_their_options() -> None:
    diagram = draw(2)
    assert [label.text for label in diagram.letters] == ["A", "B", "C"]
    ends = find(diagram, "end")
    for label in diagram.letters:
        nearest = min(ends, key=lambda base: hypot(base.x - label.x, base.y - label.y))
        assert nearest is ends["ABC".index(label.text)]
    left, right = draw(7).letters  # both end at one place
    assert left.x < draw(7).halfway[0][0] < draw(7).halfway[1][0] < right.x


def test_one_option_needs_no_letter() -> None:
    assert draw(5).letters == ()


FOUR = Maneuver(
    14,
    "Four ways",
    tuple(
        ManeuverOption(name, 4, 3, (Step(0.5, turn), Step(0.5, 0, slip), Step(0, turn)))
        for name, turn, slip in (
            ("Far left", -60, 0),
            ("Near left", 0, -60),
            ("Near right", 0, 60),
            ("Far right", 60, 0),
        )
    ),
)


@given(
    maneuver=st.sampled_from([*(m for m in MANEUVERS if m.card != 10), FOUR]),
    speed=st.integers(0, 12),
    weight=st.sampled_from(list(WEIGHTS.values())),
    width=st.sampled_from([49.15, 55.5]),
    height=st.floats(30, 46),
)
def test_everything_has_its_place_in_the_panel(
    maneuver: Maneuver, speed: int, weight: Weight, width: float, height: float
) -> None:
    diagram = draw_diagram(maneuver.options, speed, weight, width, height)
    assert diagram is not None
    reach = REACH * diagram.inch
    for base in diagram.bases:
        assert reach <= base.x <= width - reach and reach <= base.y <= height - reach
    for label in diagram.letters:
        assert DISC < label.x < width - DISC and DISC < label.y < height - DISC
        for base in diagram.bases:
            assert hypot(base.x - label.x, base.y - label.y) >= reach * SIN + DISC - 0.1
    for a, b in combinations(diagram.letters, 2):
        assert hypot(a.x - b.x, a.y - b.y) >= 2 * DISC
    assert len(diagram.courses) == len(maneuver.options)
    assert diagram.inch >= 1.95  # a base can be seen


def test_lengths_stand_beside_ends_not_beside_halves() -> None:
    diagram = draw(4, 6, WEIGHTS["light"])
    (end,), (without,) = find(diagram, "end"), find(diagram, "way")
    assert [(label.text, label.y) for label in diagram.lengths] == [
        ("12″", pytest.approx(end.y, abs=0.01)),
        ("6″", pytest.approx(without.y, abs=0.01)),
    ]
