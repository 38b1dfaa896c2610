"""Drawings to Pages: where each component stands, and the crop marks between components.

All lengths are points. Components keep their order: rows from left to right, top to bottom,
page after page. Nothing is ever turned or scaled; only the paper may be.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sheetgen.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.drawing import Drawing
from sheetgen.page import Bookmark, Page, Placement
from sheetgen.units import MM, PAPERS, Paper, format_size

EDGE = 5 * MM
"""What most printers leave blank along the paper's edge; nothing is ever placed there."""

OFFSET = 2 * MM
"""How far crop marks and the margin strip stay off every component."""

STRIP_CLEARANCE = 1 * MM
"""How far the margin strip and the crop marks stay off each other."""

MARK_LENGTH, MARK_SHORTEST = 3 * MM, 1 * MM
TOLERANCE = 0.01

DOES_NOT_FIT = declare(
    "does-not-fit",
    "error",
    """A component is larger than the printable area of the paper.

    Why: Components are printed at their true size, because pieces, rulers and maps have to match
    on the table. Printers leave about 5 mm along the paper's edge blank, so a component that
    reached into that margin would lose its border.

    Example:
    # a display of 188 × 60 mm fits A4 (210 × 297 mm) either way, A5 (148 × 210 mm) in landscape
    # only, and one of 250 × 205 mm needs A3
    """,
)

Box = tuple[float, float, float, float]
Span = tuple[float, float]
MarginStrip = Callable[[int, int], Drawing]


@dataclass(frozen=True, slots=True)
class Item:
    """A drawing to print `copies` times; raises ValueError when that is less than once.

    `bookmark` is the outline's title for the first copy ("": none); `name` and `place` are what
    a diagnostic calls it and where it points.
    """

    drawing: Drawing
    copies: int = 1
    bookmark: str = ""
    name: str = ""
    place: Place | None = None

    def __post_init__(self) -> None:
        if self.copies < 1:
            raise ValueError(f"{self.copies} copies of {self.name or 'a component'}: at least 1")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the user chose; `margin` and `gap` in points.

    `landscape` None means: whichever orientation fits better. Raises ValueError for a margin
    under 5 mm or a negative gap.
    """

    paper: Paper
    landscape: bool | None = None
    margin: float = EDGE
    gap: float = 6 * MM
    marks: bool = True

    def __post_init__(self) -> None:
        if not self.margin >= EDGE - TOLERANCE:
            raise ValueError(f"a margin of {self.margin / MM:.1f} mm: at least 5 mm")
        if not self.gap >= 0:
            raise ValueError(f"a gap of {self.gap / MM:.1f} mm: at least 0 mm")

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The paper in each permitted orientation."""
        if self.landscape is None:
            return _turn_both_ways(self.paper)
        return (self.paper.landscape if self.landscape else self.paper.portrait,)


class Spot(NamedTuple):
    """One copy of an item; `x` and `drop` are its top left corner from the block's, downwards."""

    item: Item
    first: bool
    x: float
    drop: float


class Sheet:
    """A sheet of paper while it is filled; its block of rows is not yet placed on it."""

    __slots__ = ("height", "next_x", "paper", "row_drop", "row_height", "spots", "width")

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.spots: list[Spot] = []
        self.width = self.height = 0.0  # of the block
        self.next_x = self.row_drop = self.row_height = 0.0

    def add(self, item: Item, first: bool, layout: Layout) -> bool:
        """Appends one copy to the last row or a new one; False when neither has room."""
        width, height = item.drawing.width, item.drawing.height
        x, drop, row_height = self.next_x, self.row_drop, max(self.row_height, height)
        room = self.paper.width - 2 * layout.margin + TOLERANCE
        if self.spots and x + width > room:
            x, drop, row_height = 0.0, drop + self.row_height + layout.gap, height
        # A tall component that doesn't fit beside low ones doesn't fit under them either.
        depth = drop + row_height
        if x + width > room or depth > self.paper.height - 2 * layout.margin + TOLERANCE:
            return False
        self.spots.append(Spot(item, first, x, drop))
        self.next_x, self.row_drop, self.row_height = x + width + layout.gap, drop, row_height
        self.width = max(self.width, x + width)
        self.height = max(self.height, depth)
        return True

    @property
    def cut_lines(self) -> tuple[set[float], set[float]]:
        """Where the block is cut, from its left and from its top."""
        xs, drops = set(), set()
        for item, _, x, drop in self.spots:
            xs |= {round(x, 2), round(x + item.drawing.width, 2)}
            drops |= {round(drop, 2), round(drop + item.drawing.height, 2)}
        return xs, drops


