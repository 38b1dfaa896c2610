"""Classes of definitions that read valid documents themselves, and leave the rest to pydantic.

A class that uses nothing but annotations and what `field` has is light: pydantic is imported, and
a twin built from the same annotations, only for messages, JSON Schema and what the quick reader
does not know. The twin is a subclass, whose values become light ones. A class that uses anything of
pydantic's own is made by pydantic from the start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from functools import cache, cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args, get_origin

from sheetgen.reading.field import Field, translate
from sheetgen.reading.key import doubt, find_reader, hold, list_checks, list_keys

_METHODS = (FunctionType, property, cached_property, classmethod, staticmethod)
_TAKEN = frozenset(("construct", "copy", "dict", "json", "schema", "validate"))
_THOROUGH = ("model_fields", "model_json_schema")
_MINE = frozenset(("__annotations__", "__doc__", "__module__", "__qualname__", "__classcell__"))
_MINE |= {"__firstlineno__", "__static_attributes__"}  # from Python 3.13 on


class Form(type):
    """The class of light classes."""

    __light_own__: dict[str, tuple[Any, Any]]  # own keys: annotation, and what is given
    __light_local__: dict[str, Any]  # names of the function in which it is declared

    def __new__(mcs, name: str, bases: tuple[Any, ...], space: dict[str, Any], **more: Any) -> Any:
        """A light class, or one of pydantic's if it needs pydantic."""
        if mcs is not Form:
            space = {key: _make_thorough(value) for key, value in space.items()}
            return super().__new__(mcs, name, bases, space, **more)
        local = sys._getframe(1).f_locals if "<locals>" in space.get("__qualname__", "") else {}
        light = all(type(base) is Form for base in bases) and (not bases or _is_light(space))
        if more or not light:
            space["__pydantic_parent_namespace__"] = dict(local)  # not the names of this function
            more["__pydantic_reset_parent_namespace__"] = False
            return type(make_twin(Light))(
                name, tuple(make_twin(base) for base in bases), space, **more
            )
        written = space.get("__annotations__", {})
        keys = {key: raw for key, raw in written.items() if not _is_shared(raw)}
        own = {key: (raw, space.pop(key, ...)) for key, raw in keys.items()}
        space = {**space, "__light_own__": own, "__light_local__": local}
        return super().__new__(mcs, name, bases, space)

    def __getattr__(cls, name: str) -> Any:
        """What only pydantic's classes have, such as `model_fields`."""
        if name in _THOROUGH:
            return getattr(make_twin(cls), name)
        raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")


def _is_light(space: dict[str, Any]) -> bool:
    """Whether the body of a class has nothing that only pydantic understands."""
    written = space.get("__annotations__", {})
    for name, value in space.items():
        home = type(value).__module__.partition(".")[0]
        if home.startswith("pydantic") or name.startswith("model_") or name == "__slots__":
            return False
        if name not in written and name not in _MINE and not isinstance(value, _METHODS):
            return False
    return not any(
        name.startswith(("_", "model_")) or name in _TAKEN
        for name, raw in written.items()
        if not _is_shared(raw)
    )


def _is_shared(raw: Any) -> bool:
    """Whether an annotation is that of a class's own value, not of a key."""
    return "ClassVar" in str(raw)


class Light(metaclass=Form):
    """The base of light classes: strict, frozen, and without unknown keys."""

    def __init__(self, /, **data: Any) -> None:
        vars(self).update(vars(type(self).model_validate(data)))

    @classmethod
    def __light_read__(cls, data: Any) -> Self:
        """The quick reader. Raises ValueError or AssertionError where pydantic must decide."""
        return data if type(data) is cls else find_reader(cls)(data)

    @classmethod
    def model_validate(cls, data: Any, **more: Any) -> Self:
        """The definition in `data`. Raises pydantic's ValidationError."""
        if not more:
            try:
                return cls.__light_read__(data)
            except (ValueError, AssertionError):  # pydantic says what is wrong
                pass
        made = make_twin(cls).model_validate(data, **more)
        return made if isinstance(data, cls) else _lighten(cls, made)  # type: ignore[no-any-return]

    @classmethod
    def model_validate_json(cls, data: str | bytes, **more: Any) -> Self:
        """The definition in a JSON text. Raises pydantic's ValidationError."""
        return _lighten(cls, make_twin(cls).model_validate_json(data, **more))  # type: ignore[no-any-return]

    @classmethod
    def model_construct(cls, **values: Any) -> Self:
        """One whose values are not checked."""
        made = {}
        for name, key in list_keys(cls).items():
            default = key.default
            if key.alias in values or name in values:
                made[name] = values[key.alias if key.alias in values else name]
            elif default:
                made[name] = default()
        return hold(cls, made)  # type: ignore[no-any-return]

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with some values changed, which are not checked."""
        values = deepcopy(_list_values(self)) if deep else _list_values(self)
        return hold(type(self), {**values, **(update or {})})  # type: ignore[no-any-return]

    def model_dump(
        self,
        *,
        mode: str = "python",
        by_alias: bool | None = None,
        exclude: Collection[str] | None = None,
        exclude_none: bool = False,
        **more: Any,
    ) -> dict[str, Any]:
        """Its values, and those of its parts, as plain data."""
        options = {"mode": mode, "by_alias": by_alias, "exclude_none": exclude_none}
        left = frozenset(exclude or ())
        if more or isinstance(exclude, Mapping) or find_reader(type(self)) is doubt:
            return _make_heavy(self).model_dump(exclude=exclude, **options, **more)  # type: ignore[no-any-return]
        keys = list_keys(type(self))
        return {
            keys[name].alias if by_alias else name: _dump(value, options)
            for name, value in _list_values(self).items()
            if name not in left and not (exclude_none and value is None)
        }

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """How pydantic reads and writes one inside something of its own."""
        from pydantic_core import core_schema

        def read(value: Any, inner: Callable[[Any], Any]) -> Any:
            return value if isinstance(value, cls) else _lighten(cls, inner(value))

        def write(value: Any, info: Any) -> Any:
            chosen = {"exclude": info.exclude, "include": info.include, "mode": info.mode}
            chosen = {name: given for name, given in chosen.items() if given is not None}
            none = info.exclude_none
            return value.model_dump(by_alias=info.by_alias, exclude_none=none, **chosen)

        return core_schema.no_info_wrap_validator_function(
            read,
            handler.generate_schema(make_twin(cls)),
            serialization=core_schema.plain_serializer_function_ser_schema(write, info_arg=True),
            # In the place of an error in a union, it is named like any class.
            metadata={"pydantic_internal_union_tag_key": cls.__name__},
        )

    if not TYPE_CHECKING:  # or no misspelt name would be noticed

        def __getattr__(self, name: str) -> Any:
            """What only pydantic's values have."""
            if name == "model_dump_json":
                return getattr(_make_heavy(self), name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_make_heavy(self), name, value)  # which is frozen, and says so

    def __delattr__(self, name: str) -> None:
        delattr(_make_heavy(self), name)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        yield from _list_values(self).items()

    def __eq__(self, other: object) -> bool:
        same = type(other) is type(self)
        return _list_values(self) == _list_values(other) if same else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *_list_values(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._show(', ')})"

    def __str__(self) -> str:
        return self._show(" ")

    def _show(self, between: str) -> str:
        return between.join(f"{name}={value!r}" for name, value in _list_values(self).items())


