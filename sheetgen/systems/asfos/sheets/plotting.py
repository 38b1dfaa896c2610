"""Plotting charts: a line for every turn's order, for one ship or blank."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import COLOUR
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import Course, plan_courses, size_class
from sheetgen.systems.asfos.fleet import LinkedFleet, Member, RangeBand
from sheetgen.systems.kit.counters import Ensign, make_ensign
from sheetgen.systems.kit.track import break_rows, measure_row

TURNS = 10
"""Lines of a ship's chart where no scenario says how many turns are played."""
ROWS = (5.8, 7.5)
"""The least and the usual height of a line, in millimetres: twelve are as high as ten."""
MOST_TURNS = 24
"""Lines of one chart; a longer game takes another."""
LONGEST = 99
"""Turns of the longest game that a scenario may be."""
BLANKS = 4
"""Blank charts that fit a page."""


@record(kw_only=True)
class Chart:
    """A plotting chart; texts are empty where a blank chart leaves space to write."""

    id: str = ""
    name: str = ""
    about: str = ""  # the design and its size class
    engine: str = ""
    speed: str = ""  # at the start of turn 1
    turns: Sequence[int]
    row: float = ROWS[1]  # the height of a turn's line
    courses: Sequence[Course]
    step: str  # how much an engine point changes the speed
    colour: str
    ensign: Ensign | None = None
    blank: bool = False


def fill_plotting(values: Ship | LinkedFleet, look: Look) -> list[Print]:
    """The chart of a ship, or the charts of a fleet's ships with their IDs and the start speed."""
    if isinstance(values, Ship):
        chart = make_chart(values, RangeBand(size=12), look.colour)
        return [Print(chart, values.name)]
    ensign = make_ensign(values, look, COLOUR)
    charts = ((chart_member(m, values, look), m) for m in values.members)
    return [
        Print(
            replace(chart, ensign=ensign, turns=turns, row=_fit_row(len(turns))),
            m.title,
            ship=m.id,
        )
        for chart, m in charts
        for turns in share_turns(chart.turns, MOST_TURNS)
    ]


def _fit_row(turns: int) -> float:
    return round(min(ROWS[1], max(ROWS[0], TURNS * ROWS[1] / turns)), 2)


def share_turns(turns: Sequence[int], most: int) -> list[Sequence[int]]:
    """The turns in parts of at most `most`, as equal as possible."""
    return break_rows(turns, measure_row(len(turns), most))


def chart_member(member: Member, linked: LinkedFleet, look: Look) -> Chart:
    """The chart of a ship of a fleet: a line for every turn of its scenario."""
    fleet, ship = linked.fleet, member.ship
    chart = make_chart(ship, fleet.range_band, look.colour or fleet.colour, linked.turns or TURNS)
    design = f"{ship.name} class, " if member.name != ship.name else ""
    about, speed = design + chart.about, str(fleet.first_speed)
    return replace(chart, id=member.id, name=member.name, about=about, speed=speed)


def make_chart(ship: Ship, band: RangeBand, colour: str, turns: int = TURNS) -> Chart:
    """The chart of a ship on its own."""
    size = size_class(ship.mass)
    return Chart(
        name=ship.name,
        about=f"{size.name} ({size.code})",
        engine=str(ship.engine),
        turns=range(1, turns + 1),
        courses=plan_courses(ship.engine),
        step=band.measure(1),
        colour=colour,
    )


def blank_plotting(turns: int, look: Look) -> list[Print]:
    """Empty charts for a number of turns. Raises ValueError for more than a game may have."""
    if turns > LONGEST:
        raise ValueError(f"{turns} turns: a game has at most {LONGEST}")
    chart = Chart(
        turns=(),
        courses=plan_courses(None),
        step=RangeBand(size=12).measure(1),
        colour=look.colour,
        blank=True,
    )
    title = f"Blank plotting chart, {turns} turns"
    parts = share_turns(range(1, turns + 1), MOST_TURNS)
    return [Print(replace(chart, turns=part), title, copies=BLANKS) for part in parts]


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
