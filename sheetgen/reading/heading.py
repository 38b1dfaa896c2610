"""Headings of a table for the keys that a definition may have, with an example below them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from sheetgen.reading.cell import list_types
from sheetgen.reading.model import Model


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
        for name, field in model.model_fields.items():
            key = field.alias or name
            yield from _flatten(field.annotation, inner.get(key), f"{before}{key}")
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
