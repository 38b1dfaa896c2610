"""What fleet books tell of ships and fleets: order, statistics, index, table."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Roll
from sheetgen.systems.asfos.data import SPECIALS
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import crew_units, defence_factor, points, size_class
from sheetgen.systems.asfos.fleet import LinkedFleet


def roll_fleet(linked: LinkedFleet) -> Roll:
    """The ships of a fleet, with its mass and points."""
    rows = [
        [
            m.id,
            m.name,
            m.ship.name,
            size_class(m.ship.mass).name,
            m.ship.mass,
            f"{defence_factor(m.ship)}({m.ship.hull})",
            m.ship.engine,
            m.points,
        ]
        for m in linked.members
    ]
    mass = sum(m.ship.mass for m in linked.members)
    headings = ["ID", "Name", "Design", "Class", "Mass", "Defence", "Engine", "Points"]
    return Roll(headings, rows, ["", "Total", "", "", mass, "", "", linked.points])


def name_class(ship: Ship) -> str:
    """The size class, which ships of a book come under."""
    return size_class(ship.mass).name


def rank(ship: Ship) -> int:
    """Ships are in order of mass, the heaviest last."""
    return ship.mass


def tell_facts(ship: Ship) -> dict[str, str | int]:
    """The statistics of a ship's page."""
    arcs = {"ahead": "forward", "left": "left", "right": "right", "astern": "rear"}
    primaries = [f"{getattr(ship.primaries, arc)} {name}" for name, arc in arcs.items()]
    special = "none"
    if ship.special:
        special = f"{ship.special_count} × {SPECIALS[ship.special.weapon].name.lower()}"
    return {
        "Mass": ship.mass,
        "Hull strength": ship.hull,
        "Screens": ship.screens,
        "Defence factor": defence_factor(ship),
        "Engine rating": ship.engine,
        "Primaries": ", ".join(p for p in primaries if not p.startswith("0 ")) or "none",
        "Secondaries": ship.secondaries or "none",
        "Special weapon": special,
        "Crew units": crew_units(ship.mass),
        "Points": f"{points(ship)}{'' if ship.points is not None else ' (estimate)'}",
    }


def list_terms(ship: Ship) -> Iterator[str]:
    """Under which words the index has a ship: its class and its special weapon."""
    yield size_class(ship.mass).name
    if ship.special:
        yield SPECIALS[ship.special.weapon].name


def compare_ships(ship: Ship) -> dict[str, str | int]:
    """What a table of ships has of each."""
    return {
        "Class": size_class(ship.mass).name,
        "Mass": ship.mass,
        "Defence": f"{defence_factor(ship)}({ship.hull})",
        "Engine": ship.engine,
        "Points": points(ship),
    }
