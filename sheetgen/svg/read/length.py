"""Lengths of SVG attributes and properties, in user units.

SVG 1.1 §4.2 (`<length>`) and §7.10 (a px is one user unit); CSS Values 3 §5 and §6.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sheetgen.ground.number import LIMIT, NUMBER, SPACE, shorten

_LENGTH = re.compile(rf"{SPACE}*+({NUMBER})([A-Za-z]*+|%){SPACE}*+")
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
}
_EX = 0.5
"""Height of a small x, in ems, which CSS assumes if a font does not give it."""


@lru_cache(maxsize=4096)
def read_length(text: str, whole: float | None = None, em: float | None = None) -> float:
    """The length `text` in user units; a px is one of them, an inch 96.

    `whole` is what 100% means, and `em` the font size; without them, such lengths are refused.
    Raises ValueError.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"'{shorten(text)}' is not a length; write, for instance, 3, 0.5 or 3mm")
    value, unit = float(match[1]), match[2].lower()
    if unit == "%" and whole is not None:
        value *= whole / 100
    elif unit in ("em", "ex") and em is not None:
        value *= em if unit == "em" else em * _EX
    elif unit in _UNITS:
        value *= _UNITS[unit]
    else:
        raise ValueError(f"'{shorten(text)}': the unit {unit} has no meaning here; write a number")
    if not -LIMIT <= value <= LIMIT:
        raise ValueError(f"'{shorten(text)}' is too large; numbers go up to {LIMIT:.0e}")
    return value
