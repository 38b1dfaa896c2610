"""The quick reader: functions made from annotations that let valid values through.

Whatever a function is in doubt about, it refuses with a ValueError, and pydantic decides. So it
never accepts what pydantic refuses, and makes the same of the rest; a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from sheetgen.reading.field import After, Before, Field, Schema

Reader: TypeAlias = Callable[[Any], Any]

_FAR = 2**53  # up to which every whole number is a float too
_STRANGE = re.compile(r"[\\$&~]|\(\?(?!:)|\[\[|--")  # in patterns: means other things to pydantic


class DoubtError(ValueError):
    """A value, or a type, that is for pydantic to judge."""


def make_reader(annotation: Any, more: Iterable[Any] = ()) -> Reader:
    """The reader of an annotation, with `more` that is to be done after it. Raises DoubtError."""
    if get_origin(annotation) is Annotated:
        annotation, *inner = get_args(annotation)
        more = (*inner, *more)
    metadata = tuple(more)
    members = [one for one in get_args(annotation) if one is not NoneType]
    if get_origin(annotation) in (Union, UnionType):
        if len(members) < len(get_args(annotation)):
            # Limits are for what is not None, but functions get None as well.
            limits = tuple(one for one in metadata if isinstance(one, Field))
            whole = members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007
            base = _allow_none(make_reader(whole, limits))
            return _join(base, tuple(one for one in metadata if one not in limits), "")
        return _join(_choose([make_reader(one) for one in members]), metadata, "")
    base, kind = _make_base(annotation, members)
    return _join(base, metadata, kind)


def _make_base(annotation: Any, members: list[Any]) -> tuple[Reader, str]:
    """The reader of a type without anything beside it, and which limits it may have."""
    known = _BASES.get(annotation) if isinstance(annotation, type) else None
    if known:
        return known
    if annotation is Any:
        return _read_any, ""
    origin = get_origin(annotation)
    if origin in (list, Sequence) and len(members) == 1:
        return _read_list(make_reader(members[0])), "length"
    if origin is dict and len(members) == 2:
        if members[0] is not str and get_origin(members[0]) is not Literal:
            raise DoubtError
        return _read_dict(*map(make_reader, members)), "length"
    if origin is Literal and all(type(one) in (str, int) for one in members):
        return _read_choice(members), ""
    reader = getattr(annotation, "__light_read__", None) if isinstance(annotation, type) else None
    if reader is None:
        raise DoubtError
    return reader, ""


def _join(base: Reader, metadata: tuple[Any, ...], kind: str) -> Reader:
    if base is _read_int and (whole := _limit_whole(metadata)):
        return whole
    befores: list[Reader] = []
    afters: list[Reader] = []
    for one in metadata:
        if isinstance(one, Before):
            befores.insert(0, one.function)  # the last one is the first to be run
        elif isinstance(one, After):
            afters.append(one.function)
        elif isinstance(one, Field):
            afters += [_limit(name, limit, kind) for name, limit in one.limits().items()]
        elif not isinstance(one, Schema):
            raise DoubtError
    if not befores and not afters:
        return base
    steps = (*befores, base, *afters)

    def read(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    return read


def _limit_whole(metadata: tuple[Any, ...]) -> Reader | None:
    """The reader of whole numbers within limits, which most values are; None if more is asked."""
    least, most = 1 - _FAR, _FAR - 1
    for one in metadata:
        for name, limit in one.limits().items() if isinstance(one, Field) else ():
            if name not in ("ge", "le") or type(limit) is not int:
                return None
            least, most = (max(least, limit), most) if name == "ge" else (least, min(most, limit))
        if not isinstance(one, (Field, Schema)):
            return None

    def read(value: Any) -> Any:
        if type(value) is int and least <= value <= most:
            return value
        raise DoubtError

    return read


def _limit(name: str, limit: Any, kind: str) -> Reader:
    """A function that lets values within a limit through."""
    if name == "pattern":
        if kind != "text" or not isinstance(limit, str) or _STRANGE.search(limit):
            raise DoubtError
        fits: Callable[[Any], object] = re.compile(limit, re.ASCII).search
    elif name in ("min_length", "max_length") and kind in ("text", "length"):
        fits = (lambda v: len(v) >= limit) if name == "min_length" else lambda v: len(v) <= limit
    elif kind == "number" and type(limit) in (int, float):
        fits = {
            "ge": lambda v: v >= limit,
            "gt": lambda v: v > limit,
            "le": lambda v: v <= limit,
            "lt": lambda v: v < limit,
        }[name]
    else:
        raise DoubtError

    def check(value: Any) -> Any:
        if fits(value):
            return value
        raise DoubtError

    return check


def _read_int(value: Any) -> int:
    if type(value) is int and -_FAR < value < _FAR:
        return value
    raise DoubtError


def _read_float(value: Any) -> float:
    if type(value) in (float, int) and -_FAR < value < _FAR:  # which nan is not
        return float(value)
    raise DoubtError


def _read_text(value: Any) -> str:
    if type(value) is str and (value.isascii() or value.encode()):  # no halves of characters
        return value
    raise DoubtError


def _read_bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise DoubtError


_BASES: dict[type, tuple[Reader, str]] = {
    int: (_read_int, "number"),
    float: (_read_float, "number"),
    str: (_read_text, "text"),
    bool: (_read_bool, ""),
}


def _read_any(value: Any) -> Any:
    return value


def _allow_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


def _read_choice(members: list[Any]) -> Reader:
    known = {(type(one), one) for one in members}

    def read(value: Any) -> Any:
        if type(value) in (str, int) and (type(value), value) in known:
            return value
        raise DoubtError

    return read


def _read_list(reader: Reader) -> Reader:
    def read(value: Any) -> list[Any]:
        if type(value) is list:
            return [reader(one) for one in value]
        raise DoubtError

    return read


def _read_dict(key: Reader, reader: Reader) -> Reader:
    def read(value: Any) -> dict[Any, Any]:
        if type(value) is dict:
            return {key(name): reader(one) for name, one in value.items()}
        raise DoubtError

    return read


def _choose(readers: list[Reader]) -> Reader:
    """The reader of a union: exactly one of its members may accept a value."""

    def read(value: Any) -> Any:
        found = []
        for reader in readers:
            try:
                found.append(reader(value))
            except (ValueError, AssertionError):
                continue
        if len(found) == 1:
            return found[0]
        raise DoubtError

    return read


def make_default(default: Any, factory: Any) -> Callable[[], Any] | None:
    """A function that makes a default; None if there is none. Raises DoubtError."""
    if factory is not None:
        code = factory.__code__.co_argcount if type(factory) is FunctionType else 0
        if code or not isinstance(factory, (type, FunctionType)):
            raise DoubtError
        return factory
    if default is ...:
        return None
    if not isinstance(default, (str, int, float, NoneType)) and not hasattr(
        default, "__light_read__"
    ):
        raise DoubtError  # it might be changed, so each needs one of its own
    return lambda: default
