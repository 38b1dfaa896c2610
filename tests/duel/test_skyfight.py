"""The exchange of fire between airships, held against a second one that shares no code with it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from sheetgen.duel.contest import hold
from sheetgen.systems.airships.duel import COMBAT
from sheetgen.systems.contract import Setting, Stance
from tests.airships.yard import build_ship, link_fleet
from tests.duel.skyfight import Plan, Skyfight


def frigate(*modules: str, **keys: Any) -> Plan:
    """The guns of a Resolute."""
    guns = {"forward": ["Naval Battery"], "port": ["Flak Cannon"], "starboard": ["Flak Cannon"]}
    return Plan("frigate", guns, list(modules), **keys)


def dreadnought(*modules: str, **keys: Any) -> Plan:
    """A lance ahead, guns and flak abeam, guns astern."""
    side = ["Dreadnought Battery", "Mega-Flak Array"]
    guns = {"forward": ["Siege Lance"], "port": side, "starboard": side}
    return Plan("dreadnought", guns | {"aft": ["Dreadnought Battery"]}, list(modules), **keys)


CINDER = Plan(
    "dreadnought",
    {
        "forward": ["Torpedo Launcher"],
        "port": ["Siege Missile Rack", "Dreadnought Battery"],
        "starboard": ["Siege Missile Rack", "Mega-Flak Array"],
        "aft": ["Siege Missile Rack"],
    },
    ["DC Center", "Armored Bridge", "Signal Array"],
)
BATTERIES = {slot: ["Naval Battery"] for slot in ("forward", "port", "starboard")}
VESPER = Plan("frigate", {**BATTERIES, "forward": ["Heavy Missile"]}, ["DC Center"])
LANCER = Plan("frigate", {**BATTERIES, "forward": ["Heavy Lance"]}, ["Reinforced Bulkheads"])
CARRIER = Plan("carrier", {"forward": ["Naval Battery"], "aft": ["Flak Cannon"]}, ["DC Center"] * 2)
FLAK = Plan("scout", {"turret": ["Flak"]}, ["Chaff Launcher"])
CANNON = Plan("scout", {"turret": ["Cannon"]}, ["Signal Array"])
MISSILE = Plan("scout", {"turret": ["Missile"]})
WING = Plan("wing", {"mounts": ["Machine Guns", "Machine Guns", "Bombs"]})
ROCKETS = Plan("wing", {"mounts": ["Rockets"] * 3})
BRIDGE = {"Bridge Hit": 1}


class Pairing(NamedTuple):
    """Two sides that meet."""

    a: list[Plan]
    b: list[Plan]
    faces: str = "bow bow"
    distance: int = 10


PAIRINGS = {
    "jams of all weapons": Pairing([frigate()], [VESPER]),
    "batteries and a lance": Pairing([Plan("frigate", BATTERIES)], [LANCER]),
    "dreadnoughts": Pairing([dreadnought()], [CINDER], distance=18),
    "a broadside": Pairing([dreadnought()], [CINDER], "broadside broadside"),
    "chased": Pairing([frigate("DC Center")], [CARRIER], "bow stern"),
    "armored bridges": Pairing([dreadnought("Armored Bridge")], [dreadnought("Signal Array")]),
    "bulkheads": Pairing([dreadnought("Reinforced Bulkheads")], [dreadnought()], "bow broadside"),
    "chaff": Pairing([FLAK], [MISSILE], distance=8),
    "scouts": Pairing([CANNON], [MISSILE], distance=12),
    "wings and flak": Pairing([ROCKETS, ROCKETS], [FLAK], distance=3),
    "wings and a frigate": Pairing([WING] * 4, [frigate()], distance=1),
    "wings against wings": Pairing([WING, WING], [ROCKETS], distance=3),
    "fleets far apart": Pairing([frigate(), CANNON], [VESPER, MISSILE], distance=12),
    "fleets in a blast": Pairing(
        [dreadnought(), CANNON, FLAK], [CINDER, FLAK, CANNON], "bow broadside", 4
    ),
    "a blast of many": Pairing([LANCER, frigate()], [CARRIER, CANNON], distance=4),
    "the bridge stays hit": Pairing([dreadnought(hits=BRIDGE)], [dreadnought()]),
    "a failed armored bridge": Pairing(
        [frigate("Armored Bridge", failed=["Armored Bridge"])], [frigate("Armored Bridge")]
    ),
    "jams of before": Pairing([frigate(jammed=[1])], [frigate(lost=12)]),
    "all of it": Pairing(
        [dreadnought(lost=20, hits={"On Fire": 1, "Weapons Down": 1, "Crew Casualties": 2})],
        [VESPER, VESPER],
    ),
    "panic and no utilities": Pairing(
        [frigate("Signal Array", "DC Center", hits={"Panic": 1, "Utilities Down": 1})],
        [frigate("Signal Array", "DC Center", shaken=True)],
    ),
}
QUICK = ["jams of all weapons", "the bridge stays hit", "a blast of many", "all of it"]
TURNS = 40
CERTAINTY = 3.48
"""Standard deviations of a normal distribution within which 99.95 % of it lies."""


def build(side: list[Plan]) -> Any:
    """The same ships as a fleet of the program, with their losses."""

    def name(word: str) -> str:
        return word.lower().replace(" ", "-")

    ships = [
        build_ship(
            plan.frame,
            weapons={slot: list(map(name, guns)) for slot, guns in plan.weapons.items()},
            modules=list(map(name, plan.modules)),
        )
        for plan in side
    ]
    entries = [
        {
            "ship": f"x{at}",
            "ids": [f"S{at}"],
            "state": {
                f"S{at}": {
                    "hull": plan.lost,
                    "jammed": plan.jammed,
                    "failed": list(map(name, plan.failed)),
                    "criticals": plan.hits,
                }
                | ({"morale": "shaken"} if plan.shaken else {})
            },
        }
        for at, plan in enumerate(side, start=1)
    ]
    return link_fleet(*ships, ships=entries)


def compare(pairing: Pairing, duels: int) -> list[tuple[int, int]]:
    """The wins of A and of B, in the program and in the second fight."""
    first, second = pairing.faces.split()
    setting = Setting(pairing.distance, (Stance(first, ""), Stance(second, "")))
    battle = COMBAT.muster([build(pairing.a)], [build(pairing.b)], setting)
    tally = hold(COMBAT, battle, duels, 11, TURNS)
    again = [
        Skyfight((pairing.a, pairing.b), (first, second), pairing.distance, seed).run(TURNS)
        for seed in range(duels)
    ]
    return [(tally.wins_a, again.count("a")), (tally.wins_b, again.count("b"))]


def check(pairing: Pairing, duels: int) -> None:
    """Both fights give the same rates, within what chance does to them."""
    for one, other in compare(pairing, duels):
        rate = (one + other) / (2 * duels)
        spread = (2 * duels * rate * (1 - rate)) ** 0.5
        assert abs(one - other) <= CERTAINTY * spread + 1e-9


@pytest.mark.parametrize("name", QUICK)
def test_rates_are_those_of_a_second_fight(name: str) -> None:
    check(PAIRINGS[name], 250)


@pytest.mark.whole
@pytest.mark.parametrize("name", PAIRINGS)
def test_rates_are_those_of_a_second_fight_in_thousands(name: str) -> None:
    check(PAIRINGS[name], 4000)
