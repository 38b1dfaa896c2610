"""Fleets: ships looked up, numbered and named, losses, limits, readings of their own; what ships.

Every figure is worked out by hand in a comment beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheetgen.definitions.collection import Collection
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.loading import Systems
from tests.asfos.yard import CODES

SHIPPED = Path(__file__).parents[2] / "ships" / "asfos"
PRINTED = {"calypso", "light-cruiser", "new-mars", "swordfish", "warrior", "warrior-particle"}
FLEETS = ("ondaro-cast", "threshold-watch")


@pytest.fixture
def read(project: Path) -> Callable[..., Collection]:
    """Reads a fleet of the given ships; keywords are further keys, as YAML."""

    def make(ships: str, **keys: str) -> Collection:
        lines = ["system: asfos", "fleet: Home", *(f"{k}: {v}" for k, v in keys.items())]
        path = project / "home.yaml"
        path.write_text("\n".join([*lines, f"ships: {ships}"]), "utf-8")
        return gather([path], Shelf(Systems()))

    return make


def members(collection: Collection) -> list[Any]:
    assert not [d for d in collection.diagnostics if d.is_error], collection.diagnostics
    return list(collection.definitions[0].values.members)


# Ships, IDs and names


def test_ships_come_in_the_order_of_their_entries(read: Callable[..., Collection]) -> None:
    found = members(read("[{ship: swordfish, count: 2}, {ship: warrior}]"))
    assert [m.ship.name for m in found] == ["Swordfish", "Swordfish", "Warrior"]


def test_ids_are_numbered_by_class(read: Callable[..., Collection]) -> None:
    found = members(
        read("[{ship: warrior}, {ship: calypso, count: 2}, {ship: new-mars}, {ship: calypso}]")
    )
    assert [m.id for m in found] == ["BB1", "CL1", "CL2", "BB2", "CL3"]


def test_numbers_pass_the_ids_that_are_given(read: Callable[..., Collection]) -> None:
    """Even those that are given further down."""
    found = members(
        read("[{ship: warrior, count: 2}, {ship: new-mars, count: 2, ids: [Flag, BB1]}]")
    )
    assert [m.id for m in found] == ["BB2", "BB3", "Flag", "BB1"]


def test_a_ship_without_a_name_has_that_of_its_design(read: Callable[..., Collection]) -> None:
    found = members(read("[{ship: warrior, count: 2, names: [Ajax, Hector]}, {ship: calypso}]"))
    assert [m.name for m in found] == ["Ajax", "Hector", "Calypso"]


def test_a_ship_beside_the_fleet_wins_over_the_shipped_one(
    read: Callable[..., Collection], write_ship: Callable[..., Path]
) -> None:
    write_ship("warrior.yaml", name="Our Own Warrior")
    assert members(read("[{ship: warrior}]"))[0].ship.name == "Our Own Warrior"


def test_an_unknown_ship_is_told_with_the_nearest_name(read: Callable[..., Collection]) -> None:
    collection = read("[{ship: warrior}, {ship: swordfsh}]")
    (found,) = collection.diagnostics
    assert (found.rule, found.line, found.column) == ("unknown-definition", 3, 33)
    assert found.message == "there is no ship called 'swordfsh'"
    assert found.hint == "did you mean swordfish?"
    assert not collection.definitions


def test_a_ship_that_cant_be_used_is_told_instead_of_called_unknown(
    read: Callable[..., Collection], project: Path
) -> None:
    (project / "tub.yaml").write_text("system: asfos\nname: Tub\nmass: 4\nhull: 3\n", "utf-8")
    found = read("[{ship: tub}]").diagnostics
    assert [(d.rule, Path(d.file).name) for d in found] == [("missing-key", "tub.yaml")]


def test_a_ship_from_beside_the_fleet_is_checked_too(
    read: Callable[..., Collection], write_ship: Callable[..., Path]
) -> None:
    write_ship("tub.yaml", class_="BB")
    collection = read("[{ship: tub}]")
    assert [(d.rule, Path(d.file).name) for d in collection.diagnostics] == [
        ("class-mismatch", "tub.yaml")
    ]


@pytest.mark.parametrize(
    ("ships", "message"),
    [
        ("[{ship: warrior, count: 2, ids: [A, A]}]", "the ID A is given twice in this fleet"),
        (
            "[{ship: warrior, ids: [A]}, {ship: calypso, ids: [A]}]",
            "the ID A is given twice in this fleet",
        ),
        ("[{ship: warrior, count: 2, ids: [A]}]", "ids: 1 is given for 2 ships"),
        ("[{ship: warrior, names: [A, B]}]", "names: 2 are given for 1 ship"),
    ],
)
def test_ids_and_names_have_to_match_the_ships(
    read: Callable[..., Collection], ships: str, message: str
) -> None:
    found = read(ships).diagnostics
    assert [(d.rule, d.message) for d in found] == [("ship-ids", message)]


# Points, limits and losses


@pytest.mark.parametrize(("limit", "rules"), [(42, []), (41, ["over-limit"])])
def test_the_limit_may_be_reached_but_not_passed(
    read: Callable[..., Collection], limit: int, rules: list[str]
) -> None:
    collection = read("[{ship: swordfish, count: 3}]", points_limit=str(limit))  # 3 × 14
    assert [d.rule for d in collection.diagnostics] == rules


def test_losses_go_by_id(read: Callable[..., Collection]) -> None:
    found = members(
        read("[{ship: swordfish, count: 2, state: {CA2: {hull: 6, weapons: 1, criticals: [E]}}}]")
    )
    assert [(s.hull, s.weapons, s.criticals) for s in (m.record.state for m in found)] == [
        (0, 0, []),
        (6, 1, ["E"]),
    ]


@pytest.mark.parametrize(
    ("state", "rule", "message"),
    [
        ("{CA1: {hull: 7}}", "ship-state", "CA1 has lost 7 hull boxes, but it has 6"),
        ("{CA1: {weapons: 8}}", "ship-state", "CA1 has lost 8 weapons boxes, but it has 6"),
        ("{CA3: {hull: 1}}", "ship-state", "state: CA3 is not a ship of this entry"),
    ],
)
def test_losses_that_cant_be_are_told(
    read: Callable[..., Collection], state: str, rule: str, message: str
) -> None:
    found = read(f"[{{ship: swordfish, count: 2, state: {state}}}]").diagnostics
    assert [(d.rule, d.message) for d in found] == [(rule, message)]


def test_a_fleet_may_value_arcs_otherwise(
    read: Callable[..., Collection], write_ship: Callable[..., Path]
) -> None:
    write_ship("pike.yaml", name="Pike")
    ships = "[{ship: pike}]"
    # 5 × 0.60 + 6 × 0.15 + 3 × 0.25 + 3.60 = 8.25; √(6 × 4 × 8.25) = √198 = 14.07
    assert read(ships).definitions[0].derived["points"] == 14
    # 5 × 0.60 + 6 × 0.40 + 3 × 0.25 + 3.60 = 9.75; √(6 × 4 × 9.75) = √234 = 15.30
    assert read(ships, points="{reason: x, side: 40}").definitions[0].derived["points"] == 15
    # 5 × 0.60 + 6 × 0.15 + 3 × 0.25 + 1.00 = 5.65; √(6 × 4 × 5.65) = √135.6 = 11.64
    other = read(ships, points="{reason: x, mass-driver: 100}")
    assert other.definitions[0].derived["points"] == 12


def test_published_points_stay_as_they_are(read: Callable[..., Collection]) -> None:
    collection = read("[{ship: warrior}]", points="{reason: x, forward: 0}")
    row = collection.definitions[0].derived["ships"][0]
    # 16 × 0.15 + 8 × 0.25 + 7.20 = 11.60; √(12 × 5 × 11.60) = √696 = 26.38
    assert (row["points"], row["points_source"], row["points_estimate"]) == (36, "published", 26)


def test_a_fleet_may_reckon_power_otherwise(read: Callable[..., Collection]) -> None:
    # A Swordfish draws 12 for its engine, 11 + 3 for its batteries and 4 for its mass driver.
    collection = read("[{ship: swordfish}]", power="{reason: x, per_special: 7, per_hull_box: 6}")
    row = collection.definitions[0].derived["ships"][0]
    assert (row["power_used"], row["power_available"]) == (33, 36)
    assert not collection.diagnostics
    collection = read("[{ship: swordfish}]", power="{reason: x, per_engine_mass: 2}")
    assert [(d.rule, d.message) for d in collection.diagnostics] == [
        ("fleet-power", "Swordfish draws 42 power, but its hull supplies 30")
    ]


def test_a_fleet_of_its_own_reading_says_why(read: Callable[..., Collection]) -> None:
    found = read("[{ship: swordfish}]", power="{per_special: 7}").diagnostics
    assert [(d.rule, d.message) for d in found] == [
        ("missing-key", "the key power.reason is missing")
    ]


# What comes along


@pytest.fixture(scope="module")
def shipped() -> Collection:
    return gather([SHIPPED], Shelf(Systems()))


def find(shipped: Collection, kind: str) -> list[Any]:
    return [d for d in shipped.definitions if d.kind.name == kind]


def test_shipped_definitions_are_in_order(shipped: Collection) -> None:
    """Nothing is wrong with any, except that escorts and titans need the advanced rules."""
    assert {d.rule for d in shipped.diagnostics} == {"advanced-rules"}


def test_shipped_ships_use_all_their_power(shipped: Collection) -> None:
    for ship in find(shipped, "ship"):
        assert ship.derived["power_used"] == ship.derived["power_available"], ship.id


def test_there_is_a_ship_of_our_own_in_every_class(shipped: Collection) -> None:
    own = [ship for ship in find(shipped, "ship") if ship.id not in PRINTED]
    assert {ship.derived["class_code"] for ship in own} == set(CODES)
    for ship in own:
        assert ship.derived["points_source"] == "estimate", ship.id
        assert ship.written.f_class == ship.derived["class_code"], ship.id
        assert ship.written.description, ship.id


def test_shipped_fleets_are_an_even_match(shipped: Collection) -> None:
    fleets = {d.id: d.derived for d in find(shipped, "fleet")}
    assert set(fleets) == set(FLEETS)
    points = [fleets[name]["points"] for name in FLEETS]
    assert max(points) <= 1.03 * min(points)
    assert all(150 <= total <= 200 for total in points)
    for name in FLEETS:
        ships = fleets[name]["ships"]
        assert 7 <= len(ships) <= 10
        assert not {ship["class_code"] for ship in ships} & {"FF", "DD", "T"}
        assert len({ship["name"] for ship in ships}) == len(ships)


def test_shipped_fleets_have_contrasting_styles(shipped: Collection) -> None:
    """One fights bow first and turns quickly, the other shows its sides and its screens."""
    hunters, walls = (
        next(d for d in shipped.definitions if d.id == name).values.members for name in FLEETS
    )
    for member in hunters:
        assert member.record.primaries.forward > member.record.primaries.left, member.name
        assert member.record.engine >= 2, member.name
        assert member.record.special.weapon == "mass-driver", member.name
    for member in walls:
        assert member.record.engine == 1, member.name
        assert member.record.screens >= 2, member.name
    assert sum(m.record.primaries.left > m.record.primaries.forward for m in walls) >= 6
    assert {m.record.special.weapon for m in walls if m.record.special} == {"particle-cannon"}
