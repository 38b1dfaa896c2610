"""Black Skies: derived values against the rules' tables and examples worked by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.black_skies.data import (
    DICE,
    SKILLS,
    TARGET_SPEEDS,
    TO_HIT,
    WEIGHTS,
    lower_die,
)
from sheetgen.systems.black_skies.maneuver import list_maneuvers, roll_needed, show_roll
from tests.black_skies.craft import derive
from tests.black_skies.craft import make_fighter as build

CANNON = {"weapon": "laser-cannon"}


def cannons(count: int) -> list[dict[str, Any]]:
    return [{**CANNON, "count": count}]


# Weights: hardpoints, hull and its die, acceleration, crippled at, afterburner


@pytest.mark.parametrize(
    ("weight", "hardpoints", "hull", "die", "acceleration", "crippled", "afterburner"),
    [
        ("light", 2, 4, "d4", 4, 2, 6),
        ("medium", 3, 6, "d6", 3, 3, 4),
        ("heavy", 4, 8, "d8", 2, 4, 3),
    ],
)
def test_what_a_weight_gives(
    weight: str,
    hardpoints: int,
    hull: int,
    die: str,
    acceleration: int,
    crippled: int,
    afterburner: int,
) -> None:
    of = derive(build(weight=weight))
    assert (of["hardpoints_available"], of["hull"], of["hull_die"]) == (hardpoints, hull, die)
    assert (of["acceleration"], of["afterburner"]) == (acceleration, afterburner)
    assert of["crippled_at"] == crippled


# Hardpoints: a weapon 1, a level of armour 1, a level of shields 1, thrusters nothing


@pytest.mark.parametrize(
    ("changes", "used"),
    [
        ({}, 0),
        ({"weapons": cannons(1)}, 1),
        ({"weapons": cannons(3)}, 3),
        ({"weapons": [*cannons(2), {**CANNON, "arcs": ["rear"]}]}, 3),
        ({"armour": "light"}, 1),
        ({"armour": "heavy"}, 2),
        ({"shields": 2}, 2),
        ({"thrusters": ["rear", "side", "forward"]}, 0),
        ({"weapons": cannons(2), "armour": "heavy", "shields": 3, "thrusters": ["side"]}, 7),
    ],
)
def test_hardpoints_used(changes: dict[str, Any], used: int) -> None:
    assert derive(build(**changes))["hardpoints_used"] == used


@pytest.mark.parametrize(("mounted", "firing"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_half_of_the_weapons_fire_when_crippled(mounted: int, firing: int) -> None:
    fighter = build(weapons=cannons(mounted) if mounted else [])
    assert derive(fighter)["weapons_when_crippled"] == firing


# Shields take the attacker's die down a step each


@pytest.mark.parametrize(
    ("die", "after"),
    [
        ("d12", ["d12", "d10", "d8", "d6", "d4"]),
        ("d10", ["d10", "d8", "d6", "d4", "d4"]),
        ("d8", ["d8", "d6", "d4", "d4", "d4"]),
        ("d6", ["d6", "d4", "d4", "d4", "d4"]),
        ("d4", ["d4", "d4", "d4", "d4", "d4"]),
    ],
)
def test_a_die_against_shields(die: str, after: list[str]) -> None:
    assert [lower_die(die, shields) for shields in range(5)] == after


@given(st.sampled_from(sorted(DICE)), st.integers(0, 4), st.integers(0, 4))
def test_levels_of_shields_add_up(die: str, first: int, second: int) -> None:
    assert lower_die(lower_die(die, first), second) == lower_die(die, first + second)


# Cards by thrusters


@pytest.mark.parametrize(
    ("thrusters", "cards"),
    [
        ([], [1, 2, 3]),
        (["rear"], [1, 2, 3, 4, 5, 6]),
        (["side"], [1, 2, 3, 7, 8, 9]),
        (["forward"], [1, 2, 3, 10, 11, 12]),
        (["forward", "rear"], [1, 2, 3, 4, 5, 6, 10, 11, 12]),
        (["side", "rear", "forward"], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ],
)
def test_cards_that_thrusters_allow(thrusters: list[str], cards: list[int]) -> None:
    fighter = build(thrusters=thrusters)
    assert [m.card for m in list_maneuvers(thrusters)] == cards
    assert derive(fighter)["cards"] == cards


# Piloting: the roll needed is the difficulty less the skill; crippled twice the difficulty

ROLLS = {  # by difficulty: the rolls of skills 1 to 4, sound and crippled, worked by hand
    0: ([1, 1, 1, 1], [1, 1, 1, 1]),
    1: ([1, 1, 1, 1], [1, 1, 1, 1]),
    2: ([1, 1, 1, 1], [3, 2, 1, 1]),
    3: ([2, 1, 1, 1], [5, 4, 3, 2]),
}


def test_every_option_with_its_rolls() -> None:
    rows = derive(build(thrusters=["rear", "side", "forward"]))["maneuvers"]
    assert len(rows) == 19
    for row in rows:
        sound, crippled = ROLLS[row["difficulty"]]
        assert row["roll_needed"] == dict(zip("1234", sound, strict=True))
        assert row["roll_needed_crippled"] == dict(zip("1234", crippled, strict=True))


@pytest.mark.parametrize(
    ("difficulty", "skill", "roll", "shown"),
    [
        (3, 1, 2, "2+"),
        (3, 2, 1, "auto"),
        (3, 4, 1, "auto"),
        (6, 1, 5, "5+"),
        (7, 1, 6, "6+"),
        (8, 1, None, "never"),
        (8, 2, 6, "6+"),
        (10, 4, 6, "6+"),
        (11, 4, None, "never"),
        (0, 1, 1, "auto"),
    ],
)
def test_roll_needed(difficulty: int, skill: int, roll: int | None, shown: str) -> None:
    assert roll_needed(difficulty, skill) == roll
    assert show_roll(roll) == shown


@given(st.integers(0, 20), st.integers(1, 4))
def test_the_roll_is_the_least_that_succeeds(difficulty: int, skill: int) -> None:
    succeeding = [die for die in range(1, 7) if die + skill >= difficulty]
    assert roll_needed(difficulty, skill) == (succeeding[0] if succeeding else None)


# The tables of the rules


def test_numbers_to_hit() -> None:
    assert [(band.name, band.number) for band in TO_HIT] == [
        ("Close", 4),
        ("Medium", 7),
        ("Long", 10),
    ]


@pytest.mark.parametrize(
    ("speed", "modifier"),
    [(0, 4), (1, 2), (3, 2), (4, 0), (9, 0), (10, -2), (12, -2)],
)
def test_modifier_of_a_targets_speed(speed: int, modifier: int) -> None:
    """The one line of the table that holds."""
    fitting = [line.modifier for line in TARGET_SPEEDS if line.least <= speed <= line.most]
    assert fitting == [modifier]


def test_skills() -> None:
    assert list(SKILLS.items()) == [
        (1, "green"),
        (2, "trained"),
        (3, "experienced"),
        (4, "hotshot"),
    ]


# The printed sample, and laws


def test_the_black_tiger_is_the_printed_one(run: Callable[..., Any]) -> None:
    (row,) = json.loads(run("show", "black-tiger", "--json").stdout)
    of = row["derived"]
    assert row["kind"] == "fighter"
    assert (of["hardpoints_used"], of["hardpoints_available"]) == (3, 3)
    assert (of["hull"], of["hull_die"], of["acceleration"], of["afterburner"]) == (6, "d6", 3, 4)
    assert (of["crippled_at"], of["weapons_when_crippled"]) == (3, 1)
    assert of["cards"] == [1, 2, 3, 4, 5, 6]
    assert of["armament"] == [
        {
            "weapon": "Laser Cannon",
            "count": 2,
            "arcs": ["forward"],
            "rate": 1,
            "range": [6, 12, 18],
            "damage": "d6",
        }
    ]
    assert list(of["maneuvers"][0]) == [
        "card",
        "maneuver",
        "option",
        "difficulty",
        "penalty",
        "roll_needed",
        "roll_needed_crippled",
    ]
    hard_left = next(m for m in of["maneuvers"] if m["maneuver"] == "Hard Left")
    assert hard_left["roll_needed"] == {"1": 2, "2": 1, "3": 1, "4": 1}
    assert hard_left["roll_needed_crippled"] == {"1": 5, "2": 4, "3": 3, "4": 2}


def test_show_prints_rolls_as_players_read_them(run: Callable[..., Any]) -> None:
    lines = run("show", "black-tiger").stdout.splitlines()
    heads = next(line for line in lines if line.startswith("card  "))
    assert heads.split()[-10:] == ["skill", "1", "2", "3", "4", "crippled", "1", "2", "3", "4"]
    hard_left = next(line for line in lines if "Hard Left" in line)
    assert " ".join(hard_left.split()) == "5 Hard Left 3 2 2+ auto auto auto 5+ 4+ 3+ 2+"
    assert any("Laser Cannon      2  forward     1  6/12/18  d6" in line for line in lines)
    assert not any(mark in "".join(lines) for mark in "{}[]")


def test_show_says_that_the_bootleggers_movement_is_not_published(
    run: Callable[..., Any], project: Path
) -> None:
    text = "system: black-skies\nname: X\nweight: light\nthrusters: [forward]\n"
    (project / "x.yaml").write_text(text)
    lines = run("show", "x").stdout.splitlines()
    told = [line for line in lines if "(movement not published)" in line]
    assert [line.split()[:2] for line in told] == [["10", "Bootlegger"]]


fighters = st.builds(
    build,
    weight=st.sampled_from(["light", "medium", "heavy"]),
    thrusters=st.lists(st.sampled_from(["rear", "side", "forward"]), unique=True),
    weapons=st.integers(0, 9).map(lambda count: cannons(count) if count else []),
    armour=st.sampled_from(["none", "light", "heavy"]),
    shields=st.integers(0, 4),
)


@given(fighters)
def test_laws_of_a_fighter(fighter: Any) -> None:
    of = derive(fighter)
    assert 2 * of["crippled_at"] == of["hull"]
    assert of["hull_die"] == f"d{of['hull']}"
    assert of["weapons"] - 1 <= 2 * of["weapons_when_crippled"] <= of["weapons"]
    assert len(of["cards"]) == 3 + 3 * len(fighter.record.thrusters)
    assert of["hardpoints_available"] == list(WEIGHTS).index(fighter.record.weight) + 2
    for row in of["maneuvers"]:
        for skill in "1234":
            sound, crippled = row["roll_needed"][skill], row["roll_needed_crippled"][skill]
            assert crippled is None or (sound is not None and sound <= crippled)
