"""Scenarios: what may be written, the same with its fleets looked up, and their sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from sheetgen.ground.record import replace
from sheetgen.systems import Field, Lookup
from sheetgen.systems.asfos.fleet import Band, Entry, Fleet, StarFleet, link_fleet
from sheetgen.systems.asfos.ship import size_class
from sheetgen.systems.kit.fleet import shared_ids, ship_ids, ship_state
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.text import Briefing, group_designs
from sheetgen.systems.kit.text import Fact

# Terrain of A Sky Full of Ships, from terrain.yaml.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    types = TERRAIN

    type: Literal["gas-cloud", "asteroids", "debris", "planet", "marker"] = Field(
        description="gas-cloud, asteroids, debris, planet or marker"
    )


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


LinkedScenario = base.LinkedScenario[Scenario, StarFleet]
SCENARIO_CHECKS = list_checks(ship_ids, ship_state, shared_ids)


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets, which have its speed, range band and turns if it sets them."""
    given = {key: getattr(scenario, key) for key in ("start_speed", "range_band")}
    own = {key: value for key, value in given.items() if value is not None}

    def adapt(linked: StarFleet) -> StarFleet:
        fleet = replace(linked.fleet, **own)
        return replace(linked, fleet=fleet, turns=scenario.turns or 0)

    return base.link_sides(scenario, lookup, Fleet, link_fleet, adapt)


# The scenario sheet: what the game adds to a map, the setup, the forces and the rules.


_CENTIMETRES = {1: "centimetre", 2: "2 centimetres"}


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    fleets = [side.fleet.fleet for side in linked.sides]
    speeds = dict.fromkeys(str(fleet.first_speed) for fleet in fleets)
    bands = dict.fromkeys(fleet.range_band for fleet in fleets)
    ranges = [f"{band.size}, {2 * band.size}, {band.show(30)}" for band in bands]
    yield Fact("Start speed", " or ".join(speeds))
    yield Fact("Ranges", " or ".join(ranges))
    yield Fact("Secondaries", " or ".join(band.show(5) for band in bands))


def _choose_scale(linked: LinkedScenario) -> Scale | None:
    """The range bands if all sides have the same, in the table's unit."""
    bands = {side.fleet.fleet.range_band for side in linked.sides}
    band = next(iter(bands))
    if len(bands) == 1 and band.unit == linked.scenario.table.length_unit:
        return Scale(band.size, ("short range", "medium", "long"))
    return None


def _find_words(linked: LinkedScenario) -> Mapping[str, str]:
    """An inch of the rules, and half a range band."""
    band = linked.sides[0].fleet.fleet.range_band
    inches = linked.scenario.table.length_unit == "in"
    return {"UNIT": "inch" if inches else _CENTIMETRES[band.scale], "HALF": band.show(5)}


BRIEFING = Briefing(
    game="A Sky Full of Ships",
    rows=group_designs(
        code=lambda ship: str(size_class(ship.mass).code), points=lambda member: int(member.points)
    ),
    setup=_list_setup,
    scale=_choose_scale,
    words=_find_words,
)
SCENARIO = make_scenario(BRIEFING)


# Terrain to cut out at true size: a scenario's, or one of each kind.


TERRAIN_SHEET = make_terrain(TERRAIN)
