"""Records: dataclasses whose methods are shared, and made when they are used.

A dataclass takes half a millisecond, most of it to compile methods that a run may never call, and
a print imports some hundred classes. A record has the same methods, but they are shared, except for
`__init__`, which is compiled when the first one is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: Any = None,
    *,
    eq: bool = True,
    frozen: bool = True,
    slots: bool = True,
    **options: bool,
) -> Any:
    """Makes a class a record, as `dataclasses.dataclass` with these options makes a dataclass.

    Without options it is frozen and has slots.
    """
    bare: Any = dataclass(init=False, repr=False, eq=False, slots=slots, **options)

    def make(plain: type[Any]) -> type[Any]:
        # A class that says nothing would be described by its signature, which takes much longer.
        plain.__doc__ = plain.__doc__ or plain.__name__
        made: type[Any] = bare(plain)
        _add_methods(made, eq, frozen, slots)
        return made

    return make if cls is None else make(cls)


def replace(one: Made, /, **changes: Any) -> Made:
    """A record or definition with other values for some names, the rest as they were."""
    cls: Any = type(one)
    if hasattr(cls, "__replace__"):
        return cls.__replace__(one, **changes)  # type: ignore[no-any-return]
    return cls(**read_values(one) | changes)  # type: ignore[no-any-return]


def read_values(one: Any) -> dict[str, Any]:
    """The values of a record that it was made from, by their names."""
    names, read = type(one).__record__
    return dict(zip(names, read(one), strict=True))


def _add_methods(cls: Any, eq: bool, frozen: bool, slots: bool) -> None:
    """Adds what a dataclass has, wherever the class does not say it itself."""
    own, parts = vars(cls), fields(cls)
    given = [part.name for part in parts if part.init]
    cls.__record__ = given, _reader(given)
    if "__init__" not in own:
        cls.__init__ = _make_start(cls, frozen, slots)
    if "__repr__" not in own:
        cls.__repr__ = recursive_repr("...")(_show)
    if eq and "__eq__" not in own:
        read = _reader([part.name for part in parts if part.compare])

        def equal(self: Any, other: Any) -> Any:
            if other is self:
                return True
            return read(self) == read(other) if other.__class__ is cls else NotImplemented

        def digest(self: Any) -> int:
            return hash(read(self))

        if "__hash__" not in own:
            cls.__hash__ = digest if frozen else None
        cls.__eq__ = equal
    if frozen:
        cls.__setattr__ = _refuse
        cls.__delattr__ = _refuse
        if slots:
            cls.__getstate__, cls.__setstate__ = _save, _restore


def _reader(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that reads some values of a record at once."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda one: ()
    read = attrgetter(*names)
    return lambda one: (read(one),)


def _make_start(cls: Any, frozen: bool, slots: bool) -> Any:
    """The `__init__` of a class until its first record is made, for which it is compiled."""

    def start(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _make_init(cls, frozen, slots)
        cls.__init__(self, *values, **named)

    return start


def _make_init(cls: Any, frozen: bool, slots: bool) -> Any:
    """Compiles the `__init__` of a record."""
    space: dict[str, Any] = {"MISSING": MISSING}
    heads: dict[bool, list[str]] = {False: ["self"], True: []}
    lines: list[str] = []
    for spec in fields(cls):
        head = value = name = spec.name
        if spec.default is not MISSING:
            space[f"_default_{name}"] = spec.default
            head = f"{name}=_default_{name}"
            value = name if spec.init else f"_default_{name}"
        elif spec.default_factory is not MISSING:
            space[f"_make_{name}"] = spec.default_factory
            head, made = f"{name}=MISSING", f"_make_{name}()"
            value = f"{made} if {name} is MISSING else {name}" if spec.init else made
        elif not spec.init:
            continue
        if spec.init:
            heads[bool(spec.kw_only)].append(head)
        if frozen and slots:
            space[f"_set_{name}"] = getattr(cls, name).__set__
            lines.append(f"_set_{name}(self, {value})")
        elif frozen:
            lines.append(f"self.__dict__[{name!r}] = {value}")
        else:
            lines.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    inside = [*heads[False], *(["*", *heads[True]] if heads[True] else [])]
    text = f"def __init__({', '.join(inside)}):\n " + "\n ".join(lines or ["pass"])
    exec(text, space)
    init = space["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _show(self: Any) -> str:
    values = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
    return f"{self.__class__.__qualname__}({', '.join(values)})"


def _refuse(self: Any, name: str, value: Any = None) -> None:
    raise FrozenInstanceError(f"the value {name!r} of a {type(self).__name__} can't be changed")


def _save(self: Any) -> list[Any]:
    return [getattr(self, part.name) for part in fields(self)]


def _restore(self: Any, values: Sequence[Any]) -> None:
    for part, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, part.name, value)


# Named tuples like `typing.NamedTuple`, without compiling each annotation, which would take as
# long as all the rest of making a class; a print imports some eighty of them.


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    _OWN = ("__module__", "__qualname__", "__annotations__")

    class _Maker(type):
        def __new__(cls, name, bases, space):
            if not bases:  # NamedTuple itself
                return super().__new__(cls, name, bases, space)
            names = space.get("__annotations__", {})
            given = [space[name] for name in names if name in space]
            made = namedtuple(name, names, defaults=given, module=space["__module__"])
            made.__qualname__, made.__annotations__ = space["__qualname__"], names
            for key, value in space.items():
                if key not in _OWN and key not in names:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base of named tuples; what is made of it has no other base than `tuple`."""
