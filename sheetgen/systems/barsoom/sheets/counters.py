"""Ship counters: a ship seen from above on its class's size of counter."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.ground.contrast import deepen
from sheetgen.ground.record import record
from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.fleet import LinkedFleet, list_members
from sheetgen.systems.barsoom.plan import Plan, draw_plan, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import find_colour
from sheetgen.systems.kit import counters as kit

SIZES = {"capital": (31.75, 76.2), "medium": (25.4, 57.15), "small": (25.4, 38.1)}
"""Width and height of a class's counter: 1¼ × 3, 1 × 2¼ and 1 × 1½ inches, in millimetres."""
HEAD, PLATE = 4.2, 6.6
"""The space for the facing at a counter's top, and for its ID at the foot."""


@record(kw_only=True)
class Counter(kit.Counter):
    """One side of a counter: front, or wild for a ship out of control.

    `size` is its width; its label is the ID, or the code of its class.
    """

    height: float
    plan: Plan


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    livery = kit.choose_livery(values)
    for member in list_members(values):
        ship = member.ship
        width, height = SIZES[ship.class_name]
        if look.counter_size:
            width, height = look.counter_size, height * look.counter_size / width
        plan = draw_plan(ship, fit_scale(ship, width - 4.4, height - HEAD - PLATE - 1.4))
        front = Counter(
            label=member.id or ship.ship_class.code,
            name=member.name,
            size=width,
            height=height,
            plan=plan,
            parts=plan.parts,
            light=livery.light,
            striped=livery.striped,
            colour=deepen(find_colour(values, look)),
            art=look.art(ship),
        )
        yield kit.print_counter(front, member.title, back="wild", ship=member.title)


COUNTERS = kit.counter_sheet(
    title="Ship counters",
    about="a small counter for each ship, seen from above; the back shows it out of control",
    template="barsoom/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
)
