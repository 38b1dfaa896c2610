"""Work: how much one filling may do, in steps, and how large a value may become.

A step is about 0.1 µs and holds at most 60 bytes, so all bounds follow from the number of steps.
A template's code counts them (counting.py): a loop before it starts, everything else by the sizes
that it handles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from time import monotonic
from typing import Any

from markupsafe import Markup, escape

from sheetgen.ground.diagnostics import declare
from sheetgen.ground.number import fmt

# Limits of the work of a template or chapter, and the rules that name them


TOO_MUCH_WORK = declare(
    "too-much-work",
    "error",
    """A template or chapter does more than printing a sheet or a book can need.

    Why: Templates and chapters come from other people. One that repeats itself without end, or
    makes a text as long as a library, would stop the computer. So the steps of each, and the size
    of each value, have a limit that is many times what any shipped one needs.

    Example:
    # {{ "x" * 1000000000 }}
    """,
)

MOST_STEPS = 5_000_000
"""Steps of one filling; the largest shipped sheet takes about one in a hundred of them."""
MOST_LETTERS = 200_000
"""Letters of one value."""
MOST_ITEMS = 50_000
"""Items of one list, with those of the lists in it."""
MOST_OUTPUT = 8_000_000
"""Letters of a filled template or chapter."""
LARGEST = 10**15
"""Whole numbers are at most this large; floats may be larger, they always take 8 bytes."""
MOST_LEVELS = 24
"""Templates that include each other, and macros that call each other."""
MOST_SECONDS = 30.0
"""The last resort, if a step should take much longer than any that is known."""


class TooMuchError(Exception):
    """A template or chapter does too much; `hint` says what would do."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


# Values written as texts, short and the same in every run


SHORT = 64
"""Letters that are written within the step that asked for them."""
_MOST_WRITTEN = 10_000
_NUMBERS = (int, float)
is_special = re.compile("[&<>\"']").search


def large_number() -> TooMuchError:
    """The error of a number that is too large."""
    return TooMuchError(f"this number is larger than {LARGEST:,}")


def check_number(value: Any) -> Any:
    """A value that is kept. Raises TooMuchError if it is too large a whole number."""
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise large_number()
    return value


def write_value(value: Any) -> str:
    """A value as text. Raises TypeError for lists, functions and other things without one.

    How Python shows those can depend on where in memory they are.
    """
    if isinstance(value, str):
        return value
    kind: Any = type(value)
    if kind.__str__ is object.__str__ and not isinstance(value, _NUMBERS) and value is not None:
        raise TypeError(f"{kind.__name__} can't be printed; print the values in it")
    return str(check_number(value))


class _Written(dict[float, str]):
    """Fractions as SVG text; templates use the same few again and again."""

    def __missing__(self, value: float) -> str:
        if len(self) >= _MOST_WRITTEN:
            self.clear()
        self[value] = written = fmt(value)
        return written


class _Escaped(dict[str, str]):
    """Short texts escaped for SVG; nothing for those that are not short."""

    def __missing__(self, value: str) -> str:
        if len(value) > SHORT:
            return ""
        if len(self) >= _MOST_WRITTEN:
            self.clear()
        self[value] = written = str(escape(value)) if is_special(value) else value
        return written


ESCAPED = _Escaped()
WRITTEN = _Written()

_SLICE = 500_000  # steps after which the clock is read
_FEW = 60_000  # steps in which no more than MOST_OUTPUT letters can be written
_LETTERS = 3  # a step handles two to the power of this many letters
_PLAIN = frozenset({int, float, bool, type(None)})
_ORDERED = frozenset({list, tuple, range, dict, str})
_CONTAINERS = (list, tuple, dict, set, frozenset)
_NONE_LEFT = object()
_FORMAT = r"(?s)%([-+ #0]{0,5})(\d{0,2})(\.\d{0,2})?([sdifeEgGxXc%])|%.{0,9}"


