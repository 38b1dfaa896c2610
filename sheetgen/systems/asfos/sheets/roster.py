"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import SPECIALS
from sheetgen.systems.asfos.derive import crew_units, defence_factor, size_class
from sheetgen.systems.asfos.fleet import LinkedFleet

ROWS = 34
"""Ships to a page."""


@dataclass(frozen=True, slots=True)
class Row:
    """A ship of the roster."""

    id: str
    name: str
    ship: str  # its design, where the ship has a name of its own
    code: str
    mass: int
    defence: str
    engine: int
    primaries: str
    secondaries: int
    special: str
    crew: int
    points: int
    estimated: bool


@dataclass(frozen=True, slots=True)
class Roster:
    """A page of the roster."""

    name: str
    colour: str
    rows: Sequence[Row]
    ships: int
    mass: int
    points: int
    limit: str
    estimated: bool  # whether any points are an estimate
    speed: int
    band: str
    page: int
    pages: int


def fill_roster(linked: LinkedFleet, look: Look) -> list[Print]:
    """The pages of a fleet's roster."""
    fleet = linked.fleet
    rows = [
        Row(
            id=m.id,
            name=m.name,
            ship=m.ship.name if m.name != m.ship.name else "",
            code=size_class(m.ship.mass).code,
            mass=m.ship.mass,
            defence=f"{defence_factor(m.ship)}({m.ship.hull})",
            engine=m.ship.engine,
            primaries="/".join(str(value) for _, value in m.ship.primaries),
            secondaries=m.ship.secondaries,
            special=f"{m.ship.special_count} {SPECIALS[m.ship.special.weapon].short}"
            if m.ship.special
            else "–",
            crew=crew_units(m.ship.mass),
            points=m.points,
            estimated=m.estimated,
        )
        for m in linked.members
    ]
    pages = [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]
    return [
        Print(
            Roster(
                name=fleet.fleet,
                colour=look.colour or fleet.colour,
                rows=page,
                ships=len(rows),
                mass=sum(m.ship.mass for m in linked.members),
                points=linked.points,
                limit="" if fleet.points_limit is None else str(fleet.points_limit),
                estimated=any(m.estimated for m in linked.members),
                speed=fleet.start_speed,
                band=f"{fleet.range_band.size}{fleet.range_band.mark}",
                page=number,
                pages=len(pages),
            ),
            f"{fleet.fleet}, roster" + (f" {number} of {len(pages)}" if len(pages) > 1 else ""),
        )
        for number, page in enumerate(pages, start=1)
    ]


ROSTER = Sheet(
    name="roster",
    title="Fleet roster",
    about="all ships of a fleet in a table, with totals",
    template="asfos/roster.svg",
    kinds=("fleet",),
    fill=fill_roster,
    default=("fleet",),
    cut=False,
)
