"""What nobody can see of a text: characters that must not be in it, or leave no mark."""

from __future__ import annotations

import re
import unicodedata

_HIDDEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, apart from tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # these turn the direction of writing
    "\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff]"
)
_EMPTY = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing."""


def find_hidden(text: str) -> str:
    """The first character of a text that must not be in it; empty if there is none."""
    if text.replace("\n", "").isprintable():  # then the pattern need not be compiled
        return ""
    found = re.search(_HIDDEN, text)
    return found[0] if found else ""


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen."""
    return not any(_is_inked(character) for character in text)


def _is_inked(character: str) -> bool:
    category = unicodedata.category(character)
    return character not in _EMPTY and (category[0] not in "CZ" or category == "Co")
