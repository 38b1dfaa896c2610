"""Chapters of strangers: whatever is in one, it is printed or reported at its line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import sheetgen
from sheetgen.ground.diagnostics import Diagnostic, ProblemError

Run = Callable[..., Any]
BOOK = "book: B\nchapters: [one.md]\n"


def publish(project: Path, chapter: str, book: str = BOOK) -> list[Diagnostic]:
    """The problems of a book, errors first."""
    (project / "book.yaml").write_text(book, "utf-8")
    (project / "one.md").write_text(chapter, "utf-8")
    try:
        result = sheetgen.open_project(project).publish("book.yaml")
    except ProblemError as error:
        found = error.diagnostics
    else:
        assert result.pdf().startswith(b"%PDF")
        found = result.warnings
    assert all(d.file and d.line and d.column for d in found), found
    return sorted(found, key=lambda d: not d.is_error)


def first(project: Path, chapter: str, book: str = BOOK) -> str:
    """Place, rule and message of the first problem of a chapter."""
    found = publish(project, chapter, book)
    assert found
    one = found[0]
    return f"{Path(one.file).name}:{one.line}:{one.column} {one.rule}: {one.message}; {one.hint}"


@pytest.mark.parametrize(
    ("chapter", "told"),
    [
        # Nesting and length
        (">" * 10_000 + " x", "one.md:1:1 not-drawn: this is nested more than 19 levels deep"),
        ("\n".join("  " * n + "- a" for n in range(40)), "one.md:10:19 not-drawn: this is nested"),
        ("*a **a " * 99 + "a** a*" * 99, "one.md:1:1 not-drawn: words here are emphasised or"),
        ("# A\n\n" + "w" * 200_000, "one.md:3:1 not-drawn: this paragraph has more than 50,000"),
        ("# A\n\n" + "a b " * 20_000, "one.md:3:1 not-drawn: this paragraph has more than 50,000"),
        ("# a\n\n" * 12_000, "one.md:20001:1 not-drawn: this text is too long: more than 10,000"),
        ("|a|\n|-|\n" + "|a|\n" * 8_000, "not-drawn: this text is too long"),
        ("# " + "word " * 3000, "no-place: this is taller than the page"),
        ("# A\n\nText.\n\n" + "{{ page_break() }}\n\n" * 40, "no-place: too many empty pages"),
        ("# A\n\n|a|\n|-|\n|" + "word " * 5000 + "|\n", "one.md:5:2 no-place: this row of a table"),
        # Blocks and their options
        (
            "# A\n\n::: columns " + "9" * 5000 + "\na\n:::\n",
            "one.md:3:13 not-drawn: there can't be",
        ),
        ("# A\n\n::: columns -1\na\n:::\n", "one.md:3:13 not-drawn: there can't be -1 columns"),
        ("# A\n\n::: columns two\na\n:::\n", "there can't be two columns; write ::: columns 2"),
        ("# A\n\n::: columns 0\na\n:::\n", "there can't be 0 columns"),
        ("# A\n\n::: colums 2\na\n:::\n", "one.md:3:1 not-drawn: there is no block ::: colums 2"),
        ("# A\n\n::: wide 2\na\n:::\n", "one.md:3:1 not-drawn: ::: wide takes nothing else"),
        (
            "# A\n\nC++ and D++, a == b, ==no==\n",
            "one.md:3:22 not-drawn: ==no== means nothing here",
        ),
        (
            "# A\n\n> [!NOTE]\n> Text\n",
            "one.md:3:3 not-drawn: [!NOTE] means nothing here; write !!!",
        ),
        ("# A\n\n[x]{.smal-caps}\n", "one.md:3:4 not-drawn: {.smal-caps} means nothing here; did"),
        (
            "# A\n\n[x](#a){.wide}\n",
            "one.md:3:8 not-drawn: {.wide} means nothing here; there are #",
        ),
        # Links and pictures
        ("# A\n\nSee\n[x](nowhere)", "one.md:4:3 broken-link: this link leads nowhere: nowhere"),
        (
            "# A\n\n[x](javascript:alert(1))",
            "one.md:3:3 broken-link: this link leads nowhere: java",
        ),
        ("# A\n\n[x](file:///etc/passwd)", "one.md:3:3 broken-link: this link leads nowhere: file"),
        ("# A\n\n![x](file:///etc/passwd)", "one.md:3:4 bad-picture: pictures are files, not addr"),
        (
            "# A\n\n![x](data:image/png;base64,AA)",
            "one.md:3:4 bad-picture: pictures are files, not",
        ),
        ("# A\n\n![x](a%00b.png)", "one.md:3:4 bad-picture: no picture can be called"),
        ("# A\n\n![x](" + "a" * 5000 + ".png)", "one.md:3:4 bad-picture: "),
        (
            "# A\n\na\nb\n![x](p.png){.wyde}",
            "one.md:5:12 not-drawn: {.wyde} means nothing here; did",
        ),
        ("# A\n\n![x](p.png){width=0%}", "one.md:3:4 bad-picture: width=0% is not a width"),
        ("# A\n\n![x](p.png){width=-5mm}", "one.md:3:4 bad-picture: width=-5mm is not a width"),
        ("# A\n\n![x](p.png){width=big}", "one.md:3:4 bad-picture: width=big is not a width"),
        ("# A\n\n![" + "word " * 3000 + "](p.png)", "no-place: this is taller than the page"),
        ("# A\n\n!!! note\n    ![](p.png)\n", "one.md:3:1 no-place: this is taller than the page"),
        ("# A\n\n<b>x", "one.md:3:1 not-drawn: HTML such as <b>"),
        ("# A\n\n" + "a <i>" * 2000, "one.md:3:3 not-drawn: HTML such as <i>"),
        # Characters that have meant something to the program, or still do
        ("# A\n\nx \ue0020\ue003", "one.md:3:1 missing-glyph: no font has '\ue002' (U+E002)"),
        ("# A\n\n\ue000999999\ue001x", "missing-glyph: no font has '\ue000' (U+E000)"),
        ("# A\n\nx \ufdd20\ufdd3", "one.md:3:3 bad-chapter: the character U+FDD2 means nothing"),
        ('# A\n\n{{ "\\ufdd27\\ufdd3" }}', "one.md:3:1 not-drawn: there is no such block"),
    ],
    ids=lambda v: v[:20].encode("ascii", "replace").decode(),
)
def test_what_is_wrong_is_told_at_its_place(project: Path, chapter: str, told: str) -> None:
    Image.new("RGB", (400, 4000)).save(project / "p.png")
    assert told in first(project, chapter)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "chapter",
    [
        "a[^a]\n\n[^a]: b[^b]\n\n[^b]: c[^a]\n",  # notes that lead to each other
        "# A\n\n## A\n\n## A\n\n# A\n",
        "&amp;&nbsp;&lt;&bogus; " * 500,
        "a" + "\u0301" * 2000,
        "a\\\n" * 500,
        "# A\n\n" + "w" * 900,  # a word wider than the page is divided
        "# A\n\n```\n" + "x" * 900 + "\n```\n",
        "{{ column_break() }}\n\n" * 50 + "x",
        "::: columns 4\n:::\n",
        "{{ index('x') }}\n\n" * 200,
        '{{ "\\ufdd0999999999\\ufdd1" }}',
        "[](#a)\n\n# a\n",
        "99999999999. a\n999999999. b\n",
        "{% macro m(x) %}{{ portrait(x) }}{% endmacro %}{{ m('warrior') }}",
    ],
)
@pytest.mark.parametrize("look", ["", "paper: a5\ntheme: naval-archive\n"])
def test_odd_but_right(project: Path, chapter: str, look: str) -> None:
    assert not [d for d in publish(project, chapter, BOOK + look) if d.is_error]


def test_nothing_of_a_long_text_in_columns_is_lost(project: Path, run: Run) -> None:
    """Columns are measured only as far as a page reaches, wherever on the page they begin."""
    from pypdfium2 import PdfDocument

    words = [f"w{n}" for n in range(400)]
    (project / "book.yaml").write_text(BOOK + "index: false\ncontents: false\n", "utf-8")
    (project / "one.md").write_text("\n\n".join(f"## h\n\n{w} end" for w in words), "utf-8")
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    text = " ".join(page.get_textpage().get_text_range() for page in PdfDocument(project / "b.pdf"))
    assert [w for w in text.split() if w in set(words)] == words


def test_ten_thousand_equal_headings_are_named_one_by_one() -> None:
    from sheetgen.book.manuscript.inline import Anchors

    anchors = Anchors()
    names = [anchors.name("Same") for _ in range(10_000)]
    assert names[:3] == ["same", "same-2", "same-3"]
    assert len(set(names)) == 10_000


# The book file and its theme


@pytest.mark.parametrize(
    ("book", "told"),
    [
        (BOOK + "---\nbook: C\n", "book.yaml:4:1 second-document: a second document begins here"),
        (
            "book: 'A \ufdd2'\n",
            "book.yaml:1:7 hidden-text: this text has U+FDD2",
        ),
        ("book: 'A \ue002'\n", "book.yaml:1:7 missing-glyph: no font has '\ue002'"),
        (BOOK + "colour: blurple\n", "book.yaml:3:9 wrong-value: colour: "),
        (BOOK + "colour: '#0008'\n", "book.yaml:3:9 wrong-value: colour: this colour can't be"),
        (
            BOOK + "paper: 20x20mm\n",
            "book.yaml:3:8 no-place: no text has room on the paper 20x20mm",
        ),
        (BOOK + "paper: 90x500mm\ncolumns: 2\n", "book.yaml:4:10 no-place: no text has room"),
        (BOOK + "paper: 500x60mm\n", "book.yaml:3:8 no-place: no text has room on the paper"),
        (BOOK + "paper: 0x0mm\n", "book.yaml:3:8 wrong-value"),
        (BOOK + "bleed: -1\n", "book.yaml:3:8 out-of-range: bleed: -1 is less than 0"),
        (BOOK + "bleed: .nan\n", "book.yaml:3:8 wrong-type: bleed: expected a number"),
        (BOOK + "signature: 0\n", "book.yaml:3:12 out-of-range"),
        (BOOK + "licence: |\n  one\n  [x](nowhere)\n", "book.yaml:5:5 broken-link"),
        (BOOK + "licence: '[x](nowhere)'\n", "book.yaml:3:13 broken-link"),
        (BOOK + "back: " + "word " * 900 + "\n", "book.yaml:3:7 no-place: this text is too long"),
        (
            BOOK + "ships: [warrior]\nappendix: {sheets: [dispaly]}\n",
            "book.yaml:4:21 unknown-block: none of the book's ships and fleets has a sheet "
            "'dispaly'; did you mean display?",
        ),
        (BOOK + "back: |\n  a\n\n  <b>x\n", "book.yaml:6:3 not-drawn: HTML such as <b>"),
    ],
    ids=lambda v: v[-20:].encode("ascii", "replace").decode(),
)
def test_of_a_book_file(project: Path, book: str, told: str) -> None:
    assert told in first(project, "# A\n", book)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("body: Barlow\n", "body: Barlo\n", "theme.yaml:6:9 unknown-font: there is no font family"),
        ("body: Barlow\n", "body: Broken\n", "the font Broken can't be used: the file is empty"),
        ('accent: "#1f4e79"', "accent: blurple", "theme.yaml:13:11 wrong-value: colours.accent"),
        ('accent: "#1f4e79"', "accent: none", "theme.yaml:13:11 wrong-value: colours.accent"),
        ('text: "#161b21"', "text: url(#a)", "theme.yaml:12:9 wrong-value: colours.text"),
        (
            "accent: ",
            "acent: ",
            "unknown-key: there is no key colours.acent here; did you mean acc",
        ),
        ("lead: {size: 1.22", "lead: {sise: 1.22", "styles.lead.sise here; did you mean size?"),
        ("lead: {size: 1.22", "lead: {xyzzy: 1", "here; the keys here are font, weight, italic"),
        ("lead: {size: 1.22", "lead: {size: 0", "out-of-range: styles.lead.size: 0 is not more"),
        ("lead: {size: 1.22", "lead: {size: 10000", "styles.lead.size: 10000 is more than 8"),
        ("lead: {size: 1.22", "lead: {before: -9", "styles.lead.before: -9 is less than 0"),
        ("lead: {size: 1.22", "lead: {tracking: 1.0e+300", "styles.lead.tracking"),
        ("size: 9.6", "size: 0", "theme.yaml:21:7 out-of-range: size: 0 is less than 8"),
        ("size: 9.6", "size: nan", "theme.yaml:21:7 wrong-type: size: expected a number"),
        ("{inner: 0.085", "{inner: 0.9", "out-of-range: margins.inner: 0.9 is more than 0.4"),
        ("{inner: 0.085", "{inner: -1", "out-of-range: margins.inner: -1 is less than 0.03"),
        ("gutter: 3", "gutter: -3", "out-of-range: gutter: -3 is less than 0"),
        (
            "striped: false",
            "striped: false\n---\ntheme: x",
            "second-document: a second document begins here",
        ),
        (
            "  h1: ",
            "  h9: ",
            "theme.yaml:30:3 unknown-key: there is no key styles.h9 here; the keys",
        ),
        ("  body: Bar", "  bdy: Bar", "theme.yaml:6:3 unknown-key: there is no key fonts.bdy here"),
    ],
)
def test_of_a_theme(project: Path, run: Run, old: str, new: str, told: str) -> None:
    (project / "fonts").mkdir()
    (project / "fonts" / "Broken.ttf").write_bytes(b"")
    assert run("eject", "book/clean").status == 0
    theme = project / "templates" / "book" / "clean" / "theme.yaml"
    text = theme.read_text("utf-8")
    assert old in text
    theme.write_text(text.replace(old, new, 1), "utf-8")
    (project / "book.yaml").write_text(BOOK, "utf-8")
    (project / "one.md").write_text("# A\n", "utf-8")
    with pytest.raises(ProblemError) as caught:
        sheetgen.open_project(project).publish("book.yaml")
    found = [d for d in caught.value.diagnostics if d.is_error]
    lines = [
        f"{Path(d.file).name}:{d.line}:{d.column} {d.rule}: {d.message}; {d.hint}" for d in found
    ]
    assert any(told in line for line in lines), lines
    assert all(d.line and d.column for d in found)


def test_a_second_document_is_shown(project: Path, run: Run) -> None:
    (project / "book.yaml").write_text("book: A\n---\nbook: B\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 1
    assert "book.yaml:3:1: error[second-document]: a second document" in outcome.stderr
    assert "3 | book: B\n" in outcome.stderr


@pytest.mark.parametrize("theme", ["clean", "low-ink"])
def test_the_colour_of_the_paper_is_printed(
    project: Path, run: Run, rasterize: Callable[..., Any], theme: str
) -> None:
    assert run("eject", f"book/{theme}").status == 0
    file = project / "templates" / "book" / theme / "theme.yaml"
    file.write_text(file.read_text("utf-8").replace("paper: none", 'paper: "#ffe0b0"'), "utf-8")
    (project / "book.yaml").write_text(BOOK + f"theme: {theme}\nbleed: 3\n", "utf-8")
    (project / "one.md").write_text("# A\n\nText.\n", "utf-8")
    assert run("book", "book.yaml", "-o", "b.pdf").status == 0
    page = rasterize((project / "b.pdf").read_bytes(), 1)
    assert page.getpixel((2, 2)) == page.getpixel((300, 300)) == (0xFF, 0xE0, 0xB0)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("book", "book: error[no-file]: this is a folder, not a book file"),
        ("nobook", "nobook: error[no-file]: there is no such file"),
        ("bok.yaml", "bok.yaml: error[no-file]: there is no such file"),
    ],
)
def test_the_book_file_that_is_meant_is_named(
    project: Path, run: Run, named: str, told: str
) -> None:
    (project / "book").mkdir()
    (project / "book" / "one.md").write_text("# A\n", "utf-8")
    (project / "book.yaml").write_text(BOOK, "utf-8")
    (project / "other.yaml").write_text("system: asfos\n", "utf-8")
    outcome = run("book", named, "-o", "b.pdf")
    assert outcome.status == 1
    assert told in outcome.stderr
    assert "hint: did you mean book.yaml?" in outcome.stderr


def test_the_book_beside_an_empty_folder_is_named(project: Path, run: Run) -> None:
    (project / "book").mkdir()
    (project / "book.yaml").write_text(BOOK, "utf-8")
    assert "hint: did you mean book.yaml?" in run("book", "book", "-o", "b.pdf").stderr


def test_a_font_that_nothing_asks_for_does_not_stop_a_book(project: Path, run: Run) -> None:
    (project / "fonts").mkdir()
    (project / "fonts" / "Title.ttf").write_bytes(b"no font")
    (project / "book.yaml").write_text(BOOK, "utf-8")
    (project / "one.md").write_text("# A\n", "utf-8")
    outcome = run("book", "book.yaml", "-o", "b.pdf")
    assert outcome.status == 0
    assert "fonts/Title.ttf: warning[bad-font]: this is not a font file" in outcome.stderr
