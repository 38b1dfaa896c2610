"""docs/asfos.md: its figures are the game's."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.units import PAPERS
from sheetgen.pages.layout import Layout
from sheetgen.printing.order import Order
from sheetgen.printing.press import Press
from sheetgen.systems.loading import Systems
from tests.asfos.yard import TABLES, build_ship

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "asfos.md"


def test_page_has_the_right_figures() -> None:
    text = PAGE.read_text("utf-8")
    readings = build_ship().plan.readings
    assert list(readings) == ["power", "worth"]
    for _, values in readings.values():
        for key, value in values.items():
            assert f"| `{key}` | {value} |" in text
    least = 1
    for key, size in TABLES["classes"].items():
        most = int(key)
        masses = f"{least}–{most}" if least < most else f"{least}"
        masses = f"{least} and more" if size["code"] == "T" else masses
        assert f"| {size['code']} | {size['name']} | {masses} |" in text
        assert size["least"] == least
        least = most + 1
    ships = gather([ROOT / "ships" / "asfos"], Shelf(Systems())).definitions
    for ship in (s for s in ships if s.derived.get("points_source") == "published"):
        of = ship.derived
        row = rf"\| {ship.name} \| {of['power_used']} \| {of['power_available']} \|.*= \d+ "
        row += rf"\| {of['points_estimate']} \| {of['points']} \|"
        assert re.search(row, text), ship.name
    told = dict(re.findall(r"^\| `([\w-]+)` \| [A-Z]+ \| (\d+) \|", text, re.MULTILINE))
    own = {s.id: s.derived["points"] for s in ships if s.derived.get("points_source") == "estimate"}
    assert {name: str(points) for name, points in own.items()} == told
    for mass, units, boxes in re.findall(r"^\| (\d+) \| (\d+) \| (.*) \|$", text, re.MULTILINE):
        ship = build_ship(mass=int(mass)).record
        assert ship.crew_units == int(units)
        assert ship.crew_unit_boxes == [int(box) for box in re.findall(r"\d+", boxes)]


def test_page_tells_how_much_paper_holds() -> None:
    text = PAGE.read_text("utf-8")
    rows = re.findall(
        r"^\| `(\w+)` \| (A4|Letter) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE
    )
    system = Systems().get("asfos")
    assert system is not None
    press = Press(None)
    for name, paper, cruisers, battleships, largest in rows:
        sheet = next(sheet for sheet in system.sheets if sheet.name == name)
        for mass, held in ((4, cruisers), (6, cruisers), (12, battleships)):
            order = Order(Layout(PAPERS[paper.lower()]), copies=40)
            page = press.lay_out(press.draw_blanks(sheet, [mass], order), order)[0]
            counts = Counter(id(placement.drawing) for placement in page.placements)
            assert max(counts.values()) == int(held), (name, paper, mass)
        order = Order(Layout(PAPERS[paper.lower()]))
        press.lay_out(press.draw_blanks(sheet, [int(largest)], order), order)
        with pytest.raises(ProblemError):
            press.lay_out(press.draw_blanks(sheet, [int(largest) + 1], order), order)
    assert len(rows) == 6
