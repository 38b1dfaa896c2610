"""Fields: what may be written under a key of a definition, and what formulas know it as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from sheetgen.ground.number import name_one
from sheetgen.ground.record import NamedTuple
from sheetgen.reading.field import Field, Prose, Text
from sheetgen.reading.model import MismatchError, Model, make_reader
from sheetgen.reading.refusal import explain_value
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    ListOf,
    Maybe,
    TableType,
    Type,
    limit_text,
    make_record,
    read_float,
)
from sheetgen.systems.plain.gamefile import FieldSpec
from sheetgen.systems.plain.problem import BAD_GAME

MOST_TEXT, MOST_ITEMS = 200, 100
_FAR = 10**9
STANDARD = ("system", "id", "name", "description", "art")
"""Keys that every kind has."""

Convert = Callable[[Any], Any]
_TAKES = {
    "min": ("int", "number", "list"),
    "max": ("int", "number", "list", "text", "prose"),
    "of": ("choice", "list"),
    "fields": ("record",),
}


class MadeField(NamedTuple):
    """A field: its annotation, what else its key takes, its type, and how it is read."""

    annotation: Any
    info: Any
    type: Type
    convert: Convert | None
    sample: Any


def make_fields(
    desk: GameDesk, path: Path_, specs: Mapping[str, FieldSpec], taken: Mapping[str, Any]
) -> dict[str, MadeField]:
    """The fields at a path of a game.yaml; whatever is wrong is noted on the desk."""
    found: dict[str, MadeField] = {}
    for name, spec in specs.items():
        here = (*path, name)
        if name in STANDARD:
            desk.report_key(here, f"every kind has {name}", "leave it out")
        elif desk.check_name(here, {**taken, **found}):
            made = make_field(desk, here, spec)
            if made:
                found[name] = made
    return found


def make_model(name: str, base: type[Model], fields: Mapping[str, MadeField], **more: Any) -> Any:
    """The class of what is written, with a key for each field."""
    own = {f"f_{key}": (made.annotation, made.info) for key, made in fields.items()}
    parts: dict[str, tuple[Any, Any]] = {**more, **own}
    space: dict[str, Any] = {"__module__": __name__, "__qualname__": name}
    space["__annotations__"] = {key: annotation for key, (annotation, _) in parts.items()}
    space |= {key: info for key, (_, info) in parts.items() if info is not ...}
    return type(name, (base,), space)


def make_field(desk: GameDesk, path: Path_, spec: FieldSpec) -> MadeField | None:
    """A field; None if it is wrong, which is noted on the desk."""
    for key, kinds in _TAKES.items():
        written = getattr(spec, key)
        if written not in (None, {}) and spec.type not in kinds:
            desk.report_key((*path, key), f"{spec.type} has no {key}", f"{' and '.join(kinds)} has")
            return None
    if spec.min is not None and spec.max is not None and spec.min > spec.max:
        desk.report(BAD_GAME, (*path, "max"), f"max is {spec.max}, but min is {spec.min}")
        return None
    made = _MAKERS[spec.type](desk, path, spec)
    if made is None:
        return None
    annotation, form, convert = made
    return _finish(desk, path, spec, annotation, form, convert)


def _finish(
    desk: GameDesk,
    path: Path_,
    spec: FieldSpec,
    annotation: Any,
    form: Type,
    convert: Convert | None,
) -> MadeField | None:
    """The field with its default and its sample, which must be right."""
    options: dict[str, Any] = {"alias": str(path[-1]), "description": describe_field(spec)}
    values: dict[str, Any] = {}
    for key in ("default", "sample"):
        value = getattr(spec, key)
        if value is None and key == "default" and spec.type == "record":
            value = {} if all(has_default(field) for field in spec.fields.values()) else None
        if value is None:
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
    return MadeField(annotation, Field(**options), form, convert, spec.sample)


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


_Made = tuple[Any, Type, Convert | None]


def _make_int(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made:
    least = -_FAR if spec.min is None else spec.min
    most = _FAR if spec.max is None else spec.max
    return Annotated[int, Field(ge=least, le=most)], WHOLE, None


def _make_number(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made:
    least = -_FAR if spec.min is None else spec.min
    most = _FAR if spec.max is None else spec.max
    return Annotated[float, Field(ge=least, le=most)], NUMBER, lambda value: read_float(value)


def _make_text(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made:
    if spec.type == "prose":
        return Annotated[Prose, Field(max_length=spec.max or 5000)], TEXT, None
    return Annotated[Text, Field(max_length=spec.max or MOST_TEXT)], TEXT, None


def _make_flag(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made:
    return bool, FLAG, None


def _make_choice(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made | None:
    options = spec.of
    if isinstance(options, str):
        known = desk.tables.get(options)
        if known is None or not (isinstance(known.type, TableType) and known.type.key == TEXT):
            message = f"there is no table {options[:60]} that is found by texts"
            hint = "write a list of texts, or the name of such a table"
            desk.report(BAD_GAME, (*path, "of"), message, hint)
            return None
        desk.used.add(options)
        options = list(known.type.keys)
    if not isinstance(options, list) or not options:
        message = "a choice needs of: the texts to choose from, or the name of a table"
        desk.report(BAD_GAME, (*path, "of"), message, "of: [sloop, cutter]")
        return None
    for at, option in enumerate(options):
        if not isinstance(option, str) or not option or options.index(option) != at:
            message = "a choice is among different texts"
            desk.report(BAD_GAME, (*path, "of", at), message, "put numbers and words in quotes")
            return None
    return Literal[tuple(options)], limit_text(options), None


def _make_list(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made | None:
    written = {"type": spec.of} if isinstance(spec.of, str) else spec.of
    try:
        item: FieldSpec = make_reader(FieldSpec)(written)
    except MismatchError as error:
        wrong = error.mismatches[0]
        message = f"of: what the items of the list are like: {explain_value(wrong)}"
        desk.report(BAD_GAME, (*path, "of", *wrong.path), message, "of: {type: int, min: 1}")
        return None
    if item.type == "list":
        desk.report(BAD_GAME, (*path, "of"), "the items of a list can't be lists")
        return None
    made = make_field(desk, (*path, "of"), item)
    if made is None:
        return None
    size = Field(min_length=spec.min or 0, max_length=MOST_ITEMS if spec.max is None else spec.max)
    convert = made.convert
    read = (lambda values: [convert(value) for value in values]) if convert else list
    return Annotated[list[made.annotation], size], ListOf.make(made.type), read  # type: ignore[name-defined]


def _make_record(desk: GameDesk, path: Path_, spec: FieldSpec) -> _Made | None:
    if not spec.fields:
        desk.report(BAD_GAME, path, "a record needs fields", "fields: {bow: int, stern: int}")
        return None
    fields: dict[str, MadeField] = {}
    for name, field in spec.fields.items():
        here = (*path, "fields", name)
        made = make_field(desk, here, field) if desk.check_name(here, fields) else None
        if made:
            fields[name] = made
    if len(fields) < len(spec.fields):
        return None
    title = str(path[-1] if path[-1] != "of" else path[-2]).replace("_", " ")
    model = make_model(title.title().replace(" ", ""), Model, fields)
    record = make_record(name_one(title), {name: made.type for name, made in fields.items()})
    readers = [(f"f_{name}", made.convert) for name, made in fields.items()]

    def read(value: Any) -> Any:
        return record.make(*[read_part(value, name, convert) for name, convert in readers])

    return model, record, read


def read_part(written: Any, name: str, convert: Convert | None) -> Any:
    """The value of a field of what was written, as formulas know it."""
    value = getattr(written, name)
    return convert(value) if convert else value


_MAKERS: Mapping[str, Callable[[GameDesk, Path_, FieldSpec], _Made | None]] = {
    "int": _make_int,
    "number": _make_number,
    "text": _make_text,
    "prose": _make_text,
    "flag": _make_flag,
    "choice": _make_choice,
    "list": _make_list,
    "record": _make_record,
}
