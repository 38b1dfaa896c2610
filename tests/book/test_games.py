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


def write_game(project: Path, **functions: str) -> None:
    """The game of tests/homebrew with functions for books, each a piece of Python."""
    folder = project / "regatta"
    shutil.copytree(HOMEBREW, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "__init__.py"
    text = file.read_text("utf-8")
    column = functions.pop("column", "")
    if column:
        text = text.replace("columns=COLUMNS", f"columns=(*COLUMNS, Column({column}))")
        text = text.replace("import Kind,", "import Column, Kind,")
    added = "".join(f"    {name}={code},\n" for name, code in functions.items())
    text = text.replace("    starter=STARTER,\n", f"    starter=STARTER,\n{added}")
    file.write_text(f"{FAILING}\n\n{text}", "utf-8")
    for name in ("heron", "egret"):
        ship = f"system: regatta\nname: {name.title()}\nplanks: 6\nsail: 4\nballast: 2\n"
        (project / f"{name}.yaml").write_text(ship, "utf-8")
    (project / "book.yaml").write_text(BOOK, "utf-8")


FAILING = """
def fail(boat):
    return {}[boat.name]


def fail_late(boat):
    yield "Boat"
    yield boat.nothing


def leave(boat):
    raise SystemExit(3)
"""


@pytest.mark.parametrize("part", ["group", "order", "terms"])
@pytest.mark.parametrize("code", ["fail", "leave"])
def test_a_game_that_fails_is_told(project: Path, run: Run, part: str, code: str) -> None:
    write_game(project, **{part: code})
    refuse(project, run, f"{part} of the kind boat", r"regatta/__init__\.py:\d+:\d+: ")


@pytest.mark.parametrize("spot", ["fact", "compare"])
@pytest.mark.parametrize("code", ["fail", "leave"])
def test_a_column_that_fails_is_told(project: Path, run: Run, spot: str, code: str) -> None:
    write_game(project, column=f"'', {code}, {spot}='Broken'")
    refuse(project, run, "the columns of the kind boat", r"regatta/__init__\.py:\d+:\d+: ")


@pytest.mark.parametrize(
    ("part", "code", "words"),
    [
        ("terms", "fail_late", "has no attribute 'nothing'"),
        ("terms", "lambda boat: 5", "'int' object is not iterable"),
        ("terms", "lambda boat: [5]", "[5] is not a list of texts"),
        ("order", "lambda boat: boat.name if boat.name < 'F' else 5", "not supported between"),
    ],
)
def test_what_a_game_gives_that_is_of_no_use(
    project: Path, run: Run, part: str, code: str, words: str
) -> None:
    write_game(project, **{part: code})
    assert words in refuse(project, run, f"{part} of the kind boat")


@pytest.mark.parametrize(
    ("code", "words"),
    [("fail", "KeyError"), ("lambda club: 5", "'int' object is not iterable")],
)
def test_the_table_of_a_fleet_that_fails_is_told(
    project: Path, run: Run, code: str, words: str
) -> None:
    column = f"'', {code}, of=(Column('name', compare='Name'),)"
    write_game(project, column=column, link="lambda boat, look_up: boat")
    chapter = "# A\n\n{{ fleet_table('heron') }}\n"
    (project / "one.md").write_text(chapter, "utf-8")
    (project / "book.yaml").write_text("book: Regatta\nchapters: [one.md]\n", "utf-8")
    assert words in refuse(project, run, "the columns of the kind boat")


def refuse(project: Path, run: Run, where: str, place: str = "") -> str:
    """What is said of the game when the book is published."""
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    told = re.escape(f"error[broken-game]: the game regatta fails in {where}")
    assert re.search(place + told, outcome.stderr), outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert not (project / "b.pdf").exists()
    said: str = outcome.stderr
    return said


def test_a_sheet_that_fails_in_a_book_is_told(project: Path, run: Run) -> None:
    write_game(project)
    card = project / "regatta" / "card.py"
    card.write_text(card.read_text("utf-8").replace("str(boat.sail)", "boat.sail[0]"), "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    assert "error[broken-game]: the game regatta fails in fill of the sheet card" in outcome.stderr
    assert "Traceback" not in outcome.stderr
