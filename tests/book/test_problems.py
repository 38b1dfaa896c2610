"""What is wrong with a book is told with its file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen.book.manuscript.chapter import Origin

Run = Callable[..., Any]
WORDS = "".join(f"line {number}\n" for number in range(1, 1001))
BOOK = "book: B\nchapters: [one.md]\nindex: false\n"


@pytest.mark.parametrize(("word", "line"), [("line 201", 201), ("line 202", 1)])
def test_a_word_is_looked_for_in_200_lines_more(word: str, line: int) -> None:
    assert Origin("a.md", WORDS).find(0, word, end=1000).line == line


def publish(project: Path, run: Run, chapter: str, book: str = BOOK) -> Any:
    (project / "book.yaml").write_text(book, "utf-8")
    (project / "one.md").write_text(chapter, "utf-8")
    return run("book", "book.yaml", "-o", "b.pdf")


@pytest.mark.parametrize(
    ("chapter", "told", "hint"),
    [
        ("# A\n\n{{ ships.warior.points }}\n", "one.md:3:10: error[bad-chapter]", "warrior"),
        ("# A\n\n{% for %}\n", "one.md:3:1: error[bad-chapter]", ""),
        ("# A\n\n\n{{ display('warior') }}\n", "one.md:4:1: error[unknown-definition]", "warrior"),
        (
            "# A\n\n{{ sheet('dispaly', 'warrior') }}\n",
            "one.md:3:1: error[unknown-block]",
            "display",
        ),
        (
            "# A\n\n{{ display('warrior', piece=2) }}\n",
            "one.md:3:1: error[unknown-block]",
            "from 1",
        ),
        ("# A\n\n![x](wal.jpg)\n", "one.md:3:4: error[bad-picture]", "it is looked up"),
        ("# A\n\n![x](../../x.png)\n", "one.md:3:4: error[bad-picture]", "copy it"),
        ("# A\n\n![x](https://x.org/x.png)\n", "one.md:3:4: error[bad-picture]", "save it"),
        ("# The wall\n\nSee [it](#the-wal).\n", "one.md:3:8: error[broken-link]", "#the-wall"),
        ("# A\n\nSee [it](nowhere).\n", "one.md:3:8: error[broken-link]", "https"),
        ("# A\n\n<b>bold</b>\n", "one.md:3:1: error[not-drawn]", "Markdown"),
        ("# A\n\n<div>\nx\n</div>\n", "one.md:3:1: error[not-drawn]", "Markdown"),
        ("# A\n\nOne \U00013000 letter.\n", "one.md:3:1: error[missing-glyph]", "put a font"),
    ],
)
def test_of_a_chapter(project: Path, run: Run, chapter: str, told: str, hint: str) -> None:
    outcome = publish(project, run, chapter)
    assert outcome.status == 1
    assert told in outcome.stderr
    assert hint in outcome.stderr
    assert not (project / "b.pdf").exists()


@pytest.mark.parametrize(
    ("book", "told", "hint"),
    [
        ("book: B\nchapters: [two.md]\n", "book.yaml:2:12: error[no-file]", "two.md"),
        ("book: B\nfleets: [nobody]\n", "book.yaml:2:10: error[unknown-definition]", "fleet"),
        ("book: B\nships: [warior]\n", "book.yaml:2:9: error[unknown-definition]", "warrior"),
        ("book: B\ntheme: claen\n", "book.yaml:2:8: error[bad-theme]", "did you mean clean?"),
        ("book: B\npaper: a44\n", "book.yaml:2:8: error[wrong-value]", "is not a paper"),
        ("book: B\nchaptres: []\n", "book.yaml:2:1: error[unknown-key]", "did you mean chapters?"),
        ("book: B\ncover: x.png\n", "book.yaml:2:8: error[bad-picture]", "x.png"),
        ("title: B\n", "book.yaml:1:1: error[missing-key]", "the key book"),
    ],
)
def test_of_a_book_file(project: Path, run: Run, book: str, told: str, hint: str) -> None:
    outcome = publish(project, run, "# A\n", book)
    assert outcome.status == 1
    assert told in outcome.stderr
    assert hint in outcome.stderr


def test_pictures_need_enough_pixels(project: Path, run: Run) -> None:
    Image.new("RGB", (300, 100), "navy").save(project / "p.png")
    outcome = publish(project, run, "# A\n\nText.\n\n![P](p.png){width=50mm}\n")
    assert "one.md:5:4: warning[low-resolution]: p.png has 152 pixels to the inch" in outcome.stderr
    assert outcome.status == 0
    outcome = publish(project, run, "# A\n\nText.\n\n![P](p.png){width=25mm}\n")
    assert outcome.stderr == ""


def test_cut_outs_that_no_page_has_room_for_are_told(project: Path, run: Run) -> None:
    book = "book: B\npaper: 120x120mm\nships: [warrior]\ncutouts: all\n"
    outcome = publish(project, run, "# A\n", book)
    assert "warning[too-large-for-page]: Warrior, ship display measures" in outcome.stderr
    assert outcome.status == 0


def test_a_row_that_no_page_has_room_for_is_told(project: Path, run: Run) -> None:
    words = "words " * 3000
    outcome = publish(project, run, f"# A\n\n| a | b |\n|---|---|\n| {words} | x |\n")
    assert "one.md:5:3: error[no-place]" in outcome.stderr


def test_a_long_description_goes_on(project: Path, run: Run) -> None:
    text = "word " * 1500
    ship = "system: asfos\nname: Long\nmass: 4\nhull: 3\nengine: 1\n"
    (project / "long.yaml").write_text(f"{ship}description: {text}\n", "utf-8")
    outcome = publish(project, run, "# A\n", BOOK + "ships: [long]\npaper: a5\n")
    assert outcome.status == 0


def test_sheets_that_become_too_small_are_told(project: Path, run: Run) -> None:
    (project / "f.yaml").write_text("system: asfos\nfleet: F\nships: [{ship: warrior}]\n", "utf-8")
    book = BOOK + "paper: 100x140mm\n"
    outcome = publish(project, run, "# A\n\n{{ reference('f') }}\n", book)
    message = "one.md:3:1: warning[small-print]: Quick reference of f is printed at 38% of its size"
    assert message in outcome.stderr
    assert "letters of 7 pt come out smaller than 2.7 pt" in outcome.stderr


def test_validate_tells_of_books(project: Path, run: Run) -> None:
    publish(project, run, "# A\n\n[x](#nowhere)\n")
    outcome = run("validate")
    assert outcome.status == 1
    assert "one.md:3:3: error[broken-link]" in outcome.stderr


def test_descriptions_are_reported_in_their_files(project: Path, run: Run) -> None:
    ship = "system: asfos\nmass: 4\nhull: 3\nengine: 1\n"
    text = "description: |\n  One [x](nowhere)\n\n  two\n  <b>x\n"
    (project / "one.yaml").write_text(f"{ship}name: One\n{text}", "utf-8")
    (project / "two.yaml").write_text(f"{ship}name: Two\ndescription: '[x](nowhere)'\n", "utf-8")
    outcome = publish(project, run, "# A\n", "book: B\nships: [one, two]\n")
    assert "one.yaml:7:9: error[broken-link]: this link leads nowhere" in outcome.stderr
    assert "one.yaml:10:3: error[not-drawn]: HTML such as <b>" in outcome.stderr
    assert "two.yaml:6:17: error[broken-link]: this link leads nowhere" in outcome.stderr
