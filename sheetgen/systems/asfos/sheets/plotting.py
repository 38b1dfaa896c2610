"""Plotting charts: a line for every turn's order, alone or below a display, filled or blank."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import read_values, record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.data import COLOUR
from sheetgen.systems.asfos.fleet import RangeBand, StarFleet, Starship
from sheetgen.systems.asfos.sheets.display import (
    FOOT,
    LINE,
    TOP,
    Shape,
    ShipDisplay,
    blank_display,
    fill_display,
)
from sheetgen.systems.asfos.ship import Course, Ship, plan_courses, size_class
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


def fill_plotting(values: Ship | StarFleet, look: Look) -> list[Print]:
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


def chart_member(member: Starship, linked: StarFleet, look: Look) -> Chart:
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


# Consoles: a ship's display with its plotting chart below, on half a page for most ships.


SHAPE = Shape(widths=(7, 17, 12), lines=(3, 4))
"""Up to three lines of boxes, and then the chart, are half a page of A4 or Letter.

The largest ships have a page that is upright.
"""
HEIGHT = 190.0
"""The most of a page, in millimetres, that leaves room for the ruler in its margin."""
HEAD, END, AID = 5.0, 5.0, 51.0
"""The heights of a chart's heading, of what is below it, and of the turn points beside it."""
CONSOLE_ROWS = (5.0, 7.5)
"""The least and the usual height of a turn's line."""


@record(kw_only=True)
class Console(ShipDisplay):
    """A display with its chart, whose turns are in `blocks` beside each other.

    The chart reaches `depth` millimetres below the display. Beside it are lines for notes.
    """

    blocks: Sequence[Sequence[int]]
    row_height: float
    depth: float
    note_lines: int


def fill_console(values: Ship | StarFleet, look: Look) -> list[Print]:
    """The consoles of a ship or of a fleet's ships."""
    prints = fill_display(SHAPE)(values, look)
    if isinstance(values, Ship):
        charts = [make_chart(values, RangeBand(size=12), look.colour)]
    else:
        charts = [chart_member(member, values, look) for member in values.members]
    return [_join(one, chart) for one, chart in zip(prints, charts, strict=True)]


def blank_console(mass: int, look: Look) -> list[Print]:
    """An empty console for a ship of a mass."""
    display, chart = blank_display(SHAPE)(mass, look)[0], blank_plotting(TURNS, look)[0]
    return [replace(_join(display, chart.data), title=f"Blank console, mass {mass}")]


def _join(display: Print, chart: Chart) -> Print:
    shown: ShipDisplay = display.data
    blocks = share_turns(chart.turns, -(-len(chart.turns) // (2 if shown.columns > 7 else 1)))
    most = len(blocks[0])
    room = HEIGHT - TOP - len(shown.lines) * LINE - FOOT - HEAD - END
    row = round(min(CONSOLE_ROWS[1], max(CONSOLE_ROWS[0], room / most)), 2)
    depth = max(HEAD + most * row, AID) + END
    known = read_values(shown) | {"chart": chart}
    lines = max(0, int((depth - END - AID - 1) // 5.5))
    console = Console(**known, blocks=blocks, row_height=row, depth=depth, note_lines=lines)
    return Print(console, display.title, ship=display.ship)


CONSOLE = Sheet(
    name="console",
    title="Console",
    about="a ship's display with its plotting chart, half a page for most; instead of these two",
    template="asfos/display.svg",
    kinds=("ship", "fleet"),
    fill=fill_console,
    fill_blank=blank_console,
    blank_sizes=(4, 6, 12),
)
