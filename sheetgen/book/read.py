"""Reads book files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sheetgen.book.definition import Book
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.files import Files
from sheetgen.reading import model, source
from sheetgen.reading.model import MISSING_KEY
from sheetgen.reading.source import Document


def read_book(path: Path, files: Files) -> tuple[Book, Document]:
    """The book in a file. Raises ProblemError with everything that is wrong in it."""
    read_text = partial(files.read_text, what="a book")
    read = source.read(path, assets.display_name(path), read_text)
    if not read.documents:
        message = "this file holds no book"
        hint = "a book file needs the keys book: and chapters:"
        raise ProblemError(read.diagnostics or [MISSING_KEY.at(Place(read.file), message, hint)])
    document = read.documents[0]
    if not isinstance(document.data, dict) or "book" not in document.data:
        message, hint = "this file holds no book", "the key book: gives its title"
        raise ProblemError([*read.diagnostics, MISSING_KEY.at(document.place(()), message, hint)])
    written, found = model.validate(Book, document)
    if written is None or read.diagnostics or any(d.is_error for d in found):
        raise ProblemError([*read.diagnostics, *found])
    return written, document
