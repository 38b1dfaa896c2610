"""Tables of a game: in its game.yaml, in files beside it, and readings, which fleets may change."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from sheetgen.ground.diagnostics import Place
from sheetgen.reading import source
from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import Model
from sheetgen.reading.problem import NOT_A_MAPPING
from sheetgen.reading.source import parse_once
from sheetgen.systems.plain.desk import NAME, GameDesk, Path_
from sheetgen.systems.plain.field import make_model
from sheetgen.systems.plain.formula.formula import KnownNames
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    Number,
    RecordType,
    TableType,
    Type,
    make_record,
    read_float,
    simplify,
    unite,
)
from sheetgen.systems.plain.gamefile import ReadingSpec
from sheetgen.systems.plain.problem import BAD_TABLE

if TYPE_CHECKING:
    from sheetgen.reading.table import Cell, Row


MAX_LINES = 2000
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,12})?")


class TableError(Exception):
    """A fault of a table, at a path inside it."""

    def __init__(self, path: tuple[str | int, ...], message: str, hint: str = "") -> None:
        self.path, self.message, self.hint = path, message, hint
        super().__init__(message)


def read_tables(desk: GameDesk, written: Mapping[str, Any]) -> None:
    """Puts all tables of a game on its desk, as names that formulas may use."""
    for name, value in written.items():
        path = ("tables", name)
        if not desk.check_name(path, desk.tables):
            continue
        choice = value if _is_choice(value) else {"file": value}
        if isinstance(choice["file"], str) and choice["file"].endswith(FILES):
            known = _read_file(desk, name, **choice)
        else:
            try:
                known = make_known(name, value)
            except TableError as error:
                desk.report(BAD_TABLE, (*path, *error.path), error.message, error.hint)
                continue
        if known:
            desk.tables[name] = known


FILES = (".yaml", ".yml", ".json", ".csv")


def _is_choice(value: Any) -> bool:
    """Whether a table is a part of a file: `{file: data.json, at: ship.parts, by: name}`."""
    return (
        isinstance(value, dict)
        and "file" in value
        and value.keys() <= {"file", "at", "by"}
        and all(isinstance(one, str) for one in value.values())
    )


def _read_file(
    desk: GameDesk, name: str, file: str, at: str = "", by: str = ""
) -> KnownNames | None:
    """The table in a file, or in the part of it that `at` leads to, with its lines found `by`."""
    path: Path_ = ("tables", name)
    if at or by or isinstance(desk.look_up(path)[1], dict):
        path = (*path, "file")
    found = desk.read_file(BAD_TABLE, path, file)
    if found is None:
        return None
    text, shown = found
    if file.endswith(".csv"):
        if at or by:
            message = "a CSV file is one table, whose first column is used to look up its lines"
            desk.report(BAD_TABLE, path, message, f"write {name}: {file[:60]}")
            return None
        return _read_csv(desk, name, text, shown)
    # Tabs between the values of JSON mean nothing, and YAML has none.
    read = parse_once(text.replace("\t", " ") if file.endswith(".json") else text, shown)
    listed = bool(read.documents) and isinstance(read.documents[0].data, list)
    for one in read.diagnostics:
        if not (listed and one.rule == NOT_A_MAPPING.name):  # a table may be a list
            desk.found.append(one)
    if not read.documents:
        desk.found.append(BAD_TABLE.at(read.start, "there is no table in this file"))
        return None
    document = read.documents[0]
    desk.found += source.refuse_more(read)
    data, inside = document.data, ()
    try:
        data, inside = _go_to(data, at)
        _complete_json(file, data)
        return make_known(name, _key_lines(data, by) if by else data)
    except TableError as error:
        steps = error.path
        if by and steps and isinstance(data, list) and isinstance(steps[0], str):
            keys = [str(line.get(by)) for line in data]
            steps = (keys.index(steps[0]), *steps[1:])
        place = document.place((*inside, *steps))
        desk.found.append(BAD_TABLE.at(place, error.message, error.hint))
        return None


def _go_to(data: Any, at: str) -> tuple[Any, tuple[Any, ...]]:
    """The part of a file to which keys lead, with their path. Raises TableError."""
    path: tuple[Any, ...] = ()
    for step in at.split(".") if at else ():
        if not isinstance(data, dict) or step not in data:
            known = ", ".join(list(data)[:10]) if isinstance(data, dict) else ""
            message = f"there is no {step[:60]} here, which at: {at[:60]} names"
            raise TableError(path, message, f"there are {known}" * bool(known))
        data, path = data[step], (*path, step)
    return data, path


def _complete_json(file: str, data: Any) -> None:
    """Makes the lines of a JSON file even: its program left out what is not there."""
    if file.endswith(".json"):
        _complete(list(data.values()) if isinstance(data, dict) else [data])


def _complete(group: Sequence[Any]) -> None:
    """Writes null for the columns that records lack, but others in the same place have."""
    records = [one for one in group if isinstance(one, dict)]
    for key in dict.fromkeys(key for one in records for key in one):
        _complete([one.setdefault(key, None) for one in records])
    if items := [item for one in group if isinstance(one, list) for item in one]:
        _complete(items)


def _key_lines(data: Any, by: str) -> dict[str, Any]:
    """A list of records as a table whose lines are found by a key. Raises TableError."""
    if not isinstance(data, list) or not data or not all(isinstance(one, dict) for one in data):
        raise TableError((), f"this is not a list of records, to be found by their {by[:60]}")
    lines: dict[str, Any] = {}
    for at, one in enumerate(data):
        key = one.get(by)
        if isinstance(key, bool) or not isinstance(key, (str, int)) or key == "":
            raise TableError((at,), f"this record has no {by[:60]} to be found by")
        if str(key) in lines:
            raise TableError((at, by), f"the {by[:60]} {str(key)[:60]} appears twice")
        lines[str(key)] = one
    return lines


def _read_csv(desk: GameDesk, name: str, text: str, shown: str) -> KnownNames | None:
    from sheetgen.reading.table import read_rows

    rows, lines, problems = read_rows(text, shown)
    if problems:
        places = [(Place(p.file, p.line, p.column), p.message, p.hint) for p in problems]
        desk.found += [BAD_TABLE.at(*place) for place in places]
        return None
    try:
        return make_known(name, _join_rows(rows))
    except TableError as error:
        cell, heading = _find_cell(rows, error.path)
        what = f"{heading[:60]} '{cell.text[:60]}': " if cell and heading else ""
        place = lines.place(cell.at if cell else 0)
        desk.found.append(BAD_TABLE.at(place, what + error.message, error.hint))
    return None


def _find_cell(rows: Sequence[Row], path: Sequence[str | int]) -> tuple[Cell | None, str]:
    """The cell that an error is about, with its heading; the first of a line if it is about that.

    Lines are found by their number, or by the key in their first column.
    """
    if not path:
        return None, ""
    if isinstance(path[0], int):
        return next(filter(None, rows[path[0]]), None), ""
    row = next((row for row in rows[1:] if _spell(row[0]) == path[0]), rows[0])
    heads = [_spell(head) for head in rows[0]]
    at = next((at for at, head in enumerate(heads) if head in path[1:]), len(heads) == 2)
    if at and row[at]:
        return row[at], heads[at]
    return next(filter(None, row), None), ""


def _join_rows(rows: Sequence[Row]) -> dict[str, Any]:
    """The lines of a CSV file by their first column. Raises TableError."""
    if len(rows) < 2 or len(rows[0]) < 2:
        hint = "the first line has the headings, the first column what lines are found by"
        raise TableError((), "this table has no lines or only one column", hint)
    heads = [_spell(cell) for cell in rows[0]]
    found: dict[str, Any] = {}
    for line, row in enumerate(rows[1:], start=1):
        if len(row) != len(heads):
            message = f"this line has {len(row)} columns, and the headings are {len(heads)}"
            raise TableError((line,), message)
        key, *texts = map(_spell, row)
        if key in found:
            raise TableError((line,), f"the line {key} appears twice")
        cells = [_read_cell(text) for text in texts]
        found[key] = dict(zip(heads[1:], cells, strict=True)) if len(heads) > 2 else cells[0]
    return found


def _spell(cell: Cell | None) -> str:
    return cell.text if cell else ""


def _read_cell(cell: str) -> Any:
    if cell in ("true", "false"):
        return cell == "true"
    return simplify(Fraction(cell)) if _NUMBER.fullmatch(cell) else cell


def make_known(name: str, data: Any) -> KnownNames:
    """A table as formulas know it. Raises TableError."""
    if isinstance(data, dict) and len(data) > MAX_LINES:
        raise TableError((), f"this table has more than {MAX_LINES:,} lines")
    form, value = _make(data, (), name, outer=True)
    return KnownNames(form, value=value)


def _make(data: Any, path: tuple[Any, ...], name: str, outer: bool = False) -> tuple[Type, Any]:
    if isinstance(data, bool):
        return FLAG, data
    if isinstance(data, (int, Fraction)):
        return (WHOLE if isinstance(data, int) else NUMBER), data
    if isinstance(data, float):
        value = read_float(data)
        return (WHOLE if isinstance(value, int) else NUMBER), value
    if isinstance(data, str):
        return TEXT, data
    if isinstance(data, list):
        return _make_list(data, path, name)
    if isinstance(data, dict) and data:
        return _make_table(data, path, name) if outer else _make_line(data, path, name)
    what = "nothing" if data is None else "an empty table"
    raise TableError(path, f"there is {what} here", "write a number, a text, a list or lines")


def _make_list(data: list[Any], path: tuple[Any, ...], name: str) -> tuple[Type, Any]:
    if len(data) > MAX_LINES:
        raise TableError(path, f"this list has more than {MAX_LINES:,} items")
    item: Type = NONE
    values = []
    for at, one in enumerate(data):
        form, value = _make(one, (*path, at), name)
        if isinstance(form, ListOf) and isinstance(form.item, ListOf):
            raise TableError((*path, at), "lists can't be nested this deep")
        item = _unite((*path, at), item, form)
        values.append(value)
    return ListOf.make(item), values


def _make_table(data: dict[str, Any], path: tuple[Any, ...], name: str) -> tuple[Type, Any]:
    numeric = all(_NUMBER.fullmatch(key) for key in data)
    keys = [simplify(Fraction(key)) for key in data] if numeric else list(data)
    if len(set(keys)) < len(keys):
        raise TableError(path, "two lines of this table are the same number")
    line: Type = NONE
    lines = []
    for key, one in data.items():
        form, value = _make(one, (*path, key), f"a line of {name}")
        line = _unite((*path, key), line, form)
        lines.append(value)
    whole = all(isinstance(key, int) for key in keys)
    key_type = (WHOLE if whole else NUMBER) if numeric else TEXT
    form = TableType(f"the table {name}", key=key_type, line=line, keys=keys)
    if isinstance(line, RecordType):  # all lines become records of one class
        lines = [line.make(*[getattr(value, part) for part in line.parts]) for value in lines]
    return form, dict(zip(keys, lines, strict=True))


def _make_line(data: dict[str, Any], path: tuple[Any, ...], name: str) -> tuple[Type, Any]:
    parts, values = {}, []
    for key, one in data.items():
        if not (NAME.fullmatch(key) and key.isidentifier()):
            raise TableError((*path, key), f"{key[:60]} can't be the name of a column")
        parts[key], value = _NULL if one is None else _make(one, (*path, key), name)
        values.append(value)
    record = make_record(name, parts)
    return record, record.make(*values)


_NULL: tuple[Type, Any] = Maybe.make(NONE), None
"""The type and the value of a column in which a line has nothing."""


def _unite(path: tuple[Any, ...], known: Type, new: Type) -> Type:
    """The type of all lines so far. Raises TableError."""
    if isinstance(known, Maybe) or isinstance(new, Maybe):
        forms = (form.of if isinstance(form, Maybe) else form for form in (known, new))
        return Maybe.make(_unite(path, *forms))
    if isinstance(known, ListOf) and isinstance(new, ListOf):
        return ListOf.make(_unite(path, known.item, new.item))
    if isinstance(known, RecordType) and isinstance(new, RecordType):
        missing = [part for part in known.parts if part not in new.parts]
        missing += [part for part in new.parts if part not in known.parts]
        if missing:
            word = "lacks" if missing[0] not in new.parts else "alone has"
            hint = "all lines have the same columns: write null for nothing"
            raise TableError(path, f"this line {word} {missing[0]}", hint)
        parts = {
            part: _unite((*path, part), form, new.parts[part]) for part, form in known.parts.items()
        }
        return known if parts == dict(known.parts) else make_record(known.name, parts)
    united = unite(known, new)
    if united is None:
        raise TableError(path, f"this is {new}, and the lines above have {known}")
    return united


# Readings: coefficients of a game's rules, which a fleet may change for a reason


_MOST = 10_000


def read_readings(desk: GameDesk, written: Mapping[str, ReadingSpec]) -> None:
    """Puts the readings of a game on its desk, each a table that is found by texts."""
    for name, spec in written.items():
        if desk.check_name(("readings", name), {**desk.tables, **desk.readings}):
            values = {key: read_float(value) for key, value in spec.values.items()}
            whole = all(isinstance(value, int) for value in values.values())
            line, keys = (WHOLE if whole else NUMBER), list(values)
            form = TableType(f"the reading {name}", key=TEXT, line=line, keys=keys, fixed=False)
            desk.readings[name] = KnownNames(form, value=values)


def make_keys(written: Mapping[str, ReadingSpec]) -> dict[str, tuple[Any, Any]]:
    """The keys of a fleet that change readings, by the names of these: an annotation each."""
    found = {}
    for name, spec in written.items():
        about = spec.about.strip() or "other coefficients, with a reason"
        info = Field(None, alias=spec.key or name, description=about)
        found[f"r_{name}"] = (_make_model(name, spec) | None, info)
    return found


def _make_model(name: str, spec: ReadingSpec) -> Any:
    """The class of what a fleet writes about a reading."""
    parts = {
        f"v{at}": (_describe(value), Field(value, alias=key))
        for at, (key, value) in enumerate(spec.values.items())
    }
    reason = (Text, Field(description="why they differ"))
    parts = {"reason": reason, **parts}
    return make_model(f"{name.title()}Reading", Model, {}, parts)


def _describe(value: float) -> Any:
    kind = int if isinstance(value, int) else float
    return Annotated[kind, Field(ge=0, le=_MOST)]


def read_changes(fleet: Any, usual: Mapping[str, Mapping[str, Number]]) -> dict[str, Any]:
    """The readings that a fleet changes, with all their values, by their names."""
    found = {}
    for name, values in usual.items():
        written = getattr(fleet, f"r_{name}")
        if written is not None:
            given = (getattr(written, f"v{at}") for at in range(len(values)))
            found[name] = dict(zip(values, map(read_float, given), strict=True))
    return found
