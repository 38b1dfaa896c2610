"""The base of all definitions, and the readers that make them of plain data.

A definition class says what may be written; its field descriptions become the JSON Schema and
the hints. A reader is a function, made of an annotation, which returns what a value means or
raises a MismatchError with everything that is wrong with it. Reading is strict: nothing is
converted but whole numbers, where any number is expected.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from inspect import get_annotations
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sheetgen.ground.record import record, replace
from sheetgen.reading.field import After, Before, Details, Field

M = TypeVar("M", bound="Model")
T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], Any]


@record
class Mismatch:
    """A value that is not what its place takes.

    `rule` is the rule that it breaks, `path` leads to it from the value that was read, and `about`
    describes its key. The rest is known for some rules: `takes` is the type and `options` are the
    words or keys that belong here, `limit` says how the value is beyond a limit, and `refusal` is
    what a function raised.
    """

    rule: str
    value: Any
    path: tuple[str | int, ...] = ()
    about: str = ""
    takes: Any = None
    options: Sequence[str] = ()
    limit: str = ""
    refusal: Exception | None = None


class MismatchError(ValueError):
    """Raised for a value that can't be read, with everything that is wrong with it."""

    def __init__(self, mismatches: Sequence[Mismatch]) -> None:
        super().__init__("; ".join(f"{one.rule} at {one.path}" for one in mismatches))
        self.mismatches = mismatches

    def list_below(self, step: str | int, about: str = "") -> Iterator[Mismatch]:
        """The mismatches as they are seen from the value that has this one as an entry.

        What a key is `about` says what the items of its list take, too.
        """
        for one in self.mismatches:
            keyed = any(isinstance(inner, str) for inner in one.path)
            yield replace(one, path=(step, *one.path), about=one.about if keyed else about)


class Model:
    """Base of every definition: strict, frozen, and without unknown keys.

    It is made of its keys by the names that they have in files. Raises MismatchError.
    """

    def __init__(self, /, **data: Any) -> None:
        vars(self).update(vars(read(type(self), data)))

    def __replace__(self, /, **changes: Any) -> Model:
        if unknown := changes.keys() - list_keys(type(self)):
            raise TypeError(f"a {type(self).__name__} has no {', '.join(unknown)}")
        made = object.__new__(type(self))
        for name, value in (_list_values(self) | changes).items():
            _put(made, name, value)
        return made

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"the value {name!r} of a {type(self).__name__} can't be changed")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        yield from _list_values(self).items()

    def __eq__(self, other: object) -> bool:
        same = type(other) is type(self)
        return _list_values(self) == _list_values(other) if same else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *_list_values(self).values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in _list_values(self).items())
        return f"{type(self).__name__}({shown})"


_put = object.__setattr__


def _list_values(one: Any) -> dict[str, Any]:
    """The values of its keys, without what was worked out from them."""
    return {name: getattr(one, name) for name in list_keys(type(one))}


def write_data(one: Model) -> dict[str, Any]:
    """The keys of a definition with their values as plain data, without those that are None."""
    keys = list_keys(type(one)).values()
    values = ((key.title, getattr(one, key.name)) for key in keys)
    return {title: _write(value) for title, value in values if value is not None}


def _write(value: Any) -> Any:
    if isinstance(value, Model):
        return write_data(value)
    if isinstance(value, list):
        return [_write(one) for one in value]
    return {key: _write(one) for key, one in value.items()} if isinstance(value, dict) else value


@record(eq=False)
class Key:
    """A key of a definition: the name of its field, its name in files, and what it takes.

    `annotation` holds the details of its Field as well. `make` makes its default, which is ... if
    there is none that all share; it is None for a key that must be written.
    """

    name: str
    title: str
    annotation: Any
    description: str
    default: Any
    make: Callable[[], Any] | None


def _keep(find: Callable[[type[Any]], T]) -> Callable[[type[Any]], T]:
    """A function of a class that finds its result once, and keeps it in the class."""
    name = f"__{find.__name__}__"

    def find_once(model: type[Any]) -> T:
        if name not in vars(model):
            setattr(model, name, find(model))
        kept: T = vars(model)[name]
        return kept

    return find_once


