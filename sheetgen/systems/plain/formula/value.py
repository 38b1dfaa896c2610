"""Material of formulas: the types of values, frames that hold them, blanks, and exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from keyword import iskeyword
from math import isqrt
from typing import Any

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.systems.plain.formula.problem import FailureError


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
        one, of, rest = self.name.partition(" ")[2].partition(" of ")
        return f"{one}s{of}{rest}"


WHOLE = Type("a whole number")
NUMBER = Type("a number")
TEXT = Type("a text")
FLAG = Type("true or false")
ANY = Type("anything")
"""The type of the items of a list that may be of any type."""
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

    `make` makes one at run time from its values in their order; `depth` counts how many records
    that formulas wrote are one in another.
    """

    parts: Mapping[str, Type] = field(default_factory=dict)
    make: Any = field(default=None, compare=False)
    depth: int = field(default=0, compare=False)


@record
class TableType(Type):
    """A table: lines found by a number or by a text. `keys` are all of its keys.

    One that is not `fixed` has other lines for each frame.
    """

    key: Type = TEXT
    line: Type = NUMBER
    keys: Sequence[Any] = field(default=(), compare=False)
    fixed: bool = field(default=True, compare=False)


DRAWING = Type("a drawing")
"""A thing that the code of a game makes for a template; formulas only pass it on."""


@record
class FunctionType(Type):
    """A function that a game brings: its value compiles the calls."""


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


def find_item(form: Type) -> Type:
    """The type of the items of a list, or of the keys of a table."""
    if isinstance(form, TableType):
        return limit_text(form.keys) if form.key == TEXT else form.key
    assert isinstance(form, ListOf)
    return form.item


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can be used where the other is wanted."""
    if given in (wanted, NONE) or wanted == ANY:
        return True
    if isinstance(given, ListOf) and isinstance(wanted, ListOf):
        return fits(given.item, wanted.item)
    if isinstance(given, RecordType) and isinstance(wanted, RecordType):
        same = given.parts.keys() == wanted.parts.keys()
        return same and all(fits(part, wanted.parts[name]) for name, part in given.parts.items())
    return given == WHOLE and wanted == NUMBER


def unite(one: Type, other: Type) -> Type | None:
    """The type of a value that is one or the other; None if they have nothing in common.

    Tables have not: which one it is must be known before any value is. What may be missing in one
    may be so in both.
    """
    if not isinstance(one, Maybe) and not isinstance(other, Maybe):
        return _unite_values(one, other)
    whole = _unite_values(*(form.of if isinstance(form, Maybe) else form for form in (one, other)))
    return whole and Maybe.make(whole)


def _unite_values(one: Type, other: Type) -> Type | None:
    if isinstance(one, TableType) or isinstance(other, TableType):
        return None
    if one is other:
        return one
    if one == other == TEXT:
        few = (*one.values, *other.values) if one.values and other.values else ()
        return limit_text(tuple(dict.fromkeys(few)))
    if isinstance(one, ListOf) and isinstance(other, ListOf):
        item = unite(one.item, other.item)
        return item and ListOf.make(item)
    if isinstance(one, Maybe) and isinstance(other, Maybe):
        item = unite(one.of, other.of)
        return item and Maybe.make(item)
    if isinstance(one, RecordType) and isinstance(other, RecordType):
        return _unite_records(one, other)
    if fits(one, other):
        return other
    return one if fits(other, one) else None


def _unite_records(one: RecordType, other: RecordType) -> RecordType | None:
    """The type of records with the same parts, each of which has a type in common.

    Those of a file from elsewhere can be joined: what only some have may then be missing.
    """
    join = getattr(one.parts, "join", None)
    if join:
        joined = join(other.parts)
        return joined and replace(other, parts=joined)
    if one.parts.keys() != other.parts.keys():
        return None
    parts = {}
    for name, part in other.parts.items():
        united = unite(one.parts[name], part)
        if united is None:
            return None
        parts[name] = united
    return replace(other, parts=parts, depth=max(one.depth, other.depth))


def is_number(form: Type) -> bool:
    """Whether values of a type are numbers; of what is never there, all would be."""
    return form in (WHOLE, NUMBER, NONE)


def make_record(name: str, parts: Mapping[str, Type]) -> RecordType:
    """A type of records, with the class of its values."""
    depth = max(map(measure_depth, parts.values()), default=0)
    make = make_class(name.title().replace(" ", ""), parts)
    return RecordType(name, parts=dict(parts), make=make, depth=depth)


def measure_depth(form: Type) -> int:
    """Return how many records that formulas wrote are one in another in values of a type."""
    while isinstance(form, (ListOf, Maybe)):
        form = form.item if isinstance(form, ListOf) else form.of
    return form.depth if isinstance(form, RecordType) else 0


class WrittenRecord:
    """The base of records that formulas write: what is in them counts as work.

    `_weight` is that of records with nothing but numbers and short texts; 0 has to be found.
    """

    __slots__: tuple[str, ...] = ()
    _weight = 0


def make_class(
    name: str,
    names: Sequence[str] | Mapping[str, Any],
    bases: tuple[type[Any], ...] = (),
) -> type[Any]:
    """A class of plain values with these attributes, made from them in their order.

    Those with the same attributes are equal. A class rather than a namespace, so that a name
    misspelt in a template is reported with those that exist.
    """
    left = _FEW

    def fill(self: Any, *values: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            made.__init__ = _compile_fill(slots) or fill
        for part, value in zip(slots, values, strict=True):
            setattr(self, part, value)

    def equal(self: Any, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, part) == getattr(other, part) for part in slots
        )

    slots = tuple(names)
    body = {"__slots__": slots, "__match_args__": slots, "__init__": fill}
    made: type[Any] = type(name, bases, {**body, "__eq__": equal, "__hash__": None})
    return made


_FEW = 10
"""Records of a class that are made before its `__init__` is compiled, which takes as long."""


def _compile_fill(slots: Sequence[str]) -> Any:
    """Compile the `__init__` of a class of plain values; None where Python can't write a name."""
    if not all(map(is_plain, slots)):
        return None
    given = ", ".join(f"v{at}" for at in range(len(slots)))
    lines = [f"self.{name} = v{at}" for at, name in enumerate(slots)]
    space: dict[str, Any] = {}
    exec("\n ".join([f"def fill(self, {given}):", *(lines or ["pass"])]), space)
    return space["fill"]


