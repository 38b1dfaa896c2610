"""Shipyards: hull families whose ships are drawn from above by a few numbers.

The hulls of a family are data, in the folder `hulls`, from the smallest to the largest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import Any

from sheetgen.ground.geometry import (
    Point,
    complete,
    mirror,
    scale,
)
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems.kit.aircraft import Build, GunStyle, draw_airship, draw_fighter
from sheetgen.systems.kit.silhouette import (
    HALF,
    Contour,
    Hull,
    Layer,
    Outline,
    draw_bar,
    draw_disc,
    draw_engines,
    draw_hull,
    draw_line,
    draw_outline,
    draw_turret,
    find_hull,
    lay,
    measure,
)


class Arms(NamedTuple):
    """Guns by the side that they point to."""

    forward: int = 0
    left: int = 0
    right: int = 0
    rear: int = 0


class ShipPlan(NamedTuple):
    """The numbers that a ship is drawn from.

    `beam` scales the breadth of its hull, `light` are guns too small for turrets, and `keel` is a
    number of barrels along its keel. Without a number of `engines` it has the usual ones.
    """

    hull: str
    beam: float = 1.0
    guns: Arms = Arms()
    engines: int | None = None
    light: int = 0
    keel: int = 0


# Ships with turrets: starships with nozzles, gunboats with funnels, and sailing ships with masts
# and with guns that stand along their sides.


@record(eq=False)
class ShipHull(Hull):
    """A hull, and where weapons and engines are on it: starship.yaml explains the keys.

    A gunboat has `funnels`; a sailing ship has `masts`, each at half the breadth of its sail, and a
    `battery`, the first and the last place of its broadside.
    """

    forward: Outline
    side: Outline
    rear: Outline
    domes: Outline
    turret: float
    dome: float
    calibre: int
    stern: Outline = ()
    breech: Outline = ()
    funnels: Outline = ()
    funnel: float = 3.0
    masts: Outline = ()
    battery: Outline = ()


_MOST_SPINAL = 4  # the number of barrels that fit in the bow
_MUZZLE = -49.0  # where they end


@lru_cache(maxsize=1024)
def draw_warship(family: str, plan: ShipPlan, weapon: str = "", fleet: str = "") -> Sequence[Layer]:
    """The silhouette of a ship of a fleet; the barrels along its keel are of some kind of weapon.

    Its guns count for so many turrets as the hull's `calibre` says.
    """
    hull = find_hull(family, plan.hull, ShipHull, fleet)
    arms = Arms(*(ceil(strength / hull.calibre) for strength in plan.guns))
    engines = 2 if plan.engines is None else plan.engines
    keel, beam = min(plan.keel, _MOST_SPINAL), plan.beam
    layers = (
        *(_draw_part(_draw_nozzles, hull, engines) if hull.stern else ()),
        *_draw_part(_draw_bowsprit, hull),
        *_draw_part(_draw_battery, hull, beam, arms),
        *_draw_part(draw_hull, hull, beam),
        *_draw_part(_draw_special, hull, weapon, keel),
        *_draw_part(_draw_funnels, hull, engines),
        *_draw_part(_draw_domes, hull, beam, ceil(plan.light / 3)),
        *_draw_part(_draw_turrets, hull, beam, arms, bool(keel)),
        *_draw_part(_draw_rig, hull),
    )
    if not hull.masts:
        return layers
    return tuple(layer._replace(kind=_TIMBER.get(layer.kind, layer.kind)) for layer in layers)


@lru_cache(maxsize=2048)
def _draw_part(draw: Callable[..., Iterator[Layer]], *given: Any) -> Sequence[Layer]:
    """Draw a part of a ship, which many ships have."""
    return tuple(draw(*given))


_TIMBER = {"hull": "timber", "deck": "plank"}
"""The materials of ships under sail."""


def _draw_nozzles(hull: ShipHull, rating: int) -> Iterator[Layer]:
    """Draw as many nozzles as the rating, evenly along the stern; a rating of 0 leaves it bare."""
    ((reach, stern),) = hull.stern
    pitch = min(2 * reach / max(rating, 1), 11.0)
    nozzles = [((at - (rating - 1) / 2) * pitch, stern + 1) for at in range(rating)]
    return draw_engines(nozzles, pitch * 0.4)


def _draw_special(hull: ShipHull, weapon: str, count: int) -> Iterator[Layer]:
    """Barrels along the keel: the two rails of a mass driver, or a cannon with its coils."""
    top, bottom = _MUZZLE, hull.breech[0][1] if hull.breech else 0.0
    coils = [((1.9, top + start), (1.9, top + end)) for start, end in ((0.8, 2.8), (4.4, 6))]
    shapes, bores = [((0.8, top), (1.9, bottom)), *coils], []
    if weapon == "mass-driver":
        shapes, bores = [((1.9, top), (1.9, bottom))], [((0.55, top), (0.55, bottom))]
    pitch = 5.2 if count < 3 else 4.4
    places = [(at - (count - 1) / 2) * pitch for at in range(count)]
    for kind, halves in (("spinal", shapes), ("bore", bores)):
        yield from lay(kind, (draw_outline(complete(h, x)) for x in places for h in halves))


def _draw_domes(hull: ShipHull, beam: float, pairs: int) -> Iterator[Layer]:
    """Light guns: pairs of domes, one for every three points of strength, if there is space."""
    places = scale(hull.domes[:pairs], beam, 1)
    return lay("dome", (draw_disc(hull.dome, place) for place in (*places, *mirror(places))))


def _draw_turrets(hull: ShipHull, beam: float, arms: Arms, keel: bool) -> Iterator[Layer]:
    """Turrets by arc; with `keel` a special weapon takes the centre line before the bow ones."""
    places = (
        (pair_up(hull.rear, arms.rear), 180),
        ([(-x, y) for x, y in hull.side[: arms.left]], -90),
        (hull.side[: arms.right], 90),
        (pair_up(hull.forward, arms.forward, spread=keel), 0),
    )
    r = hull.turret
    turrets: list[Contour] = []
    for mounts, heading in places:
        for place in scale(mounts, beam, 1):
            if hull.battery:
                turrets.append(draw_bar(place, heading, -r * 0.6, r * 1.4, r * 0.3))
                continue
            foot = (r * 0.6, r * 0.36)
            turrets += draw_turret(place, heading, r * 0.78, foot, r * 1.6, r * 0.17)
    return lay("turret", turrets)


def pair_up(mounts: Sequence[Point], count: int, spread: bool = False) -> list[Point]:
    """Places for up to `count` turrets: on the centre line (x = 0) or in pairs.

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


