"""Critical hits in the joust of A Sky Full of Ships, turn by turn."""

from __future__ import annotations

import pytest

from sheetgen.systems.asfos.duel import (
    COMBAT,
    Joust,
    Vessel,
    Volley,
    explode,
    fire_primaries,
    fire_secondaries,
    repair,
)
from sheetgen.systems.contract import Setting, Stance
from tests.asfos.yard import build_ship
from tests.duel.dice import Dice


def face(number: int) -> float:
    """A die of six sides."""
    return (number - 0.5) / 6


def pair(hull: int, weapons: int) -> float:
    """The two dice of an attack."""
    return (6 * (hull - 1) + weapons - 0.5) / 36


def meet(**values: object) -> Joust:
    """Two equal ships of mass 8 with two crew units, bow to bow."""
    ship = build_ship(
        mass=8, screens=1, engine=1, primaries={"forward": 8}, secondaries=4, **values
    )
    setting = Setting(5, (Stance("bow", "normal"), Stance("bow", "normal")), criticals=True)
    battle: Joust = COMBAT.muster([ship], [ship], setting)
    return battle


def strike(battle: Joust, *rolls: float) -> Vessel:
    """The second ship after the first has fired its primaries at it."""
    volley = Volley(battle.sides[1], Dice(*rolls))
    fire_primaries(battle.sides[0][0], volley)
    volley.strike(criticals=True)
    return battle.sides[1][0]


@pytest.mark.parametrize(
    ("place", "code"), list(enumerate(("Br", "FC", "R", "E", "ED", "Mn"), start=1))
)
def test_doubles_that_do_damage_are_critical(place: int, code: str) -> None:
    # 8 against a defence factor of 4 is 2:1, where a 4 destroys one box.
    hit = strike(meet(), pair(4, 4), face(place))
    assert (hit.hull, hit.weapons, hit.criticals) == (1, 1, {code})


def test_other_rolls_are_not() -> None:
    assert strike(meet(), pair(4, 5)).criticals == set()
    missed = strike(meet(), pair(1, 1))
    assert (missed.hull, missed.criticals) == (0, set())


def test_fire_control_and_bridge() -> None:
    battle = meet()
    first, second = battle.sides[0][0], battle.sides[1][0]
    first.criticals = frozenset({"FC"})
    assert strike(battle).hull == 0  # no die is thrown
    volley = Volley([second], Dice(pair(6, 6), face(1)))
    fire_secondaries(first, volley)
    volley.strike(criticals=True)
    assert second.hull == 1
    first.criticals = frozenset({"Br"})
    assert strike(battle).hull == 1  # it has no target of last turn
    first.aim = second
    assert strike(battle, pair(3, 4)).hull == 2


def test_electronic_defences_and_engine() -> None:
    battle = meet()
    second = battle.sides[1][0]
    second.criticals = frozenset({"ED"})
    # 8 against 3 is 2:1 still; 9 would be 3:1, where a 1 destroys a box.
    assert second.defence == 3
    second.criticals = frozenset({"E"})
    # A stationary target: 2 is added, so 1 and 2 count as 3 and 4, a box each.
    hit = strike(battle, pair(1, 2))
    assert (hit.hull, hit.weapons) == (1, 1)


def test_a_reactor_blows_up_as_the_next_turn_begins() -> None:
    battle = meet()
    battle.sides[1][0].criticals = frozenset({"R"})
    sides = explode(battle.sides, Dice(face(5)))
    assert (sides[1][0].hull, sides[1][0].criticals) == (5, set())
    battle.sides[1][0].criticals = frozenset({"R"})
    assert explode(battle.sides, Dice(face(3)))[1] == []


def test_crews_repair_the_most_urgent_first() -> None:
    battle = meet()
    ship = battle.sides[1][0]
    ship.criticals = frozenset({"Mn", "FC"})
    # Two units work on the fire: 2 puts it out; nobody is left for the fire control.
    repair(battle.sides, Dice(face(2), face(1)))
    assert (ship.criticals, ship.hull) == ({"FC"}, 0)
    ship.criticals = frozenset({"Mn"})
    repair(battle.sides, Dice(face(3)))
    assert (ship.criticals, ship.hull) == ({"Mn"}, 1)
    ship.hull = 4  # the first crew unit is in box 4
    assert ship.role.crew[ship.hull] == 1
    repair(battle.sides, Dice(face(2)))
    assert ship.hull == 5
