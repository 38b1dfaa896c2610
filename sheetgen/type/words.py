"""Words: a paragraph cut into what its lines are made of, and lines put together again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import NamedTuple

from sheetgen.type.hyphen import hyphenate
from sheetgen.type.linebreak import Element, Line

_PARTS = re.compile(r"[ \t\r\f]+|\n|[^ \t\r\f\n]+")
JOINTS = re.compile(r"(?<=[^\W\d_][-‐–—])(?=[^\W\d_])")
"""Where a word may end in a line without being divided: after a hyphen or a dash."""
_END = re.compile(r".+[-‐–—]", re.DOTALL)


class Piece(NamedTuple):
    """What an Element stands for: part of a span's text."""

    span: int
    text: str


class Manner(NamedTuple):
    """How a span is cut: where its words may end, and the language to divide them by, if any."""

    joints: re.Pattern[str] = JOINTS
    language: str = ""


def cut_words(
    texts: Sequence[str],
    manners: Sequence[Manner],
    measure: Callable[[int, str], float],
    folded: bool = True,
) -> tuple[list[Element], list[Piece]]:
    """The elements of a paragraph for breaking its lines, each with what it stands for.

    `texts` are those of its spans, and `measure` says how wide a text is in the look of a span.
    Spaces become one, and none where lines begin and end, unless they are `folded` already.
    """
    items: list[Element] = []
    pieces: list[Piece] = []

    def add(item: Element, span: int, text: str = "") -> None:
        items.append(item)
        pieces.append(Piece(span, text))

    for at, (text, manner) in enumerate(zip(texts, manners, strict=True)):
        for found in _PARTS.finditer(text):
            part = found[0]
            if part == "\n":
                add(Element(0.0, penalty=-inf), at)
            elif part[0] not in " \t\r\f":
                for item, bit in _divide_word(part, manner, partial(measure, at)):
                    add(item, at, bit)
            elif folded:
                add(Element(measure(at, part), glue=True), at, part)
            elif items and not (items[-1].glue or items[-1].penalty == -inf):
                add(Element(measure(at, " "), glue=True), at, " ")
        if folded and pieces and _END.fullmatch(pieces[-1].text):
            add(Element(0.0, penalty=10.0), at)
    _end_paragraph(items, pieces, folded, max(0, len(texts) - 1))
    return items, pieces


def _end_paragraph(items: list[Element], pieces: list[Piece], folded: bool, last: int) -> None:
    """Ends a paragraph within its `last` span, without the spaces at its end."""
    while not folded and items and items[-1].glue:
        items.pop()
        pieces.pop()
    if not (folded and items and items[-1].penalty == -inf):
        items.append(Element(0.0, penalty=-inf))
        pieces.append(Piece(last, ""))


def _divide_word(
    word: str, manner: Manner, measure: Callable[[str], float]
) -> Iterator[tuple[Element, str]]:
    """The elements of a word, with the text of each: its parts, and where it may end."""
    for number, joint in enumerate(manner.joints.split(word)):
        if number:
            yield Element(0.0, penalty=10.0), ""
        divided = hyphenate(joint, manner.language) if manner.language else (joint,)
        for place, bit in enumerate(divided):
            if place:
                yield Element(measure("-"), penalty=50.0, hyphen=True), ""
            yield Element(measure(bit)), bit


def trim(line: Line, items: Sequence[Element]) -> Line:
    """The line without the spaces at its end."""
    end = line.end
    while end > line.start and items[end - 1].glue:
        end -= 1
    return line if end == line.end else line._replace(end=end)


def measure_line(line: Line, items: Sequence[Element]) -> float:
    """How wide a line is, with its hyphen."""
    width = sum([item.width for item in items[line.start : line.end] if item.penalty is None])
    return width + items[line.end].width if line.hyphen else width


def join_pieces(line: Line, pieces: Sequence[Piece]) -> list[Piece]:
    """A line's texts, those of one span together, with the hyphen that divides its last word."""
    joined: list[Piece] = []
    for span, text in pieces[line.start : line.end]:
        if joined and joined[-1].span == span:
            joined[-1] = Piece(span, joined[-1].text + text)
        elif text:
            joined.append(Piece(span, text))
    if joined and line.hyphen:
        joined[-1] = Piece(joined[-1].span, joined[-1].text + "-")
    return joined
