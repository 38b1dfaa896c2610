"""The quick reference: the turn, the tables and the optional rule on one page."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.data import CLASSES, DAMAGE, FACES, OPTIONS, WEAPONS
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import modify
from sheetgen.systems.barsoom.fleet import LinkedFleet
from sheetgen.systems.barsoom.sheets.ship_card import find_colour, list_zones
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    TableLine,
    make_reference,
    print_parts,
)
from sheetgen.systems.kit.text import sign

FORM = ReferenceForm(
    190,
    258,
    98,
    17.6,
    (
        ReferencePart("turn", 0, 17.6, 43.4),
        ReferencePart("options", 0, 61, 61),
        ReferencePart("classes", 0, 122, 37),
        ReferencePart("contact", 0, 159, 46.6),
        ReferencePart("boarding", 0, 205.6, 54),
        ReferencePart("weapons", 98, 17.6, 78.4),
        ReferencePart("damage", 98, 96, 97.4),
        ReferencePart("die-faces", 98, 193.4, 19.8),
        ReferencePart("repair", 98, 213.2, 28.4),
        ReferencePart("risk", 98, 241.6, 19),
    ),
)


def fill_reference(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The page in the colour of a fleet."""
    yield from print_parts(
        look,
        FORM,
        "Sky Ships of Barsoom",
        options=OPTIONS,
        classes=tuple(CLASSES.values()),
        weapons=[_describe_weapon(name) for name in WEAPONS],
        zones=list_zones(),
        damage=DAMAGE,
        faces=list({face.id: face for face in FACES}.values()),
        colour=find_colour(values, look),
    )


def _describe_weapon(id: str) -> TableLine:
    """A type of weapons: its range, what a hit does to crew, and to each class."""
    entry = WEAPONS[id]
    crew = []
    if entry.aim:
        crew.append(f"{sign(entry.aim)} to hit, a hit kills")
    if entry.wound:
        crew.append(f"{sign(entry.wound)} to wound")
    rolls = [modify(c.hits[id]) if id in c.hits else "–" for c in CLASSES.values()]
    return TableLine(entry.name, [f"{entry.range}″", ", ".join(crew) or "as usual", *rolls])


REFERENCE = make_reference(
    "barsoom",
    "ship",
    "turn, movement, weapons, the damage table, repairs and boarding on one page",
    fill_reference,
)
