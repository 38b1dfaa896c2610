"""Movement decks: which cards, how many, what stands on them, nine to a page with their backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from sheetgen.ground.units import MM
from sheetgen.systems.barsoom.deck import describe, list_damage, list_restrictions
from tests.barsoom.game import fill, make_ship

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("class_", "handling"), [("capital", {}), ("small", {}), ("small", {"ascends": 3})]
)
def test_the_printed_cards_are_the_deck_and_two_of_rules(
    class_: str, handling: dict[str, int]
) -> None:
    ship = make_ship(class_, handling=handling)
    pieces = fill("movement-deck", ship)
    counts = {piece.data.name: piece.copies for piece in pieces}
    assert counts == {
        **{card.name: card.count for card in ship.record.deck},
        "Restrictions": 1,
        "Damage": 1,
    }
    assert all(piece.back == pieces[0].back for piece in pieces)
    assert [piece.bookmark for piece in pieces] == ["Petrel", *[""] * (len(pieces) - 1)]


def test_ships_may_turn_without_a_move_where_their_stats_say_so() -> None:
    for handling, words in [
        ({}, "One Turn after each Ahead or Reverse.*"),
        ({"free_turns": True}, "Turns need no move before."),
    ]:
        ship = make_ship(handling=handling)
        assert words in [line.text for line in list_restrictions([ship.record])]
        (card,) = (piece.data for piece in fill("ship-card", ship))
        assert ("free" in [fact.value for fact in card.facts]) == bool(handling)


def test_ships_that_differ_send_to_their_cards() -> None:
    ships = [make_ship().record, make_ship("small").record]
    assert [line.text for line in list_restrictions(ships)][1:5] == [
        "As many Turns after a move as its Turn cards say.*",
        "A Stop between Ahead and Reverse, both ways.",
        "No more than one Reverse a turn.",
        "As many levels up a turn as the ship’s Ascend cards say.",
    ]


def test_a_broken_hull_needs_two_tens_in_a_turn() -> None:
    (ten,) = (line for line in list_damage([make_ship().record]) if line.mark == "10")
    assert ten.text == "Hull breaks, if twice in a turn"


@pytest.mark.parametrize(
    ("card", "keys", "value", "words"),
    [
        ("ahead", {"class_": "capital"}, "4″", "Straight ahead"),
        ("ahead", {"class_": "small", "speed": 11}, "11″", "Straight ahead"),
        ("reverse", {}, "6″", "Once a turn"),
        ("reverse", {"handling": {"reverses": 2}}, "6″", "Two times a turn"),
        ("turn-left", {}, "45°", "after an Ahead or Reverse"),
        ("turn-right", {"class_": "small"}, "45°", "Two of them may follow"),
        ("turn-right", {"handling": {"free_turns": True}}, "45°", "with or without a move before"),
        ("stop", {}, "0″", "Between Ahead and Reverse"),
        ("descend", {"class_": "capital"}, "−1", "two a turn at most"),
        ("descend", {}, "−1", "one a turn at most"),
        ("ascend", {}, "+1", "once a turn"),
        ("ascend", {"class_": "small"}, "+1", "two a turn at most"),
        ("extra-ascend", {"handling": {"ascends": 3}}, "+1", "three a turn at most"),
    ],
)
def test_what_stands_on_a_card(card: str, keys: dict[str, Any], value: str, words: str) -> None:
    figure, text = describe(card, make_ship(**keys).record)
    assert figure == value
    assert words in text


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: Any) -> Path:
    folder: Path = tmp_path_factory.mktemp("terns")
    (folder / "fleet.yaml").write_text(
        "system: barsoom\nfleet: Terns\nships:\n"
        "  - {ship: windhover, names: [Tern]}\n  - {ship: sandpiper}\n"
    )
    return folder


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sheet", ["movement-deck", "movement-deck-bridge"])
def test_nine_to_a_page_with_their_backs(fleet: Path, run_in: Run, paper: str, sheet: str) -> None:
    options = ("--sheet", sheet, "--paper", paper, "--portrait")
    outcome = run_in(fleet, "render", "-o", "deck.pdf", *options)
    # 15 and 16 cards, and two cards of rules for the side: 33 on four pages
    assert outcome.stdout.startswith("deck.pdf: 33 pieces on 8 pages, ")
    document = PdfDocument(fleet / "deck.pdf")
    texts = [page.get_textpage().get_text_range() for page in document]
    assert texts[0].count("AHEAD\r\n") == 3
    assert Counter(texts[1].split())["TERN"] == 9
    assert Counter(texts[3].split())["TERN"] == 6
    assert "M1 · Medium ship" in texts[1]
    assert "8″" in texts[2]
    assert "EXTRA ASCEND" in texts[6]


def test_a_picture_takes_the_place_of_the_plan(project: Path, run: Run) -> None:
    box = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="20mm" viewBox="0 0 9 20">'
    (project / "tern.svg").write_text(f'{box}<rect width="9" height="20" fill="#0f0"/></svg>')
    ship = project / "tern.yaml"
    ship.write_text("system: barsoom\nname: Tern\nclass: small\nart: tern.svg\n", "utf-8")
    sheets = [
        part for name in ("ship-card", "movement-deck", "counters") for part in ("--sheet", name)
    ]
    assert run("render", "tern.yaml", "-o", "tern.pdf", *sheets).status == 0
    with closing(PdfDocument(project / "tern.pdf")) as document:
        pages = [page.render(scale=0.5, rev_byteorder=True).to_pil() for page in document]
    colours = [dict(map(reversed, page.convert("RGB").getcolors(1 << 20))) for page in pages]
    green = [counts.get((0, 255, 0), 0) for counts in colours]
    # cards and their backs, twice; the ship card with counters, and their backs
    assert [count > 100 for count in green] == [True] * 6


def test_a_fold_joins_front_and_back(fleet: Path, run_in: Run) -> None:
    outcome = run_in(fleet, "render", "-o", "d.pdf", "--sheet", "movement-deck", "--duplex", "fold")
    assert outcome.status == 0, outcome.stderr
    assert "Tern" in PdfDocument(fleet / "d.pdf")[0].get_textpage().get_text_range()


def test_a_bookmark_for_each_ship(fleet: Path, run_in: Run) -> None:
    outcome = run_in(fleet, "render", "-o", "kit.pdf")
    assert outcome.status == 0, outcome.stderr
    with pikepdf.open(fleet / "kit.pdf") as pdf, pdf.open_outline() as outline:
        marks = {str(mark.title): [str(m.title) for m in mark.children] for mark in outline.root}
    assert list(marks) == [
        f"Terns: {title}"
        for title in (
            "Quick reference", "Fleet roster", "Ship card", "Movement deck", "Ship counters",
            "Damage effect die",
        )
    ]  # fmt: skip
    assert marks["Terns: Movement deck"] == ["M1 Tern", "S1 Sandpiper", "Rules"]
    assert marks["Terns: Ship card"] == ["M1 Tern", "S1 Sandpiper"]


@pytest.mark.parametrize(
    ("sheet", "millimetres"), [("movement-deck", 63.5), ("movement-deck-bridge", 57.15)]
)
def test_size_of_a_card(sheet: str, millimetres: float) -> None:
    from sheetgen.printing.press import Press

    pieces = fill(sheet, make_ship())
    press = Press(None)
    for template, data in (
        ("barsoom/card.svg", pieces[0].data),
        ("barsoom/card-back.svg", pieces[0].back),
    ):
        drawing = press.draw(template, data, "card")
        assert drawing.width / MM == pytest.approx(millimetres)
        assert drawing.height / MM == pytest.approx(88.9)
