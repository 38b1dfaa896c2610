"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Lookup
from sheetgen.systems.black_skies.fleet import (
    Entry,
    Fleet,
    LinkedFleet,
    fighter_state,
    link_fleet,
    lone_pilot,
    more_decks,
    pilot_twice,
    suit_taken,
)
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.table import InchTable

# Terrain of Black Skies, from terrain.yaml: house rules.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    type: Literal["asteroids", "gas-cloud", "planet", "marker"] = Field(
        description="asteroids, gas-cloud, planet or marker"
    )

    @property
    def stuff(self) -> ground.Stuff:
        """The name, shape and rule of the piece's type of terrain."""
        return TERRAIN[self.type]


SCENARIO_CHECKS = list_checks(suit_taken, more_decks, lone_pilot, pilot_twice, fighter_state)


class Side(base.Side):
    """One side: a fleet by its id, or its own elements."""

    ships: list[Entry] | None = Field(
        None,
        min_length=1,
        max_length=36,
        alias="elements",
        description="its elements as in a fleet: [{fighter: black-tiger, suit: spades, speed: 6}]",
    )

    @property
    def own(self) -> str:
        """The key of its own elements."""
        return "elements"


class Scenario(base.Scenario):
    """A scenario of Black Skies."""

    system: Literal["black-skies"]
    table: InchTable = Field(description="{width: 6, depth: 4, unit: ft}")
    terrain: list[Terrain] = Field(
        default_factory=list, max_length=26, description="[{type: asteroids, size: [12, 8]}]"
    )
    sides: Annotated[list[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )


LinkedScenario = base.LinkedScenario[Scenario, LinkedFleet]


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets."""
    return base.link_sides(scenario, lookup, Fleet, link_fleet)
