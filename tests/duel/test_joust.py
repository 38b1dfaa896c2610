"""The joust of A Sky Full of Ships, held against the exact chances of every roll."""

from __future__ import annotations

from typing import Any

import pytest

from sheetgen.duel.contest import hold
from sheetgen.systems.asfos.duel import COMBAT
from sheetgen.systems.contract import Setting, Stance
from tests.asfos.yard import build_ship
from tests.duel import oracle

SMALL: dict[str, dict[str, Any]] = {
    "gunboat": {"mass": 2, "hull": 3, "primaries": {"forward": 3}, "secondaries": 2},
    "picket": {"mass": 3, "hull": 2, "screens": 1, "primaries": {"forward": 4}, "secondaries": 1},
    "driver": {"mass": 3, "hull": 3, "special": {"weapon": "mass-driver", "count": 2}},
    "cannon": {"mass": 3, "hull": 3, "special": {"weapon": "particle-cannon", "count": 2}},
    "heavy": {"mass": 2, "hull": 2, "primaries": {"forward": 31}},
    "calypso": {"mass": 4, "hull": 3, "primaries": {"forward": 4}, "secondaries": 4},
}
EVASION = {"normal": 0, "fast": -1, "slow": 1, "stationary": 2}


def build(name: str) -> Any:
    """A ship as a definition has it."""
    return build_ship(name=name, engine=1, **SMALL[name])


def copy(name: str, speed: str) -> oracle.Ship:
    """The same ship as the oracle has it."""
    ship = build(name).record
    special = ship.special
    count = {special.weapon: special.count} if special else {}
    return oracle.Ship(
        ship.mass,
        ship.hull + ship.screens,
        ship.primaries.forward,
        ship.secondaries,
        count.get("mass-driver", 0),
        count.get("particle-cannon", 0),
        EVASION[speed],
    )


@pytest.mark.parametrize(
    ("a", "b", "distance", "speeds"),
    [
        ("gunboat", "picket", 5, ("normal", "normal")),
        ("gunboat", "picket", 6, ("slow", "fast")),
        ("gunboat", "picket", 7, ("normal", "stationary")),
        ("picket", "driver", 12, ("normal", "slow")),
        ("picket", "driver", 13, ("fast", "normal")),
        ("driver", "cannon", 24, ("normal", "normal")),
        ("cannon", "gunboat", 25, ("slow", "stationary")),
        ("cannon", "picket", 10, ("normal", "fast")),
        ("heavy", "cannon", 10, ("normal", "normal")),
        ("calypso", "calypso", 4, ("normal", "normal")),
    ],
)
def test_rates_are_those_of_the_rules(
    a: str, b: str, distance: int, speeds: tuple[str, str], effort: float
) -> None:
    duels = round(8000 * effort)
    band, near = (distance > 12) + (distance > 24), distance <= 6
    exact = oracle.joust(copy(a, speeds[0]), copy(b, speeds[1]), band, near, 12)
    setting = Setting(distance, (Stance("bow", speeds[0]), Stance("bow", speeds[1])))
    tally = hold(COMBAT, COMBAT.muster([build(a)], [build(b)], setting), duels, 1, 12)
    for found, chance in zip((tally.wins_a, tally.wins_b, tally.timeouts), exact, strict=True):
        spread = (duels * chance * (1 - chance)) ** 0.5
        assert abs(found - duels * chance) <= 4 * spread + 1e-6
