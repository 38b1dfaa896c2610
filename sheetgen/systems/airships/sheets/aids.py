"""Aids to cut out: the template for pivots and arcs, and the range ruler in strips."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import FRAMES, MOVEMENT, WEAPONS, Weapon
from sheetgen.systems.airships.definition import Ship, list_wing_weapons
from sheetgen.systems.airships.derive import ARC_WIDTH, HEADINGS
from sheetgen.systems.airships.fleet import LinkedFleet, list_members
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.ruler import (
    Dial,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_sheet,
    print_strips,
)
from sheetgen.systems.kit.ruler import make_protractor as make_template

REACH = 56.0
"""From the middle of the template to its sides, in millimetres."""
STEP = 22.5
"""Degrees of the smallest pivot."""
SHORTEST = 12
"""Inches of the shortest ruler: how far command reaches."""
COMMON = (
    RulerMark(2, "−1 past an island"),
    RulerMark(4, "blast of a Citadel Blowout"),
    RulerMark(12, "command, Rally, morale"),
)
"""Lengths that count for everybody."""


def fill_ruler(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The strips of a ruler to the longest range of these ships, with all ranges and moves."""
    members, look = list_members(values, look)
    weapons = [weapon for member in members for _, weapon in member.ship.list_weapons()]
    weapons += [w for m in members for a in m.wings for w in list_wing_weapons(a.wing.weapons)]
    rows = {member.ship.build.row for member in members}
    rows |= {FRAMES["wing"].row for member in members if member.wings}
    rows |= {"torpedo" for weapon in weapons if weapon.has("Torpedo")}
    return _print_ruler(_find_longest(weapons), weapons, rows, look)


def blank_ruler(size: int, look: Look) -> list[Print]:
    """The strips of a ruler of so many inches, with all weapons and moves of the game."""
    weapons = [weapon for entries in WEAPONS.values() for weapon in entries.values()]
    return _print_ruler(check_length(size), weapons, MOVEMENT, look)


def _find_longest(weapons: Iterable[Weapon]) -> int:
    moves = [movement.move for movement in MOVEMENT.values()]
    return max(SHORTEST, *moves, *(weapon.range or 0 for weapon in weapons))


def _print_ruler(
    total: int, weapons: Iterable[Weapon], rows: Iterable[str], look: Look
) -> list[Print]:
    ranges = [RulerMark(weapon.range, weapon.name) for weapon in weapons if weapon.range]
    known = [row for row in MOVEMENT if row in set(rows)]
    moves = [RulerMark(MOVEMENT[row].move, f"{row} moves") for row in known]
    ruler = Ruler(
        total=total,
        lanes=[ranges, moves, COMMON],
        titles=["Airships · ranges, moves, other distances", "Airships"],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), "Range ruler")


def _print_template(colour: str) -> list[Print]:
    pivots: dict[float, list[str]] = {}
    for row, movement in MOVEMENT.items():
        pivots.setdefault(movement.pivot, []).append(row)
    ways = [Way(0, "ahead")]
    for turn in (STEP * step for step in range(1, 8)):
        note = ", ".join(pivots.get(turn, ()))
        ways += [Way(turn, f"{turn:g}°", note), Way(-turn, f"{turn:g}°", note)]
    ways.append(Way(180, "180°"))
    arcs = [
        Way(heading - 360 * (heading > 180), arc.upper(), f"{ARC_WIDTH}°")
        for arc, heading in HEADINGS.items()
    ]
    dial = Dial(sides=8, reach=REACH, arcs=arcs, ways=ways, colour=colour)
    return [Print(dial, "Pivots and arcs")]


TEMPLATE = make_template(
    "airships",
    "ship",
    "turning-template",
    "pivots of 22.5°, 45° and 90° and the arcs of fire of 90°, to cut out",
    _print_template,
    ARC_WIDTH,
)
RULER = make_sheet(
    "airships",
    "ship",
    "ranges, moves and the reach of command in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    max(w.range or 0 for entries in WEAPONS.values() for w in entries.values()),
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("ship", read_tokens(__file__), "#1f4e79")
