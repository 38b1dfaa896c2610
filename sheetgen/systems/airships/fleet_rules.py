"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.airships.fleet import LinkedFleet
from sheetgen.systems.kit.counters import alike_in_grey
from sheetgen.systems.kit.fleet import limit_fleet, ship_ids
from sheetgen.systems.kit.losses import ship_state
from sheetgen.systems.kit.numbering import shared_ids


@check("homeless-wings", "error")
def homeless_wings(linked: LinkedFleet) -> Iterator[Finding]:
    """A fleet lists wings for which its ships have no free hangar.

    Why: Every wing needs a hangar slot. A wing with its own definition takes one that no other
    wing uses.

    Example:
    ships: [{ship: hornets}]    # a wing, and no ship with a hangar
    """
    free = max(0, linked.free_hangars)
    for at, entry in enumerate(linked.fleet.ships):
        wings = sum(1 for m in linked.members if m.at == at and m.ship.is_wing)
        if wings > free:
            slots = {0: "no hangar is", 1: "1 hangar is"}.get(free, f"{free} hangars are")
            message = f"{wings} wing{'s' * (wings > 1)} called {entry.ship}, but {slots} free"
            yield Finding(("ships", at), message, "add a ship with a free hangar")
        free = max(0, free - wings)


FLEET_CHECKS = (limit_fleet(), ship_ids, shared_ids, ship_state, alike_in_grey, homeless_wings)
