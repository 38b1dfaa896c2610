"""Where the lines of a paragraph end: filled line by line, or the whole weighed at once.

D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience
11 (1981). The badness of a line is the cube of how far its spaces are stretched or shrunk; the
breaks with the smallest sum are chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from sheetgen.ground.record import record
from sheetgen.ground.row import NamedTuple

STRETCH, SHRINK = 0.5, 0.24
"""How much of its width a space may comfortably gain or lose."""
_HYPHEN = 60.0
_TWO_HYPHENS = 6_000.0
_LAST_HYPHEN = 9_000.0
_TOLERANCES = (1.2, 2.5, 6.0, 30.0)


class Element(NamedTuple):
    """A box (`glue` and `penalty` 0), a space (`glue`), or a place to break (`penalty`).

    The `width` of a penalty is that of the hyphen that a break there adds. A penalty of -inf
    always ends the line.
    """

    width: float
    glue: bool = False
    penalty: float | None = None
    hyphen: bool = False


class Line(NamedTuple):
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
    items: Sequence[Element], measure: Callable[[int], float], ragged: bool = False
) -> list[Line]:
    """The lines of a paragraph whose line number `n` has room for `measure(n)`."""
    if not ragged:
        for tolerance in _TOLERANCES:
            end = _search(items, measure, tolerance)
            if end is not None:
                return _collect(items, end)
    return fill_lines(items, measure)


def _search(
    items: Sequence[Element], measure: Callable[[int], float], tolerance: float
) -> _Node | None:
    """The end of the best chain of breaks; None if no lines that good can be made."""
    active = [_Node(-1, 0, 0.0, 0.0, 0.0, False, None)]
    width = glue = 0.0
    for at, item in enumerate(items):
        if item.penalty is not None or (
            item.glue and at > 0 and not items[at - 1].glue and items[at - 1].penalty is None
        ):
            active, best = _weigh(item, at, active, (width, glue), measure, tolerance)
            if best is not None:
                best.width, best.glue = _skip(items, at, width, glue)
                active.append(best)
            if not active:
                return None
        if item.penalty is None:
            width += item.width
            if item.glue:
                glue += item.width
    ends = [node for node in active if node.at == len(items) - 1]
    return min(ends, key=lambda node: node.demerits, default=None)


def _weigh(
    item: Element,
    at: int,
    active: Sequence[_Node],
    sums: tuple[float, float],
    measure: Callable[[int], float],
    tolerance: float,
) -> tuple[list[_Node], _Node | None]:
    """The nodes whose line may go on past a place to break, and the best that ends there, if any.

    `sums` are those of all widths and of the spaces before it.
    """
    width, glue = sums
    if item.penalty is not None:
        width += item.width  # that of a hyphen
    forced = item.penalty == -inf
    best: _Node | None = None
    kept: list[_Node] = []
    for node in active:
        ratio = _ratio(width - node.width, measure(node.line), glue - node.glue)
        if ratio >= -1 and not forced:
            kept.append(node)
        last = forced and ratio >= 0  # which may be as short as it is
        if last or -1 <= ratio <= tolerance:
            total = node.demerits + _find_demerits(0.0 if last else ratio, item, node.hyphen)
            if best is None or total < best.demerits:
                best = _Node(at, node.line + 1, total, 0.0, 0.0, item.hyphen, node)
    return kept, best


def _find_demerits(ratio: float, item: Element, hyphen: bool) -> float:
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


def _skip(items: Sequence[Element], at: int, width: float, glue: float) -> tuple[float, float]:
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


def _collect(items: Sequence[Element], end: _Node) -> list[Line]:
    breaks: list[int] = []
    node: _Node | None = end
    while node is not None and node.at >= 0:
        breaks.append(node.at)
        node = node.before
    breaks.reverse()
    return _cut(items, breaks)


def _cut(items: Sequence[Element], breaks: Sequence[int]) -> list[Line]:
    lines, start = [], 0
    for at in breaks:
        forced = items[at].penalty == -inf
        lines.append(Line(start, at, items[at].hyphen, forced))
        start = at + 1
        while not forced and start < len(items) and items[start].glue:
            start += 1
    return lines


def exceeds(line: Line, items: Sequence[Element], room: float, slack: float = 0.5) -> bool:
    """Whether a line is wider than its room even with narrow spaces, by more than `slack`."""
    boxes = [item for item in items[line.start : line.end] if item.penalty is None]
    width = sum([item.width * (1 - SHRINK if item.glue else 1) for item in boxes])
    return width + items[line.end].width * line.hyphen > room + slack


def fill_lines(
    items: Sequence[Element], measure: Callable[[int], float], slack: float = 0.01
) -> list[Line]:
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
