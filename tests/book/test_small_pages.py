"""Small pages: what is read in a book is laid out again before its letters become too small."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument, raw

Run = Callable[..., Any]
FLEETS = (
    "asfos/ondaro-cast", "airships/tidemark-watch", "barsoom/drywell-company",
    "black-skies/windward-squadron",
)  # fmt: skip
CHAPTER = "# Tables\n\n" + "".join(
    f'## Side {at}\n\n{{{{ reference("{fleet}") }}}}\n\n{{{{ sheet("roster", "{fleet}") }}}}\n\n'
    for at, fleet in enumerate(FLEETS, 1)
)
CHAPTER += '{{ sheet("scenario", "asfos/the-ice-toll") }}\n'


def list_letters(file: Path) -> Iterator[tuple[int, str, float, bool]]:
    """Every letter with its page, its size in points, and whether its line runs upwards."""
    for number, page in enumerate(PdfDocument(file), 1):
        text, matrix = page.get_textpage(), raw.FS_MATRIX()
        for at in range(text.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(text, at))
            if letter.isspace() or letter == "\0" or not raw.FPDFText_GetMatrix(text, at, matrix):
                continue
            area = abs(matrix.a * matrix.d - matrix.b * matrix.c)
            size = raw.FPDFText_GetFontSize(text, at) * math.sqrt(area)
            yield number, letter, size, abs(matrix.b) > abs(matrix.a)


def publish(project: Path, run: Run, chapter: str, paper: str, theme: str = "clean") -> Path:
    (project / "c.md").write_text(chapter, "utf-8")
    (project / "b.yaml").write_text("book: B\nchapters: [c.md]\ncutouts: none\n", "utf-8")
    outcome = run("book", "b.yaml", "--paper", paper, "--theme", theme, "-o", "b.pdf")
    assert (outcome.status, outcome.stderr) == (0, "")
    return project / "b.pdf"


@pytest.mark.whole
@pytest.mark.parametrize(
    ("paper", "theme"),
    [
        ("a4", "naval-archive"),
        ("letter", "clean"),
        ("a5", "naval-archive"),
        ("6x9", "low-ink"),
        ("square", "naval-archive"),
        ("140x216mm", "clean"),
    ],
)
def test_no_sheet_that_is_read_has_letters_below_six_points(
    paper: str, theme: str, project: Path, run: Run
) -> None:
    file = publish(project, run, CHAPTER, paper, theme)
    small = [(page, letter, size) for page, letter, size, _ in list_letters(file) if size < 5.99]
    assert small == []


@pytest.mark.whole
@pytest.mark.parametrize("paper", ["a5", "140x216mm"])
def test_a_small_book_says_all_that_a_large_one_does(paper: str, project: Path, run: Run) -> None:
    words = {}
    for size in ("a4", paper):
        document = PdfDocument(publish(project, run, CHAPTER, size))
        text = " ".join(page.get_textpage().get_text_range() for page in document)
        words[size] = set(re.findall(r"[A-Za-z′″°]{4,}", text)) - {"continued", "page"}
    assert words["a4"] - words[paper] == set()


def test_references_stay_upright_where_they_can(project: Path, run: Run) -> None:
    chapter = '# A\n\n{{ reference("asfos/ondaro-cast") }}\n'
    file = publish(project, run, chapter, "a5")
    letters = list(list_letters(file))
    assert not any(is_turned for *_, is_turned in letters)
    assert {round(size, 1) for _, _, size, _ in letters} >= {7.1, 8.1}  # their true size


def test_wide_sheets_are_turned_on_small_pages_only(project: Path, run: Run) -> None:
    chapter = '# A\n\n{{ sheet("roster", "asfos/ondaro-cast") }}\n'
    for paper, turned in (("a5", True), ("a4", False)):
        file = publish(project, run, chapter, paper)
        assert any(is_turned for *_, is_turned in list_letters(file)) is turned


def test_displays_too_large_for_the_pages_of_their_ships_come_after_them(
    project: Path, run: Run
) -> None:
    """Of airships, whose displays are 190 mm wide: two of 131 mm height, and one of 254."""
    book = "book: B\nships: [mistle, resolute, halcyon]\ncontents: false\ncutouts: none\n"
    (project / "b.yaml").write_text(book, "utf-8")
    letters: dict[str, dict[int, list[tuple[float, bool]]]] = {}
    for paper in ("a5", "a4"):
        outcome = run("book", "b.yaml", "--paper", paper, "-o", "b.pdf")
        assert (outcome.status, outcome.stderr) == (0, "")
        pages = letters[paper] = {}
        for page, _, size, is_turned in list_letters(project / "b.pdf"):
            pages.setdefault(page, []).append((size, is_turned))
    turned = [page for page, found in letters["a5"].items() if any(t for _, t in found)]
    assert len(turned) == 4, "the largest is in two parts"
    assert turned[-1] - turned[0] <= 5, "each stands near its ship"
    assert min(size for found in letters["a5"].values() for size, _ in found) > 5.2
    on_side = [sum(t for _, t in found) / len(found) for found in letters["a4"].values()]
    assert max(on_side) < 0.2, "on large pages only short labels run upwards"
