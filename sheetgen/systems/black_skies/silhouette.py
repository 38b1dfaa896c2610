"""A fighter seen from above: its weight's hull with its own weapons, thrusters and armour.

What shows: the weight by the hull, weapons that fire forward only by fixed barrels, others by
turrets that point into an arc, maneuvering thrusters by nozzles where they push, armour by
plates. Shields are not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from sheetgen.ground.geometry import Point, aim, complete, mirror, trace, trace_circle
from sheetgen.systems.black_skies.data import ARCS, ARMOUR
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.black_skies.hull import Hull, Outline, find_hull

PartKind = Literal[
    "glow",
    "engine",
    "thruster",
    "barrel",
    "hull",
    "shade",
    "trim",
    "plate",
    "deck",
    "line",
    "canopy",
    "turret",
]
HALF = 50.0
"""Half a side of the box about (0, 0) that a silhouette is drawn in."""
_TURRET = 4.0  # radius


class Part(NamedTuple):
    """One shape: SVG path data, and what it is.

    A `shade` is laid over the hull, trim or deck before it, on the side away from the light;
    `trim` takes the fleet's colour; a `line` is open, everything else is closed.
    """

    path: str
    kind: PartKind


class Mount(NamedTuple):
    """A weapon in its place; `heading` is None where it is fixed and fires straight ahead."""

    place: Point
    heading: float | None


Arms = tuple[tuple[tuple[str, ...], int], ...]


def draw_silhouette(fighter: Fighter) -> tuple[Part, ...]:
    """Shapes from the lowest to the topmost, with the nose up, in a box of 100 units about (0, 0).

    Fighters of the same build have the very same one.
    """
    arms = tuple((weapon.type.arcs, weapon.count) for weapon in fighter.weapons)
    thrusters = tuple(sorted(set(fighter.thrusters)))
    return _draw(fighter.weight, arms, thrusters, ARMOUR[fighter.armour].levels)


def draw_bare(weight: str) -> tuple[Part, ...]:
    """The silhouette of a weight with nothing mounted on it."""
    return _draw(weight, (), (), 0)


@lru_cache(maxsize=256)
def _draw(weight: str, arms: Arms, thrusters: Sequence[str], armour: int) -> tuple[Part, ...]:
    hull = find_hull(weight)
    mounts = list(mount_weapons(hull, arms))
    return (
        *_draw_engines(hull),
        *_draw_thrusters(hull, thrusters),
        *_draw_barrels(hull, mounts),
        *_draw_hull(hull, armour),
        *_draw_turrets(hull, mounts),
    )


def _draw_engines(hull: Hull) -> Iterator[Part]:
    half = hull.nozzle
    glow = bells = ""
    for x, y in (*hull.nozzles, *mirror(hull.nozzles)):
        glow += trace([(x - half * 0.8, y + 2), (x + half * 0.8, y + 2), (x, HALF - 0.5)])
        foot, lip = (half * 0.7, y - 2), (half, y + 3.5)
        bells += trace((x + dx, dy) for dx, dy in complete([foot, lip]))
    yield Part(glow, "glow")
    yield Part(bells, "engine")


def _draw_thrusters(hull: Hull, thrusters: Sequence[str]) -> Iterator[Part]:
    """A pair of nozzles for each kind: aft, sideways, or ahead beside the nose."""
    places = {"rear": (hull.rear, 180.0), "side": (hull.side, 90.0), "forward": (hull.forward, 0.0)}
    path = ""
    for kind in thrusters:
        (x, y), heading = places[kind][0][0], places[kind][1]
        bell = [
            aim(heading + 90, across, aim(heading, along, (x, y)))
            for along, across in ((-2, -1.5), (3, -2.6), (3, 2.6), (-2, 1.5))
        ]
        path += trace(bell) + trace(mirror(bell))
    if path:
        yield Part(path, "thruster")


def mount_weapons(hull: Hull, arms: Arms) -> Iterator[Mount]:
    """Two weapons of a type stand in a pair, a single one on the centre line if that is free.

    `arms` are the arcs and the number of each type. What no place is left for is not seen.
    """
    pairs, singles = list(hull.pairs), list(hull.centre)
    for arcs, count in arms:
        left = count
        while left > 1 and pairs:
            x, y = pairs.pop(0)
            yield _point((x, y), arcs)
            yield _point((-x, y), arcs)
            left -= 2
        while left:
            if not singles and pairs:
                x, y = pairs.pop(0)
                singles = [(x, y), (-x, y)]
            if not singles:
                return
            yield _point(singles.pop(0), arcs)
            left -= 1


def _point(place: Point, arcs: Sequence[str]) -> Mount:
    """The weapon turned into its arc that looks most to its own side of the fighter."""
    if set(arcs) == {"forward"}:
        return Mount(place, None)
    outwards = 0 if not place[0] else 90 if place[0] > 0 else 270
    headings = [ARCS[arc].heading for arc in arcs]
    return Mount(place, min(headings, key=lambda h: abs((h - outwards + 180) % 360 - 180)))


def _draw_barrels(hull: Hull, mounts: Sequence[Mount]) -> Iterator[Part]:
    """Fixed weapons: from their places ahead, out of the hull; on the centre line from the nose."""
    path = ""
    for (x, y), heading in mounts:
        if heading is None:
            foot = y if x else hull.outline[0][1] + 4
            path += trace(_box(x, foot - (hull.barrel if x else 7.5), foot, hull.bore))
            path += trace(
                _box(x, foot - 4, foot, hull.bore * 1.7)
                if x
                else _box(x, foot - 4, foot, hull.bore)
            )
    if path:
        yield Part(path, "barrel")


def _draw_hull(hull: Hull, armour: int) -> Iterator[Part]:
    kinds: list[tuple[Outline, PartKind]] = [(hull.outline, "hull")]
    kinds += [(outline, "trim") for outline in hull.trims]
    kinds += [(outline, "deck") for outline in hull.decks]
    kinds += [(outline, "plate") for outline in hull.plates[:armour]]
    for half, kind in kinds:
        whole = [complete(half)] if half[0][0] == 0 else [half, mirror(half)]
        yield Part("".join(map(trace, whole)), kind)
        if kind != "plate":
            yield Part(trace(half), "shade")
    both = [side for seam in hull.lines for side in (seam, mirror(seam))]
    yield Part("".join(trace(seam, close=False) for seam in both), "line")
    yield Part(trace(complete(hull.canopy)), "canopy")


def _draw_turrets(hull: Hull, mounts: Sequence[Mount]) -> Iterator[Part]:
    path = ""
    for place, heading in mounts:
        if heading is not None:
            path += trace_circle(_TURRET, place)
            for side in (-1, 1):
                foot = aim(heading + 90, side * 1.5, aim(heading, 3, place))
                path += trace(
                    aim(heading + 90, across, aim(heading, along, foot))
                    for along, across in ((0, -0.8), (6, -0.8), (6, 0.8), (0, 0.8))
                )
    if path:
        yield Part(path, "turret")


def _box(x: float, top: float, bottom: float, half: float) -> list[Point]:
    return [(x - half, bottom), (x - half, top), (x + half, top), (x + half, bottom)]