def is_plain(name: str) -> bool:
    """Whether Python can write a name as it is; it reads some letters as others."""
    return name.isascii() and name.isidentifier() and not iskeyword(name)


# The frames that formulas work on: the values of names, and how much work is left.


Frame = list[Any]
"""The values of all names by their slots; the first is the Work."""
Run = Callable[[Frame], Any]

MOST_WORK = 250_000
"""Items that the values of one definition may work through, and each check, column or sheet."""
LONGEST = 10_000
"""Items of one list, and characters of one text."""


class Code(NamedTuple):
    """A part of a formula in Python: the type of its value, and an expression of the frame `f`.

    The expression needs no brackets where it becomes part of another. `value` is that of a table,
    or of a part of one, which is known before any frame.
    """

    type: Type
    text: str
    value: Any = None


PENDING = object()
"""Stands in a frame for a value that nobody has asked for yet."""


class FormulaWork:
    """A count of the work that is left to formulas, for `whose` definition they are worked out.

    `base` is the frame of that definition's own values, None in that frame itself; `writer`
    breaks the lines of a sheet.
    """

    __slots__ = ("base", "left", "whose", "writer")

    def __init__(self, whose: str = "", base: Frame | None = None) -> None:
        self.left, self.whose, self.base = MOST_WORK, whose, base
        self.writer: Any = None

    def spend(self, items: int, at: int) -> None:
        """Counts items worked through. Raises FailureError if there were too many."""
        self.left -= items
        if self.left < 0 or items > LONGEST:
            most = LONGEST if items > LONGEST else MOST_WORK
            raise FailureError(at, f"this takes too much work: more than {most:,} items")


