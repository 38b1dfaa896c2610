"""Decks of cards: the same sheet in two sizes."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.deck import BRIDGE, POKER, make_decks


def fill(values: str, look: Look, width: float) -> Iterator[Print]:
    yield Print((values, width), "card")


def test_a_deck_comes_in_poker_and_in_bridge_size() -> None:
    poker, bridge = make_decks(
        "deck",
        "Deck",
        "cards of a ship",
        fill=fill,
        fill_blank=fill,
        default=("ship",),
        role="card",
        template="regatta/card.svg",
        kinds=("ship",),
    )
    assert (poker.name, bridge.name) == ("deck", "deck-bridge")
    assert (poker.title, bridge.title) == ("Deck", "Deck, bridge size")
    # Only one of them is printed unasked, or by a book.
    assert (poker.default, poker.role) == (("ship",), "card")
    assert (bridge.default, bridge.role) == ((), "")
    for sheet, width in ((poker, POKER), (bridge, BRIDGE)):
        assert (sheet.template, sheet.kinds, sheet.gap) == ("regatta/card.svg", ("ship",), 0)
        (card,) = sheet.fill("kestrel", Look())
        assert card.data == ("kestrel", width)
        assert sheet.fill_blank is not None
        (card,) = sheet.fill_blank(3, Look())
        assert card.data == (3, width)


def test_a_deck_without_blank_cards_has_none() -> None:
    for sheet in make_decks("deck", "Deck", "cards", fill=fill, template="card.svg", kinds=()):
        assert sheet.fill_blank is None
