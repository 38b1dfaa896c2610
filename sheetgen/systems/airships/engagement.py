"""The engagement: airships that keep their distance and height, and fire by turns.

docs/duel.md states what is played, and what a captain does with command points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Self

from sheetgen.systems.airships.data import TO_HIT
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import cost
from sheetgen.systems.airships.fleet import LinkedFleet
from sheetgen.systems.airships.salvo import attack
from sheetgen.systems.airships.warship import FACES, Gun, Plan, Warship
from sheetgen.systems.battle import Combat, Setting
from sheetgen.systems.kit.fleet import list_members

LIMITS = (
    "nobody moves or changes height, so range and facing stay as they are, and loss of speed,"
    " rudder or lift does nothing",
    "torpedoes stay in their tubes and wings in their hangars; a broken ship is out of the fight",
    "this is the worth of an exchange of fire, not balance: the game is won by steering",
)


class Engagement:
    """A battle of two sides of airships."""

    __slots__ = ("sides",)

    def __init__(self, sides: tuple[list[Warship], list[Warship]]) -> None:
        self.sides = sides

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side has ships in the fight."""
        first, second = (any(not ship.dead for ship in side) for side in self.sides)
        return first, second

    def copy(self) -> Self:
        """A battle in the same state before its first turn."""
        first, second = ([ship.copy() for ship in side] for side in self.sides)
        return type(self)((first, second))


def muster(first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Engagement:
    """The battle before its first turn."""
    a, b = (
        [
            Warship(Plan(member.ship, stance.face, setting.range, getattr(member, "state", None)))
            for values in side
            for member in list_members(values)
        ]
        for side, stance in zip((first, second), setting.stances, strict=True)
    )
    return Engagement((a, b))


def fight(battle: Engagement, dice: Random) -> None:
    """Plays a turn: initiative, then the sides activate a ship each until all have been."""
    one, other = battle.sides
    for ship in (*one, *other):
        ship.pool, ship.used = ship.command, frozenset()
    if _roll_initiative(other, dice) > _roll_initiative(one, dice):
        one, other = other, one
    waiting = [_list_ready(one), _list_ready(other)]
    while waiting[0] or waiting[1]:
        for ships, enemies in zip(waiting, (other, one), strict=True):
            while ships:
                ship = ships.pop(0)
                if not ship.dead:
                    activate(ship, enemies, dice)
                    break


def _roll_initiative(side: Sequence[Warship], dice: Random) -> float:
    """A die and the highest command; ties are decided by a chance of less than a point."""
    best = max((ship.command for ship in side if not ship.dead), default=0)
    return int(6 * dice.random()) + best + dice.random()


def _list_ready(side: Sequence[Warship]) -> list[Warship]:
    """The ships that may be activated, the most expensive first; panic lasts for one turn."""
    ready = []
    for ship in sorted(side, key=lambda ship: -ship.plan.worth):
        if ship.panic:
            ship.panic -= 1
        elif not ship.dead:
            ready.append(ship)
    return ready


def activate(ship: Warship, enemies: Sequence[Warship], dice: Random) -> None:
    """A ship's activation: it burns, rallies, fires, and repairs."""
    if ship.burning:
        ship.hull -= 1 + int(6 * dice.random())
        if ship.hull <= 0:
            ship.dead = True
            return
    if ship.shaken and ship.take("Rally"):
        ship.shaken = False
    # Nobody moves, so giving up the move for more damage control costs a point and nothing else.
    more = 2 if ship.hull < ship.plan.ship.build.hull and ship.take("Emergency Repairs") else 0
    if not ship.guns_down:
        for at, gun in enumerate(ship.plan.guns):
            target = choose(gun, enemies)
            if target is not None and at not in ship.jammed:
                attack(gun, target, find_number(ship, gun, target), dice)
    if ship.damage_control:
        repair(ship, ship.damage_control + more, dice)


def find_number(ship: Warship, gun: Gun, target: Warship) -> int:
    """The least die that hits; the first weapon at a ship that can be locked on gets the lock."""
    number = ship.plan.ship.build.skill + ship.shaken
    if not gun.flak:
        number += target.plan.evasion
    if not target.plan.is_ultralight and ship.take("Target Lock"):
        number -= 1
    return max(TO_HIT["best"], min(TO_HIT["worst"], number))


def choose(gun: Gun, enemies: Sequence[Warship]) -> Warship | None:
    """The enemy that a weapon fires at: of those that it may, the one with the least hull left."""
    fair = [
        enemy
        for enemy in enemies
        if not enemy.dead and not (gun.spares_ultralights and enemy.plan.is_ultralight)
    ]
    return min(fair, key=lambda enemy: enemy.hull, default=None)


def repair(ship: Warship, count: int, dice: Random) -> None:
    """Damage control: two successes clear a super critical, one a jam or some hull damage."""
    rolls = [1 + int(6 * dice.random()) for _ in range(count)]
    if ship.has("dc-center"):
        rolls = [1 + int(6 * dice.random()) if roll == 1 else roll for roll in rolls]
    successes = sum(roll >= 5 for roll in rolls)
    if successes >= 2 and ship.guns_down:
        ship.guns_down = False
    elif successes >= 2 and ship.burning:
        ship.burning = False
    elif successes >= 2 and ship.utilities_down:
        ship.utilities_down = False
    elif successes and ship.jammed:
        ship.jammed -= {min(ship.jammed)}
    elif successes:
        whole = ship.plan.ship.build.hull
        ship.hull = min(whole, ship.hull + 1 + int(3 * dice.random()))


def count_points(values: Any) -> int:
    """The cost of a ship or fleet."""
    return values.points if isinstance(values, LinkedFleet) else cost(_as_ship(values)).total


def _as_ship(values: Any) -> Ship:
    assert isinstance(values, Ship)
    return values


def list_parts(ship: Ship) -> Iterator[tuple[str, Ship]]:
    """What can be taken off a ship, each with the ship without it."""
    for slot, names in ship.weapons.list_mounted():
        for at, name in enumerate(names):
            left = ship.weapons.model_copy(update={slot: [*names[:at], *names[at + 1 :]]})
            yield f"{name} {slot}", ship.model_copy(update={"weapons": left})
    for at, name in enumerate(ship.modules):
        rest = [*ship.modules[:at], *ship.modules[at + 1 :]]
        yield name, ship.model_copy(update={"modules": rest})


COMBAT = Combat(
    muster,
    fight,
    kinds=("ship", "fleet"),
    range=10,
    ranges=(6, 10, 18),
    unit="inches",
    faces=tuple(FACES),
    speeds=("",),
    parts=list_parts,
    worth=count_points,
    limits=LIMITS,
)
