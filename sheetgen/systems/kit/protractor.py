"""Templates of angles at true size: a fan with a scale on its edges, and a dial of all directions.

Lengths are millimetres. A fan has its point at (0, 0) and a dial its middle, both with straight
ahead up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, radians
from typing import Any, Literal

from sheetgen.ground.geometry import polygon, trace, trace_sector
from sheetgen.ground.record import record
from sheetgen.systems.contract import Look, Print, Sheet
from sheetgen.systems.kit.ruler import PARTS, UNITS, Tick, Unit


@record
class Way:
    """A direction with its label, in degrees clockwise from straight ahead."""

    heading: float
    label: str
    note: str = ""

    @property
    def turn(self) -> float:
        """How far its label is turned, so that it is never upside down."""
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
        """Its outline."""
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
        """Its outline."""
        return trace(polygon(self.sides, self.corner, 180 / self.sides))

    @property
    def corner(self) -> float:
        """How far its corners are from the middle."""
        return self.reach / cos(radians(180 / self.sides))

    @property
    def bounds(self) -> Sequence[float]:
        """The headings between its arcs."""
        return [way.heading + 180 / len(self.arcs) for way in self.arcs]


def make_fan(half: float, units: int, ways: Iterable[Way], colour: str, unit: Unit = "in") -> Fan:
    """A fan that reaches so many units."""
    parts = PARTS[unit]
    ticks = []
    for part in range(1, units * parts):
        at, rest = divmod(part, parts)
        height = 5.0 if not rest else 3.2 if 2 * rest == parts else 2.0
        ticks.append(Tick(part * UNITS[unit] / parts, height, "" if rest else str(at)))
    return Fan(half=half, reach=units * UNITS[unit], ticks=ticks, ways=tuple(ways), colour=colour)


def make_sheet(
    game: str,
    kind: str,
    name: Literal["turning-template", "arc-template"],
    about: str,
    fill: Callable[[str], Iterable[Print]],
    degrees: int,
) -> Sheet:
    """The sheet of a template; `fill` makes it in a colour, `degrees` are those that it shows."""

    def fill_template(values: Any, look: Look) -> Iterable[Print]:
        fleet = getattr(values, "fleet", None)
        return fill(look.colour or (fleet.colour if fleet else ""))

    def fill_blank(size: int, look: Look) -> Iterable[Print]:
        if size != degrees:
            raise ValueError(f"this template is of {degrees} degrees, not {size}")
        return fill(look.colour)

    return Sheet(
        name=name,
        title=name.replace("-", " ").capitalize(),
        about=about,
        template=f"{game}/{name}.svg",
        kinds=(kind, "fleet"),
        fill=fill_template,
        fill_blank=fill_blank,
        blank_sizes=(degrees,),
        once=True,
    )
