"""Scenarios: what may be written, the same with its fleets looked up, and their sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Literal

from sheetgen.systems import Field
from sheetgen.systems.black_skies.data import SUITS
from sheetgen.systems.black_skies.fleet import (
    Entry,
    FighterFleet,
    FighterPair,
    Fleet,
    fighter_state,
    link_fleet,
    lone_pilot,
    more_decks,
    pilot_twice,
    suit_taken,
)
from sheetgen.systems.kit.scenario import scenario as base
from sheetgen.systems.kit.scenario import table as ground
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.rules import list_checks
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.table import InchTable
from sheetgen.systems.kit.scenario.text import Briefing, BriefingRow
from sheetgen.systems.kit.text import Fact

# Terrain of Black Skies, from terrain.yaml: house rules.


TERRAIN = ground.read_terrain(__file__)


class Terrain(ground.Terrain):
    """A piece of terrain."""

    types = TERRAIN

    type: Literal["asteroids", "gas-cloud", "planet", "marker"] = Field(
        description="asteroids, gas-cloud, planet or marker"
    )


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


LinkedScenario = base.LinkedScenario[Scenario, FighterFleet]
link_scenario = partial(base.link_sides, make=Fleet, link=link_fleet)


# The scenario sheet: what the game adds to a map, the setup, the forces and the rules.


def _list_elements(elements: Sequence[FighterPair]) -> Iterator[BriefingRow]:
    """A row for each element: its two fighters, its suit and its speed at the start."""
    for element in elements:
        fighter, suit = element.fighter.name, SUITS[element.suit].name.lower()
        name = fighter if element.name == fighter else f"{element.name} · {fighter}"
        deck = f" {element.deck}" if element.deck > 1 else ""
        start = f"{suit}{deck}, {element.speed}″"
        yield BriefingRow(2, name, "", [start], str(element.hardpoints))


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    """Yield the number of cards in a side's movement deck, and the Kings of each smaller side."""
    counts = [len(side.fleet.elements) for side in linked.sides]
    yield Fact("Movement decks", f"{max(counts)} cards")
    for side, count in zip(linked.sides, counts, strict=True):
        if missing := max(counts) - count:
            yield Fact(f"Kings, {side.name}", str(missing))


BRIEFING = Briefing(game="Black Skies", rows=_list_elements, setup=_list_setup)
SCENARIO = make_scenario(BRIEFING)


# Terrain of a scenario, to cut out at true size.


TERRAIN_SHEET = make_terrain(TERRAIN)
