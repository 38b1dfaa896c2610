"""Checks of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Finding, check
from sheetgen.systems.airships.fleet_rules import homeless_wings
from sheetgen.systems.airships.height import span_height, tell_levels
from sheetgen.systems.airships.scenario import LinkedScenario
from sheetgen.systems.kit.fleet import ship_ids
from sheetgen.systems.kit.losses import ship_state
from sheetgen.systems.kit.numbering import shared_ids
from sheetgen.systems.kit.scenario.rules import list_checks


@check("stalled-start", "warning")
def stalled_start(linked: LinkedScenario) -> Iterator[Finding]:
    """Ships deploy at a height at which they stall.

    Why: A ship that starts its turn at or above its stall height loses a level, so the first turn
    would take it down again.

    Example:
    deployment:
      - {side: Blue, area: {edge: left, within: 6}, height: 7}    # a dreadnought stalls at 6
    """
    fleets = {side.name: side.fleet for side in linked.sides}
    for at, deployment in enumerate(linked.scenario.deployment):
        if deployment.height is None or deployment.side not in fleets:
            continue
        low, high = span_height(deployment.height)
        builds = [member.ship.build for member in fleets[deployment.side].members]
        stalls = {build.stall: build.name for build in builds if build.stall is not None}
        stall = min(stalls, default=low + 1)
        if low >= stall:
            name = f"a {stalls[stall].lower()}"
            where = f"{deployment.side} deploys at {tell_levels(low, high)}"
            message = f"{where}, but {name} stalls at {stall}"
            yield Finding(("deployment", at, "height"), message, f"begin lower than {stall}")


SCENARIO_CHECKS = (*list_checks(ship_ids, shared_ids, ship_state, homeless_wings), stalled_start)
"""All checks of a scenario."""