@_keep
def list_keys(model: type[Any]) -> dict[str, Key]:
    """The keys of a class of definitions by the names of their fields."""
    given: dict[str, Any] = {}
    for base in reversed(model.__mro__[:-1]):
        given |= {name: vars(base).get(name, ...) for name in get_annotations(base)}
    hints = get_type_hints(model, include_extras=True)
    return {
        name: _make_key(name, hints[name], one)
        for name, one in given.items()
        if get_origin(hints[name]) is not ClassVar
    }


def _make_key(name: str, annotation: Any, given: Any) -> Key:
    whole = Annotated[annotation, given if isinstance(given, Details) else Field(given)]
    found = [one for one in reversed(get_args(whole)[1:]) if isinstance(one, Details)]
    default = next((one.default for one in found if one.default is not ...), ...)
    make = next((one.default_factory for one in found if one.default_factory), None)
    if isinstance(default, (list, dict)):  # each has one of its own
        make = default.copy
    elif default is not ...:
        make = lambda: default  # noqa: E731
    title = next((one.alias for one in found if one.alias), name)
    description = next((one.description for one in found if one.description), "")
    return Key(name, title, whole, description, default, make)


class Proven(dict[str, Any]):
    """Data that are known to be right: each key is read when it is asked for."""


def prove(value: Any) -> Any:
    """Mark data, with all that is inside, as known to be right."""
    if type(value) is dict:
        return Proven({key: prove(one) for key, one in value.items()})
    return [prove(one) for one in value] if type(value) is list else value


class _KeyToRead:
    """A key of a definition that is read when it is first asked for, and kept."""

    def __init__(self, model: type[Any], base: type[Any], name: str) -> None:
        """`base` is the class that says what the key of a model takes."""
        self.model, self.base, self.name = model, base, name

    def __get__(self, one: Any, owner: object = None) -> Any:
        if one is None:
            return self
        data = vars(one)["proven"]
        key, reader = self._row
        value = reader(data[key.title]) if key.title in data else key.make and key.make()
        _put(one, self.name, value)
        return value

    @cached_property
    def _row(self) -> tuple[Key, Reader]:
        """The key and its reader, made without those of other keys."""
        hint = get_annotations(self.base)[self.name]
        if isinstance(hint, str):
            hint = eval(hint, vars(sys.modules[self.base.__module__]))
        key = _make_key(self.name, hint, vars(self.base).get(self.name, ...))
        return key, _make_key_reader(self.model, key)


@_keep
def _make_patient(model: type[Any]) -> type[Any]:
    """The class of definitions of which nothing is read before it is asked for."""
    bases = {name: base for base in reversed(model.__mro__[:-1]) for name in get_annotations(base)}
    readers = {name: _KeyToRead(model, base, name) for name, base in bases.items()}
    return type(model.__name__, (model,), readers)


def read(model: type[M], value: Any) -> M:
    """The definition that data describe. Raises MismatchError."""
    if type(value) is not dict:
        return _accept(model, value)
    rows, titles, checks = _list_rows(model)
    made = object.__new__(model)
    wrong: list[Mismatch] = []
    left = len(value)
    for name, title, reader, make, about in rows:
        if title in value:
            left -= 1
            try:
                _put(made, name, reader(value[title]))
            except MismatchError as error:
                wrong += error.list_below(title, about)
        elif make is not None:
            _put(made, name, make())
        else:
            wrong.append(Mismatch("missing-key", value, (title,), about))
    if left:
        unknown = [title for title in value if title not in titles]
        wrong += [Mismatch("unknown-key", value, (key,), options=titles) for key in unknown]
    if wrong:
        raise MismatchError(wrong)
    for check in checks:
        check(made)
    return made


def _accept(model: type[M], value: Any) -> M:
    """The definition that a value is already, or that can be read of it later."""
    if isinstance(value, model):
        return value
    if type(value) is not Proven:
        raise MismatchError([Mismatch("wrong-type", value, takes=model)])
    patient: M = object.__new__(_make_patient(model))
    _put(patient, "proven", value)
    return patient


