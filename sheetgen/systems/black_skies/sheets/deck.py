"""Maneuver decks: an element's, a fighter's, and the complete deck of four suits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import maneuvers, weight
from sheetgen.systems.black_skies.fleet import Element, LinkedFleet, count_placeholders
from sheetgen.systems.black_skies.maneuver import MANEUVERS
from sheetgen.systems.black_skies.sheets.card import BRIDGE, HEIGHT, POKER, TURN, Back, Deck
from sheetgen.systems.black_skies.sheets.pattern import draw_pattern
from sheetgen.systems.kit.counters import find_side

COLOURS = (
    "#1f4e79", "#8c1c2b", "#1f6b45", "#6a3a8c", "#a35a12", "#11707a", "#4a4f57", "#6b4226",
    "#9c2f6e",
)  # fmt: skip
"""The backs of decks 1 to 9, where a side has no colour of its own."""
ROLES = ("Lead", "Wingman")
"""What pilots without names are called."""
SPEED = 6
"""At which the diagrams of cards are drawn that belong to no element."""


def fill_deck(values: Fighter | LinkedFleet, look: Look, width: float) -> Iterator[Print]:
    """The decks of a fleet's elements, or the cards of a fighter."""
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
    yield from _print_kings(values, look, width)
    yield _print_turn(values, look, width)


def _print_fighter(fighter: Fighter, look: Look, width: float) -> Iterator[Print]:
    colour = look.colour or COLOURS[0]
    back = Back(
        width,
        colour,
        colour,
        (SUITS["spades"],),
        "",
        fighter.name,
        "Maneuvers",
        draw_pattern(0, width, HEIGHT),
    )
    deck = Deck(width, colour, "spades", 1, SPEED, weight(fighter), (), back)
    for maneuver in maneuvers(fighter):
        yield deck.print_card(deck.make_front(maneuver))


def _make_deck(side: LinkedFleet, element: Element, look: Look, width: float) -> Deck:
    pilots = [
        (str(at), pilot.name or role, pilot.skill)
        for at, (pilot, role) in enumerate(zip(element.pilots, ROLES, strict=True), 1)
    ]
    back = _make_back(side, element.suit, element.deck, look, width)
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


def _make_back(side: LinkedFleet, suit: str, deck: int, look: Look, width: float) -> Back:
    colour = look.colour or side.fleet.colour or COLOURS[0]
    fields = [colour, *(c for c in COLOURS if c != colour.lower())]
    return Back(
        width=width,
        colour=colour,
        field=fields[deck - 1],
        suits=(SUITS[suit],),
        deck=str(deck) if deck > 1 else "",
        side=side.name,
        element="",
        pattern=draw_pattern(find_side(side, look.together) + deck - 1, width, HEIGHT),
    )


def _print_kings(side: LinkedFleet, look: Look, width: float) -> Iterator[Print]:
    """The Kings of a side that has fewer elements than the other."""
    free = deal_free_suits((e.deck, e.suit) for e in side.elements)
    bookmark = "Placeholders"
    for _ in range(count_placeholders(side, look.together)):
        number, suit = next(free)
        back = replace(_make_back(side, suit, number, look, width), element="Placeholder")
        deck = Deck(width, back.colour, suit, number, SPEED, None, (), back)
        use = "From the first turn on, it makes up for an element that the other side has more."
        yield deck.print_card(deck.make_king(use), bookmark)
        bookmark = ""


def _print_turn(side: LinkedFleet, look: Look, width: float) -> Print:
    """A card that tells the turn, for the side."""
    first = side.elements[0]
    back = replace(_make_back(side, first.suit, 1, look, width), suits=tuple(SUITS.values()))
    deck = Deck(width, back.colour, first.suit, 1, SPEED, None, (), replace(back, element="Turn"))
    front = replace(deck.make_king(""), rank="", name="The turn", about="", steps=TURN)
    return deck.print_card(front, "The turn")


def deal_free_suits(taken: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Suits that are not taken, with the number of their deck, without end."""
    used = set(taken)
    number = 0
    while True:
        number += 1
        yield from ((number, suit) for suit in SUITS if (number, suit) not in used)


def fill_complete(number: int, look: Look, width: float) -> Iterator[Print]:
    """The 52 cards of deck `number`, for any fighter. Raises ValueError above 9."""
    if number > len(COLOURS):
        raise ValueError(f"there are decks 1 to {len(COLOURS)}, not {number}")
    colour = look.colour if look.colour and number == 1 else COLOURS[number - 1]
    mark = str(number) if number > 1 else ""
    back = Back(
        width,
        colour,
        colour,
        tuple(SUITS.values()),
        mark,
        "Black Skies",
        "Maneuvers",
        draw_pattern(number - 1, width, HEIGHT),
    )
    for suit in SUITS:
        deck = Deck(width, colour, suit, number, SPEED, None, (), back)
        bookmark = SUITS[suit].name
        for maneuver in MANEUVERS:
            yield deck.print_card(deck.make_front(maneuver), bookmark)
            bookmark = ""
        use = "It takes the place of a lost element, or of one that the other side has more."
        yield deck.print_card(deck.make_king(use))


def _refuse(values: object, look: Look) -> Iterable[Print]:
    raise AssertionError("the complete deck has no kinds")


def _make_sheet(name: str, title: str, about: str, width: float, complete: bool = False) -> Sheet:
    blank: Callable[[int, Look], Iterable[Print]] = partial(fill_complete, width=width)
    return Sheet(
        name=name,
        title=title,
        about=about,
        template="black-skies/card.svg",
        back_template="black-skies/card-back.svg",
        kinds=() if complete else ("fighter", "fleet"),
        fill=_refuse if complete else partial(fill_deck, width=width),
        default=("fleet",) if name == "maneuver-deck" else (),
        fill_blank=blank if complete else None,
        blank_sizes=(1,) if complete else (),
        gap=0.0,
        grid=True,
        role="card" if name == "maneuver-deck" else "",
    )


DECKS = (
    _make_sheet(
        "maneuver-deck",
        "Maneuver deck",
        "the maneuver cards of each element, poker size, with its pilots' rolls",
        POKER,
    ),
    _make_sheet(
        "maneuver-deck-bridge",
        "Maneuver deck, bridge size",
        "the maneuver cards of each element on narrower cards",
        BRIDGE,
    ),
    _make_sheet(
        "complete-deck",
        "Complete deck",
        "52 maneuver cards in four suits for any fighter, poker size; --size is the deck's number",
        POKER,
        complete=True,
    ),
    _make_sheet(
        "complete-deck-bridge",
        "Complete deck, bridge size",
        "52 maneuver cards in four suits for any fighter, on narrower cards",
        BRIDGE,
        complete=True,
    ),
)
