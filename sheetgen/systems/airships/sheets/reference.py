"""The quick reference: the game's tables and rules on two pages, in our own words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import (
    ACTIONS,
    CRITICALS,
    FRAMES,
    KEYWORDS,
    MODULES,
    MOVEMENT,
    SUPER_CRITICALS,
    TORPEDO,
    WEAPONS,
    WORDS,
    Frame,
    Weapon,
)
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import morale_checks
from sheetgen.systems.airships.fleet import LinkedFleet
from sheetgen.systems.kit.reference import Reference, ShortRule, TableLine, make_reference


def fill_reference(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The two pages, in the colour of the run; equal pages are printed once."""
    movement = MOVEMENT[TORPEDO.row]
    for page in (1, 2):
        reference = Reference(
            page=page,
            actions=ACTIONS,
            criticals=CRITICALS,
            super_criticals=SUPER_CRITICALS,
            moves=[
                TableLine(row.capitalize(), [f"{m.move}″", f"{m.pivot:g}°"])
                for row, m in MOVEMENT.items()
            ],
            frames=[_show_frame(frame) for frame in FRAMES.values()],
            weapons=[
                _show_weapon(weapon, "" if at else size.capitalize())
                for size, weapons in WEAPONS.items()
                for at, weapon in enumerate(weapons.values())
            ],
            words=[
                ShortRule(f"{name}(x)" if "x" in word.spoken.split(" ")[0] else name, word.about)
                for name, word in WORDS.items()
                if word.about
            ],
            keywords=[ShortRule(name, about) for name, about in KEYWORDS.items()],
            modules=tuple(MODULES.values()),
            torpedo=TORPEDO,
            torpedo_move=f"{movement.move}″ a turn, pivot {movement.pivot:g}°",
            colour=look.colour or "#1f4e79",
        )
        yield Print(reference, f"Quick reference, page {page} of 2")


def _show_frame(frame: Frame) -> TableLine:
    checks = "/".join(map(str, morale_checks(frame.hull)))
    numbers = (frame.morale, frame.command, frame.damage_control, frame.lift, frame.drop)
    later = ["–" if n is None else str(n) for n in (*numbers, frame.stall, frame.inertia)]
    return TableLine(frame.name, [frame.size, str(frame.hull), checks, f"{frame.skill}+", *later])


def _show_weapon(weapon: Weapon, size: str) -> TableLine:
    """A weapon under its size, which only the first of that size names."""
    reach = "∞" if weapon.range is None else f"{weapon.range}″"
    rules = ", ".join(map(str, weapon.rules))
    return TableLine(size, [weapon.name, reach, str(weapon.dice), str(weapon.cost), rules])


REFERENCE = make_reference(
    "airships", "ship", "the rules in brief and all tables, on two pages", fill_reference
)
