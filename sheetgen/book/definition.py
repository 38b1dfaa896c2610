"""Book files: their models, the reading of them, and starters for new ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from sheetgen.definitions.definition import Definition
from sheetgen.ground import assets
from sheetgen.ground.colour import parse_color
from sheetgen.ground.diagnostics import Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import NO_FILE
from sheetgen.ground.units import parse_paper
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.field import After, Before, Field, Languages, Text
from sheetgen.reading.model import Model
from sheetgen.reading.refusal import MISSING_KEY, drop_reported, validate
from sheetgen.reading.scribe import write_scalar


def _check_paper(text: str) -> str:
    parse_paper(text)
    return text


def check_opaque(text: str) -> str:
    """A colour that hides what is below it. Raises ValueError."""
    if (parse_color(text) or (0, 0, 0, 0))[3] < 1:
        raise ValueError("this colour can't be transparent")
    return text


def check_isbn(text: str) -> str:
    """An ISBN of 13 digits, whose last one is right. Raises ValueError. Source: ISO 2108."""
    digits = re.sub(r"[\s‐-―-]", "", text)
    if not re.fullmatch(r"97[89]\d{10}", digits):
        raise ValueError("an ISBN has 13 digits and begins with 978 or 979")
    total = sum(int(digit) * (1, 3)[at % 2] for at, digit in enumerate(digits[:12]))
    if (right := -total % 10) != int(digits[12]):
        raise ValueError(f"the last digit of this ISBN would have to be {right}")
    return text


Opaque = Annotated[Text, After(check_opaque)]
"""A colour that texts and lines may have."""


def _make_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Names = Annotated[list[Text], Before(_make_list, takes=Text | list[Text])]


class Credit(Model):
    """A line of the credits."""

    role: Text = Field(description="what was done, such as Illustrations")
    names: Names = Field(description="who did it, a name or a list of names")


class Appendix(Model):
    """The contents of the appendix: sheets at true size, to copy or to cut out."""

    sheets: list[Text] = Field(
        default_factory=list, description="names of sheets, in place of those of `cutouts`"
    )
    copies: int = Field(1, ge=1, le=99, description="how many of each")


class Book(Model):
    """A book file."""

    book: Text = Field(max_length=120, description="the title")
    subtitle: Text | None = Field(None, max_length=200, description="a line under the title")
    author: Names = Field(default_factory=list, description="a name, or a list of names")
    version: Text | None = Field(None, description="the edition or version")
    date: Text | None = Field(None, description='the date, in quotes: "2026-11-22" or "May 2027"')
    publisher: Text | None = Field(None, description="who publishes it")
    licence: Text | None = Field(None, description="the licence, as Markdown for the imprint")
    imprint: Text | None = Field(None, description="further text for the imprint, as Markdown")
    about: Text | None = Field(None, description="what the book is about, in a sentence or two")
    keywords: list[Text] = Field(default_factory=list, description="keywords by which it is found")
    language: Languages = Field(["en-GB"], description="the language of the text, such as de")
    paper: Annotated[Text, After(_check_paper)] = Field(
        "a4", description="a4, letter, a5, 6x9, square, or a size such as 200x250mm"
    )
    bleed: float = Field(0, ge=0, le=10, description="millimetres printed beyond the cut")
    signature: int = Field(1, ge=1, le=32, description="the number of pages is a multiple of this")
    theme: Text = Field("clean", description="clean, naval-archive, low-ink, or your own")
    look: Text | None = Field(
        None, description="the look whose colours, faces and logo it has, such as enamel"
    )
    colour: Opaque | None = Field(None, description='an accent colour, such as "#1f4e79"')
    columns: Literal[1, 2] | None = Field(None, description="columns of text on a page, 1 or 2")
    cover: Text | None = Field(None, description="a picture for the cover: PNG, JPEG or SVG")
    cover_text: bool = Field(True, description="whether title and authors are set on the cover")
    back: Text | None = Field(None, description="a text for the back cover, as Markdown")
    chapters: list[Text] = Field(
        default_factory=list, description="Markdown files beside the book file, in order"
    )
    fleets: list[Text] = Field(
        default_factory=list, description="ids of fleets, such as ondaro-cast or game/ondaro-cast"
    )
    ships: list[Text] = Field(
        default_factory=list, description="ids of ships, in addition to those of the fleets"
    )
    notes: Literal["foot", "end"] = Field(
        "foot", description="foot: at the foot of their pages; end: at the end of the chapter"
    )
    numbers: bool = Field(False, description="whether figures and tables are numbered")
    pages: int | None = Field(None, ge=1, le=5000, description="how many pages it should have")
    isbn: Annotated[Text, After(check_isbn)] | None = Field(
        None, description='its number, for a barcode on the back cover: "978-1-4028-9462-6"'
    )
    contents: bool = Field(True, description="whether there is a table of contents")
    index: bool = Field(True, description="whether there is an index")
    cutouts: Literal["all", "counters", "none"] = Field(
        "counters", description="all: displays too, which their ships' pages then leave out"
    )
    appendix: Appendix | bool = Field(True, description="true, false, or {sheets: [display]}")
    credits: list[Credit] = Field(
        default_factory=list, description="[{role: Illustrations, names: [Ada]}]"
    )


# Book files and the reading of them.


_BOOK = re.compile(r"^book *:", re.MULTILINE)
_MOST_TRIED = 100  # files that are looked at for the one that may be meant


class BookFile(NamedTuple):
    """A book file without its chapters; `shipped` ones come with sheetgen."""

    name: str
    path: Path
    title: str
    author: str
    shipped: bool


def find_book(path: Path, files: Files) -> Path:
    """The book file at a path, or the shipped book of that name."""
    if path.suffix or files.is_taken(path):
        return path
    shipped = {file.stem: file for file in _list_shipped()}
    return shipped.get(path.name, path)


def list_books(own: Sequence[Path], files: Files) -> list[BookFile]:
    """The user's own books and the shipped ones, but for those that can't be read."""
    found = []
    for path in [*own, *(path for path in _list_shipped() if path not in own)]:
        with suppress(ProblemError):
            book, _ = read_book(path, files)
            author = ", ".join(book.author)
            found.append(BookFile(path.stem, path, book.book, author, path not in own))
    return found


def _list_shipped() -> list[Path]:
    return sorted((assets.shipped("ships") / "books").glob("*.yaml"))


def read_book(path: Path, files: Files) -> tuple[Book, Document]:
    """The book in a file. Raises ProblemError with everything that is wrong in it."""
    if not files.is_taken(path) or assets.is_folder(path):
        near = _find_near(path, files)
        folder = assets.is_folder(path)
        what = "this is a folder, not a book file" if folder else "there is no such file"
        if near:
            place = Place(assets.display_name(path))
            raise ProblemError([NO_FILE.at(place, what, f"did you mean {near}?")])
    read_text = partial(files.read_text, what="a book")
    read = source.read(path, assets.display_name(path), read_text)
    if not read.documents:
        message = "this file holds no book"
        hint = "a book file needs the keys book: and chapters:"
        raise ProblemError(read.diagnostics or [MISSING_KEY.at(read.start, message, hint)])
    document = read.documents[0]
    if not isinstance(document.data, dict) or "book" not in document.data:
        message, hint = "this file holds no book", "the key book: gives its title"
        raise ProblemError([*read.diagnostics, MISSING_KEY.at(document.place(()), message, hint)])
    written, found = validate(Book, document)
    told = read.diagnostics
    found = [*told, *source.refuse_more(read), *drop_reported(found, told)]
    if written is None or found:
        raise ProblemError(found)
    return written, document


def _find_near(path: Path, files: Files) -> str:
    """The book file whose name is nearest to that of a missing one; empty if there is none."""
    inside = path.is_dir()
    beside = _list_books(path.parent, files)
    shipped = [] if path.suffix else [file.stem for file in _list_shipped()]
    near = find_nearest(path.stem, [*(book.stem for book in beside), *shipped])
    if near in shipped:
        return near or ""
    found = [book for book in beside if near and book.stem == near]
    found += _list_books(path, files) if inside else []
    return assets.display_name(found[0]) if found else ""


def _list_books(folder: Path, files: Files) -> list[Path]:
    try:
        names = sorted(path for path in folder.glob("*.y*ml") if files.is_file(path))
    except (OSError, ValueError):
        return []
    texts = ((path, files.read_text(path, "")[0]) for path in names[:_MOST_TRIED])
    return [path for path, text in texts if _BOOK.search(text)]


# Starters: a book to begin with, about the ships and fleets that there are.


_STARTER = """\
# A book about your ships and fleets. Publish it with:  sheetgen book @STEM@.yaml -o @STEM@.pdf
book: @TITLE@
subtitle: Ships, fleets and what they fight for
author: Your Name
licence: All rights reserved.
paper: a4               # a4, letter, a5, 6x9, square, or a size such as 200x250mm
theme: clean            # clean, naval-archive or low-ink
chapters: [@STEM@/introduction.md]
"""
_CHAPTER = """\
# Introduction

Tell your readers who sails these ships, and why. This file is Markdown: an empty line begins a new
paragraph, *these words* are in italics and **these** in bold.

## Another section

Headings with two number signs begin a section. The ships and fleets have their own pages after the
last chapter, and their names go into the index automatically.

!!! tip "More to try"
    Chapters may contain tables, pictures, footnotes, values of your ships and complete displays.
"""


def start_book(
    found: Sequence[Definition], title: str = "My Fleets", stem: str = "book"
) -> dict[str, str]:
    """A book file that names these definitions, and its first chapter, by their names.

    `stem` is the name of the file without its ending, and of the chapters' folder.
    """
    fleets = [d.id for d in found if d.kind.link]
    inside = {linked for d in found for linked in d.links}
    ships = [d.id for d in found if not d.kind.link and d not in inside]
    named = {"fleets": fleets, "ships": ships}
    lists = "".join(f"{key}: [{', '.join(ids)}]\n" for key, ids in named.items() if ids)
    text = _STARTER.replace("@STEM@", stem).replace("@TITLE@", write_scalar(title))
    return {f"{stem}.yaml": text + lists, f"{stem}/introduction.md": _CHAPTER}
