"""A fighter seen from above: its weight's hull with its own weapons, thrusters and armour.

What is visible: the weight by the hull, weapons that only fire forward by fixed barrels, others by
turrets that point into an arc, maneuvering thrusters by nozzles where they push, armour by
plates. Shields are not visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sheetgen.ground.geometry import Point, complete, mirror, orient
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems.black_skies.data import ARCS, ARMOUR
from sheetgen.systems.black_skies.definition import Fighter
from sheetgen.systems.kit.silhouette import (
    Hull,
    Layer,
    Outline,
    draw_bar,
    draw_engines,
    draw_hull,
    draw_outline,
    draw_turret,
    lay,
    read_hull,
)


@record
class FighterHull(Hull):
    """A hull, and where weapons, engines and thrusters are: hulls.yaml explains the keys."""

    canopy: Outline
    plates: tuple[Outline, ...]
    nozzles: Outline
    nozzle: float
    pairs: Outline
    centre: Outline
    bore: float
    barrel: float
    rear: Outline
    side: Outline
    forward: Outline


def find_hull(weight: str) -> FighterHull:
    """The hull of a weight: light, medium or heavy."""
    return read_hull(__file__, weight, FighterHull)


class Mount(NamedTuple):
    """A weapon in its place; `heading` is None where it is fixed and fires straight ahead."""

    place: Point
    heading: float | None


Arms = tuple[tuple[tuple[str, ...], int], ...]


def draw_silhouette(fighter: Fighter) -> Sequence[Layer]:
    """The silhouette of a fighter; fighters of the same build share one object."""
    arms = tuple((weapon.type.arcs, weapon.count) for weapon in fighter.weapons)
    thrusters = tuple(sorted(set(fighter.thrusters)))
    return _draw(fighter.weight, arms, thrusters, ARMOUR[fighter.armour].levels)


def draw_bare(weight: str) -> Sequence[Layer]:
    """The silhouette of a weight with nothing mounted on it."""
    return _draw(weight, (), (), 0)


@lru_cache(maxsize=256)
def _draw(weight: str, arms: Arms, thrusters: Sequence[str], armour: int) -> Sequence[Layer]:
    hull = find_hull(weight)
    mounts = list(mount_weapons(hull, arms))
    return (
        *draw_engines([*hull.nozzles, *mirror(hull.nozzles)], hull.nozzle),
        *_draw_thrusters(hull, thrusters),
        *_draw_barrels(hull, mounts),
        *draw_hull(hull, plates=hull.plates[:armour]),
        *lay("canopy", [draw_outline(complete(hull.canopy))]),
        *_draw_turrets(mounts),
    )


def _draw_thrusters(hull: FighterHull, thrusters: Sequence[str]) -> Iterator[Layer]:
    """A pair of nozzles for each kind: aft, sideways, or ahead beside the nose."""
    places = {"rear": (hull.rear, 180.0), "side": (hull.side, 90.0), "forward": (hull.forward, 0.0)}
    corners = ((-2, -1.5), (3, -2.6), (3, 2.6), (-2, 1.5))
    bells = [
        orient(corners, heading, place)
        for (place,), heading in (places[kind] for kind in thrusters)
    ]
    return lay("thruster", (draw_outline(side) for bell in bells for side in (bell, mirror(bell))))


def mount_weapons(hull: FighterHull, arms: Arms) -> Iterator[Mount]:
    """Two weapons of a type form a pair, a single one goes on the centre line if that is free.

    `arms` are the arcs and the number of each type. Weapons with no place left are not drawn.
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
    """The weapon, turned into its arc that points most to its own side of the fighter."""
    if set(arcs) == {"forward"}:
        return Mount(place, None)
    outwards = 0 if not place[0] else 90 if place[0] > 0 else 270
    headings = [ARCS[arc].heading for arc in arcs]
    return Mount(place, min(headings, key=lambda h: abs((h - outwards + 180) % 360 - 180)))


def _draw_barrels(hull: FighterHull, mounts: Sequence[Mount]) -> Iterator[Layer]:
    """Fixed weapons: from their places ahead, out of the hull; on the centre line from the nose."""
    nose = hull.outline[0][1] + 4
    bars = []
    for (x, y), heading in mounts:
        if heading is None:
            foot = (x, y if x else nose)
            bars.append(draw_bar(foot, 0, 0, hull.barrel if x else 7.5, hull.bore))
            bars.append(draw_bar(foot, 0, 0, 4, hull.bore * (1.7 if x else 1)))
    return lay("barrel", bars)


def _draw_turrets(mounts: Sequence[Mount]) -> Iterator[Layer]:
    turned = [(place, heading) for place, heading in mounts if heading is not None]
    turrets = [draw_turret(place, heading, 4, (3, 1.5), 6, 0.8) for place, heading in turned]
    return lay("turret", (contour for turret in turrets for contour in turret))
