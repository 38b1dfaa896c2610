"""Checks of a fighter: whether it can be built, and what is unusual about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.ground.number import count, join_words
from sheetgen.systems import Check, Finding, Mend, check
from sheetgen.systems.black_skies.data import ARMOUR, WEAPONS
from sheetgen.systems.black_skies.fighter import Fighter, hardpoints_used, weapons_mounted, weight

_DECLARED = ("name", "arcs", "rate", "range", "damage")


@check("over-hardpoints", "error")
def over_hardpoints(fighter: Fighter) -> Iterator[Finding]:
    """A fighter carries more than its weight has hardpoints for.

    Why: Weapons, armour and shields take a hardpoint each (heavy armour two), and the weight
    determines how many there are: light 2, medium 3, heavy 4.

    Example:
    weight: light
    weapons: [{weapon: laser-cannon, count: 3}]    # 3 hardpoints of 2
    """
    used, size = hardpoints_used(fighter), weight(fighter)
    if used > size.hardpoints:
        message = (
            f"{count(used, 'hardpoint')} used, but a {fighter.weight} fighter has {size.hardpoints}"
        )
        hint = f"{_share_out(fighter)}; take {used - size.hardpoints} off"
        yield Finding(("weight",), message, hint)


def _share_out(fighter: Fighter) -> str:
    """Say in words how many hardpoints weapons, armour and shields take."""
    shares = {
        "weapons": weapons_mounted(fighter),
        "armour": ARMOUR[fighter.armour].levels,
        "shields": fighter.shields,
    }
    return join_words([f"{count} by {what}" for what, count in shares.items() if count])


@check("unused-hardpoints", "hint")
def unused_hardpoints(fighter: Fighter) -> Iterator[Finding]:
    """A fighter leaves hardpoints empty.

    Why: It could carry another weapon, armour or shields. That is legal, and may be intended.

    Example:
    weight: heavy                                  # 4 hardpoints
    weapons: [{weapon: laser-cannon, count: 2}]    # 2 are left
    """
    used, size = hardpoints_used(fighter), weight(fighter)
    if used < size.hardpoints:
        message = f"{used} of {count(size.hardpoints, 'hardpoint')} used"
        hint = f"{size.hardpoints - used} more of weapons, armour or shields would fit"
        yield Finding(("weight",), message, hint)


@check("heavy-armour", "error")
def heavy_armour(fighter: Fighter) -> Iterator[Finding]:
    """A light fighter has heavy armour.

    Why: The rules allow heavy armour only for medium and heavy fighters.

    Example:
    weight: light
    armour: heavy
    """
    if fighter.weight == "light" and fighter.armour == "heavy":
        message = "a light fighter can't have heavy armour"
        hint = "write armour: light, or make it a medium fighter"
        yield Finding(("armour",), message, hint, [Mend(("armour",), "light")])


@check("incomplete-weapon", "error")
def incomplete_weapon(fighter: Fighter) -> Iterator[Finding]:
    """A weapon is neither one of the game's nor declared in full.

    Why: Your own weapon needs a name, its arcs of fire, its rate of fire, the three ranges and its
    damage die. One of the game's may leave all of that out, or change some of it.

    Example:
    weapons: [{name: Tail Gun, arcs: [rear], rate: 2, damage: d4}]    # and its ranges?
    """
    for at, weapon in enumerate(fighter.weapons):
        lacking = [key for key in _DECLARED if getattr(weapon, key) is None]
        if weapon.weapon is None and lacking:
            whose = f"the weapon {weapon.name}" if weapon.name else f"weapons[{at + 1}]"
            known = join_words([f"weapon: {name}" for name in WEAPONS], "or")
            hint = f"declare it in full, or start from one of the game's: {known}"
            message = f"{whose} lacks {join_words(lacking)}"
            yield Finding(("weapons", at), message, hint)


@check("range-bands", "error")
def range_bands(fighter: Fighter) -> Iterator[Finding]:
    """The range bands of a weapon do not increase.

    Why: A target is at close, medium or long range by the first of the three that reaches it; a
    band that does not reach further than the one before could never be used.

    Example:
    range: [6, 12, 12]
    """
    for at, weapon in enumerate(fighter.weapons):
        close, medium, far = weapon.type.range
        if not close < medium < far:
            message = f"the ranges {close}, {medium} and {far} do not increase"
            hint = "write close, medium and long range, such as [6, 12, 18]"
            yield Finding(("weapons", at, "range"), message, hint)


@check("listed-twice", "error")
def listed_twice(fighter: Fighter) -> Iterator[Finding]:
    """A list names the same thing twice.

    Why: Once is enough, so the second is usually a slip for something else.

    Example:
    thrusters: [rear, rear]    # or did you mean [rear, side]?
    """
    yield from _find_repeats(("thrusters",), fighter.thrusters)
    for at, weapon in enumerate(fighter.weapons):
        yield from _find_repeats(("weapons", at, "arcs"), weapon.arcs or ())


def _find_repeats(path: tuple[str | int, ...], names: Sequence[str]) -> Iterator[Finding]:
    for at, name in enumerate(names):
        if name in names[:at]:
            place = (*path, at)
            mends = [Mend(place, act="remove")]
            yield Finding(
                place, f"{path[-1]}: {name} is listed twice", "leave one of them out", mends
            )


CHECKS: tuple[Check, ...] = (
    over_hardpoints,
    unused_hardpoints,
    heavy_armour,
    incomplete_weapon,
    range_bands,
    listed_twice,
)
