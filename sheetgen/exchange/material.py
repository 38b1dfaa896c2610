"""Material: what files of other programs say, as plain data with the place of everything.

JSON, YAML, tables, and text by lines; XML is read by `markup.py`. No input makes the readers raise:
whatever is wrong is a diagnostic, and what comes out is bounded.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from math import isfinite
from pathlib import Path
from typing import Any

from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.record import record
from sheetgen.ground.textfile import Lines, find_odd
from sheetgen.reading import source, table
from sheetgen.reading.document import Marks
from sheetgen.reading.problem import DUPLICATE_KEY, NOT_A_MAPPING, TOO_DEEP, TOO_LONG

MOST_BYTES = 32 * 1024 * 1024
MOST_DEPTH, MOST_VALUES = 100, 1_000_000
FORMS = {
    "json": ("json",),
    "xml": ("xml", "cat", "gst", "ros", "catz", "gstz", "rosz"),
    "csv": ("csv", "tsv"),
    "xlsx": ("xlsx",),
    "yaml": ("yaml", "yml"),
}
"""The endings of files in each format; everything else is text by lines."""

BAD_SOURCE = declare(
    "bad-source",
    "error",
    """A file to import can't be read in its format.

    Why: It is damaged, or in another format than its ending says, or it holds what no file of
    ships has: entities that expand to anything, or lists inside lists without an end. A mapping
    may say `from:` which format is meant.

    Example:
    # {"name": "Kestrel", "mass": NaN}      JSON has no NaN
    """,
)


class Word(str):
    """A text of a format that does not tell numbers from texts: it may be either."""

    __slots__ = ()


@record(frozen=False)
class Material:
    """The contents of a file: its `value`, the marks of what is in that, and the file's lines.

    A problem is at a place of `lines`; `name` is what the file is called.
    """

    name: str
    lines: Lines
    value: Any = None
    marks: Marks | None = None
    found: list[Diagnostic] = field(default_factory=list)

    def report(self, at: int, message: str, hint: str = "") -> None:
        """Notes why the file can't be read."""
        self.found.append(BAD_SOURCE.at(self.lines.place(at), message, hint))

    def limit(self, at: int, values: int = 0, depth: int = 0) -> None:
        """Reports more values or levels than are read. Raises UnreadableError."""
        if values > MOST_VALUES:
            message = f"this file has more than {MOST_VALUES:,} values"
            self.found.append(TOO_LONG.at(self.lines.place(at), message))
            raise UnreadableError
        if depth >= MOST_DEPTH:
            message = f"nested more than {MOST_DEPTH} levels deep"
            self.found.append(TOO_DEEP.at(self.lines.place(at), message))
            raise UnreadableError


class UnreadableError(Exception):
    """Raised inside of readers where the rest of a file is not worth reading."""


def find_form(path: Path) -> str:
    """The format of a file, by its ending."""
    ending = path.suffix.lower().lstrip(".")
    return next((form for form, endings in FORMS.items() if ending in endings), "text")


def read_text(text: str, name: str, form: str, patterns: Mapping[str, str]) -> Material:
    """Reads a text. Never raises."""
    if form == "csv":
        rows, lines, found = table.read_rows(text, name)
        return read_rows(rows, Material(name, lines, found=found))
    if form == "yaml":
        return _read_yaml(text, name)
    made = Material(name, Lines(text, name))
    if form == "json":
        _JsonReader(made).run()
    else:
        _LineReader(made, patterns).run()
    return made


def _read_yaml(text: str, name: str) -> Material:
    read = source.parse(text, name)
    found = [one for one in read.diagnostics if one.rule != NOT_A_MAPPING.name]
    made = Material(name, Lines(text, name), found=found)
    values = [document.data for document in read.documents]
    marks = [document.marks for document in read.documents]
    if len(values) == 1:
        made.value, made.marks = values[0], marks[0]
    elif values:
        places = [document.at for document in read.documents]
        made.value = values
        made.marks = {at: (p, p, m) for at, (p, m) in enumerate(zip(places, marks, strict=True))}
    return made


def read_rows(rows: Sequence[table.Row], made: Material) -> Material:
    """The rows of a table as records, with its headings as keys."""
    headings = rows[0] if rows else []
    names = [cell.text if cell else "" for cell in headings]
    for at, name in enumerate(names):
        if name and name in names[:at]:
            place = made.lines.place(headings[at].at)  # type: ignore[union-attr]
            made.found.append(DUPLICATE_KEY.at(place, f"the heading {name[:40]} appears twice"))
    made.value, made.marks = [], {}
    for number, row in enumerate(rows[1 : table.MAX_ROWS + 1]):
        pairs = [pair for pair in zip(names, row, strict=False) if pair[0] and pair[1]]
        start = next((cell.at for cell in row if cell), 0)
        made.value.append({name: Word(cell.text) for name, cell in pairs if cell})
        inner: Marks = {name: (cell.at, cell.at, None) for name, cell in pairs if cell}
        made.marks[number] = start, start, inner
    if len(rows) > table.MAX_ROWS + 1:
        message = f"this table has more than {table.MAX_ROWS:,} rows"
        made.found.append(TOO_LONG.at(Place(made.name), message))
    return made


