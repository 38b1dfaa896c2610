"""Losses carried through: what is left of a ship, against a model made from the rules alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.systems.asfos.duel import launch
from sheetgen.systems.contract import Setting, Stance
from tests.asfos.yard import build_ship, fill, link_fleet

Run = Callable[..., Any]
PLACES = ["Br", "FC", "R", "E", "ED", "Mn"]
ARCS = ("forward", "left", "right", "rear")
WEIGHTS = (60, 15, 15, 10)
FLEET = """\
system: asfos
fleet: After the Battle
ships:
  - ship: swordfish
    count: 3
    names: [Pike, Marlin, Sailfish]
    state: {CA1: {hull: 3, weapons: 2, criticals: [E]}, CA3: {criticals: [FC, ED]}}
"""


def sink(ship: Any, **state: Any) -> Any:
    """The record of a ship of a fleet that has lost something."""
    code = ship.record.class_code
    entry = {"ship": "x1", "state": {f"{code}1": state}}
    (member,) = link_fleet(ship, ships=[entry]).members
    return member.record


# A model: each line from the text of the rules.


def share(strength: int, boxes: int, lost: int) -> int:
    """The strength in the box after so many: in proportion to the boxes left, halves up."""
    if lost >= boxes:
        return 0
    return int(Fraction(strength * (boxes - lost), boxes) + Fraction(1, 2))


def model(keys: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    mass, lost, hit = keys["mass"], state["weapons"], state["criticals"]
    arcs = [share(keys["primaries"][arc], mass, lost) for arc in ARCS]
    guns = share(keys["special"]["count"], mass, lost) if "special" in keys else 0
    second = share(keys["secondaries"], mass, lost)
    # A crew unit in every fourth box from the right, a quarter of the boxes, rounded, at least 1.
    units = max(1, int(Fraction(mass, 4) + Fraction(1, 2)))
    boxes = sorted([*range(mass, 0, -4)][:units])

    def weigh(arcs: list[int], second: int, guns: int) -> int:
        worth = {"mass-driver": 360, "particle-cannon": 260}
        special = guns * worth[keys["special"]["weapon"]] if guns else 0
        return sum(n * w for n, w in zip(arcs, WEIGHTS, strict=True)) + 25 * second + special

    whole = weigh(
        [keys["primaries"][arc] for arc in ARCS],
        keys["secondaries"],
        keys["special"]["count"] if "special" in keys else 0,
    )
    points = 0
    if whole:
        part = Fraction((mass - state["hull"]) * weigh(arcs, second, guns), mass * whole)
        points = isqrt(int(4 * keys["points"] ** 2 * part)) + 1 >> 1  # halves up
    blind = "FC" in hit
    return {
        "hull_boxes": mass - state["hull"],
        "strengths": [0 if blind else n for n in arcs],
        "guns": 0 if blind else guns,
        "secondaries": second,
        "defence_factor": keys["hull"] + (0 if "ED" in hit else keys["screens"]),
        "engine": 0 if "E" in hit else keys["engine"],
        "crew_unit_boxes": [box for box in boxes if box > state["hull"]],
        "fire_control": not blind,
        "bridge": "Br" not in hit,
        "points": points,
    }


@st.composite
def losses(draw: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A ship, and what it has lost."""
    mass, strength = draw(st.integers(1, 60)), st.integers(0, 99)
    keys = {
        "mass": mass,
        "hull": draw(st.integers(2, 6)),
        "screens": draw(st.integers(0, 4)),
        "engine": draw(st.integers(0, 5)),
        "primaries": {arc: draw(strength) for arc in ARCS},
        "secondaries": draw(strength),
        "points": draw(st.integers(0, 200)),
    }
    if draw(st.booleans()):
        weapon = draw(st.sampled_from(["mass-driver", "particle-cannon"]))
        keys["special"] = {"weapon": weapon, "count": draw(st.integers(1, 12))}
    boxes, hits = st.integers(0, mass), st.lists(st.sampled_from(PLACES), unique=True)
    return keys, {"hull": draw(boxes), "weapons": draw(boxes), "criticals": draw(hits)}


