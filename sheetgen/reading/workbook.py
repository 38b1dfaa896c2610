"""Workbooks: the first sheet of an .xlsx file as a table, with places at its rows and columns.

A workbook is a zip archive of XML files. It is looked at before openpyxl may unpack it, as a small
archive can hold any amount of text.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.textfile import Lines
from sheetgen.reading import table
from sheetgen.reading.document import Source
from sheetgen.reading.table import Grid, Row, parse_grid

MAX_BYTES = 8 * 1024 * 1024
_MOST_UNPACKED, _MOST_FILES = 64 * 1024 * 1024, 1000
_MOST_ROWS = 1 << 20  # as many as Excel has

WORKBOOK = declare(
    "workbook",
    "error",
    """A spreadsheet's own file can't be read.

    Why: It is damaged or protected by a password, contains far more than a table of ships, or
    openpyxl, with which it is read, is not installed. A CSV file needs nothing else.

    Example:
    # pip install 'sheetgen[xlsx]'      or save the table as CSV UTF-8
    """,
)


class _WorkbookError(Exception):
    """Why a workbook can't be read, and a hint."""

    def __init__(self, message: str, hint: str = "save the table as CSV UTF-8") -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


def parse(data: bytes, file: str) -> Source:
    """Reads the first sheet of a workbook, called `file` in diagnostics. Never raises."""
    try:
        _check(data)
        return parse_grid(_read(data), file)
    except _WorkbookError as error:
        found: list[Diagnostic] = [WORKBOOK.at(Place(file), error.message, error.hint)]
        return Source(file, diagnostics=found)


def read_rows(data: bytes, file: str) -> tuple[list[Row], Lines, list[Diagnostic]]:
    """The same as rows whose headings are no keys, as `read_rows` of tables does. Never raises."""
    try:
        _check(data)
        return table.read_rows(_read(data), file)
    except _WorkbookError as error:
        return [], Lines("", file), [WORKBOOK.at(Place(file), error.message, error.hint)]


def _check(data: bytes) -> None:
    """Refuses an archive that would unpack to too much, or whose XML declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > _MOST_FILES or sum(e.file_size for e in entries) > _MOST_UNPACKED:
                raise _WorkbookError("this workbook unpacks to more than 64 MB")
            for entry in entries:
                if entry.filename.endswith((".xml", ".rels")):
                    with archive.open(entry) as stream:
                        text = stream.read(_MOST_UNPACKED)
                    if b"<!" in text.replace(b"<!--", b"").replace(b"<![CDATA[", b""):
                        raise _WorkbookError("this workbook declares XML entities")
    except _WorkbookError:
        raise
    except Exception:  # a damaged archive fails in many ways
        raise _WorkbookError("this is not a workbook that can be read") from None


def _read(data: bytes) -> Grid:
    """The texts of the first sheet's cells, by row and column from 1."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        hint = "pip install openpyxl, or save the table as CSV UTF-8"
        raise _WorkbookError("openpyxl, which reads workbooks, is not installed", hint) from None
    try:
        with closing(load_workbook(io.BytesIO(data), read_only=True, data_only=True)) as book:
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # what the file says may be wrong, and makes rows that wide
            rows = islice(sheet.iter_rows(values_only=True), _MOST_ROWS)
            return {
                (row, column): text
                for row, cells in enumerate(rows, start=1)
                for column, text in _spell(cells)
            }
    except Exception:  # damaged XML fails in many ways
        raise _WorkbookError("this workbook can't be read") from None


def _spell(cells: tuple[object, ...]) -> Iterator[tuple[int, str]]:
    """The cells of a row that are not empty, as texts, by their columns."""
    for column, value in enumerate(cells, start=1):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool):
            value = str(value).lower()
        if value is not None and (text := str(value).strip()):
            yield column, text
