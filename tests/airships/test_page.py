"""docs/airships.md: its figures are the game's."""

from __future__ import annotations

import re
from pathlib import Path

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.airships.data import FRAMES, MODULES, MOVEMENT, TORPEDO
from sheetgen.systems.loading import Systems
from tests.airships.yard import ROOMS, build_ship, show_weapons

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "airships.md").read_text("utf-8")


def list_rows(*heads: str) -> list[list[str]]:
    """The rows of the tables with these first headings, as cells without marks of code."""
    start = re.escape("| " + " | ".join(heads) + " |")
    found = re.findall(rf"^{start}.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    lines = "".join(found).strip().splitlines()
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_frames() -> None:
    rows = []
    for frame in FRAMES.values():
        values = [frame.hull, f"{frame.skill}+", frame.morale, frame.command]
        values += [frame.damage_control, frame.lift, frame.drop, frame.stall]
        values += [frame.inertia, frame.utilities]
        slots = ", ".join(f"{r.slot}: {r.count} {r.size}" for r in frame.slots)
        shown = ["–" if value is None else str(value) for value in values]
        rows.append([frame.id, frame.size, frame.row, *shown, slots])
    assert list_rows("frame", "size") == rows


def test_movement() -> None:
    rows = [[row, f"{m.move}″", f"{m.pivot:g}°"] for row, m in MOVEMENT.items()]
    assert list_rows("moves as") == rows


def test_weapons() -> None:
    rows = [
        [
            row["weapon"].lower().replace(" ", "-"),
            size,
            "no end" if row["range"] is None else f"{row['range']}″",
            str(row["dice"]),
            str(row["cost"]),
            ", ".join(row["rules"]),
        ]
        for size in ROOMS
        for row in show_weapons(size)
    ]
    assert list_rows("weapon", "size") == rows


def test_modules() -> None:
    rows = [row[:2] for row in list_rows("module", "points")]
    assert rows == [[module.id, str(module.cost)] for module in MODULES.values()]


def test_morale_checks() -> None:
    rows = list_rows("hull", "half")
    ships = [build_ship(frame).record for frame in FRAMES]
    for ship, (hull, half, at_half, quarter, at_quarter) in zip(ships, rows, strict=True):
        assert int(hull) == ship.build.hull
        assert (float(half), float(quarter)) == (int(hull) / 2, int(hull) / 4)
        assert (ship.half, ship.quarter) == (int(at_half), int(at_quarter))


def test_torpedoes() -> None:
    words = f"hull of {TORPEDO.hull}, lift {TORPEDO.lift}, drop {TORPEDO.drop},"
    text = " ".join(TEXT.split())
    assert f"{words} inertia {TORPEDO.inertia}, and hits with {TORPEDO.dice} damage dice" in text


def test_ships_that_come_along() -> None:
    found = gather([ROOT / "ships" / "airships"], Shelf(Systems())).definitions
    ships = {d.id: d for d in found if d.kind.name == "ship"}
    rows = list_rows("ship", "frame")
    assert {row[0]: (row[1], int(row[2])) for row in rows} == {
        id: (d.values.record.frame, d.derived["points"]) for id, d in ships.items()
    }
    assert {d.values.record.frame for d in ships.values()} == set(FRAMES)
    fleets = {d.id: d.derived["points"] for d in found if d.kind.name == "fleet"}
    assert fleets == {"tidemark-watch": 430, "ember-concord": 430}
    assert "Both have 430 points and the same frames" in " ".join(TEXT.split())