def strip(annotation: Any) -> Any:
    """An annotation without `| None` and `Annotated`."""
    if get_origin(annotation) is Annotated:
        return strip(get_args(annotation)[0])
    is_union = get_origin(annotation) in (Union, UnionType)
    inner = [one for one in get_args(annotation) if one is not NoneType] if is_union else []
    return strip(inner[0]) if len(inner) == 1 else annotation


@_keep
def _list_rows(model: type[Any]) -> tuple[list[tuple[Any, ...]], list[str], list[Reader]]:
    """The rows of what is read for each key of a class, its keys, and the checks of the whole."""
    keys = list_keys(model)
    rows = []
    for name, key in keys.items():
        about = f"{key.title}: {key.description}" if key.description else ""
        rows.append((name, key.title, _make_key_reader(model, key), key.make, about))
    checks = [_verify(one) for one in _list_marked(model) if not one.verifies]
    return rows, [key.title for key in keys.values()], checks


def _make_key_reader(model: type[Any], key: Key) -> Reader:
    """The reader of a key of a class, with what the class verifies of it."""
    own = [_verify(one, model) for one in _list_marked(model) if one.verifies == key.name]
    return _join([make_reader(key.annotation), *own])


@_keep
def _list_marked(model: type[Any]) -> list[Any]:
    """The methods of a class that `verify` marks."""
    methods: dict[str, Any] = {}
    for base in reversed(model.__mro__):
        methods |= vars(base)
    return [one for one in methods.values() if hasattr(one, "verifies")]


def _verify(method: Callable[..., None], *more: Any) -> Reader:
    """The step of a method that `verify` marks."""

    def check(value: Any) -> Any:
        method(*more, value)
        return value

    return _guard(check)


def make_reader(annotation: Any) -> Reader:
    """The reader of what an annotation describes. Raises TypeError for one that means nothing."""
    is_whole = get_origin(annotation) is Annotated
    base, *parts = get_args(annotation) if is_whole else (annotation,)
    is_optional = NoneType in get_args(base)
    before: list[Reader] = []
    inner: list[Details] = []
    after: list[Reader] = []
    for one in parts:
        if isinstance(one, Before):
            before.insert(0, _guard(one.function))
        elif isinstance(one, After):
            after.append(_guard(one.function))
        elif isinstance(one, Details) and (is_optional or not after):
            inner.append(one)
        elif isinstance(one, Details):
            after.append(_limit(one.limits))
    if is_optional:  # the limits are those of the rest
        rest: Any = Union[tuple(one for one in get_args(base) if one is not NoneType)]  # noqa: UP007
        reader = _allow_none(make_reader(Annotated[(rest, *inner)] if inner else rest))
    else:
        reader = _make_base(base, {name: one.limits[name] for one in inner for name in one.limits})
    return _join([*before, reader, *after])


def _join(steps: Sequence[Reader]) -> Reader:
    """A reader of several steps."""
    if len(steps) == 1:
        return steps[0]

    def read(value: Any) -> Any:
        for step in steps:
            value = step(value)
        return value

    return read


def _guard(function: Callable[[Any], Any]) -> Reader:
    """The step that has a function judge a value."""

    def read(value: Any) -> Any:
        try:
            return function(value)
        except MismatchError:
            raise
        except (ValueError, AssertionError) as error:
            rule = getattr(error, "rule", "wrong-value")
            raise MismatchError([Mismatch(rule, value, refusal=error)]) from None

    return read


_LIMITS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "ge": (operator.ge, "is less than {}"),
    "gt": (operator.gt, "is not more than {}"),
    "le": (operator.le, "is more than {}"),
    "lt": (operator.lt, "is not less than {}"),
    "min_length": (lambda value, least: len(value) >= least, "is shorter than {} character"),
    "max_length": (lambda value, most: len(value) <= most, "is longer than {} characters"),
    "pattern": (lambda value, pattern: bool(re.search(pattern, value)), "can't be read"),
}
_LARGEST = 1e300
_ENTRIES = {"min_length": "has fewer than {} entries", "max_length": "has more than {} entries"}


