"""Maneuvers: their table against the printed rules, and what they do to the speed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.black_skies.data import TOP_SPEED, WEIGHTS, Weight
from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    ManeuverOption,
    move_distance,
    speed_afterwards,
)
from sheetgen.systems.black_skies.rules import KING

# The rules, "Maneuvers": card, option, difficulty, penalty; their thrusters.
PRINTED = """
1  Steady          0 0
1  Accelerate      1 0
1  Decelerate      1 0
2  Break Left      2 2
2  Smooth Left     1 0
2  Late Left       2 1
3  Break Right     2 2
3  Smooth Right    1 0
3  Late Right      2 1
4  Afterburner     2 0 rear
5  Hard Left       3 2 rear
6  Hard Right      3 2 rear
7  Left first      3 0 side
7  Right first     3 0 side
8  Sideslip Left   2 0 side
9  Sideslip Right  2 0 side
10 Bootlegger      2 2 forward
11 Reverse Left    3 4 forward
12 Reverse Right   3 4 forward
"""
OPTIONS = {option.name: option for maneuver in MANEUVERS for option in maneuver.options}


def test_the_table_is_the_printed_one() -> None:
    rows = [
        " ".join(map(str, (m.card, o.name, o.difficulty, o.penalty, m.thrusters))).strip()
        for m in MANEUVERS
        for o in m.options
    ]
    assert rows == [" ".join(line.split()) for line in PRINTED.strip().splitlines()]


def test_names_of_the_cards() -> None:
    names = "Straight/Left/Right/Afterburner/Hard Left/Hard Right/Snake/Sideslip Left/"
    names += "Sideslip Right/Bootlegger/Reverse Left/Reverse Right"
    assert [m.name for m in MANEUVERS] == names.split("/")
    assert [m.card for m in MANEUVERS] == list(range(1, KING))


def test_only_the_bootleggers_movement_is_missing() -> None:
    assert [name for name, option in OPTIONS.items() if not option.steps] == ["Bootlegger"]


@pytest.mark.parametrize(
    ("option", "weight", "speed", "moved", "after"),
    [
        ("Steady", "medium", 6, 6, 6),
        ("Steady", "medium", 0, 0, 0),
        ("Accelerate", "light", 3, 7, 7),
        ("Accelerate", "medium", 3, 6, 6),
        ("Accelerate", "heavy", 3, 5, 5),
        ("Accelerate", "light", 10, 12, 12),  # never above 12
        ("Decelerate", "heavy", 5, 4, 4),
        ("Decelerate", "heavy", 0, 0, 0),  # never below 0
        ("Afterburner", "light", 4, 10, 10),
        ("Afterburner", "medium", 4, 8, 8),
        ("Afterburner", "heavy", 4, 7, 7),
        ("Afterburner", "light", 12, 12, 12),
        ("Hard Left", "medium", 8, 8, 6),  # the example in the rules
        ("Break Left", "light", 1, 1, 0),
        ("Late Right", "light", 7, 7, 6),
        ("Smooth Right", "light", 7, 7, 7),
        ("Reverse Left", "heavy", 3, 3, 0),
        ("Reverse Right", "heavy", 12, 12, 8),
        ("Bootlegger", "medium", 6, 6, 4),
        ("Sideslip Left", "medium", 6, 6, 6),
    ],
)
def test_speed_of_a_maneuver(option: str, weight: str, speed: int, moved: int, after: int) -> None:
    assert move_distance(OPTIONS[option], speed, WEIGHTS[weight]) == moved
    assert speed_afterwards(OPTIONS[option], speed, WEIGHTS[weight]) == after


@given(
    st.sampled_from(list(OPTIONS.values())),
    st.integers(0, TOP_SPEED),
    st.sampled_from(list(WEIGHTS.values())),
)
def test_speed_stays_on_its_die(option: ManeuverOption, speed: int, weight: Weight) -> None:
    assert 0 <= speed_afterwards(option, speed, weight) <= TOP_SPEED == 12
    assert 0 <= move_distance(option, speed, weight) <= TOP_SPEED
