"""Ships seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from sheetgen.ground.geometry import Point, complete, mirror, scale
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.data import CLASSES, COLOUR
from sheetgen.systems.asfos.fleet import Counters, StarFleet
from sheetgen.systems.asfos.ship import Ship, size_class
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.fleet import find_colour, list_members
from sheetgen.systems.kit.silhouette import (
    Contour,
    Hull,
    Layer,
    Outline,
    draw_disc,
    draw_engines,
    draw_hull,
    draw_outline,
    draw_turret,
    lay,
    make_portrait,
    read_hull,
)

_MOST_SPINAL = 4  # the number of barrels that fit in the bow


@record
class ShipHull(Hull):
    """A hull, and where weapons and engines are on it: hulls.yaml explains the keys."""

    forward: Outline
    side: Outline
    rear: Outline
    domes: Outline
    turret: float
    dome: float
    calibre: int
    stern: float
    row: float
    muzzle: float
    breech: float


def find_hull(code: str) -> ShipHull:
    """The hull of a size class by its code, such as `BB`."""
    return read_hull(__file__, code, ShipHull)


def measure_size(ship: Ship) -> float:
    """The scale of a ship beside others, 1 for the largest class."""
    rank = CLASSES.index(size_class(ship.mass))
    return round(0.6 + 0.4 * rank / (len(CLASSES) - 1), 2)


def draw_silhouette(ship: Ship) -> Sequence[Layer]:
    """The silhouette of a ship; ships of the same build share one object."""
    p = ship.primaries
    special = (ship.special.weapon, ship.special.count) if ship.special else ("", 0)
    arcs = (p.forward, p.left, p.right, p.rear)
    return _draw(ship.mass, ship.engine, arcs, ship.secondaries, special)


@lru_cache(maxsize=1024)
def _draw(
    mass: int, engine: int, arcs: Sequence[int], secondaries: int, special: tuple[str, int]
) -> Sequence[Layer]:
    size = size_class(mass)
    hull, beam = find_hull(size.code), _measure_beam(mass, CLASSES.index(size))
    weapon, count = special
    return (
        *_draw_engines(hull, engine),
        *draw_hull(hull, beam),
        *_draw_special(hull, weapon, min(count, _MOST_SPINAL)),
        *_draw_domes(hull, beam, secondaries),
        *_draw_turrets(hull, beam, arcs, bool(count)),
    )


def _measure_beam(mass: int, rank: int) -> float:
    """The breadth of a hull: 0.92 of its outline for the lightest of a class, 1 for the heaviest.

    Titans have no heaviest; twice the lightest counts as that.
    """
    least = CLASSES[rank - 1].most + 1 if rank else 1
    most = min(CLASSES[rank].most, 2 * least)
    return 0.92 + 0.08 * (min(mass, most) - least) / (most - least) if most > least else 1.0


def _draw_engines(hull: ShipHull, rating: int) -> Iterator[Layer]:
    """Draw as many nozzles as the rating, evenly along the stern; a rating of 0 leaves it bare."""
    pitch = min(2 * hull.row / max(rating, 1), 11.0)
    nozzles = [((at - (rating - 1) / 2) * pitch, hull.stern + 1) for at in range(rating)]
    return draw_engines(nozzles, pitch * 0.4)


def _draw_special(hull: ShipHull, weapon: str, count: int) -> Iterator[Layer]:
    """Barrels along the keel: the two rails of a mass driver, a particle cannon with its coils."""
    top, bottom = hull.muzzle, hull.breech
    coils = [((1.9, top + start), (1.9, top + end)) for start, end in ((0.8, 2.8), (4.4, 6))]
    shapes, bores = [((0.8, top), (1.9, bottom)), *coils], []
    if weapon == "mass-driver":
        shapes, bores = [((1.9, top), (1.9, bottom))], [((0.55, top), (0.55, bottom))]
    pitch = 5.2 if count < 3 else 4.4
    places = [(at - (count - 1) / 2) * pitch for at in range(count)]
    for kind, halves in (("spinal", shapes), ("bore", bores)):
        yield from lay(kind, (draw_outline(complete(h, x)) for x in places for h in halves))


def _draw_domes(hull: ShipHull, beam: float, strength: int) -> Iterator[Layer]:
    """Light guns: two domes for every three points of strength, as far as there is space."""
    places = scale(hull.domes[: ceil(strength / 3)], beam, 1)
    return lay("dome", (draw_disc(hull.dome, place) for place in (*places, *mirror(places))))


def _draw_turrets(hull: ShipHull, beam: float, arcs: Sequence[int], keel: bool) -> Iterator[Layer]:
    """Turrets by arc; with `keel` a special weapon takes the centre line before the bow ones."""
    forward, left, right, rear = (ceil(strength / hull.calibre) for strength in arcs)
    arms = (
        (pair_up(hull.rear, rear), 180),
        ([(-x, y) for x, y in hull.side[:left]], -90),
        (hull.side[:right], 90),
        (pair_up(hull.forward, forward, spread=keel), 0),
    )
    r = hull.turret
    turrets: list[Contour] = []
    for places, heading in arms:
        for place in scale(places, beam, 1):
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


# Ship counters: silhouettes or the user's pictures, with ID, facing and centre.


@record(kw_only=True)
class ShipCounter(kit.Counter):
    """One side of a counter: front, name or damaged.

    Its label is the ID, or the class code of a ship that has none.
    """

    class_name: str


def fill_counters(values: Ship | StarFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    made = Counters() if isinstance(values, Ship) else values.fleet.counters
    colour, livery = find_colour(values, look, COLOUR), kit.choose_livery(values)
    for member in list_members(values):
        ship = member.ship
        size = size_class(ship.mass)
        usual = made.inches(size.code) * kit.INCH
        front = ShipCounter(
            label=member.id or size.code,
            name=member.name,
            class_name=size.name,
            size=look.counter_size or usual,
            shape=made.shape,
            parts=draw_silhouette(ship),
            # Where all counters have one size, the sizes of ships still distinguish classes.
            scale=measure_size(ship) if look.counter_size or made.size != "by-class" else 1.0,
            light=livery.light,
            striped=livery.striped,
            colour=colour,
            art=look.art(ship),
            fleet=kit.fit_name(values, look, usual * 0.88),
            sign=kit.sign_counter(values, look, colour, look.counter_size or usual, made.shape),
        )
        title = f"{front.label} {member.name}"
        yield kit.print_counter(front, title, made.back, made.fold, member.id)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a counter for each ship, seen from above, with ID and facing; back sides if wanted",
    template="asfos/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)


# Portraits: a ship seen from above, for books.


PORTRAIT = make_portrait("asfos", "ship", draw_silhouette, "#1f4e79")
