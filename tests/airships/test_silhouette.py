"""Airships from above: five builds that can be told apart, with the ship's own weapons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.silhouette import find_build
from sheetgen.systems.kit.aircraft import Envelope
from sheetgen.systems.kit.silhouette import Layer
from tests.airships.yard import build_ship, fill, find_errors, list_weapons


def list_points(parts: Sequence[Layer]) -> list[tuple[float, float]]:
    """Every pair of coordinates of the paths, without arcs' radii."""
    points = []
    for part in parts:
        plain = re.sub(r"A\S+ \S+ \S+ \S+ \S+ ", "L", part.path)
        points += [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", plain)]
    return points


def draw_silhouette(ship: Any) -> Sequence[Layer]:
    layers: Sequence[Layer] = ship.plan.draw(ship.subject, "").parts
    return layers


def build_full(frame: str, **keys: Any) -> Any:
    """A ship with a weapon of each kind in turn for every place of its frame."""
    weapons = {}
    for room in FRAMES[frame].slots:
        fitting = list_weapons(room.size, room.slot)
        weapons[room.slot] = [fitting[at % len(fitting)] for at in range(room.count)]
    ship = build_ship(frame, weapons=weapons, **keys)
    assert not find_errors(ship)
    return ship


@pytest.mark.parametrize("frame", FRAMES)
def test_a_ship_stays_in_its_box(frame: str) -> None:
    for ship in (build_ship(frame), build_full(frame)):
        points = list_points(draw_silhouette(ship))
        assert len(points) > 50
        assert max(abs(c) for point in points for c in point) <= 50


def test_a_torpedo_stays_in_its_box() -> None:
    first, *_ = fill("torpedoes", build_ship(weapons={"forward": ["torpedo-launcher"]}))
    assert max(abs(c) for point in list_points(first.data.parts) for c in point) <= 50


def test_builds_can_be_told_apart() -> None:
    """By the ink of their hulls: no two cover nearly the same part of a coarse grid."""
    cells = {}
    for frame in FRAMES:
        parts = draw_silhouette(build_ship(frame))
        hull = [part for part in parts if part.kind in ("envelope", "fin", "strut")]
        cells[frame] = {(round(x / 8), round(y / 8)) for x, y in list_points(hull)}
    for a, b in combinations(cells.values(), 2):
        assert len(a & b) < 0.6 * len(a | b)


@pytest.mark.parametrize("frame", [f for f in FRAMES if f != "wing"])
def test_every_place_for_a_weapon_has_a_mount(frame: str) -> None:
    mounts = find_build(frame).mounts
    assert {slot: len(places) for slot, places in mounts.items()} == {
        room.slot: room.count for room in FRAMES[frame].slots
    }


def test_weapons_show() -> None:
    bare = draw_silhouette(build_ship("frigate"))
    armed = draw_silhouette(build_full("frigate"))
    assert [p.kind for p in armed] == [*(p.kind for p in bare), "gun"]
    scouts = [build_ship("scout", weapons={"turret": [id]}) for id in list_weapons("light")]
    others = {draw_silhouette(scout)[-1].path for scout in scouts}
    assert len(others) == 4  # every weapon looks otherwise


def test_equal_ships_are_drawn_once() -> None:
    for frame in ("carrier", "wing"):
        one, other = build_full(frame), build_full(frame, name="Y")
        assert draw_silhouette(one) is draw_silhouette(other)
    assert draw_silhouette(build_ship("wing")) is draw_silhouette(build_full("wing"))


def test_an_envelope_is_pointed_and_has_its_beam() -> None:
    envelope = Envelope(90, 30)
    half = envelope.half()
    assert half[0] == (0.0, -45.0)
    assert half[-1] == pytest.approx((0.0, 45.0), abs=1e-6)
    assert max(x for x, _ in half) == pytest.approx(15, abs=0.2)
    assert max(half)[1] < 0  # its broadest place lies ahead of the middle
