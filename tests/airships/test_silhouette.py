"""Airships from above: five builds that can be told apart, with the ship's own weapons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

import pytest

from sheetgen.systems.airships.data import FRAMES, WEAPONS, AirshipWeapon, Slot
from sheetgen.systems.airships.sheets.counters import (
    draw_ship,
    draw_torpedo,
    draw_wing,
    find_build,
)
from sheetgen.systems.airships.ship import takes
from sheetgen.systems.kit.aircraft import Envelope
from sheetgen.systems.kit.silhouette import Layer


def list_points(parts: Sequence[Layer]) -> list[tuple[float, float]]:
    """Every pair of coordinates of the paths, without arcs' radii."""
    points = []
    for part in parts:
        plain = re.sub(r"A\S+ \S+ \S+ \S+ \S+ ", "L", part.path)
        points += [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", plain)]
    return points


def fill_slots(frame: str) -> list[tuple[Slot, AirshipWeapon]]:
    """A weapon of each kind in turn for every place of a frame."""
    mounted: list[tuple[Slot, AirshipWeapon]] = []
    for slot, room in FRAMES[frame].slots.items():
        fitting = [w for w in WEAPONS[room.size].values() if takes(slot, w)]
        mounted += [(slot, fitting[at % len(fitting)]) for at in range(room.count)]
    return mounted


@pytest.mark.parametrize("frame", FRAMES)
def test_a_ship_stays_in_its_box(frame: str) -> None:
    for parts in (draw_ship(frame, []), draw_ship(frame, fill_slots(frame))):
        points = list_points(parts)
        assert len(points) > 50
        assert max(abs(c) for point in points for c in point) <= 50


def test_a_torpedo_stays_in_its_box() -> None:
    assert max(abs(c) for p in list_points(draw_torpedo()) for c in p) <= 50


def test_builds_can_be_told_apart() -> None:
    """By the ink of their hulls: no two cover nearly the same part of a coarse grid."""
    cells = {}
    for frame in FRAMES:
        hull = [p for p in draw_ship(frame, []) if p.kind in ("envelope", "fin", "strut")]
        cells[frame] = {(round(x / 8), round(y / 8)) for x, y in list_points(hull)}
    for a, b in combinations(cells.values(), 2):
        assert len(a & b) < 0.6 * len(a | b)


@pytest.mark.parametrize("frame", [f for f in FRAMES if f != "wing"])
def test_every_place_for_a_weapon_has_a_mount(frame: str) -> None:
    mounts = find_build(frame).mounts
    slots = FRAMES[frame].slots
    assert {slot: len(places) for slot, places in mounts.items()} == {
        slot: room.count for slot, room in slots.items()
    }


def test_weapons_show() -> None:
    bare = draw_ship("frigate", [])
    armed = draw_ship("frigate", fill_slots("frigate"))
    assert [p.kind for p in armed] == [*(p.kind for p in bare), "gun"]
    others = {draw_ship("scout", [("turret", w)])[-1].path for w in WEAPONS["light"].values()}
    assert len(others) == 4  # every weapon looks otherwise


def test_equal_ships_are_drawn_once() -> None:
    weapons = fill_slots("carrier")
    assert draw_ship("carrier", weapons) is draw_ship("carrier", list(weapons))
    assert draw_wing() is draw_wing()


def test_an_envelope_is_pointed_and_has_its_beam() -> None:
    envelope = Envelope(90, 30)
    half = envelope.half()
    assert half[0] == (0.0, -45.0)
    assert half[-1] == pytest.approx((0.0, 45.0), abs=1e-6)
    assert max(x for x, _ in half) == pytest.approx(15, abs=0.2)
    assert max(half)[1] < 0  # its broadest place lies ahead of the middle
