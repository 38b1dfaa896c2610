"""An exact joust of two ships of A Sky Full of Ships, by following every possible roll.

It is written from the printed rules and shares no code with the program: the combat chart is typed
out again, and probabilities are added up where the program throws dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

RATIOS = [Fraction(r) for r in ("1/3", "1/2", "1", "3/2", "2", "3", "4", "5", "6")]
CHART = """
0 0 0 0 0 0 0 0 0
0 0 0 0 0 1 1 1 2
0 0 0 0 1 1 1 2 2
0 0 0 1 1 1 2 2 3
0 0 1 1 1 2 2 3 3
0 1 1 1 2 2 3 3 4
1 1 1 2 2 3 3 4 4
"""
ROWS = [[int(number) for number in line.split()] for line in CHART.strip().splitlines()]

Damage = Mapping[tuple[int, int], float]
"""Chances of hull and weapons boxes destroyed."""


@dataclass(frozen=True)
class Ship:
    """A ship that shows its bow, or one side whose strength is `primary`."""

    mass: int
    defence: int
    primary: int
    secondary: int = 0
    drivers: int = 0
    cannons: int = 0
    evasion: int = 0  # what its speed changes the dice by that are thrown at it

    def fade(self, strength: int, lost: int) -> int:
        """A strength after some weapons boxes are lost, halves rounded up."""
        share = Fraction(strength * (self.mass - lost), self.mass)
        return int(share + Fraction(1, 2))


@cache
def attack(strength: int, defence: int, modifier: int, shift: int = 0) -> Damage:
    """The damage of a strength, whose excess over 6:1 attacks again."""
    total: Damage = {(0, 0): 1.0}
    while strength > 0:
        now = min(strength, 6 * defence)
        strength -= now
        column = sum(Fraction(now, defence) >= ratio for ratio in RATIOS) - 1 - shift
        if column >= 0:
            die = [ROWS[min(6, max(0, roll + modifier))][column] for roll in range(1, 7)]
            one: dict[tuple[int, int], float] = defaultdict(float)
            for pair in product(die, die):
                one[pair] += 1 / 36
            total = add(total, one)
    return total


def add(first: Damage, second: Damage) -> Damage:
    """The damage of both."""
    total: dict[tuple[int, int], float] = defaultdict(float)
    for (h, p), (k, q) in product(first.items(), second.items()):
        total[h[0] + k[0], h[1] + k[1]] += p * q
    return total


def fire(ship: Ship, lost: int, target: Ship, step: str, band: int, near: bool) -> Damage:
    """What a ship does in a step; `band` is 0 at short range, 1 at medium and 2 at long range."""
    if step == "primaries":
        strength = ship.fade(ship.primary, lost)
        return attack(strength, target.defence, target.evasion - band)
    if step == "secondaries":
        strength = ship.fade(ship.secondary, lost) if near else 0
        return attack(strength, target.defence, 0)
    cannons = ship.fade(ship.cannons, lost)
    if cannons:
        return attack(8 * cannons, target.defence, target.evasion, 2 * band)
    drivers = ship.fade(ship.drivers, lost)
    good = sum(roll + target.evasion - band >= 4 for roll in range(1, 7)) / 6
    total: dict[tuple[int, int], float] = defaultdict(float)
    for hits in range(drivers + 1):
        chance = comb(drivers, hits) * good**hits * (1 - good) ** (drivers - hits)
        for damage, share in attack(12 * hits, target.defence, 0).items():
            total[damage] += chance * share
    return total


def joust(a: Ship, b: Ship, band: int, near: bool, turns: int) -> tuple[float, float, float]:
    """The chances that A wins, that B does, and that both are left after the last turn."""
    states: dict[tuple[int, int, int, int], float] = {(0, 0, 0, 0): 1.0}
    for _ in range(turns):
        for step in ("primaries", "specials", "secondaries"):
            after: dict[tuple[int, int, int, int], float] = defaultdict(float)
            for state, chance in states.items():
                for following, share in follow(state, a, b, step, band, near):
                    after[following] += chance * share
            states = after
    wins = sum(p for (h, _, k, _), p in states.items() if h < a.mass and k >= b.mass)
    losses = sum(p for (h, _, k, _), p in states.items() if h >= a.mass and k < b.mass)
    lasting = sum(p for (h, _, k, _), p in states.items() if h < a.mass and k < b.mass)
    return wins, losses, lasting


@cache
def follow(
    state: tuple[int, int, int, int], a: Ship, b: Ship, step: str, band: int, near: bool
) -> Iterable[tuple[tuple[int, int, int, int], float]]:
    """The states after a step, with their chances; damage is struck when both have fired."""
    h, w, k, v = state
    if h >= a.mass or k >= b.mass:
        return [(state, 1.0)]
    after: dict[tuple[int, int, int, int], float] = defaultdict(float)
    to_b = fire(a, w, b, step, band, near)
    to_a = fire(b, v, a, step, band, near)
    for (by_a, p), (by_b, q) in product(to_b.items(), to_a.items()):
        following = (
            min(a.mass, h + by_b[0]),
            min(a.mass, w + by_b[1]),
            min(b.mass, k + by_a[0]),
            min(b.mass, v + by_a[1]),
        )
        after[following] += p * q
    return list(after.items())
