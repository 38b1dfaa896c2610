"""Ship counters: a ship seen from above on its class's size of counter."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.fleet import COLOUR, LinkedFleet, list_members
from sheetgen.systems.barsoom.plan import Plan, draw_plan, draw_portrait, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import find_colour
from sheetgen.systems.kit import counters as kit
from sheetgen.systems.kit.silhouette import make_portrait
from sheetgen.systems.kit.text import TextWriter

GROUND = "#cfe0ea"
"""The colour of the sky behind ships."""
SIZES = {"capital": (31.75, 76.2), "medium": (25.4, 57.15), "small": (25.4, 38.1)}
"""Width and height of a class's counter: 1¼ × 3, 1 × 2¼ and 1 × 1½ inches, in millimetres."""
HEAD, PLATE, LINE = 4.2, 6.6, 2.3
"""The heights of the facing at a counter's top, of its ID and name at the foot, and of every
further line of the name."""
SIZE, SHARE, MOST = 2.2, 0.78, 0.3
"""The size of a name, the share of the width that it may take, and that of the height."""


@record(kw_only=True)
class Counter(kit.Counter):
    """One side of a counter: front, or wild for a ship out of control.

    `size` is its width; its label is the ID, or the code of its class. The `plate` at the foot is
    as high as the lines of its name need.
    """

    height: float
    plate: float
    lines: int  # of the name, 0 where there is no room for it
    plan: Plan


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    livery, writer = kit.choose_livery(values), TextWriter(look.fonts, "Barlow Condensed")
    for member in list_members(values):
        ship = member.ship
        width, height = SIZES[ship.class_name]
        if look.counter_size:
            width, height = look.counter_size, height * look.counter_size / width
        lines = len(writer.break_lines("", member.name, width * SHARE, SIZE))
        if lines * LINE > height * MOST:
            lines = 0
        plate = PLATE + LINE * max(0, lines - 1)
        plan = draw_plan(ship, fit_scale(ship, width - 4.4, height - HEAD - plate - 1.4))
        front = Counter(
            label=member.id or ship.ship_class.code,
            name=member.name,
            size=width,
            height=height,
            plate=round(plate, 2),
            lines=lines,
            plan=plan,
            parts=plan.parts,
            light=livery.light,
            striped=livery.striped,
            colour=deepen(find_colour(values, look)),
            art=look.art(ship),
            sign=kit.sign_counter(values, look, GROUND, height - plate),
        )
        yield kit.print_counter(front, member.title, back="wild", ship=member.title)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a small counter for each ship, seen from above; the back shows it out of control",
    template="barsoom/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)


# Portraits: a ship seen from above, for books.


PORTRAIT = make_portrait("barsoom", "ship", draw_portrait, COLOUR, shade=deepen)
