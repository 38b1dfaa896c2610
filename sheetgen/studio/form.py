"""Forms: the fields of a kind as the page shows them, made from the schema of its definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheetgen.studio.desk import Desk
from sheetgen.studio.label import name_choice, name_key
from sheetgen.studio.request import Answer, Asked, AskError, Request, answer_json
from sheetgen.studio.schema import Schema, resolve
from sheetgen.systems.contract import Kind, System
from sheetgen.systems.form import Form, Option

LONG = 400
"""Letters of a text that gets more than one line."""


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
    form = kind.form or Form()
    fields = list(_Reader(schema, form).list_fields(schema))
    return {
        "id": f"{system.id}/{kind.name}",
        "game": system.id,
        "kind": kind.name,
        "groups": list(_group(fields, form, kind.name)),
    }


def _group(fields: Sequence[dict[str, Any]], form: Form, kind: str) -> Iterator[dict[str, Any]]:
    """The fields in the groups of a form; those in none are in a last one."""
    left = {field["key"]: field for field in fields}
    for title, keys in form.groups:
        chosen = [
            left.pop(key)
            for name in keys
            for key in list(left)
            if key == name or key.startswith(f"{name} ")
        ]
        if chosen:
            yield {"title": title, "fields": chosen}
    if left:
        title = "More" if form.groups else name_key(kind)
        yield {"title": title, "fields": list(left.values())}


class _Reader:
    """Reads the fields of a schema, with what a form says of them."""

    def __init__(self, whole: Schema, form: Form) -> None:
        self.whole, self.form = whole, form

    def list_fields(
        self,
        schema: Schema,
        path: Sequence[str] = (),
        inside: Sequence[str] = (),
        above: str = "",
    ) -> Iterator[dict[str, Any]]:
        """The fields of a record at a path, those of records in it as well.

        `inside` is the innermost record that may be left out, `above` the key of the list.
        """
        needed = schema.get("required", ())
        parts = {
            name: resolve(self.whole, written)
            for name, written in schema.get("properties", {}).items()
            if path or above or name != "system"
        }
        arcs = find_arcs([name for name, (part, _) in parts.items() if _is_number(part)])
        for name, (part, optional) in parts.items():
            here = (*path, name)
            key = " ".join(here)
            if part.get("properties"):
                within = here if optional else inside
                yield from self.list_fields(part, here, within, above)
                continue
            written = schema["properties"][name]
            field = {
                "key": key,
                "path": list(here),
                "label": self.form.labels.get(f"{above} {key}".strip()) or name_key(key),
                **self.describe(part, written, f"{above} {key}".strip()),
                "required": name in needed,
                "default": written.get("default", part.get("default")),
            }
            if path:
                record = " ".join(path)
                field["record"] = self.form.labels.get(record) or name_key(record)
                field["short"] = name_key(name)
            if name in arcs:
                field["arc"] = arcs[name]
            if inside:
                field["inside"] = list(inside)
            yield field

    def describe(self, part: Schema, written: Schema, key: str) -> dict[str, Any]:
        """What a field takes."""
        form = self.form
        about = form.help.get(key) or written.get("description") or part.get("description") or ""
        field: dict[str, Any] = {
            "help": about if key in form.help or about[:1] not in ("{", "[") else "",
            "unit": form.units.get(key),
            "span": key in form.spans,
            "type": _find_type(part),
            "minimum": part.get("minimum", part.get("exclusiveMinimum")),
            "maximum": part.get("maximum"),
            "max_length": part.get("maxLength"),
        }
        options = form.options.get(key)
        if field["type"] in ("list", "map"):
            item = part.get("items", part.get("additionalProperties", {}))
            field |= {"minimum": part.get("minItems"), "maximum": part.get("maxItems")}
            named = field["type"] == "map" and options
            if named:
                field["choices"] = _list_choices({}, options or ())
            field["item"] = self.describe_item(item, f"{key} each" if named else key)
        elif key in form.refers:
            kind = form.refers[key]
            field |= {"type": "reference", "kind": kind, "refers": kind}
        elif options or field["type"] == "choice":
            field |= {"type": "choice", "choices": _list_choices(part, options or ())}
        return field

    def describe_item(self, written: Schema, key: str) -> dict[str, Any]:
        """The form of a list's item: its fields, or what it takes itself."""
        part, _ = resolve(self.whole, written)
        if part.get("properties"):
            fields = list(self.list_fields(part, above=key))
            return {"type": "record", "fields": fields}
        return self.describe(part, written, key)


def _list_choices(part: Schema, options: Sequence[Option]) -> list[dict[str, Any]]:
    """The choices of a field: those of its form, or else those of its schema."""
    values = part.get("enum") or ([part["const"]] if "const" in part else [])
    rest = [] if options else values
    found = [{"value": o.value, "label": o.label, "cost": o.cost or None} for o in options]
    if any(isinstance(value, str) for value in values):
        rest = [value for value in rest if isinstance(value, str)]  # numbers only repeat the texts
    return found + [{"value": v, "label": name_choice(v), "cost": None} for v in rest]


_ARCS = {
    "forward": ("forward", "bow", "fore", "ahead"),
    "left": ("left", "port"),
    "right": ("right", "starboard"),
    "rear": ("rear", "aft", "stern", "astern"),
    "side": ("side", "sides", "broadside"),
}


def find_arcs(names: Sequence[str]) -> dict[str, str]:
    """Which of the keys of a record are directions, if they are laid out as on a sheet."""
    words = {word: arc for arc, words in _ARCS.items() for word in words}
    found = {name: words[name] for name in names if name in words}
    return found if len(found) > 1 else {}


def _is_number(part: Schema) -> bool:
    return part.get("type") in ("integer", "number")


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
