"""Airships seen from above: envelopes by formula, with fins, decks and the ship's own weapons.

Each frame has a build of its own: a scout is one slim envelope, a frigate carries engines on
outriggers, a carrier's deck hangs between two envelopes, and a dreadnought is three in one. A wing
is three aeroplanes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Literal, NamedTuple

from sheetgen.ground.geometry import (
    Point,
    aim,
    complete,
    mirror,
    move,
    scale,
    trace,
    trace_circle,
    trace_soft,
    write,
)
from sheetgen.systems.airships.arcs import HEADINGS
from sheetgen.systems.airships.data import Slot, Weapon

PartKind = Literal["fin", "strut", "envelope", "rib", "trim", "deck", "line", "gun", "prop"]
_STEPS = 22  # straight pieces of half an envelope's outline


class Part(NamedTuple):
    """One shape: SVG path data, and what it is.

    A `rib` and a `line` are open, everything else is closed; `trim` takes the fleet's colour; an
    `envelope` is round, and shaded from left to right.
    """

    path: str
    kind: PartKind


@dataclass(frozen=True, slots=True)
class Envelope:
    """A gas bag about `centre`: the smaller `blunt`, the fuller its ends.

    A `bias` under 1 moves its broadest place forward.
    """

    length: float
    beam: float
    centre: Point = (0.0, 0.0)
    blunt: float = 0.62
    bias: float = 0.8

    def breadth(self, share: float) -> float:
        """Half the breadth at a share of the length from the nose, 0 to 1."""
        swell = max(0.0, sin(pi * share**self.bias))
        return self.beam / 2 * float(swell**self.blunt)

    def half(self, width: float = 1.0) -> list[Point]:
        """The right half of the outline from nose to tail, in a share of its breadth."""
        shares = ((1 - cos(pi * at / _STEPS)) / 2 for at in range(_STEPS + 1))  # closer at the ends
        return [(width * self.breadth(s), self.length * (s - 0.5)) for s in shares]

    def outline(self) -> list[Point]:
        """The whole outline."""
        return move(complete(self.half()), *self.centre)


@dataclass(frozen=True, slots=True)
class Build:
    """What a frame looks like; `fins` and `struts` are right halves, mirrored to the left.

    `mounts` are where the weapons of each slot stand, `calibre` how large they are.
    """

    envelopes: tuple[Envelope, ...]
    ribs: int
    fins: tuple[tuple[Point, ...], ...] = ()
    struts: tuple[tuple[Point, ...], ...] = ()
    pods: tuple[Point, ...] = ()
    decks: tuple[tuple[Point, ...], ...] = ()
    lines: tuple[tuple[Point, ...], ...] = ()
    trims: tuple[float, ...] = ()  # where bands of colour lie, as shares of the first envelope
    mounts: dict[Slot, tuple[Point, ...]] | None = None
    calibre: float = 4.0


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


BUILDS: dict[str, Build] = {
    "scout": Build(
        envelopes=(Envelope(92, 25, bias=0.72),),
        ribs=6,
        fins=(((4, 22), (19, 38), (19, 46), (4, 44)),),
        decks=(_box(-4.2, -20, 4.2, 14),),
        lines=(((0, 16), (0, 40)),),
        trims=(0.13,),
        mounts={"turret": ((0, -6),)},
        calibre=5.4,
    ),
    "frigate": Build(
        envelopes=(Envelope(96, 31),),
        ribs=8,
        fins=(((5, 26), (25, 36), (25, 46), (5, 46)),),
        struts=(_box(8, -11, 25, -8), _box(8, 9, 25, 12)),
        pods=((25, -9.5), (25, 10.5)),
        decks=(_box(-5, -31, 5, 25),),
        lines=(((0, 27), (0, 44)),),
        trims=(0.1, 0.82),
        mounts={
            "forward": ((0, -22),),
            "port": ((-9.5, 0.5),),
            "starboard": ((9.5, 0.5),),
        },
        calibre=5.0,
    ),
    "carrier": Build(
        envelopes=(Envelope(94, 25, (-24, 1)), Envelope(94, 25, (24, 1))),
        ribs=8,
        fins=(((28, 26), (43, 36), (43, 46), (28, 45)),),
        struts=(_box(8, -24, 22, -20), _box(8, 20, 22, 24)),
        decks=(_box(-12.5, -43, 12.5, 43),),
        lines=(
            ((-12.5, -14), (12.5, -14)),
            ((-12.5, 24), (12.5, 24)),
            ((0, -11), (0, -5)),
            ((0, -1), (0, 5)),
            ((0, 9), (0, 15)),
        ),
        trims=(0.1,),
        mounts={"forward": ((0, -30),), "aft": ((0, 34),)},
        calibre=5.0,
    ),
    "dreadnought": Build(
        envelopes=(
            Envelope(74, 27, (-25, 4), blunt=0.5),
            Envelope(74, 27, (25, 4), blunt=0.5),
            Envelope(98, 36, blunt=0.5),
        ),
        ribs=9,
        fins=(((8, 24), (46, 34), (46, 46), (8, 48)), ((33, -12), (43, -2), (43, 10), (33, 16))),
        decks=(_box(-7, -38, 7, 40), _box(-12, -6, 12, 10)),
        lines=(((-12, 2), (12, 2)),),
        trims=(0.07, 0.86),
        mounts={
            "forward": ((0, -28),),
            "port": ((-25, -9), (-25, 14)),
            "starboard": ((25, -9), (25, 14)),
            "aft": ((0, 31),),
        },
        calibre=5.4,
    ),
}
"""The ships, in a box of 100 units about (0, 0) with the bow up."""

_PLANE: tuple[Point, ...] = (
    (0, -13), (1.6, -11), (1.9, -6), (16, -4), (17, -1.5), (16, 1.2), (1.9, 2.2), (1.4, 10),
    (6, 11.2), (6, 13.6), (0.8, 14.2), (0, 15.5),
)  # fmt: skip
_SHARK: tuple[Point, ...] = (
    (0, -48), (5, -43), (7.5, -35), (8, -20), (8, 16), (6, 30), (18, 40), (18, 47), (4, 43),
    (3, 46), (0, 46),
)  # fmt: skip


def draw_ship(frame: str, weapons: Sequence[tuple[Slot, Weapon]]) -> Sequence[Part]:
    """A ship's shapes from the lowest to the topmost; equal ships have the very same ones."""
    if frame == "wing":
        return draw_wing()
    return _draw_ship(frame, tuple(weapons))


