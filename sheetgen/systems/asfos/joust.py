"""The joust: ships that fire at each other turn after turn, without moving.

docs/duel.md states what is played, and how a fleet chooses its targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Self

from sheetgen.systems.asfos.combat import split_attack
from sheetgen.systems.asfos.data import RANGES, SPECIALS
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import points
from sheetgen.systems.asfos.fleet import LinkedFleet, Member, RangeBand
from sheetgen.systems.asfos.repairs import explode, repair
from sheetgen.systems.asfos.vessel import FACES, SPEED_MODIFIERS, Role, Vessel
from sheetgen.systems.asfos.volley import Volley
from sheetgen.systems.battle import Combat, Setting, Stance
from sheetgen.systems.kit.fleet import list_members

LIMITS = (
    "nobody moves: range and facing stay as they are, so engines count for nothing",
    "this is jousting value, not balance: the game is won by steering",
)


class Joust:
    """A battle of two sides of ships."""

    __slots__ = ("criticals", "sides")

    def __init__(self, sides: tuple[list[Vessel], list[Vessel]], criticals: bool) -> None:
        self.sides, self.criticals = sides, criticals

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side has ships."""
        return bool(self.sides[0]), bool(self.sides[1])

    def copy(self) -> Self:
        """A battle in the same state."""
        first, second = self.sides
        sides = [vessel.copy() for vessel in first], [vessel.copy() for vessel in second]
        return type(self)(sides, self.criticals)


def muster(first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Joust:
    """The battle before its first turn. Raises ValueError for fleets of different range bands."""
    bands = {find_band(values) for values in (*first, *second) if isinstance(values, LinkedFleet)}
    if len(bands) > 1:
        named = " and ".join(sorted(f"{band.size} {band.unit}" for band in bands))
        raise ValueError(f"both sides must measure in the same range bands, not in {named}")
    band = bands.pop() if bands else RangeBand(size=12)
    sides = [
        [vessel for values in side for vessel in launch(values, stance, setting, band)]
        for side, stance in zip((first, second), setting.stances, strict=True)
    ]
    return Joust((sides[0], sides[1]), setting.criticals)


def find_band(fleet: LinkedFleet) -> RangeBand:
    """The range band of a fleet."""
    return fleet.fleet.range_band


def launch(values: Any, stance: Stance, setting: Setting, band: RangeBand) -> Iterator[Vessel]:
    """The ships of a definition that have hull boxes left."""
    number = max(0, -(-setting.range // band.size) - 1)
    reached = RANGES[number] if number < len(RANGES) else None
    near = 2 * setting.range <= band.size
    roles: dict[int, Role] = {}
    for member in list_members(values):
        state = getattr(member, "state", None)
        member = member if isinstance(member, Member) else Member("", member.name, member.ship)
        role = roles.get(id(member.ship))
        if role is None:
            role = Role(member, stance.face, stance.speed, reached, near)
            roles[id(member.ship)] = role
        lost = (state.hull, state.weapons) if state else (0, 0)
        hits = frozenset(state.criticals) if state and setting.criticals else frozenset()
        if lost[0] < member.ship.mass:
            yield Vessel(role, lost[0], lost[1], hits)


def fight(joust: Joust, dice: Random) -> None:
    """Plays a turn: primaries, then specials, then secondaries; damage is struck after each."""
    if joust.criticals:
        joust.sides = explode(joust.sides, dice)
    first, second = joust.sides
    for fire in (fire_primaries, fire_specials, fire_secondaries):
        volleys = Volley(second, dice), Volley(first, dice)
        for volley, ships in zip(volleys, (first, second), strict=True):
            if volley.enemies:
                for ship in ships:
                    fire(ship, volley)
        for volley in volleys:
            volley.strike(joust.criticals)
        first, second = volleys[1].list_left(), volleys[0].list_left()
    joust.sides = first, second
    if joust.criticals:
        joust.sides = repair(joust.sides, dice)


def fire_primaries(ship: Vessel, volley: Volley) -> None:
    """Fires the primaries of the arc that faces the enemy."""
    role = ship.role
    strength = role.fire[ship.weapons][0]
    if strength and role.band and "FC" not in ship.criticals:
        volley.fire(ship, strength, role.band.modifier)


def fire_specials(ship: Vessel, volley: Volley) -> None:
    """Fires the special weapons, which bear ahead only."""
    role, special = ship.role, ship.role.special
    count = role.fire[ship.weapons][1]
    if not (count and special and role.band) or "FC" in ship.criticals:
        return
    if special.hit is None:
        volley.fire(ship, count * special.attack, 0, shift=role.band.shift)
        return
    # All of a ship's fire at one target, each with a die to hit and none for the range after it.
    least = special.hit - role.band.modifier
    target = volley.choose(ship, count * special.attack // 2, 0)
    if target is not None:
        chance = (7 - least + target.evasion) / 6
        hits = sum(volley.dice.random() < chance for _ in range(count))
        volley.hit(target, split_attack(hits * special.attack, target.defence), 0)


def fire_secondaries(ship: Vessel, volley: Volley) -> None:
    """Fires the secondaries, which bear all round and whose dice nothing changes."""
    strength = ship.role.fire[ship.weapons][2]
    if strength:
        volley.fire(ship, strength, None)


def count_points(values: Any) -> int:
    """The points of a ship or fleet."""
    return values.points if isinstance(values, LinkedFleet) else points(values)


def list_parts(ship: Ship) -> Iterator[tuple[str, Ship]]:
    """What can be taken off a ship, each with the ship without it."""
    for arc, strength in ship.primaries:
        if strength:
            left = ship.primaries.model_copy(update={arc: 0})
            yield f"primaries {arc} {strength}", ship.model_copy(update={"primaries": left})
    if ship.secondaries:
        yield f"secondaries {ship.secondaries}", ship.model_copy(update={"secondaries": 0})
    if ship.special:
        name = SPECIALS[ship.special.weapon].name.lower()
        yield f"{ship.special.count} × {name}", ship.model_copy(update={"special": None})
    if ship.screens:
        yield f"screens {ship.screens}", ship.model_copy(update={"screens": 0})


COMBAT = Combat(
    muster,
    fight,
    kinds=("ship", "fleet"),
    range=10,
    ranges=(5, 10, 20),
    unit="inches, or the unit of the fleets",
    faces=FACES,
    speeds=tuple(SPEED_MODIFIERS),
    parts=list_parts,
    worth=count_points,
    criticals=True,
    limits=LIMITS,
)