class Work:
    """The work that one filling has done so far, and the operators of its code."""

    __slots__ = ("_deadline", "_left", "_levels", "_slices")

    def __init__(self) -> None:
        self._left = _SLICE
        self._slices = MOST_STEPS // _SLICE - 1
        self._levels = 0
        self._deadline = 0.0

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        return MOST_STEPS - self._slices * _SLICE - self._left

    def spend(self, steps: int) -> None:
        """Counts steps. Raises TooMuchError."""
        self._left -= steps
        if self._left < 0:
            self._renew()

    def _renew(self) -> None:
        while self._left < 0:
            if not self._slices:
                raise TooMuchError(
                    f"this takes more than {MOST_STEPS:,} steps",
                    "repeat less; what is the same for all can be drawn once",
                )
            self._slices -= 1
            self._left += _SLICE
        now = monotonic()
        self._deadline = self._deadline or now + MOST_SECONDS
        if now > self._deadline:
            raise TooMuchError(f"this takes longer than {MOST_SECONDS:g} seconds")

    @contextmanager
    def nest(self) -> Iterator[None]:
        """Counts a level of macros while one runs. Raises TooMuchError."""
        self.check_level(self._levels)
        self._levels += 1
        try:
            yield
        finally:
            self._levels -= 1

    def check_level(self, levels: int) -> None:
        """Raises TooMuchError at more levels than may be nested."""
        self.spend(50)
        if levels >= MOST_LEVELS:
            raise TooMuchError(
                f"templates or macros are nested more than {MOST_LEVELS} deep",
                "does it include or call itself?",
            )

    def repeat(self, values: Any, weight: int) -> Any:
        """The values of a loop whose body takes `weight` steps, all counted beforehand."""
        if type(values) not in _ORDERED:
            values = self.gather(values)
        self._left -= len(values) * weight
        if self._left < 0:
            self._renew()
        return values

    def gather(self, values: Any) -> Sequence[Any] | Any:
        """Values with a length and an order. Raises TypeError for what has no order."""
        if isinstance(values, (set, frozenset)):
            raise TypeError("a set has no order; the sheet's data must be a list or a tuple")
        if hasattr(values, "__len__"):
            return values
        found = list(islice(values, MOST_ITEMS + 1))
        self._check_items(len(found))
        self.spend(len(found))
        return found

    # What is written

    def escape(self, value: Any) -> str:
        """A value as SVG text: numbers short, texts escaped, nothing for None.

        A plain text, as a Markup would escape the text before it when the two are joined.
        """
        kind = type(value)
        if kind is str:
            return ESCAPED[value] or self._escape_long(value)
        if kind is int:
            return str(value)
        if kind is float:
            return WRITTEN[value]
        if kind is Markup:
            self.spend(len(value) >> _LETTERS)
            return str(value)
        if value is None:
            return ""
        return str(escape(write_value(value)))

    def _escape_long(self, value: str) -> str:
        self.spend(len(value) >> _LETTERS)
        return str(escape(value)) if is_special(value) else value

    def write(self, value: Any) -> str:
        """A value as a chapter's text: numbers short, texts as they are."""
        text = WRITTEN[value] if type(value) is float else write_value(value)
        if len(text) > SHORT:
            self.spend(len(text) >> _LETTERS)
        return text

    def check_block(self, text: str) -> str:
        """Return the text that a macro or block wrote. Raises TooMuchError if it is too long."""
        self.check_letters(len(text))
        return text

    def check_output(self, pieces: Sequence[str], most: int) -> None:
        """Raises TooMuchError if a filled text has more than that many letters."""
        if (self.steps > _FEW or most < MOST_OUTPUT) and sum(map(len, pieces)) > most:
            raise TooMuchError(f"when it is filled, this is longer than {most:,} letters")

    # Operators

    def add(self, left: Any, right: Any) -> Any:
        """`left + right`, where one may be a text or a list."""
        kind = type(left)
        if kind is float or kind is int:
            return left + right
        if isinstance(left, str) and isinstance(right, str):
            self.check_letters(len(left) + len(right))
            return left + right
        return self.hold(left + right)

    def multiply(self, left: Any, right: Any) -> Any:
        """`left * right`, where one may be a text or a list."""
        kinds = type(left), type(right)
        if float in kinds:
            return left * right
        if kinds == (int, int):
            if -LARGEST <= left <= LARGEST and -LARGEST <= right <= LARGEST:
                return left * right
            raise large_number()
        things, times = (right, left) if isinstance(left, int) else (left, right)
        if isinstance(things, str) and isinstance(times, int):
            self.check_letters(len(things) * max(times, 0))
        elif isinstance(things, _CONTAINERS) and isinstance(times, int):
            times = max(times, 0)
            self._check_items(len(things) * times)
            self._check_items(self.measure(things) * times)
            self.spend(len(things) * times)
        return left * right

    def power(self, left: Any, right: Any) -> Any:
        """`left ** right` of numbers. Raises TooMuchError."""
        if not (isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS)):
            raise TypeError("powers are of numbers only")
        if not (abs(left) <= 1e6 and abs(right) <= 16):
            raise TooMuchError("this power is too large", "up to 1000000 ** 16 may be written")
        return left**right

    def remain(self, left: Any, right: Any) -> Any:
        """`left % right`: the remainder of numbers, or a text with values put into it."""
        if not isinstance(left, str):
            return left % right
        return self.format(left, right if isinstance(right, tuple) else (right,))

    def attach(self, values: Iterable[Any]) -> str:
        """`a ~ b ~ c`: values joined as texts."""
        return self.chain("", [write_value(value) for value in values])

    def chain(self, between: str, texts: Sequence[str]) -> str:
        """Texts joined to one, which is escaped if one of them is."""
        self.check_letters(sum(map(len, texts)) + len(between) * len(texts))
        self.spend(len(texts))
        if any(isinstance(text, Markup) for text in texts):
            return Markup(escape(between)).join(texts)
        return between.join(texts)

    def format(self, text: str, values: Sequence[Any]) -> str:
        """A text whose `%s`, `%d` or `%.2f` are replaced with values."""
        self.spend(2 * text.count("%"))
        left = iter(values)
        escaped = isinstance(text, Markup)

        def put(found: re.Match[str]) -> str:
            kind = found[4]
            if kind == "%":
                return "%"
            if not kind:
                raise ValueError(f"{found[0]} can't be read; write %s, %d, %5d or %.2f")
            value = next(left, _NONE_LEFT)
            if value is _NONE_LEFT:
                raise TypeError("there are fewer values than places in the text")
            made: str = found[0] % ((write_value(value) if kind == "s" else value),)
            self.check_letters(len(made))
            return str(escape(made)) if escaped else made

        made = re.sub(_FORMAT, put, str(text))
        if next(left, _NONE_LEFT) is not _NONE_LEFT:
            raise TypeError("there are more values than places in the text")
        self.check_letters(len(made))
        return Markup(made) if escaped else made

    # Sizes

    def hold(self, values: Any) -> Any:
        """A list, tuple or dict that was made, if it is not too large."""
        self.measure(values)
        return values

    def weigh(self, value: Any) -> Any:
        """A value that is to be compared or cut, whose size is counted."""
        if type(value) not in _PLAIN:
            if isinstance(value, str):
                if len(value) > SHORT:
                    self.spend(len(value) >> _LETTERS)
            elif isinstance(value, range):
                self.spend(len(value))
            elif isinstance(value, _CONTAINERS):
                self.measure(value)
        return value

    def measure(self, values: Any) -> int:
        """The items of a container and of those in it, which are counted as steps."""
        total, stack = 0, [values]
        while stack:
            things = stack.pop()
            total += len(things)
            self._check_items(total)
            if isinstance(things, dict):
                stack.append(tuple(things.values()))
            for thing in things:
                kind = type(thing)
                if kind in _PLAIN:
                    continue
                if kind is str or kind is Markup:
                    if len(thing) > SHORT:
                        self.spend(len(thing) >> _LETTERS)
                elif isinstance(thing, _CONTAINERS):
                    stack.append(thing)
        self.spend(total)
        return total

    def check_letters(self, letters: int) -> None:
        """Counts the steps of making a text. Raises TooMuchError if it would be too long."""
        if letters > MOST_LETTERS:
            raise TooMuchError(f"this text would have more than {MOST_LETTERS:,} letters")
        self.spend(letters >> _LETTERS)

    def _check_items(self, items: int) -> None:
        if items > MOST_ITEMS:
            raise TooMuchError(f"this list would have more than {MOST_ITEMS:,} items")
