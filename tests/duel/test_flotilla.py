"""Low Water, whose combat is data, held against the exact chances of every roll."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sheetgen
from sheetgen.duel.contest import hold
from sheetgen.ground import assets
from sheetgen.systems.contract import Setting, Stance
from sheetgen.systems.plain.game import load
from tests.duel import flotilla, merrow

LOW_WATER = assets.shipped("games") / "low-water"
GAME = load(LOW_WATER)
SMALL: dict[str, tuple[Any, ...]] = {  # hull, plates, speed, calibre, bow, torpedoes, pumps
    "midge": (4, 0, 12, "light", 1, 2, 0),
    "skiff": (4, 1, 6, "heavy", 2, 0, 1),
    "magpie": (6, 0, 10, "middling", 2, 2, 1),
    "wall": (5, 3, 5, "light", 4, 0, 2),
    "ram": (7, 2, 5, "heavy", 3, 3, 3),
}


def build(name: str) -> Any:
    """A vessel as a definition has it."""
    hull, plates, speed, calibre, bow, torpedoes, pumps = SMALL[name]
    return GAME.kinds[0].model(
        system="low-water",
        name=name,
        hull=hull,
        plates=plates,
        speed=speed,
        calibre=calibre,
        dice={"bow": bow},
        torpedoes=torpedoes,
        pumps=pumps,
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("a", "b", "distance", "speeds"),
    [
        ("midge", "magpie", 4, "fast fast"),
        ("midge", "midge", 8, "fast slow"),
        ("midge", "magpie", 9, "slow fast"),
        ("skiff", "magpie", 6, "fast fast"),
        ("skiff", "ram", 16, "slow slow"),
        ("wall", "ram", 8, "fast fast"),
        ("wall", "skiff", 12, "fast fast"),
        ("wall", "skiff", 13, "fast fast"),
        ("ram", "magpie", 7, "fast fast"),
        ("wall", "wall", 4, "fast slow"),
    ],
)
def test_rates_are_those_of_the_rules(
    a: str, b: str, distance: int, speeds: str, effort: float
) -> None:
    fights = round(6000 * effort)
    first, second = speeds.split()
    one = replace(flotilla.Boat(*SMALL[a]), fast=first == "fast")
    other = replace(flotilla.Boat(*SMALL[b]), fast=second == "fast")
    exact = flotilla.duel(one, other, distance, 6)
    assert callable(GAME.combat)
    combat = GAME.combat()
    setting = Setting(distance, (Stance("bow", first), Stance("bow", second)))
    tally = hold(combat, combat.muster([build(a)], [build(b)], setting), fights, 1, 6)
    for found, chance in zip((tally.wins_a, tally.wins_b, tally.timeouts), exact, strict=True):
        spread = (fights * chance * (1 - chance)) ** 0.5
        assert abs(found - fights * chance) <= 4 * spread + 1e-6


def test_duels_have_their_commands(run_in: Callable[..., Any], tmp_path: Path) -> None:
    shutil.copytree(LOW_WATER, tmp_path / "games" / "low-water")
    words = ["--duels", 200, "--seed", 3]
    outcome = run_in(tmp_path, "duel", "sluice-wardens", "free-companies", *words)
    assert "Sluice Wardens (151 points) against The Free Companies (145 points)" in outcome.stdout
    assert "200 duels: range 6 (inches), bow, speed fast" in outcome.stdout
    assert (
        outcome.stdout
        == run_in(tmp_path, "duel", "sluice-wardens", "free-companies", *words, "--jobs", 2).stdout
    )
    outcome = run_in(tmp_path, "duel", "midge", "--worth", "--duels", 20)
    assert "Midge is worth" in outcome.stdout
    assert "torpedoes 2" in outcome.stdout
    assert "dice bow 1" in outcome.stdout
    outcome = run_in(tmp_path, "duel", "midge", "magpie", "--face", "port")
    assert "port" in outcome.stderr
    assert outcome.status == 2


SHIPPED = [
    ("bittern", "magpie", 6, "bow bow", "fast fast"),
    ("bittern", "heron-queen", 10, "side side", "slow fast"),
    ("heron-queen", "old-grudge", 12, "side bow", "fast slow"),
    ("old-grudge", "patience", 7, "bow side", "fast fast"),
    ("patience", "magpie", 14, "side stern", "slow fast"),
    ("midge", "old-grudge", 5, "bow stern", "fast slow"),
    ("midge", "magpie", 8, "bow side", "fast fast"),
    ("magpie", "bittern", 4, "stern bow", "fast fast"),
    ("heron-queen", "patience", 4, "side bow", "fast fast"),
    ("old-grudge", "bittern", 20, "side bow", "slow slow"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("a", "b", "distance", "faces", "speeds"), SHIPPED)
def test_shipped_vessels_fight_as_with_dice_and_paper(
    a: str, b: str, distance: int, faces: str, speeds: str, effort: float
) -> None:
    """Against a simulation that shares no code, within 99.95 % intervals."""
    fights, turns = round(2500 * effort), 8
    ships = {one.id: one.definition.values for one in sheetgen.open_project(LOW_WATER).definitions}
    first, second = map(Stance, faces.split(), speeds.split())
    assert callable(GAME.combat)
    combat = GAME.combat()
    mustered = combat.muster([ships[a]], [ships[b]], Setting(distance, (first, second)))
    tally = hold(combat, mustered, fights, 1, turns)
    dice = Random(20)
    ends: Counter[str] = Counter()
    for _ in range(fights):
        one = merrow.Paper(a, first.face, first.speed == "fast")
        other = merrow.Paper(b, second.face, second.speed == "fast")
        ends[merrow.fight(one, other, distance, turns, dice)] += 1
    for found, thrown in zip(
        (tally.wins_a, tally.wins_b, tally.timeouts), map(ends.get, ("a", "b", "both")), strict=True
    ):
        share = (found + (thrown or 0)) / (2 * fights)
        spread = (2 * share * (1 - share) / fights) ** 0.5
        assert abs(found - (thrown or 0)) / fights <= 3.481 * spread + 1e-9
