"""Vocabulary: the filters, tests and text methods that templates and chapters may use.

Whatever is not here does not exist for them. Each has a cost, which says how its steps grow with
the sizes of what it is given, and is counted before it is called; so they don't depend on how the
code of a template is written. Nor does anything here depend on chance, on the time, or on where in
memory something is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from jinja2 import filters, tests
from jinja2.runtime import Context
from jinja2.utils import pass_context
from markupsafe import Markup, escape

from sheetgen.ground.record import NamedTuple
from sheetgen.template.sandbox.work import Work, check_number, write_value

_LOOKED_UP = 10  # steps in which a value's own value is looked up by its name
_PAIRS = 6  # a step compares two to the power of this many pairs of letters
MOST_DIGITS = 15
"""Digits to which a number may be rounded."""


class Cost(NamedTuple):
    """How many steps a call takes.

    The size of a text is an eighth of its letters, that of a list its items with those in them.
    What is short, and every number, is handled in the step that asked for it.
    """

    rate: int = 1
    """Steps for each unit of the size of all that is given."""
    sorts: bool = False
    """Whether the values are compared again each time that their number doubles."""
    names: bool = False
    """Whether a path of names may be looked up in each of the values."""
    pairs: bool = False
    """Whether each letter of the text may be compared with each of another text."""

    def charge(self, work: Work, value: Any, others: Collection[Any] = ()) -> None:
        """Counts the steps of a call for `value` with `others`. Raises TooMuchError."""
        if not self.rate:
            return
        before = work.steps
        for one in (value, *others):
            work.weigh(one)
        times = self.rate - 1
        if self.sorts:
            times += len(value).bit_length()
        work.spend((work.steps - before) * times)
        texts = [one for one in others if isinstance(one, str)]
        if self.names:
            names = sum(text.count(".") + 1 for text in texts)
            work.spend(len(value) * names * _LOOKED_UP)
        if self.pairs and isinstance(value, str):
            work.spend(len(value) * sum(map(len, texts)) >> _PAIRS)


NONE = Cost(0)
"""The cost of looking at no more than the first value, or at how many there are."""
SIZE = Cost()
SPLITS = Cost(32)
"""Each letter may become a text of its own."""
NAMES = Cost(names=True)
SORTS = Cost(sorts=True, names=True)
PAIRS = Cost(pairs=True)


def _see(context: Any) -> Work:
    """Return the work that the filling has done so far."""
    work: Work = context.work
    return work


def _fold(value: Any) -> Any:
    """Return the key that a value is sorted by: capital and small letters are the same."""
    return value.lower() if isinstance(value, str) else value


def _find_keys(context: Any, values: Any, attribute: Any, fold: bool = True) -> list[Any]:
    """Return the key of each value: the value itself, or its part named by `attribute`."""
    names = write_value(attribute).split(".") if attribute is not None else ()
    keys = []
    for key in values:
        for name in names:
            key = context.environment.getitem(key, name)
        keys.append(_fold(key) if fold else key)
    if names:  # the values were counted, not those in them
        SORTS.charge(_see(context), keys)
    return keys


@pass_context
def batch(context: Context, values: Any, count: int, fill: Any = None) -> list[list[Any]]:
    """Values in rows of `count`; the last is made full with `fill`, if that is given."""
    values = list(values)
    if not 1 <= count <= 1000:
        raise ValueError("a row has 1 to 1000 values")
    rows = [values[at : at + count] for at in range(0, len(values), count)]
    if fill is not None and rows:
        rows[-1] += [fill] * (count - len(rows[-1]))
    _see(context).hold(rows)
    return rows


def round_number(value: float, precision: int = 0, method: str = "common") -> float:
    """A number rounded to a number of decimals: `common`, `ceil` or `floor`."""
    if not -MOST_DIGITS <= precision <= MOST_DIGITS:
        raise ValueError(f"numbers are rounded to at most {MOST_DIGITS} digits")
    if method == "common":
        return round(float(value), precision)
    if method not in ("ceil", "floor"):
        raise ValueError("a number is rounded by common, ceil or floor")
    step = math.ceil if method == "ceil" else math.floor
    rounded: float = step(value * 10.0**precision) / 10.0**precision
    return rounded


def make_int(value: Any, default: int = 0) -> Any:
    """A whole number: what is behind the point is cut off; `default` for what is no number."""
    return _read_number(value, default, int)


def make_float(value: Any, default: float = 0.0) -> Any:
    """A number; `default` for what is no number."""
    return _read_number(value, default, float)


def _read_number(value: Any, default: Any, kind: type) -> Any:
    if not isinstance(default, (int, float)) and default is not None:
        raise TypeError("the default of a number must be a number")
    try:
        return check_number(kind(value))
    except (TypeError, ValueError):
        pass
    try:
        return check_number(kind(float(value)))
    except (TypeError, ValueError, OverflowError):
        return default


@pass_context
def format_text(context: Context, text: str, *values: Any) -> str:
    """A text whose `%s`, `%d` or `%.2f` are replaced with values."""
    return _see(context).format(text, values)


@pass_context
def join(context: Any, values: Any, between: Any = "", attribute: Any = None) -> str:
    """Values as one text, with a text between them."""
    keys = _find_keys(context, values, attribute, fold=False)
    return _join(_see(context), keys, between)


def _join(work: Work, values: Iterable[Any], between: Any) -> str:
    return work.chain(write_value(between), [write_value(value) for value in values])


@pass_context
def make_list(context: Context, values: Any) -> Any:
    """Values as a list; a text becomes its letters."""
    return _see(context).hold(list(values))


@pass_context
def find_first(context: Context, values: Any) -> Any:
    """The first value."""
    return filters.do_first(context.environment, values)


@pass_context
def find_last(context: Context, values: Any) -> Any:
    """The last value."""
    return filters.do_last(context.environment, values)


def _find_by(choose: Callable[..., Any]) -> Callable[..., Any]:
    """The filter that finds a value, or the one with what is called `attribute` in it."""

    @pass_context
    def find(
        context: Context, values: Any, case_sensitive: bool = False, attribute: Any = None
    ) -> Any:
        return _choose(context, values, case_sensitive, attribute, choose)

    return find


def _choose(
    context: Any, values: Any, case_sensitive: bool, attribute: Any, choose: Callable[..., Any]
) -> Any:
    if not len(values):
        return context.environment.undefined("there are no values to choose from")
    fold = not case_sensitive and (attribute is not None or isinstance(next(iter(values)), str))
    keys = _find_keys(context, values, attribute, fold)
    return list(values)[choose(range(len(keys)), key=keys.__getitem__)]


@pass_context
def replace(context: Any, text: Any, old: Any, new: Any, count: int = -1) -> str:
    """A text with each `old`, or the first `count` of them, replaced by `new`."""
    return _replace(_see(context), write_value(text), old, new, count)


def _replace(work: Work, text: str, old: Any, new: Any, count: int = -1) -> str:
    old, new = write_value(old), write_value(new)
    if isinstance(text, Markup):
        old, new = escape(old), escape(new)
    found = text.count(old) if old else len(text) + 1
    found = found if count < 0 else min(found, count)
    work.check_letters(len(text) + found * max(len(new) - len(old), 0))
    return text.replace(old, new, count)


def reverse(values: Any) -> Any:
    """Values, or letters, from the last to the first."""
    return values[::-1]


@pass_context
def sort(
    context: Context,
    values: Any,
    reverse: bool = False,
    case_sensitive: bool = False,
    attribute: Any = None,
) -> list[Any]:
    """Values in order, by themselves or by what is called `attribute` in each."""
    keys = _find_keys(context, values, attribute, fold=not case_sensitive)
    found = list(values)
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)
    return [found[at] for at in order]


@pass_context
def total(context: Context, values: Any, attribute: Any = None) -> Any:
    """The sum of numbers, or of what is called `attribute` in each value."""
    found = _find_keys(context, values, attribute)
    if not all(isinstance(value, (int, float)) for value in found):
        raise TypeError("only numbers have a sum")
    return sum(found)


def is_divisible(value: Any, number: Any) -> bool:
    """Whether a number can be divided by another without a rest."""
    return bool(_check_numeric(value) % _check_numeric(number) == 0)


def is_even(value: Any) -> bool:
    """Whether a number can be divided by two."""
    return is_divisible(value, 2)


def is_odd(value: Any) -> bool:
    """Whether one is left when a number is divided by two."""
    return bool(_check_numeric(value) % 2 == 1)


def _check_numeric(value: Any) -> Any:
    """A number. Raises TypeError for anything else: `%` would format a text."""
    if not isinstance(value, (int, float)):
        raise TypeError("only numbers are even, odd or divisible")
    return value


def _of_text(name: str) -> Callable[..., Any]:
    """The filter that is the text method of this name."""

    @pass_context
    def change(context: Context, text: str, *arguments: Any) -> Any:
        return _run_method(_see(context), text, name, arguments, {})

    return change


class _Entry(NamedTuple):
    """A filter or test: its cost, what it does, and what its first value is made before."""

    cost: Cost
    function: Callable[..., Any]
    make: Callable[[Work, Any], Any] | None = None


def _gather(work: Work, values: Any) -> Any:
    if isinstance(values, str):  # each of its letters is a value
        work.spend(len(values))
    return work.gather(values)


def _write(work: Work, value: Any) -> str:
    return write_value(value)


_FILTERS: Mapping[str, _Entry] = {
    "abs": _Entry(NONE, abs),
    "batch": _Entry(SIZE, batch, _gather),
    "capitalize": _Entry(SIZE, _of_text("capitalize"), _write),
    "count": _Entry(NONE, len),
    "d": _Entry(NONE, filters.do_default),
    "default": _Entry(NONE, filters.do_default),
    "first": _Entry(NONE, find_first, _gather),
    "float": _Entry(SIZE, make_float),
    "format": _Entry(SIZE, format_text),
    "int": _Entry(SIZE, make_int),
    "join": _Entry(NAMES, join, _gather),
    "last": _Entry(NONE, find_last, _gather),
    "length": _Entry(NONE, len),
    "list": _Entry(SIZE, make_list, _gather),
    "lower": _Entry(SIZE, _of_text("lower"), _write),
    "max": _Entry(NAMES, _find_by(max), _gather),
    "min": _Entry(NAMES, _find_by(min), _gather),
    "replace": _Entry(SIZE, replace, _write),
    "reverse": _Entry(SIZE, reverse, _gather),
    "round": _Entry(SIZE, round_number),
    "sort": _Entry(SORTS, sort, _gather),
    "string": _Entry(SIZE, str, _write),
    "sum": _Entry(NAMES, total, _gather),
    "title": _Entry(SPLITS, filters.do_title, _write),
    "trim": _Entry(PAIRS, _of_text("strip"), _write),
    "upper": _Entry(SIZE, _of_text("upper"), _write),
}

_JINJA_TESTS: Mapping[str, Any] = tests.TESTS
_TESTS: Mapping[str, _Entry] = {
    "divisibleby": _Entry(NONE, is_divisible),
    "even": _Entry(NONE, is_even),
    "odd": _Entry(NONE, is_odd),
    **{
        name: _Entry(NONE, _JINJA_TESTS[name])
        for name in (
            "boolean", "defined", "false", "float", "integer", "mapping", "none", "number",
            "sequence", "string", "true", "undefined",
        )
    },
}  # fmt: skip

METHODS: Mapping[str, Cost] = {
    "capitalize": SIZE,
    "count": SIZE,
    "endswith": SIZE,
    "find": SIZE,
    "isalpha": SIZE,
    "isdigit": SIZE,
    "islower": SIZE,
    "isupper": SIZE,
    "join": SIZE,
    "lower": SIZE,
    "lstrip": PAIRS,
    "removeprefix": SIZE,
    "removesuffix": SIZE,
    "replace": SIZE,
    "rstrip": PAIRS,
    "split": SPLITS,
    "startswith": SIZE,
    "strip": PAIRS,
    "title": SIZE,
    "upper": SIZE,
}
"""Methods of texts that may be called, each with its cost."""


def _count(entry: _Entry) -> Callable[..., Any]:
    """A filter or test that counts its steps before it does anything."""
    cost, function, make = entry
    if cost == NONE and make is None:
        return function
    needs_context = hasattr(function, "jinja_pass_arg")

    @pass_context
    def call(context: Context, value: Any, *others: Any, **named: Any) -> Any:
        work = _see(context)
        value = make(work, value) if make else value
        cost.charge(work, value, (*others, *named.values()))
        given = (context, value) if needs_context else (value,)
        return function(*given, *others, **named)

    return call


FILTERS: Mapping[str, Callable[..., Any]] = {n: _count(entry) for n, entry in _FILTERS.items()}
TESTS: Mapping[str, Callable[..., Any]] = {n: _count(entry) for n, entry in _TESTS.items()}


def call_method(
    work: Work, text: str, name: str, arguments: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """The result of a text's method, which is one of METHODS."""
    METHODS[name].charge(work, text, (*arguments, *options.values()))
    return _run_method(work, text, name, arguments, options)


def _run_method(
    work: Work, text: str, name: str, arguments: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    if name == "replace":
        return _replace(work, text, *arguments, **options)
    if name == "join":
        return _join(work, work.gather(*arguments), text)
    made = getattr(text, name)(*arguments, **options)
    if isinstance(made, list):
        work.hold(made)
    elif isinstance(made, str):
        work.check_letters(len(made))
    return made
