"""Consoles: displays with their charts, and what a scenario's turns change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.printing.press import Press
from sheetgen.systems.asfos.fleet import Fleet, StarFleet, Starship
from sheetgen.systems.asfos.sheets.plotting import (
    CONSOLE,
    HEIGHT,
    blank_console,
    fill_console,
    fill_plotting,
)
from sheetgen.systems.asfos.ship import Ship
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.scenario.sheet import BOX, WIDTH, PageDraft, _end_page

PRESS = Press(None)

Run = Callable[..., Any]


def make_ship(mass: int, name: str = "Pike", engine: int = 2) -> Ship:
    keys = {"system": "asfos", "name": name, "mass": mass, "hull": 3, "engine": engine}
    return Ship(**keys, primaries={"forward": 4}, secondaries=2)


def make_fleet(turns: int, *masses: int) -> StarFleet:
    ships = [{"ship": "pike"} for _ in masses]
    fleet = Fleet(system="asfos", fleet="Pikes", ships=ships)
    members = [Starship(f"A{at}", "Pike", make_ship(mass), at) for at, mass in enumerate(masses, 1)]
    return StarFleet(fleet, tuple(members), turns=turns)


@pytest.mark.parametrize("mass", [1, 7, 8, 12, 21])
@pytest.mark.parametrize("turns", [0, 6, 12])
def test_most_ships_take_half_a_page(mass: int, turns: int) -> None:
    (piece,) = fill_console(make_fleet(turns, mass), Look())
    drawing = PRESS.draw(CONSOLE.template, piece.data, "console")
    width, height = (side / 72 * 25.4 for side in (drawing.trim_width, drawing.trim_height))
    assert width == pytest.approx(125, abs=0.1)
    assert height <= HEIGHT + 0.1
    assert sum(map(len, piece.data.blocks)) == (turns or 10)


@pytest.mark.parametrize("mass", [22, 40, 60])
def test_larger_ships_take_a_page(mass: int) -> None:
    (piece,) = fill_console(make_fleet(12, mass), Look())
    assert [len(block) for block in piece.data.blocks] == [6, 6]
    drawing = PRESS.draw(CONSOLE.template, piece.data, "console")
    assert drawing.trim_height / 72 * 25.4 <= 200


def test_a_console_says_what_its_display_and_chart_say() -> None:
    pieces = fill_console(make_fleet(0, 4, 5), Look())
    assert [piece.ship for piece in pieces] == ["A1", "A2"]
    first = pieces[0].data
    assert (first.id, first.chart.id, first.chart.speed) == ("A1", "A1", "6")
    (blank,) = blank_console(6, Look())
    assert (blank.title, blank.data.mass, blank.data.chart.speed) == (
        "Blank console, mass 6",
        6,
        "",
    )


@pytest.mark.parametrize(
    ("turns", "rows"),
    [(0, [10]), (6, [6]), (12, [12]), (24, [24]), (25, [13, 12]), (99, [20] * 4 + [19])],
)
def test_charts_have_a_line_for_every_turn(turns: int, rows: list[int]) -> None:
    pieces = fill_plotting(make_fleet(turns, 4), Look())
    assert [len(piece.data.turns) for piece in pieces] == rows
    assert [turn for piece in pieces for turn in piece.data.turns] == list(
        range(1, (turns or 10) + 1)
    )


def test_twelve_turns_are_as_high_as_ten() -> None:
    heights = []
    for turns in (10, 12):
        (piece,) = fill_plotting(make_fleet(turns, 4), Look())
        heights.append(PRESS.draw("asfos/plotting.svg", piece.data, "chart").trim_height)
    assert heights[1] == pytest.approx(heights[0], abs=0.5)


@pytest.mark.parametrize("turns", [1, 12, 13, 26, 27, 99])
@pytest.mark.parametrize("y", [100.0, 240.0, 248.0, 255.0, 261.0])
def test_the_turn_track_never_disappears(turns: int, y: float) -> None:
    drafts = [PageDraft(y)]
    _end_page(drafts, turns, 262.0)
    last = drafts[-1]
    assert [turn.number for turn in last.turns] == list(range(1, turns + 1))
    for turn in last.turns:
        assert 10 < turn.x <= WIDTH - BOX + 0.3
        assert turn.y + BOX <= 263.1
        assert turn.y >= (y if last is drafts[0] else 14) - 0.01
    assert len({(turn.x, turn.y) for turn in last.turns}) == turns


def test_without_turns_there_are_notes_only() -> None:
    drafts = [PageDraft(100.0)]
    _end_page(drafts, 0, 262.0)
    assert (len(drafts), list(drafts[0].turns)) == (1, [])
    assert len(drafts[0].notes) > 10


def test_one_point_is_no_points(project: Path, run: Run, write_ship: Any) -> None:
    from pypdfium2 import PdfDocument

    write_ship("gnat.yaml", mass=1, points=1, primaries="{forward: 1}", secondaries=0)
    fleet = "system: asfos\nfleet: Few\nships: [{ship: gnat}]\n"
    (project / "few.yaml").write_text(fleet, "utf-8")
    outcome = run("render", "few.yaml", "-o", "few.pdf", "--sheet", "display", "--sheet", "roster")
    assert outcome.status == 0, outcome.stderr
    words = " ".join(
        page.get_textpage().get_text_range() for page in PdfDocument(project / "few.pdf")
    )
    assert "1 point" in words
    assert "1 points" not in words


def test_a_total_with_an_estimate_is_one(project: Path, run: Run, write_ship: Any) -> None:
    from pypdfium2 import PdfDocument

    write_ship("pike.yaml", name="Pike")
    write_ship("gnat.yaml", name="Gnat", points=30)
    fleet = "system: asfos\nfleet: Few\npoints_limit: 170\nships: [{ship: pike}, {ship: gnat}]\n"
    (project / "few.yaml").write_text(fleet, "utf-8")
    run("render", "few.yaml", "-o", "few.pdf", "--sheet", "roster")
    text = PdfDocument(project / "few.pdf")[0].get_textpage().get_text_range()
    (head,) = (line for line in text.splitlines() if "of 170 points" in line)
    assert head.startswith("~")
    assert text.count("~") == 4  # the head, one of two ships, the total, and what it means


def test_the_largest_ships_have_an_upright_page(project: Path, write_ship: Any, run: Any) -> None:
    for mass, fits in ((68, True), (69, True), (84, True), (85, False)):
        write_ship(f"m{mass}.yaml", mass=mass)
        outcome = run("render", f"m{mass}.yaml", "--sheet", "console", "-o", f"m{mass}.pdf")
        assert ("does-not-fit" not in outcome.stderr) is fits
    sizes = [PdfDocument(project / f"m{mass}.pdf")[0].get_size() for mass in (68, 69)]
    assert [width > height for width, height in sizes] == [True, False]
