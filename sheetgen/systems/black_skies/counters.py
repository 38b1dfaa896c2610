"""Counters of fighters: their silhouettes or pictures, with suit, number and heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import COLOUR, SUITS, Suit
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.fleet import LinkedFleet, name_yard
from sheetgen.systems.kit.silhouette import print_portrait

_ROLES = ("lead", "wingman")
_SCALES = {"light": 0.9, "medium": 0.96, "heavy": 1.0}  # beside each other on the table


@record(kw_only=True)
class FighterCounter(kit.Counter):
    """One side of a counter: front, name or crippled.

    Its name is the pilot's, or the element's if the pilot has none.
    """

    number: int  # 1 the lead, 2 the wingman, 0 a single fighter
    suit: Suit | None  # its element's, if it flies in one
    deck: int  # 0 if one deck of cards is enough


def fill_counters(values: Any, look: Look) -> Iterator[Print]:
    """The counters of a fighter's element, or of each element of a fleet, but for the lost."""
    colour, shape, back, inches, fold = look.colour, "hex", "none", 1.0, False
    flights: list[tuple[Any, Any]] = [(values, None)]
    if isinstance(values, LinkedFleet):
        made = values.fleet.counters
        colour, shape, back = colour or values.fleet.colour, made.shape, made.back
        inches, fold = made.inches.get(made.size, inches), made.fold
        flights = [(element.ship, element) for element in values.members]
    shape = "square" if look.square else shape
    livery = kit.choose_livery(values)
    # Smaller counters need their room for the pilots' names.
    fleet = kit.fit_name(values, look, inches * kit.INCH * 0.8) if inches >= 1 else ""
    size = look.counter_size or inches * kit.INCH
    # On a small chit, the name would reach the wings.
    edge = 0.0 if look.square and size < 20 else size
    sign = kit.sign_counter(values, look, colour or COLOUR, edge, shape)
    for fighter, element in flights:
        name, art = element.name if element else fighter.name, look.art(fighter)
        own = element.record if element else None
        card = own.card if own else None
        pair = own is None or own.fighters > 1
        for number, role in enumerate(_ROLES if pair else ("single fighter",), start=1):
            if own and not own.hull_left[number - 1]:
                continue
            front = FighterCounter(
                number=number if pair else 0,
                suit=SUITS[card.suit] if card else None,
                deck=card.deck if card and card.deck > 1 else 0,
                name=(own and own.crew[number - 1].name) or name,
                size=size,
                shape=shape,
                parts=fighter.record.drawing(fleet=name_yard(values)),
                scale=1.0 if art else _SCALES[fighter.record.weight],
                light=livery.light,
                striped=livery.striped,
                colour=colour or COLOUR,
                art=art,
                fleet=fleet,
                sign=sign,
            )
            ship = element.mark if element else ""
            yield kit.print_counter(front, f"{name}, {role}", back, fold, ship)


def fill_portrait(fighter: Any, look: Look) -> Iterator[Print]:
    """A fighter from above, for books."""
    layers = fighter.record.silhouette
    yield print_portrait(fighter, layers, look, look.colour or VIOLET, art_height=70.0)


VIOLET = "#5b3a86"
"""The colour of a portrait, where a book has none."""
