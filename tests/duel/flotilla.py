"""An exact fight of two vessels of Low Water, by following every possible roll.

It is written from `rules.md` and shares no code with the program: tables are typed out again, and
probabilities are added up where the program throws dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb

REACH = {"light": (4, 8, 12), "middling": (6, 12, 18), "heavy": (8, 16, 24)}
POWER = {"light": 0, "middling": 1, "heavy": 2}
ARMOUR = (4, 5, 6, 7)

State = tuple[int, int, int]
"""Hull boxes lost, boxes of water, torpedoes launched; all hull boxes are lost of one that sank."""
Chances = Mapping[tuple[int, int], float]
"""Chances of hull boxes and of water."""
Branch = tuple[tuple[State, State], float]


@dataclass(frozen=True)
class Boat:
    """A vessel that shows its bow, and moves at full speed or hardly."""

    hull: int
    plates: int
    speed: int
    calibre: str
    bow: int
    torpedoes: int
    pumps: int
    fast: bool = True

    @property
    def drowns(self) -> int:
        """The marks of water at which it goes down."""
        return self.hull // 2 + 1

    def left(self, number: int, lost: int) -> int:
        """A number of its card in the uppermost row that has a box left."""
        rows = [self.hull // 4 + (row < self.hull % 4) for row in range(4)]
        row = next(row for row in range(4) if lost < sum(rows[: row + 1]))
        return (2 * number * (4 - row) + 4) // 8  # quarters, halves rounded up


def repeat(times: int, one: Chances) -> Chances:
    """The chances of something that happens several times."""
    total: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(times):
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (h, p), (k, q) in product(total.items(), one.items()):
            after[h[0] + k[0], h[1] + k[1]] += p * q
        total = after
    return total


@cache
def launch(a: Boat, state: State, b: Boat, distance: int) -> tuple[Chances, int]:
    """What torpedoes do, and how many are launched."""
    count = min(2, a.torpedoes - state[2]) if distance <= 8 else 0
    works = 1 / 6 if b.hull <= 4 else 4 / 6
    return repeat(count, {(2, 2): works, (0, 0): 1 - works}), count


@cache
def shoot(a: Boat, lost: int, b: Boat, b_lost: int, distance: int) -> Chances:
    """What the guns do."""
    short, medium, far = REACH[a.calibre]
    if distance > far:
        return {(0, 0): 1.0}
    needed = 4 + (distance > short) + (distance > medium)
    if b.hull <= 4 and b.fast and b.left(b.speed, b_lost) >= 6:
        needed += 1
    hit = max(0, 7 - needed) / 6
    one: dict[tuple[int, int], float] = defaultdict(float)
    one[0, 0] = 1 - hit
    for die in range(1, 7):
        if die == 6:
            one[1, 2 if a.calibre == "heavy" else 1] += hit / 6
        elif die + POWER[a.calibre] >= ARMOUR[b.plates]:
            one[1, 0] += hit / 6
        else:
            one[0, 0] += hit / 6
    return repeat(a.left(a.bow, lost), one)


def hurt(boat: Boat, state: State, damage: tuple[int, int], launched: int = 0) -> State:
    """A vessel after damage and water."""
    lost = min(boat.hull, state[0] + damage[0])
    return lost, min(boat.drowns, state[1] + damage[1]), state[2] + launched


@cache
def drain(boat: Boat, state: State) -> list[tuple[State, float]]:
    """A vessel after the pumps have worked and water has done its work, with the chances."""
    if state[0] == boat.hull:
        return [(state, 1.0)]
    found = []
    for good in range(boat.pumps + 1):
        chance = comb(boat.pumps, good) * 2 ** (boat.pumps - good) / 3**boat.pumps
        water = max(0, state[1] - good)
        lost = boat.hull if water == boat.drowns else min(boat.hull, state[0] + water // 3)
        found.append(((lost, water, state[2]), chance))
    return found


Afloat = dict[tuple[State, State], float]


def duel(a: Boat, b: Boat, distance: int, turns: int) -> tuple[float, float, float]:
    """The chances that A wins, that B does, and that both are afloat after the last turn."""
    states: Afloat = {((0, 0, 0), (0, 0, 0)): 1.0}
    wins = losses = 0.0
    for _ in range(turns):
        for step in (run_torpedoes, fire_guns, bail):
            after: Afloat = defaultdict(float)
            for (one, other), chance in states.items():
                for following, share in step(a, one, b, other, distance):
                    after[following] += chance * share
            states = after
        lasting: Afloat = {}
        for (one, other), chance in states.items():
            afloat = one[0] < a.hull, other[0] < b.hull
            wins += chance * (afloat == (True, False))
            losses += chance * (afloat == (False, True))
            if all(afloat):
                lasting[one, other] = chance
        states = lasting
    return wins, losses, sum(states.values())


def run_torpedoes(a: Boat, one: State, b: Boat, other: State, distance: int) -> Iterator[Branch]:
    """Both launch torpedoes."""
    by_a, spent_a = launch(a, one, b, distance)
    by_b, spent_b = launch(b, other, a, distance)
    for (to_b, p), (to_a, q) in product(by_a.items(), by_b.items()):
        yield (hurt(a, one, to_a, spent_a), hurt(b, other, to_b, spent_b)), p * q


def fire_guns(a: Boat, one: State, b: Boat, other: State, distance: int) -> Iterator[Branch]:
    """Both fire; whoever has sunk does not, and is not fired at."""
    if one[0] == a.hull or other[0] == b.hull:
        yield (one, other), 1.0
        return
    by_a = shoot(a, one[0], b, other[0], distance)
    by_b = shoot(b, other[0], a, one[0], distance)
    for (to_b, p), (to_a, q) in product(by_a.items(), by_b.items()):
        yield (hurt(a, one, to_a), hurt(b, other, to_b)), p * q


def bail(a: Boat, one: State, b: Boat, other: State, distance: int) -> Iterator[Branch]:
    """Pumps work on both."""
    for (first, p), (second, q) in product(drain(a, one), drain(b, other)):
        yield (first, second), p * q
