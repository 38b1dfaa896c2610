"""docs/barsoom.md: its figures are the game's."""

from __future__ import annotations

import re
from pathlib import Path

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.barsoom.columns import SHIP
from sheetgen.systems.barsoom.data import CARDS, CLASSES, WEAPONS
from sheetgen.systems.barsoom.ship import Ship, modify
from sheetgen.systems.column import derive_values
from sheetgen.systems.loading import Systems

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "barsoom.md").read_text("utf-8")


def test_classes_cards_and_hits() -> None:
    for c in CLASSES.values():
        figures = (c.speed, c.ascends, c.descends, c.turns, c.bombs, f"{c.length:g}", f"{c.beam:g}")
        assert f"| {c.name} | {' | '.join(map(str, figures))} |" in TEXT
        rolls = [modify(c.hits[name]) if name in c.hits else "–" for name in WEAPONS]
        assert f"| {c.name} | {' | '.join(rolls)} |" in TEXT
    for card in CARDS:
        assert f"| {card.name} | {card.count} | " in TEXT
    for type_ in WEAPONS.values():
        assert f"{type_.name.lower()} {type_.range}″" in TEXT


def test_deck_after_damage() -> None:
    ship = Ship(**{"system": "barsoom", "name": "Tern", "class": "small"})
    rows = derive_values(SHIP, ship)["deck_after"]
    told = re.findall(r"^\| (\d) \| ([\w ,]+) \| (\d+) \| (\d) \|$", TEXT, re.MULTILINE)
    assert told == [
        (str(row["result"]), row["lost"], str(row["cards"]), str(row["options"])) for row in rows
    ]


def test_what_comes_along() -> None:
    found = gather([ROOT / "ships" / "barsoom"], Shelf(Systems())).definitions
    ships = {d.id: d.values for d in found if d.kind.name == "ship"}
    fleets = {entry.ship: d.id for d in found for entry in getattr(d.written, "ships", ())}
    told = re.findall(r"^\| `([\w-]+)` \| (\w+) \| `([\w-]+)` \|", TEXT, re.MULTILINE)
    assert {ship: (of, fleet) for ship, of, fleet in told} == {
        name: (ship.class_name, fleets[name]) for name, ship in ships.items()
    }
