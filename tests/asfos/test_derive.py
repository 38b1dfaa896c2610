"""A Sky Full of Ships: derived values against the printed ships and examples worked by hand.

The boxes are copied from the rules ("Sample Ships", "Light Cruiser example"); the readings of
power and points are worked out in docs/asfos.md.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.ground.record import replace
from sheetgen.systems.asfos.columns import SHIP
from sheetgen.systems.asfos.ship import (
    Ship,
    crew_unit_boxes,
    crew_units,
    defence_factor,
    estimate_points,
    points,
    power_available,
    power_used,
    size_class,
    weapons_boxes,
)
from sheetgen.systems.column import derive_values
from sheetgen.systems.kit.track import degrade

bounded = settings(max_examples=150)


def build(**changes: Any) -> Ship:
    """A ship of mass 4 without weapons, but for the changes."""
    values = {"system": "asfos", "name": "X", "mass": 4, "hull": 3, "engine": 0, **changes}
    return Ship(**values)


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
WARRIOR = build(
    mass=12,
    screens=2,
    engine=1,
    primaries=arcs(16, 8, 8, 0),
    secondaries=8,
    special={"weapon": "mass-driver", "count": 2},
)
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
def test_weapons_boxes_are_the_printed_ones(ship: Ship, printed: str) -> None:
    expected = [tuple(map(int, box.replace("|", " ").split())) for box in printed.split("  ")]
    assert [tuple(box) for box in weapons_boxes(ship)] == expected


def test_weapons_boxes_of_the_example_in_the_rules() -> None:
    """The light cruiser under "Ship Displays": its specials stay 0."""
    boxes = weapons_boxes(build(mass=4, primaries=arcs(4, 2, 2, 0), secondaries=4))
    assert [box.forward for box in boxes] == [4, 3, 2, 1]
    assert [box.special for box in boxes] == [0, 0, 0, 0]


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
    assert (size_class(mass).code, size_class(mass).name) == (code, name)


@pytest.mark.parametrize(("mass", "escort"), [(1, True), (2, True), (3, False), (25, False)])
def test_only_frigates_and_destroyers_are_escorts(mass: int, escort: bool) -> None:
    assert size_class(mass).escort is escort


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
    assert crew_unit_boxes(mass) == boxes
    assert crew_units(mass) == len(boxes)


@pytest.mark.parametrize(
    ("ship", "factor"), [(CALYPSO, 3), (SWORDFISH, 4), (WARRIOR, 5), (NEW_MARS, 5)]
)
def test_defence_factor_is_hull_and_screens(ship: Ship, factor: int) -> None:
    assert defence_factor(ship) == factor


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
def test_power(ship: Ship, used: int, available: int) -> None:
    assert (power_used(ship), power_available(ship)) == (used, available)


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
def test_points_estimate(ship: Ship, estimate: int) -> None:
    assert estimate_points(ship) == estimate


def test_published_points_win() -> None:
    ship = replace(WARRIOR, points=40)
    assert points(ship) == 40
    assert derive_values(SHIP, ship)["points_source"] == "published"
    assert derive_values(SHIP, ship)["points_estimate"] == 36


def test_published_points_of_0_are_published() -> None:
    assert derive_values(SHIP, build(points=0))["points_source"] == "published"


def test_points_without_published_ones_are_an_estimate() -> None:
    derived = derive_values(SHIP, WARRIOR)
    assert (derived["points"], derived["points_source"]) == (36, "estimate")


def test_introductory_scenario() -> None:
    """Each side has 2 Warriors and 3 Swordfish: 114 points."""
    assert 2 * estimate_points(WARRIOR) + 3 * estimate_points(SWORDFISH) == 114


# Laws

masses = st.integers(1, 400)
strengths = st.integers(0, 999)


@st.composite
def ships(draw: st.DrawFn) -> Ship:
    special = None
    if draw(st.booleans()):
        weapon = draw(st.sampled_from(["mass-driver", "particle-cannon"]))
        special = {"weapon": weapon, "count": draw(st.integers(1, 99))}
    return build(
        mass=draw(masses),
        hull=draw(st.integers(2, 20)),
        screens=draw(st.integers(0, 4)),
        primaries=arcs(*(draw(strengths) for _ in range(4))),
        secondaries=draw(strengths),
        special=special,
    )


@bounded
@given(ships())
def test_as_many_weapons_boxes_as_hull_boxes(ship: Ship) -> None:
    assert len(weapons_boxes(ship)) == ship.mass


@bounded
@given(ships())
def test_the_first_box_is_full_strength(ship: Ship) -> None:
    p = ship.primaries
    full = (p.forward, p.left, p.right, p.rear, ship.secondaries, ship.special_count)
    assert tuple(weapons_boxes(ship)[0]) == full


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
    boxes = crew_unit_boxes(mass)
    assert len(boxes) == crew_units(mass)
    assert boxes[-1] == mass
    assert boxes[0] >= 1
    assert {b - a for a, b in pairwise(boxes)} <= {4}


@bounded
@given(ships(), st.sampled_from(["forward", "left", "right", "rear"]))
def test_more_strength_never_costs_fewer_points(ship: Ship, arc: str) -> None:
    stronger = replace(ship.primaries, **{arc: getattr(ship.primaries, arc) + 1})
    more = replace(ship, primaries=stronger)
    assert estimate_points(more) >= estimate_points(ship)


@bounded
@given(ships())
def test_points_are_the_nearest_whole_number_to_the_root(ship: Ship) -> None:
    p = ship.primaries
    special = {"": 0, "mass-driver": 360, "particle-cannon": 260}
    worth = 60 * p.forward + 15 * (p.left + p.right) + 10 * p.rear + 25 * ship.secondaries
    worth += special[ship.special.weapon if ship.special else ""] * ship.special_count
    squared = 4 * ship.mass * (ship.hull + ship.screens) * worth  # (2 × root)², in hundredths
    found = estimate_points(ship)
    assert found == 0 or 100 * (2 * found - 1) ** 2 <= squared
    assert squared < 100 * (2 * found + 1) ** 2
