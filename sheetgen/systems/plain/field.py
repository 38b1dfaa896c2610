"""Fields: what may be written under a key of a definition, and what formulas know it as."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.number import join_words, name_one
from sheetgen.ground.record import NamedTuple
from sheetgen.reading.field import (
    Before,
    Field,
    Prose,
    RefusedError,
    Schema,
    Text,
    check_span,
    refuse_others,
)
from sheetgen.reading.model import MismatchError, Model, make_reader
from sheetgen.reading.refusal import explain_value
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.selection import MOST_LISTS, count_lists
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    RecordType,
    TableType,
    Type,
    limit_text,
    make_record,
    read_float,
)
from sheetgen.systems.plain.kindfile import FieldSpec
from sheetgen.systems.plain.problem import BAD_GAME

MOST_TEXT, MOST_NAME, MOST_ITEMS = 200, 120, 100
_FAR = 10**9
STANDARD = ("system", "id", "like", "name", "description", "art")
"""Keys that every kind has."""

Convert = Callable[[Any], Any]
_TAKES = {
    "min": ("int", "number", "list", "span"),
    "max": ("int", "number", "list", "text", "prose", "span"),
    "of": ("choice", "list", "map"),
    "called": ("choice", "span"),
    "keys": ("map",),
    "fields": ("record",),
    "short": ("record",),
}


class MadeField(NamedTuple):
    """A field: its annotation, its type in formulas, and how it is read.

    `inner` are the fields of its record or of its items, `key` is the key that is written, and
    `info` what else it takes.
    """

    annotation: Any
    type: Type
    convert: Convert | None = None
    inner: Mapping[str, MadeField] = {}
    key: str = ""
    info: Any = None


def make_fields(
    desk: GameDesk,
    path: Path_,
    specs: Mapping[str, FieldSpec],
    taken: Mapping[str, Any],
    inside: bool = False,
) -> dict[str, MadeField]:
    """The fields at a path of a game.yaml; whatever is wrong is noted on the desk.

    Those `inside` a record may have any key, others none that every kind has.
    """
    found: dict[str, MadeField] = {}
    keys = {} if inside else dict.fromkeys(STANDARD, "")
    for name, spec in specs.items():
        here, key = (*path, name), spell_key(name, spec)
        if key in keys:
            whose = f"{keys[key]} has the key" if keys[key] else "every kind has"
            desk.report_key(here, f"{whose} {key}", "leave it out, or write another key:")
        elif desk.check_name(here, {**taken, **found}):
            made = make_field(desk, here, spec)
            if made:
                found[name] = made
        keys[key] = name
    return found


def make_name(desk: GameDesk, path: Path_, spec: FieldSpec | None) -> tuple[Any, Any] | None:
    """The key that holds the name of a definition, where a game says more of it; None if not."""
    if spec is None or spec.type != "text":
        if spec:
            desk.report(BAD_GAME, (*path, "type"), "a name is a text", "type: text")
        return None
    name = Annotated[Text, Field(max_length=limit_name(spec))]
    return name, Field(description=describe_field(spec))


def limit_name(spec: FieldSpec | None) -> int:
    """Return how long the name of a definition may be, by what a game says of it."""
    return (spec.max if spec else None) or MOST_NAME


def spell_key(name: str, spec: FieldSpec) -> str:
    """The key that is written for a field of a name."""
    return spec.key or name


def spell_path(fields: Mapping[str, MadeField], path: Sequence[str | int]) -> Path_:
    """A path of names as one of keys."""
    found: list[str | int] = []
    for step in path:
        made = fields.get(step) if isinstance(step, str) else None
        found.append(made.key if made else step)
        fields = made.inner if made else fields if isinstance(step, int) else {}
    return tuple(found)


def is_optional(made: MadeField) -> bool:
    """Whether a field may be left out and has no default."""
    return isinstance(made.type, Maybe)


IN_WORDS: dict[str, tuple[Any, Any]] = {
    "description": (Prose | None, Field(None, description="Markdown, for books")),
    "art": (Text | None, Field(None, description="a picture beside this file")),
}
"""The last keys of every kind."""


def make_model(
    name: str,
    base: type[Model],
    fields: Mapping[str, MadeField],
    last: Mapping[str, tuple[Any, Any]] = {},
    /,
    **more: Any,
) -> Any:
    """The class of what is written, with a key for each field, between `more` and the `last`."""
    own = {f"f_{key}": (made.annotation, made.info) for key, made in fields.items()}
    parts: dict[str, tuple[Any, Any]] = {**more, **own, **last}
    space: dict[str, Any] = {"__module__": __name__, "__qualname__": name}
    space["__annotations__"] = {key: annotation for key, (annotation, _) in parts.items()}
    space |= {key: info for key, (_, info) in parts.items() if info is not ...}
    return type(name, (base,), space)


def make_field(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    """A field; None if it is wrong, which is noted on the desk."""
    kind = spec.type
    if kind not in _MAKERS and kind not in desk.types:
        known = [*_MAKERS, *desk.types]
        near = find_nearest(kind, known)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
        desk.report(BAD_GAME, (*path, "type"), f"there is no type {kind[:60]}", hint)
        return None
    for key, kinds in _TAKES.items():
        written = getattr(spec, key)
        if written not in (None, {}, []) and kind not in kinds:
            hint = f"{join_words(kinds)} {'has' if len(kinds) == 1 else 'have'} it"
            desk.report_key((*path, key), f"{kind} has no {key}", hint)
            return None
    if spec.min is not None and spec.max is not None and spec.min > spec.max:
        desk.report(BAD_GAME, (*path, "max"), f"max is {spec.max}, but min is {spec.min}")
        return None
    made = desk.types[kind] if kind in desk.types else _MAKERS[kind](desk, path, spec)
    return made and _finish(desk, path, spec, made)


def _finish(desk: GameDesk, path: Path_, spec: FieldSpec, made: MadeField) -> MadeField | None:
    """The field with its default and its sample, which must be right."""
    annotation, form, convert, *_ = made
    title = spell_key(str(path[-1]), spec)
    options: dict[str, Any] = {"alias": title, "description": describe_field(spec)}
    values: dict[str, Any] = {}
    for key in ("default", "sample"):
        value = getattr(spec, key)
        if value is None and key == "default" and spec.type == "record":
            value = {} if all(has_default(field) for field in spec.fields.values()) else None
        if value is None:
            continue
        if value == "" and spec.type == "text" and key == "default":
            values[key] = value  # nobody need write what is nothing
            continue
        try:
            values[key] = make_reader(annotation)(value)
        except MismatchError as error:
            wrong = error.mismatches[0]
            message = f"the {key} of {path[-1]} could not be written: {explain_value(wrong)}"
            desk.report(BAD_GAME, (*path, key, *wrong.path), message)
            return None
    if spec.optional and "default" in values:
        message = f"{path[-1]} is optional and has a default"
        desk.report_key((*path, "optional"), message, "keep one of the two")
        return None
    if "default" in values:
        options["default"] = values["default"]
    if spec.optional:
        annotation, form, options["default"] = annotation | None, Maybe.make(form), None
        inner_convert = convert
        if inner_convert:
            convert = lambda value: None if value is None else inner_convert(value)  # noqa: E731
    return MadeField(annotation, form, convert, made.inner, title, Field(**options))


def has_default(spec: FieldSpec) -> bool:
    """Whether a field need not be written."""
    if spec.type == "record" and spec.default is None and not spec.optional:
        return all(has_default(field) for field in spec.fields.values())
    return spec.optional or spec.default is not None


def describe_field(spec: FieldSpec) -> str:
    """Describe a field in words: its meaning and its limits."""
    least, most = spec.min, spec.max
    limits = ""
    if spec.type in ("int", "number") and (least, most) != (None, None):
        limits = f"{least} to {most}" if least is not None else f"at most {most}"
        limits = f"at least {least}" if most is None else limits
    if spec.type == "choice" and isinstance(spec.of, list):
        limits = ", ".join(map(str, spec.of))
    about = spec.about.strip()
    return ", ".join(part for part in (about, limits) if part)


def _make_number(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField:
    least = -_FAR if spec.min is None else spec.min
    most = _FAR if spec.max is None else spec.max
    if spec.type == "int":
        return MadeField(Annotated[int, Field(ge=least, le=most)], WHOLE)
    return MadeField(Annotated[float, Field(ge=least, le=most)], NUMBER, read_float)


def _make_text(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField:
    if spec.type == "prose":
        return MadeField(Annotated[Prose, Field(max_length=spec.max or 5000)], TEXT)
    return MadeField(Annotated[Text, Field(max_length=spec.max or MOST_TEXT)], TEXT)


def _make_flag(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField:
    return MadeField(bool, FLAG)


def _make_choice(desk: GameDesk, path: Path_, spec: FieldSpec, key: str = "of") -> MadeField | None:
    """A choice among texts under a key of the field, or among those by which a table is found."""
    options = getattr(spec, key)
    if isinstance(options, str):
        known = desk.tables.get(options)
        if known is None or not (isinstance(known.type, TableType) and known.type.key == TEXT):
            message = f"there is no table {options[:60]} that is found by texts"
            hint = "write a list of texts, or the name of such a table"
            desk.report(BAD_GAME, (*path, key), message, hint)
            return None
        desk.used.add(options)
        options = list(known.type.keys)
    if not isinstance(options, list) or not options:
        message = f"a choice needs {key}: the texts to choose from, or the name of a table"
        desk.report(BAD_GAME, (*path, key), message, f"{key}: [sloop, cutter]")
        return None
    for at, option in enumerate(options):
        if not isinstance(option, str) or not option or options.index(option) != at:
            message = "a choice is among different texts"
            desk.report(BAD_GAME, (*path, key, at), message, "put numbers and words in quotes")
            return None
    form: Any = Literal[tuple(options)]
    if spec.called:
        names = Schema({"type": "string", "enum": options})
        form = Annotated[str, Before(refuse_others(spec.called, options)), names]
    return MadeField(form, limit_text(options))


SPAN = make_record("a span", {"low": WHOLE, "high": WHOLE})
"""A number, or the lowest and the highest of several."""


def _make_span(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField:
    least, most = spec.min or 0, _FAR if spec.max is None else spec.max
    check = check_span(str(path[-1]), spec.called or "number", least, most)
    form = Annotated[int | list[int], Before(check)]
    return MadeField(
        form,
        SPAN,
        lambda value: SPAN.make(*(value if isinstance(value, list) else (value, value))),
    )


def _make_item(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    """The field that the items of a list or a map are; None if it is wrong, which is noted."""
    written = {"type": spec.of} if isinstance(spec.of, str) else spec.of
    try:
        item: FieldSpec = make_reader(FieldSpec)(written)
    except MismatchError as error:
        wrong = error.mismatches[0]
        message = f"of: what the items of the {spec.type} are like: {explain_value(wrong)}"
        desk.report(BAD_GAME, (*path, "of", *wrong.path), message, "of: {type: int, min: 1}")
        return None
    made = make_field(desk, (*path, "of"), item)
    if made and count_lists(made.type) >= MOST_LISTS:
        desk.report(BAD_GAME, (*path, "of"), "lists can't be nested this deep")
        return None
    return made


def _make_list(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    made = _make_item(desk, path, spec)
    if made is None:
        return None
    size = Field(min_length=spec.min or 0, max_length=MOST_ITEMS if spec.max is None else spec.max)
    convert = made.convert
    read = (lambda values: [convert(value) for value in values]) if convert else list
    annotation = Annotated[list[made.annotation], size]  # type: ignore[name-defined]
    return MadeField(annotation, ListOf.make(made.type), read, made.inner)


def _make_map(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    """Keys that are chosen freely or among some, each with a value; a list of both in formulas."""
    made = _make_item(desk, path, spec)
    key = (
        _make_text(desk, path, spec)
        if spec.keys is None
        else _make_choice(desk, path, spec, "keys")
    )
    if made is None or key is None:
        return None
    record = make_record("an entry", {"key": key.type, "value": made.type})
    convert = made.convert or (lambda value: value)
    annotation = dict[key.annotation, made.annotation]  # type: ignore[name-defined]
    return MadeField(
        Annotated[annotation, Field(max_length=MOST_ITEMS)],
        ListOf.make(record),
        lambda values: [record.make(key, convert(value)) for key, value in values.items()],
        made.inner,
    )


def _make_record(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    if not spec.fields:
        desk.report(BAD_GAME, path, "a record needs fields", "fields: {bow: int, stern: int}")
        return None
    fields = make_fields(desk, (*path, "fields"), spec.fields, {}, inside=True)
    if len(fields) < len(spec.fields):
        return None
    title = str(path[-1] if path[-1] != "of" else path[-2]).replace("_", " ")
    model = make_model(title.title().replace(" ", ""), Model, fields)
    record = make_record(name_one(title), {name: made.type for name, made in fields.items()})
    form = MadeField(model, record, make_record_reader(record, fields), fields)
    return shorten(desk, (*path, "short"), form, spec.short) if spec.short else form


def make_record_reader(record: RecordType, fields: Mapping[str, MadeField]) -> Convert:
    """Make the function that reads a record of fields from what was written."""
    readers = [(f"f_{name}", made.convert) for name, made in fields.items()]

    def read(value: Any) -> Any:
        return record.make(*[read_part(value, name, convert) for name, convert in readers])

    return read


def shorten(
    desk: GameDesk, path: Path_, form: MadeField, shorts: Sequence[str]
) -> MadeField | None:
    """A record for which a number or a text may stand, as each of `shorts` describes it."""
    patterns = []
    for at, short in enumerate(shorts):
        steps = _SHORT.split(short if "{" in short else f"{{{short}}}")
        names = steps[1::2]
        wrong = next((name for name in names if name not in form.inner), "" if names else short)
        if wrong or len(set(names)) < len(names):
            message = f"{wrong or names[0]} is not the name of a field, written once"
            desk.report(BAD_GAME, (*path, at), message, f"there are {', '.join(form.inner)}")
            return None
        patterns.append((steps, names))
    compiled = []
    for at, (steps, names) in enumerate(patterns):
        groups = [_spell_pattern(form.inner[name].type) for name in names]
        if not all(groups):
            name = names[groups.index("")]
            message = f"{name} is {form.inner[name].type}, and a short form has texts and numbers"
            desk.report(BAD_GAME, (*path, at), message)
            return None
        types = [form.inner[name].type for name in names]
        whole = _join_pattern(steps[::2], groups, types)
        compiled.append((whole, names))
    shown = [
        "".join([_show(form.inner[one]) if at % 2 else one for at, one in enumerate(steps)])
        for steps, _ in patterns
    ]
    (steps, names), *others = patterns
    if not others and not any(steps[::2]):
        shown = [str(form.inner[names[0]].type)]
    usual = " or ".join(shown[:3])  # others are other ways to write the same
    hint = f"write {usual}, or its keys: {', '.join(made.key for made in form.inner.values())}"

    def expand(value: Any) -> Any:
        if isinstance(value, dict):
            return value
        scalar = isinstance(value, (int, float, str)) and not isinstance(value, bool)
        for pattern, names in compiled if scalar else ():
            found = re.fullmatch(pattern, str(value).strip())
            if found:
                texts = zip(names, found.groups(), strict=True)
                return {form.inner[n].key: _read_short(form.inner[n].type, t) for n, t in texts}
        message = f"{str(value)[:60]} can't be read" if scalar else "this can't be read"
        raise RefusedError("wrong-value", message, hint)

    model = form.annotation
    return form._replace(annotation=Annotated[model, Before(expand, model | int | str)])


_SHORT = re.compile(r"\{(\w+)\}")


def _join_pattern(words: Sequence[str], groups: Sequence[str], types: Sequence[Type]) -> str:
    """The pattern of a short form: groups with the words between them."""
    spelt = [re.escape(word).replace("\\ ", " +") for word in words]
    for at, (before, after) in enumerate(pairwise(types), start=1):
        if before in (WHOLE, NUMBER) and after.values:
            spelt[at] = spelt[at].replace(" +", " *")  # 30cm
    return spelt[0] + "".join(g + word for g, word in zip(groups, spelt[1:], strict=True))


def _show(made: MadeField) -> str:
    """An example of what may be written for a field."""
    form = made.type.of if isinstance(made.type, Maybe) else made.type
    usual = made.info.default
    if usual not in (..., None, ""):
        return f"{usual}"
    return form.values[0] if form.values else made.key.upper()


def _spell_pattern(form: Type) -> str:
    """The pattern of a number or a text; empty for anything else."""
    form = form.of if isinstance(form, Maybe) else form
    if form == TEXT:
        return f"({'|'.join(map(re.escape, form.values)) or '.+?'})"
    if form == WHOLE:
        return "(-?[0-9]{1,12})"
    return r"(-?[0-9]{1,12}(?:\.[0-9]{1,9})?)" if form == NUMBER else ""


def _read_short(form: Type, text: str) -> Any:
    form = form.of if isinstance(form, Maybe) else form
    return text if form == TEXT else int(text) if form == WHOLE else float(text)


def read_part(written: Any, name: str, convert: Convert | None) -> Any:
    """The value of a field of what was written, as formulas know it; all of it without a name."""
    value = getattr(written, name) if name else written
    return convert(value) if convert else value


_MAKERS: Mapping[str, Callable[[GameDesk, Path_, FieldSpec], MadeField | None]] = {
    "int": _make_number,
    "number": _make_number,
    "text": _make_text,
    "id": _make_text,
    "prose": _make_text,
    "flag": _make_flag,
    "choice": _make_choice,
    "list": _make_list,
    "map": _make_map,
    "span": _make_span,
    "record": _make_record,
}
TYPES = tuple(_MAKERS)
"""The types of fields that every game has."""
