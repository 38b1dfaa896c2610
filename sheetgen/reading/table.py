"""Tables: CSV text to documents with marks, one row a definition, headings as keys.

The first line with anything in it has the headings. `primaries.forward` is a key inside another
one, and `weapons.1.name` belongs to the first entry of a list. An empty cell is a missing key.
Cells are separated by commas, semicolons or tabs, whichever the headings have most of.
Every mistake becomes a `Diagnostic`: no input makes `parse` or `read` raise.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path as FilePath
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from sheetgen.ground.diagnostics import Diagnostic, Place, Rule, declare, sort_diagnostics
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.textfile import NOT_TEXT, Lines, decode_text, find_odd, read_text
from sheetgen.reading.document import CellText, Document, Marks, Path, Source, guess_value
from sheetgen.reading.model import Model, list_keys, strip
from sheetgen.reading.problem import DUPLICATE_KEY, MAX_PROBLEMS, TOO_DEEP, TOO_LONG
from sheetgen.reading.source import ReadText

MAX_ROWS, MAX_COLUMNS, MAX_LEVELS = 10_000, 500, 6
_FIRST = 64 * 1024  # characters in which the first line is looked for

TABLE_CELL = declare(
    "table-cell",
    "error",
    """A cell of a spreadsheet can't be read.

    Why: A quote that is not closed swallows the rows below it, and a cell without a heading has no
    key, so that its value would be lost unnoticed.

    Example:
    # system,name,mass
    # asfos,"Warrior,12        the quote before Warrior is never closed
    """,
)
TABLE_HEADING = declare(
    "table-heading",
    "error",
    """A heading of a spreadsheet can't be a key.

    Why: Headings are the keys of the definitions below them: `mass`, `primaries.forward` for a key
    inside another one, `weapons.1.name` for the first entry of a list. What has keys or entries
    of its own can't have a value as well.

    Example:
    # system,name,special,special.weapon        special is a value and has a key
    """,
)

_CELL = (
    r'[ ]*+(?:"(?P<quoted>(?:[^"]++|"")*+)"[ ]*+|(?!")(?P<plain>[^{0}\r\n]*+))'
    r"(?P<end>{0}|\r\n?|\n|\Z)"
)
_CELLS = {separator: re.compile(_CELL.format(separator)) for separator in ",;\t"}
_SEPARATOR_LINE = re.compile(r"sep=([,;\t])(?:\r\n?|\n)", re.IGNORECASE)
_EXCEL_HINT = "save it from your spreadsheet as CSV UTF-8"


class Cell(NamedTuple):
    """A cell that is not empty: its text, where it begins, and where its text does."""

    text: str
    at: int
    start: int


Row = list[Cell | None]
Grid = Mapping[tuple[int, int], str]
"""The texts of cells by row and column, from 1."""


def read(path: FilePath, file: str | None = None, read_text: ReadText = read_text) -> Source:
    """Reads and parses a file, called `file` (or else its path) in diagnostics. Never raises."""
    name = str(path) if file is None else file
    text, found = read_text(path, name)
    if found:
        return Source(name, text, diagnostics=[_advise_encoding(problem) for problem in found])
    return parse(text, name)


def parse(text: str | bytes, file: str) -> Source:
    """Parses a table's text. Never raises. What is wrong is left out of its documents."""
    text, found = decode_text(text, file)
    if found:
        return Source(file, text, diagnostics=[_advise_encoding(problem) for problem in found])
    table = _Table(text, file)
    with suppress(_StopTableError):
        table.read()
    return Source(file, text, table.documents, sort_diagnostics(table.found))


def parse_grid(grid: Grid, file: str) -> Source:
    """Parses the cells of a spreadsheet, whose places are rows and columns. Never raises."""
    table = _GridTable(grid, file)
    with suppress(_StopTableError):
        table.read()
    return Source(file, "", table.documents, sort_diagnostics(table.found))


