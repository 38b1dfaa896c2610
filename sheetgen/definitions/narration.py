"""Narrations: definitions as they are read out, in lines of words and numbers without columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.ground.words import find_spoken, say, say_key, tr
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
    if isinstance(value, Table):
        return True
    rows = value if isinstance(value, (list, tuple)) else ()
    return bool(rows) and all(isinstance(row, dict) for row in rows)


def make_table(value: Any) -> Table:
    """A table as it is, or made from rows with keys, which become headings; rows are numbered."""
    if isinstance(value, Table):
        return value
    keys = list(dict.fromkeys(key for row in value for key in row))
    rows = [[at, *(row.get(key) for key in keys)] for at, row in enumerate(value, start=1)]
    return Table(["", *(key.replace("_", " ") for key in keys)], rows)