_TOKEN = re.compile(
    r'[ \t\r\n]*+(?:(?P<text>"(?:[^"\\\x00-\x1f]++|\\.)*+")|(?P<sign>[\[\]{}:,])'
    r"|(?P<word>[-+.\w]++)|(?P<end>\Z)|(?P<odd>.))",
    re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?P<rest>(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)")
_JSON_WORDS = {"true": True, "false": False, "null": None}
_NO_JSON = {
    "NaN": "JSON has no NaN; write a number or null",
    "Infinity": "JSON has no Infinity; write a number",
    "-Infinity": "JSON has no Infinity; write a number",
    "undefined": "write null",
    "None": "write null",
    "True": "write true",
    "False": "write false",
    "'": "texts have double quotes",
    "/": "JSON has no comments",
    "#": "JSON has no comments",
}


_VALUE, _KEY, _COLON = "a value", "a key", "a colon"
_COMMA, _END = "a comma or a closing bracket", "the end of the file"


class _JsonReader:
    """Reads JSON with a stack of its own, as lists may be as deep in each other as a file likes."""

    def __init__(self, made: Material) -> None:
        self.made = made

    def run(self) -> None:
        with suppress(UnreadableError):
            self.made.value, self.made.marks = self.read()

    def read(self) -> tuple[Any, Marks | None]:
        """The value, and the marks inside. Raises UnreadableError."""
        box: Any = []  # the open list or record, which belongs to those on the stack
        marks: Marks = {}
        stack: list[tuple[Any, Marks]] = []
        key, key_at, values, wanted = "", 0, 0, _VALUE
        for found in _TOKEN.finditer(self.made.lines.text):
            kind = str(found.lastgroup)
            token, at, is_list = found[kind], found.start(kind), isinstance(box, list)
            is_whole = wanted is _COMMA or (not box and (is_list or wanted is _KEY))
            if stack and is_whole and token == ("]" if is_list else "}"):
                box, marks = stack.pop()
                wanted = _COMMA if stack else _END
            elif wanted is _COMMA and token == ",":
                wanted = _VALUE if is_list else _KEY
            elif wanted is _COLON and token == ":":
                wanted = _VALUE
            elif wanted is _KEY and kind == "text":
                key, key_at, wanted = self.read_key(token, at, box), at, _COLON
            elif wanted is _VALUE and (kind in ("text", "word") or token in ("[", "{")):
                values += 1
                self.made.limit(at, values)
                inner: Marks | None = {} if kind == "sign" else None
                value = [] if token == "[" else {} if token == "{" else self.read_plain(token, at)
                step, begin = (len(box), at) if is_list else (key, key_at)
                marks[step] = begin, at, inner
                if is_list:
                    box.append(value)
                else:
                    box[key] = value
                wanted = _COMMA if stack else _END
                if inner is not None:
                    self.made.limit(at, depth=len(stack))
                    stack.append((box, marks))
                    box, marks, wanted = value, inner, _VALUE if token == "[" else _KEY
            elif kind != "end" or wanted is not _END:
                first = ' such as "name"' if wanted is _KEY and not box else ""
                raise self.fail(kind, token, at, wanted + first)
        return box[0], marks[0][2]

    def fail(self, kind: str, text: str, at: int, wanted: str) -> UnreadableError:
        what = {"end": "the file ends", "odd": f"there is {text if text.isprintable() else '…'}"}
        message = f"{what.get(kind, f'there is {text[:40]}')} where {wanted} belongs"
        if kind == "odd" and text == '"':
            message = "the text opened here is never closed, or has a line break in it"
        hint = _NO_JSON.get(text, "")
        if text in ("]", "}") and wanted.startswith((_VALUE, _KEY)):
            hint = "take away the comma before it"
        self.made.report(at, message, hint)
        return UnreadableError()

    def read_key(self, text: str, at: int, box: Any) -> str:
        key = self.read_plain(text, at)
        if key in box:
            place = self.made.lines.place(at)
            message = f"the key {json.dumps(key[:40])} appears twice"
            self.made.found.append(DUPLICATE_KEY.at(place, message, "keep one of the two"))
        return str(key)

    def read_plain(self, text: str, at: int) -> Any:
        """A text in quotes, a number, or one of the three words of JSON."""
        if text.startswith('"'):
            try:
                made: str = json.loads(text, strict=False)
            except ValueError:
                self.made.report(at, "this text has a \\ that means nothing in JSON", "write \\\\")
                return ""
            if "\\" in text and (odd := find_odd(made)):
                message = f"the character U+{ord(odd):04X} here does not belong in text"
                self.made.report(at, message)
                return ""
            return made
        if text in _JSON_WORDS:
            return _JSON_WORDS[text]
        found = _NUMBER.fullmatch(text)
        if found is None:
            raise self.fail("word", text, at, _VALUE)
        if len(text) > 40 or not isfinite(float(text)) or abs(float(text)) >= 1e15:
            self.made.report(at, f"the number {text[:20]} is too large for anything in a game")
            return None
        return float(text) if found["rest"] else int(text)


_KEY_LINE = re.compile(r"(?P<key>[^\s:=<>#,][^:=<>,]{0,60}?)\s*[:=]\s*(?P<value>.*)")
_OPEN, _CLOSE = re.compile(r"<([^/<>][^<>]{0,60})>"), re.compile(r"</([^<>]{1,61})>")
MOST_LINE = 20_000


class _LineReader:
    """Reads text by lines: `key: value`, `<key>` … `</key>`, and lines below a key.

    A key with lines below it, up to an empty one, is the list of them; the number of them beside
    the key is left out. `patterns` say by the key how the lines are split; those below no key are
    called `lines`.
    """

    def __init__(self, made: Material, patterns: Mapping[str, str]) -> None:
        self.made = made
        self.patterns = {key: split_pattern(text) for key, text in patterns.items()}
        self.data: dict[str, Any] = {}
        self.marks: Marks = {}
        self.below = Counter[str]()

    def run(self) -> None:
        key, block, at = "lines", "", 0
        self.made.value, self.made.marks = self.data, self.marks
        for line in self.made.lines.text.splitlines(keepends=True):
            text, start = line.strip(), at + len(line) - len(line.lstrip())
            at += len(line)
            if len(text) > MOST_LINE:
                self.made.report(start, f"this line has more than {MOST_LINE:,} characters")
                return
            closed, opened = _CLOSE.fullmatch(text), _OPEN.fullmatch(text)
            pair = None if block or text.startswith(("#", "//")) else _KEY_LINE.fullmatch(text)
            if block and closed and closed[1].strip() == block:
                key, block = "lines", ""
            elif not block and opened:
                key = block = opened[1].strip()
                self.add(key, start, None)
            elif not text:
                key = key if block else "lines"
            elif pair and (key not in self.patterns or not self.split(key, text)):
                key = pair["key"]
                self.add(key, start, pair["value"] or None, start + pair.start("value"))
            elif block or not text.startswith(("#", "//")):
                self.add(key, start, text, start, below=True)
        self.finish()

    def finish(self) -> None:
        """Takes numbers that only count the lines below out of lists, and single values."""
        for name, value in self.data.items():
            if name in self.patterns:
                continue
            if (below := self.below[name]) and len(value) == below + 1 and value[0] == str(below):
                value.pop(0)
                at, start, inner = self.marks[name]
                shifted: Marks = {place: (inner or {})[place + 1] for place in range(below)}
                self.marks[name] = at, start, shifted
            elif len(value) == 1:
                self.data[name] = value[0]
                self.marks[name] = self.marks[name][2][0]  # type: ignore[index]

    def split(self, key: str, text: str) -> dict[str, Any] | None:
        """A line by the pattern of the key that it is below."""
        return match_pattern(self.patterns[key], text)

    def add(self, key: str, at: int, text: str | None, start: int = 0, below: bool = False) -> None:
        """Adds a line to those of a key; that with the key itself is none of a pattern's."""
        values = self.data.setdefault(key, [])
        self.below[key] += below
        _, _, marks = self.marks.setdefault(key, (at, start or at, {}))
        value: Any = Word(text) if text is not None else None
        if key in self.patterns and value is not None:
            value = self.split(key, text) if below and text else None
            if below and value is None:
                hint = "the pattern below `lines:` of the mapping"
                self.made.report(start, f"this line is not written as {key} is", hint)
        if value is not None and marks is not None:
            inner: Marks | None = None
            if isinstance(value, dict):
                inner = dict.fromkeys(value, (start, start, None))
            marks[len(values)] = start, start, inner
            values.append(value)


def split_pattern(pattern: str) -> list[str]:
    """The parts of a pattern such as `{count} {name}, {place}`: texts and names in turn."""
    return re.split(r"\{(\w+)\}", pattern)


def match_pattern(parts: Sequence[str], text: str) -> dict[str, Any] | None:
    """The texts for the names of a pattern, each up to the text behind it; None if it differs."""
    if not text.startswith(parts[0]):
        return None
    found: dict[str, Any] = {}
    at = len(parts[0])
    for place in range(1, len(parts), 2):
        after = parts[place + 1]
        end = text.find(after, at) if after else len(text)
        if place == len(parts) - 2 and after:
            end = text.rfind(after, at)
            if end + len(after) != len(text):
                return None
        if end < at:
            return None
        found[parts[place]] = Word(text[at:end].strip())
        at = end + len(after)
    return found
