from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from sheetgen.systems.kit.shipyard import ShipHull, pair_up
from sheetgen.systems.kit.silhouette import HALF, Layer, find_hull
from tests.asfos.yard import CODES, build_ship

LIGHTEST = dict(zip(CODES, (1, 2, 3, 5, 7, 10, 13, 19, 25), strict=True))
COMMAND = re.compile(r"([MLA])([^MLAZ]*)")
WEAPONS = ("mass-driver", "particle-cannon")


def make_ship(mass: int = 12, engine: int = 1, **values: Any) -> Any:
    arcs = {arc: values.pop(arc, 0) for arc in ("forward", "left", "right", "rear")}
    return build_ship(mass=mass, engine=engine, primaries=arcs, **values)


def mount(weapon: str, count: int = 1) -> dict[str, Any]:
    return {"weapon": weapon, "count": count}


def draw_silhouette(ship: Any, fleet: str = "") -> Sequence[Layer]:
    layers: Sequence[Layer] = ship.plan.draw(ship.subject, fleet).parts
    return layers


strengths = st.integers(0, 60)
ships = st.builds(
    make_ship,
    mass=st.one_of(st.integers(1, 30), st.integers(1, 400)),
    engine=st.integers(0, 5),
    forward=strengths,
    left=strengths,
    right=strengths,
    rear=strengths,
    secondaries=strengths,
    special=st.none() | st.builds(mount, st.sampled_from(WEAPONS), st.integers(1, 9)),
)


def reach(path: str) -> Iterator[tuple[float, float]]:
    """The points of path data, with the top and bottom of its circles."""
    for letter, text in COMMAND.findall(path):
        *rest, x, y = map(float, text.split())
        yield x, y
        if letter == "A":
            yield x, y - rest[0]
            yield x, y + rest[0]


def find(ship: Any, kind: str) -> str:
    return "".join(part.path for part in draw_silhouette(ship) if part.kind == kind)


def count(ship: Any, kind: str) -> int:
    """How many closed shapes of a kind there are."""
    return find(ship, kind).count("M")


def count_turrets(ship: Any) -> int:
    return count(ship, "turret") // 3  # a turret is a circle and two barrels


@given(ships)
def test_every_ship_stays_in_its_box(ship: Any) -> None:
    for part in draw_silhouette(ship):
        assert all(max(abs(x), abs(y)) <= HALF for x, y in reach(part.path)), part.kind


@given(ships)
def test_only_side_turrets_tell_left_from_right(ship: Any) -> None:
    for part in draw_silhouette(ship):
        if part.kind in ("shade", "turret"):
            continue
        xs = {round(x, 2) for x, _ in reach(part.path)}
        assert xs == {-x for x in xs}, part.kind


@given(ships)
def test_the_hull_lies_under_everything_that_stands_on_it(ship: Any) -> None:
    kinds = [part.kind for part in draw_silhouette(ship)]
    order = ["glow", "engine", "hull", "trim", "deck", "line", "spinal", "bore", "dome", "turret"]
    places = [order.index(kind) for kind in kinds if kind != "shade"]
    assert places == sorted(places)
    assert kinds.count("hull") == 1
    before = {kinds[at - 1] for at, kind in enumerate(kinds) if kind == "shade"}
    assert before <= {"hull", "trim", "deck"}


def draw_mask(silhouette: Sequence[Layer], side: int = 60) -> Image.Image:
    """The hull in black on white, `side` pixels high and wide."""
    picture = Image.new("1", (side, side), 1)
    (hull,) = (part.path for part in silhouette if part.kind == "hull")
    scale = side / (2 * HALF)
    outline = [((x + HALF) * scale, (y + HALF) * scale) for x, y in reach(hull)]
    ImageDraw.Draw(picture).polygon(outline, fill=0)
    return picture


def share(picture: Image.Image) -> float:
    """Which share of a picture is black."""
    black = picture.convert("L").histogram()[0]
    return black / (picture.width * picture.height)


@pytest.mark.parametrize(("one", "other"), list(combinations(CODES, 2)))
def test_classes_are_told_apart_by_their_hulls(one: str, other: str) -> None:
    a, b = (draw_mask(draw_silhouette(make_ship(LIGHTEST[code]))) for code in (one, other))
    both = share(ImageChops.logical_or(a, b))
    either = share(ImageChops.logical_and(a, b))
    assert both / either < 0.8  # of 1 in which they were the same


@pytest.mark.parametrize("code", CODES)
def test_heavier_ships_of_a_class_are_broader(code: str) -> None:
    masses = [m for m in range(1, 51) if make_ship(m).record.class_code == code]
    areas = [share(draw_mask(draw_silhouette(make_ship(mass)), 400)) for mass in masses]
    assert areas == sorted(areas)
    assert code in ("FF", "DD") or areas[0] < areas[-1]  # those have a single mass


