"""Rulers at true size, in strips that are cut out and glued end to end; lengths in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians
from typing import Literal

from sheetgen.ground.geometry import polygon, trace, trace_sector
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.systems.contract import Look, Print, Sheet

LONGEST = 260
"""A strip with its tab, to fit both A4 and Letter across."""
TAB = 10
"""The part of a strip onto which the next one is glued."""
UNITS = {"in": 25.4, "cm": 10.0}
"""Millimetres to a unit."""
PARTS = {"in": 4, "cm": 2}
"""The number of parts into which a unit is divided."""
LETTER, NUMBER = 2.1, 20.0
"""The widths of a wide letter of a title, and of the number of a strip beside it."""
MOST = 99
"""Units of the longest ruler."""

Unit = Literal["in", "cm"]


class Band(NamedTuple):
    """A range band, in units: what it is called, what it does, and its limits in words."""

    start: float
    end: float
    name: str
    value: str
    span: str
    note: str = ""


class RulerMark(NamedTuple):
    """A length that counts in the game, in units, and what for."""

    at: float
    label: str


@record
class Tick:
    """A mark of the scale, from the strip's left edge."""

    x: float
    height: float
    label: str = ""
    anchor: str = "middle"


@record
class RulerZone:
    """The part of a range band that lies on a strip."""

    x: float
    width: float
    step: int  # which band it is, from 0
    name: str
    value: str
    span: str
    note: str
    begins: bool  # whether the band begins inside the strip


@record
class Flag:
    """A mark on a strip; its label has the `room` to the left of it."""

    x: float
    room: float
    label: str


@record(kw_only=True)
class RulerStrip:
    """A strip of a ruler; `lanes` are rows of flags."""

    title: str = ""
    number: int
    count: int
    length: float
    tab: float
    ticks: Sequence[Tick]
    zones: Sequence[RulerZone] = ()
    lanes: Sequence[Sequence[Flag]] = ()
    colour: str


