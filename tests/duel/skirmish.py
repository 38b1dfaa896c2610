"""A simulation of Black Skies from the text of its rules, which shares no code with the program.

Fighters keep their places, and fly the same maneuver each turn. Numbers are typed out of the rules
again; dice are thrown one by one. What the rules leave open is as docs/duel.md says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

HULL = {"light": 4, "medium": 6, "heavy": 8}
PLATES = {"none": 0, "light": 1, "heavy": 2}
DIFFICULTY = {"steady": 0, "smooth-left": 1, "break-left": 2, "hard-left": 3, "reverse-left": 3}
PENALTY = {"steady": 0, "smooth-left": 0, "break-left": 2, "hard-left": 2, "reverse-left": 4}
SMALLER = {12: 10, 10: 8, 8: 6, 6: 4, 4: 4}


@dataclass(frozen=True)
class Gun:
    """Some weapons of one type."""

    arcs: str
    rate: int
    ranges: tuple[int, int, int]
    die: int
    count: int = 1


@dataclass(frozen=True)
class Plane:
    """A type of fighter."""

    weight: str
    guns: tuple[Gun, ...]
    armour: str = "none"
    shields: int = 0
    thrusters: str = ""

    @property
    def used(self) -> int:
        """Its hardpoints."""
        return sum(gun.count for gun in self.guns) + PLATES[self.armour] + self.shields


@dataclass(frozen=True)
class Pair:
    """An element: a type, the skills of its pilots, one for each fighter, and its speed."""

    plane: str
    skills: tuple[int, ...] = (2, 2)
    speed: int = 6
    lost: tuple[int, int] = (0, 0)


@dataclass
class Pilot:
    """A pilot in a fighter, as the battle goes on."""

    plane: Plane
    skill: int
    speed: int
    left: int
    kept: list[list[Gun]] = field(default_factory=list)


@dataclass(frozen=True)
class Setting:
    """Where everybody is, and what each side flies."""

    distance: int
    faces: tuple[str, str]
    flown: tuple[str, str]


def find_number(gun: Gun, distance: int) -> int | None:
    """The target number at a distance; None out of range."""
    for reach, number in zip(gun.ranges, (4, 7, 10), strict=True):
        if distance <= reach:
            return number
    return None


def list_guns(plane: Plane, distance: int, face: str, penalty: int) -> list[list[Gun]]:
    """The guns that fire in a sound and in a crippled fighter, one by one, the best first."""
    able = []
    for gun in plane.guns:
        number = find_number(gun, distance)
        if face in gun.arcs.split() and number is not None:
            good = max(0, 13 - number - penalty)
            able += [(gun.rate * good * gun.die, gun)] * gun.count
    able.sort(key=lambda pair: -pair[0])
    guns = [gun for _, gun in able]
    return [guns, guns[: sum(gun.count for gun in plane.guns) // 2]]


def shift_die(speed: int) -> int:
    """What is added to a d12 for the speed of its target."""
    if speed == 0:
        return 4
    if speed < 4:
        return 2
    return -2 if speed > 9 else 0


def shoot(pilot: Pilot, flown: str, enemies: list[list[Pilot]], at: int, dice: Random) -> None:
    """A fighter takes its check, and fires all that it may."""
    crippled = 2 * pilot.left <= HULL[pilot.plane.weight]
    difficulty = DIFFICULTY[flown] * (2 if crippled else 1)
    if dice.randint(1, 6) + pilot.skill < difficulty:
        return
    for gun in pilot.kept[crippled]:
        alive = [one for element in enemies for one in element if one.left > 0]
        if not alive:
            return
        target = min(alive, key=lambda one: (one.left, -one.plane.used))
        number = find_number(gun, at)
        assert number is not None
        die = gun.die
        for _ in range(target.plane.shields):
            die = SMALLER[die]
        for _ in range(gun.rate):
            if dice.randint(1, 12) + shift_die(target.speed) - PENALTY[flown] >= number:
                target.left -= max(0, dice.randint(1, die) - PLATES[target.plane.armour])


def fight(planes: dict[str, Plane], sides: list[list[Pair]], setting: Setting, dice: Random) -> str:
    """Play a battle of at most 30 turns: `a`, `b`, or an empty text where nobody wins."""
    battle = []
    for at, side in enumerate(sides):
        elements = []
        for pair in side:
            plane = planes[pair.plane]
            guns = list_guns(plane, setting.distance, setting.faces[at], PENALTY[setting.flown[at]])
            hull = HULL[plane.weight]
            elements.append(
                [
                    Pilot(plane, skill, pair.speed, hull - lost, guns)
                    for skill, lost in zip(pair.skills, pair.lost, strict=False)
                ]
            )
        battle.append(elements)
    first = dice.choice((0, 1))
    for _ in range(30):
        for turn in range(max(map(len, battle))):
            for who in (first, 1 - first):
                for pilot in battle[who][turn] if turn < len(battle[who]) else ():
                    if pilot.left > 0:
                        enemies = battle[1 - who]
                        shoot(pilot, setting.flown[who], enemies, setting.distance, dice)
        alive = [any(p.left > 0 for element in side for p in element) for side in battle]
        if not all(alive):
            return "a" if alive[0] else "b"
    return ""
