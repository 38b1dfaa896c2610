"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.barsoom.fleet import LinkedFleet
from sheetgen.systems.kit.fleet import find_mismatches


@check("same-ids", "error")
def same_ids(linked: LinkedFleet) -> Iterator[Finding]:
    """IDs or names in a fleet of sky ships do not match its ships.

    Why: The ID tells whose a movement card is, so each ship needs one of its own.

    Example:
    ships: [{ship: sandpiper, count: 2, ids: [S1, S1]}]    # S1 stands twice
    """
    yield from find_mismatches(linked.fleet.ships, "given")


FLEET_CHECKS = (same_ids,)
