"""Fighters seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import ARCS, ARMOUR, SUITS, Suit
from sheetgen.systems.black_skies.fighter import Fighter
from sheetgen.systems.black_skies.fleet import COLOUR, LIVERIES, Counters, FighterFleet, FighterPair
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit import silhouette
from sheetgen.systems.kit.aircraft import FighterHull, draw_fighter
from sheetgen.systems.kit.silhouette import Layer, make_portrait


def find_hull(weight: str) -> FighterHull:
    """The hull of a weight: light, medium or heavy."""
    return silhouette.find_hull("fighter", weight, FighterHull)


def draw_silhouette(fighter: Fighter) -> Sequence[Layer]:
    """The silhouette of a fighter; fighters of the same build share one object."""
    arms = tuple(
        (tuple(ARCS[arc].heading for arc in weapon.type.arcs), weapon.count)
        for weapon in fighter.weapons
    )
    thrusters = tuple(sorted(set(fighter.thrusters)))
    return draw_fighter(fighter.weight, arms, thrusters, ARMOUR[fighter.armour].levels)


def draw_bare(weight: str) -> Sequence[Layer]:
    """The silhouette of a weight with nothing mounted on it."""
    return draw_fighter(weight, ())


# Fighter counters: silhouettes or the user's pictures, with suit, number and heading.


_ROLES = ("lead", "wingman")
_SCALES = {"light": 0.9, "medium": 0.96, "heavy": 1.0}  # beside each other on the table


@record(kw_only=True)
class FighterCounter(kit.Counter):
    """One side of a counter: front, name or crippled.

    Its name is the pilot's, or the element's if the pilot has none.
    """

    number: int  # 1 the lead, 2 the wingman
    suit: Suit | None  # its element's, if it flies in one
    deck: int  # 0 if one deck of cards is enough


def fill_counters(values: Fighter | FighterFleet, look: Look) -> Iterator[Print]:
    """The two counters of a fighter's element, or of each element of a fleet."""
    colour, made = look.colour, Counters()
    flights: list[tuple[Fighter, FighterPair | None]] = []
    if isinstance(values, Fighter):
        flights = [(values, None)]
    else:
        colour, made = colour or values.fleet.colour, values.fleet.counters
        flights = [(element.fighter, element) for element in values.elements]
    livery = kit.choose_livery(values, LIVERIES)
    # Smaller counters need their room for the pilots' names.
    fleet = kit.fit_name(values, look, made.inches * kit.INCH * 0.8) if made.inches >= 1 else ""
    size = look.counter_size or made.inches * kit.INCH
    sign = kit.sign_counter(values, look, colour or COLOUR, size, made.shape)
    for fighter, element in flights:
        name, art = element.name if element else fighter.name, look.art(fighter)
        ship = f"{element.suit} {element.deck}" if element else ""
        for number, role in enumerate(_ROLES, start=1):
            front = FighterCounter(
                number=number,
                suit=SUITS[element.suit] if element else None,
                deck=element.deck if element and element.deck > 1 else 0,
                name=(element and element.pilots[number - 1].name) or name,
                size=size,
                shape=made.shape,
                parts=draw_silhouette(fighter),
                scale=1.0 if art else _SCALES[fighter.weight],
                light=livery.light,
                striped=livery.striped,
                colour=colour or COLOUR,
                art=art,
                fleet=fleet,
                sign=sign,
            )
            yield kit.print_counter(front, f"{name}, {role}", made.back, made.fold, ship)


COUNTERS = kit.counter_sheet(
    title="Fighter counters",
    about="lead and wingman of each element, seen from above; back sides if wanted",
    template="black-skies/counter.svg",
    kinds=("fighter", "fleet"),
    fill=fill_counters,
)


# Portraits: a fighter seen from above, for books.


PORTRAIT = make_portrait("black-skies", "fighter", draw_silhouette, "#5b3a86", art_height=70.0)
