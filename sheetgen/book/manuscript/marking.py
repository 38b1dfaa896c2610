"""Markers in a chapter's text: which line each came from, and where blocks are placed.

They are characters that Unicode keeps for such use inside of programs: no text has them. Chapters
and definitions with one of them are refused.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

Spot = tuple[int, int]
"""A place in a marked text, and where it was in its source; both are counted from 0."""

_LINE = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
_START = re.compile("(?:\ufdd0[0-9]+\ufdd1|\\s)*")
BLOCK = re.compile("\ufdd2([0-9]{1,9})\ufdd3")
MARKS = re.compile("[\ufdd0-\ufdd3]")


def mark_lines(source: str, environment: Any, name: str) -> tuple[str, list[Spot]]:
    """A Jinja source that writes the number of each of its lines into the filled text.

    With it, where in the source each of its tags and words was, for `find_spot`.
    """
    parts: list[str] = ["\ufdd01\ufdd1"]
    made = len(parts[0])
    spots: list[Spot] = []
    written = 1
    begins = False  # whether the tag before this text took the end of its line with it
    at = 0
    for line, kind, value in environment.lexer.tokeniter(source, name):
        at = max(source.find(value, at), at)
        known = len(parts)
        if kind == "data":
            first, *others = value.split("\n")
            parts.append(f"\ufdd0{line}\ufdd1{first}" if begins else first)
            for number, piece in enumerate(others, start=line + 1):
                parts.append(f"\n\ufdd0{number}\ufdd1{piece}")
        elif kind.endswith("_end"):
            # A line end that goes with its tag is kept inside it, so that lines still count.
            tag = value.rstrip()
            parts += [value[len(tag) :], tag]
        else:
            missing = line - written if kind.endswith("_begin") else 0
            parts += [value, "\n" * missing]
            written += missing
            spots.append((made, at))
        made += sum(map(len, parts[known:]))
        at += len(value)
        written += value.count("\n")
        begins = kind.endswith("_end") and value.endswith("\n")
    return "".join(parts), spots


def find_spot(spots: Sequence[Spot], start: int) -> int:
    """Where in the source a place in the text that `mark_lines` made of it was."""
    found = bisect_right(spots, (start, sys.maxsize)) - 1
    if found < 0:
        return 0
    marked, source = spots[found]
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
    return f"\ufdd2{number}\ufdd3"
