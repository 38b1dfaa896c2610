"""Crop marks between components, and the dashed marks at their fold lines.

All lengths are points. Marks keep a distance of 2 mm or the bleed, whichever is more, from every
component, and stay inside the printable area; a mark with room for less than 1 mm is left out.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sheetgen.ground.geometry import Box
from sheetgen.ground.units import MM, Paper

EDGE = 5 * MM
"""The strip that most printers leave blank along the paper's edge; nothing is placed there."""

OFFSET = 2 * MM
"""The least distance of crop marks and the margin strip from every component."""

STRIP_CLEARANCE = 1 * MM
"""The distance between the margin strip and the crop marks."""

MARK_LENGTH, MARK_SHORTEST = 3 * MM, 1 * MM
NEAR = 0.5 * MM
"""Marks closer to each other than this are printed as one, as nobody cuts along both."""

TOLERANCE = 0.01
_DASH, _BREAK = 0.6 * MM, 0.4 * MM

Span = tuple[float, float]
Edge = tuple[float, float, float]
"""Where a vertical cut or fold runs: x, and the component's lower and upper end there."""


@lru_cache(maxsize=1024)  # many pages are alike, and share their marks
def draw_marks(
    boxes: tuple[Box, ...],
    folds: tuple[float, ...],
    strip: Box | None,
    paper: Paper,
    offset: float = OFFSET,
    others: tuple[Box, ...] = (),
) -> tuple[Box, ...]:
    """The marks of the components `boxes`, sorted.

    `folds` are the heights of their fold lines above their lower edges, 0 for none. Marks stay
    `offset` away from every component and from `others`, which have none, and clear of the
    margin strip.
    """
    beside = (*boxes, *others)
    upright = _find_marks(_list_edges(boxes), beside, strip, paper.height, offset)
    marks = [(x, start, x, end) for x, start, end in upright]
    strip = strip and _swap(strip)
    edges, turned = _list_edges(map(_swap, boxes)), [_swap(box) for box in beside]
    across = _find_marks(edges, turned, strip, paper.width, offset)
    marks += [(start, y, end, y) for y, start, end in across]
    lines = [
        (y0 + fold, x0, x1) for (x0, y0, x1, _), fold in zip(boxes, folds, strict=True) if fold
    ]
    for y, start, end in _find_marks(lines, turned, strip, paper.width, offset):
        marks += [(a, y, b, y) for a, b in _dash(start, end)]
    return tuple(sorted(marks))


def _swap(box: Box) -> Box:
    x0, y0, x1, y1 = box
    return y0, x0, y1, x1


def _list_edges(boxes: Iterable[Box]) -> list[Edge]:
    """The vertical edges of boxes."""
    return [(x, y0, y1) for x0, y0, x1, y1 in boxes for x in (x0, x1)]


def _dash(start: float, end: float) -> Iterator[Span]:
    """A span in dashes."""
    while start < end - TOLERANCE:
        yield round(start, 3), round(min(start + _DASH, end), 3)
        start += _DASH + _BREAK


def _find_marks(
    edges: Iterable[Edge], boxes: Sequence[Box], strip: Box | None, length: float, offset: float
) -> Iterator[Edge]:
    """The vertical marks as (x, lower end, upper end) on paper `length` high.

    Works line by line: the marks that edges on a line ask for, less what is too close to any
    component or to the strip. This way, a line that two neighbours share has its marks once.
    """
    asked: dict[float, set[Span]] = {}
    for x, y0, y1 in edges:
        below = (round(y0 - offset - MARK_LENGTH, 3), round(y0 - offset, 3))
        above = (round(y1 + offset, 3), round(y1 + offset + MARK_LENGTH, 3))
        asked.setdefault(round(x, 3), set()).update((below, above))
    asked = _join_lines(asked)
    lines = sorted(asked)
    taken: dict[float, set[Span]] = {
        x: {(-math.inf, EDGE), (length - EDGE, math.inf)} for x in lines
    }
    rooms = [(box, offset) for box in boxes] + ([(strip, STRIP_CLEARANCE)] if strip else [])
    for (x0, y0, x1, y1), room in rooms:
        first = bisect_right(lines, x0 - room + TOLERANCE)
        for x in lines[first : bisect_left(lines, x1 + room - TOLERANCE)]:
            taken[x].add((y0 - room, y1 + room))
    for x in lines:
        for start, end in _subtract(asked[x], taken[x]):
            if end - start >= MARK_SHORTEST - TOLERANCE:
                yield x, round(start, 3), round(end, 3)


def _join_lines(asked: dict[float, set[Span]]) -> dict[float, set[Span]]:
    """Lines with what they are asked for; those closer to each other than 0.5 mm become one.

    It is in the middle between the outermost of them, so that no cut is more than 0.25 mm off.
    """
    groups: list[list[float]] = []
    for x in sorted(asked):
        if groups and x - groups[-1][0] <= NEAR + TOLERANCE:
            groups[-1].append(x)
        else:
            groups.append([x])
    return {
        round((group[0] + group[-1]) / 2, 3): set[Span]().union(*(asked[x] for x in group))
        for group in groups
    }


def _subtract(spans: Iterable[Span], holes: Iterable[Span]) -> Iterator[Span]:
    """Yield the parts of spans outside the holes, from low to high, joined where they meet."""
    # At the same place, a start comes before an end, so that neighbours are joined.
    changes = [change for a, b in spans for change in ((a, -1, 0), (b, 1, 0))]
    changes += [change for a, b in holes for change in ((a, 0, -1), (b, 0, 1))]
    inside = covered = 0
    begin = 0.0
    for at, span_ends, hole_ends in sorted(changes):
        was_free = inside > 0 and not covered
        inside -= span_ends
        covered -= hole_ends
        if not was_free:
            begin = at
        elif not inside or covered:
            yield begin, at
