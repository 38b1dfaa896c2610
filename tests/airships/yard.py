"""Airships as its game.yaml has it: tables, ships, fleets and sheets for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sheetgen.systems.airships.data import WEAPONS
from sheetgen.systems.column import derive_values
from sheetgen.systems.contract import Look, Print, Sheet, read_tables
from sheetgen.systems.loading import load_shipped

GAME = load_shipped("airships")
TABLES = read_tables(f"{GAME.folder}/game.yaml")
"""The tables that stand in game.yaml itself; those of other files are in airships.data."""
SHIP, FLEET, SCENARIO = GAME.kinds
SHEETS: Mapping[str, Sheet] = {sheet.name: sheet for sheet in GAME.sheets}
PLAIN = Look()
"""How things are printed where nobody says more."""


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


class Harbour(NamedTuple):
    """Finds ships by their ids."""

    ships: Mapping[str, Any]

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        return self.ships[id]


def link_fleet(*ships: Any, **keys: Any) -> Any:
    """A fleet of ships, called x1, x2 …"""
    found = {f"x{at}": ship for at, ship in enumerate(ships, start=1)}
    usual = {"system": "airships", "fleet": "Home", "ships": [{"ship": id} for id in found]}
    assert FLEET.link
    return FLEET.link(FLEET.model(**usual | keys), Harbour(found))


def fill(sheet: str, values: Any, look: Look = PLAIN) -> list[Print]:
    """The pieces of a sheet for a ship or a fleet."""
    return list(SHEETS[sheet].fill(values, look))


def fill_blank(sheet: str, hull: int) -> list[Print]:
    """The empty pieces of a sheet for the frames with that hull."""
    made = SHEETS[sheet].fill_blank
    assert made
    return list(made(hull, PLAIN))
