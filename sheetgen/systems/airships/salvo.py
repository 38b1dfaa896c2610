"""A salvo: one weapon that fires once, and all that follows from its hits."""

from __future__ import annotations

from random import Random

from sheetgen.systems.airships.warship import Gun, Warship

CRITICALS = 8
"""Sides of the die for both tables of critical hits, whose last result is the other table."""


def attack(gun: Gun, target: Warship, number: int, dice: Random) -> None:
    """Resolves an attack: dice that hit on `number` or more, damage, criticals, then morale."""
    hits = _roll_hits(gun.dice, number, gun.battery, dice)
    if hits and gun.missile and target.has("chaff-launcher") and target.pool:
        target.pool -= 1
        hits = _roll_hits(hits, number, gun.battery, dice)
    if not hits:
        return
    total, criticals = 0, 0
    for _ in range(hits):
        die = 1 + int(6 * dice.random())
        if gun.impact:
            die = max(die, 1 + int(6 * dice.random()))
        total += die + gun.piercing
        criticals += die >= gun.critical
    if target.take("Brace"):
        total -= 1
    before, bridge = target.hull, target.bridge
    target.hull -= total
    for _ in range(criticals):
        strike_critical(target, dice)
    if target.hull <= 0:
        target.dead = True
    else:
        checks = sum(target.hull <= mark < before for mark in target.plan.checks)
        for _ in range(checks + (target.bridge and not bridge)):
            check_morale(target, dice)


def _roll_hits(count: int, number: int, again: bool, dice: Random) -> int:
    hits = 0
    for _ in range(count):
        die = 1 + int(6 * dice.random())
        if again and die == 1:
            die = 1 + int(6 * dice.random())
        hits += die >= number
    return hits


def check_morale(ship: Warship, dice: Random) -> None:
    """Two dice against morale: who fails is shaken, and who is shaken already is broken."""
    if 2 + int(6 * dice.random()) + int(6 * dice.random()) > ship.morale:
        ship.dead, ship.shaken = ship.dead or ship.shaken, True


def strike_critical(ship: Warship, dice: Random) -> None:
    """Rolls on the table of critical hits."""
    if ship.plan.is_fragile:
        ship.hull = 0
        return
    roll = 1 + int(CRITICALS * dice.random())
    if roll == CRITICALS and ship.has("reinforced-bulkheads"):
        roll = 1 + int(CRITICALS * dice.random())
    if roll == 1:
        ship.hull -= 1 + int(6 * dice.random())
    elif roll == 2:
        _jam(ship, dice)
    elif roll == 5:
        ship.morale -= 1
    elif roll == 6:
        _lose_module(ship, dice)
    elif roll == 7:
        ship.panic = 1
    elif roll == CRITICALS:
        strike_super(ship, dice)


def _jam(ship: Warship, dice: Random) -> None:
    sound = [at for at in range(len(ship.plan.guns)) if at not in ship.jammed]
    if sound:
        ship.jammed |= {sound[int(len(sound) * dice.random())]}


def _lose_module(ship: Warship, dice: Random) -> None:
    if ship.modules:
        lost = int(len(ship.modules) * dice.random())
        ship.modules = (*ship.modules[:lost], *ship.modules[lost + 1 :])


def strike_super(ship: Warship, dice: Random) -> None:
    """Rolls on the table of super criticals."""
    roll = 1 + int(CRITICALS * dice.random())
    if roll == 1:
        ship.hull -= 2 + int(6 * dice.random()) + int(6 * dice.random())
    elif roll == 3:
        if ship.armored:
            ship.armored = False
        else:
            ship.bridge, ship.pool = True, 0
    elif roll == 5:
        ship.guns_down = True
    elif roll == 6:
        ship.utilities_down = True
    elif roll == 7:
        ship.burning = True
    elif roll == CRITICALS:
        ship.hull = 0
