"""Duels of Black Skies against a simulation from the source, on twenty pairings."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sheetgen.duel.contest import hold
from sheetgen.systems.black_skies.duel import COMBAT
from sheetgen.systems.contract import Setting, Stance
from tests.black_skies.craft import KINDS, make_fighter
from tests.duel import skirmish
from tests.duel.skirmish import Gun, Pair, Plane

LASER = Gun("forward", 1, (6, 12, 18), 6)
NEEDLE = Gun("forward", 2, (4, 8, 12), 4)
BREAKER = Gun("forward", 1, (3, 6, 9), 10)
LANCE = Gun("forward", 1, (2, 10, 24), 8)
TURRET = Gun("forward forward-right rear-right rear rear-left forward-left", 1, (3, 6, 9), 4)
TAIL = Gun("rear", 2, (3, 6, 9), 4)
QUARTER = Gun("rear rear-left rear-right", 1, (5, 10, 15), 6)


def mount(gun: Gun, count: int) -> Gun:
    return Gun(gun.arcs, gun.rate, gun.ranges, gun.die, count)


PLANES = {
    "tiger": Plane("medium", (mount(LASER, 2),), "light", thrusters="rear"),
    "squall": Plane("light", (mount(NEEDLE, 2),), thrusters="rear"),
    "mistral": Plane("light", (LASER,), shields=1, thrusters="side"),
    "levanter": Plane("medium", (NEEDLE, TAIL), shields=1, thrusters="rear side forward"),
    "monsoon": Plane("heavy", (mount(LANCE, 2), TURRET), "light", thrusters="rear side"),
    "granite": Plane("medium", (LASER,), "heavy"),
    "obsidian": Plane("medium", (mount(BREAKER, 2),), "light", thrusters="forward"),
    "basalt": Plane("heavy", (mount(LASER, 2),), "heavy", thrusters="rear"),
    "gabbro": Plane("heavy", (BREAKER, QUARTER), shields=2, thrusters="side forward"),
    "wall": Plane("heavy", (LASER,), "light", shields=3),
}
LEAD, GREEN, BOTH = (4, 1), (1, 1), (3, 2)
PAIRINGS: list[tuple[list[Pair], list[Pair], int, str, str]] = [
    ([Pair("tiger")], [Pair("tiger")], 10, "forward", "steady"),
    ([Pair("tiger", (2,))], [Pair("obsidian", (2,))], 6, "forward", "steady"),
    ([Pair("levanter", (4,), 8)], [Pair("gabbro", (4,), 3)], 3, "rear forward", "steady"),
    ([Pair("squall", BOTH, 8)], [Pair("granite", (3, 3), 4)], 4, "forward", "steady"),
    ([Pair("squall", BOTH, 10)], [Pair("basalt", BOTH, 3)], 8, "forward", "hard-left steady"),
    ([Pair("mistral", LEAD)], [Pair("mistral", GREEN)], 12, "forward", "steady"),
    ([Pair("monsoon", GREEN)], [Pair("basalt", GREEN)], 13, "forward", "steady"),
    ([Pair("monsoon", GREEN, 0)], [Pair("tiger", LEAD, 1)], 9, "forward", "hard-left smooth-left"),
    ([Pair("tiger", GREEN)], [Pair("tiger", GREEN)], 5, "forward", "hard-left"),
    ([Pair("levanter", GREEN, 6)], [Pair("obsidian", LEAD)], 6, "forward", "reverse-left"),
    ([Pair("gabbro", BOTH, 12)], [Pair("levanter", BOTH, 4)], 5, "rear", "break-left"),
    ([Pair("wall", (2, 2), 9)], [Pair("squall", (2, 2), 9)], 4, "forward", "steady"),
    ([Pair("granite", (2,), 3)], [Pair("mistral", (4, 2), 10)], 6, "forward", "steady"),
    ([Pair("squall"), Pair("mistral")], [Pair("tiger")], 8, "forward", "steady"),
    ([Pair("squall"), Pair("squall"), Pair("mistral", GREEN)], [Pair("gabbro"), Pair("obsidian")],
     3, "forward", "steady"),
    ([Pair("tiger", BOTH, 6, (3, 0))], [Pair("granite", BOTH, 6, (0, 2))], 11, "forward", "steady"),
    ([Pair("tiger", BOTH, 6, (6, 1))], [Pair("granite", (2,), 6, (1, 0))], 11, "forward", "steady"),
    ([Pair("monsoon", BOTH), Pair("squall", GREEN)], [Pair("basalt", BOTH), Pair("wall", (2,))],
     7, "forward", "break-left smooth-left"),
    ([Pair("obsidian", (1,)), Pair("obsidian", (4,))], [Pair("gabbro", (3, 3), 2)],
     9, "forward rear", "reverse-left"),
    ([Pair("levanter", LEAD, 6), Pair("squall", BOTH, 8), Pair("mistral", LEAD, 7)],
     [Pair("gabbro", LEAD, 5), Pair("granite", (3, 3), 4)], 5, "forward", "steady"),
]  # fmt: skip
"""Both sides, the distance, the arcs that they show, and what they fly."""
WIDTH = 3.481
"""Standard deviations on either side of the mean that 99.95 % of all results lie within."""


class _Field:
    """Finds the fighters of PLANES as the program knows them."""

    def find(self, path: object, id: str, kind: str = "") -> Any:
        plane = PLANES[id]
        weapons = [
            {
                "name": f"Gun {at}",
                "arcs": gun.arcs.split(),
                "rate": gun.rate,
                "range": list(gun.ranges),
                "damage": f"d{gun.die}",
                "count": gun.count,
            }
            for at, gun in enumerate(plane.guns)
        ]
        return make_fighter(
            name=id,
            weight=plane.weight,
            weapons=weapons,
            armour=plane.armour,
            shields=plane.shields,
            thrusters=plane.thrusters.split(),
        )


def build(side: list[Pair]) -> Any:
    """A side as the program knows it."""
    elements = []
    for pair in side:
        lead, wingman = pair.lost
        state: dict[str, Any] = {"leader": {"hull": lead}}
        if len(pair.skills) > 1:
            state["wingman"] = {"hull": wingman}
        elements.append(
            {
                "fighter": pair.plane,
                "speed": pair.speed,
                "fighters": len(pair.skills),
                "pilots": [{"skill": skill} for skill in pair.skills],
                "state": state,
            }
        )
    fleet = KINDS["fleet"]
    assert fleet.link
    written = fleet.model(system="black-skies", fleet="F", elements=elements)
    return fleet.link(written, _Field())


def compare(number: int, duels: int, seed: int) -> None:
    """Hold both against each other: how often either side wins."""
    first, second, distance, face, flown = PAIRINGS[number]
    faces, maneuvers = (face.split() * 2)[:2], (flown.split() * 2)[:2]
    stances = [Stance(f, "own", m) for f, m in zip(faces, maneuvers, strict=True)]
    setting = Setting(distance, (stances[0], stances[1]))
    battle = COMBAT.muster([build(first)], [build(second)], setting)
    tally = hold(COMBAT, battle, duels, seed, 30)
    dice, own = Random(seed + 1), Counter[str]()
    place = skirmish.Setting(distance, (faces[0], faces[1]), (maneuvers[0], maneuvers[1]))
    for _ in range(duels):
        own[skirmish.fight(PLANES, [first, second], place, dice)] += 1
    for found, other in ((tally.wins_a, own["a"]), (tally.wins_b, own["b"])):
        chance = (found + other) / (2 * duels)
        room = WIDTH * (2 * duels * chance * (1 - chance)) ** 0.5
        assert abs(found - other) <= room + 1e-6, (number, tally, own)


@pytest.mark.parametrize("number", [0, 2, 4, 9, 14, 16])
def test_duels_are_those_of_the_source(number: int) -> None:
    compare(number, 1500, 5)


@pytest.mark.whole
@pytest.mark.parametrize("number", range(len(PAIRINGS)))
def test_all_pairings_are_those_of_the_source(number: int) -> None:
    compare(number, 20_000, 11)


def test_the_pairings_are_twenty_and_of_every_kind() -> None:
    assert len(PAIRINGS) == 20
    pairs = [pair for first, second, *_ in PAIRINGS for pair in (*first, *second)]
    assert {pair.plane for pair in pairs} == set(PLANES)
    assert {len(pair.skills) for pair in pairs} == {1, 2}
