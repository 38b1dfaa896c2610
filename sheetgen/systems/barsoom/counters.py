"""Counters of ships, seen from above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.plan import COLOUR, DeckPlan, draw_plan, fit_scale, list_records
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.fleet import find_colour
from sheetgen.systems.kit.text import TextWriter

GROUND = "#cfe0ea"
"""The colour of the sky behind ships."""
HEAD, PLATE, LINE = 4.2, 6.6, 2.3
"""The heights of the facing at a counter's top, of its ID and name at the foot, and of every
further line of the name."""
SIZE, SHARE, MOST = 2.2, 0.78, 0.3
"""The size of a name, the share of the width that it may take, and that of the height."""


@record(kw_only=True)
class PlanCounter(kit.Counter):
    """One side of a counter: front, or wild for a ship out of control.

    `size` is its width; its label is the ID, or the code of its class. The `plate` at the foot is
    as high as the lines of its name need.
    """

    height: float
    plate: float
    lines: int  # of the name, 0 where there is no room for it
    plan: DeckPlan


def fill_counters(values: Any, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    livery, writer = kit.choose_livery(values), TextWriter(look.fonts, "Barlow Condensed")
    for member, ship in list_records(values):
        width, height = float(ship.size.wide), float(ship.size.high)
        if look.counter_size:
            width, height = look.counter_size, height * look.counter_size / width
        lines = len(writer.break_lines("", member.name, width * SHARE, SIZE))
        if lines * LINE > height * MOST:
            lines = 0
        plate = PLATE + LINE * max(0, lines - 1)
        plan = draw_plan(ship, fit_scale(ship, width - 4.4, height - HEAD - plate - 1.4))
        front = PlanCounter(
            label=member.id or ship.size.code,
            name=member.name,
            size=width,
            height=height,
            plate=round(plate, 2),
            lines=lines,
            plan=plan,
            parts=plan.parts,
            light=livery.light,
            striped=livery.striped,
            colour=deepen(find_colour(values, look, COLOUR)),
            art=look.art(member.ship),
            sign=kit.sign_counter(values, look, GROUND, height - plate),
        )
        yield kit.print_counter(front, member.title, back="wild", ship=member.title)
