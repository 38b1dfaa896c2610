"""The ships of a book: how they share pages, and where what belongs to them is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from sheetgen.book.flow.box import Note
from sheetgen.book.flow.flowable import NO_END, Flowable
from sheetgen.book.flow.table import _share_width
from sheetgen.book.parts.shippage import MOST_SHIPS, Entrant, Parade

Run = Callable[..., Any]
DEPTH, LINE, WIDTH = 700.0, 12.0, 400.0


class Ship(Flowable):
    """A ship that may be from `least` to `most` high."""

    def __init__(self, name: int, least: float, most: float, room: float = 0.0) -> None:
        super().__init__(wide=True)
        self.name, self.least, self.most, self.room = name, least, most, room

    def grow(self, room: float) -> Ship:
        return Ship(self.name, self.least, self.most, room)

    def limit(self, width: float) -> float:
        return self.most

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, max(self.least, min(self.most, self.room))
        return width, self.height


def line_up(heights: Sequence[tuple[float, float]]) -> Parade:
    ships = [Ship(at, least, least + more) for at, (least, more) in enumerate(heights)]
    return Parade([Entrant(Note(), ship) for ship in ships], LINE, DEPTH)


def lay(parade: Parade, first: float) -> list[tuple[Parade, float]]:
    """The pages of a parade, each with its room; the first has less than the others."""
    pages: list[tuple[Parade, float]] = []
    room = first
    for _ in range(1000):
        if parade.wrap(WIDTH, room)[1] <= room:
            return [*pages, (parade, room)]
        parts = parade.split(WIDTH, room)
        if parts:
            parts[0].wrap(WIDTH, room)
            pages.append((parts[0], room))
            parade = parts[1]
        room = DEPTH
    raise AssertionError("a parade without an end")


def pack_greedily(heights: Sequence[tuple[float, float]], room: float) -> int:
    pages, used, count = 1, 0.0, 0
    for least, _ in heights:
        if count == MOST_SHIPS or used + least + LINE * (count > 0) > room:
            pages, used, count, room = pages + 1, 0.0, 0, DEPTH
        used += least + LINE * (count > 0)
        count += 1
    return pages


HEIGHTS = st.lists(st.tuples(st.floats(60, 690), st.floats(0, 300)), min_size=1, max_size=12)


@given(HEIGHTS, st.floats(0, DEPTH))
def test_ships_share_pages(heights: list[tuple[float, float]], first: float) -> None:
    pages = lay(line_up(heights), first)
    shown = [e.profile for page, _ in pages for e in page._shown]
    assert [ship.name for ship in shown] == list(range(len(heights)))
    for page, room in pages:
        assert len(page._shown) <= MOST_SHIPS
        heights_now = [e.profile.wrap(WIDTH, NO_END)[1] for e in page._shown]
        inside = sum(heights_now) + page._gap * (len(heights_now) - 1)
        assert inside == pytest.approx(page.height)
        assert inside <= room + 0.1
        assert len(heights_now) == 1 or page._gap >= LINE - 0.1
        # No page has room left that a portrait could take.
        spare = room - sum(heights_now) - LINE * (len(heights_now) - 1)
        limits = [e.profile.limit(WIDTH) for e in page._shown]
        assert spare < 0.1 or heights_now == pytest.approx(limits)
    empty = first < heights[0][0]
    assert len(pages) + empty <= pack_greedily(heights, first) + (not empty)


def test_few_pages_are_filled_equally_well() -> None:
    pages = lay(line_up([(200, 0)] * 4), DEPTH)
    assert [len(page._shown) for page, _ in pages] == [2, 2]  # not three, and one alone


# In a whole book

SHIPS = "book: B\nships: [warrior, calypso, swordfish]\nfleets: [band]\ncontents: false\n"
BAND = "system: asfos\nfleet: Band\nships: [{ship: warrior, count: 2}]\n"


def publish(project: Path, run: Run, more: str = "", **files: str) -> list[str]:
    """The texts of the pages of a book."""
    texts = {"book.yaml": SHIPS + more, "band.yaml": BAND, **files}
    for name, text in texts.items():
        (project / name).write_text(text, "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert (outcome.status, outcome.stderr) == (0, "")
    document = PdfDocument((project / "b.pdf").read_bytes())
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.parametrize(
    ("cutouts", "on_pages", "cut_out"),
    [
        ("", 3, 0),
        ("cutouts: counters\n", 3, 0),
        ("cutouts: all\n", 0, 4),
        ("cutouts: none\n", 3, 0),
    ],
)
def test_a_display_appears_once(
    project: Path, run: Run, cutouts: str, on_pages: int, cut_out: int
) -> None:
    """Two Warriors of the fleet, and the other two ships, are four displays to cut out."""
    pages = publish(project, run, cutouts)
    heads = [at for at, text in enumerate(pages) if "Copy these pages" in text]
    assert bool(heads) == ("none" not in cutouts)
    start = heads[0] if heads else len(pages)
    counts = [len(re.findall("ENGINE", text)) for text in pages]
    assert (sum(counts[:start]), sum(counts[start:])) == (on_pages, cut_out)


def test_sheets_that_are_named_take_the_place_of_cutouts(project: Path, run: Run) -> None:
    pages = publish(project, run, "appendix: {sheets: [display], copies: 2}\n")
    start = next(at for at, text in enumerate(pages) if "Copy these pages" in text)
    assert sum(text.count("ENGINE") for text in pages[start:]) == 8
    assert sum(text.count("ENGINE") for text in pages[:start]) == 0


def test_a_sheet_s_own_heading_is_the_only_one(project: Path, run: Run) -> None:
    chapter = (
        '# One\n\nWords.\n\n## The short rules\n\n{{ reference("band") }}\n\n## More\n\nEnd.\n'
    )
    more = "chapters: [one.md]\n"
    pages = publish(project, run, more, **{"one.md": chapter})
    assert not any("The short rules" in text for text in pages)
    assert any("More" in text for text in pages)
    listed = publish(project, run, more + "contents: true\n".replace("contents", "index"))
    assert listed
    document = PdfDocument((project / "b.pdf").read_bytes())
    assert "The short rules" in [mark.get_title() for mark in document.get_toc()]


def test_a_label_that_fits_is_not_broken() -> None:
    """The column that lacks little gets it; the other takes a second line in any case."""

    class Cell:
        def __init__(self, natural: float, narrowest: float) -> None:
            self.natural, self.narrowest = lambda: natural, lambda: narrowest

    rows = [[Cell(80, 50), Cell(300, 40)]]
    label, value = _share_width(rows, 200.0, 0.0)  # type: ignore[arg-type]
    assert label == pytest.approx(80.1)
    assert label + value == pytest.approx(200)


def test_a_cover_without_words(project: Path, run: Run) -> None:
    assert "B" in publish(project, run)[0]
    assert publish(project, run, "cover_text: false\n")[0] == ""


def test_low_ink_is_kept_in_figures_and_cut_outs(project: Path, run: Run, rasterize: Any) -> None:
    colours = []
    for theme in ("clean", "low-ink"):
        pages = publish(project, run, f"theme: {theme}\ncutouts: counters\n")
        start = next(at for at, text in enumerate(pages) if "Copy these pages" in text)
        page = rasterize((project / "b.pdf").read_bytes(), start + 1, 72).convert("HSV")
        colours.append(page.getchannel("S").getextrema()[1])
    assert colours[0] > 100
    assert colours[1] < 60  # of its page number


# Books by name


def test_shipped_books_are_found_by_name(project: Path, run: Run) -> None:
    listed = run("list", "books")
    assert listed.status == 0
    names = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
    assert names == ["the-ice-toll", "windward-and-quarry"]
    outcome = run("book", "windward-and-quarry")
    assert outcome.status == 0
    assert outcome.stdout.startswith("windward-and-quarry.pdf: Windward and Quarry, ")
    outcome = run("book", "the-ice-tol")
    assert outcome.status == 1
    assert "hint: did you mean the-ice-toll?" in outcome.stderr


def test_an_own_book_comes_first(project: Path, run: Run) -> None:
    (project / "the-ice-toll.yaml").write_text("book: Mine\nships: [warrior]\n")
    assert "Mine" in run("list", "books").stdout
    (project / "the-ice-toll").mkdir()
    assert run("book", "the-ice-toll.yaml", "-o", "b.pdf").stdout.startswith("b.pdf: Mine, ")


def test_a_book_is_started_in_a_folder(project: Path, run: Run) -> None:
    (project / "band.yaml").write_text(BAND, "utf-8")
    outcome = run("init", ".", "--book")
    assert outcome.status == 0
    text = (project / "book.yaml").read_text("utf-8")
    assert "fleets: [band]\n" in text
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    again = run("init", ".", "--book")
    assert again.status == 1
    assert "book.yaml: error[file-exists]" in again.stderr


def test_there_is_nothing_to_write_a_book_about(project: Path, run: Run) -> None:
    (project / "notes.txt").write_text("words")
    outcome = run("init", ".", "--book")
    assert outcome.status == 2
    assert "has no ships or fleets that a book could be about" in outcome.stderr


@pytest.mark.parametrize("what", ["book", "theme"])
def test_schemas_of_books_and_themes(run: Run, what: str) -> None:
    import json

    import fastjsonschema
    import yaml

    from sheetgen.ground import assets

    outcome = run("schema", what)
    assert outcome.status == 0
    check = fastjsonschema.compile(json.loads(outcome.stdout))
    folder = {"book": "ships", "theme": "templates"}[what]
    pattern = {"book": "books/*.yaml", "theme": "book/*/theme.yaml"}[what]
    files = list(assets.shipped(folder).glob(pattern))
    assert len(files) >= 2
    for file in files:
        whole = yaml.safe_load(file.read_text("utf-8"))
        check(whole)
        with pytest.raises(fastjsonschema.JsonSchemaException):
            check({**whole, "nosuchkey": 1})