def read_rows(text: str | Grid, file: str) -> tuple[list[Row], Lines, list[Diagnostic]]:
    """The rows of a table whose headings are no keys, its lines, and its problems. Never raises."""
    table = _Table(text, file) if isinstance(text, str) else _GridTable(text, file)
    rows: list[Row] = []
    with suppress(_StopTableError):
        rows += table.list_rows()
    return rows, table.lines, table.found


def has_system(text: str | bytes) -> bool:
    """Whether one of the headings of a table is `system`, in any spelling."""
    text, _ = decode_text(text, "")
    heading: Row = []
    with suppress(_StopTableError):
        heading = next(_Table(text, "").list_rows(), [])
    return any(cell is not None and cell.text.lower() == "system" for cell in heading)


def _advise_encoding(problem: Diagnostic) -> Diagnostic:
    return replace(problem, hint=_EXCEL_HINT) if problem.rule == NOT_TEXT.name else problem


class _StopTableError(Exception):
    """The rest of the table is not worth reading; what is wrong has been reported."""


class _Heading(NamedTuple):
    path: tuple[str | int, ...]
    at: int


class _Table:
    """One reading of a table's text, which collects its documents and problems."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.lines = Lines(text, file)
        self.parse: Callable[[str, str], Source] = parse
        self.documents: list[Document] = []
        self.unknown: set[tuple[type, Path]] = set()
        self.found: list[Diagnostic] = []

    def read(self) -> None:
        rows = self.list_rows()
        headings = self.read_headings(next(rows, []))
        for row in rows:
            if len(self.documents) == MAX_ROWS:
                at = next(cell.at for cell in row if cell)
                self.report(TOO_LONG, at, f"this table has more than {MAX_ROWS:,} rows")
                return
            self.documents.append(self.read_row(row, headings))

    def report(self, rule: Rule, at: int, message: str, hint: str = "") -> None:
        if len(self.found) >= MAX_PROBLEMS:
            raise _StopTableError
        self.found.append(rule.at(self.lines.place(at), message, hint))

    def list_rows(self) -> Iterator[Row]:
        """The rows that have anything in them."""
        first = _SEPARATOR_LINE.match(self.text)  # Excel understands and writes such a line
        separator = first[1] if first else self.find_separator()
        match = _CELLS[separator].match
        at, row = first.end() if first else 0, Row()
        while at < len(self.text):
            found = match(self.text, at)
            if found is None:
                self.refuse_quote(at)
                return
            self.add_cell(row, found)
            if found["end"] != separator:
                if any(row):
                    yield row
                row = []
            at = found.end()
        if any(row):
            yield row

    def find_separator(self) -> str:
        """The separator that the first line with anything in it has most of, outside of quotes."""
        line = next((line for line in self.text[:_FIRST].splitlines() if line.strip(",;\t ")), "")
        plain = re.sub(r'"[^"]*"', "", line)
        return max(",;\t", key=plain.count)

    def add_cell(self, row: Row, found: re.Match[str]) -> None:
        if len(row) == MAX_COLUMNS:
            self.report(TOO_LONG, found.start(), f"this row has more than {MAX_COLUMNS} cells")
            raise _StopTableError
        quoted = found["quoted"]
        given = found["plain"] if quoted is None else quoted.replace('""', '"')
        text = given.strip()
        start = found.start("plain" if quoted is None else "quoted")
        start += len(given) - len(given.lstrip())
        at = start if quoted is None else found.start("quoted") - 1
        row.append(Cell(text, at, start) if text else None)

    def refuse_quote(self, at: int) -> None:
        """Reports a quoted cell that does not end where it should, and those after it as lost."""
        quote = self.text.index('"', at)
        end = re.compile(r'"(?:[^"]++|"")*+"').match(self.text, quote)
        if end is None:
            message = "the quote opened here is never closed"
            self.report(TABLE_CELL, quote, message, 'put " at its end; write "" for a quote')
        else:
            message = "this can't follow the quote that ends the cell"
            self.report(TABLE_CELL, end.end(), message, 'write "" for a quote inside a cell')

    def read_headings(self, row: Row) -> list[_Heading | None]:
        """The headings: None for an empty one, one without a path for one that can't be used."""
        headings: list[_Heading | None] = []
        kinds: dict[tuple[str | int, ...], tuple[str, int]] = {}
        for cell in row:
            path = self.read_path(cell) if cell else ()
            if cell is None:
                headings.append(None)
            else:
                is_used = path and self.join(kinds, path, cell)
                headings.append(_Heading(path if is_used else (), cell.at))
        return headings

    def read_path(self, cell: Cell) -> tuple[str | int, ...]:
        """The keys that a heading names, and the numbers of its lists' entries from 0."""
        parts = [part.strip() for part in cell.text.split(".")]
        if not all(parts) or parts[0].isdecimal():
            hint = "a key is a word such as name, or several with points between them"
            self.report(TABLE_HEADING, cell.at, "this heading can't be a key", hint)
        elif len(parts) > MAX_LEVELS:
            message = f"a heading has at most {MAX_LEVELS} keys with points between them"
            self.report(TOO_DEEP, cell.at, message)
        elif any(p.isdecimal() and not (p.isascii() and 0 < int(p[:4]) < 1000) for p in parts):
            message = "the entries of a list are numbered from 1 to 999"
            self.report(TABLE_HEADING, cell.at, message)
        else:
            return tuple(int(part) - 1 if part.isdecimal() else part for part in parts)
        return ()

    def join(
        self, kinds: dict[tuple[str | int, ...], tuple[str, int]], path: Sequence[Any], cell: Cell
    ) -> bool:
        """Notes what a heading makes of each of its keys; False if another one disagrees."""
        for depth in range(1, len(path) + 1):
            here = tuple(path[:depth])
            inner = path[depth : depth + 1]
            kind = "value" if not inner else "list" if isinstance(inner[0], int) else "keys"
            known, column = kinds.setdefault(here, (kind, cell.at))
            first = self.lines.place(column).column
            if known != kind:
                name = _spell_path(here)
                message = f"{name} is a {known} in column {first} and a {kind} here"
                message = message.replace("a keys", "something with keys")
                self.report(TABLE_HEADING, cell.at, message, "keep one of the two")
                return False
            if kind == "value" and column != cell.at:
                message = f"the heading {_spell_path(here)} appears twice, first in column {first}"
                self.report(DUPLICATE_KEY, cell.at, message, "keep one of the two")
                return False
        return True

    def read_row(self, row: Row, headings: Sequence[_Heading | None]) -> Document:
        """The definition in a row."""
        data: dict[Any, Any] = {}
        marks: dict[Any, Any] = {}
        cells: list[CellText] = []
        for column, cell in enumerate(row):
            if cell is None:
                continue
            heading = headings[column] if column < len(headings) else None
            if heading is None:
                message = "this cell has no heading above it"
                self.report(
                    TABLE_CELL, cell.at, message, "text with a separator in it needs quotes"
                )
                break
            if heading.path:
                _put(data, marks, heading, cell)
                cells.append(CellText(cell.text, cell.start, heading.path))
        start = next(cell.at for cell in row if cell)
        paths: dict[Path, Path] = {}
        value, inner = _close(data, marks, paths)
        given = self.lines, self.parse, {paths[c.heading]: c for c in cells}, self.unknown
        return Document(value, len(self.documents), start, inner, *given)


