"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.barsoom.fleet import LinkedFleet


@check("same-ids", "error")
def same_ids(linked: LinkedFleet) -> Iterator[Finding]:
    """IDs or names in a fleet of sky ships do not match its ships.

    Why: The ID tells whose a movement card is, so each ship needs one of its own.

    Example:
    ships: [{ship: sandpiper, count: 2, ids: [S1, S1]}]    # S1 stands twice
    """
    seen: set[str] = set()
    for at, entry in enumerate(linked.fleet.ships):
        for key, given in (("ids", entry.ids), ("names", entry.names)):
            if given is not None and len(given) != entry.count:
                message = f"{key}: {len(given)} given for {entry.count} ships"
                hint = f"give one for each, or leave {key} out"
                yield Finding(("ships", at, key), message, hint)
        for place, identity in enumerate(entry.ids or ()):
            if identity in seen:
                message = f"the ID {identity} stands twice in this fleet"
                yield Finding(("ships", at, "ids", place), message, "each ship has its own")
            seen.add(identity)


FLEET_CHECKS = (same_ids,)
