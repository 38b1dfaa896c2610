"""Every game's fleets can be published: order, statistics, tables and cut-outs of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from sheetgen.book.library import Illustrator, Library, is_fleet
from sheetgen.book.parts.printable import compare, list_facts
from sheetgen.book.parts.section import group_of, sort_ships
from sheetgen.definitions.linking import gather
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.press import Press
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.column import tabulate_parts

Run = Callable[..., Any]
SYSTEMS = Systems()
SHELF = Shelf(SYSTEMS)
LIBRARY = Library(assets.shipped("ships") / "books" / "none.yaml", SHELF)
STOCK = gather([assets.shipped("ships")], SHELF).definitions
GAMES = SYSTEMS.names


@pytest.mark.parametrize("game", GAMES)
def test_what_books_tell_of_a_game(game: str) -> None:
    own = [d for d in STOCK if d.system.id == game]
    ships = [d for d in own if not is_fleet(d)]
    assert ships
    assert [group_of(s) for s in sort_ships(ships)]
    assert len({tuple(compare(s)) for s in ships}) == 1, "a table has one row of headings"
    for ship in ships:
        assert len(list_facts(ship)) > 3
    tables = [table for d in own if is_fleet(d) for table in d.apply(tabulate_parts)]
    assert tables
    for table in tables:
        assert {len(row) for row in (*table.rows, table.totals)} == {len(table.headings)}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_displays_and_counters(game: str) -> None:
    studio = Illustrator(Press(None), "")
    ships = [d for d in STOCK if d.system.id == game and not is_fleet(d)]
    for role in ("display", "counter"):
        sheet = studio.choose(ships[0], role)
        assert sheet
        assert sheet.role == role


def test_classes_come_in_order() -> None:
    ships = [LIBRARY.find(f"asfos/{name}", None) for name in ("warrior", "merlin", "goshawk")]
    assert [s.id for s in sort_ships(ships)] == ["merlin", "goshawk", "warrior"]


def test_fleets_of_several_games_share_a_book(project: Path, run: Run) -> None:
    fleets = "[asfos/ondaro-cast, black-skies/tiger-flight]"
    book = f"book: Mixed\nfleets: {fleets}\nappendix: false\npaper: a5\n"
    (project / "book.yaml").write_text(book, "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert (outcome.status, outcome.stderr) == (0, "")
    pages = PdfDocument((project / "b.pdf").read_bytes())
    text = " ".join(page.get_textpage().get_text_bounded() for page in pages)
    assert "Black Tiger" in text
    assert "Lammergeier" in text