class _GridTable(_Table):
    """One reading of a grid; an offset is that of a cell, counted row by row."""

    def __init__(self, grid: Grid, file: str) -> None:
        super().__init__("", file)
        self.grid = grid
        self.lines = _GridLines("", file)
        self.parse = lambda text, file: parse_grid(grid, file)

    def list_rows(self) -> Iterator[Row]:
        rows: dict[int, Row] = {}
        for (line, column), text in sorted(self.grid.items()):
            at = line * _WIDTH + column
            if column > MAX_COLUMNS:
                self.report(TOO_LONG, at, f"this row has more than {MAX_COLUMNS} cells")
                raise _StopTableError
            if odd := find_odd(text):
                message = f"the character U+{ord(odd):04X} here does not belong in text"
                self.report(NOT_TEXT, at, message)
                continue
            row = rows.setdefault(line, [])
            row += [None] * (column - 1 - len(row))
            row.append(Cell(text, at, at))
        yield from rows.values()


_WIDTH = 1 << 15


class _GridLines(Lines):
    """Turns the offsets of cells into their rows and columns."""

    def place(self, at: int) -> Place:
        return Place(self.file, *divmod(at, _WIDTH))


def _put(data: dict[Any, Any], marks: dict[Any, Any], heading: _Heading, cell: Cell) -> None:
    """Adds a cell to what its row says; entries of lists have numbers as keys until the end."""
    *above, last = heading.path
    for key in above:
        if key not in data:
            data[key], marks[key] = {}, (heading.at, cell.at, {})
        data, marks = data[key], marks[key][2]
    data[last] = guess_value(cell.text)
    marks[last] = heading.at, cell.at, None


