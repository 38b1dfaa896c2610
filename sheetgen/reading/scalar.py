"""Texts of a YAML file, character by character: where each stands, however the text is quoted."""

from __future__ import annotations

import re

_PREFIX = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)*")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n")
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_JOIN = re.compile(r"\\\r?\n[ \t]*")
_SPACES = re.compile(r"[ \t\r\n]+")


def find_inside(text: str, at: int, value: str, index: int) -> int:
    """The offset in a file's text of the character `index` of a value that starts at `at`.

    `index` may be the length of the value, which is its end. Where text and value do not match, as
    with an alias, it is `at`.
    """
    prefix = _PREFIX.match(text, at)
    start = prefix.end() if prefix else at
    quote = text[start : start + 1]
    if header := _HEADER.match(text, start):
        start, quote = header.end(), ""
        start += len(text[start:]) - len(text[start:].lstrip()) if value[:1].strip() else 0
    elif quote in ("'", '"'):
        start += 1
    else:
        quote = ""
    place, seen = start, 0
    while seen < index:
        moved = _step(text, place, quote, value, seen)
        if moved is None:
            return at
        place, used = moved
        seen += used
    # At a fold, the next letter is meant and not the end of the line.
    if seen < len(value) and not value[seen].isspace():
        joined = _JOIN.match(text, place) if quote == '"' else None
        place = joined.end() if joined else place
    return place


def _step(text: str, place: int, quote: str, value: str, seen: int) -> tuple[int, int] | None:
    """The offset after the next character or run of spaces, and how many of the value they are."""
    if place >= len(text):
        return None
    if quote == '"' and (joined := _JOIN.match(text, place)):
        return joined.end(), 0
    if quote == '"' and text[place] == "\\" and (escape := _ESCAPE.match(text, place)):
        return escape.end(), 1
    if quote == "'" and text.startswith("''", place):
        return (place + 2, 1) if value[seen] == "'" else None
    spaces = _SPACES.match(text, place)
    given = _SPACES.match(value, seen)
    if spaces and given:
        if spaces[0] == given[0] or "\n" not in spaces[0]:
            return place + 1, 1
        return spaces.end(), len(given[0])
    return (place + 1, 1) if text[place] == value[seen] else None