class Position(NamedTuple):
    """The left and top of a stack's blocks on their pages, and the strip's place if it has one."""

    left: float
    top: float
    strip_x: float = 0.0
    strip_y: float = 0.0
    strip_turn: int | None = None


def impose(
    items: Sequence[Item], layout: Layout, margin_strip: MarginStrip | None = None
) -> list[Page]:
    """The pages that print every copy of `items` once, in order.

    `margin_strip(page number from 1, number of pages)` draws what stands in a page's margin where
    there is room; it is the page's last placement then. Raises ProblemError with a diagnostic for
    each item that is larger than the printable area.
    """
    problems = [d for item in items if (d := _check_fit(item, layout))]
    if problems:
        raise ProblemError(problems)
    sheets = _choose_sheets(items, layout)
    strips = [margin_strip(i + 1, len(sheets)) for i in range(len(sheets))] if margin_strip else []
    pages: list[Page] = []
    for stack in _stack_sheets(sheets):
        mine = strips[len(pages) : len(pages) + len(stack)]
        position = _position_stack(stack[0], mine, layout)
        for i, sheet in enumerate(stack):
            pages.append(_make_page(sheet, position, mine[i] if mine else None, layout))
    return pages


# Filling sheets


def _fits(item: Item, paper: Paper, margin: float) -> bool:
    return (
        item.drawing.width <= paper.width - 2 * margin + TOLERANCE
        and item.drawing.height <= paper.height - 2 * margin + TOLERANCE
    )


def _fill_sheets(items: Sequence[Item], papers: Sequence[Paper], layout: Layout) -> list[Sheet]:
    """Sheets of the first of `papers`; of another only where a component fits no sooner one."""
    sheets: list[Sheet] = []
    for item in items:
        paper = next(p for p in papers if _fits(item, p, layout.margin))
        for copy in range(item.copies):
            # What follows an odd-sized component may share its page: that saves paper.
            if not (sheets and sheets[-1].add(item, copy == 0, layout)):
                sheets.append(Sheet(paper))
                sheets[-1].add(item, copy == 0, layout)
    return sheets


def _choose_sheets(items: Sequence[Item], layout: Layout) -> list[Sheet]:
    """The sheets in the better of the permitted orientations; portrait when they are as good."""
    papers = layout.papers
    choices = [_fill_sheets(items, (paper, *papers), layout) for paper in papers if items]
    return min(choices, key=_rate_sheets, default=[])


def _rate_sheets(sheets: Sequence[Sheet]) -> tuple[int, int, float]:
    """Less is better: fewer sheets, then one orientation for all, then wider margins."""
    lying = sum(sheet.paper.width > sheet.paper.height for sheet in sheets)
    margin = min(min(s.paper.width - s.width, s.paper.height - s.height) for s in sheets)
    return len(sheets), min(lying, len(sheets) - lying), -round(margin, 1)


# Positions


def _stack_sheets(sheets: Sequence[Sheet]) -> Iterator[list[Sheet]]:
    """Groups neighbouring sheets that can be cut as one pile.

    A print shop cuts the whole pile along the lines of the top sheet. So a sheet all of whose cut
    lines are also lines of the pile's first sheet, as on a last page that is not full, keeps
    that sheet's origin instead of being centred. Any other sheet starts a pile and is centred.
    """
    stack: list[Sheet] = []
    xs: set[float] = set()
    drops: set[float] = set()
    for sheet in sheets:
        own_xs, own_drops = sheet.cut_lines
        if stack and not (sheet.paper == stack[0].paper and own_xs <= xs and own_drops <= drops):
            yield stack
            stack = []
        if not stack:
            xs, drops = own_xs, own_drops
        stack.append(sheet)
    if stack:
        yield stack


