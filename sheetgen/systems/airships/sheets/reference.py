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
from sheetgen.systems.airships.fleet import COLOUR, LinkedFleet
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    ShortRule,
    TableLine,
    make_reference,
    print_parts,
)

FORMS = (
    ReferenceForm(
        190,
        254,
        98,
        24,
        (
            ReferencePart("turn", 0, 24, 50),
            ReferencePart("hit", 0, 74, 74.5),
            ReferencePart("damage", 0, 148.5, 22.5),
            ReferencePart("terrain", 0, 171, 40),
            ReferencePart("wings", 0, 211, 21),
            ReferencePart("least", 0, 232, 21),
            ReferencePart("actions", 98, 24, 70.5),
            ReferencePart("criticals", 98, 94.5, 51),
            ReferencePart("supers", 98, 145.5, 50.5),
            ReferencePart("morale", 98, 196, 34),
            ReferencePart("control", 98, 230, 28),
        ),
    ),
    ReferenceForm(
        190,
        254,
        98,
        24,
        (
            ReferencePart("moves", 0, 24, 46, "wide"),  # with keywords and torpedoes beside them
            ReferencePart("frames", 0, 70, 40, "wide"),
            ReferencePart("weapons", 0, 110, 94, "wide"),  # with their rules beside them
            ReferencePart("modules", 0, 204, 55, "wide"),
        ),
    ),
)


def fill_reference(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The two pages, in the colour of the fleet; equal pages are printed once."""
    own = values.fleet.colour if isinstance(values, LinkedFleet) else ""
    movement = MOVEMENT[TORPEDO.row]
    for page in (1, 2):
        yield from print_parts(
            look,
            FORMS[page - 1],
            f"Quick reference, {('the game', 'the tables')[page - 1]}",
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
            colour=look.colour or own or COLOUR,
        )


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