def weigh(value: Any) -> int:
    """The number of items in a value, with those inside its items."""
    if isinstance(value, list):
        one = value[0] if value else 0  # and all are of one type
        if isinstance(one, Number):
            return 2 * len(value)
        if isinstance(one, WrittenRecord) and one._weight:
            return len(value) * (1 + one._weight)
        return len(value) + sum(map(weigh, value))
    if isinstance(value, range):
        return len(value)
    if isinstance(value, WrittenRecord):
        known = value._weight
        return known or 1 + sum(weigh(getattr(value, name)) for name in type(value).__slots__)
    return 1 + len(value) // 100 if isinstance(value, str) else 1


def find_weight(form: Type) -> int:
    """Return what every value of a type weighs; 0 if that depends on the value."""
    if form in (WHOLE, NUMBER, FLAG) or form.values:
        return 1
    if isinstance(form, RecordType) and form.parts:
        weights = [find_weight(part) for part in form.parts.values()]
        return 1 + sum(weights) if all(weights) else 0
    return 0


class BlankError(Exception):
    """A value that a blank sheet leaves to be filled in by hand is needed to work on."""


class Blank:
    """A value that is left to be filled in by hand: whatever works on it is left out too."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> Any:
        raise BlankError

    __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __ne__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse
    __neg__ = __abs__ = __iter__ = __len__ = __contains__ = __getitem__ = __hash__ = _refuse
    __getattr__ = _refuse


BLANK = Blank()


class BlankList(list[Any]):
    """The items of a list that a blank sheet leaves out: whatever asks for one is left out too."""


def leave_blank(form: Type) -> Any:
    """Return a blank value of a type, for what a blank sheet leaves open."""
    if isinstance(form, ListOf):
        return BlankList()
    if isinstance(form, RecordType):
        return form.make(*map(leave_blank, form.parts.values()))
    return BLANK


# Exact numbers: whole ones and fractions, their roots, and how they are written.


Number = int | Fraction

LIMIT = 10**30
"""No number is as large, and no fraction has as large a denominator."""

_DECIMALS = 10**12


def simplify(value: Number) -> Number:
    """A number, as an int if it is whole."""
    return value.numerator if value.denominator == 1 else value


def read_float(value: float) -> Number:
    """The number that was written, such as 1/10 for 0.1."""
    return simplify(Fraction(repr(value)))


def is_small(value: Number) -> bool:
    """Whether a number is within the limits."""
    return -LIMIT < value.numerator < LIMIT and value.denominator < LIMIT


def round_half_up(value: Number) -> int:
    """The nearest whole number; of two equally near ones, the greater."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def find_root(value: Number) -> Number:
    """The square root: exact if it is a fraction, else rounded half up to twelve decimals.

    Raises ValueError for a negative number.
    """
    over, under = value.numerator, value.denominator
    if over < 0:
        raise ValueError(f"{write_number(value)} has no square root")
    top, bottom = isqrt(over), isqrt(under)
    if top * top == over and bottom * bottom == under:
        return simplify(Fraction(top, bottom))
    doubled = isqrt(4 * over * _DECIMALS**2 // under)
    return simplify(Fraction((doubled + 1) // 2, _DECIMALS))


def spell_value(value: Any) -> str:
    """A value in print."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(spell_value, value))
    return write_number(value)


def write_number(value: Number) -> str:
    """A number in print: `12`, `2.5`, and `2 1/3` where no four decimals are enough."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10_000
    if scaled.denominator == 1:
        whole, rest = divmod(abs(scaled.numerator), 10_000)
        return f"{'-' if value < 0 else ''}{whole}.{rest:04}".rstrip("0")
    if value.denominator > 1000:  # a root
        return f"{float(value):.4f}".rstrip("0").rstrip(".")
    whole, rest = divmod(abs(value.numerator), value.denominator)
    parts = f"{whole} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"
    return f"-{parts}" if value < 0 else parts