def _list_values(value: Any) -> dict[str, Any]:
    """The values of its keys, without what was worked out from them."""
    cls: Any = type(value)
    keys = list_keys(cls)
    found: dict[str, Any] = vars(value)
    if found.keys() <= keys.keys():
        return found
    return {name: one for name, one in found.items() if name in keys}


def _lighten(cls: Any, made: Any) -> Any:
    """A light value with the values of one of the twin's, whose parts are light already."""
    return hold(cls, dict(vars(made)))


def _make_heavy(value: Any) -> Any:
    """A value of the twin with the values of a light one."""
    cls: Any = type(value)
    new = object.__new__(make_twin(cls))
    values = _list_values(value)
    for name, held in (("__dict__", dict(values)), ("fields_set__", set(values))):
        object.__setattr__(new, name if name == "__dict__" else f"__pydantic_{name}", held)
    for name in ("extra", "private"):
        object.__setattr__(new, f"__pydantic_{name}__", None)
    return new


def _dump(value: Any, options: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_dump(one, options) for one in value]
    if isinstance(value, dict):
        dumped = {key: _dump(one, options) for key, one in value.items()}
        if options["mode"] == "json" and any(type(key) is not str for key in dumped):
            from pydantic_core import to_jsonable_python

            return to_jsonable_python(dumped)  # how other keys are written is for pydantic to say
        return dumped
    return value.model_dump(**options) if hasattr(value, "model_dump") else value


@cache
def make_twin(cls: Any) -> Any:
    """The class of pydantic's that takes the same as a light class; others are their own."""
    if type(cls) is not Form:
        return cls
    space = {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__doc__")}
    if cls is Light:
        from pydantic import BaseModel, ConfigDict

        config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)
        form: Any = type("Twin", (type(BaseModel), Form), {})
        return form(cls.__name__, (BaseModel, cls), {**space, "model_config": config})
    annotations = space["__annotations__"] = {}
    for name, (raw, given) in cls.__light_own__.items():
        annotations[name] = _translate(cls, name, raw)
        if given is not ...:
            space[name] = given
    for method in list_checks(cls):
        space[method.__name__] = method
    return type(make_twin(Light))(
        cls.__name__, (*(make_twin(base) for base in cls.__bases__), cls), space
    )


def _translate(cls: Any, name: str, raw: Any) -> Any:
    """The annotation of a key, with pydantic's own fields; as it is written if it is wrong."""
    try:
        annotation = list_keys(cls)[name].annotation
    except Exception:
        return raw
    if get_origin(annotation) is not Annotated:
        return annotation
    base, *parts = get_args(annotation)
    return Annotated[(base, *(p.thorough() if isinstance(p, Field) else p for p in parts))]


def _make_thorough(value: Any) -> Any:
    """What is in the body of a class, as pydantic knows it."""
    if isinstance(value, Field):
        return value.thorough()
    return _make_validator(value) if hasattr(value, "verifies") else value


def _make_validator(method: Any) -> Any:
    """A check that `verify` marks, as pydantic knows it."""
    from pydantic import field_validator, model_validator

    call = translate(method)

    def check(self: Any) -> Any:
        call(self)
        return self

    def check_field(cls: Any, value: Any) -> Any:
        call(cls, value)
        return value

    if not method.verifies:
        return model_validator(mode="after")(check)
    return field_validator(method.verifies, check_fields=False)(classmethod(check_field))
