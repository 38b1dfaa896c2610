"""Books as a whole: what is on their pages, and what a print shop and a reader need of the PDF."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageStat
from pypdfium2 import PdfDocument

from sheetgen.book.definition import read_book
from sheetgen.book.library import Library
from sheetgen.book.manuscript.chapter import Origin
from sheetgen.book.manuscript.markdown import Markdown
from sheetgen.book.paginator import Paginator
from sheetgen.book.parts.matter import join_runs
from sheetgen.book.publisher import Muster
from sheetgen.definitions.shelf import Shelf
from sheetgen.systems.loading import Systems

MM = 72 / 25.4
DIVIDED = "¬"
Run = Callable[..., Any]

BOOK = """\
book: Tidewater
subtitle: A book to test with
author: [Ada Lark, Bo Finch]
date: "2026"
licence: Free to copy.
about: A test.
keywords: [one, two]
chapters: [one.md, two.md]
fleets: [threesome]
ships: [calypso]
credits: [{role: Drawings, names: [Cy Teal]}]
"""
FLEET = """\
system: asfos
fleet: The Threesome
ships:
  - {ship: warrior, count: 2}
  - {ship: swordfish}
description: A fleet of *three*.
"""
ONE = """\
# First chapter

{words}

## The wall

Look at [](#the-tide), at [the tide](two.md#the-tide), at [the Warrior](#ship-warrior) and at
[a page](https://example.org/x). A Swordfish costs {{{{ ships.swordfish.points }}}} points.[^1]
A [buoy]{{.index}} and a [pile]{{index="Bollard"}}.

[^1]: The note.

{{{{ display("calypso", caption="A display") }}}}

{{{{ fleet_table("threesome") }}}}
""".format(
    words="Incomprehensibilities characterise extraordinarily conscientious battleships. " * 30
)
TWO = """\
# Second chapter

## The tide

| ship | mass |
|---|--:|
{% for s in ["warrior", "calypso"] %}
| {{ ships[s].name }} | {{ ships[s].mass }} |
{% endfor %}

Term
:   Meaning.

!!! tip "Advice"
    Do.

- one
- two
    1. inner

> Said.

::: columns 2
Left.

{{ column_break() }}

Right.
:::

***

    code  spaced
"""


def write(folder: Path, book: str = BOOK, **chapters: str) -> Path:
    texts = {"one.md": ONE, "two.md": TWO, "threesome.yaml": FLEET, "book.yaml": book, **chapters}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder / "book.yaml"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, run_in: Run) -> bytes:
    folder = tmp_path_factory.mktemp("book")
    write(folder)
    outcome = run_in(folder, "book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 0, outcome.stderr
    assert outcome.stderr == ""
    return (folder / "b.pdf").read_bytes()


@pytest.fixture(scope="module")
def texts(made: bytes) -> list[str]:
    """The text of each page; PDFium has the character 2 for a hyphen at the end of a line."""
    document = PdfDocument(made)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    return [text.replace("\r\n", "\n").replace("\x02", DIVIDED) for text in pages]


@pytest.fixture(scope="module")
def pdf(made: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(made))


def labels(pdf: pikepdf.Pdf) -> list[str]:
    return [str(page.label) for page in pdf.pages]


def find(texts: list[str], words: str, start: int = 4) -> int:
    return next(at for at, text in enumerate(texts) if at >= start and words in text)


def test_pages_have_the_paper_s_size(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        size = [float(v) / MM for v in page.mediabox]
        assert size == pytest.approx([0, 0, 210, 297], abs=0.01)


def test_front_matter_has_roman_labels(pdf: pikepdf.Pdf) -> None:
    found = labels(pdf)
    start = found.index("1")
    assert found[:start] == ["i", "ii", "iii", "iv"][:start]
    assert start % 2 == 0  # the first chapter is on a right-hand page
    assert found[start:] == [str(n) for n in range(1, len(found) - start + 1)]


def test_every_part_is_there_in_order(texts: list[str]) -> None:
    assert "Tidewater" in texts[0]
    assert "Free to copy." in texts[1]
    assert "Contents" in texts[2]
    parts = ["First chapter", "Second chapter", "Ships", "Fleet lists", "Index", "Cut-outs"]
    places = [find(texts, f"{part}\n") for part in parts] + [find(texts, "Cy Teal")]
    assert places == sorted(places)


def test_contents_tell_the_right_pages(texts: list[str], pdf: pikepdf.Pdf) -> None:
    plain = re.sub(r"[ .]*\.[ .]*", " ", texts[2])
    for title in ("First chapter", "The wall", "Second chapter", "The tide", "Fleet lists"):
        told = re.search(rf"{title}\s+(\d+)", plain)
        assert told, plain
        assert title in texts[labels(pdf).index(told[1])]


def test_all_fonts_are_embedded(pdf: pikepdf.Pdf) -> None:
    fonts = [
        o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
    ]
    descendants = [o for o in fonts if "/FontDescriptor" in o]
    assert descendants
    assert all("/FontFile2" in o.FontDescriptor for o in descendants)
    assert all("/DescendantFonts" in o or "/FontDescriptor" in o for o in fonts)


def test_outline_follows_headings(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        top = {item.title: [child.title for child in item.children] for item in outline.root}
    assert list(top)[:3] == ["Tidewater", "Contents", "First chapter"]
    assert top["First chapter"] == ["The wall"]
    assert "Warrior" in top["Ships"]
    assert top["Fleet lists"] == ["The Threesome"]


def list_links(pdf: pikepdf.Pdf) -> list[tuple[int, Any]]:
    return [
        (at, annotation)
        for at, page in enumerate(pdf.pages)
        for annotation in page.get("/Annots", ())
        if annotation.Subtype == "/Link"
    ]


def test_links_lead_to_their_pages_and_to_the_web(pdf: pikepdf.Pdf, texts: list[str]) -> None:
    links = list_links(pdf)
    assert [str(a.A.URI) for _, a in links if "/A" in a] == ["https://example.org/x"]
    numbers = {page.objgen: at for at, page in enumerate(pdf.pages)}
    wall = find(texts, "Look at page")
    targets = {numbers[a.Dest[0].objgen] for at, a in links if at == wall and "/Dest" in a}
    assert {find(texts, "The tide\n"), find(texts, "BATTLESHIP\nWarrior")} <= targets


def test_a_reference_prints_the_page_s_number(texts: list[str], pdf: pikepdf.Pdf) -> None:
    told = re.search(r"Look at page (\d+)", " ".join(texts).replace("\n", " "))
    assert told
    assert "The tide" in texts[labels(pdf).index(told[1])]


def test_values_of_ships_are_filled_in(texts: list[str]) -> None:
    whole = " ".join(texts).replace("\n", " ")
    assert "A Swordfish costs 14 points." in whole
    assert re.search(r"Calypso\s+4", texts[find(texts, "Second chapter")])


def test_index_tells_where_things_stand(texts: list[str], pdf: pikepdf.Pdf) -> None:
    entries = texts[find(texts, "Index\n")]
    known = labels(pdf)
    for entry, words in {
        "buoy": "buoy",
        "Bollard": "pile",
        "Threesome, The": "The Threesome",
        "Swordfish": "Swordfish",
        "Battleship": "battleship",
        "Mass driver": "mass driver",
    }.items():
        told = re.search(rf"{entry}\s+([\d, –]+)", entries)
        assert told, f"{entry} in {entries}"
        for number in re.findall(r"\d+", told[1]):
            assert words.lower() in texts[known.index(number)].lower().replace(DIVIDED, "")


def test_long_words_are_divided(texts: list[str]) -> None:
    first = texts[find(texts, "First chapter\n")]
    divided = re.findall(rf"(\w+){DIVIDED}\n?(\w+)", first)
    assert divided
    known = "incomprehensibilities characterise extraordinarily conscientious battleships"
    assert all(a.lower() + b.lower() in known for a, b in divided)


def test_cut_outs_have_their_true_size(pdf: pikepdf.Pdf, made: bytes) -> None:
    page = next(p for p in pdf.pages if p.label == labels(pdf)[-2])
    placed = re.findall(rb"q ([\d. -]+) cm /(D\w+) Do", page.Contents.read_bytes())
    assert placed
    assert all(matrix.split()[:4] == [b"1", b"0", b"0", b"1"] for matrix, _ in placed)


def test_facts_of_the_book_are_told(pdf: pikepdf.Pdf) -> None:
    info = pdf.docinfo
    assert (info.Title, info.Author, info.Subject) == ("Tidewater", "Ada Lark, Bo Finch", "A test.")
    assert info.Keywords == "one, two"
    assert pdf.Root.Lang == "en-GB"


def test_the_same_book_has_the_same_bytes(project: Path, run: Run, made: bytes) -> None:
    write(project)
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    assert (project / "b.pdf").read_bytes() == made


SMALL = "book: Small\nchapters: [one.md]\nships: [calypso, swordfish]\nback: Buy it.\n"
CHAPTER = (
    "# A chapter\n\nSome words, a *few* of them.\n\n## Section\n\n{{ display('swordfish') }}\n"
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("theme", ["clean", "naval-archive", "low-ink"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "6x9", "square"])
def test_every_theme_fits_every_paper(project: Path, run: Run, theme: str, paper: str) -> None:
    write(project, SMALL, **{"one.md": CHAPTER})
    ink = {"a4": "grey", "a5": "low"}.get(paper, "color")
    outcome = run(
        "book", "book.yaml", "-o", "b.pdf", "--theme", theme, "--paper", paper, "--ink", ink
    )
    assert (outcome.status, outcome.stderr) == (0, "")
    with pikepdf.open(project / "b.pdf") as pdf:
        width, height = (float(v) / MM for v in pdf.pages[0].mediabox[2:])
        sizes = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210)}
        sizes |= {"6x9": (152.4, 228.6), "square": (215.9, 215.9)}
        assert (width, height) == pytest.approx(sizes[paper], abs=0.01)


@pytest.mark.parametrize("theme", ["clean", "naval-archive"])
def test_ink_is_saved_on_covers_and_grounds(
    project: Path, run: Run, rasterize: Any, theme: str
) -> None:
    write(project, SMALL, **{"one.md": CHAPTER})

    def measure(ink: str) -> tuple[float, float]:
        """How dark the cover is, and the corner of the first chapter, from 0 to 1."""
        book = "book", "book.yaml", "-o", "b.pdf", "--theme", theme, "--ink", ink
        assert run(*book, "--paper", "a5").status == 0
        data = (project / "b.pdf").read_bytes()
        cover, page = (rasterize(data, number, 30).convert("L") for number in (0, 4))
        grounds = page.crop((5, page.height - 9, 15, page.height - 4))
        dark = [1 - ImageStat.Stat(each).mean[0] / 255 for each in (cover, grounds)]
        return dark[0], dark[1]

    assert measure("low")[0] < 0.15 < 0.4 < measure("grey")[0]
    assert measure("low")[1] == measure("grey")[1] == 0


def test_bleed_is_printed_around_the_trim(project: Path, run: Run) -> None:
    write(project, SMALL + "bleed: 3\nsignature: 4\n", **{"one.md": CHAPTER})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    with pikepdf.open(project / "b.pdf") as pdf:
        assert len(pdf.pages) % 4 == 0
        for page in pdf.pages:
            media, trim = ([float(v) / MM for v in box] for box in (page.mediabox, page.TrimBox))
            assert media == pytest.approx([0, 0, 216, 303], abs=0.01)
            assert trim == pytest.approx([3, 3, 213, 300], abs=0.01)
            assert [float(v) for v in page.BleedBox] == [float(v) for v in page.mediabox]


def test_art_reaches_the_edge_of_the_bleed(project: Path, run: Run, rasterize: Any) -> None:
    Image.new("RGB", (60, 40), "navy").save(project / "p.png")
    chapter = "![](p.png){.bleed}\n\n# A chapter\n\nWords.\n\n![](p.png){.bleed}\n\nMore.\n"
    book = "book: B\ntheme: naval-archive\nbleed: 3\npaper: a5\nchapters: [one.md]\n"
    write(project, book, **{"one.md": chapter})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    data = (project / "b.pdf").read_bytes()
    looks = []
    for number in range(len(PdfDocument(data))):
        page = rasterize(data, number, 36)
        corners = [(1, 1), (page.width - 2, 1), (1, page.height - 2)]
        looks.append({page.getpixel(corner) for corner in corners})
    assert all((255, 255, 255) not in corners for corners in looks)
    # A blank page, the picture that faces the chapter, the chapter, the other picture.
    assert [corners == {(0, 0, 128)} for corners in looks[4:]] == [False, True, False, True]


def test_chapters_begin_on_right_hand_pages_where_the_theme_says_so(
    project: Path, run: Run
) -> None:
    book = "book: B\ntheme: naval-archive\nchapters: [one.md, two.md, three.md]\n"
    texts = {f"{n}.md": f"# Chapter {n}\n\nWords.\n" for n in ("one", "two", "three")}
    write(project, book, **texts)
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    with pikepdf.open(project / "b.pdf") as pdf:
        known = labels(pdf)
    pages = read_pages(project)
    starts = [known[find(pages, f"CHAPTER {n}\n")] for n in ("ONE", "TWO", "THREE")]
    assert starts == ["1", "3", "5"]


def test_margins_are_mirrored(made: bytes) -> None:
    """The text of a right-hand page begins further from its left edge."""
    document = PdfDocument(made)
    starts = []
    for number in (8, 9):
        page = document[number].get_textpage()
        boxes = [page.get_charbox(at) for at in range(page.count_chars())]
        starts.append(min(box[0] for box in boxes if box[2] > box[0]))
    assert starts[0] - starts[1] == pytest.approx(3 * MM, abs=1.5)


def test_books_are_no_definitions(project: Path, run: Run) -> None:
    write(project)
    assert "1 definition and 1 book: all is well" in run("validate").stderr
    assert run("render", "-o", "x.pdf").status == 0
    outcome = run("render", "book.yaml", "-o", "x.pdf")
    assert outcome.status == 2
    assert "sheetgen book book.yaml" in outcome.stderr.replace("│", "").replace("\n", " ")


def test_a_theme_can_be_ejected_and_changed(project: Path, run: Run) -> None:
    write(project, SMALL, **{"one.md": CHAPTER})
    assert run("eject", "book/clean").status == 0
    theme = project / "templates" / "book" / "clean"
    assert {f.name for f in theme.iterdir()} >= {"theme.yaml", "cover.svg", "page.svg"}
    theme.rename(theme.with_name("mine"))
    text = (theme.with_name("mine") / "theme.yaml").read_text("utf-8")
    (theme.with_name("mine") / "theme.yaml").write_text(text.replace("columns: 2", "columns: 1"))
    assert run("book", "book.yaml", "-o", "b.pdf", "--theme", "mine").status == 0


def test_a_mistake_in_a_page_of_a_theme_is_reported_there(project: Path, run: Run) -> None:
    """Platypus, which ends the page, changes exceptions that pass through it."""
    write(project, SMALL, **{"one.md": CHAPTER})
    assert run("eject", "book/clean").status == 0
    page = project / "templates" / "book" / "clean" / "page.svg"
    page.write_text(page.read_text("utf-8").replace("sheet.", "sheat.", 1), "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "page.svg:" in outcome.stderr
    assert "'sheat' is undefined" in outcome.stderr


def test_init_starts_a_book(project: Path, run: Run) -> None:
    assert run("init", "new").status == 0
    outcome = run("book", "new/book.yaml", "-o", "b.pdf")
    assert (outcome.status, outcome.stderr) == (0, "")


def read_pages(project: Path) -> list[str]:
    """The text of each page of b.pdf."""
    document = PdfDocument((project / "b.pdf").read_bytes())
    texts = [page.get_textpage().get_text_bounded() for page in document]
    return [text.replace("\r\n", "\n").replace("\x02", DIVIDED) for text in texts]


def test_a_ship_beside_the_book_comes_before_a_shipped_one(project: Path, run: Run) -> None:
    own = "system: asfos\nname: My Own Warrior\nmass: 4\nhull: 3\nengine: 1\n"
    (project / "warrior.yaml").write_text(own, "utf-8")
    words = "The {{ ships.warrior.name }} has a mass of {{ ships['asfos/warrior'].mass }}."
    book = "book: B\nchapters: [one.md]\nships: [warrior]\nappendix: false\n"
    write(project, book, **{"one.md": f"# A\n\n{words}\n"})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    text = " ".join(read_pages(project)).replace("\n", " ")
    assert "The My Own Warrior has a mass of 4." in text
    assert text.count("My Own Warrior") > 2, "in its table and on its page"


@pytest.mark.parametrize("columns", [1, 2])
def test_no_heading_stands_at_the_foot_of_a_page(project: Path, run: Run, columns: int) -> None:
    """Of headings whose paragraphs grow by and by, some would come to stand there."""
    parts = [f"## Heading {n}\n\n{'Some words here. ' * (n % 23 + 15)}\n" for n in range(60)]
    book = f"book: B\npaper: a4\ncolumns: {columns}\nchapters: [one.md]\ncontents: false\n"
    write(project, book, **{"one.md": "# A\n\n" + "\n".join(parts)})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    ends = 0
    for page in PdfDocument((project / "b.pdf").read_bytes()):
        lines = find_lines(page)
        for line, (x, y) in lines.items():
            if line.startswith("Heading"):
                ends += 1
                below = [other for a, other in lines.values() if abs(a - x) < 30 and other < y - 5]
                assert len(below) >= 2, f"{line} stands at the foot of its column"
    assert ends >= 60


def find_lines(page: Any) -> dict[str, tuple[float, float]]:
    """The lines of a page's text above its folio, each with where it begins; pt, y upwards."""
    text = page.get_textpage()
    found = {}
    for at in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(at)
        words = text.get_text_bounded(left, bottom, right, top).strip()
        if bottom > 50 and words:
            found[f"{words}\n{at}" if not words.startswith("Heading") else words] = (left, bottom)
    return found


def test_references_in_the_imprint_and_on_the_back_name_their_pages(
    project: Path, run: Run
) -> None:
    book = "book: B\nchapters: [one.md]\nlicence: See [](#the-end).\nback: From [](#the-end).\n"
    filler = "Some words here. " * 1200
    write(project, book, **{"one.md": f"# A\n\n{filler}\n\n## The end\n\nHere.\n"})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    pages = read_pages(project)
    with pikepdf.open(project / "b.pdf") as pdf:
        label = labels(pdf)[find(pages, "The end\n", 3)]
    assert int(label) > 1
    assert f"See page {label}." in pages[1]
    assert f"From page {label}." in pages[-1]


def test_a_reference_in_a_heading_is_printed_and_not_in_the_outline(
    project: Path, run: Run
) -> None:
    chapter = "# A\n\n## After [](#the-end)\n\nWords.\n\n## The end\n\nHere.\n"
    write(project, "book: B\nchapters: [one.md]\n", **{"one.md": chapter})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    assert "After page 1\n" in read_pages(project)[4]
    with pikepdf.open(project / "b.pdf") as pdf, pdf.open_outline() as outline:
        (chapter_mark,) = (item for item in outline.root if item.title == "A")
        assert [child.title for child in chapter_mark.children] == ["After", "The end"]


def test_the_index_has_the_names_in_headings(project: Path, run: Run) -> None:
    heads = (
        '# Of [sails]{.index} {{ index("Coming") }}\n\n## The Calypso and its [mast]{index="Masts"}'
    )
    book = "book: B\nchapters: [one.md]\nships: [calypso]\nappendix: false\n"
    write(project, book, **{"one.md": f"{heads}\n\nWords.\n"})
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    pages = read_pages(project)
    assert not any("One\n" in page for page in pages), "the chapter has a title of its own"
    index = pages[find(pages, "Index\n", 3)]
    for entry in ("sails", "Coming", "Masts", "Calypso"):
        assert re.search(rf"{entry}\s+1\b", index), entry


def test_a_run_of_three_pages_is_written_as_one() -> None:
    pages = [(number, False) for number in (1, 2, 4, 5, 6, 9)]
    assert [text for text, _, _ in join_runs(pages)] == ["1", "2", "4–6", "9"]
    main = [(1, False), (2, True), (3, False)]
    assert [text for text, _, _ in join_runs(main)] == ["1", "2", "3"]


def test_ships_of_fleets_are_cut_out_with_their_fleet_only(project: Path) -> None:
    path = write(project, BOOK.replace("[calypso]", "[calypso, warrior]"))
    shelf = Shelf(Systems())
    muster = Muster(*read_book(path, shelf.files), Library(path, shelf))
    assert [d.id for d in muster.ships] == ["warrior", "swordfish", "calypso"]
    assert [d.id for d in muster.all] == ["threesome", "calypso"]


def test_a_text_is_read_once_however_often_it_is_laid_out(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes: list[int] = []
    reads: list[str] = []
    lay_out, convert = Paginator.make, Markdown.convert

    def count(document: Paginator, *arguments: Any) -> Any:
        passes.append(document.first)
        return lay_out(document, *arguments)

    def note(markdown: Markdown, text: str, origin: Origin, *arguments: Any) -> Any:
        reads.append(origin.file)
        return convert(markdown, text, origin, *arguments)

    monkeypatch.setattr(Paginator, "make", count)
    monkeypatch.setattr(Markdown, "convert", note)
    write(project)
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    assert sorted(Path(file).name for file in reads) == sorted(
        ["one.md", "two.md", "book.yaml", "threesome.yaml", *(f"{s}.yaml" for s in SHIPS)]
    )
    assert passes.count(1) == 2, "the body is laid out again with the pages of its references"


SHIPS = ("calypso", "swordfish", "warrior")
