"""Airships as its game.yaml has it: tables, ships, fleets and sheets for tests."""

from __future__ import annotations

from typing import Any

from sheetgen.systems.airships.data import WEAPONS
from sheetgen.systems.column import derive_values
from sheetgen.systems.contract import read_tables
from tests.yard import Yard

YARD = Yard("airships")
GAME, SHEETS = YARD.game, YARD.sheets
SHIP, FLEET, SCENARIO = YARD.ship, YARD.fleet, YARD.scenario
link_fleet, fill, fill_blank = YARD.link_fleet, YARD.fill, YARD.fill_blank
TABLES = read_tables(f"{GAME.folder}/game.yaml")
"""The tables that stand in game.yaml itself; those of other files are in airships.data."""


def build_ship(frame: str = "frigate", **keys: Any) -> Any:
    """A bare ship of a frame, but for what its definition has besides."""
    return SHIP.model(**{"system": "airships", "name": "X", "frame": frame} | keys)


def list_weapons(size: str, slot: str = "forward") -> list[str]:
    """The weapons of a size that may be mounted in a slot: what is Forward, not everywhere."""
    ahead = slot in ("forward", "turret")
    return [
        id
        for id, weapon in WEAPONS.items()
        if size in weapon.sizes and (ahead or "Forward" not in weapon.rules)
    ]


ROOMS = {
    "ultralight": ("wing", "mounts"),
    "light": ("scout", "turret"),
    "medium": ("frigate", "forward"),
    "large": ("dreadnought", "forward"),
}
"""A frame and a slot of it for each size of weapon, where all of that size may be mounted."""


def show_weapons(size: str) -> list[dict[str, Any]]:
    """The weapons of a size as a ship that has them all shows them."""
    frame, slot = ROOMS[size]
    ship = build_ship(frame, weapons={slot: list_weapons(size)})
    rows: list[dict[str, Any]] = derive_values(SHIP.columns, ship)["weapons"]
    return rows


def find_errors(ship: Any) -> set[str]:
    """The names of the rules that a ship breaks."""
    rules = [check for check in SHIP.checks if check.rule.severity == "error"]
    return {check.rule.name for check in rules if list(check.find(ship))}
