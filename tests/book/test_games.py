"""Every game's fleets can be published: order, statistics, tables and cut-outs of each."""

from __future__ import annotations

import re
import shutil
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
from sheetgen.printing.press import Press
from sheetgen.systems.column import tabulate_parts
from sheetgen.systems.loading import Systems

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


# Games that fail

HOMEBREW = Path(__file__).parents[1] / "homebrew"
BOOK = "book: Regatta\nships: [heron, egret]\ncontents: false\nindex: true\n"
FAILING = """

def fail(name: str) -> str:
    return {}[name]


def fail_late(name: str) -> list[str]:
    return ["Boat", name.nothing]


def leave(name: str) -> str:
    raise SystemExit(3)
"""


def write_game(project: Path, *keys: str, column: str = "") -> None:
    """The game of tests/homebrew with more keys of its boats, and a column, that call its code."""
    folder = project / "regatta"
    shutil.copytree(HOMEBREW, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file, code = folder / "game.yaml", folder / "rules.py"
    text = file.read_text("utf-8")
    for old, new in (
        ("    columns:\n", "".join(f"    {key}\n" for key in keys) + "    columns:\n"),
        ("      Speed: sail\n", f"      Speed: sail\n{column}"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    code.write_text(code.read_text("utf-8") + FAILING, "utf-8")
    for name in ("heron", "egret"):
        ship = f"system: regatta\nname: {name.title()}\nplanks: 6\nsail: 4\nballast: 2\n"
        (project / f"{name}.yaml").write_text(ship, "utf-8")
    (project / "book.yaml").write_text(BOOK, "utf-8")


def refuse(project: Path, run: Run, where: str) -> str:
    """What is said of the game when the book is published."""
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    told = re.escape(f"error[broken-game]: the game regatta fails in {where}")
    assert re.search(rf"^regatta/rules\.py:\d+:\d+: {told}", outcome.stderr, re.MULTILINE), (
        outcome.stderr
    )
    assert "Traceback" not in outcome.stderr
    assert not (project / "b.pdf").exists()
    said: str = outcome.stderr
    return said


@pytest.mark.parametrize("part", ["group", "order"])
@pytest.mark.parametrize("code", ["fail", "leave"])
def test_a_game_that_fails_is_told(project: Path, run: Run, part: str, code: str) -> None:
    write_game(project, f"{part}: {code}(name)")
    refuse(project, run, f"{part} of the kind boat")


def test_an_index_that_fails_is_told(project: Path, run: Run) -> None:
    write_game(project, "index: fail_late(name)")
    assert "has no attribute 'nothing'" in refuse(project, run, "terms of the kind boat")


@pytest.mark.parametrize("spot", ["fact", "compare"])
@pytest.mark.parametrize("code", ["fail", "leave"])
def test_a_column_that_fails_is_told(project: Path, run: Run, spot: str, code: str) -> None:
    write_game(project, column=f"      Broken: {{value: {code}(name), in: [{spot}]}}\n")
    refuse(project, run, "the columns of the kind boat")


def test_the_table_of_a_fleet_that_fails_is_told(project: Path, run: Run) -> None:
    write_game(project, column="      Broken: {value: fail(name), in: [compare]}\n")
    fleet = "system: regatta\nfleet: Pond\nships: [{ship: heron}]\n"
    (project / "pond.yaml").write_text(fleet, "utf-8")
    (project / "one.md").write_text("# A\n\n{{ fleet_table('pond') }}\n", "utf-8")
    (project / "book.yaml").write_text("book: Regatta\nchapters: [one.md]\n", "utf-8")
    assert "KeyError" in refuse(project, run, "the columns of the kind fleet")


def test_a_sheet_that_fails_in_a_book_is_told(project: Path, run: Run) -> None:
    write_game(project)
    code = project / "regatta" / "rules.py"
    text = code.read_text("utf-8")
    code.write_text(text.replace("draw_soft(hull, 8)", "draw_soft(hull, x)"), "utf-8")
    game = project / "regatta" / "game.yaml"
    text = game.read_text("utf-8")
    drawn = 'role: display\n    values: {shape: "draw_boat(planks, sail)"}\n'
    game.write_text(text.replace("role: card\n", drawn), "utf-8")
    refuse(project, run, "fill of the sheet card")
