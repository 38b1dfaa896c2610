"""The engagement: airships that keep their distance and height, and fire by turns.

docs/duel.md states what is played, and what a captain does with command points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr
from sheetgen.systems.airships.data import MODULES, TO_HIT, WEAPONS
from sheetgen.systems.contract import Combat, Setting, Stance
from sheetgen.systems.kit.battle import Battle, launch_sides
from sheetgen.systems.kit.fleet import flag_lost, list_members

# Warships: airships in battle, with everything that a turn may change about them.


FACES: dict[str, tuple[str, ...]] = {
    "bow": ("forward",),
    "broadside": ("port", "starboard"),
    "stern": ("aft",),
}
SLOTS = ("forward", "port", "starboard", "aft", "turret", "mounts")


@record
class Gun:
    """A weapon that bears and reaches: what a duel needs to know of it.

    `number` is that on the ship's sheet; `critical` is the least damage die that is a critical hit,
    7 where none is.
    """

    number: int
    dice: int
    piercing: int
    critical: int
    impact: bool
    battery: bool
    flak: bool
    missile: bool
    spares_ultralights: bool


@record(eq=False, slots=False)
class FixedShip:
    """A ship as it stays from turn to turn: what it shows the enemy, and how far away it is.

    `lost` is what it had lost before the battle.
    """

    ship: Any
    face: str
    distance: int
    lost: Any = None

    @cached_property
    def build(self) -> Any:
        """The ship's frame."""
        return self.ship.build

    @cached_property
    def guns(self) -> Sequence[Gun]:
        """The weapons that bear and reach; of two sides the one with more dice."""
        sides = [
            [
                _aim(number, arm.weapon)
                for number, arm in enumerate(self.ship.arms, start=1)
                if arc in arm.arcs
                and "Torpedo" not in arm.weapon.rules
                and (arm.weapon.range is None or self.distance <= arm.weapon.range)
            ]
            for arc in FACES[self.face]
        ]
        return max(sides, key=lambda guns: sum(gun.dice for gun in guns))

    @cached_property
    def is_ultralight(self) -> bool:
        """Whether it can't be locked on, and missiles can't be aimed at it."""
        return bool(self.build.size == "Ultralight")

    @cached_property
    def checks(self) -> tuple[int, int]:
        """The hull values at and below which its morale is checked."""
        return self.ship.half, self.ship.quarter

    @cached_property
    def worth(self) -> int:
        """The ship's cost in points."""
        return int(self.ship.points)


def _aim(number: int, weapon: Any) -> Gun:
    rules = weapon.rules
    critical = 7 if "Cannot Crit" in rules else 5 if "Crit on 5+" in rules else 6
    return Gun(
        number=number,
        dice=weapon.dice,
        piercing=weapon.piercing,
        critical=critical,
        impact="Impact" in rules,
        battery="Battery" in rules,
        flak="Flak" in rules,
        missile="Missile" in weapon.name,
        spares_ultralights="No vs Ultralights" in rules,
    )


