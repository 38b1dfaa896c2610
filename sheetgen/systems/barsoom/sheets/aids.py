"""Aids to cut out: the template for turns, and the range ruler in strips."""

from __future__ import annotations

from sheetgen.ground.record import replace
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.data import CLASSES, RANGES, WEAPONS
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import speed
from sheetgen.systems.barsoom.fleet import COLOUR, LinkedFleet, list_members
from sheetgen.systems.barsoom.sheets.ship_card import find_colour, list_zones
from sheetgen.systems.kit.deck import make_tokens, read_tokens
from sheetgen.systems.kit.ruler import (
    Band,
    Ruler,
    RulerMark,
    Way,
    check_length,
    limit_strip,
    make_fan,
    make_sheet,
    print_strips,
)
from sheetgen.systems.kit.ruler import make_protractor as make_template

TURN = 45
"""The most degrees of a Turn, and of a fixed gun up or down."""
REACH = 4
"""Inches of the template's edges."""
_WAYS = [
    *(Way(sign * turn, f"{turn}°") for turn in (15, 30) for sign in (-1, 1)),
    Way(0, "ahead"),
]


def fill_ruler(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The strips of a ruler, with the moves of these ships and the ranges of all weapons."""
    speeds = [(speed(member.ship), member.title) for member in list_members(values)]
    inches = {inches for inches, _ in speeds}
    moves = [RulerMark(move, f"Ahead {move}″") for move in sorted(inches)]
    return _print_ruler(RANGES[-1].most, moves, replace(look, colour=find_colour(values, look)))


def blank_ruler(size: int, look: Look) -> list[Print]:
    """The strips of a ruler of so many inches, with the moves of the classes."""
    moves = [RulerMark(entry.speed, entry.name) for entry in CLASSES.values()]
    return _print_ruler(check_length(size), moves, replace(look, colour=look.colour or COLOUR))


def _print_ruler(total: int, moves: list[RulerMark], look: Look) -> list[Print]:
    starts = [0, *(band.most for band in RANGES)]
    bands = [
        Band(start, band.most, zone.span, zone.modifier, "to hit")
        for start, band, zone in zip(starts, RANGES, list_zones(), strict=False)
    ]
    weapons = [RulerMark(entry.range, f"{entry.name} weapons") for entry in WEAPONS.values()]
    ruler = Ruler(
        total=total,
        bands=bands,
        lanes=[moves, weapons],
        titles=["Sky Ships of Barsoom · moves, weapons, range bands"],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), "Range ruler")


def _print_template(colour: str) -> list[Print]:
    return [Print(make_fan(TURN, REACH, _WAYS, colour or COLOUR), "Turns of up to 45°")]


TEMPLATE = make_template(
    "barsoom",
    "ship",
    "turning-template",
    "turns of up to 45° and the elevation of guns, to cut out",
    _print_template,
    TURN,
)
RULER = make_sheet(
    "barsoom",
    "ship",
    "the range bands to 72″ in strips to cut out and glue together",
    fill_ruler,
    blank_ruler,
    RANGES[-1].most,
)


# Tokens: a set for everybody, from tokens.yaml.


TOKENS = make_tokens("ship", read_tokens(__file__), "#7a3b16")
