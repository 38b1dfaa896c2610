"""The exchange of fire in Black Skies, held against exact chances."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from typing import Any

import pytest

from sheetgen.duel.contest import hold
from sheetgen.systems.black_skies.duel import COMBAT
from sheetgen.systems.contract import Setting, Stance
from tests.black_skies.craft import make_fighter

LASER = {"weapon": "laser-cannon"}


def build(**values: Any) -> Any:
    """A medium fighter with a laser cannon, unless it says otherwise."""
    return make_fighter(**{"name": "F", "weapons": [LASER], **values})


@cache
def damage(sides: int, number: int, armour: int, shots: int) -> dict[int, float]:
    """The chances of each sum of damage, of d12s that hit on a number or more."""
    hit = max(0, min(12, 13 - number)) / 12
    one: dict[int, float] = defaultdict(float)
    one[0] += 1 - hit
    for roll in range(1, sides + 1):
        one[max(0, roll - armour)] += hit / sides
    total = {0: 1.0}
    for _ in range(shots):
        summed: dict[int, float] = defaultdict(float)
        for (a, p), (b, q) in product(total.items(), one.items()):
            summed[a + b] += p * q
        total = summed
    return total


def play(hulls: tuple[int, int], fire: Any, turns: int) -> tuple[float, float]:
    """The chances that the first and that the second is destroyed; a coin decides who begins."""
    lost = [0.0, 0.0]
    for begins in (0, 1):
        states = {hulls: 0.5}
        for _ in range(turns):
            for shooter in (begins, 1 - begins):
                target = 1 - shooter
                after: dict[tuple[int, int], float] = defaultdict(float)
                for state, chance in states.items():
                    if min(state) <= 0:
                        after[state] += chance
                        continue
                    for boxes, share in fire(shooter, state[shooter]).items():
                        hull = list(state)
                        hull[target] = max(0, hull[target] - boxes)
                        after[hull[0], hull[1]] += chance * share
                states = after
        for state, chance in states.items():
            for at in (0, 1):
                lost[at] += chance * (state[at] <= 0)
    return lost[0], lost[1]


def compare(a: Any, b: Any, setting: Setting, exact: tuple[float, float]) -> None:
    """Holds 6,000 duels of 8 turns against the chances of losing."""
    tally = hold(COMBAT, COMBAT.muster([a], [b], setting), 6000, 3, 8)
    for found, chance in zip((tally.wins_b, tally.wins_a), exact, strict=True):
        assert abs(found - 6000 * chance) <= 4 * (6000 * chance * (1 - chance)) ** 0.5 + 1e-6


def test_range_armour_shields_and_crippled() -> None:
    # Both are medium, with 6 hull, and crippled at 3. A has two lasers, of which a crippled one
    # keeps one; B has one, so a crippled B has none. A is armoured: its hits lose 1.
    a = build(weapons=[{**LASER, "count": 2}], armour="light")
    b = build(shields=1)
    setting = Setting(7, (Stance("forward", "6", "steady"), Stance("forward", "3", "steady")))

    def fire(shooter: int, hull: int) -> dict[int, float]:
        if shooter == 0:  # medium range 7+, and +2 for a target below 4; shields make a d6 a d4
            return damage(4, 5, 0, 1 if hull <= 3 else 2)
        return damage(6, 7, 1, 0 if hull <= 3 else 1)

    compare(a, b, setting, play((6, 6), fire, 8))


def test_a_maneuver_that_fails_costs_the_fire() -> None:
    # Hard Left has difficulty 3 and penalty 2. A trained pilot, skill 2, always flies it while
    # sound; crippled the difficulty is 6, so a 4 or more is needed.
    a = build(thrusters=["rear"], weapons=[{**LASER, "count": 2}])
    b = build(weapons=[{**LASER, "count": 2}])
    setting = Setting(6, (Stance("forward", "6", "hard-left"), Stance("forward", "10", "steady")))

    def fire(shooter: int, hull: int) -> dict[int, float]:
        if shooter == 1:
            return damage(6, 4, 0, 1 if hull <= 3 else 2)
        number = 4 + 2 + 2  # close, its own penalty, a target faster than 9
        if hull > 3:
            return damage(6, number, 0, 2)
        flown = {boxes: p / 2 for boxes, p in damage(6, number, 0, 1).items()}
        flown[0] += 0.5
        return flown

    compare(a, b, setting, play((6, 6), fire, 8))


def test_only_weapons_that_bear_and_reach_fire() -> None:
    astern = build(weapons=[{"name": "Sting", "arcs": ["rear"], "range": [2, 4, 9]}])
    ahead = build()
    for face, distance, fires in (("rear", 9, 1), ("rear", 10, 0), ("forward", 4, 0)):
        setting = Setting(distance, (Stance(face, "6", "steady"), Stance("rear", "6", "steady")))
        battle = COMBAT.muster([astern], [ahead], setting)
        assert len(battle.sides[0][0][0].craft.bearing) == fires


def test_a_maneuver_needs_its_thrusters() -> None:
    setting = Setting(6, (Stance("forward", "6", "hard-left"),) * 2)
    with pytest.raises(ValueError, match="F lacks the thrusters for hard-left"):
        COMBAT.muster([build()], [build()], setting)
