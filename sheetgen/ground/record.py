"""Records: classes of plain values that are made when they are used.

A dataclass takes half a millisecond, most of it to compile methods that a run may never call, and
a print imports some eighty classes. A record has the same methods, but they are shared, except for
`__init__`, which is compiled when the first one is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, field
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

Made = TypeVar("Made")


@overload
def record(cls: type[Made]) -> type[Made]: ...
@overload
def record(
    *,
    eq: bool = ...,
    frozen: bool = ...,
    kw_only: bool = ...,
    slots: bool = ...,
    weakref_slot: bool = ...,
) -> Callable[[type[Made]], type[Made]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[Any] | None = None,
    *,
    eq: bool = True,
    frozen: bool = True,
    kw_only: bool = False,
    slots: bool = True,
    weakref_slot: bool = False,
) -> Any:
    """Makes a class a record, as `dataclasses.dataclass` with these options makes a dataclass.

    Without options it is frozen and has slots.
    """

    def make(plain: type[Any]) -> type[Any]:
        parts = _list_parts(plain, kw_only)
        made = _add_slots(plain, parts, weakref_slot) if slots else plain
        _add_methods(made, parts, eq, frozen, slots)
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


class _Part:
    """A value of a record: its name, how it is made, and whether it is given by its name only."""

    __slots__ = ("is_keyword", "name", "spec")

    def __init__(self, name: str, spec: Field[Any], keyword: bool) -> None:
        self.name, self.spec, self.is_keyword = name, spec, keyword


def _list_parts(cls: type[Any], keyword: bool) -> list[_Part]:
    """The values of a class and of the records that it builds on."""
    parts: dict[str, _Part] = {}
    for base in reversed(cls.__mro__[1:]):
        parts |= {part.name: part for part in vars(base).get("__record_parts__", ())}
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if str(annotation).startswith("ClassVar"):
            continue
        given = vars(cls).get(name, MISSING)
        spec: Field[Any] = given if isinstance(given, Field) else field(default=given)
        own = spec.kw_only if isinstance(spec.kw_only, bool) else keyword
        parts[name] = _Part(name, spec, own)
        if given is spec and spec.default is MISSING:
            delattr(cls, name)
        elif given is spec:
            setattr(cls, name, spec.default)
    return list(parts.values())


def _add_slots(cls: type[Any], parts: Sequence[_Part], weakly: bool) -> type[Any]:
    """The same class with slots, which can't be added to one that exists."""
    taken = {name for base in cls.__mro__[1:] for name in vars(base).get("__slots__", ())}
    names = [part.name for part in parts]
    space = {k: v for k, v in vars(cls).items() if k not in (*names, "__dict__", "__weakref__")}
    space["__slots__"] = (
        *(name for name in names if name not in taken),
        *(("__weakref__",) if weakly else ()),
    )
    meta: Any = type(cls)
    made: type[Any] = meta(cls.__name__, cls.__bases__, space)
    made.__qualname__ = cls.__qualname__
    return made


def _add_methods(cls: Any, parts: Sequence[_Part], eq: bool, frozen: bool, slots: bool) -> None:
    """Adds what a dataclass has, wherever the class does not say it itself."""
    own = vars(cls)
    given = [part.name for part in parts if part.spec.init]
    cls.__record__ = given, _reader(given)
    cls.__record_parts__ = tuple(parts)
    matched = tuple(part.name for part in parts if part.spec.init and not part.is_keyword)
    type.__setattr__(cls, "__match_args__", matched)

    if "__init__" not in own:
        cls.__init__ = _make_start(cls, parts, frozen, slots)
    if "__repr__" not in own:
        cls.__repr__ = recursive_repr("...")(_show)
        cls.__record_shown__ = tuple(part.name for part in parts if part.spec.repr)
    if eq and "__eq__" not in own:
        read = _reader([part.name for part in parts if part.spec.compare])

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


def _make_start(cls: Any, parts: Sequence[_Part], frozen: bool, slots: bool) -> Any:
    """The `__init__` of a class until its first record is made, for which it is compiled."""

    def start(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _make_init(cls, parts, frozen, slots)
        cls.__init__(self, *values, **named)

    return start


def _make_init(cls: Any, parts: Sequence[_Part], frozen: bool, slots: bool) -> Any:
    """Compiles the `__init__` of a record."""
    space: dict[str, Any] = {"MISSING": MISSING}
    heads: dict[bool, list[str]] = {False: ["self"], True: []}
    lines: list[str] = []
    for part in parts:
        name, spec = part.name, part.spec
        value = name
        head = name
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
            heads[part.is_keyword].append(head)
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
    values = (f"{name}={getattr(self, name)!r}" for name in self.__record_shown__)
    return f"{self.__class__.__qualname__}({', '.join(values)})"


def _refuse(self: Any, name: str, value: Any = None) -> None:
    raise FrozenInstanceError(f"the value {name!r} of a {type(self).__name__} can't be changed")


def _save(self: Any) -> list[Any]:
    return [getattr(self, part.name) for part in self.__record_parts__]


def _restore(self: Any, values: Sequence[Any]) -> None:
    for part, value in zip(self.__record_parts__, values, strict=True):
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
