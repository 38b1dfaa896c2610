"""Checks of fighters and fleets: laws over many of them; single cases stand in errors/*.md."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground.number import join_words
from sheetgen.reading.model import list_keys, strip
from sheetgen.systems.black_skies import data, rules
from sheetgen.systems.black_skies.data import ARCS, DICE
from sheetgen.systems.black_skies.maneuver import MANEUVERS
from sheetgen.systems.contract import Finding
from tests.black_skies.craft import KINDS, make_fighter

ROOM = {"light": 2, "medium": 3, "heavy": 4}
LEVELS = {"none": 0, "light": 1, "heavy": 2}

weapons: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    weapon=st.sampled_from([None, "laser-cannon"]),
    name=st.sampled_from([None, "Gun"]),
    arcs=st.none() | st.lists(st.sampled_from(list(ARCS)), min_size=1, max_size=7),
    rate=st.none() | st.integers(1, 9),
    range=st.none() | st.lists(st.integers(1, 99), min_size=3, max_size=3),
    damage=st.none() | st.sampled_from(sorted(DICE)),
    count=st.integers(1, 3),
)
fighters = st.builds(
    make_fighter,
    weight=st.sampled_from(list(ROOM)),
    thrusters=st.lists(st.sampled_from(["rear", "side", "forward"]), max_size=4),
    weapons=st.lists(weapons, max_size=4),
    armour=st.sampled_from(list(LEVELS)),
    shields=st.integers(0, 4),
)


def check(fighter: Any) -> dict[str, list[Finding]]:
    """What each rule finds."""
    return {one.rule.name: list(one.find(fighter)) for one in KINDS["fighter"].checks}


@given(fighters)
def test_what_is_found_is_so_and_the_rest_is_not_found(fighter: Any) -> None:
    found = check(fighter)
    weapons, armour = fighter.f_weapons, fighter.f_armour
    used = sum(w.f_count for w in weapons) + LEVELS[armour] + fighter.f_shields
    assert len(found["over-hardpoints"]) == (used > ROOM[fighter.f_weight])
    assert len(found["unused-hardpoints"]) == (used < ROOM[fighter.f_weight])
    heavy = fighter.f_weight == "light" and armour == "heavy"
    assert len(found["heavy-armour"]) == heavy
    keys = ("name", "arcs", "rate", "range", "damage")
    incomplete = [
        w for w in weapons if not w.f_weapon and None in [getattr(w, f"f_{k}") for k in keys]
    ]
    assert len(found["incomplete-weapon"]) == len(incomplete)
    ranges = [w.f_range for w in weapons if w.f_range]
    falling = [r for r in ranges if not r[0] < r[1] < r[2]]
    assert len(found["range-bands"]) == len(falling)
    lists: list[list[Any]] = [fighter.f_thrusters, *(w.f_arcs or [] for w in weapons)]
    assert len(found["listed-twice"]) == sum(len(names) - len(set(names)) for names in lists)


@given(fighters)
def test_every_finding_points_at_something_written(fighter: Any) -> None:
    for findings in check(fighter).values():
        for path, message, hint, _ in findings:
            value: Any = fighter
            for part in path:
                value = value[part] if isinstance(part, int) else getattr(value, f"f_{part}")
            assert value is not None
            assert message
            assert hint


def test_words_are_joined_as_in_a_sentence() -> None:
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b"]) == "a and b"
    assert join_words(["a", "b", "c"], "or") == "a, b or c"


# What may be written is what the tables hold


def find_choices(*keys: str, kind: str = "fighter") -> Any:
    """The words that may be written under a key, one inside another."""
    model: Any = KINDS[kind].model
    for key in keys:
        annotation = strip(next(k for k in list_keys(model).values() if k.title == key).annotation)
        while get_args(annotation) and not all(isinstance(w, str) for w in get_args(annotation)):
            annotation = strip(get_args(annotation)[0])
        model = annotation
    return get_args(model)


@pytest.mark.parametrize(
    ("names", "table"),
    [
        (find_choices("weapons", "arcs"), data.ARCS),
        (find_choices("weapons", "damage"), data.DICE),
        (find_choices("elements", "suit", kind="fleet"), data.SUITS),
        (rules.SUITS, data.SUITS),
        (find_choices("weight"), data.WEIGHTS),
        (find_choices("armour"), data.ARMOUR),
        (find_choices("thrusters"), {m.thrusters: m for m in MANEUVERS if m.thrusters}),
    ],
)
def test_names_that_may_be_written(names: Any, table: Any) -> None:
    assert list(names) == list(table)


def test_a_laser_cannon_is_the_printed_one() -> None:
    (weapon,) = make_fighter(weapons=[{"weapon": "laser-cannon"}]).record.weapons
    assert (weapon.name, weapon.arcs, weapon.rate) == ("Laser Cannon", ["forward"], 1)
    assert (weapon.range, weapon.damage) == ([6, 12, 18], "d6")
