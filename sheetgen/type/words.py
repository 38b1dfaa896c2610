"""Words: a paragraph cut into the elements of its lines, and lines put together again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf

from sheetgen.ground.row import NamedTuple
from sheetgen.type.hyphen import hyphenate
from sheetgen.type.linebreak import Element, Line

_PARTS = re.compile(r"[ \t\r\f]+|\n|[^ \t\r\f\n]+")
JOINTS = re.compile(r"(?<=[^\W\d_][-‐–—])(?=[^\W\d_])")
"""Where a line may end inside a word without a hyphen being added: after a hyphen or dash."""
_END = r"(?s).+[-‐–—]"


class Piece(NamedTuple):
    """The part of a span's text that an Element stands for."""

    span: int
    text: str


class Manner(NamedTuple):
    """How a span is cut: where lines may end in words, and the language of hyphenation, if any.

    A part of a word that is wider than `most` is cut into its letters.
    """

    joints: re.Pattern[str] = JOINTS
    language: str = ""
    most: float = inf


def cut_words(
    texts: Sequence[str],
    manners: Sequence[Manner],
    measure: Callable[[int, str], float],
    folded: bool = True,
) -> tuple[list[Element], list[Piece]]:
    """The elements of a paragraph for breaking its lines, each with its piece of text.

    `texts` are those of its spans, and `measure` gives the width of a text in the look of a span.
    Runs of spaces become one, and none at the start and end, unless they are already `folded`.
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
        if folded and pieces and re.fullmatch(_END, pieces[-1].text):
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
    """The elements of a word, with the text of each: its parts and the breaks between them."""
    for number, joint in enumerate(manner.joints.split(word)):
        if number:
            yield Element(0.0, penalty=10.0), ""
        divided = hyphenate(joint, manner.language) if manner.language else (joint,)
        for place, bit in enumerate(divided):
            if place:
                yield Element(measure("-"), penalty=50.0, hyphen=True), ""
            width = measure(bit)
            if width <= manner.most:
                yield Element(width), bit
                continue
            for number, letter in enumerate(bit):
                if number:
                    yield Element(0.0, penalty=1000.0), ""
                yield Element(measure(letter)), letter


def trim(line: Line, items: Sequence[Element]) -> Line:
    """The line without the spaces at its end."""
    end = line.end
    while end > line.start and items[end - 1].glue:
        end -= 1
    return line if end == line.end else line._replace(end=end)


def measure_line(line: Line, items: Sequence[Element]) -> float:
    """The width of a line, with its hyphen."""
    width = sum([item.width for item in items[line.start : line.end] if item.penalty is None])
    return width + items[line.end].width if line.hyphen else width


def join_pieces(line: Line, pieces: Sequence[Piece]) -> list[Piece]:
    """A line's texts, joined by span, with the hyphen that divides its last word."""
    joined: list[Piece] = []
    for span, text in pieces[line.start : line.end]:
        if joined and joined[-1].span == span:
            joined[-1] = Piece(span, joined[-1].text + text)
        elif text:
            joined.append(Piece(span, text))
    if joined and line.hyphen:
        joined[-1] = Piece(joined[-1].span, joined[-1].text + "-")
    return joined
