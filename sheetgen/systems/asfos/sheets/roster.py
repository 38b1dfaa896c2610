"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.columns import MEMBERS
from sheetgen.systems.asfos.fleet import StarFleet
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.roster import limit_height
from sheetgen.systems.kit.text import TextWriter

ROW, LINE = 6.2, 3.84
"""The height of a ship's row, and of every further line of its name, in millimetres."""
AROUND, WIDTH, NAMES = 42.0, 190.0, 61.0
"""The height of a page without its rows, its width, and that of the names."""
SIZE = 3.2
HEIGHT = AROUND + 34 * ROW
"""The most that a page holds on A4 and Letter."""


def fill_roster(linked: StarFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster."""
    fleet, writer = linked.fleet, TextWriter(look.fonts)
    rows = roster.make_rows(MEMBERS, linked.members)
    room = limit_height(look, WIDTH, HEIGHT) - AROUND

    def measure(row: Any) -> float:
        return ROW + LINE * (roster.count_lines(writer, row, NAMES, SIZE) - 1)

    return roster.print_roster(
        linked,
        look,
        roster.place_rows(rows, measure, room),
        MEMBERS,
        ships=len(linked.members),
        limit=roster.write_limit(fleet.points_limit),
        estimated=linked.estimated,
        speed=fleet.first_speed,
        band=f"{fleet.range_band.size}{fleet.range_band.mark}",
    )


ROSTER = roster.make_sheet(
    "asfos/roster.svg", "all ships of a fleet in a table, with totals", fill_roster
)
