"""Aids to cut out: the wedge for turns, the dial of arcs, and a ruler for each set of ranges."""

from __future__ import annotations

from sheetgen.ground.record import read_values, record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import ARCS, FORMATION, TO_HIT, WEAPONS
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.fleet import LinkedFleet
from sheetgen.systems.kit import ruler as protractor
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.ruler import (
    Band,
    Dial,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_fan,
    make_sheet,
    print_strips,
)

TURN = 60
"""Degrees of a turn, a slip and an arc of fire."""
REACH = 48.0
"""From the middle of the dial to its sides, in millimetres."""
Ranges = tuple[int, int, int]


@record(kw_only=True)
class Wedge(protractor.Fan):
    """The template for turns; its edges are `units` inches long."""

    units: int


def fill_ruler(values: Fighter | LinkedFleet, look: Look) -> list[Print]:
    """A ruler for each set of ranges that weapons of these fighters have."""
    if isinstance(values, Fighter):
        fighters = [values]
    else:
        fighters = [element.fighter for element in values.elements]
        look = replace(look, colour=look.colour or values.fleet.colour)
    names: dict[Ranges, list[str]] = {}
    for fighter in fighters:
        for weapon in fighter.weapons:
            names.setdefault(weapon.type.range, []).append(weapon.type.name)
    return [
        piece
        for ranges, weapons in sorted(names.items())
        for piece in _print_ruler(ranges, list(dict.fromkeys(weapons)), look)
    ]


def blank_ruler(size: int, look: Look) -> list[Print]:
    """A ruler of so many inches, whose range bands are a third of it each."""
    if size % 3:
        raise ValueError(f"{size} inches can't be divided into three range bands")
    third = check_length(size) // 3
    weapons = [w.name for w in WEAPONS.values() if w.range == (third, 2 * third, size)]
    return _print_ruler((third, 2 * third, size), weapons, look)


def _print_ruler(ranges: Ranges, weapons: list[str], look: Look) -> list[Print]:
    name = f"Ranges {'/'.join(map(str, ranges))}″"
    ruler = Ruler(
        total=ranges[-1],
        bands=[
            Band(start, end, band.name, f"{band.number}+", f"{start}–{end}″")
            for start, end, band in zip((0, *ranges), ranges, TO_HIT, strict=False)
        ],
        lanes=[[RulerMark(FORMATION, f"element: {FORMATION}″ at most")]],
        titles=[", ".join(weapons), f"{len(weapons)} weapons", name],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), name)


def _print_wedge(colour: str) -> list[Print]:
    fan = make_fan(TURN / 2, FORMATION, [Way(0, "middle of the arc")], colour)
    return [Print(Wedge(**read_values(fan), units=FORMATION), "60° and 6″")]


def _print_dial(colour: str) -> list[Print]:
    headings = [entry.heading - 360 * (entry.heading > 180) for entry in ARCS.values()]
    arcs = [
        Way(heading, entry.name.upper())
        for heading, entry in zip(headings, ARCS.values(), strict=True)
    ]
    ways = [Way(heading, f"{abs(heading)}°" if heading else "ahead") for heading in headings]
    dial = Dial(sides=len(arcs), reach=REACH, arcs=arcs, ways=ways, colour=colour)
    return [Print(dial, "Arcs of 60°")]


TEMPLATE = protractor.make_protractor(
    "black-skies",
    "fighter",
    "turning-template",
    "a wedge for turns, slips and arcs of 60°, with edges of 6″, to cut out",
    _print_wedge,
    TURN,
)
ARC_TEMPLATE = protractor.make_protractor(
    "black-skies",
    "fighter",
    "arc-template",
    "the six arcs of fire around a fighter, to cut out",
    _print_dial,
    TURN,
)
RULER = make_sheet(
    "black-skies",
    "fighter",
    "the range bands of each weapon in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    max(weapon.range[-1] for weapon in WEAPONS.values()),
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("fighter", read_tokens(__file__), "#2b3f55")