def test_larger_classes_are_drawn_larger() -> None:
    ships = [make_ship(mass) for mass in LIGHTEST.values()]
    sizes = [ship.plan.draw(ship.subject, "").scale for ship in ships]
    assert sizes == sorted(set(sizes)) and sizes[-1] == 1


@pytest.mark.parametrize("mass", LIGHTEST.values())
def test_there_is_a_nozzle_for_each_point_of_the_engine(mass: int) -> None:
    for engine in range(6):
        ship = make_ship(mass, engine)
        assert count(ship, "engine") == count(ship, "glow") == engine


# A battleship's turret stands for 4 points of strength, a heavy cruiser's for 3, rounded up.
@pytest.mark.parametrize(
    ("mass", "arcs", "turrets"),
    [
        (12, {}, 0),
        (12, {"forward": 1}, 1),
        (12, {"forward": 16, "left": 8, "right": 8}, 4 + 2 + 2),  # Warrior
        (12, {"forward": 6, "left": 12, "right": 12, "rear": 4}, 2 + 3 + 3 + 1),  # New Mars
        (6, {"forward": 5, "left": 3, "right": 3}, 2 + 1 + 1),  # Swordfish
    ],
)
def test_primaries_show_as_turrets(mass: int, arcs: dict[str, int], turrets: int) -> None:
    assert count_turrets(make_ship(mass, **arcs)) == turrets


@pytest.mark.parametrize(("code", "mass"), LIGHTEST.items())
def test_turrets_point_into_their_arcs(code: str, mass: int) -> None:
    hull = find_hull("starship", code, ShipHull)
    reaches = {
        arc: list(reach(find(make_ship(mass, **{arc: 1}), "turret")))
        for arc in ("forward", "left", "right", "rear")
    }
    x, mounted = 0.92 * hull.side[0][0], 1.5 * hull.turret  # the lightest is so narrow
    assert min(x for x, _ in reaches["left"]) < -x - mounted
    assert max(x for x, _ in reaches["right"]) > x + mounted
    assert {round(-x, 2) for x, _ in reaches["left"]} == {round(x, 2) for x, _ in reaches["right"]}
    lone = next(y for x, y in hull.forward if not x)
    assert min(y for _, y in reaches["forward"]) < lone - mounted
    lone = next(y for x, y in hull.rear if not x)
    assert max(y for _, y in reaches["rear"]) > lone + mounted


@pytest.mark.parametrize("weapon", WEAPONS)
def test_special_weapons_show_at_the_bow(weapon: Any) -> None:
    plain = make_ship(forward=8)
    armed = [make_ship(forward=8, special=mount(weapon, n)) for n in (1, 2, 3, 4, 9)]
    shapes = [count(ship, "spinal") for ship in (plain, *armed)]
    assert shapes == sorted(shapes) and len(set(shapes)) == 5  # more than four look like four
    bow = min(y for _, y in reach(find(plain, "hull")))
    assert all(min(y for _, y in reach(find(ship, "spinal"))) < bow - 3 for ship in armed)
    # The bow turrets make room on the centre line.
    middle = [x for x, _ in reach(find(armed[0], "turret")) if abs(x) < 2]
    assert not middle
    assert count_turrets(armed[0]) == count_turrets(plain)


def test_the_two_special_weapons_look_different() -> None:
    ships = [make_ship(special=mount(weapon)) for weapon in WEAPONS]
    assert draw_silhouette(ships[0]) != draw_silhouette(ships[1])


def test_secondaries_show_as_domes_while_there_is_room() -> None:
    domes = [count(make_ship(secondaries=n), "dome") for n in (0, 1, 3, 4, 7, 300)]
    assert domes == [0, 2, 2, 4, 6, 2 * len(find_hull("starship", "BB", ShipHull).domes)]


def test_ships_of_the_same_build_share_their_silhouette() -> None:
    assert draw_silhouette(make_ship(screens=1)) is draw_silhouette(make_ship(points=40))


mounts = st.lists(st.sampled_from([(0.0, 1.0), (0.0, 2.0), (3.0, 1.0), (4.0, 2.0), (5.0, 3.0)]))


@given(mounts, st.integers(0, 12), st.booleans())
def test_turrets_are_placed_evenly_and_as_many_as_there_is_room_for(
    places: list[tuple[float, float]], wanted: int, spread: bool
) -> None:
    found = pair_up(places, wanted, spread)
    single = sum(x == 0 for x, _ in places)
    room = single + 2 * (len(places) - single)
    assert sorted(found) == sorted((-x, y) for x, y in found)
    if wanted <= room:
        assert len(found) == wanted - (wanted % 2 and not single)
    else:
        assert len(found) == room


def test_turrets_fill_the_centre_line_first_or_last() -> None:
    places = [(0.0, 1.0), (0.0, 2.0), (3.0, 1.0)]
    assert pair_up(places, 2) == [(0, 1), (0, 2)]
    assert pair_up(places, 2, spread=True) == [(3, 1), (-3, 1)]
    assert pair_up(places, 3) == [(0, 1), (3, 1), (-3, 1)]
