"""Vocabulary: the filters, tests and text methods that templates and chapters may use.

Whatever is not here does not exist for them. Each counts its steps; none depends on chance, on the
time, or on where in memory something is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from jinja2 import filters, tests
from jinja2.runtime import Context
from jinja2.utils import pass_context
from markupsafe import Markup, escape

from sheetgen.sandbox.work import Work
from sheetgen.sandbox.written import check_number, write_value

MOST_DIGITS = 15
"""Digits to which a number may be rounded."""


def _see(context: Any) -> Work:
    """What the filling has done so far."""
    work: Work = context.work
    return work


def _look_at(context: Any, values: Any) -> Any:
    """Values with a length and an order, whose size is counted."""
    work = _see(context)
    return work.weigh(work.gather(values))


def _fold(value: Any) -> Any:
    """What a value is sorted by: capital and small letters are the same."""
    return value.lower() if isinstance(value, str) else value


def _find_key(context: Any, attribute: Any, fold: bool = True) -> Callable[[Any], Any]:
    """What is looked at of each value: the value itself, or what is called `attribute` in it."""
    names = str(attribute).split(".") if attribute is not None else ()

    def see(value: Any) -> Any:
        for name in names:
            value = context.environment.getitem(value, name)
        return _fold(value) if fold else value

    return see


@pass_context
def batch(context: Context, values: Any, count: int, fill: Any = None) -> list[list[Any]]:
    """Values in rows of `count`; the last is made full with `fill`, if that is given."""
    values = list(_look_at(context, values))
    if not 1 <= count <= 1000:
        raise ValueError("a row has 1 to 1000 values")
    rows = [values[at : at + count] for at in range(0, len(values), count)]
    if fill is not None and rows:
        rows[-1] += [fill] * (count - len(rows[-1]))
    _see(context).hold(rows)
    return rows


@pass_context
def round_number(
    context: Context, value: float, precision: int = 0, method: str = "common"
) -> float:
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


@pass_context
def make_int(context: Context, value: Any, default: int = 0) -> Any:
    """A whole number: what is behind the point is cut off; `default` for what is no number."""
    return _read_number(context, value, default, int)


@pass_context
def make_float(context: Context, value: Any, default: float = 0.0) -> Any:
    """A number; `default` for what is no number."""
    return _read_number(context, value, default, float)


def _read_number(context: Any, value: Any, default: Any, kind: type) -> Any:
    _see(context).weigh(value)
    if not isinstance(default, (int, float)) and default is not None:
        raise TypeError("what stands for a number is a number")
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
    see = _find_key(context, attribute, fold=False)
    return _join(_see(context), map(see, _look_at(context, values)), between)


def _join(work: Work, values: Iterable[Any], between: Any) -> str:
    return work.chain(write_value(between), [write_value(value) for value in values])


@pass_context
def make_list(context: Context, values: Any) -> list[Any]:
    """Values as a list; a text becomes its letters."""
    found = list(_look_at(context, values))
    _see(context).hold(found)
    return found


@pass_context
def find_most(
    context: Context, values: Any, case_sensitive: bool = False, attribute: Any = None
) -> Any:
    """The largest value, or the one with the largest of what is called `attribute` in it."""
    return _choose(context, values, case_sensitive, attribute, max)


@pass_context
def find_least(
    context: Context, values: Any, case_sensitive: bool = False, attribute: Any = None
) -> Any:
    """The smallest value, or the one with the smallest of what is called `attribute` in it."""
    return _choose(context, values, case_sensitive, attribute, min)


def _choose(
    context: Any, values: Any, case_sensitive: bool, attribute: Any, choose: Callable[..., Any]
) -> Any:
    values = _look_at(context, values)
    if not len(values):
        return context.environment.undefined("there are no values to choose from")
    if attribute is None and not isinstance(next(iter(values)), str):
        return choose(values)
    return choose(values, key=_find_key(context, attribute, fold=not case_sensitive))


@pass_context
def replace(context: Any, text: Any, old: Any, new: Any, count: int = -1) -> str:
    """A text with each `old`, or the first `count` of them, replaced by `new`."""
    return _replace(_see(context), write_value(text), old, new, count)


def _replace(work: Work, text: str, old: Any, new: Any, count: int = -1) -> str:
    old, new = write_value(old), write_value(new)
    if isinstance(text, Markup):
        old, new = escape(old), escape(new)
    work.weigh(text)
    found = text.count(old) if old else len(text) + 1
    found = found if count < 0 else min(found, count)
    work.check_letters(len(text) + found * max(len(new) - len(old), 0))
    return text.replace(old, new, count)


@pass_context
def reverse(context: Context, values: Any) -> Any:
    """Values, or letters, from the last to the first."""
    return _look_at(context, values)[::-1]


@pass_context
def sort(
    context: Context,
    values: Any,
    reverse: bool = False,
    case_sensitive: bool = False,
    attribute: Any = None,
) -> list[Any]:
    """Values in order, by themselves or by what is called `attribute` in each."""
    values = _look_at(context, values)
    _see(context).spend(4 * len(values))
    key = _find_key(context, attribute, fold=not case_sensitive)
    return sorted(values, key=key, reverse=reverse)


@pass_context
def make_text(context: Context, value: Any) -> str:
    """A value as text."""
    return write_value(value)


@pass_context
def total(context: Context, values: Any, attribute: Any = None) -> Any:
    """The sum of numbers, or of what is called `attribute` in each value."""
    see = _find_key(context, attribute)
    found = [see(value) for value in _look_at(context, values)]
    if not all(isinstance(value, (int, float)) for value in found):
        raise TypeError("only numbers have a sum")
    return sum(found)


@pass_context
def title(context: Context, text: Any) -> str:
    """A text whose words begin with capital letters."""
    text = write_value(text)
    _see(context).spend(len(text))
    return filters.do_title(text)


def _of_text(name: str) -> Callable[..., Any]:
    """The filter that is the text method of this name."""

    @pass_context
    def change(context: Context, text: Any, *arguments: Any) -> Any:
        return call_method(_see(context), write_value(text), name, arguments, {})

    return change


FILTERS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "batch": batch,
    "capitalize": _of_text("capitalize"),
    "count": len,
    "d": filters.do_default,
    "default": filters.do_default,
    "first": filters.do_first,
    "float": make_float,
    "format": format_text,
    "int": make_int,
    "join": join,
    "last": filters.do_last,
    "length": len,
    "list": make_list,
    "lower": _of_text("lower"),
    "max": find_most,
    "min": find_least,
    "replace": replace,
    "reverse": reverse,
    "round": round_number,
    "sort": sort,
    "string": make_text,
    "sum": total,
    "title": title,
    "trim": _of_text("strip"),
    "upper": _of_text("upper"),
}

TESTS: Mapping[str, Any] = {
    name: tests.TESTS[name]
    for name in (
        "boolean", "defined", "divisibleby", "even", "false", "float", "integer", "mapping",
        "none", "number", "odd", "sequence", "string", "true", "undefined",
    )
}  # fmt: skip

METHODS = (
    "capitalize", "count", "endswith", "find", "isalpha", "isdigit", "islower", "isupper", "join",
    "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "split", "startswith",
    "strip", "title", "upper",
)  # fmt: skip
"""What may be called of a text."""


def call_method(
    work: Work, text: str, name: str, arguments: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """The result of a text's method, which is one of METHODS."""
    work.weigh(text)
    if name == "replace":
        return _replace(work, text, *arguments, **options)
    for argument in arguments:
        work.weigh(argument)
    if name == "join":
        return _join(work, work.gather(*arguments), text)
    made = getattr(text, name)(*arguments, **options)
    if isinstance(made, list):
        work.hold(made)
    elif isinstance(made, str):
        work.check_letters(len(made))
    return made
