"""A Sky Full of Ships as its game.yaml has it: tables, ships, fleets and sheets for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sheetgen.ground.record import replace
from sheetgen.systems.contract import Look, Print, Sheet, read_tables
from sheetgen.systems.loading import load_shipped

GAME = load_shipped("asfos")
TABLES = read_tables(f"{GAME.folder}/game.yaml")
SHIP, FLEET, SCENARIO = GAME.kinds
SHEETS: Mapping[str, Sheet] = {sheet.name: sheet for sheet in GAME.sheets}
CODES = [row["code"] for row in TABLES["classes"].values()]
"""The size classes, from the lightest."""
PLAIN = Look()
"""How things are printed where nobody says more."""


def build_ship(**keys: Any) -> Any:
    """A ship of mass 4 without weapons, but for what its definition has besides."""
    usual = {"system": "asfos", "name": "X", "mass": 4, "hull": 3, "engine": 0}
    return SHIP.model(**usual | keys)


class Harbour(NamedTuple):
    """Finds ships by their ids."""

    ships: Mapping[str, Any]

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        return self.ships[id]


def link_fleet(*ships: Any, turns: int | None = None, **keys: Any) -> Any:
    """A fleet of ships, called x1, x2 …, which a scenario lets play so many turns."""
    found = {f"x{at}": ship for at, ship in enumerate(ships, start=1)}
    usual = {"system": "asfos", "fleet": "Home", "ships": [{"ship": id} for id in found]}
    assert FLEET.link
    return replace(FLEET.link(FLEET.model(**usual | keys), Harbour(found)), turns=turns)


def fill(sheet: str, values: Any, look: Look = PLAIN) -> list[Print]:
    """The pieces of a sheet for a ship or a fleet."""
    return list(SHEETS[sheet].fill(values, look))


def fill_blank(sheet: str, size: int) -> list[Print]:
    """The empty pieces of a sheet."""
    made = SHEETS[sheet].fill_blank
    assert made
    return list(made(size, PLAIN))