def _limit(limits: Mapping[str, Any]) -> Reader:
    """The step that holds a value to limits."""
    checks = [(name, _LIMITS[name][0], limit) for name, limit in limits.items()]

    def read(value: Any) -> Any:
        for name, fits, limit in checks:
            if not fits(value, limit):
                said = _LIMITS[name][1] if isinstance(value, str) else _ENTRIES.get(name)
                rule = "wrong-value" if name == "pattern" else "out-of-range"
                words = (said or _LIMITS[name][1]).format(limit)
                raise MismatchError([Mismatch(rule, value, limit=words)])
        return value

    return read


def _make_base(annotation: Any, limits: Mapping[str, Any]) -> Reader:
    """The reader of a type with limits."""
    if annotation in (int, float, str, bool):
        return _read_plain(annotation, _limit(limits) if limits else None)
    origin, members = get_origin(annotation), get_args(annotation)
    if origin in (list, Sequence):
        return _read_list(make_reader(members[0]), limits)
    if annotation is Any:
        reader: Reader = lambda value: value  # noqa: E731
    elif isinstance(annotation, type) and issubclass(annotation, Model):
        reader = partial(read, annotation)
    elif origin in (Union, UnionType):
        reader = _choose([make_reader(one) for one in members])
    elif origin is dict:
        reader = _read_dict(*map(make_reader, members))
    elif origin is Literal:
        reader = _read_choice(members)
    else:
        shown = annotation.__name__ if isinstance(annotation, type) else annotation
        raise TypeError(f"can't take {shown}: YAML has no such values")
    return _join([reader, _limit(limits)]) if limits else reader


def _read_plain(kind: type, limit: Reader | None) -> Reader:
    is_float = kind is float
    kinds = (float, int) if is_float else (kind,)

    def read(value: Any) -> Any:
        if type(value) not in kinds or (is_float and abs(value) > _LARGEST):
            raise MismatchError([Mismatch("wrong-type", value, takes=kind)])
        if limit is not None:
            limit(value)
        return float(value) if is_float else value

    return read


def _allow_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


def _choose(readers: Sequence[Reader]) -> Reader:
    """The reader of a union: what its first member makes of a value that fits it.

    If none does, what is wrong by the likeliest: one whose type is right.
    """

    def read(value: Any) -> Any:
        tried = []
        for reader in readers:
            try:
                return reader(value)
            except MismatchError as error:
                tried.append(error.mismatches)  # the error itself would keep what it went through
        raise MismatchError(min(tried, key=_is_of_wrong_type))

    return read


def _is_of_wrong_type(mismatches: Sequence[Mismatch]) -> bool:
    return any(one.takes and not one.path for one in mismatches)


def _read_choice(members: Sequence[Any]) -> Reader:
    known: dict[type, set[Any]] = {}
    for one in members:  # by their types, as True is not 1
        known.setdefault(type(one), set()).add(one)
    options = [str(one) for one in members if one != ""]

    def read(value: Any) -> Any:
        if value in known.get(type(value), ()):
            return value
        raise MismatchError([Mismatch("wrong-value", value, options=options)])

    return read


def _read_list(item: Reader, limits: Mapping[str, Any]) -> Reader:
    least, most = (
        _limit({name: limits[name]} if name in limits else {})
        for name in ("min_length", "max_length")
    )

    def read(value: Any) -> list[Any]:
        if type(value) is not list:
            raise MismatchError([Mismatch("wrong-type", value, takes=list)])
        most(value)  # before all of it is read
        made = []
        wrong: list[Mismatch] = []
        for at, one in enumerate(value):
            try:
                made.append(item(one))
            except MismatchError as error:
                wrong += error.list_below(at)
        if wrong:
            raise MismatchError(wrong)
        least(value)
        return made

    return read


def _read_dict(key: Reader, item: Reader) -> Reader:
    def read(value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise MismatchError([Mismatch("wrong-type", value, takes=dict)])
        made = {}
        wrong: list[Mismatch] = []
        for name, one in value.items():
            known = name
            try:
                known = key(name)
            except MismatchError as error:
                options = error.mismatches[0].options
                wrong.append(Mismatch("unknown-key", one, (name,), options=options))
            try:
                made[known] = item(one)
            except MismatchError as error:
                wrong += error.list_below(name)
        if wrong:
            raise MismatchError(wrong)
        return made

    return read
