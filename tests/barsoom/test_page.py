"""docs/barsoom.md: its figures are the game's."""

from __future__ import annotations

import re
from pathlib import Path

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.loading import Systems
from tests.barsoom.game import CARDS, CLASSES, WEAPONS, derive

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "barsoom.md").read_text("utf-8")


def test_classes_cards_and_hits() -> None:
    for line in CLASSES.values():
        keys = ("name", "speed", "ascends", "descends", "turns", "bombs", "length", "beam")
        assert f"| {' | '.join(str(line[key]) for key in keys)} |" in TEXT
        rolls = [line["hits"][name] or "–" for name in WEAPONS]
        assert f"| {line['name']} | {' | '.join(rolls)} |" in TEXT
    for name, count in {
        **{card: line["count"] for card, line in CARDS.items()},
        "Reverse": 1,
    }.items():
        assert f"| {name} | {count} | " in TEXT
    for line in WEAPONS.values():
        assert f"{line['name'].lower()} {line['range']}″" in TEXT


def test_deck_after_damage() -> None:
    rows = derive("small")["deck_after"]
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
        name: (ship.record.class_name, fleets[name])
        for name, ship in ships.items()
        if name in fleets
    }