class Warship:
    """A ship between two attacks.

    `jammed` are the numbers of its weapons that are jammed, `modules` those that work; `pool` are
    the command points left this turn, `used` the actions taken in it. `shocks` counts the hits on
    its bridge, but for the one that its armour took, which is then `spent`; `blown` is a Citadel
    Blowout that others have not felt yet.
    """

    __slots__ = (
        "blown", "burning", "dead", "guns_down", "hull", "jammed", "modules", "morale", "panic",
        "plan", "pool", "shaken", "shocks", "spent", "used", "utilities_down",
    )  # fmt: skip

    def __init__(self, plan: FixedShip) -> None:
        build, lost = plan.build, plan.lost
        self.plan, self.hull, self.morale = plan, build.hull, build.morale
        gone = flag_lost(plan.ship.modules, lost.failed if lost else ())
        self.modules: tuple[str, ...] = tuple(
            module for module, out in zip(plan.ship.modules, gone, strict=True) if not out
        )
        self.jammed: frozenset[int] = frozenset(lost.jammed if lost else ())
        self.used: frozenset[str] = frozenset()
        hits = {hit.key: hit.value for hit in lost.criticals if hit.value} if lost else {}
        self.morale -= hits.get("Crew Casualties", 0)
        self.pool, self.panic, self.shocks = 0, hits.get("Panic", 0), hits.get("Bridge Hit", 0)
        self.guns_down, self.burning = "Weapons Down" in hits, "On Fire" in hits
        self.utilities_down = "Utilities Down" in hits
        self.shaken = self.spent = self.blown = self.dead = False
        if lost:
            self.hull -= lost.hull
            self.shaken = lost.morale == "shaken"
            self.dead = self.hull <= 0 or lost.morale == "broken"

    @property
    def fights(self) -> bool:
        """Whether it is still in the fight."""
        return not self.dead

    def copy(self) -> Warship:
        """Return another ship as it is before its first turn."""
        return Warship(self.plan)

    def has(self, module: str) -> bool:
        """Whether a module works."""
        return module in self.modules and not self.utilities_down

    def _add_up(self, module: str) -> int:
        return 0 if self.utilities_down else self.modules.count(module)

    @property
    def command(self) -> int:
        """The ship's command points a turn."""
        return 0 if self.shocks else self.plan.build.command + self._add_up("signal-array")

    @property
    def damage_control(self) -> int:
        """The ship's dice of damage control."""
        own = self.plan.build.damage_control
        return 0 if own is None else own + self._add_up("dc-center")

    def take(self, action: str) -> bool:
        """Whether it spends a point on an action, each of which it has once a turn."""
        if self.pool < 1 or action in self.used:
            return False
        self.pool -= 1
        self.used |= {action}
        return True


# A salvo: one weapon that fires once, and all that follows from its hits.


CRITICALS = 8
"""Sides of the die for both tables of critical hits, whose last result is the other table."""
BLAST = 4
"""How far a Citadel Blowout reaches, in inches."""


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
    before, shocks = target.hull, target.shocks
    target.hull -= total
    for _ in range(criticals):
        strike_critical(target, dice)
    for _ in range(target.shocks - shocks):
        check_morale(target, dice)
    check_hull(target, before, dice)


def check_hull(ship: Warship, before: int, dice: Random) -> None:
    """Checks what is left of a hull: morale at a half and at a quarter, and whether it is down."""
    if ship.hull <= 0:
        ship.dead = True
    for mark in ship.plan.checks:
        if ship.hull <= mark < before and not ship.dead:
            check_morale(ship, dice)


def burst(
    ship: Warship, friends: Sequence[Warship], enemies: Sequence[Warship], dice: Random
) -> None:
    """A Citadel Blowout: a blast for whatever is near, and a fright for the ship's friends.

    Friends keep within sight of each other and out of reach of a blast.
    """
    ship.blown = False
    if ship.plan.distance <= BLAST:
        for enemy in enemies:
            if not enemy.dead:
                strike(enemy, 2 + int(6 * dice.random()) + int(6 * dice.random()), dice)
    for friend in friends:
        if not friend.dead:
            check_morale(friend, dice)


def strike(ship: Warship, damage: int, dice: Random) -> None:
    """Damage that no attack does: a fire or a blast."""
    before = ship.hull
    ship.hull -= damage
    check_hull(ship, before, dice)


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
    if ship.plan.build.fragile:
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
    """Jams one weapon of all that the ship has, whether it bears or not."""
    sound = [at for at in range(1, len(ship.plan.ship.arms) + 1) if at not in ship.jammed]
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
        if ship.has("armored-bridge") and not ship.spent:
            ship.spent = True
        else:
            ship.shocks, ship.pool = ship.shocks + 1, 0
    elif roll == 5:
        ship.guns_down = True
    elif roll == 6:
        ship.utilities_down = True
    elif roll == 7:
        ship.burning = True
    elif roll == CRITICALS:
        ship.hull, ship.blown = 0, True