def _draw_funnels(hull: ShipHull, count: int) -> Iterator[Layer]:
    """Draw a funnel for each engine, as far as there is space."""
    places = hull.funnels[:count]
    if places:
        yield from lay("spinal", (draw_disc(hull.funnel, place) for place in places))
        yield from lay("bore", (draw_disc(hull.funnel * 0.6, place) for place in places))


def _draw_battery(hull: ShipHull, beam: float, arms: Arms) -> Iterator[Layer]:
    """Draw a broadside: muzzles along the sides, as many as there is space for."""
    if not hull.battery:
        return
    (_, first), (_, last) = hull.battery
    room = int((last - first) / (hull.turret * 1.5))
    bars = []
    for side, count in ((-1, arms.left), (1, arms.right)):
        shown = min(count, room)
        for at in range(shown):
            y = first + (at + 0.5) * (last - first) / shown
            x = measure(hull.outline, y) * beam
            half = hull.turret * 0.28
            bars.append(draw_bar((side * x, y), side * 90, -1, hull.turret * 1.15, half))
            bars.append(
                draw_bar(
                    (side * x, y), side * 90, hull.turret * 0.85, hull.turret * 1.2, half * 1.35
                )
            )
    yield from lay("turret", bars)


def _draw_bowsprit(hull: ShipHull) -> Iterator[Layer]:
    if hull.masts:
        bow = hull.outline[0][1]
        yield from lay("mast", [draw_outline(complete([(0.35, -49.5), (0.9, bow + 6)]))])


