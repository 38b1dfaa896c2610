"""The roster of a fleet: its ships in a table, with totals."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print
from sheetgen.systems.asfos.columns import MEMBERS
from sheetgen.systems.asfos.fleet import LinkedFleet
from sheetgen.systems.kit import roster

ROWS = 34
"""Ships per page."""


def fill_roster(linked: LinkedFleet, look: Look) -> Iterator[Print]:
    """The pages of a fleet's roster."""
    fleet = linked.fleet
    return roster.print_roster(
        linked,
        look,
        roster.split_rows(roster.make_rows(MEMBERS, linked.members), ROWS),
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
