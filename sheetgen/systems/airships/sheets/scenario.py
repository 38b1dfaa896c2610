"""The scenario sheet: what the game adds to a map, the setup, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.systems.airships.data import FRAMES
from sheetgen.systems.airships.derive import highest_command
from sheetgen.systems.airships.fleet import Aboard, Member
from sheetgen.systems.airships.scenario import TERRAIN, LinkedScenario
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.text import Briefing, BriefingRow, group_designs
from sheetgen.systems.kit.text import Fact


def _list_setup(linked: LinkedScenario) -> Iterator[Fact]:
    """The sides' initiative while their ship with the most command is there."""
    rolls = (f"d6 + {highest_command(side.fleet.members)}" for side in linked.sides)
    yield Fact("Initiative", " : ".join(rolls))


def _list_wings(members: Sequence[Member]) -> Iterator[BriefingRow]:
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
