"""Rulers: the range bands of each set of ranges that weapons have."""

from __future__ import annotations

from typing import Any

from sheetgen.ground.record import replace
from sheetgen.ground.words import say, tr, tr_many
from sheetgen.systems import Look, Print
from sheetgen.systems.black_skies.data import FORMATION, TO_HIT
from sheetgen.systems.kit.fleet import LinkedFleet
from sheetgen.systems.kit.ruler import (
    Band,
    Ruler,
    RulerMark,
    check_length,
    limit_strip,
    print_strips,
)

Ranges = tuple[int, int, int]


def fill_ruler(values: Any, look: Look) -> list[Print]:
    """A ruler for each set of ranges that weapons of these fighters have."""
    fighters = [values]
    if isinstance(values, LinkedFleet):
        fighters = [element.ship for element in values.members]
        look = replace(look, colour=look.colour or values.fleet.colour)
    names: dict[Ranges, list[str]] = {}
    for fighter in fighters:
        for weapon in fighter.record.weapons:
            names.setdefault(tuple(weapon.range), []).append(weapon.name)
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
    weapons = ["Laser Cannon"] if size == LASER else []
    return _print_ruler((third, 2 * third, size), weapons, look)


LASER = 18
"""The long range of the laser cannon, whose bands are a third of it each."""


def _print_ruler(ranges: Ranges, weapons: list[str], look: Look) -> list[Print]:
    name = tr("Ranges {}″", "/".join(map(str, ranges)))
    ruler = Ruler(
        total=ranges[-1],
        bands=[
            Band(start, end, band.name, f"{band.number}+", f"{start}–{end}″")
            for start, end, band in zip((0, *ranges), ranges, TO_HIT, strict=False)
        ],
        lanes=[[RulerMark(FORMATION, tr("element: {}″ at most", FORMATION))]],
        titles=[
            ", ".join(map(say, weapons)),
            tr_many("{} weapon", "{} weapons", len(weapons)),
            name,
        ],
        colour=look.colour,
        longest=limit_strip(look),
    )
    return print_strips(ruler.cut(), name)
