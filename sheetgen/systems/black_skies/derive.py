"""Derived values of a fighter: pure functions of its definition.

The formulas and their worked examples stand in docs/black-skies.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetgen.systems import Table
from sheetgen.systems.black_skies.data import ARCS, ARMOUR, DICE, SKILLS, WEIGHTS, Weight
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.maneuver import (
    Maneuver,
    boost_afterburner,
    is_unpublished,
    list_maneuvers,
    roll_needed,
    show_roll,
)


def weight(fighter: Fighter) -> Weight:
    """What the fighter's weight gives it."""
    return WEIGHTS[fighter.weight]


def hardpoints_used(fighter: Fighter) -> int:
    """One for each weapon, level of armour and level of shields; thrusters are free."""
    return sum(w.count for w in fighter.weapons) + ARMOUR[fighter.armour].levels + fighter.shields


def crippled_at(fighter: Fighter) -> int:
    """The hull integrity at which it is crippled: half."""
    return weight(fighter).hull // 2


def weapons_mounted(fighter: Fighter) -> int:
    """How many weapons it has."""
    return sum(w.count for w in fighter.weapons)


def weapons_when_crippled(fighter: Fighter) -> int:
    """How many of its weapons may fire when it is crippled: half, rounded down."""
    return weapons_mounted(fighter) // 2


def lower_die(die: str, shields: int) -> str:
    """An attacker's damage die against so many levels of shields: a step down each, to a d4."""
    return DICE[max(DICE.index(die) - shields, 0)]


def maneuvers(fighter: Fighter) -> list[Maneuver]:
    """The maneuvers that it can fly, in the order of their cards."""
    return list_maneuvers(fighter.thrusters)


def derive_fighter(fighter: Fighter) -> dict[str, Any]:
    """Everything that `show` tells of a fighter."""
    size = weight(fighter)
    return {
        "weight": size.name,
        "hull": size.hull,
        "hull_die": size.die,
        "acceleration": size.acceleration,
        "afterburner": boost_afterburner(size),
        "hardpoints_available": size.hardpoints,
        "hardpoints_used": hardpoints_used(fighter),
        "armour": ARMOUR[fighter.armour].levels,
        "shields": fighter.shields,
        "crippled_at": crippled_at(fighter),
        "weapons": weapons_mounted(fighter),
        "weapons_when_crippled": weapons_when_crippled(fighter),
        "armament": [
            {
                "weapon": w.type.name,
                "count": w.count,
                "arcs": list(w.type.arcs),
                "rate": w.type.rate,
                "range": list(w.type.range),
                "damage": w.type.damage,
            }
            for w in fighter.weapons
        ],
        "cards": [m.card for m in maneuvers(fighter)],
        "maneuvers": [
            {
                "card": m.card,
                "maneuver": m.name,
                "option": o.name,
                "difficulty": o.difficulty,
                "penalty": o.penalty,
                "roll_needed": {str(s.level): roll_needed(o.difficulty, s.level) for s in SKILLS},
                "roll_needed_crippled": {
                    str(s.level): roll_needed(2 * o.difficulty, s.level) for s in SKILLS
                },
            }
            for m in maneuvers(fighter)
            for o in m.options
        ],
    }


def read_out_fighter(derived: Mapping[str, Any]) -> dict[str, Any]:
    """The derived values as `show` prints them for people: the rolls as a player reads them."""
    arms = [
        [
            row["weapon"],
            row["count"],
            ", ".join(ARCS[arc].name for arc in row["arcs"]),
            row["rate"],
            "/".join(map(str, row["range"])),
            row["damage"],
        ]
        for row in derived["armament"]
    ]
    flown = [
        [
            row["card"],
            row["maneuver"],
            _tell_option(row),
            row["difficulty"],
            row["penalty"],
            *map(show_roll, row["roll_needed"].values()),
            *map(show_roll, row["roll_needed_crippled"].values()),
        ]
        for row in derived["maneuvers"]
    ]
    skills = [str(skill.level) for skill in SKILLS[1:]]
    first = SKILLS[0].level
    headings = ["card", "maneuver", "option", "difficulty", "penalty"]
    headings += [f"skill {first}", *skills, f"crippled {first}", *skills]
    tables = {
        "armament": Table(["weapon", "count", "arcs", "rate", "range", "damage"], arms),
        "maneuvers": Table(headings, flown),
    }
    return {**derived, **tables}


def _tell_option(row: Mapping[str, Any]) -> str:
    if is_unpublished(row["card"]):
        return "(movement not published)"
    return row["option"] if row["option"] != row["maneuver"] else ""
