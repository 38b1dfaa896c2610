"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.columns import MEMBERS, show_count
from sheetgen.systems.barsoom.data import WEAPONS
from sheetgen.systems.barsoom.fleet import SkyFleet
from sheetgen.systems.barsoom.sheets.ship_card import find_colour
from sheetgen.systems.barsoom.ship import count_guns
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.text import TextWriter

ROW, LINE = 8.0, 3.84
"""The height of a ship's row, and of every further line of its name, in millimetres."""
AROUND, WIDTH, NAMES = 35.0, 190.0, 56.0
"""The height of a page without its rows, its width, and that of the names."""
SIZE = 3.2
HEIGHT = AROUND + 26 * ROW
"""The most that a page holds on A4 and Letter."""


def fill_roster(linked: SkyFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster; a + follows a crew that some ships leave open."""
    members = linked.members
    writer, rows = TextWriter(look.fonts), roster.make_rows(MEMBERS, members)
    room = limit_height(look, WIDTH, HEIGHT) - AROUND

    def measure(row: Any) -> float:
        return ROW + LINE * (roster.count_lines(writer, row, NAMES, SIZE) - 1)

    known = [m.ship.crew for m in members if m.ship.crew is not None]
    return roster.print_roster(
        linked,
        look,
        roster.place_rows(rows, measure, room),
        MEMBERS,
        colour=find_colour(linked, look),
        types=[type_.name.upper() for type_ in WEAPONS.values()],
        ships=len(members),
        crew=f"{sum(known)}{'' if len(known) == len(members) else '+'}",
        weapons=[show_count(sum(count_guns(m.ship, name) for m in members)) for name in WEAPONS],
    )


ROSTER = roster.make_sheet(
    "barsoom/roster.svg",
    "all ships of a side in a table, with totals and room for their fate",
    fill_roster,
)
