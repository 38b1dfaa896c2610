"""What fleet books tell of ships and fleets: order, statistics, index, table."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Roll
from sheetgen.systems.barsoom.data import CLASSES
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import deck, guns, speed
from sheetgen.systems.barsoom.fleet import LinkedFleet


def name_class(ship: Ship) -> str:
    """What ships of a book come under: their class."""
    return ship.ship_class.name.capitalize()


def rank(ship: Ship) -> int:
    """Ships are in order of their classes."""
    return list(CLASSES).index(ship.class_name)


def tell_facts(ship: Ship) -> dict[str, str | int]:
    """The statistics of a ship's page."""
    arms = [f"{w.count} × {w.name}" if w.count > 1 else w.name for w in ship.weapons]
    return {
        "Speed": speed(ship),
        "Cards": sum(deck(ship).values()),
        "Weapons": ", ".join(arms) or "none",
        "Crew": "as you please" if ship.crew is None else ship.crew,
        "Descends": ship.ship_class.descends,
    }


def compare_ships(ship: Ship) -> dict[str, str | int]:
    """What a table of ships has of each."""
    return {
        "Class": ship.ship_class.name,
        "Speed": speed(ship),
        "Cards": sum(deck(ship).values()),
        "Guns": guns(ship),
    }


def list_terms(ship: Ship) -> Iterator[str]:
    """Under which words the index has a ship: its class and its weapons."""
    yield name_class(ship)
    for weapon in ship.weapons:
        yield weapon.name


def roll_fleet(linked: LinkedFleet) -> Roll:
    """The ships of a fleet, with its crew and guns."""
    rows = [
        [
            m.id,
            m.name,
            m.ship.name,
            m.ship.ship_class.name,
            speed(m.ship),
            m.ship.crew or 0,
            guns(m.ship),
        ]
        for m in linked.members
    ]
    crew = sum(m.ship.crew or 0 for m in linked.members)
    total = sum(guns(m.ship) for m in linked.members)
    headings = ["ID", "Name", "Design", "Class", "Speed", "Crew", "Guns"]
    return Roll(headings, rows, ["", "Total", "", "", "", crew, total])
