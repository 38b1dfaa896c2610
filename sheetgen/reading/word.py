"""Words of YAML, neither quoted nor in a block: numbers, true, false, nothing, or texts."""

from __future__ import annotations

import re
from math import isfinite

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMERIC = frozenset("-0123456789")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][+-]?[0-9]+)?")


def read_word(text: str) -> bool | int | float | str | None:
    """What a word means by itself."""
    return _read_number(text) if text[:1] in _NUMERIC else _WORDS.get(text, text)


def guess_value(text: str) -> bool | int | float | str:
    """What a text that is not empty means by itself: true or false, a plain number, or a text."""
    if text in ("true", "false"):
        return text == "true"
    return _read_number(text) if text[:1] in _NUMERIC else text


def _read_number(text: str) -> int | float | str:
    """The number that `text` is, if it is a plain one that fits, else the text."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and isfinite(value := float(text)):
        return value
    return text
