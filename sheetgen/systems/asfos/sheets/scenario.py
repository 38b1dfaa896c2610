"""The scenario sheet: what the game adds to a map, the setup, the forces and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetgen.systems.asfos.derive import size_class
from sheetgen.systems.asfos.scenario import TERRAIN, LinkedScenario
from sheetgen.systems.kit.scenario.board import make_terrain
from sheetgen.systems.kit.scenario.frame import Scale
from sheetgen.systems.kit.scenario.sheet import make_scenario
from sheetgen.systems.kit.scenario.text import Briefing, group_designs
from sheetgen.systems.kit.text import Fact

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
