"""Checks of a fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.asfos.derive import power_available, power_used
from sheetgen.systems.asfos.fleet import LinkedFleet
from sheetgen.systems.kit.counters import alike_in_grey
from sheetgen.systems.kit.fleet import fold_without_back, limit_fleet, ship_ids
from sheetgen.systems.kit.losses import ship_state
from sheetgen.systems.kit.numbering import shared_ids


@check("wasted-critical", "warning")
def wasted_critical(linked: LinkedFleet) -> Iterator[Finding]:
    """A critical hit of a ship in a fleet is listed twice.

    Why: Another hit on a system that is waiting for repair is wasted, so the two are printed as
    one.

    Example:
    ships: [{ship: warrior, state: {BB1: {criticals: [E, E]}}}]
    """
    for at, entry in enumerate(linked.fleet.ships):
        for identity, state in entry.state.items():
            for place, code in enumerate(state.criticals):
                if code in state.criticals[:place]:
                    message = f"{identity} has the critical hit {code} twice; the second is wasted"
                    path = ("ships", at, "state", identity, "criticals", place)
                    yield Finding(path, message, f"one {code} says it")


@check("fleet-power", "warning")
def fleet_power(linked: LinkedFleet) -> Iterator[Finding]:
    """A ship is over the power budget by the fleet's own coefficients.

    Why: A fleet may set coefficients other than those of the house reading; its ships are then
    checked against them.

    Example:
    power: {reason: early engines, per_engine_mass: 2}
    ships: [{ship: warrior}]
    """
    if linked.fleet.power is None:
        return
    power = linked.fleet.power_coefficients
    for at, entry in enumerate(linked.fleet.ships):
        ship = next((m.ship for m in linked.members if m.at == at), None)
        if ship and power_used(ship, power) > power_available(ship, power):
            used, available = power_used(ship, power), power_available(ship, power)
            message = f"{ship.name} draws {used} power, but its hull supplies {available}"
            yield Finding(("ships", at, "ship"), message, f"by the fleet's reading of {entry.ship}")


FLEET_CHECKS = (
    limit_fleet(),
    ship_ids,
    shared_ids,
    alike_in_grey,
    ship_state,
    wasted_critical,
    fleet_power,
    fold_without_back,
)
