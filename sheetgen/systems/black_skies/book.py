"""What fleet books tell of fighters and fleets: order, statistics, index, table."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Roll
from sheetgen.systems.black_skies.data import ARMOUR, SUITS, WEIGHTS
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import hardpoints_used, maneuvers, weight
from sheetgen.systems.black_skies.fleet import LinkedFleet, show_pilots


def name_class(fighter: Fighter) -> str:
    """What fighters of a book come under: their weight."""
    return f"{weight(fighter).name.capitalize()} fighter"


def rank(fighter: Fighter) -> int:
    """Fighters are in order of weight, the heaviest last."""
    return list(WEIGHTS).index(fighter.weight)


def tell_facts(fighter: Fighter) -> dict[str, str | int]:
    """The statistics of a fighter's page."""
    size, armour = weight(fighter), ARMOUR[fighter.armour].levels
    arms = [f"{w.count} × {w.type.name.lower()}" for w in fighter.weapons]
    return {
        "Hull integrity": size.hull,
        "Acceleration": size.acceleration,
        "Thrusters": ", ".join(fighter.thrusters) or "none",
        "Weapons": ", ".join(arms) or "none",
        "Armour": armour or "none",
        "Shields": fighter.shields or "none",
        "Hardpoints": f"{hardpoints_used(fighter)} of {size.hardpoints}",
        "Maneuver cards": len(maneuvers(fighter)),
    }


def list_terms(fighter: Fighter) -> Iterator[str]:
    """Under which words the index has a fighter: its weight and its weapons."""
    yield name_class(fighter)
    for weapon in fighter.weapons:
        yield weapon.type.name


def roll_fleet(linked: LinkedFleet) -> Roll:
    """The elements of a fleet, with their hardpoints."""
    rows = [
        [
            e.number,
            e.name,
            e.fighter.name,
            SUITS[e.suit].name,
            e.speed,
            show_pilots({"name": p.name, "skill": p.skill} for p in e.pilots),
            2 * hardpoints_used(e.fighter),
        ]
        for e in linked.elements
    ]
    headings = ["", "Element", "Fighter", "Suit", "Speed", "Pilots and skill", "Hardpoints"]
    return Roll(headings, rows, ["", "Total", "", "", "", "", linked.hardpoints])


def compare_fighters(fighter: Fighter) -> dict[str, str | int]:
    """What a table of fighters has of each."""
    size = weight(fighter)
    return {
        "Weight": size.name,
        "Hull": size.hull,
        "Accel.": size.acceleration,
        "Armour": ARMOUR[fighter.armour].levels,
        "Shields": fighter.shields,
        "Thrusters": ", ".join(fighter.thrusters) or "none",
        "Hardpoints": hardpoints_used(fighter),
    }
