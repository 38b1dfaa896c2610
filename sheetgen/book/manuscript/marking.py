"""Markers in a chapter's text: which line each came from, and where blocks are placed.

They are characters of Unicode's private use area, which mean nothing in any text.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

Origin = tuple[int, int]
"""A place in a marked text, and where it was in its source; both are counted from 0."""

_LINE = re.compile("\ue000(\\d+)\ue001")
_START = re.compile("(?:\ue000\\d+\ue001|\\s)*")
BLOCK = re.compile("\ue002(\\d+)\ue003")
PRIVATE = re.compile("[\ue000-\ue003]")


def mark_lines(source: str, environment: Any, name: str) -> tuple[str, list[Origin]]:
    """A Jinja source that writes the number of each of its lines into the filled text.

    With it, where in the source each of its tags and words was, for `find_origin`.
    """
    parts: list[str] = ["\ue0001\ue001"]
    made = len(parts[0])
    origins: list[Origin] = []
    written = 1
    begins = False  # whether the tag before this text took the end of its line with it
    at = 0
    for line, kind, value in environment.lexer.tokeniter(source, name):
        at = max(source.find(value, at), at)
        known = len(parts)
        if kind == "data":
            first, *others = value.split("\n")
            parts.append(f"\ue000{line}\ue001{first}" if begins else first)
            for number, piece in enumerate(others, start=line + 1):
                parts.append(f"\n\ue000{number}\ue001{piece}")
        elif kind.endswith("_end"):
            # A line end that goes with its tag is kept inside it, so that lines still count.
            tag = value.rstrip()
            parts += [value[len(tag) :], tag]
        else:
            missing = line - written if kind.endswith("_begin") else 0
            parts += [value, "\n" * missing]
            written += missing
            origins.append((made, at))
        made += sum(map(len, parts[known:]))
        at += len(value)
        written += value.count("\n")
        begins = kind.endswith("_end") and value.endswith("\n")
    return "".join(parts), origins


def find_origin(origins: Sequence[Origin], start: int) -> int:
    """Where in the source a place in the text that `mark_lines` made of it was."""
    found = bisect_right(origins, (start, sys.maxsize)) - 1
    if found < 0:
        return 0
    marked, source = origins[found]
    return source + start - marked


def read_lines(text: str) -> tuple[str, list[int]]:
    """A filled text without its marks, and for each of its lines the line of the source."""
    lines, numbers, last = [], [], 1
    for line in text.split("\n"):
        # Tags that print nothing still leave the marks of their lines before the text.
        start = _START.match(line)
        found = _LINE.findall(start[0]) if start else []
        last = int(found[-1]) if found else last
        lines.append(_LINE.sub("", line))
        numbers.append(last)
    return "\n".join(lines), numbers


def mark_block(number: int) -> str:
    """What represents the block of that number in a text."""
    return f"\ue002{number}\ue003"
