"""How full the pages of whole books are, and what print shops get of them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from pypdfium2 import PdfDocument

import sheetgen
from sheetgen.book.definition import check_isbn
from sheetgen.book.edition import lay_out
from sheetgen.book.parts.section import LEAST_FILL
from sheetgen.book.report import find_mean
from sheetgen.ground.units import MM
from sheetgen.pages.imposition import Folding, fold
from sheetgen.pages.page import Page
from sheetgen.type.fonts import Fonts
from tests.each import check_each

Run = Callable[..., Any]
ROOT = Path(__file__).parents[2]
WORDS = (
    "The yards of the outer roads have built few hulls since the war, and those that they did "
    "build have gone to whoever paid for them first. What is left lies in the ice. "
)
CHAPTER = """# Chapter {at} {{#chapter-{at}}}

{long}

## Ships of the {at}th road

{long}[^why] Water is H~2~O, and the square of two is 2^2^.

{{{{ display("hull-{at}", caption="The display of a hull") }}}} {{#fig-{at}}}

{long}

| Gate | Toll | Days |
|---|---|---|
| First | a tenth | 3 |

: What passage costs {{#tab-{at}}}

It is [shown](#fig-{at}), and told in [](#tab-{at}); the [last one](#fig-3) is larger.

- [x] the hull
- [ ] the crew

[^why]: The reasons were never written down.
"""
BOOK = """book: Strangers
subtitle: Eighteen ships of the outer roads, and three chapters about the people who fly them
author: [A. Stranger, B. Stranger]
theme: own
numbers: true
isbn: 978-1-4028-9462-6
chapters: [one.md, two.md, three.md]
fleets: [strangers]
back: What is left lies in the ice.
credits: [{role: Ships, names: [The outer yards]}]
"""


def write_book(folder: Path, more: str = "", count: int = 4) -> Path:
    """A book of some ships and three chapters, with a theme and fonts of its own."""
    for weight in (400, 700):
        face = Fonts().find("Barlow", weight)
        assert face
        font = TTFont(face.path)
        for name in font["name"].names:
            if name.nameID in (1, 4, 16):
                name.string = "Stranger Sans"
        (folder / "fonts").mkdir(exist_ok=True)
        font.save(folder / "fonts" / f"stranger-{weight}.ttf")
    theme = folder / "templates" / "book" / "own"
    theme.mkdir(parents=True)
    for file in (ROOT / "templates" / "book" / "naval-archive").iterdir():
        text = file.read_text("utf-8")
        if file.name == "theme.yaml":
            text = re.sub(r"(body|head): .*", r"\1: Stranger Sans", text, count=2)
        (theme / file.name).write_text(text, "utf-8")
    for at in range(1, count + 1):
        mass = 2 + at * 97 % 11
        words = WORDS * (1 + at % 4)
        text = f"system: asfos\nname: Hull {at}\nmass: {mass}\nhull: 2\nengine: 1\n"
        text += "primaries: {forward: 4}\n"
        (folder / f"hull-{at}.yaml").write_text(f"{text}description: |\n  {words}\n", "utf-8")
    ships = ", ".join(f"{{ship: hull-{at}}}" for at in range(1, count + 1))
    (folder / "strangers.yaml").write_text(f"system: asfos\nfleet: Strangers\nships: [{ships}]\n")
    for at, name in enumerate(("one", "two", "three"), start=1):
        text = CHAPTER.format(at=at, long="\n\n".join([WORDS * at] * (2 + at)))
        (folder / f"{name}.md").write_text(text, "utf-8")
    (folder / "book.yaml").write_text(BOOK + more, "utf-8")
    return folder / "book.yaml"


def read_pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in PdfDocument(pdf)]


def test_pages_of_books_are_full(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """At least 80 % in the mean, and only the end of a chapter is less than a quarter full."""
    shipped = sorted((ROOT / "ships" / "books").glob("*.yaml"))
    tried = None if request.config.getoption("--all") else 1
    books = [*shipped[:tried], write_book(tmp_path, count=18)]
    check_each(books, check_fill, lambda book: book.stem)


def check_fill(path: Path) -> None:
    project = sheetgen.open_project(path.parent)
    _, made = lay_out(path, {}, project.shelf, project.press)
    assert find_mean(made.measured) >= 0.8
    shown = [at for at, page in enumerate(made.measured) if page.fill is not None]
    for at, following in zip(shown, [*shown[1:], None], strict=True):
        if (made.measured[at].fill or 0.0) >= LEAST_FILL or following is None:
            continue
        opens = any(mark.level == 0 for mark in made.pages[following].bookmarks)
        assert opens, f"page {made.measured[at].label} is poor, and not the last of its chapter"


def test_figures_notes_and_captions_stand_where_they_are_named(project: Path, run: Run) -> None:
    write_book(project)
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert (outcome.status, outcome.stderr) == (0, "")
    pages = read_pages((project / "b.pdf").read_bytes())
    text = "\n".join(pages)
    assert "Figure 1. The display of a hull" in text
    told = re.findall(r"(figure|table)\s+(\d)\s+on\s+page\s+(\d+)", text)
    assert len(told) == 9
    front = (
        pages.index(
            next(
                page
                for page in pages
                if "Ships of the 1th" in page and "CONTENTS" not in page.upper()
            )
        )
        - 1
    )
    for kind, number, page in told:
        assert f"{kind.capitalize()} {number}." in pages[front + int(page)], (kind, number, page)
    notes = [at for at, page in enumerate(pages) if "The reasons were never" in page]
    assert len(notes) == 3
    for at in notes:
        assert pages[at].rstrip().splitlines()[-1].strip().isdigit() or "1." in pages[at]
    assert "H2O" in text
    assert not re.search(r"~2~|\^|\[ \]|\[x\]|\{#|^: ", text, re.MULTILINE)


def test_notes_may_end_the_chapter(project: Path, run: Run) -> None:
    write_book(project, "notes: end\n")
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    data = (project / "b.pdf").read_bytes()
    pages = read_pages(data)
    opens = {mark.get_title(): mark.get_dest().get_index() for mark in PdfDocument(data).get_toc()}
    chapters = {at: opens[f"Chapter {at}"] for at in (1, 2, 3)} | {4: opens["Ships"]}
    for at in (1, 2, 3):
        _, head, after = "\n".join(pages[chapters[at] : chapters[at + 1]]).rpartition("☐ the crew")
        assert head, "the last words of the chapter"
        lines = [line for line in map(str.strip, after.splitlines()) if line]
        # What is left may be the number and the running head of the page.
        assert lines[:2] == ["NOTES", "1. The reasons were never written down."]
        assert len(lines) <= 4
    whole = "\n".join(pages)
    assert whole.count("The reasons were never written down.") == 3


# Booklets, pictures and reports

_CODES = re.findall(
    "[01]{7}", "0001101001100100100110111101010001101100010101111011101101101110001011"
)


def read_barcode(row: list[bool]) -> str:
    """The last 12 digits of an EAN-13 whose dark pixels are in a row (ISO/IEC 15420)."""
    runs = [(dark, len(list(group))) for dark, group in groupby(row)]
    first = next(
        at
        for at in range(1, len(runs) - 58)
        if runs[at][0] and sum(n for _, n in runs[at : at + 59]) < 0.99 * len(row)
    )
    lengths = [n for _, n in runs[first : first + 59]]
    unit = sum(lengths) / 95
    bits = "".join(("1" if dark else "0") * round(n / unit) for dark, n in runs[first : first + 59])
    assert len(bits) == 95
    left = [bits[3 + 7 * at : 10 + 7 * at] for at in range(6)]
    right = [bits[50 + 7 * at : 57 + 7 * at] for at in range(6)]
    swap = str.maketrans("01", "10")
    odd = dict(zip(_CODES, "0123456789", strict=True))
    even = {code.translate(swap)[::-1]: digit for code, digit in odd.items()}
    found = [(odd | even)[code] for code in left]
    return "".join([*found, *(odd[code.translate(swap)] for code in right)])


def test_an_isbn_is_a_barcode_on_the_back_cover(project: Path, run: Run, rasterize: Any) -> None:
    write_book(project)
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    data = (project / "b.pdf").read_bytes()
    last = len(PdfDocument(data)) - 1
    picture = rasterize(data, last, 600).convert("L")
    dots = 600 / 25.4
    inset = 0.06 * 210 + 5
    height = round(picture.height - (inset + 18) * dots)
    left = round(picture.width - (inset + 42) * dots)
    row = [picture.getpixel((x, height)) < 128 for x in range(left + 12, left + round(42 * dots))]
    assert read_barcode(row) == "781402894626"
    assert "ISBN 978-1-4028-9462-6" in read_pages(data)[last]


@pytest.mark.parametrize("wrong", ["978-1-4028-9462-7", "1-4028-9462-6", "ISBN"])
def test_a_wrong_isbn_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="ISBN"):
        check_isbn(wrong)


def test_a_booklet_is_in_the_order_of_folded_sheets() -> None:
    pages = [Page(148 * MM, 210 * MM, label=str(at)) for at in range(1, 9)]
    assert [side.label for side in fold(pages, Folding())] == ["8, 1", "2, 7", "6, 3", "4, 5"]
    signatures = fold(pages, Folding(1))
    assert [side.label for side in signatures] == ["4, 1", "2, 3", "8, 5", "6, 7"]
    assert all(side.width == pytest.approx(297 * MM) for side in signatures)
    assert [side.label for side in fold(pages[:5], Folding())] == ["1", "2", "3", "4, 5"]


def test_inner_sheets_of_a_booklet_move_towards_the_fold(project: Path, run: Run) -> None:
    write_book(project, count=18)
    options = ("--paper", "a5", "--booklet")
    assert run("book", "book.yaml", "-o", "b.pdf", *options, "--creep", "1").status == 0
    assert run("book", "book.yaml", "-o", "c.pdf", *options, "--creep", "0").status == 0
    moved, still = (PdfDocument((project / f"{name}.pdf").read_bytes()) for name in "bc")
    assert len(moved) % 2 == 0
    assert moved[0].get_size() == pytest.approx((297 * MM, 210 * MM), abs=0.01)

    def find(document: PdfDocument, at: int) -> list[float]:
        """Where the letters of a side begin, from the left: how they are read may differ."""
        text = document[at].get_textpage()
        letters = [at for at in range(text.count_chars()) if text.get_text_range(at, 1).strip()]
        return sorted(text.get_charbox(letter)[0] for letter in letters)

    # On paper 1 mm thick, the third sheet lies within two others. Its fold is 2 mm further from the
    # spine than that of the first, and so are its outer edges, which the knife cuts off. What is
    # printed there moves 2 mm to the fold, to be as far from the cut edge as on the first sheet.
    sheets = len(moved) // 2
    seen = set()
    for sheet in (0, 1, 2, sheets - 1):
        for side in (2 * sheet, 2 * sheet + 1):
            for to, x in zip(find(moved, side), find(still, side), strict=True):
                towards = 1 if x < 297 * MM / 2 else -1
                assert to - x == pytest.approx(towards * sheet * MM, abs=0.1)
                seen.add(towards)
    assert seen == {1, -1}


def test_pages_are_written_as_pictures_and_reported_on(project: Path, run: Run) -> None:
    write_book(project)
    outcome = run("book", "book.yaml", "-o", "p.png", "--page", "1-2,4", "--dpi", "30", "--report")
    assert (outcome.status, outcome.stderr.count("Traceback")) == (0, 0)
    names = sorted(file.name for file in project.glob("p*.png"))
    assert names == ["p-01.png", "p-02.png", "p-04.png", "p-report.png"]
    report = Image.open(io.BytesIO((project / "p-report.png").read_bytes()))
    assert report.width > 1000
    assert run("book", "book.yaml", "--page", "1").status == 2
    assert run("book", "book.yaml", "-o", "p.png", "--page", "9-3").status == 2
    assert run("book", "book.yaml", "--signature", "6", "--booklet").status == 2


@pytest.mark.whole
def test_a_book_says_how_near_it_came_to_a_number_of_pages(project: Path, run: Run) -> None:
    write_book(project, "pages: 90\n")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert "warning[pages-missed]" in outcome.stderr
    told = re.search(r"has (\d+) pages, (\d+) fewer than the 90 asked for", outcome.stderr)
    assert told
    assert int(told[1]) + int(told[2]) == 90
    pages = len(PdfDocument((project / "b.pdf").read_bytes()))
    assert pages == int(told[1])
    asked = run("book", "book.yaml", "-o", "b.pdf", "--pages", str(pages))
    assert "asked for" not in asked.stderr
