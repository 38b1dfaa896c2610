"""Ship counters: a ship seen from above on its class's size of counter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sheetgen.ground.contrast import deepen
from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.fleet import LinkedFleet, list_members
from sheetgen.systems.barsoom.plan import Plan, draw_plan, fit_scale
from sheetgen.systems.barsoom.sheets.ship_card import find_colour

SIZES = {"capital": (31.75, 76.2), "medium": (25.4, 57.15), "small": (25.4, 38.1)}
"""Width and height of a class's counter: 1¼ × 3, 1 × 2¼ and 1 × 1½ inches, in millimetres."""
HEAD, PLATE = 4.2, 6.6
"""The room for the facing at a counter's top, and for its ID at the foot."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One side of a counter; lengths are in millimetres."""

    label: str  # its ID, or the code of its class
    name: str
    width: float
    height: float
    plan: Plan
    art: str
    wild: bool  # the side of a ship that is out of control
    colour: str


def fill_counters(values: Ship | LinkedFleet, look: Look) -> Iterator[Print]:
    """The counters of a ship or of a fleet's ships."""
    colour = deepen(find_colour(values, look))
    for member in list_members(values):
        ship = member.ship
        width, height = SIZES[ship.class_name]
        room = (width - 4.4, height - HEAD - PLATE - 1.4)
        front = Counter(
            label=member.id or ship.ship_class.code,
            name=member.name,
            width=width,
            height=height,
            plan=draw_plan(ship, fit_scale(ship, *room)),
            art=look.art(ship),
            wild=False,
            colour=colour,
        )
        yield Print(front, member.title, back=replace(front, wild=True))


COUNTERS = Sheet(
    name="counters",
    title="Ship counters",
    about="a small counter for each ship, seen from above; on its back it is out of control",
    template="barsoom/counter.svg",
    kinds=("ship", "fleet"),
    fill=fill_counters,
    default=("fleet",),
    grid=True,
    role="counter",
)
