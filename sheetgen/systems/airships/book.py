"""What fleet books tell of ships and fleets: order, statistics, index, table."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Roll
from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import command, cost, damage_control, find_movement
from sheetgen.systems.airships.fleet import LinkedFleet


def name_class(ship: Ship) -> str:
    """What ships of a book come under: their frame."""
    return ship.build.name


def rank(ship: Ship) -> int:
    """Ships are in order of their frames."""
    return list(FRAMES).index(ship.build.id)


def tell_facts(ship: Ship) -> dict[str, object]:
    """The statistics of a ship's page."""
    counts: dict[str, int] = {}
    for _, weapon in ship.list_weapons():
        counts[weapon.name] = counts.get(weapon.name, 0) + 1
    arms = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counts.items())
    movement = find_movement(ship)
    return {
        "Hull": ship.build.hull,
        "Movement": movement.move,
        "Pivot": movement.pivot,
        "Skill": ship.build.skill,
        "Morale": ship.build.morale,
        "Command": command(ship),
        "Damage control": damage_control(ship),
        "Weapons": arms or "none",
        "Wings": ", ".join(wing.name for wing in ship.wings) or "none",
        "Points": cost(ship).total,
    }


def compare_ships(ship: Ship) -> dict[str, str | int]:
    """What a table of ships has of each."""
    return {
        "Frame": ship.build.name,
        "Hull": ship.build.hull,
        "Command": command(ship),
        "Wings": len(ship.wings),
        "Points": cost(ship).total,
    }


def list_terms(ship: Ship) -> Iterator[str]:
    """Under which words the index has a ship: its frame and its weapons."""
    yield ship.build.name
    for _, weapon in ship.list_weapons():
        yield weapon.name


def roll_fleet(linked: LinkedFleet) -> Roll:
    """The ships of a fleet, with its points."""
    rows = [
        [m.id, m.name, m.ship.name, m.ship.build.name, m.ship.build.hull, len(m.wings), m.cost]
        for m in linked.members
    ]
    hull = sum(m.ship.build.hull for m in linked.members)
    wings = sum(len(m.wings) for m in linked.members)
    headings = ["ID", "Name", "Design", "Frame", "Hull", "Wings", "Points"]
    return Roll(headings, rows, ["", "Total", "", "", hull, wings, linked.points])
