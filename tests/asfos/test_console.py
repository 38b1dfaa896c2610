"""Consoles: displays with their charts, and what a scenario's turns change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.printing.press import Press
from sheetgen.systems.kit.scenario.sheet import BOX, HEAD, WIDTH, PageDraft, end_page
from tests.asfos.yard import SHEETS, build_ship, fill, fill_blank, link_fleet

PRESS = Press(None)
CONSOLE = SHEETS["console"]
HEIGHT = 190.0
"""The most of a page, in millimetres, that leaves room for the ruler in its margin."""

Run = Callable[..., Any]


def make_ship(mass: int) -> Any:
    return build_ship(name="Pike", mass=mass, engine=2, primaries={"forward": 4}, secondaries=2)


def make_fleet(turns: int | None, *masses: int) -> Any:
    entries = [{"ship": f"x{at}", "ids": [f"A{at}"]} for at in range(1, len(masses) + 1)]
    return link_fleet(*map(make_ship, masses), turns=turns, ships=entries)


@pytest.mark.parametrize("mass", [1, 7, 8, 12, 21])
@pytest.mark.parametrize("turns", [None, 6, 12])
def test_most_ships_take_half_a_page(mass: int, turns: int | None) -> None:
    (piece,) = fill("console", make_fleet(turns, mass))
    drawing = PRESS.draw(CONSOLE.template, piece.data, "console")
    width, height = (side / 72 * 25.4 for side in (drawing.trim_width, drawing.trim_height))
    assert width == pytest.approx(125, abs=0.1)
    assert height <= HEIGHT + 0.1
    assert sum(map(len, piece.data.blocks)) == (turns or 10)


@pytest.mark.parametrize("mass", [22, 40, 60])
def test_larger_ships_take_a_page(mass: int) -> None:
    (piece,) = fill("console", make_fleet(12, mass))
    assert [len(block) for block in piece.data.blocks] == [6, 6]
    drawing = PRESS.draw(CONSOLE.template, piece.data, "console")
    assert drawing.trim_height / 72 * 25.4 <= 200


def test_a_console_says_what_its_display_and_chart_say() -> None:
    fleet = make_fleet(None, 4, 5)
    pieces, charts = fill("console", fleet), fill("plotting-chart", fleet)
    assert [piece.ship for piece in pieces] == ["A1", "A2"]
    first, chart = pieces[0].data, charts[0].data
    assert (first.id, chart.id, first.chart.speed) == ("A1", "A1", "6")
    for name in ("speed", "step"):
        assert getattr(first.chart, name) == getattr(chart, name)
    assert (first.chart.engine, str(chart.engine)) == ("2", "2")
    for one, other in zip(first.chart.courses, chart.courses, strict=True):
        assert (one.turns, one.within, one.beyond) == (other.turns, other.within, other.beyond)
    assert first.name == "Pike"
    (blank,) = fill_blank("console", 6)
    assert (blank.title, blank.data.mass, blank.data.chart.speed) == (
        "Blank console, mass 6",
        6,
        "",
    )


@pytest.mark.parametrize(
    ("turns", "rows"),
    [(None, [10]), (6, [6]), (12, [12]), (24, [24]), (25, [13, 12]), (99, [20] * 4 + [19])],
)
def test_charts_have_a_line_for_every_turn(turns: int | None, rows: list[int]) -> None:
    pieces = fill("plotting-chart", make_fleet(turns, 4))
    assert [len(piece.data.turns) for piece in pieces] == rows
    assert [turn for piece in pieces for turn in piece.data.turns] == list(
        range(1, (turns or 10) + 1)
    )


def test_twelve_turns_are_as_high_as_ten() -> None:
    heights = []
    for turns in (10, 12):
        (piece,) = fill("plotting-chart", make_fleet(turns, 4))
        heights.append(PRESS.draw("asfos/plotting.svg", piece.data, "chart").trim_height)
    assert heights[1] == pytest.approx(heights[0], abs=0.5)


@pytest.mark.parametrize("turns", [1, 12, 13, 26, 27, 99])
@pytest.mark.parametrize("y", [100.0, 240.0, 248.0, 255.0, 261.0])
def test_the_turn_track_never_disappears(turns: int, y: float) -> None:
    drafts = list(end_page(PageDraft(y), turns, 262.0))
    last = drafts[-1]
    assert [turn.number for turn in last.turns] == list(range(1, turns + 1))
    for turn in last.turns:
        assert 10 < turn.x <= WIDTH - BOX + 0.3
        assert turn.y + BOX <= 263.1
        assert turn.y >= (y if last is drafts[0] else HEAD) - 0.01
    assert len({(turn.x, turn.y) for turn in last.turns}) == turns


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
