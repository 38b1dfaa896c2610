"""Terrain to cut out at true size: an island, a cloud bank and a storm."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.systems import Look, Print, Sheet
from sheetgen.systems.kit.terrain import print_terrain

KINDS = {"island": "Floating island", "cloud": "Cloud bank", "storm": "Storm"}
"""The terrain of the rules, by how it is drawn."""
LARGEST = 24
"""The most inches across; the game sets no sizes."""


def fill_none(values: object, look: Look) -> Iterator[Print]:
    """Nothing: no definition has terrain."""
    return iter(())


def blank_terrain(inches: int, look: Look) -> Iterator[Print]:
    """A piece of each kind, so many inches across. Raises ValueError for less than 1 or over 24."""
    if not 1 <= inches <= LARGEST:
        raise ValueError(f"terrain is 1 to {LARGEST} inches across, not {inches}")
    across = inches * 25.4
    for kind, name in KINDS.items():
        yield from print_terrain(kind, "irregular", name, (across, across * 0.8))


TERRAIN = Sheet(
    name="terrain",
    title="Terrain",
    about="an island, a cloud bank and a storm to cut out; --size is the inches across",
    template="common/terrain.svg",
    kinds=(),
    fill=fill_none,
    fill_blank=blank_terrain,
    blank_sizes=(6,),
)
