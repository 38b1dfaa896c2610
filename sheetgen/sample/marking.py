"""Marking: a template's text with a mark before all that a sample has to find its way back to."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import NamedTuple

from sheetgen.sample.source import TEXTS, VALUE, Part, Source, SourceError
from sheetgen.svg.read.tree import MARK

_INCLUDE = re.compile(r"<!--\{%[-+]?\s*include\b")
_SPACE = re.compile(r"\s*")


class Mark(NamedTuple):
    """What stands after a mark: an element, text, value, end of a value, or include.

    `start` and `end` are where it is written in the template called `file`.
    """

    kind: str
    file: str
    start: int
    end: int
    note: str = ""  # of a value, its expression


def mark_source(text: str, file: str, marks: list[Mark]) -> str:
    """The text with marks, each of which gets its number in `marks`.

    A text that can't be marked is returned as it is; whoever parses it says what is wrong.
    """
    try:
        source = Source(text)
        inserted = _list_marks(source, file)
    except SourceError:
        return text
    pieces, at = [], 0
    for offset, mark in sorted(inserted, key=lambda entry: (entry[0], entry[1].kind != "end")):
        pieces += [text[at:offset], f"<?{MARK} {len(marks)}?>"]
        marks.append(mark)
        at = offset
    return "".join([*pieces, text[at:]])


def _list_marks(source: Source, file: str) -> list[tuple[int, Mark]]:
    found = [
        (part.start, Mark("element", file, part.start, part.end)) for part in source.parts.values()
    ]
    for part in source.parts.values():
        found += _mark_inside(source.text, part, file)
    return found


def _mark_inside(text: str, part: Part, file: str) -> list[tuple[int, Mark]]:
    """Marks for what stands directly in an element."""
    found: list[tuple[int, Mark]] = []
    at = part.inside
    for start, end in [*((child.start, child.end) for child in part.children), (part.close,) * 2]:
        for piece in re.finditer(r"(?s)<!--.*?-->|[^<]+", text[at:start]):
            begin = at + piece.start()
            if _INCLUDE.match(piece[0]):
                found.append((begin, Mark("include", file, begin, at + piece.end())))
            elif part.tag in TEXTS and piece[0][0] != "<":
                found += _mark_text(piece[0], begin, file)
        at = end
    return found


def _mark_text(text: str, begin: int, file: str) -> list[tuple[int, Mark]]:
    """Marks for literal text and values; the white space before is left to Jinja to trim."""
    found: list[tuple[int, Mark]] = []

    def mark_literal(start: int, end: int) -> None:
        start = _SPACE.match(text, start, end).end() if start == 0 else start  # type: ignore[union-attr]
        if start < end:
            found.append((begin + start, Mark("text", file, begin + start, begin + end)))

    at = 0
    for value in VALUE.finditer(text):
        mark_literal(at, value.start())
        start, end = begin + value.start(), begin + value.end()
        expression = unescape(value[0][2:-2].strip(" -+"))
        found.append((start, Mark("value", file, start, end, escape(expression))))
        found.append((end, Mark("end", file, start, end)))
        at = value.end()
    mark_literal(at, len(text))
    return found
