"""Terrain to cut out at true size: a scenario's, or an island, a cloud bank and a storm."""

from __future__ import annotations

from sheetgen.systems.airships.terrain import TERRAIN
from sheetgen.systems.kit.scenario.pieces import make_terrain

TERRAIN_SHEET = make_terrain(
    {kind: stuff for kind, stuff in TERRAIN.items() if kind != "marker"}, depth=0.8
)
