"""Lost text: what looks like a part of a value, and is something else to YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import yaml
from yaml.events import AliasEvent, ScalarEvent, StreamEndEvent

from sheetgen.ground.diagnostics import Diagnostic, declare
from sheetgen.ground.textfile import Lines
from sheetgen.reading.document import read_word

LOST_TEXT = declare(
    "lost-text",
    "warning",
    """Something that looks like a part of a text is not read as one.

    Why: After a space, # begins a comment, so that only "Unit" would be printed for `Unit #5`. And
    & before a value gives it a name for aliases. Quotes keep both. Comments with a space after the
    #, or with a word after it, are never reported behind a value.

    Example:
    name: Unit #5       # write "Unit #5"
    colour: #1f4e79     # write "#1f4e79"
    motto: &c.          # write "&c."
    """,
)

_SUSPECT = r"[ \t](?:#\w|&\S)"
_BEHIND = r"[ \t]+(#\d[^\n\r]*)"
_ALONE = r"[ \t]*(#\w[^\n\r]*)"
_COMMENT = r"[ \t]+#.*"


def find_lost(text: str, lines: Lines, next_event: Callable[[], Any]) -> Iterator[Diagnostic]:
    """Yield the findings about text lost from plain values, by a second walk over the events."""
    anchors: list[Any] = []
    used: set[Any] = set()
    with suppress(yaml.YAMLError, ValueError, OverflowError):  # reported by the first walk
        while (event := next_event()) is not None and not isinstance(event, StreamEndEvent):
            if isinstance(event, AliasEvent):
                used.add(event.anchor)
            elif isinstance(event, ScalarEvent) and not event.style:
                if event.anchor is not None and event.tag is None:
                    anchors += [event] if isinstance(read_word(event.value), str) else []
                elif found := _find_comment(text, event):
                    yield _judge_comment(lines, event.value, found)
    for event in anchors:
        if event.anchor not in used:
            at = event.start_mark.index
            message = f"&{event.anchor} is not read as text: it names a value that nothing repeats"
            whole = f"&{event.anchor} {event.value}".strip()
            yield LOST_TEXT.at(lines.place(at), message, f"if it is text, write {quote(whole)}")


def is_suspect(text: str) -> bool:
    """Whether a text may have such a place at all."""
    return (" #" in text or "&" in text or "\t#" in text) and bool(re.search(_SUSPECT, text))


def quote(text: str) -> str:
    """A text as it is written in quotes."""
    if "\\" not in text and '"' not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _find_comment(text: str, event: Any) -> re.Match[str] | None:
    """The comment behind a plain value, if it looks like a part of that."""
    if not event.value:
        return re.compile(_ALONE).match(text, event.end_mark.index)
    found = re.compile(_BEHIND).match(text, event.end_mark.index)
    return found if found and isinstance(read_word(event.value), str) else None


def _judge_comment(lines: Lines, value: str, found: re.Match[str]) -> Diagnostic:
    """Return the diagnostic of a comment that looks like a part of the value before it."""
    lost = re.sub(_COMMENT, "", found[1]).strip(" ,")
    kept = f'only "{value[:40]}" is read here' if value else "nothing is read here"
    whole = f"{value} {lost}".strip()
    hint = f"if {lost[:40]} belongs to it, write {quote(whole)}" if len(whole) < 100 else ""
    place = lines.place(found.start(1))
    return LOST_TEXT.at(place, f"{kept}: # after a space begins a comment", hint)
