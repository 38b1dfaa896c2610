"""The Sky Ships of Barsoom as tests ask it: its tables, ships of it, and its sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sheetgen.systems
from sheetgen.reading import source
from sheetgen.systems.column import derive_values
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.loading import load_shipped

FILE = Path(sheetgen.systems.__file__).with_name("barsoom") / "game.yaml"
TABLES: dict[str, Any] = source.read(FILE).documents[0].data["tables"]
CLASSES, WEAPONS, CARDS = TABLES["classes"], TABLES["types"], TABLES["cards"]
DAMAGE = {int(roll): line for roll, line in TABLES["damage"].items()}
SIDES = list(TABLES["sides"])
SYSTEM = load_shipped("barsoom")
SHIP = SYSTEM.kinds[0]
SHEETS = {sheet.name: sheet for sheet in SYSTEM.sheets}


def make_ship(class_: str = "medium", **keys: Any) -> Any:
    """A ship with these keys."""
    return SHIP.model(**{"system": "barsoom", "name": "Petrel", "class": class_, **keys})


def derive(class_: str = "medium", **keys: Any) -> dict[str, Any]:
    """What follows from the keys of a ship."""
    return derive_values(SHIP.columns, make_ship(class_, **keys))


def fill(sheet: str, values: Any, look: Look | None = None) -> list[Print]:
    """The pieces of a sheet."""
    return list(SHEETS[sheet].fill(values, look or Look()))


def fill_blank(sheet: str, size: int) -> list[Print]:
    """The empty pieces of a sheet."""
    blank = SHEETS[sheet].fill_blank
    assert blank
    return list(blank(size, Look()))
