"""Values written as YAML so that they are read as the same values again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from sheetgen.reading.word import guess_value

_PLAIN = re.compile(r"[^\W\d_](?:[\w .()/'’–—×+-]*[\w.)'’+])?")
_WORD = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_ODD = re.compile(
    r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
WIDE = 80
"""Letters of a list or mapping that is still written in one line."""


def write_value(value: object) -> str:
    """A value in one line, lists and mappings in brackets. Raises TypeError for anything else."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_key(k)}: {write_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(write_value, value)) + "]"
    return write_scalar(value)


def write_block(value: object, indent: int, line: str = "\n") -> str:
    """A list or mapping in lines of its own, without the indentation of the first."""
    gap = line + " " * indent
    if isinstance(value, Mapping) and value:
        return gap.join(f"{write_key(k)}:{write_part(v, indent, line)}" for k, v in value.items())
    if isinstance(value, (list, tuple)) and value:
        inner = (write_item(item, indent, line) for item in value)
        return gap.join(f"- {text}" for text in inner)
    return write_value(value)


def write_part(value: object, indent: int, line: str = "\n") -> str:
    """What follows the colon of a key that stands in a column `indent` (from 0)."""
    if isinstance(value, str) and "\n" in value and (text := write_lines(value, indent + 2, line)):
        return f" {text}"
    if isinstance(value, (Mapping, list, tuple)) and value and not is_short(value):
        return f"{line}{' ' * (indent + 2)}{write_block(value, indent + 2, line)}"
    return f" {write_value(value)}"


def write_item(value: object, indent: int, line: str = "\n") -> str:
    """What follows the dash of an item in a column `indent`."""
    if isinstance(value, (Mapping, list, tuple)) and value and not is_short(value):
        return write_block(value, indent + 2, line)
    return write_part(value, indent, line)[1:]


def is_short(value: object) -> bool:
    """Whether a value is short enough for one line, and has no text of several."""
    text = write_value(value)
    return len(text) <= WIDE and "\\n" not in text


def write_scalar(value: object) -> str:
    """A text, number, truth value or nothing in one line. Raises TypeError for anything else."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = repr(value)
        return text.replace("e", ".0e") if "e" in text and "." not in text else text
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} can't be written as YAML")
    return value if _is_plain(value) else _quote(value)


def write_like(value: str, style: str) -> str:
    """A text quoted as it was before, if that is possible."""
    if style == '"':
        return _quote(value)
    if style == "'" and value and not _ODD.search(value):
        return "'" + value.replace("'", "''") + "'"
    return write_scalar(value)


def write_key(key: object) -> str:
    """A key."""
    text = str(key)
    plain = _WORD.fullmatch(text) and text not in ("null",)
    return text if plain else write_scalar(text)


def write_lines(value: str, indent: int, line: str = "\n") -> str:
    """A text of several lines behind a bar; empty if it can't be written so."""
    if _ODD.search(value.replace("\n", "")) or not value.strip("\n"):
        return ""
    body = value.rstrip("\n")
    ends = len(value) - len(body)
    mark = "|" + ("2" if value[0] in " \n" else "") + ("-" if not ends else "+" * (ends > 1))
    lines = [(" " * indent + text if text else "") for text in body.split("\n")]
    return line.join([mark, *lines, *[""] * (ends - 1)])


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text) and text.lower() not in _WORDS and guess_value(text) == text)


def _quote(text: str) -> str:
    made = json.dumps(text, ensure_ascii=False)
    return _ODD.sub(_escape, made)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
