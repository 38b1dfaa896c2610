"""Maneuver decks: an element's, a fighter's, and the complete deck of four suits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sheetgen.ground.record import replace
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import SUITS, Suit
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import maneuvers, weight
from sheetgen.systems.black_skies.fleet import (
    LIVERIES,
    Element,
    LinkedFleet,
    count_placeholders,
    deal_free_suits,
)
from sheetgen.systems.black_skies.maneuver import MANEUVERS
from sheetgen.systems.black_skies.sheets.card import TURN, Back, Deck, draw_pattern
from sheetgen.systems.kit.counters import make_ensign
from sheetgen.systems.kit.deck import HEIGHT, make_decks

COLOURS = (
    "#1f4e79", "#8c1c2b", "#1f6b45", "#6a3a8c", "#a35a12", "#11707a", "#4a4f57", "#6b4226",
    "#9c2f6e",
)  # fmt: skip
"""The backs of decks 1 to 9, where a side has no colour."""
ROLES = ("Lead", "Wingman")
"""The names for pilots without one."""
SPEED = 6
"""The speed at which diagrams are drawn on cards that belong to no element."""


def fill_deck(
    values: Fighter | LinkedFleet, look: Look, together: Sequence[Any] = (), *, width: float
) -> Iterator[Print]:
    """The decks of a fleet's elements, printed `together` with others, or a fighter's cards."""
    if isinstance(values, Fighter):
        yield from _print_fighter(values, look, width)
        return
    for element in values.elements:
        deck = _make_deck(values, element, look, width)
        bookmark = element.title
        for maneuver in maneuvers(element.fighter):
            yield deck.print_card(deck.make_front(maneuver), bookmark)
            bookmark = ""
        use = "Once both fighters of this element are lost, it takes their place in the deck."
        yield deck.print_card(deck.make_king(use))
    yield from _print_kings(values, look, width, count_placeholders(values, together))
    yield _print_turn(values, look, width)


def _print_fighter(fighter: Fighter, look: Look, width: float) -> Iterator[Print]:
    colour = look.colour or COLOURS[0]
    back = _make_back(width, colour, (SUITS["spades"],), 1, fighter.name)
    deck = Deck(width, colour, "spades", 1, SPEED, weight(fighter), (), back)
    for maneuver in maneuvers(fighter):
        yield deck.print_card(deck.make_front(maneuver))


def _make_deck(side: LinkedFleet, element: Element, look: Look, width: float) -> Deck:
    pilots = [
        (str(at), pilot.name or role, pilot.skill)
        for at, (pilot, role) in enumerate(zip(element.pilots, ROLES, strict=True), 1)
    ]
    back = _mark_side(side, element.suit, element.deck, look, width)
    return Deck(
        width=width,
        colour=back.colour,
        suit=element.suit,
        number=element.deck,
        speed=element.speed,
        weight=weight(element.fighter),
        pilots=pilots,
        back=replace(back, element=element.name),
    )


def _mark_side(side: LinkedFleet, suit: str, deck: int, look: Look, width: float) -> Back:
    """The back of a side's cards, before it says what they are for."""
    colour = look.colour or side.fleet.colour or COLOURS[0]
    fields = [colour, *(c for c in COLOURS if c != colour.lower())]
    pattern = side.place + deck - 1
    back = _make_back(width, colour, (SUITS[suit],), deck, side.name, pattern)
    ensign = make_ensign(side, look, COLOURS[0], LIVERIES)
    return replace(back, field=fields[deck - 1], ensign=ensign)


def _make_back(
    width: float, colour: str, suits: tuple[Suit, ...], deck: int, side: str, pattern: int = 0
) -> Back:
    return Back(
        width=width,
        colour=colour,
        field=colour,
        suits=suits,
        deck=str(deck) if deck > 1 else "",
        side=side,
        element="Maneuvers",
        pattern=draw_pattern(pattern, width, HEIGHT),
    )


def _print_kings(side: LinkedFleet, look: Look, width: float, count: int) -> Iterator[Print]:
    """The Kings of a side with fewer elements than the other."""
    free = deal_free_suits([(e.deck, e.suit) for e in side.elements])
    bookmark = "Placeholders"
    for _ in range(count):
        number, suit = next(free)
        back = replace(_mark_side(side, suit, number, look, width), element="Placeholder")
        deck = Deck(width, back.colour, suit, number, SPEED, None, (), back)
        use = "From the first turn on, it makes up for an element that the other side has more."
        yield deck.print_card(deck.make_king(use), bookmark)
        bookmark = ""


def _print_turn(side: LinkedFleet, look: Look, width: float) -> Print:
    """A card that explains the turn, for the side."""
    first = side.elements[0]
    back = replace(_mark_side(side, first.suit, 1, look, width), suits=tuple(SUITS.values()))
    deck = Deck(width, back.colour, first.suit, 1, SPEED, None, (), replace(back, element="Turn"))
    front = replace(deck.make_king(""), rank="", name="The turn", about="", steps=TURN)
    return deck.print_card(front, "The turn")


def fill_complete(number: int, look: Look, width: float) -> Iterator[Print]:
    """The 52 cards of deck `number`, for any fighter. Raises ValueError above 9."""
    if number > len(COLOURS):
        raise ValueError(f"there are decks 1 to {len(COLOURS)}, not {number}")
    colour = look.colour if look.colour and number == 1 else COLOURS[number - 1]
    suits = tuple(SUITS.values())
    back = _make_back(width, colour, suits, number, "Black Skies", pattern=number - 1)
    for suit in SUITS:
        deck = Deck(width, colour, suit, number, SPEED, None, (), back)
        bookmark = SUITS[suit].name
        for maneuver in MANEUVERS:
            yield deck.print_card(deck.make_front(maneuver), bookmark)
            bookmark = ""
        use = "It takes the place of a lost element, or of one that the other side has more."
        yield deck.print_card(deck.make_king(use))


_make_decks = partial(
    make_decks,
    template="black-skies/card.svg",
    back_template="black-skies/card-back.svg",
    fill=fill_deck,
)
MANEUVER_DECK, MANEUVER_BRIDGE = _make_decks(
    "maneuver-deck",
    "Maneuver deck",
    "the maneuver cards of each element, poker size, with its pilots' rolls",
    kinds=("fighter", "fleet"),
    default=("fleet",),
    beside=True,
    role="card",
)
COMPLETE_DECK, COMPLETE_BRIDGE = _make_decks(
    "complete-deck",
    "Complete deck",
    "52 maneuver cards in four suits for any fighter, poker size; --size is the deck's number",
    kinds=(),
    fill_blank=fill_complete,
    blank_sizes=(1,),
)
