"""The table of a scenario for play on screen: its map at true size, and where the sides deploy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.ground.record import record
from sheetgen.systems.contract import Look, Print, Tabletop, Zone
from sheetgen.systems.kit.ruler import UNITS
from sheetgen.systems.kit.scenario.map import TableMap, draw_map
from sheetgen.systems.kit.scenario.scenario import (
    LinkedScenario,
    LinkedSide,
    call_ship,
    find_deployments,
    list_parts,
)
from sheetgen.systems.kit.scenario.table import Deployment, Stuff, measure_turn, name_pieces
from sheetgen.systems.kit.terrain import print_terrain
from sheetgen.systems.kit.text import TextWriter


@record
class TableSheet:
    """The map of a scenario's sheet, and by how much it is enlarged."""

    width: float
    height: float
    scale: float
    map: TableMap


def lay_table(values: Any) -> Tabletop | None:
    """The table of a scenario; ships and fleets have none."""
    if not isinstance(values, LinkedScenario):
        return None
    table = values.scenario.table
    factor = UNITS[table.length_unit]
    width, height = table.box.x1 * factor, table.box.y1 * factor
    drawn = draw_map(values, TextWriter(None))
    zones: dict[str, Zone] = {}
    parts = zip(values.sides, list_parts(values), strict=True)
    names = {side.name: part.name for side, part in parts}
    places = {names[side.name]: dict(_place_ships(side, values)) for side in values.sides}
    for deployment in values.scenario.deployment:
        if deployment.side in names:
            zones.setdefault(names[deployment.side], _place(deployment, values))
    sheet = TableSheet(width, height, width / drawn.wide, drawn)
    return Tabletop(width, height, table.length_unit, "common/table.svg", sheet, zones, places)


def _place(deployment: Deployment, linked: LinkedScenario) -> Zone:
    """Place a side's deployment on the table, facing up where its ships may face any way."""
    table = linked.scenario.table
    factor = UNITS[table.length_unit]
    x0, y0, x1, y1 = (factor * at for at in deployment.area.bound(table))
    facing = measure_turn(deployment.direction(table))
    return Zone(x0, table.box.y1 * factor - y1, x1 - x0, y1 - y0, facing)


def _place_ships(side: LinkedSide, linked: LinkedScenario) -> Iterator[tuple[str, Zone]]:
    """The places of a side's ships, under each of the names by which pieces say whose they are."""
    table = linked.scenario.table
    factor = UNITS[table.length_unit]
    usual = next(iter(find_deployments(linked, side.name)), None)
    for member in side.fleet.members:
        place = side.places.get(call_ship(member))
        if place:
            x, y = factor * place.point.x, factor * (table.box.y1 - place.point.y)
            spot = Zone(x, y, 0.0, 0.0, place.find_turn(usual, table))
            names = (getattr(member, name, "") for name in ("id", "mark", "title"))
            yield from ((name, spot) for name in names if name)


# Terrain to cut out at true size: a scenario's, or one piece of each type of its game.


LARGEST = 24
"""The most inches across of a piece that belongs to no scenario."""


def fill_terrain(linked: LinkedScenario, look: Look) -> Iterator[Print]:
    """The terrain of a scenario, as its map shows it."""
    unit = UNITS[linked.scenario.table.length_unit]
    for terrain, name in name_pieces(linked.scenario.terrain):
        wide, deep = (length * unit for length in terrain.extent)
        yield from print_terrain(
            terrain.look,
            terrain.outline,
            terrain.title,
            (wide, deep),
            terrain.note,
            name,
            look.room,
        )


def fill_blank_terrain(
    inches: int, look: Look, terrain: Mapping[str, Stuff], depth: float
) -> Iterator[Print]:
    """A piece of each type of a game's terrain, `depth` times as deep as it is wide."""
    if not 1 <= inches <= LARGEST:
        raise ValueError(f"terrain is 1 to {LARGEST} inches across, not {inches}")
    across = inches * UNITS["in"]
    for stuff in terrain.values():
        yield from print_terrain(
            stuff.look, stuff.shape, stuff.name, (across, across * depth), room=look.room
        )
