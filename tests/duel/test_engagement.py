"""The exchange of fire between airships, held against what the tables come to by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheetgen.systems.airships.duel import (
    COMBAT,
    LIMITS,
    FixedShip,
    Warship,
    activate,
    attack,
    check_morale,
    find_number,
    repair,
    strike_critical,
    strike_super,
)
from sheetgen.systems.contract import Setting, Stance
from tests.airships.yard import build_ship, link_fleet
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
    assert ship.jammed == {1}
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


def test_a_jam_hits_any_weapon_of_the_ship() -> None:
    """One of three: a battery ahead, flak and a battery that does not bear on the enemy."""
    weapons = {
        **arm("forward", "naval-battery"),
        **arm("port", "naval-battery"),
        **arm("starboard", "naval-battery"),
    }
    ship = launch(build("frigate", weapons=weapons))
    assert [gun.number for gun in ship.plan.guns] == [1]
    strike_critical(ship, roll((2, 8), (2, 3)))  # the one to port
    assert ship.jammed == {2}
    strike_critical(ship, roll((2, 8), (2, 2)))  # of the two that are left, the other side's
    assert ship.jammed == {2, 3}
    strike_critical(ship, roll((2, 8), (1, 1)))
    strike_critical(ship, roll((2, 8)))  # none is left to jam
    assert ship.jammed == {1, 2, 3}
    ship.hull = 20
    repair(ship, 1, roll(*d6(5)))
    assert ship.jammed == {2, 3}  # the one that bears comes first
    repair(ship, 1, roll(*d6(5), (3, 3)))
    assert (ship.jammed, ship.hull) == ({2, 3}, 23)  # jams of the others can wait


def test_an_armored_bridge_that_has_failed_protects_no_more() -> None:
    ship = launch(build("frigate", modules=["armored-bridge"]))
    strike_critical(ship, roll((6, 8), (1, 1)))  # it is the module that fails
    strike_super(ship, roll((3, 8)))
    assert (ship.command, ship.shocks) == (0, 1)
    down = launch(build("frigate", modules=["armored-bridge"]))
    strike_super(down, roll((6, 8)))  # all utilities are down
    strike_super(down, roll((3, 8)))
    assert down.command == 0


def test_fire_that_drops_a_ship_under_its_marks_checks_morale() -> None:
    ship = launch(build("frigate"))  # morale 6; checks at 17 and at 8
    ship.hull, ship.burning = 18, True
    activate(ship, [ship], [], roll(*d6(1, 6, 6), *d6(1, 1)))  # no success of damage control
    assert (ship.hull, ship.shaken, ship.dead) == (17, True, False)
    activate(ship, [ship], [], roll(*d6(6), *d6(1, 1)))  # 11: neither mark is passed
    assert (ship.hull, ship.dead) == (11, False)
    activate(ship, [ship], [], roll(*d6(3, 6, 6)))
    assert (ship.hull, ship.dead) == (8, True)  # shaken already, it breaks


def test_every_hit_on_the_bridge_checks_morale() -> None:
    gun = launch(build("frigate", weapons=arm("forward", "heavy-lance"))).plan.guns[0]
    target = launch(build())  # morale 8
    for shaken, dead in ((True, False), (True, True)):
        # One hit of a 6, which is critical: 8, then 3 of the other table; the check fails.
        attack(gun, target, 4, roll(*d6(4, 1, 6), (8, 8), (3, 8), *d6(6, 6)))
        assert (target.shaken, target.dead) == (shaken, dead)


BLOWOUT = (*d6(4, 1, 6), (8, 8), (8, 8))
"""A lance that hits once, with a critical hit that is a Citadel Blowout."""


@pytest.mark.parametrize(("distance", "lost"), [(4, 7), (5, 0)])
def test_a_blowout_frightens_friends_and_hurts_who_is_near(distance: int, lost: int) -> None:
    lancer = build("frigate", weapons=arm("forward", "heavy-lance"))
    ship, other = launch(lancer, distance=distance), launch(build("scout"), distance=distance)
    target, friend, gone = (launch(build("scout"), distance=distance) for _ in range(3))
    target.hull, gone.dead = 1, True
    blast = d6(3, 4, 3, 4) if lost else []  # 35 - 7 and 15 - 7 call for no check of their own
    dice = roll(*BLOWOUT, *blast, *d6(6, 6), *d6(1, 1))
    activate(ship, [ship, other], [target, friend, gone], dice)
    assert (target.dead, friend.shaken, friend.hull) == (True, True, 15)
    assert (ship.hull, other.hull, gone.shaken) == (35 - lost, 15 - lost, False)
    assert any("Citadel Blowout" in limit for limit in LIMITS)


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({"criticals": {"Bridge Hit": 1}}, {"command": 0, "shocks": 1}),
        ({"criticals": {"Crew Casualties": 2, "Panic": 1}}, {"morale": 4, "panic": 1}),
        ({"criticals": {"Weapons Down": 1, "On Fire": 1}}, {"guns_down": True, "burning": True}),
        ({"criticals": {"Utilities Down": 1}}, {"command": 2, "utilities_down": True}),
        ({"failed": ["signal-array"]}, {"command": 2, "modules": ("hangar",)}),
        ({"jammed": [2], "hull": 9}, {"jammed": {2}, "hull": 26, "command": 3}),
        ({"morale": "shaken"}, {"shaken": True, "dead": False}),
        ({"morale": "broken"}, {"dead": True}),
        ({"hull": 35}, {"dead": True}),
        ({"criticals": {"Bridge Hit": 0, "On Fire": 0}}, {"command": 3, "burning": False}),
    ],
)
def test_a_ship_begins_with_all_its_losses(state: dict[str, Any], found: dict[str, Any]) -> None:
    ship = build(
        "frigate", weapons=arm("forward", "naval-battery"), modules=["signal-array", "hangar"]
    )
    fleet = link_fleet(ship, ships=[{"ship": "x1", "ids": ["A"], "state": {"A": state}}])
    stances = Stance("bow", ""), Stance("bow", "")
    hurt = COMBAT.muster([fleet], [build()], Setting(10, stances)).sides[0][0]
    assert {name: getattr(hurt, name) for name in found} == found


def test_reinforced_bulkheads_roll_a_super_critical_again() -> None:
    ship = launch(build(modules=["reinforced-bulkheads"]))
    strike_critical(ship, roll((8, 8), (5, 8)))
    assert ship.morale == 7


def test_damage_control() -> None:
    ship = launch(build(weapons=arm("forward", "siege-lance")))
    ship.hull, ship.guns_down, ship.jammed = 40, True, frozenset({1})
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
