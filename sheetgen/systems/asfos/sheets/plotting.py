"""Plotting charts: a line for every turn's order, for one ship or blank."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import COLOUR
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import size_class
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.asfos.turns import Course, plan_courses
from sheetgen.systems.kit.ensign import Ensign, make_ensign

TURNS = 10
"""Lines of a ship's chart."""


@record(kw_only=True)
class Chart:
    """A plotting chart; texts are empty where a blank chart leaves space to write."""

    id: str = ""
    name: str = ""
    about: str = ""  # the design and its size class
    engine: str = ""
    speed: str = ""  # at the start of turn 1
    turns: Sequence[int]
    courses: Sequence[Course]
    step: str  # how much an engine point changes the speed
    colour: str
    ensign: Ensign | None = None
    blank: bool = False


def fill_plotting(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The chart of a ship, or the charts of a fleet's ships with their IDs and the start speed."""
    if isinstance(values, Ship):
        chart = _make_chart(values, "", values.name, "", RangeBand(size=12), look.colour)
        return [Print(chart, values.name)]
    fleet = values.fleet
    colour, speed = look.colour or fleet.colour, str(fleet.first_speed)
    ensign = make_ensign(values, look, COLOUR)
    charts = (
        (_make_chart(m.ship, m.id, m.name, speed, fleet.range_band, colour), m)
        for m in values.members
    )
    return [
        Print(replace(chart, ensign=ensign), f"{m.id} {m.name}", ship=m.id) for chart, m in charts
    ]


def _make_chart(ship: Ship, id: str, name: str, speed: str, band: RangeBand, colour: str) -> Chart:
    size = size_class(ship.mass)
    design = f"{ship.name} class, " if name != ship.name else ""
    return Chart(
        id=id,
        name=name,
        about=f"{design}{size.name} ({size.code})",
        engine=str(ship.engine),
        speed=speed,
        turns=range(1, TURNS + 1),
        courses=plan_courses(ship.engine),
        step=band.measure(1),
        colour=colour,
    )


def blank_plotting(turns: int, look: Look) -> list[Print]:
    """An empty chart for a number of turns."""
    chart = Chart(
        turns=range(1, turns + 1),
        courses=plan_courses(None),
        step=RangeBand(size=12).measure(1),
        colour=look.colour,
        blank=True,
    )
    return [Print(chart, f"Blank plotting chart, {turns} turns")]


PLOTTING = Sheet(
    name="plotting-chart",
    title="Plotting chart",
    about="a ship's orders turn by turn, with its turn points; four to a page",
    template="asfos/plotting.svg",
    kinds=("ship", "fleet"),
    fill=fill_plotting,
    default=("fleet",),
    fill_blank=blank_plotting,
    blank_sizes=(TURNS,),
)
