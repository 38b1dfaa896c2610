"""Checks of fighters and fleets: laws over many of them; single cases stand in errors/*.md."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.ground.number import join_words
from sheetgen.reading.model import list_keys, strip
from sheetgen.systems.black_skies import data, fleet
from sheetgen.systems.black_skies import fighter as definition
from sheetgen.systems.black_skies.data import ARCS, DICE
from sheetgen.systems.black_skies.fighter import Fighter
from sheetgen.systems.black_skies.maneuver import MANEUVERS
from sheetgen.systems.black_skies.rules import CHECKS
from sheetgen.systems.contract import Finding

ROOM = {"light": 2, "medium": 3, "heavy": 4}
LEVELS = {"none": 0, "light": 1, "heavy": 2}

weapons: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    weapon=st.sampled_from([None, "laser-cannon"]),
    name=st.sampled_from([None, "Gun"]),
    arcs=st.none() | st.lists(st.sampled_from(list(ARCS)), min_size=1, max_size=7),
    rate=st.none() | st.integers(1, 9),
    range=st.none() | st.lists(st.integers(1, 99), min_size=3, max_size=3),
    damage=st.none() | st.sampled_from(DICE),
    count=st.integers(1, 3),
)
fighters = st.builds(
    lambda **values: Fighter(system="black-skies", name="X", **values),
    weight=st.sampled_from(list(ROOM)),
    thrusters=st.lists(st.sampled_from(["rear", "side", "forward"]), max_size=4),
    weapons=st.lists(weapons, max_size=4),
    armour=st.sampled_from(list(LEVELS)),
    shields=st.integers(0, 4),
)


def check(fighter: Fighter) -> dict[str, list[Finding]]:
    """What each rule finds."""
    return {one.rule.name: list(one.find(fighter)) for one in CHECKS}


@given(fighters)
def test_what_is_found_is_so_and_the_rest_is_not_found(fighter: Fighter) -> None:
    found = check(fighter)
    used = sum(w.count for w in fighter.weapons) + LEVELS[fighter.armour] + fighter.shields
    assert len(found["over-hardpoints"]) == (used > ROOM[fighter.weight])
    assert len(found["unused-hardpoints"]) == (used < ROOM[fighter.weight])
    heavy = fighter.weight == "light" and fighter.armour == "heavy"
    assert len(found["heavy-armour"]) == heavy
    keys = ("name", "arcs", "rate", "range", "damage")
    incomplete = [
        w for w in fighter.weapons if not w.weapon and None in [getattr(w, k) for k in keys]
    ]
    assert len(found["incomplete-weapon"]) == len(incomplete)
    falling = [w for w in fighter.weapons if w.range and not w.range[0] < w.range[1] < w.range[2]]
    assert len(found["range-bands"]) == len(falling)
    lists: list[list[Any]] = [fighter.thrusters, *(w.arcs or [] for w in fighter.weapons)]
    assert len(found["listed-twice"]) == sum(len(names) - len(set(names)) for names in lists)


@given(fighters)
def test_every_finding_points_at_something_written(fighter: Fighter) -> None:
    for findings in check(fighter).values():
        for path, message, hint, _ in findings:
            value: Any = fighter
            for part in path:
                value = value[part] if isinstance(part, int) else getattr(value, part)
            assert value is not None
            assert message
            assert hint


def test_words_are_joined_as_in_a_sentence() -> None:
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b"]) == "a and b"
    assert join_words(["a", "b", "c"], "or") == "a, b or c"


# What may be written is what the tables hold


@pytest.mark.parametrize(
    ("names", "table"),
    [
        (definition.ArcName, data.ARCS),
        (definition.Die, data.DICE),
        (fleet.SuitName, data.SUITS),
        (strip(list_keys(Fighter)["weight"].annotation), data.WEIGHTS),
        (strip(list_keys(Fighter)["armour"].annotation), data.ARMOUR),
        (definition.Thrusters, {m.thrusters: m for m in MANEUVERS if m.thrusters}),
    ],
)
def test_names_that_may_be_written(names: Any, table: Any) -> None:
    assert list(get_args(names)) == list(table)


def test_weapons_that_may_be_written() -> None:
    for name in data.WEAPONS:
        assert definition.Weapon(weapon=name).type == data.WEAPONS[name]
