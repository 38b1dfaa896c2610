"""Terrain to cut out at true size: a scenario's, or one of each kind."""

from __future__ import annotations

from sheetgen.systems.asfos.terrain import TERRAIN
from sheetgen.systems.kit.scenario.pieces import make_terrain

TERRAIN_SHEET = make_terrain(TERRAIN)
