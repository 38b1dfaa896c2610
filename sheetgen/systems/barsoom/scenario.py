"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Lookup
from sheetgen.systems.barsoom.data import LEVELS
from sheetgen.systems.barsoom.fleet import Entry, Fleet, LinkedFleet, link_fleet
from sheetgen.systems.kit.fleet import shared_ids, ship_ids, ship_state
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as deployment
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.table import InchTable

# Terrain of sky ships, from terrain.yaml: house rules, with the level of its top.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    type: Literal["rock", "ruins", "marker"] = Field(description="rock, ruins or marker")
    top: int | None = Field(None, ge=0, le=LEVELS, description="the level of its top, 0 to 12")

    @property
    def stuff(self) -> ground.Stuff:
        """The name, shape and rule of the piece's type of terrain."""
        return TERRAIN[self.type]

    @property
    def note(self) -> str:
        """The height of the piece, in words."""
        return "" if self.top is None else f"top at level {self.top}"

    @property
    def mark(self) -> str:
        """The same in short."""
        return "" if self.top is None else str(self.top)


SCENARIO_CHECKS = list_checks(ship_ids, shared_ids, ship_state, measured=False)


class Deployment(deployment.Deployment):
    """A side's deployment: the area, the way its ships face, and the level at which they begin."""

    level: int | None = Field(
        None, ge=0, le=LEVELS, description="the level at which its ships begin, 0 to 12"
    )

    @property
    def note(self) -> str:
        """The level at which the side's ships begin, in words."""
        return "" if self.level is None else f"at level {self.level}" if self.level else "landed"


class Side(base.Side):
    """One side: a fleet by its id, or its own ships."""

    ships: list[Entry] | None = Field(
        None, min_length=1, description="its ships as in a fleet: [{ship: windhover, count: 2}]"
    )


class Scenario(base.Scenario):
    """A scenario of sky ships."""

    system: Literal["barsoom"]
    table: InchTable = Field(description="{width: 6, depth: 4, unit: ft}")
    terrain: list[Terrain] = Field(
        default_factory=list, max_length=26, description="[{type: rock, size: [12, 8], top: 3}]"
    )
    deployment: list[Deployment] = Field(
        default_factory=list,
        max_length=12,
        description="[{side: Blue, area: {edge: left, within: 6}, level: 2}]",
    )
    sides: Annotated[list[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )


LinkedScenario = base.LinkedScenario[Scenario, LinkedFleet]


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets."""
    return base.link_sides(scenario, lookup, Fleet, link_fleet)
