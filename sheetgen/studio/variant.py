"""Variants: definitions that are like another one, begun in a few lines, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.definitions.comparison import ComparisonLine, compare, show_values, spell
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import find_base
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.reading.amendment import Change, amend
from sheetgen.reading.model import list_keys
from sheetgen.reading.schema import write_schema
from sheetgen.studio.desk import Desk
from sheetgen.studio.form import find_least
from sheetgen.systems.contract import Kind, System


def find_title(kind: Kind) -> str:
    """The key under which a kind's definitions have their names."""
    return "name" if "name" in list_keys(kind.model) else kind.marker


def write_variant(definition: Definition, name: str) -> str:
    """The text of a definition that is like another one in all but its name."""
    return _write(definition.system, {find_title(definition.kind): name, "like": definition.id})


def write_empty(system: System, kind: Kind, name: str) -> str:
    """The text of a definition with nothing but what its kind needs, each with its least value."""
    schema = write_schema(kind.model)
    values = {find_title(kind): name}
    for key in schema.get("required", ()):
        if key != "system" and key not in values:
            values[key] = find_least(schema, schema, key)
    return _write(system, values)


def _write(system: System, values: Mapping[str, Any]) -> str:
    changes = [Change(0, (key,), "set", value) for key, value in values.items()]
    return amend(f"system: {system.id}\n", changes)


def describe_base(desk: Desk, definition: Definition, own: Any) -> dict[str, Any] | None:
    """The definition that one is like, and what differs; None if it is like no other.

    `own` is the data that is written in the document itself.
    """
    try:
        base = find_base(definition, desk.project.shelf)
        lines = compare([base, definition]) if base else []
    except ProblemError:
        return None
    if base is None or base.path is None:
        return None
    return {
        "name": base.name,
        "file": desk.folder.name(base.path),
        "document": base.document.index,
        "lines": [_describe_line(line, own) for line in lines if line.differs],
    }


def _describe_line(line: ComparisonLine, own: Any) -> dict[str, Any]:
    """A value that differs; `path` leads to what the document says of it, if it does."""
    path = list(_walk(own, line.key.split(".")))
    before, now = show_values(line)
    return {
        "key": line.key.replace(".", " "),
        "label": spell(line.key).capitalize(),
        "before": before,
        "now": now,
        "path": path or None,
    }


def _walk(value: Any, keys: Sequence[str]) -> Iterator[str]:
    """The keys that lead into a record, as far as they are there."""
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            return
        yield key
        value = value[key]
