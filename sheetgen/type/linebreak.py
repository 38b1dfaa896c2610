"""Where the lines of a paragraph end: filled line by line, or the whole weighed at once.

D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience
11 (1981). The badness of a line is the cube of how far its spaces are stretched or shrunk; the
breaks with the smallest sum are chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from math import inf
from typing import Any, Protocol, TypeVar

from sheetgen.ground.record import NamedTuple, record

STRETCH, SHRINK = 0.5, 0.24
"""How much of its width a space may comfortably gain or lose."""
_HYPHEN = 60.0
_TWO_HYPHENS = 6_000.0
_LAST_HYPHEN = 9_000.0
_MOST_EASE = 1.6
"""How much spaces may stretch, in units of STRETCH, where a paragraph is set tighter or looser, or
to end in more than one word."""
_TOLERANCES = (1.2, 2.5, 6.0, 30.0)


class LineElement(NamedTuple):
    """A box (`glue` and `penalty` 0), a space (`glue`), or a place to break (`penalty`).

    The `width` of a penalty is that of the hyphen that a break there adds. A penalty of -inf
    always ends the line.
    """

    width: float
    glue: bool = False
    penalty: float | None = None
    hyphen: bool = False


class BrokenLine(NamedTuple):
    """A line: the items from `start` up to `end`, with or without a hyphen."""

    start: int
    end: int
    hyphen: bool
    last: bool


@record(frozen=False)
class _Node:
    at: int  # the item that the line before ended with; -1 for the start
    line: int
    demerits: float
    width: float  # sums of everything before the next line's first box
    glue: float
    hyphen: bool
    before: _Node | None


def break_lines(
    items: Sequence[LineElement],
    measure: Callable[[int], float],
    ragged: bool = False,
    looser: int = 0,
) -> list[BrokenLine]:
    """The lines of a paragraph whose line number `n` has room for `measure(n)`.

    There are `looser` lines more than would be best, if these can be set well.
    """
    if ragged:
        return _keep_two(fill_lines(items, measure), items, measure)
    for tolerance in _TOLERANCES:
        end = _search(items, measure, tolerance)
        if end is not None:
            other = None
            if looser and tolerance <= _MOST_EASE:
                wanted = end.line + looser
                other = _search(items, measure, _MOST_EASE, wanted)
            end = other or end
            lines = _collect(items, end)
            if not _is_alone(lines, items):
                return lines
            wanted = end.line if other else 0
            better = _search(items, measure, max(tolerance, _MOST_EASE), wanted, alone=False)
            return _collect(items, better) if better else lines
    return fill_lines(items, measure)


def _is_alone(lines: Sequence[BrokenLine], items: Sequence[LineElement]) -> bool:
    """Whether a word, or the end of one, is all there is in the last of several lines."""
    last = lines[-1]
    return len(lines) > 1 and not any(item.glue for item in items[last.start : last.end])


def _keep_two(
    lines: list[BrokenLine], items: Sequence[LineElement], measure: Callable[[int], float]
) -> list[BrokenLine]:
    """The lines of a ragged paragraph; a word alone in the last gets one from the line above."""
    if not _is_alone(lines, items) or lines[-2].last:
        return lines
    above, last = lines[-2:]
    spaces = [at for at in range(above.start + 1, above.end) if items[at].glue]
    if len(spaces) < 3:
        return lines
    last = last._replace(start=spaces[-1] + 1)
    if above.hyphen or exceeds(last, items, measure(len(lines) - 1)):
        return lines
    return [*lines[:-2], above._replace(end=spaces[-1]), last]


def _search(
    items: Sequence[LineElement],
    measure: Callable[[int], float],
    tolerance: float,
    wanted: int = 0,
    alone: bool = True,
) -> _Node | None:
    """The end of the best chain of breaks, into so many lines if these are `wanted`.

    A word may stand in the last line `alone`, or not. None if no lines that good can be made.
    """
    active = [_Node(-1, 0, 0.0, 0.0, 0.0, False, None)]
    width = glue = 0.0
    for at, item in enumerate(items):
        if item.penalty is not None or (
            item.glue and at > 0 and not items[at - 1].glue and items[at - 1].penalty is None
        ):
            sums = width, glue
            active, found = _weigh(item, at, active, sums, measure, tolerance, alone)
            if not wanted:  # the best line by line is only needed where their number counts
                found = [min(found, key=lambda node: node.demerits)] if found else []
            for best in found:
                best.width, best.glue = _skip(items, at, width, glue)
            active += found
            if not active:
                return None
        if item.penalty is None:
            width += item.width
            if item.glue:
                glue += item.width
    ends = [n for n in active if n.at == len(items) - 1 and wanted in (0, n.line)]
    return min(ends, key=lambda node: node.demerits, default=None)


def _weigh(
    item: LineElement,
    at: int,
    active: Sequence[_Node],
    sums: tuple[float, float],
    measure: Callable[[int], float],
    tolerance: float,
    alone: bool,
) -> tuple[list[_Node], list[_Node]]:
    """The nodes whose line may go on past a place to break, and the best that end there by lines.

    `sums` are those of all widths and of the spaces before it. Unless it may stand `alone`, a word
    makes no line that has to end.
    """
    width, glue = sums
    if item.penalty is not None:
        width += item.width  # that of a hyphen
    forced = item.penalty == -inf
    best: dict[int, _Node] = {}
    kept: list[_Node] = []
    for node in active:
        ratio = _ratio(width - node.width, measure(node.line), glue - node.glue)
        if ratio >= -1 and not forced:
            kept.append(node)
        last = forced and ratio >= 0  # which may be as short as it is
        if forced and node.line and glue == node.glue and not alone:
            continue
        if last or -1 <= ratio <= tolerance:
            total = node.demerits + _find_demerits(0.0 if last else ratio, item, node.hyphen)
            line = node.line + 1
            if line not in best or total < best[line].demerits:
                best[line] = _Node(at, line, total, 0.0, 0.0, item.hyphen, node)
    return kept, list(best.values())


def _find_demerits(ratio: float, item: LineElement, hyphen: bool) -> float:
    """How bad a line is that ends at an item; `hyphen` says whether the line before has one."""
    badness = 100 * abs(ratio) ** 3
    demerits = (10 + badness) ** 2
    if item.hyphen:
        demerits += _HYPHEN**2
        if hyphen:
            demerits += _TWO_HYPHENS
    if hyphen and item.penalty == -inf:
        demerits += _LAST_HYPHEN
    return demerits


def _ratio(natural: float, room: float, spaces: float) -> float:
    if natural <= room:
        return (room - natural) / (spaces * STRETCH) if spaces else (0 if natural == room else inf)
    return (room - natural) / (spaces * SHRINK) if spaces else -inf


def _skip(items: Sequence[LineElement], at: int, width: float, glue: float) -> tuple[float, float]:
    """The sums at the first box after a break: spaces at the start of a line are left out."""
    for number in range(at, len(items)):  # a slice would be a copy of all that follows
        item = items[number]
        if item.penalty is None:
            if not item.glue:
                break
            width += item.width
            glue += item.width
        elif item.penalty == -inf and item is not items[at]:
            break
    return width, glue


def _collect(items: Sequence[LineElement], end: _Node) -> list[BrokenLine]:
    breaks: list[int] = []
    node: _Node | None = end
    while node is not None and node.at >= 0:
        breaks.append(node.at)
        node = node.before
    breaks.reverse()
    return _cut(items, breaks)


def _cut(items: Sequence[LineElement], breaks: Sequence[int]) -> list[BrokenLine]:
    lines, start = [], 0
    for at in breaks:
        forced = items[at].penalty == -inf
        lines.append(BrokenLine(start, at, items[at].hyphen, forced))
        start = at + 1
        while not forced and start < len(items) and items[start].glue:
            start += 1
    return lines


def exceeds(
    line: BrokenLine, items: Sequence[LineElement], room: float, slack: float = 0.5
) -> bool:
    """Whether a line is wider than its room even with narrow spaces, by more than `slack`."""
    boxes = [item for item in items[line.start : line.end] if item.penalty is None]
    width = sum([item.width * (1 - SHRINK if item.glue else 1) for item in boxes])
    return width + items[line.end].width * line.hyphen > room + slack


def fill_lines(
    items: Sequence[LineElement], measure: Callable[[int], float], slack: float = 0.01
) -> list[BrokenLine]:
    """Lines filled one after the other, for ragged text and for text that can't be justified.

    A line is wider than its room (by more than `slack`) only if it can't be broken.
    """
    breaks: list[int] = []
    start, width, last = 0, 0.0, -1
    at = 0
    while at < len(items):
        item = items[at]
        room = measure(len(breaks)) + slack
        if item.penalty == -inf:
            breaks.append(at)
            start, width, last = at + 1, 0.0, -1
        elif item.penalty is not None or item.glue:
            hyphen = item.width if item.penalty is not None else 0.0
            if width + hyphen <= room or last < start:
                last = at
            if item.glue:
                width += item.width
        else:
            width += item.width
            if width > room and last >= start:
                breaks.append(last)
                start = last + 1
                while start < len(items) and items[start].glue:
                    start += 1
                at, width, last = start, 0.0, -1
                continue
        at += 1
    return _cut(items, breaks)


# Hyphenation: the places where a word may be divided, by the patterns of its language


_LETTERS = r"[^\W\d_]{5,}"


def hyphenate(word: str, language: str) -> tuple[str, ...]:
    """The parts of a word between which it may be divided; the word itself in other languages."""
    found = re.search(_LETTERS, word)
    if found is None or word.isupper() or "." in word[:-1]:
        return (word,)
    letters = found[0]
    if len(letters) < len(word) - 3:  # something other than a word with punctuation around it
        return (word,)
    start, parts, last = found.start(), [], 0
    for position in _find_positions(letters, language):
        if 2 <= position <= len(letters) - 3:
            parts.append(word[last : start + position])
            last = start + position
    return (*parts, word[last:])


@lru_cache(maxsize=8)
def _load_patterns(language: str) -> Any:
    """The patterns of a language; None if there are none."""
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=found, left=2, right=3) if found else None


@lru_cache(maxsize=20_000)
def _find_positions(word: str, language: str) -> tuple[int, ...]:
    patterns = _load_patterns(language)
    return tuple(patterns.positions(word)) if patterns else ()


# Paragraphs cut into the elements of their lines, and lines put together again


_PARTS = re.compile(r"[ \t\r\f]+|\n|[^ \t\r\f\n]+")
JOINTS = re.compile(r"(?<=[^\W\d_][-‐–—])(?=[^\W\d_])")
"""Where a line may end inside a word without a hyphen being added: after a hyphen or dash."""
_END = r"(?s).+[-‐–—]"


class WordPiece(NamedTuple):
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
) -> tuple[list[LineElement], list[WordPiece]]:
    """The elements of a paragraph for breaking its lines, each with its piece of text.

    `texts` are those of its spans, and `measure` gives the width of a text in the look of a span.
    Runs of spaces become one, and none at the start and end, unless they are already `folded`.
    """
    items: list[LineElement] = []
    pieces: list[WordPiece] = []

    def add(item: LineElement, span: int, text: str = "") -> None:
        items.append(item)
        pieces.append(WordPiece(span, text))

    for at, (text, manner) in enumerate(zip(texts, manners, strict=True)):
        for found in _PARTS.finditer(text):
            part = found[0]
            if part == "\n":
                add(LineElement(0.0, penalty=-inf), at)
            elif part[0] not in " \t\r\f":
                for item, bit in _divide_word(part, manner, partial(measure, at)):
                    add(item, at, bit)
            elif folded:
                add(LineElement(measure(at, part), glue=True), at, part)
            elif items and not (items[-1].glue or items[-1].penalty == -inf):
                add(LineElement(measure(at, " "), glue=True), at, " ")
        if folded and pieces and re.fullmatch(_END, pieces[-1].text):
            add(LineElement(0.0, penalty=10.0), at)
    _end_paragraph(items, pieces, folded, max(0, len(texts) - 1))
    return items, pieces


def _end_paragraph(
    items: list[LineElement], pieces: list[WordPiece], folded: bool, last: int
) -> None:
    """Ends a paragraph within its `last` span, without the spaces at its end."""
    while not folded and items and items[-1].glue:
        items.pop()
        pieces.pop()
    if not (folded and items and items[-1].penalty == -inf):
        items.append(LineElement(0.0, penalty=-inf))
        pieces.append(WordPiece(last, ""))


def _divide_word(
    word: str, manner: Manner, measure: Callable[[str], float]
) -> Iterator[tuple[LineElement, str]]:
    """The elements of a word, with the text of each: its parts and the breaks between them."""
    for number, joint in enumerate(manner.joints.split(word)):
        if number:
            yield LineElement(0.0, penalty=10.0), ""
        divided = hyphenate(joint, manner.language) if manner.language else (joint,)
        for place, bit in enumerate(divided):
            if place:
                yield LineElement(measure("-"), penalty=50.0, hyphen=True), ""
            width = measure(bit)
            if width <= manner.most:
                yield LineElement(width), bit
                continue
            for number, letter in enumerate(bit):
                if number:
                    yield LineElement(0.0, penalty=1000.0), ""
                yield LineElement(measure(letter)), letter


def trim(line: BrokenLine, items: Sequence[LineElement]) -> BrokenLine:
    """The line without the spaces at its end."""
    end = line.end
    while end > line.start and items[end - 1].glue:
        end -= 1
    return line if end == line.end else line._replace(end=end)


def measure_line(line: BrokenLine, items: Sequence[LineElement]) -> float:
    """The width of a line, with its hyphen."""
    width = sum([item.width for item in items[line.start : line.end] if item.penalty is None])
    return width + items[line.end].width if line.hyphen else width


def join_pieces(line: BrokenLine, pieces: Sequence[WordPiece]) -> list[WordPiece]:
    """A line's texts, joined by span, with the hyphen that divides its last word."""
    joined: list[WordPiece] = []
    for span, text in pieces[line.start : line.end]:
        if joined and joined[-1].span == span:
            joined[-1] = WordPiece(span, joined[-1].text + text)
        elif text:
            joined.append(WordPiece(span, text))
    if joined and line.hyphen:
        joined[-1] = WordPiece(joined[-1].span, joined[-1].text + "-")
    return joined


