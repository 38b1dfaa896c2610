"""Types of the parts of formulas: numbers, texts, lists, records and tables.

All of it is known before any definition is read, so a formula that was compiled never meets a
value of the wrong type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from sheetgen.ground.record import record


@record
class Type:
    """A type, called `name` in messages; `values` are the only ones that a text can have."""

    name: str
    values: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def many(self) -> str:
        """Several values of this type, as in `a list of texts`."""
        return self.name.partition(" ")[2] + "s"


WHOLE = Type("a whole number")
NUMBER = Type("a number")
TEXT = Type("a text")
FLAG = Type("true or false")
NONE = Type("nothing")
"""The type of the items of an empty list."""
SCALARS = (WHOLE, NUMBER, TEXT, FLAG)


@record
class ListOf(Type):
    """A list of items of one type."""

    item: Type = NONE

    @classmethod
    def make(cls, item: Type) -> ListOf:
        """The type of lists of these items."""
        many = "true or false" if item == FLAG else item.many
        return cls(f"a list of {many}" if item != NONE else "an empty list", item=item)


@record
class RecordType(Type):
    """Values with names, such as a line of a table or one of several weapons.

    `make` makes one at run time from its values in their order.
    """

    parts: Mapping[str, Type] = field(default_factory=dict, compare=False)
    make: Any = field(default=None, compare=False)


@record
class TableType(Type):
    """A table: lines found by a number or by a text. `keys` are all of its keys."""

    key: Type = TEXT
    line: Type = NUMBER
    keys: Sequence[Any] = field(default=(), compare=False)


@record
class Maybe(Type):
    """A value that may be missing."""

    of: Type = NONE

    @classmethod
    def make(cls, of: Type) -> Maybe:
        """The type of a value that may be missing."""
        return cls(f"{of} that may be missing", of=of)


def limit_text(values: Sequence[str]) -> Type:
    """The type of a text that is one of a few."""
    return Type(TEXT.name, tuple(values))


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can be used where the other is wanted."""
    if given in (wanted, NONE):
        return True
    if isinstance(given, ListOf) and isinstance(wanted, ListOf):
        return fits(given.item, wanted.item)
    return given == WHOLE and wanted == NUMBER


def unite(one: Type, other: Type) -> Type | None:
    """The type of a value that is one or the other; None if they have nothing in common."""
    if one == other == TEXT and not (one.values and other.values):
        return TEXT
    if one == other == TEXT:
        return limit_text(tuple(dict.fromkeys((*one.values, *other.values))))
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    if isinstance(one, ListOf) and isinstance(other, ListOf):
        item = unite(one.item, other.item)
        return item and ListOf.make(item)
    return None


def is_number(form: Type) -> bool:
    """Whether values of a type are numbers."""
    return form in (WHOLE, NUMBER)


def make_record(name: str, parts: Mapping[str, Type]) -> RecordType:
    """A type of records, with the class of its values."""
    return RecordType(
        name, parts=dict(parts), make=make_class(name.title().replace(" ", ""), parts)
    )


def make_class(
    name: str, names: Sequence[str] | Mapping[str, Any], compared: bool = False
) -> type[Any]:
    """A class of plain values with these attributes, made from them in their order.

    If they are `compared`, those with the same attributes are equal. A class rather than a
    namespace, so that a name misspelt in a template is reported with those that exist.
    """

    def fill(self: Any, *values: Any) -> None:
        for part, value in zip(slots, values, strict=True):
            setattr(self, part, value)

    def equal(self: Any, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, part) == getattr(other, part) for part in slots
        )

    slots = tuple(names)
    body = {"__slots__": slots, "__init__": fill}
    return type(name, (), {**body, "__eq__": equal, "__hash__": None} if compared else body)
