"""Checks of a fighter."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Check, Finding, check
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.derive import hardpoints_used, weight


@check("over-hardpoints", "error")
def over_hardpoints(fighter: Fighter) -> Iterator[Finding]:
    """A fighter carries more than its weight has hardpoints for.

    Why: Weapons, armour and shields take a hardpoint each (heavy armour two), and the weight says
    how many there are: light 2, medium 3, heavy 4.

    Example:
    weight: light
    weapons: [{weapon: laser-cannon, count: 3}]    # 3 hardpoints of 2
    """
    used, size = hardpoints_used(fighter), weight(fighter)
    if used > size.hardpoints:
        message = f"{used} hardpoints used, a {fighter.weight} fighter has {size.hardpoints}"
        yield Finding(("weight",), message, f"take {used - size.hardpoints} off")


CHECKS: tuple[Check, ...] = (over_hardpoints,)
