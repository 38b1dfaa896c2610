"""A Sky Full of Ships: derived values against the printed ships and examples worked by hand.

The boxes are copied from the rules ("Sample Ships", "Light Cruiser example"); the readings of
power and points are worked out in docs/asfos.md.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.column import derive_values
from sheetgen.systems.loading import Systems
from sheetgen.systems.plain.formula.operation import degrade
from tests.asfos.yard import SHIP, build_ship

bounded = settings(max_examples=150)
PARTS = ("forward", "left", "right", "rear", "secondary", "special")


def build(**keys: Any) -> Any:
    """The values of a ship of mass 4 without weapons, but for what its definition has besides."""
    return build_ship(**keys).record


def list_boxes(ship: Any) -> list[tuple[int, ...]]:
    """Its weapons boxes, from left to right."""
    return [tuple(getattr(box, part) for part in PARTS) for box in ship.weapon_boxes]


def arcs(forward: int, left: int, right: int, rear: int) -> dict[str, int]:
    return {"forward": forward, "left": left, "right": right, "rear": rear}


CALYPSO = build(mass=4, engine=2, primaries=arcs(4, 2, 2, 0), secondaries=4)
SWORDFISH = build(
    mass=6,
    screens=1,
    engine=2,
    primaries=arcs(5, 3, 3, 0),
    secondaries=3,
    special={"weapon": "mass-driver", "count": 1},
)
WRITTEN: dict[str, Any] = {
    "mass": 12,
    "screens": 2,
    "engine": 1,
    "primaries": arcs(16, 8, 8, 0),
    "secondaries": 8,
    "special": {"weapon": "mass-driver", "count": 2},
}
WARRIOR = build(**WRITTEN)
NEW_MARS = build(
    mass=12,
    screens=2,
    engine=1,
    primaries=arcs(6, 12, 12, 4),
    secondaries=6,
    special={"weapon": "particle-cannon", "count": 2},
)

# The printed weapons boxes, from left to right: the four arcs | secondaries, specials.
PRINTED = {
    "calypso": (CALYPSO, "4 2 2 0|4 0  3 2 2 0|3 0  2 1 1 0|2 0  1 1 1 0|1 0"),
    "swordfish": (
        SWORDFISH,
        "5 3 3 0|3 1  4 3 3 0|3 1  3 2 2 0|2 1  3 2 2 0|2 1  2 1 1 0|1 0  1 1 1 0|1 0",
    ),
    "warrior": (
        WARRIOR,
        "16 8 8 0|8 2  15 7 7 0|7 2  13 7 7 0|7 2  12 6 6 0|6 2  11 5 5 0|5 1  9 5 5 0|5 1  "
        "8 4 4 0|4 1  7 3 3 0|3 1  5 3 3 0|3 1  4 2 2 0|2 1  3 1 1 0|1 0  1 1 1 0|1 0",
    ),
    "new-mars": (
        NEW_MARS,
        "6 12 12 4|6 2  6 11 11 4|6 2  5 10 10 3|5 2  5 9 9 3|5 2  4 8 8 3|4 1  4 7 7 2|4 1  "
        "3 6 6 2|3 1  3 5 5 2|3 1  2 4 4 1|2 1  2 3 3 1|2 1  1 2 2 1|1 0  1 1 1 0|1 0",
    ),
}


@pytest.mark.parametrize(("ship", "printed"), PRINTED.values(), ids=PRINTED)
def test_weapons_boxes_are_the_printed_ones(ship: Any, printed: str) -> None:
    expected = [tuple(map(int, box.replace("|", " ").split())) for box in printed.split("  ")]
    assert list_boxes(ship) == expected


def find_shipped(name: str) -> Any:
    """A shipped definition and its values, as `show --json` has them."""
    path = Path(__file__).parents[2] / "ships" / "asfos" / f"{name}.yaml"
    (found,) = gather([path], Shelf(Systems())).definitions
    return found


def test_the_fifth_printed_ship_is_that_of_the_rules() -> None:
    """The light cruiser under "Ship Displays", to the last box; its power comes out even."""
    found = find_shipped("light-cruiser")
    made, record = found.derived, found.values.record
    assert (made["class_code"], record.defence, record.engine) == ("CL", "4(3)", 2)
    order = ("forward", "left", "right", "rear", "secondary", "special")
    printed = ["4 2 2 0 4 0", "3 2 2 0 3 0", "2 1 1 0 2 0", "1 1 1 0 1 0"]
    assert [" ".join(str(box[k]) for k in order) for box in made["weapon_boxes"]] == printed
    assert made["power_used"] == made["power_available"] == 20  # 4 × 2 + 8 + 4 of 4 × 5


def test_the_variation_of_the_warrior_differs_in_its_special_weapon_alone() -> None:
    one, other = (find_shipped(name).values.record for name in ("warrior", "warrior-particle"))
    for key in ("mass", "hull", "screens", "engine", "secondaries", "strengths", "power_used"):
        assert getattr(one, key) == getattr(other, key), key
    assert (other.special.weapon, other.special.count) == ("particle-cannon", 2)
    # √(12 × 5 × (9.6 + 2.4 + 2 + 5.2)) = √1152 = 33.94
    assert (other.points, other.points_source) == (34, "estimate")


@pytest.mark.parametrize(
    ("strength", "box", "boxes", "left"),
    [
        (1, 1, 2, 1),  # 0.5
        (1, 2, 4, 1),  # 0.5
        (3, 2, 4, 2),  # 1.5
        (2, 3, 4, 1),  # 0.5
        (1, 3, 4, 0),  # 0.25
        (3, 3, 4, 1),  # 0.75
        (3, 1, 6, 3),  # 2.5
        (7, 0, 7, 7),  # whole
        (999, 399, 400, 2),  # 2.4975
    ],
)
def test_halves_are_rounded_up(strength: int, box: int, boxes: int, left: int) -> None:
    assert degrade(strength, boxes)[box] == left


@pytest.mark.parametrize(
    ("mass", "code", "name"),
    [
        (1, "FF", "Frigate"),
        (2, "DD", "Destroyer"),
        (3, "CL", "Light Cruiser"),
        (4, "CL", "Light Cruiser"),
        (5, "CA", "Heavy Cruiser"),
        (6, "CA", "Heavy Cruiser"),
        (7, "BC", "Battle Cruiser"),
        (9, "BC", "Battle Cruiser"),
        (10, "BB", "Battleship"),
        (12, "BB", "Battleship"),
        (13, "DN", "Dreadnaught"),
        (18, "DN", "Dreadnaught"),
        (19, "SDN", "Superdreadnaught"),
        (24, "SDN", "Superdreadnaught"),
        (25, "T", "Titan"),
        (400, "T", "Titan"),
    ],
)
def test_size_class(mass: int, code: str, name: str) -> None:
    ship = build(mass=mass)
    assert (ship.class_code, ship.class_name) == (code, name)


@pytest.mark.parametrize(("mass", "escort"), [(1, True), (2, True), (3, False), (25, False)])
def test_only_frigates_and_destroyers_are_escorts(mass: int, escort: bool) -> None:
    assert build(mass=mass).klass.escort is escort


@pytest.mark.parametrize(
    ("mass", "boxes"),
    [
        (1, [1]),  # a quarter, but at least one crew unit
        (2, [2]),  # half a unit rounds up
        (4, [4]),
        (5, [5]),  # 1.25
        (6, [2, 6]),  # 1.5
        (7, [3, 7]),  # 1.75
        (9, [5, 9]),  # 2.25
        (10, [2, 6, 10]),  # 2.5
        (12, [4, 8, 12]),
        (14, [2, 6, 10, 14]),  # 3.5
        (24, [4, 8, 12, 16, 20, 24]),
        (25, [5, 9, 13, 17, 21, 25]),  # 6.25
    ],
)
def test_crew_units(mass: int, boxes: list[int]) -> None:
    ship = build(mass=mass)
    assert ship.crew_unit_boxes == boxes
    assert ship.crew_units == len(boxes)


@pytest.mark.parametrize(
    ("ship", "factor"), [(CALYPSO, 3), (SWORDFISH, 4), (WARRIOR, 5), (NEW_MARS, 5)]
)
def test_defence_factor_is_hull_and_screens(ship: Any, factor: int) -> None:
    assert ship.defence_factor == factor


@pytest.mark.parametrize(
    ("ship", "used", "available"),
    [
        (CALYPSO, 4 * 2 + (4 + 2 + 2) + 4, 20),
        (SWORDFISH, 6 * 2 + (5 + 3 + 3) + 3 + 4 * 1, 30),
        (WARRIOR, 12 * 1 + (16 + 8 + 8) + 8 + 4 * 2, 60),
        (NEW_MARS, 12 * 1 + (6 + 12 + 12 + 4) + 6 + 4 * 2, 60),
        (build(mass=7, engine=5), 35, 35),
        (build(mass=7), 0, 35),
    ],
)
def test_power(ship: Any, used: int, available: int) -> None:
    assert (ship.power_used, ship.power_available) == (used, available)


@pytest.mark.parametrize(
    ("ship", "estimate"),
    [
        (CALYPSO, 7),  # 4 × 3 × (2.4 + 0.6 + 1) = 48, root 6.93
        (SWORDFISH, 14),  # 6 × 4 × (3 + 0.9 + 0.75 + 3.6) = 198, root 14.07
        (WARRIOR, 36),  # 12 × 5 × (9.6 + 2.4 + 2 + 7.2) = 1272, root 35.67
        (NEW_MARS, 29),  # 12 × 5 × (3.6 + 3.6 + 0.4 + 1.5 + 5.2) = 858, root 29.29
        (build(mass=1, primaries=arcs(0, 5, 0, 0)), 2),  # 1 × 3 × 0.75 = 2.25, root 1.5
        (build(mass=1, primaries=arcs(0, 0, 0, 7)), 1),  # 1 × 3 × 0.7 = 2.1, root 1.45
        (build(mass=1, hull=5, secondaries=5), 3),  # 1 × 5 × 1.25 = 6.25, root 2.5
        (build(), 0),
    ],
)
def test_points_estimate(ship: Any, estimate: int) -> None:
    assert ship.points_estimate == estimate


def test_published_points_win() -> None:
    derived = derive_values(SHIP.columns, build_ship(**WRITTEN, points=40))
    assert (derived["points"], derived["points_source"]) == (40, "published")
    assert derived["points_estimate"] == 36


def test_published_points_of_0_are_published() -> None:
    derived = derive_values(SHIP.columns, build_ship(points=0, secondaries=9))
    assert (derived["points"], derived["points_source"]) == (0, "published")


def test_points_without_published_ones_are_an_estimate() -> None:
    derived = derive_values(SHIP.columns, build_ship(**WRITTEN))
    assert (derived["points"], derived["points_source"]) == (36, "estimate")


def test_introductory_scenario() -> None:
    """Each side has 2 Warriors and 3 Swordfish: 114 points."""
    assert 2 * WARRIOR.points_estimate + 3 * SWORDFISH.points_estimate == 114


# Laws

masses = st.integers(1, 400)
strengths = st.integers(0, 999)


@st.composite
def written(draw: st.DrawFn) -> dict[str, Any]:
    """The keys of a ship."""
    special = None
    if draw(st.booleans()):
        weapon = draw(st.sampled_from(["mass-driver", "particle-cannon"]))
        special = {"weapon": weapon, "count": draw(st.integers(1, 99))}
    return {
        "mass": draw(masses),
        "hull": draw(st.integers(2, 20)),
        "screens": draw(st.integers(0, 4)),
        "primaries": arcs(*(draw(strengths) for _ in range(4))),
        "secondaries": draw(strengths),
        "special": special,
    }


ships = written().map(lambda keys: build(**keys))


@bounded
@given(ships)
def test_as_many_weapons_boxes_as_hull_boxes(ship: Any) -> None:
    assert len(ship.weapon_boxes) == ship.mass


@bounded
@given(ships)
def test_the_first_box_is_full_strength(ship: Any) -> None:
    p = ship.primaries
    count = ship.special.count if ship.special else 0
    full = (p.forward, p.left, p.right, p.rear, ship.secondaries, count)
    assert list_boxes(ship)[0] == full


@bounded
@given(strengths, masses)
def test_boxes_never_rise_from_left_to_right(strength: int, mass: int) -> None:
    row = [degrade(strength, mass)[box] for box in range(mass)]
    assert row == sorted(row, reverse=True)


@bounded
@given(st.integers(0, 499), st.integers(1, 200))
def test_half_the_boxes_hold_half_the_strength(half: int, boxes: int) -> None:
    assert degrade(2 * half, 2 * boxes)[boxes] == half


@bounded
@given(strengths, masses, st.data())
def test_a_box_is_within_half_a_point_of_its_share(
    strength: int, mass: int, data: st.DataObject
) -> None:
    box = data.draw(st.integers(0, mass - 1))
    doubled = 2 * (degrade(strength, mass)[box] * mass - strength * (mass - box))
    assert -mass < doubled <= mass


@bounded
@given(masses)
def test_crew_units_stand_every_fourth_box_from_the_right(mass: int) -> None:
    ship = build(mass=mass)
    boxes = ship.crew_unit_boxes
    assert len(boxes) == ship.crew_units
    assert boxes[-1] == mass
    assert boxes[0] >= 1
    assert {b - a for a, b in pairwise(boxes)} <= {4}


@bounded
@given(written(), st.sampled_from(["forward", "left", "right", "rear"]))
def test_more_strength_never_costs_fewer_points(keys: dict[str, Any], arc: str) -> None:
    primaries = keys["primaries"]
    less, more = (
        build(**keys | {"primaries": primaries | {arc: strength}})
        for at in [min(primaries[arc], 998)]
        for strength in (at, at + 1)
    )
    assert more.points_estimate >= less.points_estimate


@bounded
@given(ships)
def test_points_are_the_nearest_whole_number_to_the_root(ship: Any) -> None:
    p = ship.primaries
    worth = 60 * p.forward + 15 * (p.left + p.right) + 10 * p.rear + 25 * ship.secondaries
    if ship.special:
        each = {"mass-driver": 360, "particle-cannon": 260}
        worth += each[ship.special.weapon] * ship.special.count
    squared = 4 * ship.mass * (ship.hull + ship.screens) * worth  # (2 × root)², in hundredths
    found = ship.points_estimate
    assert found == 0 or 100 * (2 * found - 1) ** 2 <= squared
    assert squared < 100 * (2 * found + 1) ** 2
