"""Spans: where each value of a YAML text begins and ends, so that one can be changed alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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

_EVENTS: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path_ = tuple["str | int", ...]


@dataclass(slots=True)
class Span:
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
    keys: list[Span] = field(default_factory=list)
    parts: list[Span] = field(default_factory=list)

    def find(self, step: str | int) -> int | None:
        """The number of the part under a key or at an index; None without one."""
        if self.kind == "map":
            names = [key.text for key in self.keys]
            return names.index(str(step)) if step in names else None
        fits = self.kind == "list" and isinstance(step, int) and 0 <= step < len(self.parts)
        return step if fits else None  # type: ignore[return-value]

    def walk(self, path: Path_ = ()) -> Iterator[tuple[Path_, Span | None, Span]]:
        """Every value with its path and the span of its key, this one first."""
        waiting: list[tuple[Path_, Span | None, Span]] = [(path, None, self)]
        while waiting:
            here, key, span = waiting.pop()
            yield here, key, span
            steps: Sequence[str | int] = range(len(span.parts))
            keys: Sequence[Span | None] = [None] * len(span.parts)
            if span.kind == "map":
                steps, keys = [key.text for key in span.keys], span.keys
            waiting += [
                ((*here, step), key, part)
                for step, key, part in zip(steps, keys, span.parts, strict=True)
            ][::-1]


def read_spans(text: str) -> list[Span]:
    """The spans of the documents of a text, those with nothing in them left out.

    The text must be one that `source.parse` finds no mistake of syntax in. Raises yaml.YAMLError.
    """
    roots: list[Span] = []
    stack: list[Span] = []
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


def _make(event: Any, text: str) -> Span:
    start, end = event.start_mark.index, event.end_mark.index
    kind = event.__class__
    if kind is AliasEvent:
        return Span("alias", start, end)
    if kind is not ScalarEvent:
        what = "map" if kind is MappingStartEvent else "list"
        return Span(what, start, start, bool(event.flow_style))
    style = event.style or ""
    if style in ("|", ">"):  # the mark is behind the empty lines that follow
        end = start + len(text[start:end].rstrip())
    return Span("scalar", start, end, style=style, text=event.value)


def _add(box: Span, span: Span) -> None:
    if box.kind == "map" and len(box.keys) == len(box.parts):
        box.keys.append(span)
    else:
        box.parts.append(span)


def _close(span: Span, end: int) -> None:
    """Sets where a list or mapping ends; in the block style, the mark is at what follows."""
    inner = [part.end for part in (*span.keys, *span.parts)]
    span.end = end if span.flow else max(inner, default=span.start)
