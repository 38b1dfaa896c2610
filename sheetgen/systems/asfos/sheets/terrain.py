"""Terrain to cut out at true size: a scenario's, or one of each kind."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.asfos.scenario import LinkedScenario
from sheetgen.systems.asfos.sheets.table_map import name_pieces
from sheetgen.systems.asfos.terrain import TERRAIN
from sheetgen.systems.kit.ruler import UNITS
from sheetgen.systems.kit.terrain import print_terrain

LARGEST = 24
"""The most inches across of a piece that belongs to no scenario."""


def fill_terrain(linked: LinkedScenario, look: Look) -> Iterator[Print]:
    """The terrain of a scenario, as its map shows it."""
    unit = UNITS[linked.scenario.table.length_unit]
    for terrain, name in name_pieces(linked.scenario.terrain):
        wide, deep = (length * unit for length in terrain.extent)
        yield from print_terrain(
            terrain.type, terrain.outline, terrain.title, (wide, deep), seed=name
        )


def blank_terrain(inches: int, look: Look) -> Iterator[Print]:
    """A piece of each kind, so many inches across. Raises ValueError for less than 1 or over 24."""
    if not 1 <= inches <= LARGEST:
        raise ValueError(f"terrain is 1 to {LARGEST} inches across, not {inches}")
    across = inches * UNITS["in"]
    for kind, stuff in TERRAIN.items():
        yield from print_terrain(kind, stuff.shape, stuff.name, (across, across))


TERRAIN_SHEET = Sheet(
    name="terrain",
    title="Terrain",
    about="terrain to cut out at true size, in tiles where it is larger than a page",
    template="common/terrain.svg",
    kinds=("scenario",),
    fill=fill_terrain,
    fill_blank=blank_terrain,
    blank_sizes=(6,),
)
