"""A document: plain data, and the places of everything in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from marshal import dumps, loads
from math import isfinite
from typing import Any, TypeAlias

from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.textfile import Lines, Offset

# A mark is where an entry's key and value start, and the marks inside the value. Places are kept
# as character offsets, one integer each, because the line of hardly any is ever needed.
Marks: TypeAlias = dict["str | int", "tuple[int, int, Marks | None]"]

_FORGOTTEN = object()
_NO_MARKS = dumps(None)
_open_marks = lru_cache(maxsize=1)(loads)
"""Marks as objects: those of the document that was asked last."""

Path: TypeAlias = "tuple[str | int, ...]"


class CellText(NamedTuple):
    """The text of a table's cell, where it starts in the file, and what its heading names."""

    text: str
    start: int
    heading: Path


class Document:
    """One document: plain `data`, its 0-based `index` in `file`, and the place of everything.

    Equal values may be the same object, so treat `data` as read-only. `cells` are the texts of a
    table's cells by the paths of their values; `unknown` are the headings of the table that were
    found to be no keys, of which class, noted by all of its documents. `parse` reads the file
    again where what was forgotten is needed after all.
    """

    __slots__ = (
        "_at",
        "_base",
        "_data",
        "_is_settled",
        "_kept",
        "_lines",
        "_marks",
        "_parse",
        "cells",
        "file",
        "index",
        "unknown",
    )

    def __init__(
        self,
        data: Any,
        index: int,
        at: int,
        marks: Marks | None,
        lines: Lines,
        parse: Callable[[str, str], Source],
        cells: Mapping[Path, CellText] | None = None,
        unknown: set[tuple[type, Path]] | None = None,
    ) -> None:
        self._data, self.file, self.index = data, lines.file, index
        self._at, self._lines = at, lines
        # As objects, they would be larger than everything else.
        self._marks = dumps(marks) if marks else _NO_MARKS
        self._parse, self.cells = parse, cells or {}
        self.unknown = set() if unknown is None else unknown
        self._is_settled = False
        self._kept: tuple[str, int, int] | None = None  # a key; where it and its value start
        self._base: Mapping[str, Any] | None = None  # keys that it takes from others

    def save(self) -> tuple[Any, ...]:
        """Return all of the document but its file, for `restore`."""
        return self.data, self.index, self._at, self._marks

    @classmethod
    def restore(
        cls, saved: tuple[Any, ...], lines: Lines, parse: Callable[[str, str], Source]
    ) -> Document:
        """Return the document of a file that was saved."""
        data, index, at, marks = saved
        made = cls(data, index, at, None, lines, parse)
        made._marks = marks
        return made

    @property
    def data(self) -> Any:
        """The values as they are written."""
        if self._data is _FORGOTTEN:
            self._read_again()
        return self._data

    @property
    def at(self) -> int:
        """Where it starts in the text of its file."""
        return self._at

    @property
    def lines(self) -> Lines:
        """The lines of its file."""
        return self._lines

    @property
    def marks(self) -> Marks | None:
        """The places of everything in it; None after it was settled."""
        marks: Marks | None = loads(self._marks) if self._marks else None
        return marks

    @property
    def text(self) -> str:
        """The text of the whole file."""
        return self._lines.text

    def lay_over(self, base: Mapping[str, Any]) -> None:
        """Takes the keys of others, with its own over them; `like` is the place of theirs."""
        self._base, self._data = base, merge(base, self.data)

    def place(self, path: Sequence[str | int]) -> Place:
        """Where the value at `path` starts, or its deepest parent that exists."""
        return self._lines.place(self._find(path)[1])

    def offset(self, path: Sequence[str | int]) -> Offset:
        """The same, to be looked up later."""
        return Offset(self._lines, self._find(path)[1])

    def key_place(self, path: Sequence[str | int]) -> Place:
        """Where the key of the value at `path` starts; the place of a list item, which has none."""
        return self._lines.place(self._find(path)[0])

    def replace(self, values: Mapping[Path, tuple[Any, Sequence[int]]]) -> None:
        """Puts other values in place of those at paths, each with the places of its entries."""
        whole: Marks = loads(self._marks) or {}
        for path, (value, places) in values.items():
            box, marks = self.data, whole
            for step in path[:-1]:
                box, marks = box[step], marks[step][2] or {}
            key_at, at, _ = marks[path[-1]]
            box[path[-1]] = value
            inner: Marks = {i: (entry, entry, None) for i, entry in enumerate(places)}
            marks[path[-1]] = key_at, at, inner
        self._marks = dumps(whole)

    def leave_out(self, path: Path) -> None:
        """Takes a value out of the data, if it is there; its place is kept."""
        box = self.data
        for step in path[:-1]:
            box = box[step]
        box.pop(path[-1], None)

    def place_inside(self, path: Sequence[str | int], index: int) -> Place:
        """Where the character `index` of the text at `path` stands, however it is quoted."""
        value = self.data
        for step in path:
            value = value[step]
        at = self._find(path)[1]
        return self._lines.place(find_inside(self._lines.text, at, str(value), index))

    def forget_data(self) -> None:
        """Forgets the data: once it is validated, it is hardly ever needed.

        What was forgotten but is needed after all is read again from the text.
        """
        self._data = _FORGOTTEN

    def settle(self, key: str) -> None:
        """Forgets the data, and all places but that of a key's value: the document is checked."""
        if self._is_settled:
            return
        entry = (_open_marks(self._marks) or {}).get(key)
        self._kept = (key, *entry[:2]) if entry else None
        self._data, self._marks = _FORGOTTEN, b""
        self._is_settled = True

    def _read_again(self) -> None:
        again = self._lines.read_again(self._parse).documents[self.index]
        self._data, self._marks = again._data, again._marks
        if self._base is not None:
            self.lay_over(self._base)
        self._is_settled = False

    def _find(self, path: Sequence[str | int]) -> tuple[int, int]:
        if self._is_settled and path:
            if self._kept and len(path) == 1 and path[0] == self._kept[0]:
                return self._kept[1], self._kept[2]
            self._read_again()
        key_at, at = self._at, self._at
        marks: Marks | None = _open_marks(self._marks) if path else None
        if self._base is not None and marks and path[0] not in marks:
            path = ("like",)
        for step in path:
            entry = marks.get(step) if marks else None
            if entry is None:
                break
            key_at, at, marks = entry
        return key_at, at


def merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Keys with others over them: mappings merge, other values replace, None takes a key away."""
    made = {
        key: merge(value, {}) if isinstance(value, dict) else value for key, value in base.items()
    }
    for key, value in own.items():
        if value is None:
            made.pop(key, None)
        elif isinstance(value, dict):
            below = made.get(key)
            made[key] = merge(below if isinstance(below, dict) else {}, value)
        else:
            made[key] = value
    return made


@record(frozen=False)
class Source:
    """A file that was read: its text (without byte order mark), documents, and all its problems."""

    file: str
    text: str = ""
    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def start(self) -> Place:
        """The place of the file as a whole: its first character, if it has any."""
        return Place(self.file, 1, 1) if self.text else Place(self.file)


# Places of the characters of texts in a YAML file, however these are quoted


_PREFIX = r"(?:[&!][^\s,\[\]{}]*\s+)*"
_HEADER = r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n"
_ESCAPE = r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)"
_JOIN = r"\\\r?\n[ \t]*"
_SPACES = r"[ \t\r\n]+"


def find_inside(text: str, at: int, value: str, index: int) -> int:
    """The offset in a file's text of the character `index` of a value that starts at `at`.

    `index` may be the length of the value, which is its end. Where text and value do not match, as
    with an alias, it is `at`.
    """
    prefix = re.compile(_PREFIX).match(text, at)
    start = prefix.end() if prefix else at
    quote = text[start : start + 1]
    if header := re.compile(_HEADER).match(text, start):
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
        joined = re.compile(_JOIN).match(text, place) if quote == '"' else None
        place = joined.end() if joined else place
    return place


def _step(text: str, place: int, quote: str, value: str, seen: int) -> tuple[int, int] | None:
    """The offset after the next character or run of spaces, and how many of the value they are."""
    if place >= len(text):
        return None
    if quote == '"' and (joined := re.compile(_JOIN).match(text, place)):
        return joined.end(), 0
    if quote == '"' and text[place] == "\\" and (escape := re.compile(_ESCAPE).match(text, place)):
        return escape.end(), 1
    if quote == "'" and text.startswith("''", place):
        return (place + 2, 1) if value[seen] == "'" else None
    spaces = re.compile(_SPACES).match(text, place)
    given = re.compile(_SPACES).match(value, seen)
    if spaces and given:
        if spaces[0] == given[0] or "\n" not in spaces[0]:
            return place + 1, 1
        return spaces.end(), len(given[0])
    return (place + 1, 1) if text[place] == value[seen] else None


# Plain words of YAML: numbers, true, false, nothing, or texts


_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMERIC = frozenset("-0123456789")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][+-]?[0-9]+)?")


def read_word(text: str) -> bool | int | float | str | None:
    """Return the value of a word in YAML: true or false, None, a number, or the text itself."""
    return _read_number(text) if text[:1] in _NUMERIC else _WORDS.get(text, text)


def guess_value(text: str) -> bool | int | float | str:
    """Return the value of a text that is not empty: true or false, a number, or the text itself."""
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