@record(kw_only=True)
class Ruler:
    """A ruler of `total` units; strips end with a `band` of so many units where one fits."""

    total: int
    unit: Unit = "in"
    band: int = 0
    bands: Sequence[Band] = ()
    lanes: Sequence[Sequence[RulerMark]] = ()
    titles: Sequence[str] = ()  # a strip has the first of them that it has room for
    colour: str = ""
    longest: float = LONGEST

    def split(self) -> list[tuple[int, int]]:
        """Return the start and the end of each strip, in whole units.

        A strip holds as many whole bands as fit; where not even one fits, the strips are as long
        as they can be without the last being a stub.
        """
        most = int((self.longest - TAB) / UNITS[self.unit])
        even = -(-self.total // -(-self.total // most))
        step = (most // self.band * self.band if self.band else 0) or even
        return [(start, min(start + step, self.total)) for start in range(0, self.total, step)]

    def cut(self) -> list[RulerStrip]:
        """Cut the ruler into its strips."""
        spans = self.split()
        return [
            RulerStrip(
                title=self._choose_title((end - start) * UNITS[self.unit]),
                number=number,
                count=len(spans),
                length=(end - start) * UNITS[self.unit],
                tab=0 if number == len(spans) else TAB,
                ticks=tuple(self._mark_units(start, end)),
                zones=tuple(self._mark_zones(start, end)),
                lanes=tuple(tuple(self._raise_flags(lane, start, end)) for lane in self.lanes),
                colour=self.colour,
            )
            for number, (start, end) in enumerate(spans, start=1)
        ]

    def _choose_title(self, length: float) -> str:
        fitting = (t for t in self.titles if len(t) * LETTER <= length - NUMBER)
        return next(fitting, "")

    def _mark_units(self, start: int, end: int) -> Iterator[Tick]:
        """Ticks at every unit and its parts; the ends of the strip are its edges."""
        unit, parts = UNITS[self.unit], PARTS[self.unit]
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

    def _mark_zones(self, start: int, end: int) -> Iterator[RulerZone]:
        """The parts of range bands between two units."""
        unit = UNITS[self.unit]
        for step, band in enumerate(self.bands):
            low, high = max(start, band.start), min(end, band.end)
            if low < high:
                yield RulerZone(
                    x=(low - start) * unit,
                    width=(high - low) * unit,
                    step=step,
                    name=band.name,
                    value=band.value,
                    span=band.span,
                    note=band.note,
                    begins=start < low == band.start,
                )

    def _raise_flags(self, marks: Iterable[RulerMark], start: int, end: int) -> Iterator[Flag]:
        """The marks between two units; those at the same place share a flag."""
        unit = UNITS[self.unit]
        labels: dict[float, list[str]] = {}
        for mark in sorted(marks, key=lambda mark: mark.at):
            if start < mark.at <= end:
                labels.setdefault((mark.at - start) * unit, []).append(mark.label)
        before = 0.0
        for x, said in labels.items():
            yield Flag(x, x - before, ", ".join(dict.fromkeys(said)))
            before = x


def limit_strip(look: Look) -> float:
    """The length of the longest strip, with its tab, on the paper of a run, in millimetres."""
    return min(LONGEST, max(look.room or (LONGEST,)))


def print_strips(strips: Sequence[RulerStrip], name: str) -> list[Print]:
    """The strips of a ruler, called by its name and their numbers."""
    return [
        Print(
            strip,
            tr("{}, strip {} of {}", name, strip.number, strip.count) if strip.count > 1 else name,
        )
        for strip in strips
    ]


def check_length(size: int) -> int:
    """A number of units that a ruler can have. Raises ValueError for others."""
    if size > MOST:
        raise ValueError(f"a ruler has at most {MOST} units, not {size}")
    return size


# Templates of angles at true size, in millimetres, with straight ahead up: a fan from its point at
# (0, 0), with a scale on its edges, and a dial of all directions about its middle.


@record
class Way:
    """A direction with its label, in degrees clockwise from straight ahead."""

    heading: float
    label: str
    note: str = ""

    @property
    def turn(self) -> float:
        """The turn of the label in degrees, such that it is never upside down."""
        return self.heading if abs(self.heading) <= 90 else (self.heading + 90) % 180 - 90

    @property
    def below(self) -> bool:
        """Whether its label is below the middle, once turned."""
        return abs(self.heading) > 90


@record(kw_only=True)
class Fan:
    """A sector about straight ahead whose edges are rulers; `ticks` are measured from its point."""

    half: float  # degrees from the middle to an edge
    reach: float
    ticks: Sequence[Tick]
    ways: Sequence[Way]
    colour: str

    @property
    def outline(self) -> str:
        """The outline of the fan, as path data."""
        return trace_sector(self.reach, -self.half, self.half)


@record(kw_only=True)
class Dial:
    """A polygon with a flat side ahead, divided into arcs of one width."""

    sides: int
    reach: float  # to the flat sides
    arcs: Sequence[Way]  # by their middles
    ways: Sequence[Way]
    colour: str

    @property
    def outline(self) -> str:
        """The outline of the dial, as path data."""
        return trace(polygon(self.sides, self.corner, 180 / self.sides))

    @property
    def corner(self) -> float:
        """The distance of the corners from the middle, in millimetres."""
        return self.reach / cos(radians(180 / self.sides))

    @property
    def bounds(self) -> Sequence[float]:
        """The headings between its arcs."""
        return [way.heading + 180 / len(self.arcs) for way in self.arcs]


def make_fan(half: float, inches: int, ways: Iterable[Way], colour: str) -> Fan:
    """A fan that reaches so many inches."""
    unit, parts = UNITS["in"], PARTS["in"]
    ticks = []
    for part in range(1, inches * parts):
        at, rest = divmod(part, parts)
        height = 5.0 if not rest else 3.2 if 2 * rest == parts else 2.0
        ticks.append(Tick(part * unit / parts, height, "" if rest else str(at)))
    return Fan(half=half, reach=inches * unit, ticks=ticks, ways=tuple(ways), colour=colour)


# Calibration: a page for both sides of the paper, from which a printer's habits are read.


@record
class Calibration:
    """One side of the page; the template draws all of it."""

    side: str = "front"


def _fill(size: int, look: Look) -> Iterator[Print]:
    if size != 1:
        raise ValueError(f"{size} makes no sense: there is one calibration page")
    yield Print(Calibration(), "Calibration", back=Calibration("back"))


CALIBRATION = Sheet(
    name="calibration",
    title="Calibration",
    about="rulers, the place of backs, lines, letters and greys, to read off what a printer does",
    template="common/calibration.svg",
    kinds=(),
    fill=lambda values, look: (),
    fill_blank=_fill,
    blank_sizes=(1,),
    cut=False,
)
