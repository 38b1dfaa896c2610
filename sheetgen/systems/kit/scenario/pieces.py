"""Terrain to cut out at true size: a scenario's, or one piece of each type of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.kit.ruler import UNITS
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.scenario.terrain import Stuff, name_pieces
from sheetgen.systems.kit.terrain import print_terrain

LARGEST = 24
"""The most inches across of a piece that belongs to no scenario."""


def fill_terrain(linked: LinkedScenario[Any, Any], look: Look) -> Iterator[Print]:
    """The terrain of a scenario, as its map shows it."""
    unit = UNITS[linked.scenario.table.length_unit]
    for terrain, name in name_pieces(linked.scenario.terrain):
        wide, deep = (length * unit for length in terrain.extent)
        yield from print_terrain(
            terrain.look, terrain.outline, terrain.title, (wide, deep), terrain.note, name
        )


def make_terrain(terrain: Mapping[str, Stuff], depth: float = 1.0) -> Sheet:
    """The sheet of a game's terrain; blank pieces are `depth` times as deep as they are wide."""

    def fill_blank(inches: int, look: Look) -> Iterator[Print]:
        if not 1 <= inches <= LARGEST:
            raise ValueError(f"terrain is 1 to {LARGEST} inches across, not {inches}")
        across = inches * UNITS["in"]
        for stuff in terrain.values():
            yield from print_terrain(stuff.look, stuff.shape, stuff.name, (across, across * depth))

    return Sheet(
        name="terrain",
        title="Terrain",
        about="terrain to cut out at true size, in tiles where it is larger than a page",
        template="common/terrain.svg",
        kinds=("scenario",),
        fill=fill_terrain,
        fill_blank=fill_blank,
        blank_sizes=(6,),
    )
