"""Export: definitions as one table, a row each, or as JSON, from which they can be read again.

The headings of a table are the keys of the definitions, so that it is a file of definitions too.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sheetgen.ground.diagnostics import ProblemError, declare
from sheetgen.reading import table, workbook
from sheetgen.reading.document import Source
from sheetgen.reading.field import Field
from sheetgen.reading.model import Model, write_data
from sheetgen.reading.refusal import validate

if TYPE_CHECKING:
    from sheetgen.definitions.definition import Definition

CANT_EXPORT = declare(
    "cant-export",
    "error",
    """A definition does not fit into a table without loss.

    Why: Cells have neither empty lists nor texts that begin with a space, and a table has 500
    columns at most, which a fleet of many ships exceeds. JSON takes everything.

    Example:
    # sheetgen export fleet.yaml -o fleet.csv      write fleet.json instead
    """,
)
Rows = list[list[Any]]


class ShownDefinition(Model):
    """A definition as `show --json` tells it, for other programs."""

    id: str = Field(description="its id")
    name: str = Field(description="its name")
    system: str = Field(description="the id of its game")
    kind: str = Field(description="what it is in that game, such as ship or fleet")
    file: str = Field(description="where it is written")
    definition: dict[str, Any] = Field(description="its keys as they were read")
    derived: dict[str, Any] = Field(description="the values that follow")
    present: dict[str, Any] | None = Field(None, description="the same after losses")
    why: dict[str, Any] | None = Field(None, description="with --why, the terms of each value")


def export(definitions: Sequence[Definition], form: str) -> bytes:
    """Definitions as csv, xlsx or json. Raises ProblemError for what a table can't hold."""
    data = [_list_keys(one) for one in definitions]
    if form == "json":
        return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()
    lost: tuple[Definition, str] | None = None
    for joined in (True, False):
        rows = _make_rows(data, joined)
        made = _write_csv(rows) if form == "csv" else _write_workbook(rows)
        parse = table.parse if form == "csv" else workbook.parse
        lost = _find_lost(definitions, parse(made, f"export.{form}"))
        if lost is None:
            return made
    assert lost
    one, key = lost
    message = f"{key or 'something'} of {one.id} can't be told in a table as it is"
    place = one.document.place((key,)) if key else one.place
    raise ProblemError([CANT_EXPORT.at(place, message, "export it as .json")])


def _list_keys(one: Definition) -> dict[str, Any]:
    """The keys of a definition; with those of the one that it is `like`, it needs that no more."""
    data = one.document.data
    return {"system": one.system.id, "id": one.id} | {
        key: value for key, value in data.items() if key not in ("system", "id", "like")
    }


def _make_rows(data: Sequence[Mapping[str, Any]], joined: bool) -> Rows:
    """The headings, and a row for each definition; short lists are `joined` in one cell."""
    flat = [dict(_flatten("", one, joined)) for one in data]
    headings = list(dict.fromkeys(key for row in flat for key in row))
    return [headings, *([row.get(key) for key in headings] for row in flat)]


def _flatten(path: str, value: Any, joined: bool) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        texts = [one for one in value if isinstance(one, (str, int, float))]
        if joined and len(texts) == len(value) > 0:
            yield path, " | ".join(str(_spell(one)) for one in value)
            return
        value = {str(at): one for at, one in enumerate(value, start=1)}
    if not isinstance(value, dict):
        yield path, value
        return
    for key, one in value.items():
        yield from _flatten(f"{path}.{key}" if path else str(key), one, joined)


def _spell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _write_csv(rows: Rows) -> bytes:
    """A table with a byte order mark, by which spreadsheets recognise UTF-8."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([[_spell(v) for v in row] for row in rows])
    return ("\ufeff" + file.getvalue()).encode()


def _write_workbook(rows: Rows) -> bytes:
    """A workbook of one sheet; the same bytes for the same rows."""
    try:
        from openpyxl import Workbook
    except ImportError:
        hint = "pip install openpyxl, or export as .csv"
        message = "openpyxl, which writes workbooks, is not installed"
        raise ProblemError([workbook.WORKBOOK.at(None, message, hint)]) from None
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for at, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value is not None:
                cell = sheet.cell(at, column, _spell(value))
                if isinstance(value, str):  # and no formula, whatever it begins with
                    cell.data_type = "s"
    sheet.freeze_panes = "D2"
    book.properties.created = datetime(2000, 1, 1)
    file = io.BytesIO()
    book.save(file)
    return _settle(file.getvalue())


def _settle(data: bytes) -> bytes:
    """The same archive without the time at which it was made."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "docProps/core.xml":
                text = re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z", b"2000-01-01T00:00:00Z", text)
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, text)
    return made.getvalue()


def _find_lost(definitions: Sequence[Definition], read: Source) -> tuple[Definition, str] | None:
    """The first definition, and its key, that a table does not say as it was."""
    if read.diagnostics or len(read.documents) != len(definitions):
        return definitions[0], ""
    for one, document in zip(definitions, read.documents, strict=True):
        table.fit_cells(one.kind.model, document)
        written, _ = validate(one.kind.model, document)
        if written is None:
            return one, ""
        before = {**write_data(one.written), "id": one.id, "like": None}
        after = {**write_data(written), "id": document.data.get("id")}
        for key in {**before, **after}:
            if _trim(before.get(key)) != _trim(after.get(key)):
                return one, key
    return None


def _trim(value: Any) -> Any:
    """A text without the line break that ends a block of YAML and no cell of a table."""
    return value.rstrip("\n") if isinstance(value, str) else value
