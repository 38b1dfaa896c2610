"""Labels: what the page calls keys, choices and papers that their game does not name.

All of them come from here, so that another language has one place for its own.
"""

from __future__ import annotations

import re

from sheetgen.ground.units import PAPERS

_KEYS = {"id": "ID", "ids": "IDs"}
_CHOICES = {"in": "inches", "cm": "centimetres", "ft": "feet", "m": "metres"}
_PAPERS = {"letter": "US Letter", "legal": "US Legal"}
_SIZE = re.compile(r"\d+x\d+")
_PARTS = re.compile(r"[ _-]+")


def name_key(key: str) -> str:
    """The label of a key: `Points limit` for `points_limit`, `Area within` for `area within`."""
    return _begin(" ".join(_KEYS.get(word, word) for word in _PARTS.split(key)))


def name_choice(value: object) -> str:
    """A value that may be chosen, such as `By class` for `by-class`; units are spelled out."""
    if not isinstance(value, str):
        return str(value)
    return _begin(_CHOICES.get(value) or _PARTS.sub(" ", value))


def name_paper(name: str) -> str:
    """A paper: `A5`, `US Letter`, `6 × 9 in`; one of another size by that."""
    key = name.strip().lower()
    if key not in PAPERS:
        return re.sub(r"(?<=\d)\s*x\s*(?=\d)", " × ", key)
    if _SIZE.fullmatch(key):
        return f"{key.replace('x', ' × ')} in"
    return _PAPERS.get(key) or _begin(key)


def _begin(text: str) -> str:
    """A text with a capital at its beginning, and all else as it is."""
    return text[:1].upper() + text[1:]
