"""Schemas: what the JSON Schema of a kind says about the value at a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.reading.amendment import Change
from sheetgen.reading.model import Model

Schema = Mapping[str, Any]
Path_ = Sequence["str | int"]


def resolve(whole: Schema, written: Schema) -> tuple[Schema, bool]:
    """What a schema refers to, without the alternative of nothing; and whether there is one."""
    part, optional = dict(written), False
    while True:
        if "$ref" in part:
            name = part.pop("$ref").rpartition("/")[2]
            part = {**whole["$defs"][name], **part}
        elif "anyOf" in part:
            options = part.pop("anyOf")
            some = [option for option in options if option.get("type") != "null"]
            optional |= len(some) < len(options)
            part = {**_choose(whole, some), **part}
        else:
            return part, optional


def _choose(whole: Schema, options: Sequence[Schema]) -> Schema:
    """The one of several types that a form offers: a record, or else a text."""
    for wanted in ("object", "string"):
        for option in options:
            if resolve(whole, option)[0].get("type") == wanted:
                return option
    return options[0] if options else {}


def find_part(whole: Schema, path: Path_) -> Schema:
    """The schema of the value at a path; an empty one if there is no such value."""
    part, _ = resolve(whole, whole)
    for step in path:
        if isinstance(step, int):
            inner = part.get("items")
        else:
            inner = part.get("properties", {}).get(step) or part.get("additionalProperties")
        if not isinstance(inner, Mapping):
            return {}
        part, _ = resolve(whole, inner)
    return part


def list_keys(whole: Schema, path: Path_) -> list[str]:
    """The keys of the record at a path, in their usual order."""
    return list(find_part(whole, path).get("properties", {}))


def complete(
    whole: Schema, change: Change, data: Any, written: Model | None = None
) -> Iterator[Change]:
    """A change, after the one that makes the record which it is in, if there is none yet.

    What the record needs besides gets its least value. One that was written in short, such as a
    number, is written out as in `written`.
    """
    for length in range(1, len(change.path)):
        above = change.path[:length]
        there = find_value(data, above)
        if isinstance(there, (dict, list)):
            continue
        part = find_part(whole, above)
        made: dict[str, Any] = {}
        if there is None:
            made = {key: _find_least(whole, part, key) for key in part.get("required", ())}
        elif length == 1 and written:
            model: Any = next(
                (value for name, value in written if str(above[0]) in _name(written, name)), None
            )
            if isinstance(model, Model):
                made = model.model_dump(by_alias=True, exclude_none=True, mode="json")
        if made and change.act == "set":
            yield Change(change.document, above, "set", made)
        break
    yield change


def _name(written: Model, name: str) -> tuple[str, str | None]:
    return name, type(written).model_fields[name].alias


def find_value(data: Any, path: Path_) -> Any:
    """The value at a path; None if there is none."""
    for step in path:
        try:
            data = data[step]
        except (LookupError, TypeError):
            return None
    return data


def _find_least(whole: Schema, part: Schema, key: str) -> Any:
    """The least value of a key that a record needs."""
    inner, _ = resolve(whole, part["properties"][key])
    if "enum" in inner or "const" in inner:
        return inner.get("enum", [inner.get("const")])[0]
    kind = inner.get("type")
    if kind in ("integer", "number"):
        return inner.get("minimum", 1)
    plain: dict[str, Any] = {"array": [], "object": {}, "boolean": False}
    return plain.get(str(kind), "?")
