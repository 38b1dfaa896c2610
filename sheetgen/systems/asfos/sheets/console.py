"""Consoles: a ship's display with its plotting chart below, on half a page for most ships."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.record import read_values, record, replace
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.fleet import LinkedFleet, RangeBand
from sheetgen.systems.asfos.sheets.display import (
    FOOT,
    LINE,
    TOP,
    Display,
    Shape,
    blank_display,
    fill_display,
)
from sheetgen.systems.asfos.sheets.plotting import (
    TURNS,
    Chart,
    blank_plotting,
    chart_member,
    make_chart,
    share_turns,
)

SHAPE = Shape(widths=(7, 17, 12), lines=(3, 4))
"""Up to three lines of boxes, and then the chart, are half a page of A4 or Letter.

The largest ships have a page that is upright.
"""
HEIGHT = 190.0
"""The most of a page, in millimetres, that leaves room for the ruler in its margin."""
HEAD, END, AID = 5.0, 5.0, 51.0
"""The heights of a chart's heading, of what is below it, and of the turn points beside it."""
ROWS = (5.0, 7.5)
"""The least and the usual height of a turn's line."""


@record(kw_only=True)
class Console(Display):
    """A display with its chart, whose turns are in `blocks` beside each other.

    The chart reaches `depth` millimetres below the display. Beside it are lines for notes.
    """

    blocks: Sequence[Sequence[int]]
    row_height: float
    depth: float
    note_lines: int


def fill_console(values: Ship | LinkedFleet, look: Look) -> list[Print]:
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
    shown: Display = display.data
    blocks = share_turns(chart.turns, -(-len(chart.turns) // (2 if shown.columns > 7 else 1)))
    most = len(blocks[0])
    room = HEIGHT - TOP - len(shown.lines) * LINE - FOOT - HEAD - END
    row = round(min(ROWS[1], max(ROWS[0], room / most)), 2)
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
