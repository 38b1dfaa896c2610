"""Numbers: written for PDF content, read from SVG attributes.

PDF: ISO 32000-1 §7.3.3 (a real has no exponent). SVG: SVG 1.1 §4.2 (`<number>`) and §8.3.9
(the compact forms, in which a sign or a second point begins the next number).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SPACE = r"[ \t\r\n\f]"
"""White space as SVG defines it, as a regular expression."""
NUMBER = r"(?>[+-]?(?>[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
"""One number, as a regular expression; atomic, so that a long text cannot make it backtrack."""
BETWEEN = rf"{SPACE}*+,?{SPACE}*+"
"""The separator of two numbers: white space, one comma, or nothing at all."""

LIMIT = 1e12
"""Larger numbers are refused: they are typing mistakes, and their squares would overflow."""

_NUMBER = re.compile(NUMBER)
_SPACES = re.compile(rf"{SPACE}*+")
_RUN = re.compile(rf"{NUMBER}(?:{BETWEEN}{NUMBER})*+")
_BIT = r"[A-Za-z]{1,16}|[^ \t\r\n\f]{1,16}"


def fmt(value: float, decimals: int = 4) -> str:
    """`value` as a decimal for PDF content: no exponent, no trailing zeros, never `-0`.

    Raises ValueError for anything that is not a finite number.
    """
    try:
        whole = int(value)
    except (ValueError, OverflowError):
        raise ValueError(f"'{value}' cannot be printed; it must be a finite number") from None
    if whole == value:  # most coordinates are whole, and this is twice as fast
        return str(whole)
    text = f"{value:.4f}" if decimals == 4 else f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if decimals else text
    return "0" if text == "-0" else text


def numbers(text: str) -> list[float]:
    """The numbers of an SVG list, such as `0,0 10-2.5.5`. Raises ValueError."""
    values, end = read_numbers(text, 0)
    if end < len(text):
        raise ValueError(
            f"{quote(text, end)} is not a number; write numbers with spaces or single commas "
            "between them, such as 0 0 10.5 -3"
        )
    return values


def read_numbers(text: str, at: int) -> tuple[list[float], int]:
    """The run of numbers that starts at index `at`, and the index after it.

    White space before and after it is skipped. Raises ValueError for a number beyond LIMIT;
    anything else that is not a number just ends the run.
    """
    at = skip_space(text, at)
    match = _RUN.match(text, at)
    if match is None:
        return [], at
    values = [float(n) for n in _NUMBER.findall(match[0])]
    if max(values) > LIMIT or min(values) < -LIMIT:
        for n in _NUMBER.findall(match[0]):
            read_number(n)  # raises for the one that is too large
    return values, skip_space(text, match.end())


def skip_space(text: str, at: int) -> int:
    """The index of the first character from `at` on that is not white space, or the length."""
    match = _SPACES.match(text, at)
    return match.end() if match else at


def read_number(text: str) -> float:
    """The one number in `text`. Raises ValueError if it is not a number, or beyond LIMIT."""
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"'{shorten(text)}' is not a number; write, for instance, 3, -0.5 or .25")
    value = float(text)
    if not -LIMIT <= value <= LIMIT:
        raise ValueError(f"'{shorten(text)}' is too large; numbers go up to {LIMIT:.0e}")
    return value


def quote(text: str, at: int) -> str:
    """The part of `text` at index `at`, for a message: `'abc' at character 12`."""
    match = re.match(_BIT, text[at : at + 16])
    return f"'{match[0] if match else text[at : at + 1]}' at character {at + 1}"


def shorten(text: str, length: int = 40) -> str:
    """`text` on one line and at most `length` characters long, to be quoted in a message."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


def name_one(noun: str) -> str:
    """A noun with its article: `a ship`, `an airship`."""
    return f"an {noun}" if noun[:1].lower() in tuple("aeiou") else f"a {noun}"


def count(number: float, noun: str, plural: str = "") -> str:
    """A number with what it counts: `1 point`, `2 points`."""
    return f"{number:.12g} {noun if number == 1 else plural or f'{noun}s'}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as they are joined in a sentence: `a, b and c`. There is at least one."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end