def _close(
    data: dict[Any, Any],
    marks: dict[Any, Any],
    paths: dict[Path, Path],
    headed: Path = (),
    path: Path = (),
) -> tuple[Any, Marks]:
    """Makes lists of what has numbers as keys; those without any cell are left out.

    `paths` are noted: those of the values by those of their headings, which begin with `headed`.
    """
    is_list = any(isinstance(key, int) for key in data)
    order = sorted(data) if is_list else list(data)
    for at, key in enumerate(order):
        here, value = (*path, at if is_list else key), data[key]
        if isinstance(value, dict):
            key_at, start, inner = marks[key]
            data[key], inner = _close(value, inner, paths, (*headed, key), here)
            marks[key] = key_at, start, inner
        else:
            paths[(*headed, key)] = here
    if not is_list:
        return data, marks
    return [data[key] for key in order], {at: marks[key] for at, key in enumerate(order)}


def _spell_path(path: Sequence[str | int]) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


# Cells of a table → values of the types that a definition's class gives its keys: a cell does not
# say whether `1.5` is a number or a text, or whether a word is the only entry of a list.


_ENTRY = re.compile(r"[^|]+")
_NUMBERS = {int, float}
_READ = {str, bool, int}
_ZEROS = re.compile(r"(-?[0-9]+)\.0+")


def fit_cells(model: type[Model], document: Document) -> bool:
    """Gives each value of a document that comes from a table's cell the type that its key takes.

    Entries of a list are separated by `|`. What is below headings that are known to be no keys of
    the model is left out; then it returns False.
    """
    values: dict[Path, tuple[Any, Sequence[int]]] = {}
    is_whole = True
    for path, (text, start, heading) in document.cells.items():
        if document.unknown and (depth := _find_unknown(model, document, heading)):
            document.leave_out(path[:depth])
            is_whole = False
            continue
        taken, entry = _find_types(model, path)  # type: ignore[arg-type]
        if list in taken and (str not in taken or "|" in text):
            values[path] = _split(text, start, entry)
        elif taken.keys() & _READ:
            values[path] = _read(text, taken), ()
    document.replace(values)
    return is_whole


def _find_unknown(model: type[Model], document: Document, heading: Path) -> int:
    """How many keys of a heading lead to the one that does not exist; 0 if all may exist."""
    depths = range(1, len(heading) + 1)
    return next((d for d in depths if (model, heading[:d]) in document.unknown), 0)


