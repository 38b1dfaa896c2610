"""A Sky Full of Ships as its game.yaml has it: tables, ships, fleets and sheets for tests."""

from __future__ import annotations

from typing import Any

from sheetgen.systems.contract import read_tables
from tests.yard import Yard

YARD = Yard("asfos")
GAME, SHEETS = YARD.game, YARD.sheets
SHIP, FLEET, SCENARIO = YARD.ship, YARD.fleet, YARD.scenario
link_fleet, fill, fill_blank = YARD.link_fleet, YARD.fill, YARD.fill_blank
TABLES = read_tables(f"{GAME.folder}/game.yaml")
CODES = [row["code"] for row in TABLES["classes"].values()]
"""The size classes, from the lightest."""


def build_ship(**keys: Any) -> Any:
    """A ship of mass 4 without weapons, but for what its definition has besides."""
    usual = {"system": "asfos", "name": "X", "mass": 4, "hull": 3, "engine": 0}
    return SHIP.model(**usual | keys)
