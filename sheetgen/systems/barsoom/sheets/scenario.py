"""The scenario sheet: what the game adds to a map, the setup, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems.barsoom.data import RANGES, WEAPONS
from sheetgen.systems.barsoom.scenario import TERRAIN, LinkedScenario
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.text import Briefing, group_designs
from sheetgen.systems.kit.text import Fact, sign


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
