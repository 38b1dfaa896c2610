"""Silhouettes of fighters: what they show of a definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from sheetgen.systems.black_skies.data import ARCS, WEIGHTS
from sheetgen.systems.kit import silhouette
from sheetgen.systems.kit.aircraft import FighterHull, draw_fighter, mount_weapons
from sheetgen.systems.kit.silhouette import HALF, Layer
from tests.black_skies import craft

COMMAND = re.compile(r"([MLA])([^MLAZ]*)")


def make_fighter(weight: str = "medium", **values: Any) -> Any:
    return craft.make_fighter(weight=weight, **values)


def draw_silhouette(fighter: Any) -> Sequence[Layer]:
    parts: Sequence[Layer] = fighter.record.silhouette
    return parts


def draw_bare(weight: str) -> Sequence[Layer]:
    return draw_fighter(weight, ())


def find_hull(weight: str) -> FighterHull:
    return silhouette.find_hull("fighter", weight, FighterHull)


weapons: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    arcs=st.lists(st.sampled_from(sorted(ARCS)), min_size=1, max_size=6, unique=True),
    count=st.integers(1, 9),
)
fighters = st.builds(
    make_fighter,
    weight=st.sampled_from(sorted(WEIGHTS)),
    weapons=st.lists(weapons, max_size=4),
    thrusters=st.lists(st.sampled_from(["rear", "side", "forward"]), max_size=3),
    armour=st.sampled_from(["none", "light", "heavy"]),
    shields=st.integers(0, 4),
)


def reach(path: str) -> Iterator[tuple[float, float]]:
    """The points of path data, with the top and bottom of its circles."""
    for letter, text in COMMAND.findall(path):
        *rest, x, y = map(float, text.split())
        yield x, y
        if letter == "A":
            yield x, y - rest[0]
            yield x, y + rest[0]


def count(parts: Sequence[Layer], kind: str) -> int:
    """How many shapes of a kind there are."""
    return "".join(part.path for part in parts if part.kind == kind).count("M")


@given(fighters)
def test_every_fighter_stays_in_its_box(fighter: Any) -> None:
    for part in draw_silhouette(fighter):
        assert all(max(abs(x), abs(y)) <= HALF for x, y in reach(part.path)), part.kind


@given(fighters)
def test_only_weapons_tell_left_from_right(fighter: Any) -> None:
    for part in draw_silhouette(fighter):
        if part.kind not in ("shade", "turret", "barrel"):
            xs = {round(x, 2) for x, _ in reach(part.path)}
            assert xs == {-x for x in xs}, part.kind


@given(fighters)
def test_parts_lie_upon_each_other_in_one_order(fighter: Any) -> None:
    order = ["glow", "engine", "thruster", "barrel", "hull", "trim", "deck", "plate", "line"]
    order += ["canopy", "turret"]
    places = [order.index(p.kind) for p in draw_silhouette(fighter) if p.kind != "shade"]
    assert places == sorted(places)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_thrusters_and_armour_are_seen(weight: str) -> None:
    bare = draw_bare(weight)
    assert not {"thruster", "plate", "barrel", "turret"} & {part.kind for part in bare}
    for number in range(4):
        kinds = ["rear", "side", "forward"][:number]
        parts = draw_silhouette(make_fighter(weight, thrusters=kinds))
        assert count(parts, "thruster") == 2 * number
    plates = [
        count(draw_silhouette(make_fighter(weight, armour=armour)), "plate")
        for armour in ("none", "light", "heavy")
    ]
    assert plates[0] == 0 < plates[1] < plates[2]
    twice = draw_silhouette(make_fighter(weight, thrusters=["side", "side"]))
    assert count(twice, "thruster") == 2


@pytest.mark.parametrize("weight", WEIGHTS)
def test_there_is_a_place_for_every_weapon_that_a_weight_may_carry(weight: str) -> None:
    hull, most = find_hull(weight), WEIGHTS[weight].hardpoints
    for split in ([most], [1] * most, [most - 1, 1], [1, most - 1]):
        mounts = list(mount_weapons(hull, tuple(((180,), number) for number in split)))
        assert len({mount.place for mount in mounts}) == most
    assert mount_weapons(hull, (((180,), 99),))  # too many are an error elsewhere


def test_pairs_stand_in_pairs_and_single_weapons_on_the_centre_line() -> None:
    hull = find_hull("medium")
    two, one = ((0,), 2), ((180,), 1)
    places = [mount.place for mount in mount_weapons(hull, (two, one))]
    assert places == [hull.pairs[0], (-hull.pairs[0][0], hull.pairs[0][1]), hull.centre[0]]
    places = [mount.place for mount in mount_weapons(hull, (one, two))]
    assert places[0] == hull.centre[0] and places[1][0] == -places[2][0] != 0


def test_weapons_point_into_their_arcs() -> None:
    hull = find_hull("heavy")
    (fixed,) = mount_weapons(hull, (((0,), 1),))
    assert fixed.heading is None
    right, left = mount_weapons(hull, (((240, 120), 2),))
    assert (right.place[0] > 0, right.heading) == (True, 120)
    assert (left.place[0] < 0, left.heading) == (True, 240)
    (tail,) = mount_weapons(hull, (((180, 240), 1),))
    assert tail.heading in (180, 240)


def test_fixed_weapons_are_barrels_and_others_turrets() -> None:
    guns = [{"weapon": "laser-cannon", "count": 2}, {"name": "Tail", "arcs": ["rear"]}]
    parts = draw_silhouette(make_fighter(weapons=guns))
    assert count(parts, "turret") == 3  # a circle and two barrels
    assert count(parts, "barrel") == 4  # two, each with its housing


def test_the_weights_are_told_apart() -> None:
    """As black shapes of one size, each differs from the others in a fifth of the larger."""
    shapes = [_fill(draw_bare(weight)) for weight in WEIGHTS]
    for one, other in combinations(shapes, 2):
        areas = [_area(shape) for shape in (one, other, ImageChops.logical_xor(one, other))]
        assert areas[2] > 0.2 * max(areas[:2])


def _fill(parts: Sequence[Layer]) -> Image.Image:
    image = Image.new("1", (200, 200))
    (hull,) = (part.path for part in parts if part.kind == "hull")
    points = [(100 + 2 * x, 100 + 2 * y) for x, y in reach(hull)]
    ImageDraw.Draw(image).polygon(points, fill=1)
    return image


def _area(image: Image.Image) -> int:
    return image.histogram()[255]
