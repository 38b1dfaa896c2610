"""Fighter counters: silhouettes or the user's own pictures, with suit, number and heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.black_skies.counters import LIVERIES, Counters
from sheetgen.systems.black_skies.data import SUITS, Suit
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.fleet import Element, LinkedFleet
from sheetgen.systems.black_skies.silhouette import draw_silhouette
from sheetgen.systems.kit.counters import pick_livery
from sheetgen.systems.kit.silhouette import Layer

INCH = 25.4
_ROLES = ("lead", "wingman")
_SCALES = {"light": 0.9, "medium": 0.96, "heavy": 1.0}  # beside each other on the table


@dataclass(frozen=True, slots=True)
class Counter:
    """One side of a counter; lengths are in millimetres."""

    side: str  # front, name or crippled
    number: int  # 1 the lead, 2 the wingman
    suit: Suit | None  # its element's, if it flies in one
    deck: int  # 0 where one deck of cards is enough
    name: str  # the pilot's, or the element's where he has none
    size: float  # from the front to the rear
    shape: str  # hex or square
    parts: Sequence[Layer]
    scale: float  # of the fighter in the room there is
    dark: bool  # whether its label is
    striped: bool
    colour: str
    art: str


def fill_counters(values: Fighter | LinkedFleet, look: Look) -> Iterator[Print]:
    """The two counters of a fighter's element, or of each element of a fleet."""
    if isinstance(values, Fighter):
        for number in (1, 2):
            yield _print_counter(values, None, number, Counters(), LIVERIES[0], look)
        return
    look = replace(look, colour=look.colour or values.fleet.colour)
    made = values.fleet.counters
    livery = choose_livery(values, look.together) if made.livery == "auto" else made.livery
    for element in values.elements:
        for number in (1, 2):
            yield _print_counter(element.fighter, element, number, made, livery, look)


def choose_livery(fleet: LinkedFleet, together: Iterable[Any]) -> str:
    """A livery that tells the fleet from the others that are printed with it."""
    sides = [side for side in together if isinstance(side, LinkedFleet)]
    return pick_livery(fleet, sides, LIVERIES)


def _print_counter(
    fighter: Fighter,
    element: Element | None,
    number: int,
    made: Counters,
    livery: str,
    look: Look,
) -> Print:
    name = element.name if element else fighter.name
    art = look.art(fighter)
    front = Counter(
        side="front",
        number=number,
        suit=SUITS[element.suit] if element else None,
        deck=element.deck if element and element.deck > 1 else 0,
        name=(element and element.pilots[number - 1].name) or name,
        size=made.inches * INCH,
        shape=made.shape,
        parts=draw_silhouette(fighter),
        scale=1.0 if art else _SCALES[fighter.weight],
        dark=livery.startswith("dark"),
        striped=livery.endswith("striped"),
        colour=look.colour or "#2b3f55",
        art=art,
    )
    back = None if made.back == "none" else replace(front, side=made.back)
    return Print(front, f"{name}, {_ROLES[number - 1]}", back=back, fold=made.fold)


COUNTERS = Sheet(
    name="counters",
    title="Fighter counters",
    about="lead and wingman of each element, seen from above; back sides if wanted",
    template="black-skies/counter.svg",
    kinds=("fighter", "fleet"),
    fill=fill_counters,
    default=("fleet",),
    grid=True,
    role="counter",
)