def _position_stack(leader: Sheet, strips: Sequence[Drawing], layout: Layout) -> Position:
    """Centres the fullest sheet of a stack and finds the place of the stack's margin strips.

    First choice is a place that costs no crop mark, at the bottom or at the right; else one where
    the marks that would touch the strip are shortened or left out.
    """
    paper = leader.paper
    left, bottom = (paper.width - leader.width) / 2, (paper.height - leader.height) / 2
    if not strips:
        return Position(left, bottom + leader.height)
    long, thick = max(s.width for s in strips), max(s.height for s in strips)
    for spare_marks in (True, False) if layout.marks else (False,):
        if long <= paper.width - 2 * EDGE + TOLERANCE:
            moved = _make_room(paper.height, leader.height, thick, spare_marks, layout)
            if moved is not None:
                x = min(left, paper.width - EDGE - long)
                return Position(left, moved + leader.height, x, EDGE, 0)
        if long <= paper.height - 2 * EDGE + TOLERANCE:
            free = _make_room(paper.width, leader.width, thick, spare_marks, layout)
            if free is not None:
                # Turned anticlockwise at the right, the strip is at the foot of the page for one
                # who turns the paper to read it.
                moved = paper.width - free - leader.width
                y = min(bottom, paper.height - EDGE - long)
                x = paper.width - EDGE - thick
                return Position(moved, bottom + leader.height, x, y, 1)
    return Position(left, bottom + leader.height)


def _make_room(
    paper: float, block: float, strip: float, spare_marks: bool, layout: Layout
) -> float | None:
    """The block's margin on the strip's side, along one axis; None when there isn't room.

    The block moves from the centre no further than the strip needs. With `spare_marks` it needs
    more, and the other side keeps room for short marks if it has it in the centre.
    """
    centred = (paper - block) / 2
    need, other = EDGE + strip + OFFSET, layout.margin
    if spare_marks:
        need = EDGE + strip + STRIP_CLEARANCE + MARK_LENGTH + OFFSET
        other = max(other, min(centred, EDGE + MARK_SHORTEST + OFFSET))
    return max(centred, need) if need <= paper - block - other + TOLERANCE else None


def _make_page(sheet: Sheet, position: Position, strip: Drawing | None, layout: Layout) -> Page:
    """The page of a filled sheet: components, then its strip; marks and bookmarks."""
    placements: list[Placement] = []
    bookmarks: list[Bookmark] = []
    boxes: list[Box] = []
    for item, first, dx, drop in sheet.spots:
        x, top = position.left + dx, position.top - drop
        y = top - item.drawing.height
        placements.append(Placement(item.drawing, x, y))
        boxes.append((x, y, x + item.drawing.width, top))
        if first and item.bookmark:
            bookmarks.append(Bookmark(item.bookmark, x, top))
    strip_box: Box | None = None
    if strip is not None and position.strip_turn is not None:
        put = Placement(strip, position.strip_x, position.strip_y, position.strip_turn)
        placements.append(put)
        strip_box = (put.x, put.y, put.x + put.width, put.y + put.height)
    marks = _draw_marks(tuple(boxes), strip_box, sheet.paper) if layout.marks else ()
    return Page(sheet.paper.width, sheet.paper.height, tuple(placements), marks, tuple(bookmarks))


# Crop marks


