"""Derived values of a fighter: pure functions of its definition.

The formulas and their worked examples are in docs/black-skies.md.
"""

from __future__ import annotations

from sheetgen.systems.black_skies.data import ARMOUR, DICE, WEIGHTS, Weight
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.maneuver import Maneuver, list_maneuvers


def weight(fighter: Fighter) -> Weight:
    """The values that the fighter gets from its weight."""
    return WEIGHTS[fighter.weight]


def hardpoints_used(fighter: Fighter) -> int:
    """Count the hardpoints: one for each weapon, level of armour and level of shields."""
    return sum(w.count for w in fighter.weapons) + ARMOUR[fighter.armour].levels + fighter.shields


def crippled_at(fighter: Fighter) -> int:
    """The hull integrity at which it is crippled: half."""
    return weight(fighter).hull // 2


def weapons_mounted(fighter: Fighter) -> int:
    """The number of its weapons."""
    return sum(w.count for w in fighter.weapons)


def weapons_when_crippled(fighter: Fighter) -> int:
    """The number of its weapons that may fire when it is crippled: half, rounded down."""
    return weapons_mounted(fighter) // 2


def lower_die(die: str, shields: int) -> str:
    """An attacker's damage die against some levels of shields: a step down each, to a d4."""
    return DICE[max(DICE.index(die) - shields, 0)]


def maneuvers(fighter: Fighter) -> list[Maneuver]:
    """The maneuvers that it can fly, in the order of their cards."""
    return list_maneuvers(fighter.thrusters)