@lru_cache(maxsize=512)
def _draw_ship(frame: str, weapons: tuple[tuple[Slot, Weapon], ...]) -> Sequence[Part]:
    build = BUILDS[frame]
    return (*_draw_hull(build), *_draw_guns(build, weapons))


def _draw_hull(build: Build) -> Iterator[Part]:
    yield Part("".join(_both(build.struts)), "strut")
    yield Part("".join(_both(build.fins)), "fin")
    for x, y in build.pods:
        for side in (-1, 1):
            pod = Envelope(16, 6, (side * x, y), bias=0.9)
            yield Part(trace(pod.outline()), "strut")
            yield Part(trace(_complete_at(side * x, ((5.5, y + 7), (5.5, y + 8)))), "prop")
    for envelope in build.envelopes:
        yield Part(trace(envelope.outline()), "envelope")
        yield Part("".join(_draw_ribs(envelope, build.ribs)), "rib")
        yield Part("".join(_draw_band(envelope, share) for share in build.trims), "trim")
    yield Part("".join(trace_soft(deck, 2.5) for deck in build.decks), "deck")
    if build.lines:
        yield Part("".join(trace(line, close=False) for line in build.lines), "line")


def _both(halves: Sequence[Sequence[Point]]) -> Iterator[str]:
    for half in halves:
        yield trace(half)
        yield trace(mirror(half))


def _draw_ribs(envelope: Envelope, count: int) -> Iterator[str]:
    """Rings about the envelope, bent as a round body shows them, and two seams along it."""
    cx, cy = envelope.centre
    for at in range(1, count):
        share = 0.06 + 0.88 * at / count
        x, y = envelope.breadth(share), cy + envelope.length * (share - 0.5)
        sag = x * 0.22
        start, middle, end = (cx - x, y), (cx, y + sag), (cx + x, y)
        yield f"M{_pair(start)}Q{_pair(middle)} {_pair(end)}"
    for width in (-0.55, 0.55):
        yield trace(move(envelope.half(width), cx, cy), close=False)


