"""Forms: the fields of a kind as the page shows them, made from the schema of its definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.studio.desk import Desk
from sheetgen.studio.request import Answer, Asked, AskError, Request, answer_json
from sheetgen.systems.contract import Kind, System

LONG = 400
"""Letters of a text that gets more than one line."""

Schema = Mapping[str, Any]


class FormOf(Asked):
    """A kind of a game."""

    game: str
    kind: str


def show_form(desk: Desk, request: Request) -> Answer:
    """GET api/form: the groups of fields of a kind."""
    asked = request.read(FormOf)
    with desk.lock:
        return answer_json(make_form(*find_kind(desk, asked.game, asked.kind)))


def find_kind(desk: Desk, game: str, kind: str) -> tuple[System, Kind]:
    """A game and one of its kinds by their ids. Raises AskError."""
    system = desk.project.systems.get(game) if game in desk.project.systems.names else None
    found = next((one for one in system.kinds if one.name == kind), None) if system else None
    if system is None or found is None:
        raise AskError(404, "there is no such game with such a kind")
    return system, found


def make_form(system: System, kind: Kind) -> dict[str, Any]:
    """The form of a kind: its id, and groups of fields."""
    schema = kind.model.model_json_schema(by_alias=True)
    fields = list(_list_fields(schema, schema, (), ()))
    return {
        "id": f"{system.id}/{kind.name}",
        "game": system.id,
        "kind": kind.name,
        "groups": [{"title": kind.name.capitalize(), "fields": fields}],
    }


def _list_fields(
    whole: Schema, schema: Schema, path: Sequence[str], inside: Sequence[str]
) -> Iterator[dict[str, Any]]:
    needed = schema.get("required", ())
    for name, written in schema.get("properties", {}).items():
        if not path and name == "system":
            continue
        part, optional = resolve(whole, written)
        here = (*path, name)
        if part.get("properties"):
            within = here if optional else inside
            yield from _list_fields(whole, part, here, within)
            continue
        field = _describe(whole, part, written)
        label = name.replace("_", " ").replace("-", " ").capitalize()
        required = name in needed
        yield {
            "key": " ".join(here),
            "path": list(here),
            "label": label,
            **field,
            "required": required,
            "default": written.get("default", part.get("default")),
            **({"inside": list(inside)} if inside else {}),
        }


def _describe(whole: Schema, part: Schema, written: Schema) -> dict[str, Any]:
    """What a field takes."""
    field: dict[str, Any] = {
        "help": written.get("description") or part.get("description") or "",
        "unit": None,
        "type": _find_type(part),
        "minimum": part.get("minimum"),
        "maximum": part.get("maximum"),
        "max_length": part.get("maxLength"),
    }
    if field["type"] == "choice":
        values = part.get("enum") or [part["const"]]
        field["choices"] = [{"value": v, "label": str(v), "cost": None} for v in values]
    if field["type"] == "list":
        field |= {"minimum": part.get("minItems"), "maximum": part.get("maxItems")}
        field["item"] = _describe_item(whole, part.get("items", {}))
    if field["type"] == "map":
        field["item"] = _describe_item(whole, part["additionalProperties"])
    return field


def _describe_item(whole: Schema, written: Schema) -> dict[str, Any]:
    """The form of a list's item: its fields, or what it takes itself."""
    part, _ = resolve(whole, written)
    if part.get("properties"):
        return {"type": "record", "fields": list(_list_fields(whole, part, (), ()))}
    return _describe(whole, part, written)


def _find_type(part: Schema) -> str:
    kind = part.get("type")
    if "enum" in part or "const" in part:
        return "choice"
    if kind == "array":
        return "list"
    if kind == "object":
        return "map"
    if kind == "boolean":
        return "flag"
    if kind in ("integer", "number"):
        return str(kind)
    if str(part.get("pattern", "")).startswith(("#", "^#")):
        return "colour"
    return "long" if part.get("maxLength", 0) > LONG else "text"


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
    """The one of several types that a form offers: a text for names, a record before a number."""
    for wanted in ("object", "string"):
        for option in options:
            if resolve(whole, option)[0].get("type") == wanted:
                return option
    return options[0] if options else {}