@lru_cache(maxsize=1)  # neighbouring pages are mostly alike
def _draw_marks(boxes: tuple[Box, ...], strip: Box | None, paper: Paper) -> tuple[Box, ...]:
    """The crop marks of the components `boxes`, sorted."""
    upright = _find_marks(boxes, strip, paper.height)
    marks = [(x, start, x, end) for x, start, end in upright]
    across = _find_marks([_swap(box) for box in boxes], strip and _swap(strip), paper.width)
    marks += [(start, y, end, y) for y, start, end in across]
    return tuple(sorted(marks))


def _swap(box: Box) -> Box:
    x0, y0, x1, y1 = box
    return y0, x0, y1, x1


def _find_marks(
    boxes: Sequence[Box], strip: Box | None, length: float
) -> Iterator[tuple[float, float, float]]:
    """The upright marks as (x, lower end, upper end) on paper `length` high.

    Works line by line: what the components ask for on a cut line, less what is too close to any
    component or to the strip. So a line that two neighbours share has its marks once.
    """
    asked: dict[float, set[Span]] = {}
    for x0, y0, x1, y1 in boxes:
        below = (round(y0 - OFFSET - MARK_LENGTH, 3), round(y0 - OFFSET, 3))
        above = (round(y1 + OFFSET, 3), round(y1 + OFFSET + MARK_LENGTH, 3))
        for x in (x0, x1):
            asked.setdefault(round(x, 3), set()).update((below, above))
    lines = sorted(asked)
    taken: dict[float, set[Span]] = {
        x: {(-math.inf, EDGE), (length - EDGE, math.inf)} for x in lines
    }
    rooms = [(box, OFFSET) for box in boxes] + ([(strip, STRIP_CLEARANCE)] if strip else [])
    for (x0, y0, x1, y1), room in rooms:
        first = bisect_right(lines, x0 - room + TOLERANCE)
        for x in lines[first : bisect_left(lines, x1 + room - TOLERANCE)]:
            taken[x].add((y0 - room, y1 + room))
    for x in lines:
        for start, end in _subtract(asked[x], taken[x]):
            if end - start >= MARK_SHORTEST - TOLERANCE:
                yield x, round(start, 3), round(end, 3)


def _subtract(spans: Iterable[Span], holes: Iterable[Span]) -> Iterator[Span]:
    """What the holes leave of the spans, from low to high, joined where they meet."""
    # At one place, what begins comes before what ends, so that neighbours are joined.
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


# What doesn't fit


def _check_fit(item: Item, layout: Layout) -> Diagnostic | None:
    """The diagnostic of an item that no permitted orientation has room for."""
    if any(_fits(item, paper, layout.margin) for paper in layout.papers):
        return None
    paper, margins = layout.papers[0], 2 * layout.margin
    size = format_size(item.drawing.width, item.drawing.height)
    room = format_size(max(paper.width - margins, 0), max(paper.height - margins, 0))
    way = "either orientation" if layout.landscape is None else "this orientation"
    message = f"{item.name or 'a component'} measures {size}, but {paper.name} paper has room for "
    message += f"{room} inside its margins, and it does not fit in {way}"
    return DOES_NOT_FIT.at(item.place, message, _suggest_paper(item, layout))


def _suggest_paper(item: Item, layout: Layout) -> str:
    """What would let the item fit, cheapest first."""
    if any(_fits(item, paper, layout.margin) for paper in _turn_both_ways(layout.paper)):
        return "it fits this paper in the other orientation"
    if any(_fits(item, paper, EDGE) for paper in layout.papers):
        return "it fits this paper with a margin of 5 mm"
    for paper in sorted(PAPERS.values(), key=lambda paper: paper.width * paper.height):
        if any(_fits(item, way, layout.margin) for way in _turn_both_ways(paper)):
            return f"the smallest paper it fits is {paper.name} ({paper.size_text})"
    sides = (item.drawing.width, item.drawing.height)
    width, height = (math.ceil((s + 2 * layout.margin - TOLERANCE) / MM) for s in sides)
    return f"print a smaller variant of the sheet, or use a paper of {width}x{height}mm or more"


def _turn_both_ways(paper: Paper) -> tuple[Paper, Paper]:
    return paper.portrait, paper.landscape
