"""Terrain of a scenario, to cut out at true size."""

from __future__ import annotations

from sheetgen.systems.black_skies.terrain import TERRAIN
from sheetgen.systems.kit.scenario.pieces import make_terrain

TERRAIN_SHEET = make_terrain(TERRAIN)
