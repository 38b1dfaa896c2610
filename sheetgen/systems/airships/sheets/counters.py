"""Airships seen from above: their silhouettes, and the counters and portraits that show these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache, partial
from math import cos, pi, sin

from sheetgen.ground.geometry import (
    Point,
    bound,
    complete,
    mirror,
    move,
    scale,
    trace_sector,
    write_point,
)
from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print
from sheetgen.systems.airships.data import TORPEDO, AirshipWeapon, Slot
from sheetgen.systems.airships.fleet import COLOUR, AirFleet, list_members
from sheetgen.systems.airships.ship import ALL, ARC_WIDTH, HEADINGS, Ship, find_arcs
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.silhouette import (
    Contour,
    Layer,
    Outline,
    draw_bar,
    draw_disc,
    draw_line,
    draw_outline,
    draw_soft,
    lay,
    make_portrait,
    read_hull,
)

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
    ribs: int = 0
    fins: tuple[Outline, ...] = ()
    struts: tuple[Outline, ...] = ()
    pods: Outline = ()
    decks: tuple[Outline, ...] = ()
    lines: tuple[Outline, ...] = ()
    trims: tuple[float, ...] = ()
    mounts: Mapping[str, Outline] = field(default_factory=dict)
    calibre: float = 4.0


def find_build(frame: str) -> Build:
    """The build of a frame, of a `plane` or of a `torpedo`."""
    return read_hull(__file__, frame, Build)


def draw_ship(frame: str, weapons: Sequence[tuple[Slot, AirshipWeapon]]) -> Sequence[Layer]:
    """A ship's silhouette; equal ships have the very same one."""
    return draw_wing() if frame == "wing" else _draw_ship(frame, tuple(weapons))


@lru_cache(maxsize=512)
def _draw_ship(frame: str, weapons: tuple[tuple[Slot, AirshipWeapon], ...]) -> Sequence[Layer]:
    build = find_build(frame)
    return (*_draw_hull(build), *_draw_guns(build, weapons))


def _draw_hull(build: Build) -> Iterator[Layer]:
    for kind, halves in (("strut", build.struts), ("fin", build.fins)):
        yield from lay(kind, (draw_outline(side) for h in halves for side in (h, mirror(h))))
    for x, y in ((side * x, y) for x, y in build.pods for side in (-1, 1)):
        yield from lay("strut", [Envelope(16, 6, x, y, bias=0.9).draw()])
        yield from lay("prop", [draw_outline(complete([(5.5, y + 7), (5.5, y + 8)], x))])
    for keys in build.envelopes:
        envelope = Envelope(**keys)
        yield from lay("envelope", [envelope.draw()])
        yield from lay("rib", _draw_ribs(envelope, build.ribs))
        yield from lay("trim", (_draw_band(envelope, share) for share in build.trims))
    yield from lay("deck", (draw_soft(deck, 2.5) for deck in build.decks))
    yield from lay("line", map(draw_line, build.lines))


def _draw_ribs(envelope: Envelope, count: int) -> Iterator[Contour]:
    """Rings about the envelope, and two seams along it."""
    for at in range(1, count):
        ring = envelope.bend(0.06 + 0.88 * at / count)
        start, middle, end = map(write_point, ring)
        yield Contour(f"M{start}Q{middle} {end}", bound(ring))
    for width in (-0.55, 0.55):
        yield draw_line(move(envelope.half(width), envelope.x, envelope.y))


def _draw_band(envelope: Envelope, share: float) -> Contour:
    """A band of colour round the envelope, a twentieth of its length wide."""
    points = [*envelope.bend(share), *envelope.bend(share + 0.05)]
    a, b, c, d, e, f = map(write_point, points)
    return Contour(f"M{a}Q{b} {c}L{f}Q{e} {d}Z", bound(points))


def _draw_guns(build: Build, weapons: Sequence[tuple[Slot, AirshipWeapon]]) -> Iterator[Layer]:
    places = {slot: list(points) for slot, points in build.mounts.items()}
    guns: list[Contour] = []
    for slot, weapon in weapons:
        if places.get(slot):
            heading = next((angle for arc, angle in HEADINGS.items() if arc == slot), 0)
            guns += _draw_gun(places[slot].pop(0), heading, build.calibre, weapon)
    return lay("gun", guns)


def _draw_gun(centre: Point, heading: float, size: float, weapon: AirshipWeapon) -> list[Contour]:
    """A weapon by what it does: flak has four short barrels, a lance one long, and so on."""

    def bar(start: float, end: float, half: float, right: float = 0, turn: float = 0) -> Contour:
        lengths = (start * size, end * size, half * size, right * size)
        return draw_bar(centre, heading + turn, *lengths)

    if weapon.has("Flak"):
        barrels = [bar(0, 1.35, 0.16, turn=turn) for turn in (-45, 45, 135, 225)]
        return [draw_disc(size * 0.72, centre), *barrels]
    if weapon.has("Piercing"):
        return [draw_disc(size * 0.6, centre), bar(0, 2.9, 0.17)]
    if weapon.has("Torpedo"):
        return [bar(-1.5, 1.9, 0.5)]
    if weapon.has("Impact"):
        return [bar(-0.8, 1.1, 0.24, side * 0.62) for side in (-1, 0, 1)]
    barrels = [bar(0, 1.8, 0.15, side * 0.34) for side in (-1, 1)]
    return [draw_disc(size * 0.78, centre), *barrels]