@given(losses())
def test_what_is_left_is_what_the_rules_say(case: Any) -> None:
    keys, state = case
    record = sink(build_ship(**keys), **state)
    left = record.present
    expected = model(keys, state)
    assert {key: getattr(left, key) for key in expected} == expected
    assert left.crew_units == len(expected["crew_unit_boxes"])
    assert left.defence == f"{expected['defence_factor']}({keys['hull']})"
    assert len(left.weapon_boxes) == keys["mass"] - state["weapons"]
    assert [getattr(left.primaries, arc) for arc in ARCS] == expected["strengths"]
    # The whole stays as it was built.
    assert (record.mass, record.engine, record.points) == tuple(
        keys[key] for key in ("mass", "engine", "points")
    )


@given(losses())
def test_a_duel_begins_with_what_is_left(case: Any) -> None:
    """What `show` says, and what its duel fires and is hit with, are the same."""
    keys, state = case
    ship = build_ship(**keys)
    code = ship.record.class_code
    fleet = link_fleet(ship, ships=[{"ship": "x1", "state": {f"{code}1": state}}])
    stance = Stance("bow", "normal", "")
    setting = Setting(5, (stance, stance), criticals=True)
    vessels = list(launch(fleet, stance, setting, 12))
    left = fleet.members[0].record.present
    if not left.hull_boxes:
        assert not vessels
        return
    (vessel,) = vessels
    primary, special, second = vessel.role.fire[vessel.weapons]
    if "FC" not in vessel.criticals:
        assert (primary, special) == (left.primaries.forward, left.guns)
    assert second == left.secondaries
    assert vessel.defence == left.defence_factor
    assert vessel.role.crew[vessel.hull] == left.crew_units


def test_the_example_of_the_page() -> None:
    """Pike: √(3/6 × 6.5/8.25) of 14 points."""
    arcs = {"forward": 5, "left": 3, "right": 3}
    driver = {"weapon": "mass-driver", "count": 1}
    keys: dict[str, Any] = {"mass": 6, "screens": 1, "engine": 2, "primaries": arcs}
    pike = build_ship(**keys, secondaries=3, special=driver, points=14)
    left = sink(pike, hull=3, weapons=2, criticals=["E"]).present
    assert (left.firepower, left.points, left.engine) == (650, 9, 0)


def test_a_fleet_shows_both(run: Run, project: Path) -> None:
    (project / "after.yaml").write_text(FLEET, "utf-8")
    (found,) = json.loads(run("show", "after.yaml", "--json").stdout)
    pike, marlin, sailfish = found["present"]["ships"]
    assert found["derived"]["ships"][0]["present"] == pike
    assert (pike["hull_boxes"], pike["engine"], pike["crew_units"]) == (3, 0, 1)
    assert pike["primaries"] == {"forward": 3, "left": 2, "right": 2, "rear": 0}
    assert [box["forward"] for box in pike["weapon_boxes"]] == [3, 3, 2, 1]
    assert (sailfish["defence_factor"], sailfish["fire_control"]) == (3, False)
    assert (marlin["points"], found["present"]["points"]) == (14, 9 + 14 + 14)
    assert "42 → 37" in run("show", "after.yaml").stdout


# Prints


def print_words(run: Run, project: Path, sheet: str, fleet: str | None = FLEET) -> str:
    if fleet is not None:
        (project / "after.yaml").write_text(fleet, "utf-8")
    outcome = run("render", "after.yaml", "--sheet", sheet, "-o", "a.pdf", "--pack", "ship")
    assert outcome.status == 0, outcome.stderr
    pages = PdfDocument(project / "a.pdf")
    return " ".join(" ".join(p.get_textpage().get_text_bounded() for p in pages).split())


