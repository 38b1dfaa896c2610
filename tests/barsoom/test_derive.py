"""Derived values of sky ships: worked examples by hand, and laws that hold for every ship."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.systems.column import read_values
from tests.barsoom.game import (
    CARDS,
    CLASSES,
    DAMAGE,
    SHIP,
    SIDES,
    TABLES,
    WEAPONS,
    derive,
    make_ship,
)

MEDIUM_DECK = {
    "Ahead": 3,
    "Reverse": 1,
    "Turn Left": 2,
    "Turn Right": 2,
    "Stop": 3,
    "Descend": 3,
    "Ascend": 1,
}


def ships() -> st.SearchStrategy[dict[str, Any]]:
    """Any ship: class, speed, handling, weapons."""
    weapon = st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Ray", "Long gun"]),
            "type": st.sampled_from(sorted(WEAPONS)),
            "side": st.sampled_from(SIDES),
            "count": st.integers(1, 9),
        }
    )
    handling = st.fixed_dictionaries(
        {}, optional={k: st.integers(1, 3) for k in ("ascends", "reverses", "turns")}
    )
    keys = st.fixed_dictionaries(
        {"class_": st.sampled_from(sorted(CLASSES))},
        optional={
            "speed": st.integers(1, 36),
            "handling": handling,
            "weapons": st.lists(weapon, max_size=16),
            "crew": st.integers(0, 90),
            "length": st.floats(4, 60),
            "beam": st.floats(2, 7),
        },
    )
    return cast(Any, keys)


# Classes


@pytest.mark.parametrize(
    ("class_", "speed", "cards", "ascends", "descends", "turns", "bombs"),
    [
        ("capital", 4, 15, 1, 2, 1, "D6"),
        ("medium", 6, 15, 1, 1, 1, "D3"),
        ("small", 8, 16, 2, 1, 2, 1),
    ],
)
def test_what_a_class_gives(
    class_: str, speed: int, cards: int, ascends: int, descends: int, turns: int, bombs: object
) -> None:
    of = derive(class_)
    assert (of["speed"], of["cards"], of["options_per_turn"]) == (speed, cards, 3)
    assert (of["ascend_levels"], of["descend_levels"]) == (ascends, descends)
    assert (of["turns_per_move"], of["reverses_per_turn"], of["bombs"]) == (turns, 1, bombs)


def test_a_ship_may_differ_from_its_class() -> None:
    of = derive(speed=9, bombs=2, length=21, beam=4.5, crew=12)
    assert (of["speed"], of["bombs"], of["length"], of["beam"]) == (9, 2, 21, 4.5)
    assert (of["crew"], of["repair_pool"], of["repair_sixes"]) == (12, 12, 3)
    assert derive(bombs=0)["bombs"] == 0
    assert derive()["repair_pool"] is None


# The deck


def test_decks_are_the_printed_ones() -> None:
    assert derive("medium")["deck"] == MEDIUM_DECK
    assert derive("capital")["deck"] == MEDIUM_DECK
    assert derive("small")["deck"] == {**MEDIUM_DECK, "Extra Ascend": 1}


def test_better_handling_brings_its_cards() -> None:
    better = derive(handling={"ascends": 3, "reverses": 2, "turns": 3})
    assert better["deck"] == {**MEDIUM_DECK, "Reverse": 2, "Extra Ascend": 2}
    assert (better["cards"], better["turns_per_move"]) == (18, 3)
    worse = derive("small", handling={"ascends": 1, "turns": 1})
    assert (worse["deck"], worse["turns_per_move"]) == (MEDIUM_DECK, 1)


def test_the_deck_after_each_damage() -> None:
    rows = derive("small")["deck_after"]
    told = [(row["result"], row["lost"], row["cards"], row["options"]) for row in rows]
    assert told == [
        (3, "Reverse", 15, 3),
        (4, "Ascend, Extra Ascend", 14, 3),
        (5, "Turn Left", 15, 3),
        (5, "Turn Right", 15, 3),
        (6, "an option", 16, 2),
        (7, "Ahead", 15, 3),
    ]
    assert (rows[0]["Reverse"], rows[0]["Ahead"]) == (0, 3)
    assert (rows[1]["Ascend"], rows[1]["Extra Ascend"]) == (0, 0)
    assert (rows[2]["Turn Left"], rows[2]["Turn Right"]) == (1, 2)
    assert rows[5]["Ahead"] == 2


def test_losing_the_ability_takes_every_reverse_and_ascend() -> None:
    rows = derive(handling={"reverses": 3, "ascends": 2})["deck_after"]
    assert [row["cards"] for row in rows if row["result"] in (3, 4)] == [18 - 3, 18 - 2]


@given(ships())
def test_what_is_lost_and_what_is_left_are_the_deck(keys: dict[str, Any]) -> None:
    of = derive(**keys)
    whole = of["deck"]
    assert of["cards"] == sum(whole.values())
    assert {row["result"] for row in of["deck_after"]} == {3, 4, 5, 6, 7}
    for row in of["deck_after"]:
        taken = {name: count - row[name] for name, count in whole.items() if count > row[name]}
        assert (", ".join(taken) or "an option") == row["lost"]
        assert row["cards"] == of["cards"] - sum(taken.values())
        one = row["result"] in (5, 7)  # a card that is drawn, and not all of its name
        assert all(count == 1 if one else row[name] == 0 for name, count in taken.items())
        assert bool(taken) is (row["options"] == 3)


# Weapons

GUNS = [
    {"name": "Shock cannon", "type": "heavy", "side": "bow", "rolls": 2},
    {"name": "Pulse gun", "type": "medium", "side": "port", "count": 2},
    {"name": "Gatling", "type": "light", "side": "turret", "automatic": True},
]


def test_weapons_have_the_range_of_their_type() -> None:
    of = derive(weapons=GUNS)
    rows = [(w["name"], w["side"], w["count"], w["range"]) for w in of["weapons"]]
    assert rows == [
        ("Shock cannon", "bow", 1, 72),
        ("Pulse gun", "port", 2, 60),
        ("Gatling", "turret", 1, 48),
    ]
    heavy, medium, light = of["weapons"]
    assert (heavy["rolls"], heavy["reloads"], heavy["automatic"]) == (2, True, False)
    assert (medium["rolls"], medium["reloads"], medium["automatic"]) == (None, False, False)
    assert (light["reloads"], light["automatic"]) == (False, True)
    assert of["guns"] == 4


def test_modifiers_end_with_the_range() -> None:
    heavy, medium, light = (w["modifiers"] for w in derive(weapons=GUNS)["weapons"])
    assert heavy == medium == [0, -1, -2, -3]
    assert light == [0, -1, -2]
    assert [tuple(row.values()) for row in derive()["range_modifiers"]] == [
        (0, 18, 0), (18, 36, -1), (36, 54, -2), (54, 72, -3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("class_", "rolls"),
    [
        ("capital", ["D10", "D10−2", None]),
        ("medium", ["D10", "D10−2", None]),
        ("small", ["D10+1", "D10−2", "D10−4"]),
    ],
)
def test_what_a_hit_does_to_a_ship(class_: str, rolls: list[str | None]) -> None:
    rows = derive(class_)["hit_by"]
    assert [row["type"] for row in rows] == ["heavy", "medium", "light"]
    assert [row["damage_roll"] for row in rows] == rolls


# What `show` prints


def test_what_is_read_out() -> None:
    shown = read_values(SHIP.columns, make_ship("small", weapons=GUNS))
    assert shown["hit by"] == {"heavy": "D10+1", "medium": "D10−2", "light": "D10−4"}
    assert shown["En Garde! ranges"] == {
        "to 18″": "0",
        "to 36″": "−1",
        "to 54″": "−2",
        "to 72″": "−3",
    }
    assert [list(row) for row in shown["weapons"].rows] == [
        ["Shock cannon", "heavy", "bow", 1, "72″", "0 −1 −2 −3", "2 damage rolls, reloads"],
        ["Pulse gun", "medium", "port", 2, "60″", "0 −1 −2 −3", ""],
        ["Gatling", "light", "turret", 1, "48″", "0 −1 −2", "jams"],
    ]
    assert shown["deck after"].headings[:3] == ["", "loses", "Ahead"]
    assert shown["deck after"].rows[0] == [3, "Reverse", 3, 0, 2, 2, 3, 3, 1, 1, 15, 3]
    assert read_values(SHIP.columns, make_ship())["weapons"] == []


# The tables


def test_the_damage_table_is_a_ten_sided_die() -> None:
    assert list(DAMAGE) == list(range(1, 11)) == list(map(int, TABLES["effects"]))
    assert [roll for roll, line in DAMAGE.items() if line["most"]] == [3, 4, 5, 6, 7, 9]
    assert [roll for roll, line in DAMAGE.items() if line["die"]] == [3, 4, 5, 6, 7, 8]
    assert all(set(line["cards"]) <= {*CARDS} for line in DAMAGE.values())


def test_the_damage_effect_die_has_two_of_each() -> None:
    counts = {face["id"]: face["count"] for face in TABLES["effect_die"]}
    assert counts == {"arrow": 2, "stop": 2, "turn-left": 1, "turn-right": 1}


def test_no_weapon_reaches_beyond_the_range_bands() -> None:
    most = max(map(int, TABLES["bands"]))
    assert max(line["range"] for line in WEAPONS.values()) == most == 72
