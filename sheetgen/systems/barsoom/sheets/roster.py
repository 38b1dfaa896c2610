"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.columns import MEMBERS, show_count
from sheetgen.systems.barsoom.data import WEAPONS
from sheetgen.systems.barsoom.derive import count_guns
from sheetgen.systems.barsoom.fleet import LinkedFleet
from sheetgen.systems.barsoom.sheets.ship_card import find_colour
from sheetgen.systems.kit import roster

ROWS = 26
"""Ships per page."""


def fill_roster(linked: LinkedFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster; a + follows a crew that some ships leave open."""
    members = linked.members
    known = [m.ship.crew for m in members if m.ship.crew is not None]
    return roster.print_roster(
        linked,
        look,
        roster.split_rows(roster.make_rows(MEMBERS, members), ROWS),
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
