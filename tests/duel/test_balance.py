"""Tests of docs/balance.md: it lists all ships, and can be written again, which takes minutes."""

from pathlib import Path

import pytest
from gallery import balance

from sheetgen.project.project import Project
from sheetgen.systems.loading import Systems


def test_every_ship_that_comes_along_is_in_the_table() -> None:
    text = balance.PAGE.read_text("utf-8")
    for ship in balance.list_ships(Project(Path(), Systems())):
        told = ship.derived
        assert f"\n| {ship.name} | {told['points']} | {told['points_source']} |" in text


def test_the_page_can_be_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ships = balance.list_ships(Project(Path(), Systems()))
    few = [ship for ship in ships if ship.id in ("calypso", "lanner", "swordfish", "rampart")]
    monkeypatch.setattr(balance, "list_ships", lambda _: few)
    monkeypatch.setattr(balance, "CONDITIONS", (("bow", 10),))
    monkeypatch.setattr(balance, "DUELS", 20)
    monkeypatch.setattr(balance, "FLEET_DUELS", 1)
    lines = balance.write_page().split(balance.MARK)[1].splitlines()
    rows = [line.split(" | ")[:3] for line in lines if line.startswith("| ") and "″" not in line]
    assert rows[:-1] == [
        ["| Calypso", "7", "published"],
        ["| Lanner", "9", "estimate"],
        ["| Swordfish", "14", "published"],
        ["| Rampart", "15", "estimate"],
    ]
    assert sum("″ | " in line for line in lines) == 12
