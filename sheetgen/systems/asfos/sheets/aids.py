"""Aids to cut out: the template for turns and arcs, and the range ruler in strips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import RANGES
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.kit.text import sign

LONGEST = 260
"""Millimetres of a strip with its tab, to fit both A4 and Letter in landscape."""
TAB = 10
"""Millimetres of a strip onto which the next one is glued."""
UNITS = {"in": 25.4, "cm": 10.0}
"""Millimetres to a unit."""
PARTS = {"in": 4, "cm": 2}
"""The number of parts into which a unit is divided."""


@dataclass(frozen=True, slots=True)
class Template:
    """The template for turns and arcs; `reach` is how far secondaries fire."""

    reach: str
    colour: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the ruler, in millimetres from the strip's left edge."""

    x: float
    height: float
    label: str = ""
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Zone:
    """The part of a range band that lies on a strip, in millimetres."""

    x: float
    width: float
    step: int  # 0 short, 1 medium, 2 long
    name: str
    modifier: str
    span: str
    shift: str
    begins: bool  # whether the band begins inside the strip


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of the ruler; lengths in millimetres."""

    number: int
    count: int
    length: float
    tab: float
    ticks: Sequence[Tick]
    zones: Sequence[Zone]
    reach: str  # of secondaries, written where its bar has room for it
    reach_end: float  # where that bar ends; 0 if there is none
    reach_ends: bool  # whether it ends inside the strip
    colour: str


def split_ruler(band: RangeBand) -> list[tuple[int, int]]:
    """Where the strips of a ruler begin and end, in whole units.

    A strip holds as many whole bands as fit; where not even one fits, the strips are as long as
    they can be without the last being a stub.
    """
    most = int((LONGEST - TAB) / UNITS[band.unit])
    total = band.size * len(RANGES)
    even = -(-total // -(-total // most))
    step = most // band.size * band.size or even
    return [(start, min(start + step, total)) for start in range(0, total, step)]


def fill_template(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The template, with the fleet's reach of secondaries."""
    band, colour = find_band(values, look)
    return [Print(Template(band.show(5), colour), f"Range band {band.show(10)}")]


def fill_ruler(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The strips of a ruler for the fleet's range bands."""
    band, colour = find_band(values, look)
    spans = split_ruler(band)
    whole = f"Range band {band.show(10)}"
    return [
        Print(
            _make_strip(band, number, spans, colour),
            f"{whole}, strip {number} of {len(spans)}" if len(spans) > 1 else whole,
        )
        for number in range(1, len(spans) + 1)
    ]


def find_band(values: Ship | LinkedFleet, look: Look) -> tuple[RangeBand, str]:
    """A fleet's range band and colour; 12 inches for a ship on its own."""
    if isinstance(values, Ship):
        return RangeBand(size=12), look.colour
    return values.fleet.range_band, look.colour or values.fleet.colour


def _make_strip(
    band: RangeBand, number: int, spans: Sequence[tuple[int, int]], colour: str
) -> Strip:
    unit = UNITS[band.unit]
    start, end = spans[number - 1]
    last = number == len(spans)
    reach = min(band.size / 2, end) - start
    return Strip(
        number=number,
        count=len(spans),
        length=(end - start) * unit,
        tab=0 if last else TAB,
        ticks=tuple(_mark_units(band, start, end)),
        zones=tuple(_mark_zones(band, start, end)),
        reach=band.show(5),
        reach_end=max(0.0, reach * unit),
        reach_ends=start < band.size / 2 <= end,
        colour=colour,
    )


def _mark_units(band: RangeBand, start: int, end: int) -> Iterator[Tick]:
    """Ticks at every unit and its parts; the ends of the strip are its edges."""
    unit, parts = UNITS[band.unit], PARTS[band.unit]
    for part in range((end - start) * parts + 1):
        at, rest = divmod(part, parts)
        x = part * unit / parts
        if rest:
            yield Tick(x, 3.2 if 2 * rest == parts else 2)
            continue
        edge = at in (0, end - start)
        if at == 0 and start:
            yield Tick(x, 5)  # its number is on the strip before
        else:
            anchor = "middle" if not edge else "end" if at else "start"
            yield Tick(x, 5, str(start + at), anchor)


def _mark_zones(band: RangeBand, start: int, end: int) -> Iterator[Zone]:
    """The parts of range bands between two units."""
    unit = UNITS[band.unit]
    for step, entry in enumerate(RANGES):
        low, high = max(start, step * band.size), min(end, (step + 1) * band.size)
        if low < high:
            yield Zone(
                x=(low - start) * unit,
                width=(high - low) * unit,
                step=step,
                name=entry.name,
                modifier=sign(entry.modifier),
                span=band.span(step, step + 1),
                shift=f"{entry.shift} columns left" if entry.shift else "",
                begins=start < low == step * band.size,
            )


TEMPLATE = Sheet(
    name="arc-template",
    title="Arc template",
    about="the four arcs of fire and the 45° turns, to cut out",
    template="asfos/arc-template.svg",
    kinds=("ship", "fleet"),
    fill=fill_template,
    default=("fleet",),
    once=True,
)
RULER = Sheet(
    name="range-ruler",
    title="Range ruler",
    about="the range bands in strips to cut out and glue together",
    template="asfos/range-ruler.svg",
    kinds=("ship", "fleet"),
    fill=fill_ruler,
    default=("fleet",),
    once=True,
)