@lru_cache(maxsize=4096)
def _find_types(model: type[Model], path: Path) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The types that a key takes, and those that the entries of its list take."""
    taken = dict(list_types(_resolve(model, path)))
    return taken, dict(list_types(taken[list])) if list in taken else {}


def _resolve(annotation: Any, path: Path) -> Any:
    """The annotation that governs the value at a path; None if it can't be determined."""
    for part in path:
        plain = strip(annotation)
        if isinstance(plain, type) and issubclass(plain, Model):
            keys = list_keys(plain).values()
            annotation = next((key.annotation for key in keys if key.title == part), None)
        elif get_origin(plain) in (list, dict):
            annotation = get_args(plain)[-1]
        else:
            return None
    return annotation


def _split(text: str, start: int, taken: dict[Any, Any]) -> tuple[list[Any], list[int]]:
    """The entries of a list in a cell, and where each begins in the file."""
    found = [match for match in _ENTRY.finditer(text) if match[0].strip()]
    places = [start + m.start() + len(m[0]) - len(m[0].lstrip()) for m in found]
    return [_read(match[0].strip(), taken) for match in found], places


def _read(text: str, taken: dict[Any, Any]) -> Any:
    if bool in taken and text.lower() in ("true", "false"):  # spreadsheets write TRUE
        return text.lower() == "true"
    if int in taken and float not in taken and (match := _ZEROS.fullmatch(text)):
        text = match[1]  # spreadsheets write 4.0
    return text if str in taken and not _NUMBERS & taken.keys() else guess_value(text)


def list_types(annotation: Any) -> Iterator[tuple[Any, Any]]:
    """The plain types that an annotation takes; with list goes what its entries are."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from list_types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for one in get_args(annotation):
            yield from list_types(one)
    elif origin is dict:
        yield dict, None
    elif origin in (list, tuple):
        yield list, (get_args(annotation) or (str,))[0]
    elif origin is Literal:
        yield from ((type(value), None) for value in get_args(annotation))
    elif isinstance(annotation, type):
        yield annotation, None


# Headings of a table for the keys that a definition may have, with an example below them


def write_headings(model: type[Model], example: Mapping[str, Any]) -> str:
    """A table of all keys of a definition, with one row: the example.

    It begins with a byte order mark, by which spreadsheets recognise UTF-8.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    cells = dict(_flatten(model, example))
    writer.writerows((cells.keys(), cells.values()))
    return "\ufeff" + file.getvalue()


def _flatten(annotation: Any, value: Any, path: str = "") -> Iterator[tuple[str, object]]:
    """The headings for what an annotation takes, each with the example's value."""
    taken = dict(list_types(annotation))
    model = next((t for t in taken if isinstance(t, type) and issubclass(t, Model)), None)
    before = f"{path}." if path else ""
    if model is not None:
        inner = value if isinstance(value, Mapping) else {}
        for key in list_keys(model).values():
            yield from _flatten(key.annotation, inner.get(key.title), f"{before}{key.title}")
    elif dict in taken and isinstance(value, Mapping):
        of = next(get_args(a)[1] for a in _list_origins(annotation) if get_origin(a) is dict)
        for key, one in value.items():
            yield from _flatten(of, one, f"{before}{key}")
    elif list in taken and (entry := dict(list_types(taken[list]))) and _is_nested(entry):
        given = value if isinstance(value, list) else []
        for at, one in enumerate(given or [None], start=1):
            yield from _flatten(taken[list], one, f"{before}{at}")
    elif isinstance(value, list):
        yield path, " | ".join(str(one) for one in value)
    else:
        yield path, "" if value is None else str(value).strip()


def _is_nested(taken: Mapping[Any, Any]) -> bool:
    return any(isinstance(one, type) and issubclass(one, (Model, dict)) for one in taken)


def _list_origins(annotation: Any) -> Iterator[Any]:
    yield annotation
    for one in get_args(annotation):
        if get_origin(one) is not None:
            yield from _list_origins(one)
