"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.ground.record import replace
from sheetgen.systems import Field, Lookup
from sheetgen.systems.asfos.fleet import Band, Entry, Fleet, LinkedFleet, link_fleet
from sheetgen.systems.kit.fleet import shared_ids, ship_ids, ship_state
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.rules import list_checks

# Terrain of A Sky Full of Ships, from terrain.yaml.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    type: Literal["gas-cloud", "asteroids", "debris", "planet", "marker"] = Field(
        description="gas-cloud, asteroids, debris, planet or marker"
    )

    @property
    def stuff(self) -> ground.Stuff:
        """The name, shape and rule of the piece's type of terrain."""
        return TERRAIN[self.type]


class Side(base.Side):
    """One side: a fleet by its id, or its own ships."""

    ships: list[Entry] | None = Field(
        None, min_length=1, description="its ships as in a fleet: [{ship: warrior, count: 2}]"
    )


class Scenario(base.Scenario):
    """A scenario of A Sky Full of Ships."""

    system: Literal["asfos"]
    terrain: list[Terrain] = Field(
        default_factory=list, max_length=26, description="[{type: gas-cloud, size: 6}]"
    )
    start_speed: int | None = Field(None, ge=0, le=99, description="speed at the start, for all")
    range_band: Band | None = Field(None, description="inches, or a length such as 30 cm, for all")
    sides: Annotated[list[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )


LinkedScenario = base.LinkedScenario[Scenario, LinkedFleet]
SCENARIO_CHECKS = list_checks(ship_ids, ship_state, shared_ids)


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets, which have its speed, range band and turns if it sets them."""
    given = {key: getattr(scenario, key) for key in ("start_speed", "range_band")}
    own = {key: value for key, value in given.items() if value is not None}

    def adapt(linked: LinkedFleet) -> LinkedFleet:
        fleet = replace(linked.fleet, **own)
        return replace(linked, fleet=fleet, turns=scenario.turns or 0)

    return base.link_sides(scenario, lookup, Fleet, link_fleet, adapt)
