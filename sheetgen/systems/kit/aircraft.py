"""Fighters and airships from above, from the hulls of their families."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import Literal

from sheetgen.ground.geometry import Point, bound, complete, mirror, move, orient, write_point
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.systems.kit.silhouette import (
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
    draw_soft,
    draw_turret,
    find_hull,
    lay,
)

# Fighters: guns in pairs under the wings and on the centre line, or in turrets.


@record
class FighterHull(Hull):
    """A hull, and where weapons, engines and thrusters are: fighter.yaml explains the keys."""

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


class Mount(NamedTuple):
    """A weapon in its place; `heading` is None where it is fixed and fires straight ahead."""

    place: Point
    heading: float | None


Mountings = Sequence[tuple[Sequence[float], int]]
"""The headings into which each type of weapons fires, and how many there are of it."""


@lru_cache(maxsize=256)
def draw_fighter(
    key: str,
    mountings: Mountings,
    thrusters: Sequence[str] = (),
    armour: int = 0,
    fleet: str = "",
) -> Sequence[Layer]:
    """The silhouette of a fighter of a fleet with its weapons, thrusters and plates of armour."""
    hull = find_hull("fighter", key, FighterHull, fleet)
    mounts = list(mount_weapons(hull, mountings))
    return (
        *draw_engines([*hull.nozzles, *mirror(hull.nozzles)], hull.nozzle),
        *_draw_thrusters(hull, thrusters),
        *_draw_barrels(hull, mounts),
        *draw_hull(hull, plates=hull.plates[:armour]),
        *lay("canopy", [draw_outline(complete(hull.canopy))]),
        *_draw_mounts(mounts),
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


def mount_weapons(hull: FighterHull, mountings: Mountings) -> Iterator[Mount]:
    """Two weapons of a type form a pair, a single one goes on the centre line if that is free.

    Weapons with no place left are not drawn.
    """
    pairs, singles = list(hull.pairs), list(hull.centre)
    for headings, count in mountings:
        left = count
        while left > 1 and pairs:
            x, y = pairs.pop(0)
            yield _point((x, y), headings)
            yield _point((-x, y), headings)
            left -= 2
        while left:
            if not singles and pairs:
                x, y = pairs.pop(0)
                singles = [(x, y), (-x, y)]
            if not singles:
                return
            yield _point(singles.pop(0), headings)
            left -= 1


def _point(place: Point, headings: Sequence[float]) -> Mount:
    """The weapon, turned into its arc that points most to its own side of the fighter."""
    if set(headings) == {0}:
        return Mount(place, None)
    outwards = 0 if not place[0] else 90 if place[0] > 0 else 270
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


def _draw_mounts(mounts: Sequence[Mount]) -> Iterator[Layer]:
    turned = [(place, heading) for place, heading in mounts if heading is not None]
    turrets = [draw_turret(place, heading, 4, (3, 1.5), 6, 0.8) for place, heading in turned]
    return lay("turret", (contour for turret in turrets for contour in turret))


# Airships: envelopes of gas, with their guns on the decks.

_STEPS = 22  # straight segments of half an envelope's outline


@record
class Envelope:
    """A gas bag about `centre`: the smaller `blunt`, the fuller its ends.

    A `bias` under 1 moves its broadest place forward.
    """

    length: float
    beam: float
    x: float = 0.0
    y: float = 0.0
    blunt: float = 0.62
    bias: float = 0.8

    def breadth(self, share: float) -> float:
        """Half the breadth at a share of the length from the nose, from 0 to 1."""
        swell = max(0.0, sin(pi * share**self.bias))
        return self.beam / 2 * float(swell**self.blunt)

    def half(self, width: float = 1.0) -> list[Point]:
        """The right half of the outline from nose to tail, at a share of its breadth."""
        shares = ((1 - cos(pi * at / _STEPS)) / 2 for at in range(_STEPS + 1))  # closer at the ends
        return [(width * self.breadth(s), self.length * (s - 0.5)) for s in shares]

    def draw(self) -> Contour:
        """The whole outline."""
        return draw_outline(move(complete(self.half()), self.x, self.y))

    def bend(self, share: float) -> list[Point]:
        """The ends of a ring, and the corner between them, as it shows on a round body."""
        x, y = self.breadth(share), self.y + self.length * (share - 0.5)
        return [(self.x - x, y), (self.x, y + x * 0.22), (self.x + x, y)]


@record(kw_only=True)
class Build:
    """The shapes that a frame is drawn from: hulls.yaml explains the keys."""

    outline: Outline = ()
    envelopes: tuple[Mapping[str, float], ...] = ()
    shape: Mapping[str, float] = field(default_factory=dict)
    ribs: int = 0
    fins: tuple[Outline, ...] = ()
    struts: tuple[Outline, ...] = ()
    pods: Outline = ()
    decks: tuple[Outline, ...] = ()
    lines: tuple[Outline, ...] = ()
    trims: tuple[float, ...] = ()
    mounts: Mapping[str, Outline] = field(default_factory=dict)
    calibre: float = 4.0


GunStyle = Literal["", "flak", "lance", "torpedo", "bombs"]
"""The look of a gun: two barrels, four short ones, a long one, a tube, or a rack."""
Guns = Sequence[tuple[str, float, GunStyle]]
"""The guns of an airship: the slot of each, its heading and its style."""


@lru_cache(maxsize=512)
def draw_airship(
    key: str, guns: Guns, engines: int | None = None, fleet: str = ""
) -> Sequence[Layer]:
    """The silhouette of an airship of a fleet, with the usual engines or so many."""
    build = find_hull("airship", key, Build, fleet)
    if engines is not None:
        pods = tuple(_place_pods(build, engines))
        bars = tuple(((x - 9, y - 1), (x, y - 1), (x, y + 1.4), (x - 9, y + 1.4)) for x, y in pods)
        build = replace(build, pods=pods, struts=bars if build.pods else (*build.struts, *bars))
    return (*_draw_airship_hull(build), *_draw_airship_guns(build, guns))


def _place_pods(build: Build, engines: int) -> Iterator[Point]:
    """Places for half of so many engines, along the right side."""
    reach = max(Envelope(**keys).beam / 2 + keys.get("x", 0.0) for keys in build.envelopes)
    pairs = min(ceil(engines / 2), 4)
    for at in range(pairs):
        yield reach + 5.5, (at - (pairs - 1) / 2) * 19 + 2


def _draw_airship_hull(build: Build) -> Iterator[Layer]:
    for kind, halves in (("strut", build.struts), ("fin", build.fins)):
        yield from lay(kind, (draw_outline(side) for h in halves for side in (h, mirror(h))))
    for x, y in ((side * x, y) for x, y in build.pods for side in (-1, 1)):
        yield from lay("strut", [Envelope(16, 6, x, y, bias=0.9).draw()])
        yield from lay("prop", [draw_outline(complete([(5.5, y + 7), (5.5, y + 8)], x))])
    for keys in build.envelopes:
        envelope = Envelope(**{**keys, **build.shape})
        yield from lay("envelope", [envelope.draw()])
        yield from lay("rib", _draw_ribs(envelope, build.ribs))
        yield from lay("trim", (_draw_band(envelope, share) for share in build.trims))
    yield from lay("deck", (draw_soft(deck, 2.5) for deck in build.decks))
    yield from lay("line", map(draw_line, build.lines))


def _draw_ribs(envelope: Envelope, count: int) -> Iterator[Contour]:
    """Rings about the envelope, and seams along it that crowd on the side away from the light."""
    for at in range(1, count):
        ring = envelope.bend(0.06 + 0.88 * at / count)
        start, middle, end = map(write_point, ring)
        yield Contour(f"M{start}Q{middle} {end}", bound(ring))
    for width in (-0.6, 0.15, 0.5, 0.7, 0.84, 0.94):
        yield draw_line(move(envelope.half(width), envelope.x, envelope.y))


def _draw_band(envelope: Envelope, share: float) -> Contour:
    """A band of colour round the envelope, a twentieth of its length wide."""
    points = [*envelope.bend(share), *envelope.bend(share + 0.05)]
    a, b, c, d, e, f = map(write_point, points)
    return Contour(f"M{a}Q{b} {c}L{f}Q{e} {d}Z", bound(points))


def _draw_airship_guns(build: Build, guns: Guns) -> Iterator[Layer]:
    places = {slot: list(points) for slot, points in build.mounts.items()}
    shown: list[Contour] = []
    for slot, heading, style in guns:
        if places.get(slot):
            shown += _draw_gun(places[slot].pop(0), heading, build.calibre, style)
    return lay("gun", shown)


def _draw_gun(centre: Point, heading: float, size: float, style: GunStyle) -> list[Contour]:
    def bar(start: float, end: float, half: float, right: float = 0, turn: float = 0) -> Contour:
        lengths = (start * size, end * size, half * size, right * size)
        return draw_bar(centre, heading + turn, *lengths)

    if style == "flak":
        barrels = [bar(0, 1.35, 0.16, turn=turn) for turn in (-45, 45, 135, 225)]
        return [draw_disc(size * 0.72, centre), *barrels]
    if style == "lance":
        return [draw_disc(size * 0.6, centre), bar(0, 2.9, 0.17)]
    if style == "torpedo":
        return [bar(-1.5, 1.9, 0.5)]
    if style == "bombs":
        return [bar(-0.8, 1.1, 0.24, side * 0.62) for side in (-1, 0, 1)]
    barrels = [bar(0, 1.8, 0.15, side * 0.34) for side in (-1, 1)]
    return [draw_disc(size * 0.78, centre), *barrels]
