"""A ship seen from above: its class's hull with its own engines and weapons on it.

What shows: the class by the hull, the mass within the class by the beam, the engine rating by
the number of nozzles, primaries by turrets that point into their arcs, secondaries by small
domes, a special weapon by its barrels in the bow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple

from sheetgen.ground.geometry import Point, aim, complete, mirror, trace, trace_circle
from sheetgen.systems.asfos.data import CLASSES
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import size_class
from sheetgen.systems.asfos.hull import Hull, Outline, find_hull

PartKind = Literal[
    "glow", "engine", "hull", "shade", "trim", "deck", "line", "spinal", "bore", "dome", "turret"
]
HALF = 50.0
"""Half a side of the box about (0, 0) that a silhouette is drawn in."""
_MOST_SPINAL = 4  # barrels that the bow has room for


class Part(NamedTuple):
    """One shape: SVG path data, and what it is.

    A `shade` is laid over the hull, trim or deck before it, on the side away from the light;
    `trim` takes the fleet's colour; a `line` is open, everything else is closed.
    """

    path: str
    kind: PartKind


@dataclass(frozen=True, slots=True)
class Silhouette:
    """Shapes from the lowest to the topmost, with the bow up, in a box of 100 units about (0, 0).

    `size` is how large the ship should be drawn beside others, 1 for the largest class.
    """

    parts: tuple[Part, ...]
    size: float


def draw_silhouette(ship: Ship) -> Silhouette:
    """The silhouette of a ship; ships of the same build have the very same one."""
    p = ship.primaries
    special = (ship.special.weapon, ship.special.count) if ship.special else ("", 0)
    arcs = (p.forward, p.left, p.right, p.rear)
    return _draw(ship.mass, ship.engine, arcs, ship.secondaries, special)


@lru_cache(maxsize=1024)
def _draw(
    mass: int, engine: int, arcs: Sequence[int], secondaries: int, special: tuple[str, int]
) -> Silhouette:
    size = size_class(mass)
    hull, rank = find_hull(size.code), CLASSES.index(size)
    beam = _measure_beam(mass, rank)
    weapon, count = special
    parts = (
        *_draw_engines(hull, engine),
        *_draw_hull(hull, beam),
        *_draw_special(hull, weapon, count),
        *_draw_domes(hull, beam, secondaries),
        *_draw_turrets(hull, beam, arcs, bool(count)),
    )
    return Silhouette(parts, round(0.6 + 0.4 * rank / (len(CLASSES) - 1), 2))


def _measure_beam(mass: int, rank: int) -> float:
    """How broad a hull is: 0.92 of its outline for the lightest of a class, 1 for the heaviest.

    Titans have no heaviest; twice the lightest counts as that.
    """
    least = CLASSES[rank - 1].most + 1 if rank else 1
    most = min(CLASSES[rank].most, 2 * least)
    return 0.92 + 0.08 * (min(mass, most) - least) / (most - least) if most > least else 1.0


def _draw_engines(hull: Hull, rating: int) -> Iterator[Part]:
    """As many nozzles as the rating, evenly along the stern; none leaves it bare."""
    if not rating:
        return
    pitch = min(2 * hull.row / rating, 11.0)
    half, y = pitch * 0.4, hull.stern
    glow = bells = ""
    for at in range(rating):
        x = (at - (rating - 1) / 2) * pitch
        glow += trace([(x - half * 0.8, y + 3), (x + half * 0.8, y + 3), (x, HALF - 0.5)])
        foot, lip = (half * 0.7, y - 1), (half, y + 4.5)
        bells += trace(_complete_at(x, (foot, lip)))
    yield Part(glow, "glow")
    yield Part(bells, "engine")


def _draw_hull(hull: Hull, beam: float) -> Iterator[Part]:
    kinds: list[tuple[Outline, PartKind]] = [(hull.outline, "hull")]
    kinds += [(outline, "trim") for outline in hull.trims]
    kinds += [(outline, "deck") for outline in hull.decks]
    for outline, kind in kinds:
        half = _widen(outline, beam)
        whole = [complete(half)] if half[0][0] == 0 else [half, mirror(half)]
        yield Part("".join(map(trace, whole)), kind)
        yield Part(trace(half), "shade")
    seams = [_widen(line, beam) for line in hull.lines]
    both = [side for seam in seams for side in (seam, mirror(seam))]
    yield Part("".join(trace(seam, close=False) for seam in both), "line")


def _draw_special(hull: Hull, weapon: str, count: int) -> Iterator[Part]:
    """Barrels along the keel: the two rails of a mass driver, a particle cannon with its coils."""
    shown = min(count, _MOST_SPINAL)
    if not shown:
        return
    pitch = 5.2 if shown < 3 else 4.4
    top, bottom = hull.muzzle, hull.breech
    barrels = bores = ""
    for at in range(shown):
        x = (at - (shown - 1) / 2) * pitch
        if weapon == "mass-driver":
            barrels += trace(_complete_at(x, ((1.9, top), (1.9, bottom))))
            bores += trace(_complete_at(x, ((0.55, top), (0.55, bottom))))
        else:
            barrels += trace(_complete_at(x, ((0.8, top), (1.9, bottom))))
            barrels += trace(_complete_at(x, ((1.9, top + 0.8), (1.9, top + 2.8))))
            barrels += trace(_complete_at(x, ((1.9, top + 4.4), (1.9, top + 6))))
    yield Part(barrels, "spinal")
    if bores:
        yield Part(bores, "bore")


def _draw_domes(hull: Hull, beam: float, strength: int) -> Iterator[Part]:
    """Light guns: two domes for every three points of strength, as far as there is room."""
    places = _widen(hull.domes[: ceil(strength / 3)], beam)
    if places:
        both = [*places, *mirror(places)]
        yield Part("".join(trace_circle(hull.dome, place) for place in both), "dome")


def _draw_turrets(hull: Hull, beam: float, arcs: Sequence[int], keel: bool) -> Iterator[Part]:
    """Turrets by arc; with `keel` a special weapon takes the centre line before the bow ones."""
    forward, left, right, rear = (ceil(strength / hull.calibre) for strength in arcs)
    turrets = ""
    for places, heading in (
        (pair_up(hull.rear, rear), 180),
        ([(-x, y) for x, y in hull.side[:left]], -90),
        (hull.side[:right], 90),
        (pair_up(hull.forward, forward, spread=keel), 0),
    ):
        for place in _widen(places, beam):
            turrets += _trace_turret(place, heading, hull.turret)
    if turrets:
        yield Part(turrets, "turret")


def pair_up(mounts: Sequence[Point], count: int, spread: bool = False) -> list[Point]:
    """Places for `count` turrets, as many as there are: on the centre line (x = 0) or in pairs.

    They fill the centre line first, with `spread` the pairs.
    """
    centre = [mount for mount in mounts if not mount[0]]
    pairs = [mount for mount in mounts if mount[0]]
    for wanted in range(count, 0, -1):
        fits = [
            single
            for single in range(min(len(centre), wanted) + 1)
            if (wanted - single) % 2 == 0 and (wanted - single) // 2 <= len(pairs)
        ]
        if fits:
            single = min(fits) if spread else max(fits)
            beside = pairs[: (wanted - single) // 2]
            return [*centre[:single], *beside, *mirror(beside)]
    return []


def _trace_turret(centre: Point, heading: float, radius: float) -> str:
    """A turret with two barrels."""
    path = trace_circle(radius * 0.78, centre)
    for side in (-1, 1):
        foot = aim(heading + 90, side * radius * 0.36, aim(heading, radius * 0.6, centre))
        corners = [
            aim(heading + 90, offset * radius * 0.17, aim(heading, length * radius, foot))
            for length, offset in ((0, -1), (1.6, -1), (1.6, 1), (0, 1))
        ]
        path += trace(corners)
    return path


def _complete_at(x: float, half: Sequence[Point]) -> list[Point]:
    """The outline whose right half is given from an upright line at `x`."""
    return [(x + dx, y) for dx, y in complete(half)]


def _widen(points: Sequence[Point], beam: float) -> list[Point]:
    return [(x * beam, y) for x, y in points]
