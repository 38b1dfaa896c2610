"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.columns import MEMBERS
from sheetgen.systems.asfos.fleet import StarFleet
from sheetgen.systems.kit import roster

FORM = roster.RosterForm(
    around=42.0, most=34, row=6.2, line=3.84, width=190.0, names=61.0, size=3.2
)


def fill_roster(linked: StarFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster."""
    fleet = linked.fleet
    return roster.print_roster(
        linked,
        look,
        FORM.place(roster.make_rows(MEMBERS, linked.members), look),
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
