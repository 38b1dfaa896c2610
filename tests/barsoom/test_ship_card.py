"""Ship cards: where weapons stand, which boxes there are, what is blank."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.systems.barsoom.data import WEAPONS
from sheetgen.systems.barsoom.plan import HEADING, LEAST_PLAN, ROOM, WIDTH, arrange, has_room
from sheetgen.systems.barsoom.sheets.ship_card import (
    ShipCard,
    blank_cards,
    fill_cards,
)
from sheetgen.systems.barsoom.ship import SIDES, Ship
from sheetgen.systems.contract import Look

Run = Callable[..., Any]


def make_ship(class_: str = "medium", **keys: Any) -> Ship:
    return Ship(**{"system": "barsoom", "name": "Petrel", "class": class_, **keys})


def make_card(class_: str = "medium", **keys: Any) -> ShipCard:
    (piece,) = fill_cards(make_ship(class_, **keys), Look())
    card = piece.data
    assert isinstance(card, ShipCard)
    return card


def gun(side: str, type_: str = "medium", count: int = 1, **keys: Any) -> dict[str, Any]:
    return {"name": "Ray", "side": side, "type": type_, "count": count, **keys}


# Weapons

WEAPON = st.builds(gun, st.sampled_from(SIDES), st.sampled_from(sorted(WEAPONS)), st.integers(1, 9))


@given(st.lists(WEAPON, max_size=16))
def test_every_weapon_has_its_box_and_none_overlap(weapons: list[dict[str, Any]]) -> None:
    ship = make_ship(weapons=weapons)
    assume(has_room(ship))
    battery = arrange(ship)
    boxes = sum(len(gun.boxes) for block in battery.blocks for gun in block.guns)
    assert boxes == sum(weapon.count for weapon in ship.weapons)
    assert battery.plan_height >= LEAST_PLAN
    places = []
    for block in battery.blocks:
        rows = -(-len(block.guns) // block.columns)
        right = block.x + block.columns * 48.5 - (48.5 - block.width)
        places.append((block.x, block.y, right, block.y + HEADING + rows * battery.line))
    for at, (x0, y0, x1, y1) in enumerate(places):
        assert x0 >= 0
        assert x1 <= WIDTH + 1e-6
        assert y1 <= ROOM + 1e-6
        for u0, v0, u1, v1 in places[:at]:
            assert x1 <= u0 or u1 <= x0 or y1 <= v0 + 1e-6 or v1 <= y0 + 1e-6


def test_a_line_has_room_for_three_weapons_that_reload_or_five_others() -> None:
    card = make_card("capital", weapons=[gun("port", "heavy", 4), gun("starboard", "light", 6)])
    lines = {block.title: [len(gun.boxes) for gun in block.guns] for block in card.battery.blocks}
    assert lines == {"PORT": [3, 1], "STARBOARD": [5, 1]}


def test_automatic_weapons_have_a_place_for_jams() -> None:
    assert make_card(weapons=[gun("bow", "light", automatic=True)]).reloads
    assert not make_card(weapons=[gun("bow", "light")]).reloads


def test_a_line_tells_type_range_and_rolls() -> None:
    card = make_card(weapons=[gun("bow", "heavy", rolls=2)])
    (line,) = card.battery.blocks[0].guns
    assert (line.name, line.about) == ("Ray · 2 rolls", "Heavy 72″")


# Boxes


def test_damage_has_a_box_for_each_time_it_can_strike() -> None:
    losses = {loss.damage.roll: len(loss.boxes) for loss in make_card().losses}
    assert losses == {3: 1, 4: 1, 5: 4, 7: 3, 9: 3}
    card = make_card()
    assert (card.control.roll, card.weapon.roll, len(card.repairs), len(card.options)) == (
        6, 8, 3, 3,
    )  # fmt: skip


@pytest.mark.parametrize("crew", [0, 1, 56, 57, 90])
def test_a_box_for_each_of_the_crew(crew: int) -> None:
    boxes = make_card(crew=crew).crew_boxes
    rows = -(-boxes.count // boxes.columns)
    assert boxes.count == crew
    assert boxes.columns * boxes.pitch <= 68.5
    assert rows * boxes.pitch <= 24.1
    assert boxes.pitch - 0.5 >= 3.5


def test_bombs_are_counted_or_rolled() -> None:
    told = [(len(c.bombs), c.bomb_die) for c in map(make_card, ("capital", "medium", "small"))]
    assert told == [(6, "D6"), (3, "D3"), (1, "")]
    card = make_card("capital", bombs=2)
    assert (len(card.bombs), card.bomb_die) == (2, "")


def test_figures_of_the_head() -> None:
    facts = make_card("small", speed=9, handling={"reverses": 2}).facts
    assert [fact.value for fact in facts] == ["9″", "2", "1", "2", "2", "17"]


# On paper

CARDS = """
system: barsoom
id: armed
name: Armed
class: capital
crew: 90
bombs: 6
weapons: [{name: Ray, type: heavy, side: port, count: 3}, {name: Gun, type: light, side: stern}]
---
system: barsoom
id: quiet
name: Quiet
class: small
weapons: [{name: Gun, type: light, side: stern}]
---
system: barsoom
id: bare
name: Bare
class: medium
"""


def test_a_card_explains_its_boxes(
    run: Run, project: Path, find_struck: Callable[[Any], list[str]]
) -> None:
    (project / "cards.yaml").write_text(CARDS, "utf-8")
    outcome = run("render", "cards.yaml", "-o", "out.pdf", "--sheet", "ship-card")
    assert outcome.status == 0, outcome.stderr
    document = PdfDocument(project / "out.pdf")
    assert [find_struck(page) for page in document] == [[], []]
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    words = ("damaged", "repaired by three sixes", "damage effect die", "safe to land")
    assert [text.count(word) for word in words] == [3, 3, 3, 3]
    assert text.count("reloading") == 1  # only the first has weapons that do


# Blank cards


@pytest.mark.parametrize(
    ("speed", "name"), [(4, "Capital ship"), (6, "Medium ship"), (8, "Small craft")]
)
def test_a_blank_card_for_each_class(speed: int, name: str) -> None:
    (piece,) = blank_cards(speed, Look())
    card = piece.data
    assert (card.class_name, card.name, card.facts[0].value) == (name, "", "")
    assert {block.title for block in card.battery.blocks} == {
        "BOW", "PORT", "STARBOARD", "TURRETS", "STERN",
    }  # fmt: skip


def test_blanks_are_printed(run: Run, project: Any) -> None:
    outcome = run("blank", "barsoom/ship-card", "-o", "blank.pdf")
    assert (outcome.status, outcome.stdout) == (
        0,
        "blank.pdf: 3 pieces on 2 pages, 60 % of the paper used\n",
    )
    outcome = run("blank", "movement-deck", "--size", "8", "-o", "deck.pdf", "--duplex", "none")
    assert (outcome.status, outcome.stdout) == (
        0,
        "deck.pdf: 18 pieces on 2 pages, 81 % of the paper used\n",
    )


def test_there_is_no_blank_of_another_speed(run: Run) -> None:
    outcome = run("blank", "ship-card", "--size", "5", "-o", "blank.pdf")
    assert outcome.status == 2
    assert (
        "no class has a speed of 5; the speeds are 4 capital ship, 6 medium ship" in outcome.stderr
    )
