"""Comparisons: what definitions say, and what follows, side by side, or in lines to be heard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import find_spoken, say, say_key, tr
from sheetgen.reading.model import write_data
from sheetgen.systems.column import Table, after_losses, read_values

_COUNTED = r"(\D+?) ([~+−×–-]?\d\S*)"
"""A word with its number, such as `pilot 2`."""


def narrate(definition: Definition) -> Iterator[str]:
    """The lines of a definition: what it is, then its values in the order in which they stand.

    What losses leave of a value follows it. Raises ProblemError where a game fails.
    """
    kind = say_key(definition.kind.name)
    yield tr("{}, {} of {}", definition.name, kind, definition.system.name)
    values = definition.apply(read_values)
    left: Mapping[str, Any] = definition.apply(after_losses(read_values)) or values
    for key, value in values.items():
        now = left.get(key, value)
        if is_table(value):
            yield from _narrate_rows(say_key(key), make_table(value))
            if now != value:
                yield from _narrate_rows(tr("{} now", say_key(key)), make_table(now))
        elif value not in (None, "", []):
            left_of_it = "" if now == value else tr(", now {}", join(now))
            yield tr("{}: {}", say_key(key), f"{join(value)}{left_of_it}")


def _narrate_rows(title: str, table: Table) -> Iterator[str]:
    """A line for each row, which begins with its first cell; every value follows its heading."""
    yield f"{title}:"
    headings, stem = [], ""
    for heading in table.headings:
        # `skill 1  2  3  4`: the word stands above the first of several columns.
        stem = stem if heading.isdigit() else heading.rpartition(" ")[0]
        headings.append(say_key(f"{stem} {heading}".strip() if heading.isdigit() else heading))
    for row in [*table.rows, *([table.totals] if any(table.totals) else [])]:
        first, *others = row
        pairs = zip(headings[1:], others, strict=True)
        cells = [
            f"{name}{':' * name[-1:].isdigit()} {join(value)}"
            for name, value in pairs
            if value not in (None, "", [])
        ]
        row_head = f"{headings[0]} {join(first)}".strip()
        yield tr("{}: {}", row_head, ", ".join(cells)) if cells else row_head


def join(value: object) -> object:
    """A value in words: lists, and keys with their values, on one line; a dash for none."""
    if isinstance(value, dict):
        return ", ".join(f"{say_key(key)} {join(number)}" for key, number in value.items()) or "—"
    if isinstance(value, (list, tuple)):
        return ", ".join(str(join(one)) for one in value) or "—"
    if isinstance(value, str) and find_spoken().is_foreign:
        return _translate(value) or "—"
    return "—" if value in (None, "") else say(value)


def _translate(text: str) -> str:
    """A text in the language that is spoken; without words of its own, by its parts."""
    told = str(say(text))
    if told != text:
        return told
    if ", " in text:
        return ", ".join(map(_translate, text.split(", ")))
    counted = re.fullmatch(_COUNTED, text)
    return f"{say(counted[1])} {say(counted[2])}" if counted else text


def is_table(value: object) -> bool:
    """Whether a value is shown as a table: one, or rows with keys."""
    rows = list(value) if isinstance(value, tuple) else value
    return isinstance(value, Table) or _is_list_of_rows(rows)


def make_table(value: Any) -> Table:
    """A table as it is, or made from rows with keys, which become headings; rows are numbered."""
    if isinstance(value, Table):
        return value
    keys = list(dict.fromkeys(key for row in value for key in row))
    rows = [[at, *(row.get(key) for key in keys)] for at, row in enumerate(value, start=1)]
    return Table(["", *(key.replace("_", " ") for key in keys)], rows)


_LEFT_OUT = ("system", "id", "like", "name", "description", "art")


class ComparisonLine(NamedTuple):
    """A value of every definition, None where one has none.

    `key` is what `show --json` calls it, `primaries.forward` for a value within a value. Rows that
    were worked out, and have the name of written ones, begin with `derived.`.
    """

    key: str
    values: tuple[Any, ...]

    @property
    def differs(self) -> bool:
        """Whether not all of the values are equal."""
        return any(value != self.values[0] for value in self.values)


def compare(definitions: Sequence[Definition]) -> list[ComparisonLine]:
    """Return a line for each written or derived value, with one cell for each definition.

    Raises ProblemError if a game's code fails.
    """
    written = [_list_written(d) for d in definitions]
    # A list of rows that was worked out is told apart from a written one of that name.
    doubled = {
        key
        for definition, own in zip(definitions, written, strict=True)
        for key, value in definition.derived.items()
        if _is_list_of_rows(value) and isinstance(own.get(key), list)
    }
    found = []
    for definition, own in zip(definitions, written, strict=True):
        derived = {
            f"derived.{key}" if key in doubled else key: value
            for key, value in definition.derived.items()
        }
        found.append({**dict(flatten(derived)), **dict(flatten(own))})
    keys = dict.fromkeys(key for own in written for key, _ in flatten(own))
    keys |= dict.fromkeys(key for values in found for key in values)
    return [ComparisonLine(key, tuple(values.get(key) for values in found)) for key in keys]


def _list_written(definition: Definition) -> dict[str, Any]:
    """Return the values written in a definition, without those that name or describe it."""
    written = write_data(definition.written)
    left_out = (*_LEFT_OUT, definition.kind.marker)
    return {key: value for key, value in written.items() if key not in left_out}


def _is_list_of_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def flatten(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value within values, by keys with dots between them; rows of tables by number."""
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from flatten(value, f"{name}.")
        elif _is_list_of_rows(value):
            for at, row in enumerate(value, start=1):
                yield f"{name}.{at}", row
        else:
            yield name, value


def spell(key: str) -> str:
    """A key in words of the language that is spoken."""
    return " ".join(map(say_key, key.replace("_", " ").split(".")))


def show_values(line: ComparisonLine) -> list[str]:
    """Each value in words; a number that differs from the first one with the difference."""
    first = line.values[0]
    return [
        f"{_show(value)} ({say(f'{value - first:+g}')})"
        if _is_number(value) and _is_number(first) and value != first
        else _show(value)
        for value in line.values
    ]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _show(value: Any) -> str:
    if value is None or value == []:
        return "—"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, dict):
        return " ".join(_show(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return ", ".join(_show(part) for part in value)
    return str(join(value))
