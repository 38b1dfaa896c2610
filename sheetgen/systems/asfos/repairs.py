"""Critical hits from turn to turn: what blows up, what burns, and what the crew repairs."""

from __future__ import annotations

from random import Random

from sheetgen.systems.asfos.volley import Sides

URGENCY = ("R", "Mn", "FC", "ED", "E", "Br")
"""The order in which a crew attends to critical hits in a duel."""
MOST_UNITS = 5
"""Crew units that may work on one critical hit."""


def explode(sides: Sides, dice: Random) -> Sides:
    """Reactors that were not repaired blow up as a turn begins; the ships that are left."""
    for ship in (*sides[0], *sides[1]):
        if "R" in ship.criticals:
            ship.hull += 1 + int(6 * dice.random())
            ship.criticals -= {"R"}
    return _list_left(sides)


def repair(sides: Sides, dice: Random) -> Sides:
    """Crews repair, then what still burns costs a hull box; the ships that are left."""
    for ship in (*sides[0], *sides[1]):
        if ship.criticals:
            units = ship.role.crew[ship.hull]
            for code in URGENCY:
                if code in ship.criticals:
                    working = min(units, MOST_UNITS)
                    units -= working
                    if 6 * dice.random() < working:
                        ship.criticals -= {code}
            ship.hull += "Mn" in ship.criticals
    return _list_left(sides)


def _list_left(sides: Sides) -> Sides:
    first, second = ([ship for ship in side if ship.hull < ship.mass] for side in sides)
    return first, second
