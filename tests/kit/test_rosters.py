"""Rosters of every game: long names have more lines, and totals stand at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.systems.contract import Look
from sheetgen.systems.kit.roster import count_lines, make_rows
from sheetgen.systems.kit.text import TextWriter

FLEETS = {
    "asfos": "ships: [{ship: warrior, count: 70}]",
    "airships": "ships: [{ship: resolute, count: 45}]",
    "barsoom": "ships: [{ship: windhover, count: 20}, {ship: windhover, count: 20}]",
}
WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwenkassenwart"


@pytest.mark.parametrize("game", FLEETS)
def test_the_total_is_only_on_the_last_page(game: str, project: Path) -> None:
    text = f"system: {game}\nfleet: Many\n{FLEETS[game]}\n"
    (project / "many.yaml").write_text(text, "utf-8")
    result = sheetgen.open_project(project).render("many", sheet="roster")
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(result.pdf())]
    assert len(pages) > 1
    heading = pages[0].count("Total")  # a column may be called so too
    assert [page.count("Total") - heading for page in pages] == [0] * (len(pages) - 1) + [1]


def test_a_word_that_is_too_long_counts_as_lines() -> None:
    (row,) = make_rows((), [None])
    row = type("Row", (), {"name": WORD, "ship": ""})
    assert count_lines(TextWriter(Look().fonts), row, 40, 3.2) == 3
    assert count_lines(TextWriter(Look().fonts), row, 400, 3.2) == 1
