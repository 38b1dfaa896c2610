"""The dogfight: fighters that keep their distance and exchange fire, element by element.

docs/duel.md states what is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from random import Random
from typing import Any, Self

from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr
from sheetgen.systems.black_skies.data import (
    ARCS,
    TARGET_SPEEDS,
    TO_HIT,
    TOP_SPEED,
    lower_die,
)
from sheetgen.systems.black_skies.maneuver import (
    MANEUVERS,
    ManeuverOption,
    list_maneuvers,
    roll_needed,
)
from sheetgen.systems.contract import Combat, Setting, Stance
from sheetgen.systems.kit.fleet import LinkedFleet

OWN_SPEED = "own"
FLOWN = {option.name.lower().replace(" ", "-"): option for m in MANEUVERS for option in m.options}
LONE_SPEED = 6
"""The speed of a fighter that is no part of a fleet."""
TRAINED = 2
"""The skill of its pilot."""
LIMITS = (
    "nobody moves: range, arcs and speeds stay as they are, and each turn the same maneuver is"
    " tried, whose failure costs the turn's fire",
    "this is the worth of an exchange of fire, not balance: the game is won by flying",
    "ours, where the rules are silent: the penalty that counts against hits is that of the"
    " shooter’s own maneuver, and a crippled fighter keeps the weapons that do most",
)


@record(eq=False, slots=False)
class Craft:
    """A fighter, as its record, and the skill of its pilot, as they stay from turn to turn.

    `arc` is where its enemies are, `distance` how far away in inches, `option` what it flies.
    """

    fighter: Any
    skill: int
    arc: str
    distance: int
    speed: int
    option: ManeuverOption

    @cached_property
    def bearing(self) -> Sequence[tuple[int, int, str]]:
        """The weapons that reach, one by one: d12s, what these must show at least, damage die."""
        found = []
        for weapon in self.fighter.weapons:
            near = [at for at, far in enumerate(weapon.range) if self.distance <= far]
            if self.arc in weapon.arcs and near:
                needed = TO_HIT[near[0]].number + self.option.penalty
                found += [(weapon.rate, needed, weapon.damage)] * weapon.count
        # A crippled fighter keeps those that do most.
        return sorted(found, key=lambda w: -w[0] * max(0, 13 - w[1]) * int(w[2][1:]))

    @cached_property
    def half(self) -> Sequence[tuple[int, int, str]]:
        """The weapons of `bearing` that still fire when the fighter is crippled."""
        return self.bearing[: self.fighter.mounted_crippled]

    @cached_property
    def checks(self) -> tuple[int, int]:
        """The least d6 for its maneuver, sound and crippled; 7 where it can't be flown."""
        needed = [roll_needed(factor * self.option.difficulty, self.skill) for factor in (1, 2)]
        sound, crippled = (7 if roll is None else roll for roll in needed)
        return sound, crippled

    @cached_property
    def evasion(self) -> int:
        """The number added to a d12 thrown at the fighter, by the fighter's speed."""
        speeds = [one for one in TARGET_SPEEDS if one.least <= self.speed <= one.most]
        return speeds[0].modifier if speeds else 0


class Flyer:
    """A fighter between two shots: what it is, and its hull integrity."""

    __slots__ = ("craft", "hull")

    def __init__(self, craft: Craft, hull: int) -> None:
        self.craft, self.hull = craft, hull


