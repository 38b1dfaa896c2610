"""Scenarios: what may be written, the same with its fleets looked up, and their sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

from sheetgen.systems import Field
from sheetgen.systems.barsoom.data import LEVELS, RANGES, WEAPONS
from sheetgen.systems.barsoom.fleet import Entry, Fleet, SkyFleet, link_fleet
from sheetgen.systems.kit.fleet import shared_ids, ship_ids, ship_state
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as deployment
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.table import InchTable
from sheetgen.systems.kit.scenario.text import Briefing, group_designs
from sheetgen.systems.kit.text import Fact, sign

# Terrain of sky ships, from terrain.yaml: house rules, with the level of its top.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    types = TERRAIN

    type: Literal["rock", "ruins", "marker"] = Field(description="rock, ruins or marker")
    top: int | None = Field(None, ge=0, le=LEVELS, description="the level of its top, 0 to 12")

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


LinkedScenario = base.LinkedScenario[Scenario, SkyFleet]
link_scenario = partial(base.link_sides, make=Fleet, link=link_fleet)


# The scenario sheet: what the game adds to a map, the setup, the forces and the rules.


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    crews = [sum(m.ship.crew or 0 for m in side.fleet.members) for side in linked.sides]
    yield Fact("Crew", " : ".join(map(str, crews)))
    for weapon in WEAPONS.values():
        yield Fact(f"{weapon.name} weapons", f"{weapon.range}″")


BRIEFING = Briefing(
    game="Sky Ships of Barsoom",
    rows=group_designs(code=lambda ship: str(ship.ship_class.code)),
    setup=_list_setup,
    scale=lambda linked: Scale(
        RANGES[0].most, [f"{sign(band.modifier)} to hit" for band in RANGES]
    ),
)
SCENARIO = make_scenario(BRIEFING)


# Terrain of a scenario, to cut out at true size.


TERRAIN_SHEET = make_terrain(TERRAIN, depth=0.8)