LIMITS = (
    "nobody moves or changes height, so range and facing stay as they are, and loss of speed,"
    " rudder or lift does nothing",
    "torpedoes stay in their tubes and wings in their hangars; a broken ship is out of the fight",
    "friends are within 12 inches of each other, but not within 4: a Citadel Blowout checks their"
    " morale, and its blast only reaches enemies, at a range of 4 inches or less",
    "this is the worth of an exchange of fire, not balance: the game is won by steering",
)


def muster(first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Battle[Warship]:
    """The battle before its first turn."""

    def launch(values: Any, stance: Stance) -> Iterator[Warship]:
        for member in list_members(values):
            ship = member.record
            yield Warship(FixedShip(ship, stance.face, setting.range, ship.state))

    return Battle(launch_sides(first, second, setting, launch))


def fight(battle: Battle[Warship], dice: Random) -> None:
    """Plays a turn: initiative, then the sides activate a ship each until all have been."""
    one, other = battle.sides
    for ship in (*one, *other):
        ship.pool, ship.used = ship.command, frozenset()
    if _roll_initiative(other, dice) > _roll_initiative(one, dice):
        one, other = other, one
    waiting = [_list_ready(one), _list_ready(other)]
    while waiting[0] or waiting[1]:
        for ships, friends, enemies in zip(waiting, (one, other), (other, one), strict=True):
            while ships:
                ship = ships.pop(0)
                if not ship.dead:
                    activate(ship, friends, enemies, dice)
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


def activate(
    ship: Warship, friends: Sequence[Warship], enemies: Sequence[Warship], dice: Random
) -> None:
    """A ship's activation: it burns, rallies, fires, and repairs."""
    if ship.burning:
        strike(ship, 1 + int(6 * dice.random()), dice)
        if ship.dead:
            return
    if ship.shaken and ship.take("Rally"):
        ship.shaken = False
    # Nobody moves, so giving up the move for more damage control costs a point and nothing else.
    more = 2 if ship.hull < ship.plan.build.hull and ship.take("Emergency Repairs") else 0
    if not ship.guns_down:
        for gun in ship.plan.guns:
            target = choose(gun, enemies)
            if target is not None and gun.number not in ship.jammed:
                attack(gun, target, find_number(ship, gun, target), dice)
                if target.blown:
                    burst(target, enemies, friends, dice)
                    if ship.dead:
                        return
    if ship.damage_control:
        repair(ship, ship.damage_control + more, dice)


def find_number(ship: Warship, gun: Gun, target: Warship) -> int:
    """The least die that hits; the first weapon at a ship that can be locked on gets the lock."""
    number: int = ship.plan.build.skill + ship.shaken
    if not gun.flak:
        number += target.plan.build.evasive
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
    """Damage control: two successes clear a super critical, one a jam or some hull damage.

    Jams of weapons that do not bear can wait, since nobody moves.
    """
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
    elif successes and (idle := [gun for gun in ship.plan.guns if gun.number in ship.jammed]):
        ship.jammed -= {idle[0].number}
    elif successes:
        whole = ship.plan.build.hull
        ship.hull = min(whole, ship.hull + 1 + int(3 * dice.random()))


def count_points(values: Any) -> int:
    """The cost of a ship or fleet."""
    return int(values.record.points)


def list_parts(ship: Any) -> Iterator[tuple[str, Any]]:
    """Yield each weapon and module of a ship by name, with the ship without it."""
    for slot in SLOTS:
        names = getattr(ship.f_weapons, f"f_{slot}")
        for at, name in enumerate(names):
            left = replace(ship.f_weapons, **{f"f_{slot}": [*names[:at], *names[at + 1 :]]})
            yield f"{tr(WEAPONS[name].name)} {tr(slot)}", replace(ship, f_weapons=left)
    modules = ship.f_modules
    for at, name in enumerate(modules):
        yield tr(MODULES[name].name), replace(ship, f_modules=[*modules[:at], *modules[at + 1 :]])


def make_combat() -> Combat:
    """The rules of duels."""
    return COMBAT


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