@pytest.mark.parametrize("sheet", ["display", "compact", "console", "large"])
def test_displays_print_what_is_left_before_the_whole(run: Run, project: Path, sheet: str) -> None:
    words = print_words(run, project, sheet)
    assert words.count("3 of 4(3)") == 1 and "of 2" in words
    assert "~9 of 14 points left" in words and "Mass driver × 0 of 1" in words
    assert words.count("Fire control is out: only secondaries fire.") == 1


def test_a_chart_says_what_an_engine_that_is_hit_can_do(run: Run, project: Path) -> None:
    words = print_words(run, project, "plotting-chart")
    assert words.count("None until repaired. Then each buys 1″ of speed") == 1
    pieces = fill("plotting-chart", link_fleet(build_ship(engine=2)))
    assert [course.within for course in pieces[0].data.courses] == [True, True, False, False, False]


ORDERS = {
    "Br": "The bridge is hit: last turn’s plot and target.",
    "FC": "Fire control is out: only secondaries fire.",
    "Br, FC": "No bridge: last turn’s plot. Only secondaries fire.",
}


@pytest.mark.parametrize("hits", ORDERS)
def test_a_ship_whose_bridge_is_hit_does_the_same_again(run: Run, project: Path, hits: str) -> None:
    (project / "after.yaml").write_text(FLEET.replace("FC, ED", hits), "utf-8")
    told = {
        sheet: print_words(run, project, sheet, None)
        for sheet in ("display", "compact", "console", "plotting-chart")
    }
    for sheet in ("display", "compact", "console"):
        assert [told[sheet].count(words) for words in ORDERS.values()] == [
            one == hits for one in ORDERS
        ]
    for sheet in ("console", "plotting-chart"):
        assert told[sheet].count("bridge hit: last turn’s plot") == ("Br" in hits)
    (found,) = json.loads(run("show", "after.yaml", "--json").stdout)
    assert [one["bridge"] for one in found["present"]["ships"]] == [True, True, "Br" not in hits]


def test_a_chart_names_the_ships_of_a_squadron_whose_bridge_is_hit() -> None:
    ship = build_ship(name="Merlin", mass=2, engine=3)

    def read(count: int, hit: int) -> str:
        ids = [f"DD{n}" for n in range(1, count + 1)]
        state = {id: {"criticals": ["Br"]} for id in ids[:hit]}
        entry = {"ship": "x1", "count": count, "state": state}
        (piece,) = fill("plotting-chart", link_fleet(ship, ships=[entry], squadrons=[ids]))
        return str(piece.data.told)

    assert read(3, 0) == "3 R 3: go 3, turn right, go 3"
    assert read(3, 2) == "DD1, DD2: last turn’s plot"
    assert read(8, 7) == "7 ships: last turn’s plot"


def test_a_roster_prints_what_is_left_above_the_whole(run: Run, project: Path) -> None:
    words = print_words(run, project, "roster")
    assert "~37 left of 42 points" in words
    for told in (
        "3 of 6",
        "3(3) of 4(3)",
        "3/2/2/0 of 5/3/3/0",
        "0 MD of 1 MD",
        "~9 of 14",
    ):
        assert told in words, told


def test_a_roster_to_fill_in_prints_the_whole_below_what_is_left(run: Run, project: Path) -> None:
    (project / "after.yaml").write_text(FLEET, "utf-8")
    run("render", "after.yaml", "--sheet", "roster", "-o", "a.pdf", "--fillable")
    page = PdfDocument(project / "a.pdf")[0]
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert "left of 42 points" in words
    assert words.count("of 14") == 1 and words.count("of 42") == 2
    with pikepdf.open(project / "a.pdf") as pdf:
        fields = [str(field["/V"]) for field in pdf.pages[0]["/Annots"]]
    assert fields == ["~37", "~9", "14", "14", "~37"]
