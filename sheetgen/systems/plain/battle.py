"""Battles of plain games: `combat:` of a game.yaml, played with dice.

Formulas are worked out once for the states in which two ships meet, for every roll there can be;
in a duel dice are then only looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import add
from random import Random
from types import SimpleNamespace
from typing import Any, NoReturn

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import record
from sheetgen.reading.model import list_keys
from sheetgen.systems.contract import Setting, Stance
from sheetgen.systems.kit.battle import Battle, launch_sides
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS
from sheetgen.systems.plain.formula.value import FormulaWork, Frame, Number, RecordType
from sheetgen.systems.plain.part import Repeated
from sheetgen.systems.plain.subject import ValuePlan

MOST_DICE = 500
"""Dice of an attack, with those that others bring."""
MOST_ITEMS = 100
_STATES, _MEETINGS = 5_000, 50_000
"""States of ships, and of pairs of them, that are kept for when they come again."""


@record(eq=False)
class Assault:
    """An attack, compiled: the formulas of its dice, and those of what a hit adds to a state.

    It is made with every item that is `found`. Effects are on the keys with these numbers.
    """

    found: Repeated
    dice: Formula | None
    die: int
    hits: Sequence[Formula]
    again: Formula | None
    effects: Sequence[tuple[int, Formula]]
    spends: Sequence[tuple[int, Formula]]


@record(eq=False)
class Salvo:
    """The dice of an attack by a ship in a state at one in a state, with what each roll means.

    The first test is of the first roll, each other one of a new roll of what passed before;
    `effects` follow from the last roll, numbers to add to each key of the state.
    """

    count: int
    die: int
    tests: Sequence[Sequence[bool]]
    again: Sequence[bool]
    effects: Sequence[tuple[int, ...]]
    spends: tuple[int, ...]

    def roll(self, dice: Random) -> Iterator[tuple[int, ...]]:
        """Roll the dice; yield the effects of each hit."""
        if self.die == 1:  # there is none
            yield self.effects[0]
            return
        count, thrown = self.count, 0
        first, *later = self.tests
        while thrown < count:
            thrown += 1
            shown = int(self.die * dice.random())
            if self.again and self.again[shown] and count < MOST_DICE:
                count += 1
            passed = first[shown]
            for test in later:
                if passed:
                    shown = int(self.die * dice.random())
                    passed = test[shown]
            if passed:
                yield self.effects[shown]


@record(eq=False)
class Condition:
    """A ship in a certain state: all its values, as formulas know them."""

    name: str
    frame: Frame
    record: Any
    out: bool


@record(eq=False)
class Contender:
    """A ship as it stays from round to round: how it is written, and how it meets the enemy."""

    ship: Any
    name: str
    state: Any
    stance: Stance
    range: int


class Combatant:
    """A ship of a battle between two steps, with the numbers of its state that combat changes."""

    __slots__ = ("condition", "contender", "rules", "state")

    def __init__(self, rules: CombatRules, contender: Contender, state: tuple[int, ...]) -> None:
        self.rules, self.contender, self.state = rules, contender, state
        self.condition = rules.find_condition(contender, state)

    @property
    def fights(self) -> bool:
        """Whether it is still in the fight."""
        return not self.condition.out

    def copy(self) -> Combatant:
        """Return another ship in the same state."""
        return Combatant(self.rules, self.contender, self.state)

    def take(self, more: tuple[int, ...]) -> None:
        """Adds to each number of the state, as far as it goes."""
        state = self.rules.find_sum(self.state, more)
        if state != self.state:
            self.state = state
            self.condition = self.rules.find_condition(self.contender, state)


Blows = list[tuple[Combatant, tuple[int, ...]]]
"""Ships, each with what is to be added to its state."""


class Skirmish(Battle[Combatant]):
    """A battle from which ships are taken when they are out of it."""

    __slots__ = ()

    def clear(self) -> None:
        """Takes ships away that are out of the fight."""
        first, second = self.sides
        self.sides = _list_left(first), _list_left(second)


def _list_left(side: Sequence[Combatant]) -> list[Combatant]:
    return [ship for ship in side if ship.fights]


@record(eq=False, frozen=False)
class CombatRules:
    """The rules of a game's combat, compiled.

    `keys` are the names of the state that change, with the limits of each. `slots` are those of
    the names that only combat has, `foe` the type of a target.
    """

    plan: ValuePlan
    keys: Mapping[str, tuple[int, int]]
    slots: Mapping[str, int]
    stance: RecordType
    foe: RecordType
    attacks: Sequence[Assault]
    upkeep: Sequence[Assault]
    modifiers: Sequence[Formula]
    aim: Formula | None
    out: Formula
    initiative: Formula | None
    together: bool
    die: int

    def __post_init__(self) -> None:
        """Keeps what is worked out."""
        self.find_condition = lru_cache(_STATES)(self.work_out)
        self.find_salvos = lru_cache(_MEETINGS)(self.prepare)
        self.find_rank = lru_cache(_MEETINGS)(lambda *pair: float(self.rank(*pair)))
        self.find_order = lru_cache(_STATES)(self.order)
        self.find_sum = lru_cache(_MEETINGS)(self.add)
        self.find_idle = lru_cache(_STATES)(self.is_idle)
        self.known = {}

    find_condition: Any = None
    find_salvos: Any = None
    find_rank: Any = None
    find_order: Any = None
    find_sum: Any = None
    find_idle: Any = None
    known: Any = None

    # Before the first round.

    def muster(self, first: Sequence[Any], second: Sequence[Any], setting: Setting) -> Skirmish:
        """The battle before its first round."""

        def launch(values: Any, stance: Stance) -> Iterator[Combatant]:
            for member in list_members(values):
                contender = self.meet(member, stance, setting.range)
                state = tuple(getattr(contender.state, f"f_{key}") for key in self.keys)
                yield Combatant(self, contender, state)

        battle = Skirmish(launch_sides(first, second, setting, launch))
        battle.clear()
        return battle

    def meet(self, member: Any, stance: Stance, distance: int) -> Contender:
        """The contender that a ship is, the same one if it comes again."""
        state = getattr(member, "state", None) or self.plan.idle
        called = id(member.ship), id(state), member.name, stance, distance
        if called not in self.known:
            if len(self.known) > _STATES:
                self.known.clear()
            # It holds the ship and its state, so that nothing else can have their ids.
            self.known[called] = Contender(member.ship, member.name, state, stance, distance)
        made: Contender = self.known[called]
        return made

    def work_out(self, contender: Contender, numbers: tuple[int, ...]) -> Condition:
        """Work out a ship's values in a state."""
        state = contender.state
        written = {name: getattr(state, name) for name in list_keys(type(state))}
        written |= {f"f_{key}": number for key, number in zip(self.keys, numbers, strict=True)}
        subject = self.plan.read(contender.ship, SimpleNamespace(**written), name=contender.name)
        frame = subject.open()
        words = {name: getattr(contender.stance, name) for name in self.stance.parts}
        more = {"stance": self.stance.make(*words.values()), **words, "range": contender.range}
        for name, slot in self.slots.items():
            if name in more:
                frame[slot] = more[name]
        own = [
            more[name] if name in self.slots else getattr(subject.record, name)
            for name in self.foe.parts
        ]
        out = self.out.work_out(frame, contender.name)
        return Condition(contender.name, frame, self.foe.make(*own), out)

    # What may happen between ships in certain states.

    def prepare(
        self, attack: Assault, one: Condition, other: Condition | None
    ) -> Sequence[Salvo | None]:
        """The salvos of an attack, one for each item of its loop; None where it can't be made."""
        frame, (loops, when) = self._meet(one, other), attack.found
        salvos: list[Salvo | None] = []
        for _ in Repeated(loops, None).walk(frame, one.name):
            if len(salvos) == MOST_ITEMS:
                message = f"there are more than {MOST_ITEMS} items for an attack"
                _refuse(loops[0].source, message, MOST_ITEMS)
            can = when is None or when.work_out(frame, one.name)
            salvos.append(self._prepare(attack, frame, one.name) if can else None)
        return salvos

    def _meet(self, one: Condition, other: Condition | None) -> Frame:
        """A frame in which a ship has another one before it."""
        frame = [FormulaWork(one.name, one.frame[0].base), *one.frame[1:]]
        if other is not None:
            frame[self.slots["target"]] = other.record
            frame[self.slots["modifier"]] = sum(
                modifier.work_out(frame, one.name) for modifier in self.modifiers
            )
        return frame

    def _prepare(self, attack: Assault, frame: Frame, whose: str) -> Salvo | None:
        frame[0] = FormulaWork(whose, frame[0].base)
        count = attack.dice.work_out(frame, whose) if attack.dice else 1
        if count > MOST_DICE and attack.dice:
            _refuse(attack.dice, f"{count} dice are too many for an attack", MOST_DICE)
        if count <= 0:
            return None
        spends = self._add_up(attack.spends, frame, whose)
        tests: list[list[bool]] = [[] for _ in attack.hits or (None,)]
        again, effects = [], []
        for shown in range(attack.die):
            frame[self.slots["roll"]] = shown + 1
            for at, test in enumerate(tests):
                test.append(not attack.hits or attack.hits[at].work_out(frame, whose))
            if attack.again:
                again.append(attack.again.work_out(frame, whose))
            hit = tests[-1][shown]
            effects.append(self._add_up(attack.effects, frame, whose) if hit else ())
        if not (all(map(any, tests)) and any(map(any, effects))) and not any(spends):
            return None
        return Salvo(count, attack.die, tests, again, effects, spends)

    def _add_up(
        self, effects: Sequence[tuple[int, Formula]], frame: Frame, whose: str
    ) -> tuple[int, ...]:
        found = [0] * len(self.keys) if effects else []
        for at, formula in effects:
            found[at] += formula.work_out(frame, whose)
        return tuple(found)

    def add(self, state: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
        """The numbers of a state with others added to each, as far as it goes."""
        limits = self.keys.values()
        return tuple(
            max(least, min(most, number + new))
            for number, new, (least, most) in zip(state, more, limits, strict=True)
        )

    def is_idle(self, one: Condition) -> bool:
        """Whether a ship does nothing to itself after a round."""
        return not any(any(self.find_salvos(attack, one, None)) for attack in self.upkeep)

    def rank(self, one: Condition, other: Condition) -> Number:
        """Return a number that is least for the enemy that a ship would rather fire at."""
        return -self.aim.work_out(self._meet(one, other), one.name) if self.aim else 0

    def order(self, one: Condition) -> Sequence[Number]:
        """Return the initiative of a ship for each number that its die may show."""
        frame = self._meet(one, None)
        found = []
        for shown in range(1, self.die + 1):
            frame[self.slots["roll"]] = shown
            found.append(self.initiative.work_out(frame, one.name) if self.initiative else shown)
        return found

    # A round.

    def fight(self, battle: Skirmish, dice: Random) -> None:
        """Plays a round: all attacks, then what each ship does to itself."""
        (self._fight_together if self.together else self._fight_in_turn)(battle, dice)
        for ship in (*battle.sides[0], *battle.sides[1]):
            for attack in () if self.find_idle(ship.condition) else self.upkeep:
                for salvo in self.find_salvos(attack, ship.condition, None):
                    if salvo:
                        _strike([(ship, hit) for hit in salvo.roll(dice)])
                if not ship.fights:
                    break
        battle.clear()

    def _fight_together(self, battle: Skirmish, dice: Random) -> None:
        """Every ship makes an attack before its damage is struck; then comes the next attack."""
        for attack in self.attacks:
            first, second = battle.sides
            blows: Blows = []
            for side, enemies in ((first, second), (second, first)):
                fired: dict[Combatant, int] = {}
                for ship in side:
                    blows += self._fire(attack, ship, enemies, fired, dice)
            _strike(blows)
            battle.clear()

    def _fight_in_turn(self, battle: Skirmish, dice: Random) -> None:
        """Ships act one after the other; the damage of an attack is struck before the next."""
        first, second = battle.sides
        order = []
        for side, enemies in ((first, second), (second, first)):
            for ship in side:
                shown = int(self.die * dice.random())
                order.append(
                    (-self.find_order(ship.condition)[shown], dice.random(), ship, enemies)
                )
        for _, _, ship, enemies in sorted(order, key=lambda one: one[:2]):
            for attack in self.attacks:
                if ship.fights:
                    _strike(self._fire(attack, ship, _list_left(enemies), {}, dice))
        battle.clear()

    def _fire(
        self,
        attack: Assault,
        ship: Combatant,
        enemies: Sequence[Combatant],
        fired: dict[Combatant, int],
        dice: Random,
    ) -> Blows:
        """Makes an attack, each item of its loop at an enemy that it can be made at.

        That is the one with the most `aim`; of several, the one that fewest were made at.
        """
        blows: Blows = []
        own = ship.condition
        choices = [self.find_salvos(attack, own, enemy.condition) for enemy in enemies]
        for at in range(len(choices[0]) if choices else 0):
            can = [(enemy, made[at]) for enemy, made in zip(enemies, choices, strict=True)]
            can = [pair for pair in can if pair[1]]
            if not can:
                continue
            target, salvo = can[0]
            if len(can) > 1:
                ranks = [(self.find_rank(own, one.condition), fired.get(one, 0)) for one, _ in can]
                target, salvo = can[ranks.index(min(ranks))]
            fired[target] = fired.get(target, 0) + 1
            if salvo.spends:
                blows.append((ship, salvo.spends))
            blows += [(target, hit) for hit in salvo.roll(dice)]
        return blows


def _strike(blows: Blows) -> None:
    """Adds up what befalls each ship, and then strikes it."""
    sums: dict[Combatant, tuple[int, ...]] = {}
    for ship, more in blows:
        before = sums.get(ship)
        sums[ship] = tuple(map(add, before, more)) if before else more
    for ship, more in sums.items():
        ship.take(more)


def _refuse(formula: Formula, message: str, most: int) -> NoReturn:
    place = formula.place(0)
    raise ProblemError([FORMULA_FAILS.at(place, message, f"there are {most} at most")])
