"""Excerpts: the line of a text that a diagnostic points at, with a caret under the place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from sheetgen.ground.visible import is_visible, measure, show

BREAK = re.compile("\r\n|[\r\n]")
"""What ends a line: what editors, XML and Jinja count, which is less than Unicode and YAML do."""

_BEFORE, _WIDTH = 60, 100
"""The cells of a terminal that a line may take before its place, and altogether."""


class Excerpts:
    """Lines of texts, each of which is split only once, and only if a line of it is shown."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts` are those that the run has read, by the names of their files."""
        self.texts = texts
        self._lines: dict[str, list[str]] = {}

    def find(self, file: str, line: int) -> str | None:
        """A line of a file, counted from 1; None if that was not read, or has no such line."""
        if file not in self.texts:
            return None
        lines = self._lines.get(file)
        if lines is None:
            lines = self._lines[file] = BREAK.split(self.texts[file])
        return lines[line - 1] if 0 < line <= len(lines) else None


def cut_line(line: str, column: int) -> tuple[str, int]:
    """What is shown of a line, and how many cells of a terminal come before `column`, from 1.

    Of a long line, that is the part around the place.
    """
    at = min(max(column - 1, 0), len(line))
    left = _fill(reversed(line[max(0, at - _BEFORE) : at]), _BEFORE)
    before = left[::-1]
    while before and measure(before[0]) == 0:
        del before[0]  # an accent whose letter was cut off
    if len(before) < at:
        before.insert(0, "…")
    start = measure("".join(before))
    after = _fill(islice(line, at, at + _WIDTH), _WIDTH - start)
    if at + len(after) < len(line.rstrip()):
        after.append("…")
    return "".join([*before, *after]).rstrip(), start


def _fill(chars: Iterator[str], room: int) -> list[str]:
    """The first characters as they are shown, as many as there is room for."""
    shown = []
    for char in chars:
        one = " " if char == "\t" else char if is_visible(char) else show(char)
        room -= measure(one)
        if room < 0:
            break
        shown.append(one)
    return shown
