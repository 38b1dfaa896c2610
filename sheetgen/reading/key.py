"""The keys of a light class, and the quick reader made of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, get_args, get_origin

from sheetgen.reading.field import Field
from sheetgen.reading.quick import DoubtError, Reader, make_default, make_reader


class Key:
    """A field: its annotation, and the Field or the default that is given to it."""

    def __init__(self, name: str, annotation: Any, given: Any) -> None:
        self.annotation = annotation
        parts = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
        fields = [one for one in (*parts, given) if isinstance(one, Field)]
        own = {key: value for field in fields for key, value in field.given.items()}
        self.given = given if isinstance(given, Field) else None
        self.alias = own.get("alias") or name
        defaults = [field.default for field in fields if field.default is not ...]
        self._default = defaults[-1] if defaults else ...
        self._factory = own.get("default_factory")
        if self.given is None and given is not ...:
            self._default, self._factory = given, None

    @cached_property
    def reader(self) -> Reader:
        """The quick reader of its values. Raises DoubtError."""
        return make_reader(self.annotation, (self.given,) if self.given else ())

    @cached_property
    def default(self) -> Callable[[], Any] | None:
        """What makes its default, None if it must be written. Raises DoubtError."""
        return make_default(self._default, self._factory)


@cache
def list_keys(cls: Any) -> dict[str, Key]:
    """The keys of a light class by the names of their fields. Raises what annotations raise."""
    keys: dict[str, Key] = {}
    for base in reversed(cls.__mro__[:-1]):
        names = vars(sys.modules[base.__module__])
        local = {base.__name__: base, **base.__light_local__}
        for name, (raw, given) in base.__light_own__.items():
            annotation = eval(raw, names, local) if isinstance(raw, str) else raw
            keys[name] = Key(name, annotation, given)
    return keys


@cache
def find_reader(cls: Any) -> Reader:
    """The quick reader of a light class: a function of plain data."""
    try:
        rows = [(name, key.alias, key.reader, key.default) for name, key in list_keys(cls).items()]
    except Exception:  # whatever is wrong with an annotation, pydantic says it
        return doubt
    checks = [method for base in reversed(cls.__mro__) for method in list_checks(base)]

    new, put = object.__new__, object.__setattr__  # as in `hold`

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise DoubtError
        made = new(cls)
        left = len(data)
        for name, alias, reader, default in rows:
            if alias in data:
                put(made, name, reader(data[alias]))
                left -= 1
            elif default is None:
                raise DoubtError
            else:
                put(made, name, default())
        if left:
            raise DoubtError
        for check in checks:
            _run_check(check, made, vars(made))
        return made

    return read


def _run_check(check: Any, made: Any, values: Mapping[str, Any]) -> None:
    if not check.verifies:
        check(made)
    elif check.verifies in values:
        check(made, values[check.verifies])


def doubt(data: Any) -> Any:
    """The reader of a class that pydantic has to read. Raises DoubtError."""
    raise DoubtError


def list_checks(cls: type) -> list[Any]:
    """The methods of a class itself that `verify` marks."""
    return [method for method in vars(cls).values() if hasattr(method, "verifies")]


def hold(cls: Any, values: dict[str, Any]) -> Any:
    """An object of a light class with these values, which are not checked."""
    new = object.__new__(cls)
    put = object.__setattr__
    for name, value in values.items():  # one by one, objects share the names of their values
        put(new, name, value)
    return new
