"""Forms: the fields of a kind as the page shows them, made from the schema of its definitions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.units import PAPERS
from sheetgen.reading import model
from sheetgen.reading.amendment import Change
from sheetgen.reading.schema import write_schema
from sheetgen.studio.desk import Desk
from sheetgen.studio.language import translate, translate_fact
from sheetgen.studio.request import Asked, AskError
from sheetgen.systems.column import Form, Option
from sheetgen.systems.contract import Kind, System

# Labels for keys, choices and papers that their game does not name, all of them from here, so that
# another language has one place for its own.


_KEYS = {"id": "ID", "ids": "IDs"}
_CHOICES = {"in": "inches", "cm": "centimetres", "ft": "feet", "m": "metres"}
_PAPERS = {"letter": "US Letter", "legal": "US Legal"}
_SIZE = re.compile(r"\d+x\d+")
_PARTS = re.compile(r"[ _-]+")


def name_key(key: str) -> str:
    """The label of a key: `Points limit` for `points_limit`, `Area within` for `area within`."""
    return _begin(" ".join(_KEYS.get(word, word) for word in _PARTS.split(key)))


def name_choice(value: object) -> str:
    """A value that may be chosen, such as `By class` for `by-class`; units are spelled out."""
    if not isinstance(value, str):
        return str(value)
    return _begin(_CHOICES.get(value) or _PARTS.sub(" ", value))


def name_paper(name: str) -> str:
    """A paper: `A5`, `US Letter`, `6 × 9 in`; one of another size by that."""
    key = name.strip().lower()
    if key not in PAPERS:
        return re.sub(r"(?<=\d)\s*x\s*(?=\d)", " × ", key)
    if _SIZE.fullmatch(key):
        return f"{key.replace('x', ' × ')} in"
    return _PAPERS.get(key) or _begin(key)


def _begin(text: str) -> str:
    """A text with a capital at its beginning, and all else as it is."""
    return text[:1].upper() + text[1:]


# The JSON Schema of a kind at the path of a value


Schema = Mapping[str, Any]
Path_ = Sequence["str | int"]


def resolve(whole: Schema, written: Schema) -> tuple[Schema, bool]:
    """Return the schema that one refers to, without null, and whether null was allowed."""
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
    whole: Schema, change: Change, data: Any, written: model.Model | None = None
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
            made = {key: find_least(whole, part, key) for key in part.get("required", ())}
        elif length == 1 and written:
            keys = model.list_keys(type(written)).values()
            name = next((key.name for key in keys if key.title == above[0]), "")
            found = getattr(written, name, None)
            if isinstance(found, model.Model):
                made = model.write_data(found)
        if made and change.act == "set":
            yield Change(change.document, above, "set", made)
        break
    yield change


def find_value(data: Any, path: Path_) -> Any:
    """The value at a path; None if there is none."""
    for step in path:
        try:
            data = data[step]
        except (LookupError, TypeError):
            return None
    return data


def find_least(whole: Schema, part: Schema, key: str) -> Any:
    """The least value of a key that a record needs."""
    inner, _ = resolve(whole, part["properties"][key])
    if "enum" in inner or "const" in inner:
        return inner.get("enum", [inner.get("const")])[0]
    kind = inner.get("type")
    if kind in ("integer", "number"):
        return inner.get("minimum", 1)
    plain: dict[str, Any] = {"array": [], "object": {}, "boolean": False}
    return plain.get(str(kind), "?")


LONG = 400
"""Letters of a text that gets more than one line."""


class FormOf(Asked):
    """A kind of a game."""

    game: str
    kind: str


def show_form(desk: Desk, asked: FormOf) -> dict[str, Any]:
    """GET api/form: the groups of fields of a kind."""
    return make_form(*find_kind(desk, asked.game, asked.kind))


def find_kind(desk: Desk, game: str, kind: str) -> tuple[System, Kind]:
    """A game and one of its kinds by their ids. Raises AskError."""
    system = desk.project.systems.get(game) if game in desk.project.systems.names else None
    found = next((one for one in system.kinds if one.name == kind), None) if system else None
    if system is None or found is None:
        raise AskError(404, "there is no such game with such a kind")
    return system, found


def make_form(system: System, kind: Kind) -> dict[str, Any]:
    """The form of a kind: its id, and groups of fields."""
    return {
        "id": f"{system.id}/{kind.name}",
        "game": system.id,
        "kind": kind.name,
        "groups": list_groups(write_schema(kind.model), kind.form or Form(), kind.name),
    }


def list_groups(schema: Schema, form: Form, kind: str) -> list[dict[str, Any]]:
    """The fields of a schema in the groups of a form."""
    fields = list(_Reader(schema, form).list_fields(schema))
    return list(_group(fields, form, kind))


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
            yield {"title": translate(title), "fields": chosen}
    if left:
        title = "More" if form.groups else name_key(kind)
        yield {"title": translate(title), "fields": list(left.values())}


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
                "label": translate(self.form.labels.get(f"{above} {key}".strip()) or name_key(key)),
                **self.describe(part, written, f"{above} {key}".strip()),
                "required": name in needed,
                "default": written.get("default", part.get("default")),
            }
            if path:
                record = " ".join(path)
                field["record"] = translate(self.form.labels.get(record) or name_key(record))
                field["short"] = translate(name_key(name))
            if name in arcs:
                field["arc"] = arcs[name]
            if inside:
                field["inside"] = list(inside)
            yield field

    def describe(self, part: Schema, written: Schema, key: str) -> dict[str, Any]:
        """Return the description of a field for the page: its type, limits, choices and help."""
        form = self.form
        about = form.help.get(key) or written.get("description") or part.get("description") or ""
        about = _drop_choices(about, self.list_values(part))
        field: dict[str, Any] = {
            "help": _write_help(about) if key in form.help or about[:1] not in ("{", "[") else "",
            "unit": translate(form.units.get(key) or ""),
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

    def list_values(self, part: Schema) -> set[str]:
        """The values that may be chosen, for a field or for each item of a list."""
        inner, _ = resolve(self.whole, part.get("items", {}))
        return {str(value) for value in (*part.get("enum", ()), *inner.get("enum", ()))}

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
    found = [
        {"value": o.value, "label": translate_fact(o.label), "cost": translate_fact(o.cost) or None}
        for o in options
    ]
    if any(isinstance(value, str) for value in values):
        rest = [value for value in rest if isinstance(value, str)]  # numbers only repeat the texts
    return found + [{"value": v, "label": translate(name_choice(v)), "cost": None} for v in rest]


def _drop_choices(about: str, values: Collection[str]) -> str:
    """The meaning of a field without the list of its choices, whose names the page shows."""
    head, colon, tail = about.rpartition(": ")
    if colon and all(word in values for word in re.split(", | or ", tail)):
        return head
    parts = about.split(", ")
    while parts and all(word in values for word in parts[-1].split(" or ")):
        parts.pop()
    return ", ".join(parts)


LIMITS = re.compile(r"(^|.*, )(?:at least (\S+)|at most (\S+)|(\S+) to (\S+))", re.DOTALL)


def _write_help(about: str) -> str:
    """The meaning of a field and its limits, as the page shows them."""
    limited = LIMITS.fullmatch(about)
    if not limited:
        return translate(about)
    meaning, least, most, low, high = limited.groups()
    words = translate("at least {}", least) if least else translate("at most {}", most)
    words = translate("{} to {}", low, high) if low else words
    return ", ".join(filter(None, (translate(meaning.removesuffix(", ")), words)))


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
