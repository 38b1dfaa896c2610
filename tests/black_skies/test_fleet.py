"""Fleets of Black Skies: elements, suits, pilots, hardpoints, and what two sides need."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.black_skies.rules import count_placeholders
from sheetgen.systems.loading import Systems
from tests.black_skies import craft

TIGER = craft.make_fighter(
    name="Black Tiger",
    weight="medium",
    weapons=[{"weapon": "laser-cannon", "count": 2}],
    armour="light",
)


def link(*elements: dict[str, Any]) -> Any:
    return craft.link(TIGER, *elements)


def deal(*elements: dict[str, Any]) -> list[tuple[int, str]]:
    cards = [element.record.card for element in link(*elements).members]
    return [(card.deck, card.suit) for card in cards]


def test_what_an_element_is_given() -> None:
    (element,) = link({}).members
    assert (element.number, element.name, element.ship) == (1, "Black Tiger", TIGER)
    own = element.record
    assert (own.card.suit, own.card.deck, own.speed) == ("spades", 1, 6)
    assert [(p.name, p.skill) for p in own.crew] == [("", 2), ("", 2)]


def test_what_an_element_says_of_itself() -> None:
    pilots = [{"name": "Ace", "skill": 4}, {"name": "Bee", "skill": 1}]
    (element,) = link(
        {"name": "Red", "suit": "hearts", "deck": 2, "speed": 0, "pilots": pilots}
    ).members
    own = element.record
    assert (element.name, own.card.suit, own.card.deck, own.speed) == ("Red", "hearts", 2, 0)
    assert [(p.name, p.skill) for p in own.crew] == [("Ace", 4), ("Bee", 1)]
    assert (element.title, element.mark) == ("Red, hearts, deck 2", "hearts 2")


def test_suits_are_dealt_around_those_that_are_given() -> None:
    assert deal({}, {"suit": "spades"}, {}, {"suit": "clubs"}) == [
        (1, "hearts"),
        (1, "spades"),
        (1, "diamonds"),
        (1, "clubs"),
    ]


def test_a_fifth_element_gets_another_deck() -> None:
    dealt = deal(*[{}] * 9)
    assert dealt[:4] == [(1, "spades"), (1, "hearts"), (1, "clubs"), (1, "diamonds")]
    assert dealt[4:8] == [(2, suit) for suit in SUITS]
    assert dealt[8] == (3, "spades")


def test_a_deck_may_be_chosen_without_a_suit() -> None:
    assert deal({"deck": 2}, {}, {"deck": 2}) == [(2, "spades"), (1, "spades"), (2, "hearts")]


def test_missing_fighters_are_left_out_but_the_others_keep_their_numbers() -> None:
    linked = link({}, {"fighter": "missing"}, {})
    assert [element.number for element in linked.members] == [1, 3]


chosen = st.fixed_dictionaries({}, optional={"deck": st.integers(1, 9)})


@given(st.lists(chosen, min_size=1, max_size=36))
def test_no_two_elements_are_dealt_the_same_cards(elements: list[dict[str, Any]]) -> None:
    dealt = deal(*elements)
    assert len(set(dealt)) == len(dealt)


# Hardpoints


def test_hardpoints_count_both_fighters_of_an_element() -> None:
    assert (
        link({}, {}).record.hardpoints == 12
    )  # 2 elements × 2 fighters × (2 cannons + light armour)


# Two sides: the smaller one passes with Kings in its movement deck


def test_placeholders_make_decks_even() -> None:
    """The example of the rules: four elements against three need one placeholder."""
    four, three = link({}, {}, {}, {}), link({}, {}, {})
    assert count_placeholders(four, [four, three]) == 0
    assert count_placeholders(three, [four, three]) == 1


def test_placeholders_of_three_sides() -> None:
    sides = [link(*[{}] * count) for count in (2, 5, 1)]
    assert [count_placeholders(side, sides) for side in sides] == [3, 0, 4]


def test_a_side_by_itself_needs_no_placeholders() -> None:
    side = link({}, {})
    assert count_placeholders(side, [side]) == count_placeholders(side, []) == 0


def test_a_side_of_a_scenario_meets_its_other_sides_whatever_else_is_printed() -> None:
    four, three, two = link({}, {}, {}, {}), link({}, {}, {}), link({}, {})
    battle = SimpleNamespace(sides=[SimpleNamespace(fleet=side) for side in (four, three)])
    assert [count_placeholders(side, [battle, two]) for side in (four, three, two)] == [0, 1, 0]


def test_other_things_printed_together_are_no_sides() -> None:
    side = link({})
    assert count_placeholders(side, [side, TIGER, TIGER]) == 0


# show


def test_show_json_of_a_fleet(run: Callable[..., Any]) -> None:
    (row,) = json.loads(run("show", "tiger-flight", "--json").stdout)
    of = row["derived"]
    assert (row["kind"], of["hardpoints"], of["hardpoints_limit"]) == ("fleet", 12, None)
    assert of["elements"][0] == {
        "number": 1,
        "name": "Black Tiger",
        "fighter": "Black Tiger",
        "fighters": 2,
        "suit": "Spades",
        "deck": 1,
        "speed": 6,
        "pilots": [{"name": "Ace", "skill": 3}, {"name": None, "skill": 2}],
        "hull": [6, 6],
        "weapons": [2, 2],
        "difficulty_factors": [1, 1],
        "cards": [1, 2, 3, 4, 5, 6],
        "hardpoints": 6,
    }


def test_show_of_a_fleet_is_readable(run: Callable[..., Any]) -> None:
    text = run("show", "tiger-flight").stdout
    assert "hardpoints limit  —" in text
    assert "Ace 3, pilot 2" in text
    assert "None" not in text
    assert text.endswith("6\n")


# new and init


def test_a_new_fighter_and_a_new_fleet_are_well(run: Callable[..., Any]) -> None:
    assert run("new", "black-skies", "Red Kite").status == 0
    assert run("new", "black-skies", "Kite Wing", "--kind", "fleet").status == 0
    assert json.loads(run("validate", "--strict", "--format", "json").stdout) == []


def test_fleet_of_a_new_project_finds_its_fighter_by_itself(
    run: Callable[..., Any], project: Path
) -> None:
    assert run("init", "game", "--game", "black-skies").status == 0
    read = gather([project / "game" / "fleet.yaml"], Shelf(Systems()))
    assert read.diagnostics == []
    assert [link.name for link in read.definitions[0].links] == ["First Fighter"]