def _draw_rig(hull: ShipHull) -> Iterator[Layer]:
    """Draw each mast with its sail, full of wind from astern."""
    for half, y in hull.masts:
        deep = half * 0.34
        steps = [sin(pi / 2 * at / 8) for at in range(9)]
        front = [(half * s, y - deep + deep * (1 - cos(pi / 2 * s)) * 1.25) for s in steps]
        back = [(half * s, y + deep * 0.02 + deep * 0.28 * s**2) for s in reversed(steps)]
        sail = [*front, *back]
        yield from lay("sail", [draw_outline(complete(sail))])
        yield from lay("shade", [draw_outline(sail)])
        seams = [
            [(side * half * s, y - deep * (1 - s * 0.5)), (side * half * s, y)]
            for s in (0.35, 0.7)
            for side in (-1, 1)
        ]
        yield from lay("line", map(draw_line, seams))
        yard = [(half * 1.06, y + deep * 0.3), (half * 1.06, y + deep * 0.3 + 0.9), (0, y + 1.4)]
        yield from lay(
            "mast", [draw_outline(complete([(0, y - 0.1), *yard])), draw_disc(1.5, (0, y + 0.6))]
        )


# Families: the hulls of each, from the smallest to the largest, and how a ship of it is drawn.


FAMILIES: Mapping[str, Sequence[str]] = {
    "starship": ("FF", "DD", "CL", "CA", "BC", "BB", "DN", "SDN", "T"),
    "fighter": ("light", "medium", "heavy"),
    "airship": ("scout", "frigate", "carrier", "dreadnought"),
    "gunboat": ("launch", "gunboat", "cruiser", "ironclad"),
    "sailship": ("cutter", "brig", "frigate", "liner"),
}
"""The hulls of each family."""
LEAST = 0.68
"""The size of the smallest ship of a family beside the largest."""


def choose_hull(family: str, share: float) -> tuple[str, float]:
    """The hull of a ship so long, 1 being the longest of its family, and the scale of its beam."""
    hulls = FAMILIES[family]
    step = min(max(share, 0.0), 1.0) * len(hulls)
    at = min(int(step), len(hulls) - 1)
    return hulls[at], round(0.9 + 0.1 * (step - at), 3)


def draw_family(family: str, plan: ShipPlan, fleet: str = "") -> Sequence[Layer]:
    """The silhouette of a ship of any family, as the yard of its fleet builds it."""
    if family == "fighter":
        sides = zip(((0,), (270,), (90,), (180,)), plan.guns, strict=True)
        mountings = tuple((headings, count) for headings, count in sides if count)
        return draw_fighter(plan.hull, mountings, (), min(plan.light, 2), fleet)
    if family == "airship":
        return draw_airship(plan.hull, tuple(_choose_slots(plan)), plan.engines, fleet)
    hull = find_hull(family, plan.hull, ShipHull, fleet)
    room = (HALF - 2.4 * hull.turret) / max(x for x, _ in hull.outline)  # for guns at its sides
    return draw_warship(family, plan._replace(beam=min(plan.beam, max(room, 1.0))), fleet=fleet)


def _choose_slots(plan: ShipPlan) -> Iterator[tuple[str, float, GunStyle]]:
    """Yield the slots of an airship's guns; a turret takes those whose side has no place."""
    mounts = find_hull("airship", plan.hull, Build).mounts
    slots = (("forward", 0.0), ("port", 270.0), ("starboard", 90.0), ("aft", 180.0))
    for (slot, heading), count in zip(slots, plan.guns, strict=True):
        for _ in range(min(count, 9)):
            yield slot if slot in mounts else "turret", heading, ""
    if plan.light:
        yield "turret", 0.0, "flak"
