"""What losses leave of sky ships: decks, options, weapons, crews, in show and on paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

import sheetgen

Run = Callable[..., Any]
SHIPS = """\
system: barsoom
id: petrel
name: Petrel
class: small
weapons: [{weapon: pulse-gun, side: bow, count: 2}, {weapon: gardner, side: port, count: 3}]
crew: {helmsman: 1, gunners: 4, repair: 2, grapplers: 3, others: 2}
---
system: barsoom
id: tern
name: Tern
class: medium
bombs: 3
crew: 12
weapons: [{name: Ray, type: light, side: port}, {name: Ray, type: light, side: port, count: 3}]
"""


@pytest.fixture
def write(project: Path) -> Callable[[str], Path]:
    """Writes two ships and a fleet with some losses of them."""

    def write(state: str) -> Path:
        ships = (
            f"ships: [{{ship: petrel, ids: [S1], state: {{{state}}}}}, {{ship: tern, ids: [M1]}}]\n"
        )
        if "M1:" in state:
            ships = f"ships: [{{ship: petrel}}, {{ship: tern, ids: [M1], state: {{{state}}}}}]\n"
        (project / "ships.yaml").write_text(SHIPS, "utf-8")
        (project / "fleet.yaml").write_text(f"system: barsoom\nfleet: Terns\n{ships}", "utf-8")
        return project

    return write


def find(project: Path, id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The whole and the present values of a ship."""
    (fleet,) = (one for one in sheetgen.open_project(project).definitions if one.id == "fleet")
    (ship,) = (one for one in fleet.derived["ships"] if one["id"] == id)
    return ship, ship["present"]


@pytest.mark.parametrize(
    ("damage", "deck", "cards", "options"),
    [
        ("Reverse lost: 1", {"Reverse": None}, 15, 3),
        ("Ascend lost: 1", {"Ascend": None, "Extra Ascend": None}, 14, 3),
        ("Turn lost: 1", {"Turn Left": 1, "Turn Right": 2}, 15, 3),  # left and right in turn
        ("Turn lost: 3", {"Turn Left": None, "Turn Right": 1}, 13, 3),
        ("Control lost: 2", {}, 16, 1),
        ("Speed lost: 3", {"Ahead": None}, 13, 3),
        ("Fire: 2", {}, 16, 3),
    ],
)
def test_a_deck_is_without_the_cards_that_are_lost(
    write: Any, damage: str, deck: dict[str, Any], cards: int, options: int
) -> None:
    whole, left = find(write(f"S1: {{damage: {{{damage}}}}}"), "S1")
    kept = {"Ahead": 3, "Reverse": 1, "Turn Left": 2, "Turn Right": 2, "Stop": 3, "Descend": 3}
    full = {**kept, "Ascend": 1, "Extra Ascend": 1}
    assert (whole["deck"], whole["cards"], whole["options_per_turn"]) == (full, 16, 3)
    assert left["deck"] == {k: v for k, v in {**full, **deck}.items() if v is not None}
    assert (left["cards"], left["options_per_turn"]) == (cards, options)


def test_the_turn_cards_that_are_lost_may_be_named(write: Any) -> None:
    _, left = find(write("S1: {damage: {Turn lost: 2}, turns: [right, right]}"), "S1")
    assert (left["deck"]["Turn Left"], "Turn Right" in left["deck"]) == (2, False)


def test_who_is_lost_of_a_crew_with_roles(write: Any) -> None:
    whole, left = find(write("S1: {crew: {gunners: 1, helmsman: 1}}"), "S1")
    assert (whole["crew"], left["crew"]) == (12, 10)
    assert (whole["out_of_control"], left["out_of_control"]) == (False, True)
    _, left = find(write("S1: {crew: {gunners: 4, others: 2}}"), "S1")
    assert (left["crew"], left["out_of_control"]) == (6, False)


def test_weapons_and_bombs_that_are_lost(write: Any) -> None:
    # Of two entries of one name the first is lost first.
    project = write("M1: {weapons: {port: [Ray, Ray]}, bombs: 2, crew: 5}")
    whole, left = find(project, "M1")
    assert (whole["guns"], left["guns"], whole["bombs"], left["bombs"], left["crew"]) == (
        4,
        2,
        3,
        1,
        7,
    )


def test_show_has_both_side_by_side(run: Run, write: Any) -> None:
    write("S1: {crew: {gunners: 1}, damage: {Ascend lost: 1}, weapons: {bow: [Martian pulse gun]}}")
    outcome = run("show", "fleet.yaml")
    assert "16 → 14" in outcome.stdout
    assert "12 → 11" in outcome.stdout
    assert "5 → 4" in outcome.stdout
    shown = json.loads(run("show", "fleet.yaml", "--json").stdout)[0]
    assert (shown["derived"]["crew"], shown["present"]["crew"]) == (24, 23)
    assert (shown["derived"]["cards"], shown["present"]["cards"]) == (31, 29)


def read(project: Path, sheet: str, of: str = "fleet") -> str:
    with closing(
        PdfDocument(sheetgen.open_project(project).render(of, sheet=sheet, title="x").pdf())
    ) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split())


def test_sheets_print_what_is_left_with_the_whole_behind(write: Any) -> None:
    project = write(
        "S1: {crew: {helmsman: 1, others: 2}, damage: {Ascend lost: 1, Speed lost: 1},"
        " weapons: {bow: [Martian pulse gun]}}"
    )
    card = read(project, "ship-card")
    for words in ("13 of 16", "0 of 2", "CREW 9 of 12", "Drawn blind", "One level down"):
        assert words.upper() in card.upper(), words
    roster = read(project, "roster")
    assert "S1 Petrel Small 8″ 13 of 16 9 of 12 1 – 1 of 2 3" in roster
    assert "Total 28 21 – 1 7" in roster
    deck = read(project, "movement-deck")
    assert (deck.count("EXTRA ASCEND"), deck.count("8″ AHEAD"), deck.count("6″ AHEAD")) == (0, 2, 3)
    # Without losses nothing stands behind.
    whole = read(project, "ship-card", "petrel")
    assert " of 16" not in whole and "CREW 12 " in whole and "FIRST OPTION" in whole


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("crew: {gunners: 5}", "S1 has lost 5 of its gunners, but it has 4"),
        ("crew: 3", "S1 has lost 3 of its others, but it has 2"),
        ("damage: {Turn lost: 2}, turns: [left]", "S1 has lost 2 Turn cards, but 1 are named"),
        ("damage: {Turn lost: 3}, turns: [left, left, left]", "can't lose 3"),
    ],
)
def test_losses_that_can_not_be(run: Run, write: Any, state: str, said: str) -> None:
    write(f"S1: {{{state}}}")
    outcome = run("validate", "fleet.yaml")
    assert "error[ship-state]" in outcome.stderr
    assert said in outcome.stderr


def test_a_crew_without_roles_has_no_gunners_to_lose(run: Run, write: Any) -> None:
    write("M1: {crew: {gunners: 1}}")
    assert "M1 has lost 1 of its gunners, but it has 0" in run("validate", "fleet.yaml").stderr
