"""Contests and tallies: certainty, repeatability, matrices and worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import Tally, find_interval, hold
from sheetgen.duel.match import arrange, choose_setting, choose_settings, find_combat
from sheetgen.duel.matrix import fight_all
from sheetgen.duel.worth import average, measure
from sheetgen.printing.options import ChoiceError
from sheetgen.project.project import Project
from sheetgen.systems.loading import Systems


@pytest.fixture(scope="module")
def project() -> Project:
    """A project that has what is shipped."""
    return Project(Path(), Systems())


def find(project: Project, *ids: str) -> list[Definition]:
    """Shipped definitions."""
    return [project.select([id]).definitions[0] for id in ids]


def test_wilson_interval() -> None:
    # By hand, with z² = 3.8415: 10 of 10 is 1/(1 + z²/10) to 1; 5 of 10 is
    # 0.5 ± z/(1 + z²/10) · √(0.025 + z²/400).
    assert find_interval(1.0, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)
    assert find_interval(0.5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


def test_a_draw_counts_half() -> None:
    tally = Tally(3, 1, 4, 2, 40)
    assert (tally.duels, tally.win_rate, tally.turns_mean) == (8, 5 / 8, 5.0)


@pytest.mark.parametrize(
    "id",
    ["swordfish", "threshold-watch", "black-tiger", "tiger-flight", "resolute", "ember-concord"],
)
def test_everyone_wins_half_against_a_copy(project: Project, id: str, effort: float) -> None:
    one = find(project, id)
    tally = arrange(one, one).fight({"duels": round(1500 * effort), "seed": 7})
    low, high = find_interval(tally.win_rate, tally.duels * 2)
    wide = (high - low) * 1.6
    assert abs(tally.win_rate - 0.5) < wide


def test_the_same_seed_gives_the_same_result_however_it_is_shared(project: Project) -> None:
    match = arrange(find(project, "warrior"), find(project, "new-mars"))
    alone = match.fight({"duels": 2600, "seed": 5, "jobs": 1})
    assert match.fight({"duels": 2600, "seed": 5, "jobs": 3}) == alone
    assert match.fight({"duels": 2600, "seed": 6, "jobs": 1}) != alone


def test_a_fleet_begins_with_its_losses(tmp_path: Path) -> None:
    for name, state in (("whole", "{}"), ("hurt", "{BB1: {hull: 6, weapons: 6}}")):
        text = f"system: asfos\nfleet: F\nships: [{{ship: warrior, ids: [BB1], state: {state}}}]\n"
        (tmp_path / f"{name}.yaml").write_text(text)
    there = Project(tmp_path, Systems())
    match = arrange(find(there, "whole"), find(there, "hurt"))
    tally = match.fight({"duels": 300})
    assert tally.win_rate > 0.95


def test_fleets_of_different_bands_do_not_meet(tmp_path: Path) -> None:
    for name, band in (("inches", "12"), ("metric", "{size: 24, unit: cm}")):
        text = f"system: asfos\nfleet: F\nrange_band: {band}\nships: [{{ship: warrior}}]\n"
        (tmp_path / f"{name}.yaml").write_text(text)
    there = Project(tmp_path, Systems())
    with pytest.raises(ChoiceError, match="the same range bands, not in 12 in and 24 cm"):
        arrange(find(there, "inches"), find(there, "metric"))
    # In a band of 24 cm, secondaries reach 12 cm and medium range begins beyond 24.
    metric = find(there, "metric")
    battles: list[Any] = [arrange(metric, metric, range=r).battle for r in (12, 13, 24, 25)]
    roles = [battle.sides[0][0].role for battle in battles]
    assert [role.near for role in roles[:2]] == [True, False]
    assert [role.band.name for role in roles[2:]] == ["Short", "Medium"]


def test_a_matrix_is_the_same_from_both_sides(project: Project) -> None:
    ships = find(project, "warrior", "new-mars", "swordfish")
    combat, _ = find_combat(ships)
    settings = choose_settings(combat, {"range": 10})
    assert [setting.stances[0].face for setting in settings] == ["bow", "broadside"]
    bow, broadside = fight_all(ships, settings, {"duels": 200, "seed": 1, "jobs": 1})
    assert bow.find_rate(0, 1) + bow.find_rate(1, 0) == pytest.approx(1)
    assert bow.find_rate(0, 1) > 0.6 > 0.4 > broadside.find_rate(0, 1)
    assert bow.find_mean(0) == pytest.approx((bow.find_rate(0, 1) + bow.find_rate(0, 2)) / 2)
    pair = arrange(ships[:1], ships[1:2], range=10).fight({"duels": 200, "seed": 1})
    assert bow.tallies[0, 1] == pair


@pytest.mark.whole
def test_worth_is_in_proportion_to_the_prices_of_the_others(project: Project) -> None:
    # Against copies of itself under other prices, a design is worth the price.
    one = find(project, "saker")[0]
    combat, _ = find_combat([one])
    known = find(project, "saker") * 2
    setting = choose_setting(combat, {})
    whole, parts = measure(one, known, combat, setting, {"duels": 300, "jobs": 1})
    assert whole is not None
    assert whole.points == pytest.approx(24, rel=0.04)
    name, lost = parts[0]
    assert name.startswith("primaries forward")
    assert lost is None or lost.points < 0.8 * whole.points


def test_the_mean_of_worths() -> None:
    found = average([20.0, 5.0, None])
    assert found is not None
    assert (found.points, found.met) == (pytest.approx(10.0), 2)
    assert found.low < 10 < found.high
    assert average([20.0, None]) is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"face": "bow,broadside,stern"}, "has 3 words; give one, or one for each side"),
        ({"face": "bov"}, "there is no bov; did you mean bow?"),
        ({"maneuver": "steady"}, "this game has no choice of a maneuver"),
        ({"range": -1}, "-1 is not from 0 to 10000"),
        ({"duels": 0}, "0 is not from 1 to 10000000"),
        ({"turns": 0}, "0 is not from 1 to 1000"),
    ],
)
def test_wrong_options(project: Project, options: Any, words: str) -> None:
    combat, _ = find_combat(find(project, "warrior"))
    with pytest.raises(ChoiceError, match=words.replace("?", r"\?")):
        choose_setting(combat, options)


def test_hold_counts_timeouts_as_draws(project: Project) -> None:
    match = arrange(find(project, "warrior"), find(project, "new-mars"), range=37)
    tally = hold(match.combat, match.battle, 20, 1, 4)
    assert (tally.draws, tally.timeouts, tally.turns_mean) == (20, 20, 4.0)


def test_barsoom_says_why_it_has_no_duels(project: Project) -> None:
    with pytest.raises(ChoiceError, match="its ships have no points"):
        find_combat(find(project, "windhover"))
