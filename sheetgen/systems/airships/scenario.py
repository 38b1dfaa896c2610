"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Lookup
from sheetgen.systems.airships.fleet import Entry, Fleet, LinkedFleet, link_fleet
from sheetgen.systems.airships.height import Height, span_height, tell_levels
from sheetgen.systems.airships.terrain import Terrain
from sheetgen.systems.kit.scenario import deployment
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario.table import InchTable


class Deployment(deployment.Deployment):
    """Where a side deploys, which way its ships face, and how high they are."""

    height: Height | None = Field(None, description="how high its ships begin: 4 or [2, 5]")

    @property
    def note(self) -> str:
        """How high its ships begin."""
        return "" if self.height is None else f"at {tell_levels(*span_height(self.height))}"


class Side(base.Side):
    """One side: a fleet by its id, or its own ships."""

    ships: list[Entry] | None = Field(
        None, min_length=1, description="its ships as in a fleet: [{ship: resolute, count: 2}]"
    )


class Scenario(base.Scenario):
    """A scenario of airships."""

    system: Literal["airships"]
    table: InchTable = Field(description="{width: 6, depth: 4, unit: ft}")
    terrain: list[Terrain] = Field(
        default_factory=list, max_length=26, description="[{type: cloud, size: [12, 8]}]"
    )
    deployment: list[Deployment] = Field(
        default_factory=list,
        max_length=12,
        description="[{side: Blue, area: {edge: left, within: 6}, height: [2, 5]}]",
    )
    sides: Annotated[list[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )


LinkedScenario = base.LinkedScenario[Scenario, LinkedFleet]


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets."""
    return base.link_sides(scenario, lookup, Fleet, link_fleet)
