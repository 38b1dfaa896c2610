"""Books for print shops are inspected, and every fault is reported where it was written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pillow
from pypdfium2 import PdfDocument

from sheetgen.ground import assets
from sheetgen.ground.units import MM
from sheetgen.shop.inspection import find_short_sides
from tests.each import spread

Run = Callable[..., Any]
BOOK = """\
book: The Long Watch
theme: clean
paper: 6x9
chapters: [one.md]
back: What the watch saw.
"""
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="152.4mm" height="228.6mm" '
    'viewBox="0 0 152.4 228.6">{}</svg>'
)


@pytest.fixture
def book(project: Path) -> Path:
    (project / "book.yaml").write_text(BOOK, "utf-8")
    (project / "one.md").write_text("# One\n\nIt is dark.\n", "utf-8")
    return project


def order(book: Path, run: Run, shop: str = "lulu-book", *options: str) -> str:
    outcome = run("book", "book.yaml", "--for", shop, "-o", "shop", *options)
    assert outcome.status == 0, outcome.stderr
    return str(outcome.stderr)


@pytest.mark.whole
def test_a_book_of_ships_can_be_ordered_as_it_is(book: Path, run: Run) -> None:
    (book / "book.yaml").write_text(f"{BOOK}ships: [warrior, granite]\n", "utf-8")
    for shop in ("lulu-book", "drivethru-book"):
        assert "unsafe-text" not in (told := order(book, run, shop, "--spine", "8mm")), told
        assert "short-of-bleed" not in told, told


@pytest.mark.whole
@pytest.mark.parametrize("shop", ["lulu-book", "drivethru-book"])
@pytest.mark.parametrize("name", ["the-ice-toll", "windward-and-quarry"])
def test_shipped_books_can_be_ordered_as_they_are(
    name: str, shop: str, project: Path, run: Run
) -> None:
    outcome = run("book", name, "--for", shop, "--paper", "letter", "-o", "shop")
    assert (outcome.status, outcome.stderr) == (0, "")


def test_nothing_is_said_about_a_page_that_is_fine(book: Path, run: Run) -> None:
    ground = '<rect width="152.4" height="228.6" fill="#224"/>'
    (book / "art.svg").write_text(PICTURE.format(ground), "utf-8")
    (book / "one.md").write_text("# One\n\n![](art.svg){.bleed}\n\nIt is dark.\n", "utf-8")
    assert order(book, run) == ""


def test_texts_near_the_cut_are_reported_in_their_chapter(book: Path, run: Run) -> None:
    words = '<text x="4" y="100" font-size="5" font-family="Barlow">Edge-on</text>'
    (book / "art.svg").write_text(PICTURE.format(words), "utf-8")
    (book / "one.md").write_text("# One\n\nIt is dark.\n\n![](art.svg){.bleed}\n", "utf-8")
    told = order(book, run)
    assert "one.md:5:3: warning[unsafe-text]: page 2: 'Edge-on' stands 1.5 mm" in told
    assert "hint: 12.7 mm from the cut are asked for" in told
    assert told.count("warning[") == 1


def test_colour_that_ends_at_the_cut_is_reported_in_its_chapter(book: Path, run: Run) -> None:
    inked = '<rect x="3.1" y="3.1" width="146.2" height="222.4" fill="#224"/>'
    (book / "art.svg").write_text(PICTURE.format(inked), "utf-8")
    (book / "one.md").write_text("# One\n\n![](art.svg){.bleed}\n\nIt is dark.\n", "utf-8")
    told = order(book, run)
    assert "one.md:3:3: warning[short-of-bleed]: page 2: colour ends at the cut on its" in told
    assert "hint: draw 3.2 mm beyond the cut, or leave a white margin inside" in told


def test_coarse_pictures_are_reported_in_their_chapter(book: Path, run: Run) -> None:
    Pillow.new("RGB", (100, 80), (20, 30, 130)).save(book / "small.png")
    (book / "one.md").write_text("# One\n\n![](small.png)\n", "utf-8")
    assert "one.md:3:3: warning[low-resolution]: small.png has 21 pixels" in order(book, run)


def test_ink_is_reported_where_the_page_was_written(book: Path, run: Run) -> None:
    inked = '<rect width="152.4" height="228.6" fill="#190000"/>'
    (book / "art.svg").write_text(PICTURE.format(inked), "utf-8")
    (book / "one.md").write_text("# One\n\n![](art.svg){.bleed}\n\nIt is dark.\n", "utf-8")
    assert "one.md:3:3: warning[too-much-ink]: page 2 has colours that need more than 240 %" in (
        order(book, run, "drivethru-book", "--profile", "arithmetic")
    )


def test_what_a_theme_prints_on_every_page_is_reported_once(book: Path, run: Run) -> None:
    own = book / "templates" / "book" / "clean"
    shutil.copytree(assets.shipped("templates") / "book" / "clean", own)
    page = (own / "page.svg").read_text("utf-8")
    words = '<text x="4" y="40" font-size="4">Classified</text></svg>'
    (own / "page.svg").write_text(page.replace("</svg>", words), "utf-8")
    told = order(book, run)
    assert "book.yaml:1:7: warning[unsafe-text]: page i: 'Classified' stands 4." in told
    assert "mm from the cut; so it is on 31 more" in told
    assert told.count("warning[") == 1


def test_faults_of_the_cover_are_reported_at_its_keys(book: Path, run: Run) -> None:
    own = book / "templates" / "book" / "clean"
    shutil.copytree(assets.shipped("templates") / "book" / "clean", own)
    for name in ("back", "cover"):
        words = f'<text x="40" y="4" font-size="4">{name.title()}</text></svg>'
        drawn = (own / f"{name}.svg").read_text("utf-8")
        (own / f"{name}.svg").write_text(drawn.replace("</svg>", words), "utf-8")
    told = order(book, run)
    assert "book.yaml:5:7: warning[unsafe-text]: the cover: 'Back' stands" in told
    assert "book.yaml:1:7: warning[unsafe-text]: the cover: 'Cover' stands" in told


@pytest.mark.parametrize(
    ("theme", "paper"), spread(["clean", "naval-archive", "low-ink"], ["a5", "square"], 2)
)
def test_texts_keep_what_a_shop_asks_for(theme: str, paper: str, project: Path, run: Run) -> None:
    chapter = "# One\n\n" + "A long watch, and a cold one, say all who kept it. " * 99
    (project / "one.md").write_text(chapter, "utf-8")
    (project / "b.yaml").write_text(
        f"book: B\nauthor: Ada\nversion: First\npaper: {paper}\ntheme: {theme}\n"
        "chapters: [one.md]\nships: [warrior, merlin]\n",
        "utf-8",
    )
    outcome = run("book", "b.yaml", "--for", "lulu-book", "-o", "shop")
    assert (outcome.status, outcome.stderr) == (0, "")
    least = []
    for page in PdfDocument(project / "shop" / "interior.pdf"):
        text = page.get_textpage()
        wide = page.get_width()
        for at in range(text.count_rects()):
            x0, y0, x1, _ = text.get_rect(at)
            least.append(min(x0 - 9, y0 - 9, wide - 9 - x1))
    assert min(least) > 12.4 * MM


def test_short_sides_of_a_picture() -> None:
    def paint(box: tuple[int, int, int, int]) -> Pillow.Image:
        picture = Pillow.new("RGB", (100, 140), "white")
        picture.paste((30, 60, 90), box)
        return picture

    assert find_short_sides(paint((0, 0, 100, 140)), 10) == []
    assert find_short_sides(paint((20, 20, 80, 120)), 10) == []
    assert find_short_sides(paint((10, 0, 100, 140)), 10) == ["left"]
    assert find_short_sides(paint((0, 0, 90, 130)), 10) == ["right", "lower"]
    assert find_short_sides(paint((0, 10, 100, 140)), 10) == ["upper"]
    assert find_short_sides(paint((10, 0, 100, 140)), 2) == []  # a bleed too thin to judge