class Dogfight:
    """A battle of two sides of elements; `order` is who fires first, None before the first turn."""

    __slots__ = ("order", "sides")

    def __init__(self, sides: tuple[list[list[Flyer]], list[list[Flyer]]]) -> None:
        self.sides = sides
        self.order: tuple[int, int] | None = None

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side has fighters."""
        first, second = (any(f.hull > 0 for e in side for f in e) for side in self.sides)
        return first, second

    def copy(self) -> Self:
        """A battle in the same state before its first turn."""
        first, second = ([[Flyer(f.craft, f.hull) for f in e] for e in side] for side in self.sides)
        return type(self)((first, second))


def muster(first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Dogfight:
    """The battle before its first turn.

    Raises ValueError for a fighter without the thrusters that its maneuver needs.
    """
    a, b = (
        [element for values in side for element in _scramble(values, stance, setting.range)]
        for side, stance in zip((first, second), setting.stances, strict=True)
    )
    return Dogfight((a, b))


def _scramble(values: Any, stance: Stance, distance: int) -> Iterator[list[Flyer]]:
    """The elements of a definition; a fighter on its own is one of a single trained pilot."""
    crews: list[tuple[Any, Sequence[int], int, Sequence[int]]]
    if isinstance(values, LinkedFleet):
        elements = [member.record for member in values.members]
        crews = [(e.fighter, [p.skill for p in e.crew], e.speed, e.hull_left) for e in elements]
    else:
        crews = [(values.record, [TRAINED], LONE_SPEED, [values.record.size.hull])]
    for fighter, skills, own, hulls in crews:
        option = FLOWN[stance.maneuver]
        flown = list_maneuvers(fighter.thrusters)
        if not any(option in maneuver.options for maneuver in flown):
            raise ValueError(f"{fighter.name} lacks the thrusters for {stance.maneuver}")
        speed = own if stance.speed == OWN_SPEED else int(stance.speed)
        crafts = [Craft(fighter, skill, stance.face, distance, speed, option) for skill in skills]
        yield [Flyer(craft, hull) for craft, hull in zip(crafts, hulls, strict=True)]


def fight(battle: Dogfight, dice: Random) -> None:
    """Plays a turn: the sides take turns with an element each, and damage is struck at once."""
    if battle.order is None:
        battle.order = (0, 1) if dice.random() < 0.5 else (1, 0)
    one, other = (battle.sides[at] for at in battle.order)
    for first, second in zip_longest(one, other, fillvalue=()):
        for element, enemies in ((first, other), (second, one)):
            for flyer in element:
                if flyer.hull > 0:
                    fire(flyer, enemies, dice)


def fire(flyer: Flyer, enemies: Sequence[Sequence[Flyer]], dice: Random) -> None:
    """Fires all weapons that bear at the enemy who has least left, if the maneuver succeeds."""
    craft = flyer.craft
    crippled = flyer.hull <= craft.fighter.crippled_at
    needed = craft.checks[crippled]
    if needed > 1 and 6 * dice.random() < needed - 1:
        return
    for rate, number, die in craft.half if crippled else craft.bearing:
        target = choose(enemies)
        if target is None:
            return
        aim = target.craft
        sides = int(lower_die(die, aim.fighter.shields)[1:])
        chance = (13 - number + aim.evasion) / 12
        for _ in range(rate):
            if dice.random() < chance:
                target.hull -= max(0, 1 + int(sides * dice.random()) - aim.fighter.levels)


def choose(enemies: Sequence[Sequence[Flyer]]) -> Flyer | None:
    """The enemy with the least hull integrity left; of equals, the one with most hardpoints."""
    alive = [flyer for element in enemies for flyer in element if flyer.hull > 0]
    return min(alive, key=lambda f: (f.hull, -f.craft.fighter.hardpoints_used), default=None)


def count_hardpoints(values: Any) -> int:
    """The hardpoints that a fighter, or all fighters of a fleet, use."""
    record = values.record
    used: int = getattr(
        record, "hardpoints" if isinstance(values, LinkedFleet) else "hardpoints_used"
    )
    return used


def list_parts(fighter: Any) -> Iterator[tuple[str, Any]]:
    """Yield each weapon, armour and shields of a fighter by name, with the fighter without it."""
    written = fighter.f_weapons
    for at, weapon in enumerate(fighter.record.weapons):
        rest = [*written[:at], *written[at + 1 :]]
        if weapon.count > 1:
            rest.insert(at, replace(written[at], f_count=weapon.count - 1))
        yield tr("one {}", tr(weapon.name)), replace(fighter, f_weapons=rest)
    if fighter.f_armour != "none":
        armour = {"light": tr("Light armour"), "heavy": tr("Heavy armour")}
        yield armour[fighter.f_armour], replace(fighter, f_armour="none")
    if fighter.f_shields:
        yield tr("shields {}", fighter.f_shields), replace(fighter, f_shields=0)


def make_combat() -> Combat:
    """The rules of duels."""
    return COMBAT


COMBAT = Combat(
    muster,
    fight,
    kinds=("fighter", "fleet"),
    range=10,
    ranges=(5, 10, 15),
    unit="inches",
    faces=tuple(ARCS),
    speeds=(OWN_SPEED, *map(str, range(TOP_SPEED + 1))),
    maneuvers=tuple(FLOWN),
    parts=list_parts,
    worth=count_hardpoints,
    currency="hardpoints",
    limits=LIMITS,
)
