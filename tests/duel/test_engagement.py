"""The exchange of fire between airships, held against what the tables come to by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheetgen.systems.airships.duel import (
    COMBAT,
    FixedShip,
    Warship,
    attack,
    check_morale,
    find_number,
    repair,
    strike_critical,
    strike_super,
)
from sheetgen.systems.contract import Setting, Stance
from tests.airships.yard import build_ship
from tests.duel.dice import Dice


def build(frame: str = "dreadnought", **values: Any) -> Any:
    """A ship without weapons, unless it says otherwise."""
    return build_ship(frame, **values)


def arm(slot: str, *weapons: str) -> dict[str, list[str]]:
    """The weapons of a slot."""
    return {slot: list(weapons)}


def launch(ship: Any, face: str = "bow", distance: int = 10) -> Warship:
    """A ship as it is before its first turn."""
    return Warship(FixedShip(ship.record, face, distance))


def roll(*shown: tuple[int, int]) -> Dice:
    """Dice that show certain faces, each with the number of its sides."""
    return Dice(*((face - 0.5) / sides for face, sides in shown))


def d6(*faces: int) -> list[tuple[int, int]]:
    """Dice of six sides."""
    return [(face, 6) for face in faces]


@pytest.mark.parametrize(
    ("weapon", "frame", "slot", "faces", "lost"),
    [
        # Heavy Lance: 2 dice, Piercing(3). 4 and 3 to hit on 4+: one hit, 5 + 3.
        ("heavy-lance", "frigate", "forward", (4, 3, 5), 8),
        # Naval Battery: 4 dice, and 1s again once. 1→6, 1→1, 3, 4: two hits of 2 and 3.
        ("naval-battery", "frigate", "forward", (1, 6, 1, 1, 3, 4, 2, 3), 5),
        # Heavy Missile: 2 dice, Impact: the higher of two damage dice. 4, 5: 2|5 and 3|1.
        ("heavy-missile", "frigate", "forward", (4, 5, 2, 5, 3, 1), 8),
    ],
)
def test_weapons_by_their_rules(
    weapon: str, frame: str, slot: str, faces: tuple[int, ...], lost: int
) -> None:
    ship = launch(build(frame, weapons=arm(slot, weapon)))
    target = launch(build())
    attack(ship.plan.guns[0], target, 4, roll(*d6(*faces)))
    assert 80 - target.hull == lost


def test_brace_takes_one_off_an_attack_once_a_turn() -> None:
    gun = launch(build("frigate", weapons=arm("forward", "heavy-lance"))).plan.guns[0]
    target = launch(build())
    target.pool = 2
    for lost in (8 - 1, 8 - 1 + 8):
        attack(gun, target, 4, roll(*d6(4, 3, 5)))
        assert 80 - target.hull == lost
    assert target.pool == 1


def test_a_six_is_critical_and_wings_are_fragile() -> None:
    gun = launch(build("scout", weapons=arm("turret", "flak")), distance=8).plan.guns[0]
    wing = launch(build("wing"))
    attack(gun, wing, 4, roll(*d6(4, 1, 1, 6)))
    assert wing.dead
    guns = launch(build("wing", weapons=arm("mounts", "machine-guns")), distance=6).plan.guns
    wing = launch(build("wing"))
    attack(guns[0], wing, 4, roll(*d6(4, 6, 1, 1)))  # machine guns are never critical
    assert (wing.dead, wing.hull) == (False, 4)


def test_number_to_hit() -> None:
    flak = launch(build("scout", weapons=arm("turret", "flak")), distance=8)
    cannon = launch(build("scout", weapons=arm("turret", "cannon")))
    ship, wing = launch(build()), launch(build("wing"))
    assert find_number(cannon, cannon.plan.guns[0], ship) == 3
    assert find_number(cannon, cannon.plan.guns[0], wing) == 6  # Evasive(3)
    assert find_number(flak, flak.plan.guns[0], wing) == 3
    cannon.shaken = True
    assert find_number(cannon, cannon.plan.guns[0], ship) == 4
    cannon.pool = 2
    assert find_number(cannon, cannon.plan.guns[0], ship) == 3  # locked
    assert find_number(cannon, cannon.plan.guns[0], ship) == 4  # but once a turn


@pytest.mark.parametrize(
    ("face", "distance", "count"), [("bow", 12, 3), ("bow", 13, 1), ("stern", 12, 2)]
)
def test_weapons_bear_by_arc_and_range(face: str, distance: int, count: int) -> None:
    weapons = {
        **arm("forward", "naval-battery"),
        **arm("port", "flak-cannon"),
        **arm("starboard", "flak-cannon"),
    }
    assert len(launch(build("frigate", weapons=weapons), face, distance).plan.guns) == count


def test_morale_falls_by_half_and_by_a_quarter() -> None:
    ship = launch(build("frigate"))  # morale 6; 35 hull: checks at 17 and at 8
    assert ship.plan.checks == (17, 8)
    check_morale(ship, roll(*d6(3, 3)))
    assert not ship.shaken
    check_morale(ship, roll(*d6(3, 4)))
    assert (ship.shaken, ship.dead) == (True, False)
    check_morale(ship, roll(*d6(6, 6)))
    assert ship.dead


def test_critical_tables() -> None:
    weapons = arm("forward", "naval-battery")
    ship = launch(build("frigate", weapons=weapons, modules=["signal-array", "armored-bridge"]))
    strike_critical(ship, roll((1, 8), (4, 6)))
    assert ship.hull == 31
    strike_critical(ship, roll((2, 8), (1, 1)))
    assert ship.jammed == {0}
    strike_critical(ship, roll((5, 8)))
    assert ship.morale == 5
    assert ship.command == 3
    strike_critical(ship, roll((6, 8), (1, 2)))
    assert (ship.modules, ship.command) == (("armored-bridge",), 2)
    strike_critical(ship, roll((7, 8)))
    assert ship.panic == 1
    strike_super(ship, roll((3, 8)))
    assert ship.command == 2  # the armored bridge takes the first
    strike_super(ship, roll((3, 8)))
    assert ship.command == 0
    strike_super(ship, roll((1, 8), (6, 6), (5, 6)))
    assert ship.hull == 20
    strike_super(ship, roll((5, 8)))
    strike_super(ship, roll((7, 8)))
    assert (ship.guns_down, ship.burning) == (True, True)
    strike_super(ship, roll((8, 8)))
    assert ship.hull == 0


def test_reinforced_bulkheads_roll_a_super_critical_again() -> None:
    ship = launch(build(modules=["reinforced-bulkheads"]))
    strike_critical(ship, roll((8, 8), (5, 8)))
    assert ship.morale == 7


def test_damage_control() -> None:
    ship = launch(build())
    ship.hull, ship.guns_down, ship.jammed = 40, True, frozenset({0})
    repair(ship, 2, roll(*d6(5, 4)))
    assert (ship.jammed, ship.guns_down) == (frozenset(), True)
    repair(ship, 2, roll(*d6(5, 6)))
    assert not ship.guns_down
    repair(ship, 1, roll(*d6(6), (3, 3)))
    assert ship.hull == 43
    repair(ship, 1, roll(*d6(4)))
    assert ship.hull == 43


def test_panic_costs_a_turn_and_torpedoes_stay_aboard() -> None:
    armed = build("frigate", weapons=arm("forward", "torpedo-launcher"))
    assert launch(armed).plan.guns == []
    a = build("frigate", weapons=arm("forward", "naval-battery"))
    battle = COMBAT.muster([a], [build()], Setting(10, (Stance("bow", ""), Stance("bow", ""))))
    battle.sides[0][0].panic = 1
    COMBAT.fight(battle, Random(1))
    assert battle.sides[1][0].hull == 80
    for seed in range(9):
        COMBAT.fight(battle, Random(seed))
    assert battle.sides[1][0].hull < 80
