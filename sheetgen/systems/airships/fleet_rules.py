"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.airships.fleet import LinkedFleet
from sheetgen.systems.kit.fleet import find_mismatches


@check("over-budget", "error")
def over_budget(linked: LinkedFleet) -> Iterator[Finding]:
    """A fleet costs more points than its limit.

    Why: The limit is what the players agreed on. Frames have no published price, so it counts
    weapons, modules, wings, and frame prices of your own.

    Example:
    points_limit: 100
    ships: [{ship: resolute, count: 3}]
    """
    limit = linked.fleet.points_limit
    if limit is not None and linked.points > limit:
        message = f"the ships come to {linked.points} points, the limit is {limit}"
        over = linked.points - limit
        yield Finding(("points_limit",), message, f"{over} point{'s' * (over > 1)} too many")


@check("fleet-ids", "error")
def fleet_ids(linked: LinkedFleet) -> Iterator[Finding]:
    """IDs or names in a fleet do not match its ships.

    Why: Sheets, counters and wing cards go by the ID, so each ship needs one of its own.

    Example:
    ships: [{ship: resolute, count: 2, ids: [FR1, FR1]}]    # FR1 stands twice
    """
    yield from find_mismatches(linked.fleet.ships)


@check("homeless-wings", "error")
def homeless_wings(linked: LinkedFleet) -> Iterator[Finding]:
    """A fleet lists wings for which its ships have no free hangar.

    Why: Every wing needs a hangar slot. A wing with a definition of its own takes one that no
    other wing is in.

    Example:
    ships: [{ship: hornets}]    # a wing, and no ship with a hangar
    """
    free = max(0, linked.free_hangars)
    for at, entry in enumerate(linked.fleet.ships):
        wings = sum(1 for m in linked.members if m.path == ("ships", at) and m.ship.is_wing)
        if wings > free:
            slots = {0: "no hangar is", 1: "1 hangar is"}.get(free, f"{free} hangars are")
            message = f"{wings} wing{'s' * (wings > 1)} by the name of {entry.ship}, {slots} free"
            yield Finding(("ships", at), message, "add a ship with a free hangar")
        free = max(0, free - wings)


FLEET_CHECKS = (over_budget, fleet_ids, homeless_wings)
