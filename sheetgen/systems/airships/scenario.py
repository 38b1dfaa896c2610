"""Scenarios: what may be written, the same with its fleets looked up, and their sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Literal

from sheetgen.systems import Before, Field, Finding, RefusedError, check
from sheetgen.systems.airships.data import FRAMES, HIGHEST, ISLANDS
from sheetgen.systems.airships.fleet import (
    Aboard,
    AirFleet,
    Airship,
    Entry,
    Fleet,
    homeless_wings,
    link_fleet,
)
from sheetgen.systems.airships.ship import highest_command
from sheetgen.systems.kit.fleet import shared_ids, ship_ids, ship_state
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as deployment
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.table import InchTable
from sheetgen.systems.kit.scenario.text import Briefing, BriefingRow, group_designs
from sheetgen.systems.kit.text import Fact

# Heights: the levels of the air, and how definitions write them.


_HINT = "one height such as 4, or the lowest and the highest, such as [2, 5]"


def _check(value: object) -> object:
    both = value if isinstance(value, list) else [value, value]
    levels = [level for level in both if isinstance(level, int) and not isinstance(level, bool)]
    if len(levels) != len(both) or len(both) != 2:
        raise RefusedError("wrong-type", "height: this is not a height", f"height: {_HINT}")
    if not all(0 <= level <= HIGHEST for level in levels):
        message = f"height: must be from 0 to {HIGHEST}"
        raise RefusedError("out-of-range", message, f"the tracks of ships go up to {HIGHEST}")
    if levels[0] > levels[1]:
        low, high = reversed(levels)
        message = "height: the lowest comes first"
        raise RefusedError("wrong-value", message, f"did you mean [{low}, {high}]?")
    return value


Height = Annotated[int | list[int], Before(_check)]
"""One height, or the lowest and the highest."""


def span_height(height: int | list[int]) -> tuple[int, int]:
    """The lowest and the highest level."""
    return (height, height) if isinstance(height, int) else (height[0], height[1])


def show_levels(low: int, high: int) -> str:
    """Levels in short, such as `6–8`."""
    return str(low) if low == high else f"{low}–{high}"


def tell_levels(low: int, high: int) -> str:
    """Levels in words, such as `heights 6 to 8`."""
    return f"height {low}" if low == high else f"heights {low} to {high}"


# Terrain of airships, from terrain.yaml, and the heights that it fills.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    types = TERRAIN

    type: Literal["island", "cloud", "storm", "marker"] = Field(
        description="island, cloud, storm or marker"
    )
    height: Height | None = Field(
        None, description="the heights that it fills: 4 or [2, 5]; islands fill [6, 8]"
    )

    @property
    def levels(self) -> tuple[int, int] | None:
        """The lowest and the highest level that it fills; None for all, or if that is open."""
        if self.height is not None:
            return span_height(self.height)
        return ISLANDS if self.type == "island" else None

    @property
    def note(self) -> str:
        """The heights that the piece fills, in words."""
        return tell_levels(*self.levels) if self.levels else ""

    @property
    def mark(self) -> str:
        """The heights that the piece fills, in short."""
        return show_levels(*self.levels) if self.levels else ""


class Deployment(deployment.Deployment):
    """A side's deployment: the area, the way its ships face, and how high they are."""

    height: Height | None = Field(None, description="how high its ships begin: 4 or [2, 5]")

    @property
    def note(self) -> str:
        """The height at which the side's ships begin, in words."""
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


LinkedScenario = base.LinkedScenario[Scenario, AirFleet]
link_scenario = partial(base.link_sides, make=Fleet, link=link_fleet)


# Checks of a scenario.


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
    for at, placed in enumerate(linked.scenario.deployment):
        if placed.height is None or placed.side not in fleets:
            continue
        low, high = span_height(placed.height)
        builds = [member.ship.build for member in fleets[placed.side].members]
        stalls = {build.stall: build.name for build in builds if build.stall is not None}
        stall = min(stalls, default=low + 1)
        if low >= stall:
            name = f"a {stalls[stall].lower()}"
            where = f"{placed.side} deploys at {tell_levels(low, high)}"
            message = f"{where}, but {name} stalls at {stall}"
            yield Finding(("deployment", at, "height"), message, f"begin lower than {stall}")


SCENARIO_CHECKS = (*list_checks(ship_ids, shared_ids, ship_state, homeless_wings), stalled_start)
"""All checks of a scenario."""


# The scenario sheet: what the game adds to a map, the setup, the forces and the rules.


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    """The sides' initiative while their ship with the most command is there."""
    rolls = (f"d6 + {highest_command(side.fleet.members)}" for side in linked.sides)
    yield Fact("Initiative", " : ".join(rolls))


def _list_wings(members: Sequence[Airship]) -> Iterator[BriefingRow]:
    """The wings in the hangars of some ships, which are paid for with these."""
    wings: dict[str, list[Aboard]] = {}
    for member in members:
        for aboard in member.wings:
            wings.setdefault(aboard.wing.name, []).append(aboard)
    for name, same in wings.items():
        yield BriefingRow(
            len(same), name, FRAMES["wing"].code, [aboard.id for aboard in same], aboard=True
        )


BRIEFING = Briefing(
    game="Airships",
    rows=group_designs(
        code=lambda ship: str(ship.build.code),
        points=lambda member: int(member.cost),
        aboard=_list_wings,
    ),
    setup=_list_setup,
)
SCENARIO = make_scenario(BRIEFING)


# Terrain to cut out at true size: a scenario's, or an island, a cloud bank and a storm.


TERRAIN_SHEET = make_terrain(
    {kind: stuff for kind, stuff in TERRAIN.items() if kind != "marker"}, depth=0.8
)
