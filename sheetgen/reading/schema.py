"""JSON Schema of definitions, from the annotations by which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from sheetgen.reading.field import Before, Details, Schema
from sheetgen.reading.model import Key, Model, list_keys, strip

_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}
_LIMITS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_SIZES = {"array": "Items", "object": "Properties"}

Written = dict[str, Any]


def write_schema(model: type[Model]) -> Written:
    """The JSON Schema of a class of definitions."""
    parts: Written = {}
    own = _write_class(model, parts)
    return {"$defs": dict(sorted(parts.items())), **own} if parts else own


def write_schemas(models: Sequence[type[Model]]) -> Written:
    """The JSON Schema of files that any of the classes may describe."""
    parts: Written = {}
    references = [_refer(model, parts) for model in models]
    for part in (parts[model.__name__] for model in models):
        if "like" in part["properties"]:  # what is left out is another's
            part["anyOf"] = [{"required": part.pop("required")}, {"required": ["system", "like"]}]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**head, "$defs": dict(sorted(parts.items())), "anyOf": references}


def _refer(model: type[Model], parts: Written) -> Written:
    """Return a reference to a class, whose schema is among the parts."""
    name = model.__name__
    if name not in parts:
        parts[name] = {}  # as it may hold itself
        parts[name] = _write_class(model, parts)
    return {"$ref": f"#/$defs/{name}"}


def _write_class(model: type[Model], parts: Written) -> Written:
    keys = list_keys(model).values()
    made: Written = {"description": model.__doc__} if model.__doc__ else {}
    made |= {"additionalProperties": False, "title": model.__name__, "type": "object"}
    made["properties"] = {key.title: _write_key(key, parts) for key in keys}
    required = [key.title for key in keys if key.make is None]
    return {**made, "required": required} if required else made


def _write_key(key: Key, parts: Written) -> Written:
    made = _write(key.annotation, parts)
    if key.default is not ...:
        made["default"] = _write_default(key.default)
    if key.description:
        made["description"] = key.description
    kind = strip(key.annotation)
    is_part = isinstance(kind, type) and issubclass(kind, Model)  # which has a title of its own
    return made if is_part else {**made, "title": key.title.replace("_", " ").title()}


def _write_default(value: Any) -> Any:
    if not isinstance(value, Model):
        return value
    keys = list_keys(type(value)).values()
    return {key.title: _write_default(getattr(value, key.name)) for key in keys}


def _write(annotation: Any, parts: Written) -> Written:
    whole = get_origin(annotation) is Annotated
    base, *more = get_args(annotation) if whole else (annotation,)
    for one in more:
        if isinstance(one, Schema):
            return dict(one.schema)
    base = next((one.takes for one in more if isinstance(one, Before) and one.takes), base)
    limits = [one for one in more if isinstance(one, Details)]
    if get_origin(base) not in (Union, UnionType):
        return _limit(_write_base(base, parts), limits)
    members = [one for one in get_args(base) if one is not NoneType]
    if len(members) == len(get_args(base)):
        return _limit(_join([_write(one, parts) for one in members]), limits)
    rest: Any = Union[tuple(members)]  # noqa: UP007
    return _join([_limit(_write(rest, parts), limits), {"type": "null"}])


def _join(members: Sequence[Written]) -> Written:
    """Return the schema of a union."""
    flat = [one["anyOf"] if one.keys() == {"anyOf"} else [one] for one in members]
    return {"anyOf": [one for several in flat for one in several]}


def _limit(written: Written, limits: Sequence[Details]) -> Written:
    """Return a schema with limits."""
    size = _SIZES.get(written.get("type", ""), "Length")
    names = {**_LIMITS, "min_length": f"min{size}", "max_length": f"max{size}"}
    for one in limits:
        written |= {names.get(name, name): limit for name, limit in one.limits.items()}
    return written


def _write_base(annotation: Any, parts: Written) -> Written:
    if annotation is Any:
        return {}
    if annotation in _TYPES:
        return {"type": _TYPES[annotation]}
    origin, members = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        kind = {"type": _TYPES[type(members[0])]}
        return {**kind, "const": members[0]} if len(members) == 1 else {**kind, "enum": [*members]}
    if origin is dict:
        names, values = (_write(one, parts) for one in members)
        made: Written = {"type": "object", "additionalProperties": values or True}
        names.pop("type", None)
        return {**made, "propertyNames": names} if names else made
    if origin is not None:
        return {"type": "array", "items": _write(members[0], parts)}
    return _refer(annotation, parts)
