"""Warships: airships in battle, with everything that a turn may change about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sheetgen.systems.airships.arcs import Arc, find_arcs
from sheetgen.systems.airships.data import Weapon
from sheetgen.systems.airships.definition import Ship
from sheetgen.systems.airships.derive import cost, morale_checks
from sheetgen.systems.airships.fleet import Damage
from sheetgen.systems.kit.losses import tell_lost

FACES: dict[str, tuple[Arc, ...]] = {
    "bow": ("forward",),
    "broadside": ("port", "starboard"),
    "stern": ("aft",),
}


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon that bears and reaches: what a duel needs to know of it.

    `critical` is the least damage die that is a critical hit, 7 where none is.
    """

    dice: int
    piercing: int
    critical: int
    impact: bool
    battery: bool
    flak: bool
    missile: bool
    spares_ultralights: bool


@dataclass(frozen=True, eq=False)
class Plan:
    """A ship as it stays from turn to turn: what it shows the enemy, and how far away it is.

    `lost` is what it had lost before the battle.
    """

    ship: Ship
    face: str
    distance: int
    lost: Damage | None = None

    @cached_property
    def guns(self) -> Sequence[Gun]:
        """The weapons that bear and reach; of two sides the one with more dice."""
        sides = [
            [
                _aim(weapon)
                for slot, weapon in self.ship.list_weapons()
                if arc in find_arcs(slot, weapon)
                and not weapon.has("Torpedo")
                and (weapon.range is None or self.distance <= weapon.range)
            ]
            for arc in FACES[self.face]
        ]
        return max(sides, key=lambda guns: sum(gun.dice for gun in guns))

    @cached_property
    def is_ultralight(self) -> bool:
        """Whether it can't be locked on, and missiles can't be aimed at it."""
        return self.ship.build.size == "Ultralight"

    @cached_property
    def evasion(self) -> int:
        """What attackers without flak add to the number that they need."""
        return max(
            (k.number or 0 for k in self.ship.build.keywords if k.name == "Evasive"), default=0
        )

    @cached_property
    def is_fragile(self) -> bool:
        """Whether any critical hit destroys it."""
        return any(k.name == "Fragile" for k in self.ship.build.keywords)

    @cached_property
    def checks(self) -> tuple[int, int]:
        """The hull values at and below which its morale is checked."""
        return morale_checks(self.ship.build.hull)

    @cached_property
    def worth(self) -> int:
        """Its cost in points."""
        return cost(self.ship).total


def _aim(weapon: Weapon) -> Gun:
    rules = {rule.name: rule.number for rule in weapon.rules}
    critical = 7 if "Cannot Crit" in rules else 5 if "Crit on 5+" in rules else 6
    return Gun(
        dice=weapon.dice,
        piercing=rules.get("Piercing") or 0,
        critical=critical,
        impact="Impact" in rules,
        battery="Battery" in rules,
        flak="Flak" in rules,
        missile="missile" in weapon.id,
        spares_ultralights="No vs Ultralights" in rules,
    )


class Warship:
    """A ship between two attacks.

    `jammed` are the numbers of its guns that are jammed, `modules` those that work; `pool` are the
    command points left this turn, `used` the actions taken in it.
    """

    __slots__ = (
        "armored", "bridge", "burning", "dead", "guns_down", "hull", "jammed", "modules", "morale",
        "panic", "plan", "pool", "shaken", "used", "utilities_down",
    )  # fmt: skip

    def __init__(self, plan: Plan) -> None:
        build = plan.ship.build
        self.plan, self.hull, self.morale = plan, build.hull, build.morale
        failed = plan.lost.failed if plan.lost else ()
        gone = tell_lost(plan.ship.modules, failed)
        self.modules: tuple[str, ...] = tuple(
            module for module, lost in zip(plan.ship.modules, gone, strict=True) if not lost
        )
        self.armored = "armored-bridge" in self.modules
        self.jammed: frozenset[int] = frozenset()
        self.used: frozenset[str] = frozenset()
        self.pool, self.panic = 0, 0
        self.shaken = self.bridge = self.dead = False
        self.guns_down = self.utilities_down = self.burning = False
        if plan.lost:
            self.hull -= plan.lost.hull
            self.shaken = plan.lost.morale == "shaken"
            self.dead = self.hull <= 0 or plan.lost.morale == "broken"

    def copy(self) -> Warship:
        """Another as it is before its first turn."""
        return Warship(self.plan)

    def has(self, module: str) -> bool:
        """Whether a module works."""
        return module in self.modules and not self.utilities_down

    def _add_up(self, module: str) -> int:
        return 0 if self.utilities_down else self.modules.count(module)

    @property
    def command(self) -> int:
        """Its command points a turn."""
        return 0 if self.bridge else self.plan.ship.build.command + self._add_up("signal-array")

    @property
    def damage_control(self) -> int:
        """Its dice of damage control."""
        own = self.plan.ship.build.damage_control
        return 0 if own is None else own + self._add_up("dc-center")

    def take(self, action: str) -> bool:
        """Whether it spends a point on an action, each of which it has once a turn."""
        if self.pool < 1 or action in self.used:
            return False
        self.pool -= 1
        self.used |= {action}
        return True
