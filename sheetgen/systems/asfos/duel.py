"""The joust: ships that fire at each other turn after turn, without moving.

docs/duel.md states what is played, and how a fleet chooses its targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from random import Random
from typing import Any

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import tr
from sheetgen.systems import read_tables
from sheetgen.systems.contract import Combat, Setting, Stance
from sheetgen.systems.kit.battle import Battle, launch_sides
from sheetgen.systems.kit.fleet import list_members

# The tables of the game, from its game.yaml.


class Ratio(NamedTuple):
    """A column of the combat chart: attack to defence factor."""

    attack: int
    defence: int


class RangeEffect(NamedTuple):
    """A range band's effect on the dice, and on the column of weapons that shift."""

    name: str
    modifier: int
    shift: int


class SpecialWeapon(NamedTuple):
    """A special weapon: `hit` is the least die with which one hits, 0 if it need not roll."""

    name: str
    short: str
    attack: int
    hit: int
    shifts: bool


_tables = read_tables(__file__)
RATIOS = tuple(Ratio(**entry) for entry in _tables["odds"])
CHART: Sequence[Sequence[int]] = _tables["results"]
"""Boxes destroyed, by die (0 to 6) and column."""
RANGES = tuple(RangeEffect(**entry) for entry in _tables["bands"])
SPECIALS = {key: SpecialWeapon(**entry) for key, entry in _tables["specials"].items()}
PLACES = tuple(_tables["places"])
"""The codes of the places that a critical hit can strike, by the die."""


# The combat chart: which columns an attack takes, and what it destroys.


