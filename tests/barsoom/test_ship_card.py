"""Ship cards: where weapons stand, which boxes there are, what is blank."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.systems.barsoom.battery import HEADING, LEAST_PLAN, ROOM, WIDTH, arrange, has_room
from tests.barsoom.game import SIDES, WEAPONS, fill, fill_blank, make_ship

Run = Callable[..., Any]


def make_card(class_: str = "medium", **keys: Any) -> Any:
    (piece,) = fill("ship-card", make_ship(class_, **keys))
    return piece.data


def gun(side: str, type_: str = "medium", count: int = 1, **keys: Any) -> dict[str, Any]:
    return {"name": "Ray", "side": side, "type": type_, "count": count, **keys}


# Weapons

WEAPON = st.builds(gun, st.sampled_from(SIDES), st.sampled_from(sorted(WEAPONS)), st.integers(1, 9))


@given(st.lists(WEAPON, max_size=16))
def test_every_weapon_has_its_box_and_none_overlap(weapons: list[dict[str, Any]]) -> None:
    mounted = make_ship(weapons=weapons).record.weapons
    assume(has_room(mounted))
    battery = arrange(mounted, {})
    boxes = sum(len(gun.boxes) for block in battery.blocks for gun in block.guns)
    assert boxes == sum(weapon.count for weapon in mounted)
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
    assert make_card(weapons=[gun("bow", "light", automatic=True)]).reloading
    assert not make_card(weapons=[gun("bow", "light")]).reloading


def test_a_line_tells_type_range_and_rolls() -> None:
    card = make_card(weapons=[gun("bow", "heavy", rolls=2)])
    (line,) = card.battery.blocks[0].guns
    assert (line.name, line.about) == ("Ray · 2 rolls", "Heavy 72″")


# Boxes


def test_damage_has_a_box_for_each_time_it_can_strike() -> None:
    card = make_card()
    assert {mark.roll: mark.count for mark in card.marks} == {3: 1, 4: 1, 5: 4, 6: 3, 7: 3, 9: 3}
    assert (len(card.repairs), len(card.turn_options)) == (3, 3)


@pytest.mark.parametrize("crew", [0, 1, 56, 57, 90])
def test_a_box_for_each_of_the_crew(crew: int) -> None:
    drawing = Press(None).draw("barsoom/ship-card.svg", make_card(crew=crew), "card")
    boxes = [[mm / MM for mm in field.box] for field in drawing.fields if field.name == "crew"]
    assert len(boxes) == crew
    for at, (left, low, right, high) in enumerate(boxes):
        assert (left, low) >= (120, 131 - 108)
        assert (right, high) <= (188.5, 131 - 83)
        assert min(right - left, high - low) >= 3.4
        assert all(
            right <= x0 or x1 <= left or y1 <= low for x0, y0, x1, y1 in boxes[:at] if y0 <= low
        )


def test_bombs_are_counted_or_rolled() -> None:
    told = [(c.most_bombs, c.bomb_die) for c in map(make_card, ("capital", "medium", "small"))]
    assert told == [(6, "D6"), (3, "D3"), (1, "")]
    card = make_card("capital", bombs=2)
    assert (card.most_bombs, card.bomb_die) == (2, "")


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
    (piece,) = fill_blank("ship-card", speed)
    card = piece.data
    assert (card.klass.name, card.name, piece.title) == (
        name,
        "",
        f"Blank ship card, {name.lower()}",
    )
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


@pytest.mark.parametrize("sheet", ["ship-card", "movement-deck"])
def test_there_is_no_blank_of_another_speed(run: Run, sheet: str) -> None:
    outcome = run("blank", f"barsoom/{sheet}", "--size", "5", "-o", "blank.pdf")
    assert outcome.status == 2
    assert "no ship has speed 5; there are 4, 6, 8" in outcome.stderr
