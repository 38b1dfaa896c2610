"""Checks of a ship: whether the design is legal, and what is unusual about it."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.number import count
from sheetgen.systems import Finding, Mend, check
from sheetgen.systems.asfos.data import CLASSES
from sheetgen.systems.asfos.ship import (
    Ship,
    estimate_points,
    power_available,
    power_used,
    size_class,
)


@check("class-mismatch", "error")
def class_mismatch(ship: Ship) -> Iterator[Finding]:
    """A ship's class does not match its mass.

    Why: The class follows from the number of hull boxes. The display prints the class of the
    mass, so a different one in the definition would mislead.

    Example:
    class: BB
    mass: 8          # 7 to 9 is a battle cruiser, BC
    """
    right = size_class(ship.mass)
    if ship.class_code not in (None, right.code):
        known = {c.code: c for c in CLASSES}
        message = f"a mass of {ship.mass} is a {right.name} ({right.code}), not {ship.class_code}"
        hint = f"write class: {right.code}"
        if ship.class_code in known:
            hint += f", or give it a mass of {_range_of(ship.class_code)}"
        yield Finding(("class",), message, hint, [Mend(("class",), right.code)])


def _range_of(code: str) -> str:
    least = 1
    for size in CLASSES:
        if size.code == code:
            return f"{least} or more" if size is CLASSES[-1] else f"{least} to {size.most}"
        least = size.most + 1
    return ""


_STRONGEST = 5  # hulls that the construction rules describe


@check("unusual-hull", "hint")
def unusual_hull(ship: Ship) -> Iterator[Finding]:
    """A ship's hull is stronger than any that the rules describe.

    Why: Natural hull strength goes from 2, weak, to 5, armoured. It is not the number of hull
    boxes: that is the mass.

    Example:
    mass: 12
    hull: 20         # hardly any attack can harm it; 3 is average
    """
    if ship.hull > _STRONGEST:
        message = f"a hull of {ship.hull} is stronger than armoured, which is {_STRONGEST}"
        yield Finding(("hull",), message, "the number of hull boxes is the mass; 3 is average")


@check("over-power", "warning")
def over_power(ship: Ship) -> Iterator[Finding]:
    """A ship's engine and weapons draw more power than its hull supplies.

    Why: By the house reading of the construction rules each hull box supplies 5 power; the
    engine takes mass × rating, a point of primaries or secondaries 1, a special weapon 4. All
    four printed ships use up exactly what they have. A ship over the budget is stronger than its
    points.

    Example:
    mass: 4          # supplies 20
    engine: 3        # takes 12
    primaries: {forward: 8, left: 4, right: 4}   # take 16: 8 too many
    """
    used, available = power_used(ship), power_available(ship)
    if used > available:
        message = (
            f"engine and weapons draw {used} power, but a mass of {ship.mass} supplies {available}"
        )
        yield Finding(("mass",), message, f"take away {used - available}, or make the ship larger")


@check("unused-power", "hint")
def unused_power(ship: Ship) -> Iterator[Finding]:
    """A ship leaves power unused.

    Why: By the house reading of the construction rules the hull could feed more weapons or a
    better engine. That is legal, and may be intended.

    Example:
    mass: 4          # supplies 20
    engine: 2        # takes 8
    secondaries: 4   # takes 4: 8 are left
    """
    used, available = power_used(ship), power_available(ship)
    if used < available:
        message = f"engine and weapons draw {used} of {available} power"
        room = count(available - used, "more point", "more points")
        yield Finding(("mass",), message, f"{room} of weapons would fit")


@check("points-mismatch", "warning")
def points_mismatch(ship: Ship) -> Iterator[Finding]:
    """A ship's stated points differ from the estimate.

    Why: Stated points take precedence and are printed. The estimate gives the printed points of
    all four printed ships, so a difference may be a slip, or a value from another edition.

    Example:
    points: 63       # the estimate is 36
    """
    if ship.points is not None and ship.points != (estimate := estimate_points(ship)):
        message = f"points: {ship.points} is stated, but the estimate is {estimate}"
        mends = [Mend(("points",), act="remove")]
        yield Finding(("points",), message, "leave points out to print the estimate", mends)


@check("single-arc", "hint")
def single_arc(ship: Ship) -> Iterator[Finding]:
    """All primaries of a ship fire into one arc.

    Why: It is legal but unusual: an enemy who stays out of that arc has nothing to fear but the
    secondaries, and the points estimate does not reflect how easily the ship is outflanked.

    Example:
    primaries: {forward: 12}
    """
    p = ship.primaries
    if p.total > 1 and p.total == max(p.forward, p.left, p.right, p.rear):
        arc = next(name for name, value in p if value)
        message = f"all primaries fire into the {arc} arc"
        yield Finding(("primaries", arc), message, "most ships can answer from more than one side")


@check("advanced-rules", "hint")
def advanced_rules(ship: Ship) -> Iterator[Finding]:
    """A ship is of a class that needs the advanced rules.

    Why: Escorts (frigates and destroyers) and titans are left to the game's advanced book. Their
    displays are printed all the same.

    Example:
    mass: 2          # a destroyer
    """
    size = size_class(ship.mass)
    if size.escort or size is CLASSES[-1]:
        message = f"a {size.name} ({size.code}) needs the advanced rules"
        yield Finding(("mass",), message, "agree with the other players how to use it")


CHECKS = (
    class_mismatch,
    unusual_hull,
    over_power,
    unused_power,
    points_mismatch,
    single_arc,
    advanced_rules,
)
