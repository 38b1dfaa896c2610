"""Derived values of a ship: pure functions of its definition, in whole numbers.

The formulas and their worked examples are in docs/asfos.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from sheetgen.systems.asfos.data import CLASSES, POINTS, POWER, SizeClass
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.kit.track import degrade, mark_every


class WeaponsBox(NamedTuple):
    """The contents of one weapons box."""

    forward: int
    left: int
    right: int
    rear: int
    secondary: int
    special: int


@lru_cache(maxsize=1024)
def size_class(mass: int) -> SizeClass:
    """The size class of a mass."""
    return next(c for c in CLASSES if mass <= c.most)


def defence_factor(ship: Ship) -> int:
    """Natural hull strength and electronic defences together."""
    return ship.hull + ship.screens


def weapons_boxes(ship: Ship) -> list[WeaponsBox]:
    """The weapons boxes from left to right, as many as the hull boxes."""
    return list(map(WeaponsBox._make, zip(*weapons_rows(ship), strict=True)))


def weapons_rows(ship: Ship) -> list[list[int]]:
    """The same by kinds: what each box has of the first, of the second and so on."""
    p = ship.primaries
    full = (p.forward, p.left, p.right, p.rear, ship.secondaries, ship.special_count)
    return [_reduce_row(strength, ship.mass) for strength in full]


_reduce_row = lru_cache(maxsize=1024)(degrade)
"""The strength in each of so many weapons boxes."""


def crew_units(mass: int) -> int:
    """A quarter of the hull boxes, rounded half up, at least one."""
    return max(1, (mass + 2) // 4)


def crew_unit_boxes(mass: int) -> list[int]:
    """The hull boxes (from 1, leftmost) with a crew unit: every fourth from the right end.

    A reading: it fits the printed displays, whose rules give no places.
    """
    return mark_every(4, mass)[-crew_units(mass) :]


def power_available(ship: Ship, power: Mapping[str, int] = POWER) -> int:
    """What the hull supplies, by the coefficients of the house reading or of a fleet."""
    return power["per_hull_box"] * ship.mass


def power_used(ship: Ship, power: Mapping[str, int] = POWER) -> int:
    """What engine and weapons draw, by the coefficients of the house reading or of a fleet."""
    return (
        power["per_engine_mass"] * ship.mass * ship.engine
        + power["per_strength"] * (ship.primaries.total + ship.secondaries)
        + power["per_special"] * ship.special_count
    )


def list_firepower(ship: Ship) -> list[tuple[str, int]]:
    """What its firepower is made of: strengths and numbers by the names of their coefficients."""
    p, special = ship.primaries, ship.special
    parts = [
        ("forward", p.forward),
        ("side", p.left + p.right),
        ("rear", p.rear),
        ("secondary", ship.secondaries),
    ]
    return [*parts, (special.weapon, special.count)] if special else parts


def estimate_points(ship: Ship, worth: Mapping[str, int] = POINTS) -> int:
    """√(mass × defence factor × firepower), rounded half up in exact arithmetic.

    `worth` are the coefficients of the house reading or of a fleet, in hundredths.
    """
    firepower = sum(worth[key] * count for key, count in list_firepower(ship))  # in hundredths
    value = ship.mass * defence_factor(ship) * firepower  # in hundredths
    # n is the root r rounded half up when n - ½ ≤ r < n + ½, which is 2n - 1 ≤ √(4r²) < 2n + 1.
    return (isqrt(4 * value // 100) + 1) // 2


def points(ship: Ship, worth: Mapping[str, int] = POINTS) -> int:
    """The published points, or the estimate if none are published."""
    return ship.points if ship.points is not None else estimate_points(ship, worth)
