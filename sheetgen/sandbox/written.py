"""How values are written: as texts, short and the same in every run."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import escape

from sheetgen.ground.number import fmt
from sheetgen.sandbox.limit import LARGEST, TooMuchError

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
