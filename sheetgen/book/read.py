"""Reads book files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sheetgen.book.definition import Book
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError, find_nearest
from sheetgen.ground.files import Files
from sheetgen.ground.textfile import NO_FILE
from sheetgen.reading import model, source
from sheetgen.reading.document import Document
from sheetgen.reading.model import MISSING_KEY

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
    written, found = model.validate(Book, document)
    told = read.diagnostics
    found = [*told, *source.refuse_more(read), *model.drop_told(found, told)]
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
