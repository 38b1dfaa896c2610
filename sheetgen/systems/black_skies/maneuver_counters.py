"""Maneuver counters: small pieces that an element may use in place of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.ground.geometry import Point
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import SUITS, Suit
from sheetgen.systems.black_skies.deck import Deck, list_hands
from sheetgen.systems.black_skies.maneuver import Maneuver
from sheetgen.systems.black_skies.reference import draw_course
from sheetgen.systems.black_skies.rules import KING, name_card
from sheetgen.systems.kit.counters import fit_name

ROOM = 26.0
"""The width of a fleet's name on a back, in millimetres."""


class FlownOption(NamedTuple):
    """An option of a maneuver; `way` and `nose` draw its course from `start`."""

    name: str  # empty if it is the maneuver's own
    difficulty: int
    penalty: int
    way: str
    nose: str
    start: Point


@record
class ManeuverCounter:
    """A side of a counter; the back does not tell the maneuver."""

    colour: str
    field: str  # the colour of the deck
    suit: Suit
    deck: str  # empty for the first
    rank: str
    name: str
    options: Sequence[FlownOption]
    fleet: str  # empty where it has no room
    element: str
    pattern: str  # path data, by which sides differ without colours


def fill_counters(values: Any, look: Look, together: Sequence[Any] = ()) -> Iterator[Print]:
    """The counters of a fleet that is printed `together` with others, or those of a fighter."""
    fleet = fit_name(values, look, ROOM)
    for hand in list_hands(values, look, together):
        pieces = [
            _make_counter(hand.deck, fleet, name_card(one.card), one.name, _list_options(one))
            for one in hand.maneuvers
        ]
        if hand.king:
            pieces.append(_make_counter(hand.deck, fleet, name_card(KING), "Pass", ()))
        for at, piece in enumerate(pieces):
            title = f"{hand.deck.back.side}, {piece.element}, {piece.suit.name} {piece.rank}"
            mark = f"{hand.deck.suit} {hand.deck.number}"
            yield Print(piece, title, back=piece, bookmark="" if at else hand.bookmark, ship=mark)


def _make_counter(
    deck: Deck, fleet: str, rank: str, name: str, options: Sequence[FlownOption]
) -> ManeuverCounter:
    return ManeuverCounter(
        colour=deck.colour,
        field=deck.back.field,
        suit=SUITS[deck.suit],
        deck=deck.back.deck,
        rank=rank,
        name=name,
        options=options,
        fleet=fleet,
        element=deck.back.element,
        pattern=deck.back.pattern,
    )


def _list_options(maneuver: Maneuver) -> list[FlownOption]:
    side = f" {maneuver.name}"
    return [
        FlownOption(
            option.name.removesuffix(side) if option.name != maneuver.name else "",
            option.difficulty,
            option.penalty,
            *draw_course(option.steps),
        )
        for option in maneuver.options
    ]
