"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.data import WEAPONS
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import bombs, deck, speed
from sheetgen.systems.barsoom.fleet import LinkedFleet
from sheetgen.systems.barsoom.sheets.ship_card import find_colour

ROWS = 26
"""Ships to a page."""


@dataclass(frozen=True, slots=True)
class Row:
    """A ship of the roster; `weapons` are counts by type."""

    id: str
    name: str
    ship: str  # its design, where the ship has a name of its own
    class_name: str
    speed: int
    cards: int
    crew: str
    bombs: str
    weapons: Sequence[str]


@dataclass(frozen=True, slots=True)
class Roster:
    """A page of the roster."""

    name: str
    colour: str
    rows: Sequence[Row]
    types: Sequence[str]
    ships: int
    cards: int
    crew: str
    weapons: Sequence[str]
    page: int
    pages: int


def fill_roster(linked: LinkedFleet, look: Look) -> list[Print]:
    """The pages of a fleet's roster."""
    members = linked.members
    rows = [
        Row(
            id=m.id,
            name=m.name,
            ship=m.ship.name if m.name != m.ship.name else "",
            class_name=m.ship.ship_class.name.partition(" ")[0],
            speed=speed(m.ship),
            cards=sum(deck(m.ship).values()),
            crew="–" if m.ship.crew is None else str(m.ship.crew),
            bombs=str(bombs(m.ship)),
            weapons=[_show(_count_guns(m.ship, name)) for name in WEAPONS],
        )
        for m in members
    ]
    known = [m.ship.crew for m in members if m.ship.crew is not None]
    pages = [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]
    return [
        Print(
            Roster(
                name=linked.name,
                colour=find_colour(linked, look),
                rows=page,
                types=[type_.name.upper() for type_ in WEAPONS.values()],
                ships=len(rows),
                cards=sum(row.cards for row in rows),
                crew=f"{sum(known)}{'' if len(known) == len(members) else '+'}",
                weapons=[
                    _show(sum(_count_guns(m.ship, name) for m in members)) for name in WEAPONS
                ],
                page=number,
                pages=len(pages),
            ),
            f"{linked.name}, roster",
        )
        for number, page in enumerate(pages, start=1)
    ]


def _count_guns(ship: Ship, type_: str) -> int:
    return sum(w.count for w in ship.weapons if w.type == type_)


def _show(count: int) -> str:
    return str(count) if count else "–"


ROSTER = Sheet(
    name="roster",
    title="Fleet roster",
    about="all ships of a side in a table, with totals and room for their fate",
    template="barsoom/roster.svg",
    kinds=("fleet",),
    fill=fill_roster,
    default=("fleet",),
    cut=False,
)