@lru_cache(maxsize=1)
def draw_wing() -> Sequence[Layer]:
    """Three aeroplanes, one ahead of the others."""
    plane = scale(complete(find_build("plane").outline), 1.36, 1.6)
    return tuple(
        layer
        for x, y in ((0, -23), (-25, 22), (25, 22))
        for layer in (
            *lay("prop", [draw_outline(_box(x - 8, y - 22.4, x + 8, y - 20.8))]),
            *lay("envelope", [draw_outline(move(plane, x, y))]),
            *lay("gun", [draw_disc(2.2, (x, y + 5))]),
        )
    )


@lru_cache(maxsize=1)
def draw_torpedo() -> Sequence[Layer]:
    """A torpedo with its fins."""
    bands = _box(-8, -22, 8, -17), _box(-8, 10, 8, 13)
    return (
        *lay("prop", [draw_outline(_box(-7, 47.5, 7, 49.2))]),
        *lay("envelope", [draw_outline(complete(find_build("torpedo").outline))]),
        *lay("trim", map(draw_outline, bands)),
    )


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


# Counters of ships, wings and torpedoes, seen from above.


SIZES = {"wing": 0.75, "scout": 1.0, "frigate": 1.25, "carrier": 1.5, "dreadnought": 1.75}
"""The size of each frame's counter, in inches; the game sets none."""
TORPEDOES = 4
"""Torpedo counters for each launcher: it fires one a turn, and few fly longer than four turns."""


@record(kw_only=True)
class ArcCounter(kit.Counter):
    """The counter of a ship, a wing or a torpedo."""

    covered: Sequence[str] = ()  # the arcs on which weapons bear, as sectors of radius 100
    hull: int = 0  # of a torpedo


def fill_counters(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships, each followed by those of its wings."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    for member in members:
        ship = member.ship
        weapons = ship.list_weapons()
        bearing = {arc for slot, weapon in weapons for arc in find_arcs(slot, weapon)}
        counter = ArcCounter(
            label=member.id or ship.build.code,
            name=member.name,
            size=look.counter_size or SIZES[ship.frame] * kit.INCH,
            parts=draw_ship(ship.frame, weapons),
            covered=[_trace_arc(HEADINGS[arc]) for arc in ALL if arc in bearing],
            light=livery.light,
            striped=livery.striped,
            colour=look.colour or COLOUR,
            art=look.art(ship),
            sign=sign(look.counter_size or SIZES[ship.frame] * kit.INCH),
        )
        yield kit.print_counter(counter, f"{counter.label} {member.name}", ship=member.title)
        for number, aboard in enumerate(member.wings, start=1):
            wing = replace(
                counter,
                label=aboard.id or f"W{number}",
                name=aboard.wing.name,
                size=look.counter_size or SIZES["wing"] * kit.INCH,
                parts=draw_wing(),
                covered=(),
                art="",
                sign=sign(look.counter_size or SIZES["wing"] * kit.INCH),
            )
            yield kit.print_counter(wing, f"{wing.label} {wing.name}", ship=member.title)


def _trace_arc(heading: float) -> str:
    return trace_sector(100, heading - ARC_WIDTH / 2, heading + ARC_WIDTH / 2)


def fill_torpedoes(values: Ship | AirFleet, look: Look) -> Iterator[Print]:
    """Torpedo counters for every launcher of a ship or of a fleet's ships."""
    livery = kit.choose_livery(values)
    members, look = list_members(values, look)
    sign = partial(kit.sign_counter, values, look, look.colour or COLOUR)
    for member in members:
        launchers = sum(weapon.has("Torpedo") for _, weapon in member.ship.list_weapons())
        for number in range(1, launchers * TORPEDOES + 1):
            torpedo = ArcCounter(
                label=f"{member.id} T{number}".strip(),
                name=member.name,
                size=look.counter_size or 16.0,
                parts=draw_torpedo(),
                light=livery.light,
                striped=livery.striped,
                colour=look.colour or COLOUR,
                hull=TORPEDO.hull,
                sign=sign(look.counter_size or 16.0),
            )
            yield kit.print_counter(torpedo, f"{torpedo.label} {member.name}", ship=member.title)


COUNTERS = kit.counter_sheet(
    title="Counters",
    about="a counter for each ship and wing, seen from above, with ID, facing and arcs",
    template="airships/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)
TORPEDO_COUNTERS = kit.counter_sheet(
    name="torpedoes",
    title="Torpedo counters",
    about="four torpedoes for each launcher, with their hull to strike off",
    template="airships/torpedo.svg",
    kinds=("ship", "fleet"),
    fill=fill_torpedoes,
    role="",
)


# Portraits: a ship seen from above, for books.


def _draw(ship: Ship) -> Sequence[Layer]:
    return draw_ship(ship.frame, ship.list_weapons())


PORTRAIT = make_portrait("airships", "ship", _draw, "#1f4e79")