def least_attack(ratio: Ratio, defence: int) -> int:
    """The least attack strength that reaches a ratio against a defence factor of 1 or more."""
    return -(-defence * ratio.attack // ratio.defence)


def find_column(attack: int, defence: int) -> int | None:
    """The chart's column (from 0) for an attack, rounded down in favour of the target.

    None below the least ratio, where nothing is damaged; above the greatest, the last column.
    """
    reached = [at for at, ratio in enumerate(RATIOS) if attack >= least_attack(ratio, defence)]
    return reached[-1] if reached else None


def split_attack(strength: int, defence: int, shift: int = 0) -> tuple[int, ...]:
    """The columns of the attacks that a strength makes on one target, the greatest first.

    What exceeds the greatest ratio attacks again. Range may `shift` each attack to the left; one
    that falls off the chart is left out, as nothing is damaged.
    """
    greatest = defence * RATIOS[-1].attack
    whole, rest = divmod(strength, greatest)
    columns = [len(RATIOS) - 1] * whole
    column = find_column(rest, defence)
    if column is not None:
        columns.append(column)
    return tuple(column - shift for column in columns if column >= shift)


def roll_damage(column: int, modifier: int) -> tuple[tuple[int, int], ...]:
    """Hull and weapons boxes destroyed in a column, for each of the 36 rolls of two dice.

    Roll number 6 · h + w is hull die h + 1 and weapons die w + 1. The modifier is added to both;
    what leaves the chart counts as its end.
    """
    last = len(CHART) - 1
    boxes = [CHART[max(0, min(last, die + modifier))][column] for die in range(1, 7)]
    return tuple((hull, weapons) for hull in boxes for weapons in boxes)


# Vessels: ships in battle, with the boxes that they have left.


FACES = ("bow", "broadside", "stern")
SPEED_MODIFIERS: dict[str, int] = {
    "normal": 0,
    **{s["name"].lower(): s["modifier"] for s in _tables["paces"]},
}
"""The changes to the dice of those who fire at a ship, for its speed."""
STATIONARY = SPEED_MODIFIERS["stationary"]


@record(eq=False, slots=False)
class Role:
    """The traits of a ship in a duel that stay the same from turn to turn.

    `ship` are its values, `band` is the range band in which it fires, None beyond the last, `near`
    whether its secondaries reach. `fire` are the strengths of primaries, special weapons and
    secondaries by the weapons boxes lost, `evasion` changes the dice of primaries that are fired
    at it.
    """

    ship: Any
    face: str
    speed: str
    band: RangeEffect | None
    near: bool

    @cached_property
    def fire(self) -> Sequence[tuple[int, int, int]]:
        """The strengths of primaries, specials and secondaries by the weapons boxes lost."""
        made = []
        for box in self.ship.weapon_boxes:
            primary = {
                "bow": box.forward,
                "broadside": max(box.left, box.right),
                "stern": box.rear,
            }[self.face]
            far = self.band is not None
            special = box.special if far and self.face == "bow" else 0
            made.append((primary if far else 0, special, box.secondary if self.near else 0))
        return (*made, (0, 0, 0))

    @cached_property
    def special(self) -> SpecialWeapon | None:
        """The ship's type of special weapon, or None."""
        special = self.ship.special
        return SPECIALS[special.weapon] if special else None

    @cached_property
    def defence(self) -> int:
        """The ship's defence factor when it is sound."""
        return int(self.ship.defence_factor)

    @cached_property
    def evasion(self) -> int:
        """The change to the dice of primaries fired at the ship, by its speed."""
        return SPEED_MODIFIERS[self.speed]

    @cached_property
    def worth(self) -> int:
        """The ship's points, by which a fleet weighs its targets."""
        return max(1, int(self.ship.points))

    @cached_property
    def crew(self) -> Sequence[int]:
        """The crew units that are left, by the hull boxes lost."""
        boxes = self.ship.crew_unit_boxes
        return [sum(box > lost for box in boxes) for lost in range(self.ship.mass + 1)]


class Vessel:
    """A ship between two steps of a battle.

    `hull` and `weapons` count the boxes that are lost, `criticals` are the codes of the critical
    hits that are not repaired, and `aim` is the enemy at which it fired last.
    """

    __slots__ = ("aim", "criticals", "hull", "mass", "role", "weapons")
    fights = True  # those that are destroyed are taken away

    def __init__(self, role: Role, hull: int, weapons: int, criticals: frozenset[str]) -> None:
        self.role, self.mass = role, role.ship.mass
        self.hull, self.weapons, self.criticals = hull, weapons, criticals
        self.aim: Vessel | None = None

    def copy(self) -> Vessel:
        """Return another vessel in the same state, which has not fired yet."""
        return Vessel(self.role, self.hull, self.weapons, self.criticals)

    @property
    def defence(self) -> int:
        """The ship's defence factor now."""
        return int(self.role.ship.hull) if "ED" in self.criticals else self.role.defence

    @property
    def evasion(self) -> int:
        """The change to the dice of primaries that are fired at the ship now."""
        return STATIONARY if "E" in self.criticals else self.role.evasion


# Volleys: what a side fires in a step at targets that it chooses, struck when all have fired.


Sides = tuple[list[Vessel], list[Vessel]]

_rolls = lru_cache(None)(roll_damage)
_split = lru_cache(None)(split_attack)


@lru_cache(None)
def _expect(column: int, modifier: int) -> float:
    """The mean of boxes that one die of an attack destroys."""
    return sum(hull for hull, _ in _rolls(column, modifier)) / 36


class Volley:
    """The fire of one side in a step."""

    __slots__ = ("_expected", "_hits", "dice", "enemies")

    def __init__(self, enemies: list[Vessel], dice: Random) -> None:
        self.enemies, self.dice = enemies, dice
        self._hits: list[tuple[Vessel, int, int, int]] = []
        self._expected: dict[Vessel, float] = {}

    def fire(self, ship: Vessel, strength: int, band: int | None, shift: int = 0) -> None:
        """Fires a strength; what exceeds 6:1 attacks again, the same target or another.

        The dice are changed by `band` and by the target's evasion, or by nothing if that is None.
        """
        greatest = len(RATIOS) - 1 - shift
        while strength > 0:
            target = self.choose(ship, strength, band, shift)
            if target is None:
                return
            columns = _split(strength, target.defence, shift)
            if len(self.enemies) > 1:  # otherwise all attacks are at this one
                columns = columns[:1]
            self.hit(target, columns, 0 if band is None else band + target.evasion)
            if len(self.enemies) == 1 or columns[0] < greatest:
                return
            strength -= RATIOS[-1].attack * target.defence

    def choose(
        self, ship: Vessel, strength: int, band: int | None, shift: int = 0
    ) -> Vessel | None:
        """The enemy against whom an attack does most, or None if it can't damage any.

        That is the enemy's points, times the shares of its hull boxes left and of its weapons
        boxes that the attack is expected to destroy, over what those before it are expected to.
        """
        if band is not None and "Br" in ship.criticals:
            best = ship.aim if ship.aim in self.enemies else None
            return best if best and _split(strength, best.defence, shift) else None
        if len(self.enemies) == 1:
            best = self.enemies[0]
            if not _split(strength, best.defence, shift):
                return None
        else:
            most, best = 0.0, None
            for enemy in self.enemies:
                columns = _split(strength, enemy.defence, shift)
                if columns:
                    modifier = 0 if band is None else band + enemy.evasion
                    boxes = _expect(columns[0], modifier)
                    left = enemy.mass - enemy.hull
                    rest = max(0.0, left - self._expected.get(enemy, 0.0))
                    gain = enemy.role.worth * (min(boxes, rest) / left + boxes / enemy.mass)
                    if gain > most:
                        most, best = gain, enemy
        if band is not None and best is not None:
            ship.aim = best
        return best

    def hit(self, target: Vessel, columns: tuple[int, ...], modifier: int) -> None:
        """Rolls the dice of attacks on a target."""
        for column in columns:
            roll = int(36 * self.dice.random())
            hull, weapons = _rolls(column, modifier)[roll]
            if hull or weapons:
                self._hits.append((target, hull, weapons, roll))
            if len(self.enemies) > 1:
                expected = self._expected.get(target, 0.0)
                self._expected[target] = expected + _expect(column, modifier)

    def strike(self, criticals: bool) -> None:
        """Strikes the damage; doubles that did some are critical hits, if these are played."""
        for target, hull, weapons, roll in self._hits:
            target.hull += hull
            target.weapons = min(target.mass, target.weapons + weapons)
            if criticals and roll % 7 == 0:  # both dice show the same
                target.criticals |= {PLACES[int(6 * self.dice.random())]}

    def list_left(self) -> list[Vessel]:
        """The enemies that have hull boxes left."""
        if not self._hits:
            return self.enemies
        return [enemy for enemy in self.enemies if enemy.hull < enemy.mass]


# Critical hits from turn to turn: what blows up, what burns, and what the crew repairs.


URGENCY = ("R", "Mn", "FC", "ED", "E", "Br")
"""The order in which a crew attends to critical hits in a duel."""
MOST_UNITS = 5
"""Crew units that may work on one critical hit."""


def explode(sides: Sides, dice: Random) -> Sides:
    """Reactors that were not repaired blow up as a turn begins; the ships that are left."""
    for ship in (*sides[0], *sides[1]):
        if "R" in ship.criticals:
            ship.hull += 1 + int(6 * dice.random())
            ship.criticals -= {"R"}
    return _list_left(sides)


def repair(sides: Sides, dice: Random) -> Sides:
    """Crews repair, then what still burns costs a hull box; the ships that are left."""
    for ship in (*sides[0], *sides[1]):
        if ship.criticals:
            units = ship.role.crew[ship.hull]
            for code in URGENCY:
                if code in ship.criticals:
                    working = min(units, MOST_UNITS)
                    units -= working
                    if 6 * dice.random() < working:
                        ship.criticals -= {code}
            ship.hull += "Mn" in ship.criticals
    return _list_left(sides)


def _list_left(sides: Sides) -> Sides:
    first, second = ([ship for ship in side if ship.hull < ship.mass] for side in sides)
    return first, second


LIMITS = (
    "nobody moves: range and facing stay as they are, so engines count for nothing",
    "this is jousting value, not balance: the game is won by steering",
)


class Joust(Battle[Vessel]):
    """A battle of two sides of ships, perhaps with critical hits."""

    __slots__ = ("criticals",)

    def __init__(self, sides: tuple[list[Vessel], list[Vessel]], criticals: bool) -> None:
        super().__init__(sides)
        self.criticals = criticals


def muster(first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Joust:
    """The battle before its first turn. Raises ValueError for fleets of different range bands."""
    bands = {find_band(values) for values in (*first, *second) if hasattr(values, "members")}
    if len(bands) > 1:
        named = " and ".join(sorted(f"{size} {unit}" for size, unit, _ in bands))
        raise ValueError(f"both sides must measure in the same range bands, not in {named}")
    band = bands.pop()[0] if bands else 12
    launch_one = partial(launch, setting=setting, band=band)
    return Joust(launch_sides(first, second, setting, launch_one), setting.criticals)


def find_band(fleet: Any) -> tuple[int, str, int | None]:
    """The range band of a fleet: its size, its unit, and how many of these an inch is."""
    band = fleet.record.range_band
    return band.size, band.unit, band.inch


def launch(values: Any, stance: Stance, setting: Setting, band: int) -> Iterator[Vessel]:
    """The ships of a definition that have hull boxes left; a range band is so long."""
    number = max(0, -(-setting.range // band) - 1)
    reached = RANGES[number] if number < len(RANGES) else None
    near = 2 * setting.range <= band
    roles: dict[int, Role] = {}
    for member in list_members(values):
        ship = (member if hasattr(values, "members") else values).record
        role = roles.get(id(member.ship))
        if role is None:
            role = Role(ship, stance.face, stance.speed, reached, near)
            roles[id(member.ship)] = role
        state = ship.state
        hits = frozenset(state.criticals) if setting.criticals else frozenset()
        if state.hull < ship.mass:
            yield Vessel(role, state.hull, state.weapons, hits)


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
    if not special.hit:
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
    if hasattr(values, "members"):
        return sum(int(member.record.points) for member in values.members)
    return int(values.record.points)


def list_parts(ship: Any) -> Iterator[tuple[str, Any]]:
    """Yield each weapon and screen of a ship by name, with the ship without it."""
    known = ship.record
    guns = known.primaries
    told = {
        "forward": tr("primaries forward {}", guns.forward),
        "left": tr("primaries left {}", guns.left),
        "right": tr("primaries right {}", guns.right),
        "rear": tr("primaries rear {}", guns.rear),
    }
    for arc, name in told.items():
        if getattr(guns, arc):
            left = replace(ship.f_primaries, **{f"f_{arc}": 0})
            yield name, replace(ship, f_primaries=left)
    if known.secondaries:
        yield tr("secondaries {}", known.secondaries), replace(ship, f_secondaries=0)
    if known.special:
        name = tr(SPECIALS[known.special.weapon].name.lower())
        yield f"{known.special.count} × {name}", replace(ship, f_special=None)
    if known.screens:
        yield tr("screens {}", known.screens), replace(ship, f_screens=0)


def make_combat() -> Combat:
    """The rules of duels."""
    return COMBAT


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
