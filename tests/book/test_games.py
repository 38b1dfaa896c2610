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
from sheetgen.ground import assets
from sheetgen.press import Press
from sheetgen.systems.catalogue import Systems

Run = Callable[..., Any]
SYSTEMS = Systems()
LIBRARY = Library(assets.shipped("ships") / "books" / "none.yaml", SYSTEMS)
GAMES = SYSTEMS.names


@pytest.mark.parametrize("game", GAMES)
def test_what_books_tell_of_a_game(game: str) -> None:
    own = [d for d in LIBRARY.stock.definitions if d.system.id == game]
    ships = [d for d in own if not is_fleet(d)]
    assert ships
    assert [group_of(s) for s in sort_ships(ships)]
    assert len({tuple(compare(s)) for s in ships}) == 1, "a table has one row of headings"
    for ship in ships:
        assert len(list_facts(ship)) > 3
    fleets = [d for d in own if d.kind.roll]
    assert fleets
    for fleet in fleets:
        roll = fleet.kind.roll(fleet.values)
        assert {len(row) for row in (*roll.rows, roll.totals)} == {len(roll.headings)}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_displays_and_counters(game: str) -> None:
    studio = Illustrator(Press(None), "")
    ships = [d for d in LIBRARY.stock.definitions if d.system.id == game and not is_fleet(d)]
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


@pytest.mark.parametrize("part", ["facts", "compare", "group", "order", "terms"])
@pytest.mark.parametrize("code", ["fail", "leave"])
def test_a_game_that_fails_is_told(project: Path, run: Run, part: str, code: str) -> None:
    write_game(project, **{part: code})
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    told = f"error[broken-game]: the game regatta fails in {part} of the kind boat"
    assert re.search(rf"regatta/__init__\.py:\d+:\d+: {re.escape(told)}", outcome.stderr)
    assert "Traceback" not in outcome.stderr
    assert not (project / "b.pdf").exists()


@pytest.mark.parametrize(
    ("part", "code", "words"),
    [
        ("terms", "fail_late", "has no attribute 'nothing'"),
        ("terms", "lambda boat: 5", "'int' object is not iterable"),
        ("terms", "lambda boat: [5]", "[5] is no list of texts"),
        ("facts", "lambda boat: 5", "5 is no mapping"),
        ("compare", "lambda boat: [boat.sail]", "[4] is no mapping"),
        ("order", "lambda boat: boat.name if boat.name < 'F' else 5", "not supported between"),
    ],
)
def test_what_a_game_gives_that_is_of_no_use(
    project: Path, run: Run, part: str, code: str, words: str
) -> None:
    write_game(project, **{part: code})
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    told = f"error[broken-game]: the game regatta fails in {part} of the kind boat"
    assert told in outcome.stderr
    assert words in outcome.stderr
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("fail", "KeyError"),
        ("lambda club: 5", "5 is no Roll"),
        ("lambda club: Roll(['A', 'B'], [['x']])", "a row has 1 value under 2 headings"),
        ("lambda club: Roll(['A'], [['x']], ['y', 'z'])", "a row has 2 values under 1 heading"),
    ],
)
def test_a_roll_that_fails_is_told(project: Path, run: Run, code: str, words: str) -> None:
    write_game(project, roll=code, link="lambda boat, look_up: boat")
    file = project / "regatta" / "__init__.py"
    text = file.read_text("utf-8").replace("Kind, Sheet", "Kind, Roll, Sheet")
    file.write_text(text, "utf-8")
    chapter = "# A\n\n{{ fleet_table('heron') }}\n"
    (project / "one.md").write_text(chapter, "utf-8")
    (project / "book.yaml").write_text("book: Regatta\nchapters: [one.md]\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1, outcome.stderr
    assert "error[broken-game]: the game regatta fails in roll of the kind boat" in outcome.stderr
    assert words in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_sheet_that_fails_in_a_book_is_told(project: Path, run: Run) -> None:
    write_game(project)
    card = project / "regatta" / "card.py"
    card.write_text(card.read_text("utf-8").replace("str(boat.sail)", "boat.sail[0]"), "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf", "--system", "regatta", SHEETGEN_TRACEBACK="")
    assert outcome.status == 1
    assert "error[broken-game]: the game regatta fails in fill of the sheet card" in outcome.stderr
    assert "Traceback" not in outcome.stderr
