"""Squadrons: ships of one type that share a plotting chart, and the IDs by which they are named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asfos.test_fleets import members, read  # noqa: F401 (a fixture)
from tests.asfos.test_scenario import read as read_scenario  # noqa: F401 (a fixture)
from tests.asfos.yard import build_ship, fill, link_fleet

SHIPS = "[{ship: merlin, count: 4}, {ship: swordfish, count: 3}, {ship: calypso}]"


def link(squadrons: list[list[str]], **entry: Any) -> Any:
    """A fleet of four destroyers."""
    ship = build_ship(name="Merlin", mass=2, engine=3)
    return link_fleet(ship, ships=[{"ship": "x1", "count": 4, **entry}], squadrons=squadrons)


def test_a_squadron_has_one_chart() -> None:
    charts = fill("plotting-chart", link([["DD1", "DD2"], ["DD4", "DD3"]]))
    assert [piece.title for piece in charts] == ["DD1 DD2 2 × Merlin", "DD4 DD3 2 × Merlin"]
    assert [piece.data.label for piece in charts] == ["DD1 DD2", "DD4 DD3"]
    alone = fill("plotting-chart", link([["DD1", "DD3"]]))
    assert [piece.ship for piece in alone] == ["DD1", "DD2", "DD4"]


def test_a_long_game_takes_a_squadron_another_chart() -> None:
    ship = build_ship(name="Merlin", mass=2, engine=3)
    entry = {"ship": "x1", "count": 3}
    fleet = link_fleet(ship, ships=[entry], squadrons=[["DD1", "DD2"]], turns=30)
    assert [piece.ship for piece in fill("plotting-chart", fleet)] == ["DD1", "DD1", "DD3", "DD3"]


def test_long_lists_of_ids_stand_below_the_name() -> None:
    ids = [f"Destroyer {n}" for n in range(1, 5)]
    (piece,) = fill("plotting-chart", link([ids], ids=ids))
    assert piece.data.label == "Destroyer 1 + 3"
    assert piece.data.about.startswith("Destroyer 1 Destroyer 2 Destroyer 3 Destroyer 4, ")


def test_a_squadron_does_what_all_its_ships_can() -> None:
    fleet = link([["DD1", "DD2"]], state={"DD2": {"criticals": ["E"]}})
    together, *others = fill("plotting-chart", fleet)
    assert (together.data.now, together.data.engine) == (0, 3)
    assert [piece.data.now for piece in others] == [3, 3]


def test_a_ship_that_is_lost_keeps_nobody_back() -> None:
    lost = {"hull": 2, "criticals": ["E", "Br"]}
    for name in ("DD1", "DD2"):
        (chart, *_) = fill("plotting-chart", link([["DD1", "DD2"]], state={name: lost}))
        assert (chart.data.now, chart.data.told[:5]) == (3, "3 R 3")
    (chart, *_) = fill("plotting-chart", link([["DD1", "DD2"]], state={"DD1": lost, "DD2": lost}))
    assert chart.data.now == 0


def test_only_the_first_console_of_a_squadron_has_a_chart() -> None:
    pieces = fill("console", link([["DD1", "DD2"]]))
    assert [piece.data.leads for piece in pieces] == [True, False, True, True]


def test_a_ship_without_a_fleet_has_its_chart() -> None:
    (piece,) = fill("plotting-chart", build_ship(name="Merlin", mass=2, engine=3))
    assert (piece.data.many, piece.title) == (False, "Merlin")


def test_ids_of_squadrons_stay(read: Any) -> None:  # noqa: F811
    """Fleets that are printed together number the others on; these are named."""
    found = members(read(SHIPS, squadrons="[[DD1, DD2]]"))
    assert [member.code for member in found] == [None, None, "DD", "DD", *["CA"] * 3, "CL"]


@pytest.mark.parametrize(
    ("squadrons", "place", "message"),
    [
        ("[[CA1, CL1]]", "CL1]]", "CL1 is a Calypso, but CA1 is a Swordfish"),
        ("[[DD1, DD9]]", "DD9]]", "there is no DD9 in this fleet"),
        ("[[DD1, DD2], [DD2, DD3]]", "DD2, DD3]]", "DD2 is in a squadron already"),
        ("[[DD1, DD1]]", "DD1]]", "DD1 is in a squadron already"),
    ],
)
def test_squadrons_that_cant_be_are_told(
    read: Any,  # noqa: F811
    squadrons: str,
    place: str,
    message: str,
) -> None:
    collection = read(SHIPS, squadrons=squadrons)
    (found,) = [d for d in collection.diagnostics if d.is_error]
    line = collection.texts[found.file].splitlines()[found.line - 1]
    assert (found.rule, found.message) == ("squadron-ships", message)
    assert line[found.column - 1 :] == place


SIDES = """[
  {name: Blue, ships: [{ship: merlin, count: 4}], squadrons: [[DD1, DD2], [DD4, DD3]]},
  {name: Red, ships: [{ship: merlin, count: 3, ids: [R1, R2, R3]}], squadrons: [[R3, R1]]},
]"""


def test_the_ships_of_a_side_are_plotted_together(read_scenario: Any) -> None:  # noqa: F811
    collection = read_scenario(sides=SIDES)
    assert not [d for d in collection.diagnostics if d.severity != "hint"], collection.diagnostics
    linked = collection.definitions[0].values
    charts = [
        [piece.data.label for piece in fill("plotting-chart", side.fleet)] for side in linked.sides
    ]
    assert charts == [["DD1 DD2", "DD4 DD3"], ["R2", "R3 R1"]]


@pytest.mark.parametrize(
    ("old", "new", "place", "rule", "message"),
    [
        ("[[R3, R1]]", "[[R3, R9]]", "R9]]", "squadron-ships", "there is no R9 in this fleet"),
        ("squadrons: [[R3", "squadron: [[R3", "squadron: [[", "unknown-key", "squadron here"),
        (
            "ships: [{ship: merlin, count: 4}]",
            "fleet: threshold-watch",
            "{name: Blue",
            "wrong-value",
            "a side with a fleet has no squadrons of its own",
        ),
    ],
)
def test_squadrons_that_no_side_can_have_are_told(
    read_scenario: Any,  # noqa: F811
    old: str,
    new: str,
    place: str,
    rule: str,
    message: str,
) -> None:
    assert old in SIDES
    collection = read_scenario(sides=SIDES.replace(old, new))
    (found,) = [d for d in collection.diagnostics if d.is_error]
    line = collection.texts[found.file].splitlines()[found.line - 1]
    assert found.rule == rule
    assert message in found.message
    assert line[found.column - 1 :].startswith(place)


def test_a_squadron_of_one_is_told(read: Any) -> None:  # noqa: F811
    (found,) = [d for d in read(SHIPS, squadrons="[[DD1]]").diagnostics if d.is_error]
    assert "fewer than 2" in found.message
