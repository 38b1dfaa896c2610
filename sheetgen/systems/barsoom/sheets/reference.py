"""The quick reference: the turn, the tables and the optional rule on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.data import (
    CLASSES,
    DAMAGE,
    FACES,
    OPTIONS,
    WEAPONS,
    Damage,
    Face,
    ShipClass,
)
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import modify, sign
from sheetgen.systems.barsoom.fleet import LinkedFleet
from sheetgen.systems.barsoom.sheets.ranges import Zone, list_zones
from sheetgen.systems.barsoom.sheets.ship_card import find_colour


@dataclass(frozen=True, slots=True)
class Weapon:
    """A type of weapons: its range, and what a hit does to each class and to crew."""

    name: str
    range: str
    rolls: Sequence[str]
    crew: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Everything that the template takes from the game's tables."""

    options: int
    classes: Sequence[ShipClass]
    weapons: Sequence[Weapon]
    zones: Sequence[Zone]
    damage: Sequence[Damage]
    faces: Sequence[Face]
    colour: str


def fill_reference(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The page in the colour of a fleet."""
    page = Reference(
        options=OPTIONS,
        classes=tuple(CLASSES.values()),
        weapons=[_describe_weapon(name) for name in WEAPONS],
        zones=list_zones(),
        damage=DAMAGE,
        faces=list({face.id: face for face in FACES}.values()),
        colour=find_colour(values, look),
    )
    return [Print(page, "Sky Ships of Barsoom")]


def _describe_weapon(id: str) -> Weapon:
    entry = WEAPONS[id]
    crew = []
    if entry.aim:
        crew.append(f"{sign(entry.aim)} to hit, a hit kills")
    if entry.wound:
        crew.append(f"{sign(entry.wound)} to wound")
    return Weapon(
        name=entry.name,
        range=f"{entry.range}″",
        rolls=[modify(c.hits[id]) if id in c.hits else "–" for c in CLASSES.values()],
        crew=", ".join(crew) or "as usual",
    )


REFERENCE = Sheet(
    name="reference",
    title="Quick reference",
    about="turn, movement, weapons, the damage table, repairs and boarding on one page",
    template="barsoom/reference.svg",
    kinds=("ship", "fleet"),
    fill=fill_reference,
    default=("fleet",),
    cut=False,
    once=True,
    role="reference",
)
