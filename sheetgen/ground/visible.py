"""Text made visible: whatever a terminal would obey, or not show, is spelled out.

Names, keys and file names are other people's. Shown as they are, an escape sequence could recolour
or rewrite a terminal, a line feed could forge a line of a report, and a bidirectional override
could turn a name around.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any
from unicodedata import category, east_asian_width

_BEYOND_ASCII = r"[^\n -~]"


def show(text: str, kept: str = "") -> str:
    """The text on one line, with each control, line break and invisible character spelled out.

    They are spelled `<U+001B>`; bytes of file names that are not UTF-8 are spelled `<0xE9>`. The
    characters in `kept` stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c in kept or is_visible(c) else _spell(c) for c in text)


def is_visible(char: str) -> bool:
    """Whether a character can be shown as it is: a space of some width counts as one."""
    return char.isprintable() or category(char) == "Zs"


def _spell(char: str) -> str:
    code = ord(char)
    return f"<0x{code - 0xDC00:02X}>" if 0xDC80 <= code <= 0xDCFF else f"<U+{code:04X}>"


def measure(text: str) -> int:
    """How many cells of a terminal a text takes: two for each wide letter, none for an accent."""
    return len(text) if text.isascii() else sum(map(_measure, text))


def _measure(char: str) -> int:
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def write_json(value: Any) -> str:
    """A value as JSON in which letters stay legible, and what `show` would spell is escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub(_BEYOND_ASCII, _escape, text) + "\n"


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return char if is_visible(char) else json.dumps(char)[1:-1]


# Invisible characters: those that must not be in a text, and those that leave no mark


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


# Slugs: names as ids and as parts of file names


def make_id(name: str) -> str:
    """A name as an id or a file name: `Iron Duke` becomes `iron-duke`; empty without letters."""
    plain = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain).strip("-")
