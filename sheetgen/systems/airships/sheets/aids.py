"""Aids: the template for pivots and arcs, the range ruler, tokens, and the quick reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    AirshipWeapon,
    ShipFrame,
)
from sheetgen.systems.airships.fleet import COLOUR, AirFleet, list_members
from sheetgen.systems.airships.ship import (
    ARC_WIDTH,
    HEADINGS,
    Ship,
    list_wing_weapons,
    morale_checks,
)
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.fleet import find_colour
from sheetgen.systems.kit.reference import (
    ReferenceForm,
    ReferencePart,
    ShortRule,
    TableLine,
    make_reference,
    print_parts,
)
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


def fill_ruler(values: Ship | AirFleet, look: Look) -> list[Print]:
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


def _find_longest(weapons: Iterable[AirshipWeapon]) -> int:
    moves = [movement.move for movement in MOVEMENT.values()]
    return max(SHORTEST, *moves, *(weapon.range or 0 for weapon in weapons))


def _print_ruler(
    total: int, weapons: Iterable[AirshipWeapon], rows: Iterable[str], look: Look
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


# The quick reference: the game's tables and rules on two pages, in our own words.


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


def fill_reference(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """The two pages, in the colour of the fleet; equal pages are printed once."""
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
            colour=find_colour(values, look, COLOUR),
        )


def _show_frame(frame: ShipFrame) -> TableLine:
    checks = "/".join(map(str, morale_checks(frame.hull)))
    numbers = (frame.morale, frame.command, frame.damage_control, frame.lift, frame.drop)
    later = ["–" if n is None else str(n) for n in (*numbers, frame.stall, frame.inertia)]
    return TableLine(frame.name, [frame.size, str(frame.hull), checks, f"{frame.skill}+", *later])


def _show_weapon(weapon: AirshipWeapon, size: str) -> TableLine:
    """A weapon under its size, which only the first of that size names."""
    reach = "∞" if weapon.range is None else f"{weapon.range}″"
    rules = ", ".join(map(str, weapon.rules))
    return TableLine(size, [weapon.name, reach, str(weapon.dice), str(weapon.cost), rules])


REFERENCE = make_reference(
    "airships", "ship", "the rules in brief and all tables, on two pages", fill_reference
)