def _draw_band(envelope: Envelope, share: float) -> str:
    """A band of colour round the envelope, a twentieth of its length wide."""
    cx, cy = envelope.centre
    ends = []
    for at in (share, share + 0.05):
        x, y = envelope.breadth(at), cy + envelope.length * (at - 0.5)
        ends.append(((cx - x, y), (cx, y + x * 0.22), (cx + x, y)))
    (a, b, c), (d, e, f) = ends
    return f"M{_pair(a)}Q{_pair(b)} {_pair(c)}L{_pair(f)}Q{_pair(e)} {_pair(d)}Z"


def _draw_guns(build: Build, weapons: Sequence[tuple[Slot, Weapon]]) -> Iterator[Part]:
    places = {slot: list(points) for slot, points in (build.mounts or {}).items()}
    path = ""
    for slot, weapon in weapons:
        if places.get(slot):
            heading = next((angle for arc, angle in HEADINGS.items() if arc == slot), 0)
            path += _trace_gun(places[slot].pop(0), heading, build.calibre, weapon)
    if path:
        yield Part(path, "gun")


def _trace_gun(centre: Point, heading: float, size: float, weapon: Weapon) -> str:
    """A weapon by what it does: flak has four short barrels, a lance one long, and so on."""
    if weapon.has("Flak"):
        barrels = [_trace_bar(centre, heading + turn, 0, size * 1.35, 0.16 * size) for turn in _X]
        return trace_circle(size * 0.72, centre) + "".join(barrels)
    if weapon.has("Piercing"):
        barrel = _trace_bar(centre, heading, 0, size * 2.9, 0.17 * size)
        return trace_circle(size * 0.6, centre) + barrel
    if weapon.has("Torpedo"):
        return _trace_bar(centre, heading, -size * 1.5, size * 1.9, 0.5 * size)
    if weapon.has("Impact"):
        tubes = (_shift(centre, heading, side * size * 0.62) for side in (-1, 0, 1))
        return "".join(_trace_bar(t, heading, -size * 0.8, size * 1.1, 0.24 * size) for t in tubes)
    barrels = [
        _trace_bar(_shift(centre, heading, side * size * 0.34), heading, 0, size * 1.8, 0.15 * size)
        for side in (-1, 1)
    ]
    return trace_circle(size * 0.78, centre) + "".join(barrels)


_X = (-45, 45, 135, 225)


def _shift(place: Point, heading: float, right: float) -> Point:
    return aim(heading + 90, right, place)


def _trace_bar(foot: Point, heading: float, start: float, end: float, half: float) -> str:
    """A bar along a heading, `half` as wide to each side."""
    corners = ((start, -half), (end, -half), (end, half), (start, half))
    return trace([_shift(aim(heading, along, foot), heading, side) for along, side in corners])


@lru_cache(maxsize=1)
def draw_wing() -> Sequence[Part]:
    """Three aeroplanes, one ahead of the others."""
    parts = []
    for x, y in ((0, -23), (-25, 22), (25, 22)):
        disc = _box(x - 8, y - 22.4, x + 8, y - 20.8)
        parts.append(Part(trace(disc), "prop"))
        parts.append(Part(trace(move(scale(complete(_PLANE), 1.36, 1.6), x, y)), "envelope"))
        parts.append(Part(trace_circle(2.2, (x, y + 5)), "gun"))
    return parts


@lru_cache(maxsize=1)
def draw_torpedo() -> Sequence[Part]:
    """A torpedo with its fins."""
    ends = ((-7, 47.5), (7, 47.5), (7, 49.2), (-7, 49.2))
    bands = _box(-8, -22, 8, -17), _box(-8, 10, 8, 13)
    return (
        Part(trace(ends), "prop"),
        Part(trace(complete(_SHARK)), "envelope"),
        Part("".join(map(trace, bands)), "trim"),
    )


def _complete_at(x: float, half: Sequence[Point]) -> list[Point]:
    """The outline whose right half is given from an upright line at `x`."""
    return [(x + dx, y) for dx, y in complete(half)]


def _pair(point: Point) -> str:
    return f"{write(point[0])} {write(point[1])}"