# Columns of strips, such as lines, one under the other, as many as a height holds


_STEPS = 100
"""How many heights are tried between columns of equal height and a single column."""


class Strip(Protocol):
    """Something set in a column, such as a line."""

    @property
    def height(self) -> float:
        """Its height."""

    @property
    def gap(self) -> float:
        """The space before it, which is left out at the top of a column."""

    @property
    def keeps(self) -> bool:
        """Whether it is never the last in its column."""


S = TypeVar("S", bound=Strip)


def measure_column(strips: Sequence[Strip]) -> float:
    """The height of strips in one column."""
    height = sum([strip.height + strip.gap for strip in strips])
    return height - strips[0].gap if strips else 0.0


def stack_strips(strips: Sequence[S], top: float) -> Iterator[tuple[float, S]]:
    """The strips of one column, each with where it begins below the column's `top`."""
    for at, strip in enumerate(strips):
        top += strip.gap if at else 0.0
        yield top, strip
        top += strip.height


def fill_column(strips: Sequence[Strip], height: float) -> int:
    """How many of the strips a column of that height holds."""
    used, fitting, last = 0.0, 0, len(strips) - 1
    for at, strip in enumerate(strips):
        used += strip.height + (strip.gap if at else 0.0)
        if used > height:
            break
        if not strip.keeps or at == last:
            fitting = at + 1
    return fitting


def share_columns(
    strips: Sequence[S], columns: int, most: float
) -> tuple[list[Sequence[S]], Sequence[S]]:
    """The strips in columns as equal as possible, none higher than `most`, and those left over."""
    whole = 0.0 if columns == 1 else measure_column(strips)
    least = [whole / columns + whole / _STEPS * step for step in range(_STEPS)] if whole > 0 else []
    for height in (*(h for h in least if h < most), most):
        shared, rest = [], strips
        for _ in range(columns):
            count = fill_column(rest, height)
            shared.append(rest[:count])
            rest = rest[count:]
        if not rest:
            break
    return shared, rest
