"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.barsoom.columns import MEMBERS, show_count
from sheetgen.systems.barsoom.data import WEAPONS
from sheetgen.systems.barsoom.fleet import SkyFleet, find_colour
from sheetgen.systems.barsoom.ship import count_guns
from sheetgen.systems.kit import roster

FORM = roster.RosterForm(
    around=35.0, most=26, row=8.0, line=3.84, width=190.0, names=56.0, size=3.2
)


def fill_roster(linked: SkyFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster; a + follows a crew that some ships leave open."""
    members = linked.members
    known = [m.ship.crew for m in members if m.ship.crew is not None]
    return roster.print_roster(
        linked,
        look,
        FORM.place(roster.make_rows(MEMBERS, members), look),
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
