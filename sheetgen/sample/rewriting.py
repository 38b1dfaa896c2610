"""Rewriting: edits of a template's text, by the offsets of what they replace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.sample.source import Span


class Edit(NamedTuple):
    """What comes in place of a stretch of text."""

    start: int
    end: int
    text: str


class Move(NamedTuple):
    """A stretch of text that goes elsewhere, with all edits in it."""

    span: Span
    to: int


def rewrite(text: str, edits: Sequence[Edit], moves: Sequence[Move] = ()) -> str:
    """The text with all edits made. Edits inside one that replaces more are not."""
    made = list(edits)
    for (start, end), to in sorted(moves, key=lambda move: move.span[1] - move.span[0]):
        inner = [e for e in made if start <= e.start and e.end <= end and start < e.end < end]
        made = [e for e in made if e not in inner]
        within = [Edit(e.start - start, e.end - start, e.text) for e in inner]
        moved = _apply(text[start:end], within)
        made += [Edit(start, end, ""), Edit(to, to, f"\n{moved}")]
    return _apply(text, made)


def _apply(text: str, edits: Sequence[Edit]) -> str:
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.start < e.end, -e.end)):
        if edit.start >= at:
            pieces += [text[at : edit.start], edit.text]
            at = edit.end
    return "".join([*pieces, text[at:]])


def find_moved(order: Sequence[int]) -> list[int]:
    """Which numbers of an order are out of it, as few as may be."""
    best: list[tuple[int, int]] = []  # the longest run that ends with each, and the one before
    for at, number in enumerate(order):
        before = [(best[b][0], -b) for b in range(at) if order[b] < number]
        length, back = max(before, default=(0, 1))
        best.append((length + 1, -back))
    kept: set[int] = set()
    at = max(range(len(best)), key=lambda at: best[at][0], default=-1)
    while at >= 0:
        kept.add(order[at])
        at = best[at][1]
    return [number for number in order if number not in kept]
