"""Values written as YAML so that they are read as the same values again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from sheetgen.ground.record import record
from sheetgen.reading.document import guess_value

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
    """Return the YAML text behind the colon of a key in the column `indent` (from 0)."""
    if isinstance(value, str) and "\n" in value and (text := write_lines(value, indent + 2, line)):
        return f" {text}"
    if isinstance(value, (Mapping, list, tuple)) and value and not is_short(value):
        return f"{line}{' ' * (indent + 2)}{write_block(value, indent + 2, line)}"
    return f" {write_value(value)}"


def write_item(value: object, indent: int, line: str = "\n") -> str:
    """Return the YAML text behind the dash of an item in the column `indent` (from 0)."""
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


# Spans: the begin and end of each value of a YAML text, so that one can be changed alone


_EVENTS: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path_ = tuple["str | int", ...]


@record(frozen=False)
class ValueSpan:
    """A value from its offset `start` to `end`: a `scalar`, `map`, `list` or `alias`.

    A mapping has the spans of its `keys`, in the order of its `parts`. `flow` is whether it is
    written in brackets, `style` how a scalar is quoted: `'`, `"`, `|`, `>` or empty.
    """

    kind: str
    start: int
    end: int
    flow: bool = False
    style: str = ""
    text: str = ""
    keys: list[ValueSpan] = field(default_factory=list)
    parts: list[ValueSpan] = field(default_factory=list)

    def find(self, step: str | int) -> int | None:
        """The number of the part under a key or at an index; None without one."""
        if self.kind == "map":
            names = [key.text for key in self.keys]
            return names.index(str(step)) if step in names else None
        fits = self.kind == "list" and isinstance(step, int) and 0 <= step < len(self.parts)
        return step if fits else None  # type: ignore[return-value]

    def walk(self, path: Path_ = ()) -> Iterator[tuple[Path_, ValueSpan | None, ValueSpan]]:
        """Every value with its path and the span of its key, this one first."""
        waiting: list[tuple[Path_, ValueSpan | None, ValueSpan]] = [(path, None, self)]
        while waiting:
            here, key, span = waiting.pop()
            yield here, key, span
            steps: Sequence[str | int] = range(len(span.parts))
            keys: Sequence[ValueSpan | None] = [None] * len(span.parts)
            if span.kind == "map":
                steps, keys = [key.text for key in span.keys], span.keys
            waiting += [
                ((*here, step), key, part)
                for step, key, part in zip(steps, keys, span.parts, strict=True)
            ][::-1]


def read_spans(text: str) -> list[ValueSpan]:
    """The spans of the documents of a text, those with nothing in them left out.

    The text must be one that `source.parse` finds no mistake of syntax in. Raises yaml.YAMLError.
    """
    roots: list[ValueSpan] = []
    stack: list[ValueSpan] = []
    event: Any
    for event in yaml.parse(text, Loader=_EVENTS):
        kind = event.__class__
        if kind is DocumentStartEvent:
            stack = []
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            _close(stack.pop(), event.end_mark.index)
        elif kind in (ScalarEvent, AliasEvent, MappingStartEvent, SequenceStartEvent):
            span = _make(event, text)
            if stack:
                _add(stack[-1], span)
            elif span.kind != "scalar" or span.text or span.style:
                roots.append(span)
            if span.kind in ("map", "list"):
                stack.append(span)
    return roots


def _make(event: Any, text: str) -> ValueSpan:
    start, end = event.start_mark.index, event.end_mark.index
    kind = event.__class__
    if kind is AliasEvent:
        return ValueSpan("alias", start, end)
    if kind is not ScalarEvent:
        what = "map" if kind is MappingStartEvent else "list"
        return ValueSpan(what, start, start, bool(event.flow_style))
    style = event.style or ""
    if style in ("|", ">"):  # the mark is behind the empty lines that follow
        end = start + len(text[start:end].rstrip())
    return ValueSpan("scalar", start, end, style=style, text=event.value)


def _add(box: ValueSpan, span: ValueSpan) -> None:
    if box.kind == "map" and len(box.keys) == len(box.parts):
        box.keys.append(span)
    else:
        box.parts.append(span)


def _close(span: ValueSpan, end: int) -> None:
    """Sets where a list or mapping ends; in the block style, the mark is at what follows."""
    inner = [part.end for part in (*span.keys, *span.parts)]
    span.end = end if span.flow else max(inner, default=span.start)
