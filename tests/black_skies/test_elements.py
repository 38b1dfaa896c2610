"""Elements that are not two whole fighters: single ones, and those with losses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.duel.contest import hold
from sheetgen.systems.black_skies.counters import fill_counters
from sheetgen.systems.black_skies.deck import fill_deck, tell_loss
from sheetgen.systems.black_skies.duel import COMBAT
from sheetgen.systems.black_skies.maneuver_counters import ManeuverCounter
from sheetgen.systems.black_skies.maneuver_counters import fill_counters as cut
from sheetgen.systems.black_skies.roster import fill_roster
from sheetgen.systems.black_skies.rules import list_elements
from sheetgen.systems.contract import Look, Setting, Stance
from sheetgen.systems.kit.deck import POKER
from tests.black_skies.craft import SHEETS, link, make_fighter

TIGER = make_fighter(
    name="Black Tiger",
    thrusters=["rear"],
    weapons=[{"weapon": "laser-cannon", "count": 2}],
    armour="light",
)
ACE = {"fighters": 1, "suit": "clubs", "pilots": [{"name": "Ace", "skill": 3}]}
HURT = {
    "pilots": [{"name": "Ann", "skill": 3}, {"name": "Ben", "skill": 1}],
    "state": {"leader": {"hull": 6}, "wingman": {"hull": 3}},
}
GONE = {"state": {"leader": {"hull": 6}, "wingman": {"hull": 6}}}


def fill(**element: Any) -> Any:
    (piece,) = SHEETS["tactical-display"].fill(link(TIGER, element), Look())
    return piece.data


def list_cards(**element: Any) -> list[Any]:
    return [piece.data for piece in fill_deck(link(TIGER, element), Look(), (), POKER)]


# Single fighters


def test_a_single_fighter_has_one_pilot_and_half_the_hardpoints() -> None:
    single, pair = link(TIGER, ACE, {}).members
    assert [(p.name, p.skill) for p in single.record.crew] == [("Ace", 3)]
    assert len(pair.record.crew) == 2
    assert (single.record.hardpoints, pair.record.hardpoints) == (3, 6)
    assert list(single.record.hull_left) == [6]


def test_a_single_fighter_that_names_nobody_has_a_trained_pilot() -> None:
    (element,) = link(TIGER, {"fighters": 1}).members
    assert [(p.name, p.skill) for p in element.record.crew] == [("", 2)]


def test_its_display_has_one_seat_and_one_hull() -> None:
    (seat,) = fill(**ACE).seats
    assert (seat.role, seat.name, seat.skill, seat.left) == ("", "Ace", 3, 6)
    assert len(fill().seats) == 2


def test_its_cards_have_the_rolls_of_one_pilot() -> None:
    cards = list_cards(**ACE)
    assert [card.rank for card in cards] == ["A", "2", "3", "4", "5", "6", "K", ""]
    hard = cards[4]
    assert [(row.mark, row.name, row.rolls) for row in hard.pilots] == [("", "Ace", [("", "3+")])]
    assert cards[6].king == "Once this fighter is lost, it takes its place in the deck."


def test_it_has_one_counter_without_a_number() -> None:
    pieces = list(fill_counters(link(TIGER, ACE, {}), Look()))
    assert [piece.data.number for piece in pieces] == [0, 1, 2]
    assert pieces[0].title == "Black Tiger, single fighter"


def test_rosters_and_scenarios_count_fighters() -> None:
    fleet = link(TIGER, ACE, {})
    (page,) = fill_roster(fleet, Look())
    assert page.data.summary == "2 elements · 3 fighters · pilot skill 7"
    assert [len(row.pilots) for row in page.data.rows] == [1, 2]
    assert page.data.rows[0].facts[0] == "Medium · 3 of 3 hardpoints"
    rows = list(list_elements(fleet.members))
    assert [(row.count, row.points) for row in rows] == [(1, "3"), (2, "6")]


def test_two_single_fighters_duel() -> None:
    setting = Setting(10, (Stance("forward", "own", "steady"),) * 2)
    battle = COMBAT.muster([link(TIGER, ACE)], [link(TIGER, ACE)], setting)
    assert [len(element) for side in battle.sides for element in side] == [1, 1]
    tally = hold(COMBAT, battle, 4000, 1, 200)
    assert tally.timeouts == 0
    assert abs(tally.wins_a - 2000) < 140  # 4 standard deviations are 126


# Losses


def test_what_is_left_of_an_element() -> None:
    (element,) = link(TIGER, HURT).members
    own = element.record.present
    assert (list(own.hulls), list(own.weapons), list(own.factors)) == ([0, 3], [0, 1], [2])
    assert [pilot.name for pilot in own.crew] == ["Ben"]
    assert (list(own.cards), own.hardpoints) == ([1, 2, 3, 4, 5, 6], 3)
    whole = element.record
    assert (list(whole.hulls), list(whole.weapons), list(whole.factors)) == ([6, 6], [2, 2], [1, 1])
    assert (whole.hardpoints, len(whole.crew)) == (6, 2)
    lost = link(TIGER, GONE).members[0].record.present
    assert (list(lost.cards), lost.hardpoints, list(lost.crew)) == ([13], 0, [])


@pytest.mark.parametrize(
    ("lost", "weapons", "factor"), [(0, 2, 1), (2, 2, 1), (3, 1, 2), (5, 1, 2)]
)
def test_half_the_hull_is_crippled(lost: int, weapons: int, factor: int) -> None:
    (element,) = link(TIGER, {"fighters": 1, "state": {"leader": {"hull": lost}}}).members
    own = element.record.present
    assert (list(own.weapons), list(own.factors)) == ([weapons], [factor])


def test_the_cards_are_those_of_who_is_left() -> None:
    hard = list_cards(**HURT)[4]
    assert [(row.mark, row.name) for row in hard.pilots] == [("2", "Ben")]
    assert [card.rank for card in list_cards(**GONE)] == ["K", ""]
    assert tell_loss(link(TIGER, GONE).members[0].record).startswith("This element is lost")


def test_the_display_and_the_roster_strike_who_is_lost() -> None:
    display = fill(**HURT)
    assert [seat.left for seat in display.seats] == [0, 3]
    assert fill(**GONE).cards == "K"
    (page,) = fill_roster(link(TIGER, HURT, {}), Look())
    assert page.data.summary == "2 elements · 3 of 4 fighters · pilot skill 5"
    assert [pilot.left for pilot in page.data.rows[0].pilots] == [0, 3]
    assert page.data.hardpoints == 9
    assert page.data.whole == 12


def test_the_lost_have_no_counter() -> None:
    numbers = [p.data.number for p in fill_counters(link(TIGER, HURT, GONE), Look())]
    assert numbers == [2]


def test_show_has_both(run: Callable[..., Any], project: Path) -> None:
    text = "system: black-skies\nfleet: F\nelements:\n  - fighter: black-tiger\n"
    text += "    state: {leader: {hull: 6}, wingman: {hull: 3}}\n"
    (project / "f.yaml").write_text(text, "utf-8")
    (row,) = json.loads(run("show", "f.yaml", "--json").stdout)
    (element,) = row["present"]["elements"]
    assert (element["hull"], element["weapons"]) == ([0, 3], [0, 1])
    assert (row["derived"]["hardpoints"], row["present"]["hardpoints"]) == (6, 3)
    assert row["derived"]["elements"][0]["hull"] == [6, 6]
    said = run("show", "f.yaml").stdout
    assert "6/6 → 0/3" in said
    assert "×1/×1 → ×2" in said


# Checks on the display


@pytest.mark.parametrize(
    ("skill", "needs"),
    [
        (1, "3 2+, 4 3+, 6 5+, 8 never"),
        (2, "4 2+, 6 4+, 8 6+"),
        (3, "6 3+, 8 5+"),
        (4, "6 2+, 8 4+"),
    ],
)
def test_the_display_has_every_roll_that_may_be_needed(skill: int, needs: str) -> None:
    (seat,) = fill(fighters=1, pilots=[{"skill": skill}]).seats
    assert ", ".join(f"{need.difficulty} {need.roll}" for need in seat.needs) == needs


# Maneuver counters


def find_counters(*elements: dict[str, Any]) -> list[ManeuverCounter]:
    return [piece.data for piece in cut(link(TIGER, *elements), Look())]


def test_maneuver_counters_are_those_of_the_deck() -> None:
    found = find_counters(ACE, {})
    ranks = [(one.rank, one.suit.name) for one in found]
    assert ranks == [(rank, suit) for suit in ("Clubs", "Spades") for rank in "A23456K"]
    left = [(one.name, one.difficulty, one.penalty) for one in found[1].options]
    assert left == [("Break", 2, 2), ("Smooth", 1, 0), ("Late", 2, 1)]
    assert [(one.name, one.difficulty, one.penalty) for one in found[4].options] == [("", 3, 2)]
    assert found[6].options == ()


def test_backs_of_maneuver_counters_do_not_tell_the_maneuver() -> None:
    template = SHEETS["maneuver-counters"].back_template
    root = Path(__file__).parents[2] / "templates"
    text = (root / template).read_text("utf-8")
    assert "rank" not in text
    assert "options" not in text
    assert "sheet.name" not in text


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_maneuver_counters_hold_the_longest_names(
    paper: str, run: Callable[..., Any], project: Path
) -> None:
    name = "Lieutenant Commander Aleksandra Wojciechowska-Montgomery 3rd"
    text = f"system: black-skies\nfleet: {name * 2}\nelements:\n"
    text += f"  - {{fighter: levanter, deck: 2, name: {name}}}\n"
    text += f"  - {{fighter: levanter, name: {'W' * 60}}}\n"
    (project / "f.yaml").write_text(text, "utf-8")
    words = ("--sheet", "maneuver-counters", "--paper", paper, "-o", "x.pdf")
    outcome = run("render", "f.yaml", *words)
    assert (outcome.status, outcome.stderr) == (0, "")
