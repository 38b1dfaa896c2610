"""Imposition, drawings → pages: where each component goes.

All lengths are points. Components keep their order: in rows from left to right, from top to
bottom, page after page; only a layout in grids sorts them by size. Components are never turned or
scaled; the paper may be turned. A component's place is that of its trim, the lines along which it
is cut; its bleed lies around that, in the gaps and inside the printable area.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.geometry import Box
from sheetgen.ground.units import MM, PAPERS, Paper, format_size
from sheetgen.pages.cropmarks import (
    EDGE,
    MARK_LENGTH,
    MARK_SHORTEST,
    OFFSET,
    STRIP_CLEARANCE,
    TOLERANCE,
    draw_marks,
)
from sheetgen.pages.duplex import Duplex, fold_over, turn_page
from sheetgen.pages.layout import Arrangement, Layout, Scheme
from sheetgen.pages.page import Bookmark, Page, Placement

DOES_NOT_FIT = declare(
    "does-not-fit",
    "error",
    """A component is larger than the printable area of the paper.

    Why: Components are printed at their true size, because pieces, rulers and maps have to match
    on the table. Printers leave about 5 mm blank along the paper's edge, so a component that
    reached into that margin would lose its border.

    Example:
    # a display of 188 × 60 mm fits A4 (210 × 297 mm) either way, A5 (148 × 210 mm) in landscape
    # only, and one of 250 × 205 mm needs A3
    """,
)

GRID_GAP = 2 * (OFFSET + MARK_LENGTH)
"""The space between grids of different sizes: the marks of one must not look like another's."""

HEAD = 15 * MM
"""The most space that is left above the block on a page that starts at its top."""

APART = Arrangement()
"""Pieces to cut out, with space between them."""

MarginStrip = Callable[[int, int], Drawing]


@dataclass(frozen=True, slots=True)
class Item:
    """A drawing to print `copies` times; raises ValueError if that is less than once.

    `bookmark` is the outline's title for the first copy ("": none); `name` and `place` are what
    a diagnostic calls it and where it points. `back` is its other side; with `fold` the two are
    joined at a fold line even if other backs get pages of their own.
    """

    drawing: Drawing
    copies: int = 1
    bookmark: str = ""
    name: str = ""
    place: Place | None = None
    back: Drawing | None = None
    fold: bool = False

    def __post_init__(self) -> None:
        if self.copies < 1:
            raise ValueError(f"{self.copies} copies of {self.name or 'a component'}: at least 1")


class Spot(NamedTuple):
    """One copy of an item; `x` and `drop` lead right and down from the block's top left corner."""

    item: Item
    first: bool
    x: float
    drop: float


class PressSheet:
    """A sheet of paper being filled; its block of rows is not yet placed on it."""

    __slots__ = ("height", "next_x", "paper", "row_drop", "row_height", "spots", "width")

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.spots: list[Spot] = []
        self.width = self.height = 0.0  # of the block
        self.next_x = self.row_drop = self.row_height = 0.0

    def add(self, item: Item, first: bool, scheme: Scheme) -> bool:
        """Appends one copy to the last row or a new one; False if neither has room."""
        width, height = item.drawing.trim_width, item.drawing.trim_height
        x, drop, row_height = self.next_x, self.row_drop, max(self.row_height, height)
        room = self.paper.width - 2 * scheme.inset + TOLERANCE
        last = self.spots[-1].item if self.spots else item
        other_size = scheme.arrangement.grid and _measure(last) != _measure(item)
        if self.spots and (x + width > room or other_size):
            gap = max(scheme.spacing, GRID_GAP) if other_size else scheme.spacing
            x, drop, row_height = 0.0, drop + self.row_height + gap, height
        # A tall component that doesn't fit beside low ones doesn't fit under them either.
        depth = drop + row_height
        if x + width > room or depth > self.paper.height - 2 * scheme.inset + TOLERANCE:
            return False
        self.spots.append(Spot(item, first, x, drop))
        self.next_x, self.row_drop, self.row_height = x + width + scheme.spacing, drop, row_height
        self.width = max(self.width, x + width)
        self.height = max(self.height, depth)
        return True

    @property
    def cut_lines(self) -> tuple[set[float], set[float]]:
        """Where the block is cut, from its left and from its top."""
        xs, drops = set(), set()
        for item, _, x, drop in self.spots:
            xs |= {round(x, 2), round(x + item.drawing.trim_width, 2)}
            drops |= {round(drop, 2), round(drop + item.drawing.trim_height, 2)}
        return xs, drops


class Position(NamedTuple):
    """The left and top of a stack's blocks on their pages, and the place of the strip, if any."""

    left: float
    top: float
    strip_x: float = 0.0
    strip_y: float = 0.0
    strip_turn: int | None = None


def impose(
    items: Sequence[Item],
    layout: Layout,
    margin_strip: MarginStrip | None = None,
    arrangement: Arrangement = APART,
) -> list[Page]:
    """The pages that print every copy of `items` once, in order.

    `margin_strip(page number from 1, number of pages)` draws the strip for a page's margin; if
    there is room for it, it is the page's last placement. Raises ProblemError with a diagnostic
    for each item that is larger than the printable area.
    """
    return Plan(items, layout, arrangement).make_pages(margin_strip)


class Plan:
    """Items distributed over sheets of paper, so that the number of pages is known.

    Raises ProblemError with a diagnostic for each item that is larger than the printable area.
    """

    def __init__(
        self, items: Sequence[Item], layout: Layout, arrangement: Arrangement = APART
    ) -> None:
        items = [_join_back(item, layout.duplex) for item in items]
        bleed = max((item.drawing.bleed for item in items), default=0.0)
        scheme = Scheme(layout, arrangement, bleed)
        if arrangement.grid:
            items.sort(key=_measure, reverse=True)
        problems = [d for item in items if (d := _check_fit(item, scheme))]
        if problems:
            raise ProblemError(problems)
        self._scheme = scheme
        self._sheets = _choose_sheets(items, scheme)
        self._sides = 2 if arrangement.two_sided or any(item.back for item in items) else 1
        self.page_count = self._sides * len(self._sheets)

    def make_pages(self, margin_strip: MarginStrip | None = None) -> list[Page]:
        """The pages, as `impose` gives them."""
        scheme, sides = self._scheme, self._sides
        numbers = range(1, self.page_count + 1, sides)
        strips = [margin_strip(n, self.page_count) for n in numbers] if margin_strip else []
        pages: list[Page] = []
        for stack in _stack_sheets(self._sheets):
            done = len(pages) // sides
            mine = strips[done : done + len(stack)]
            position = _position_stack(stack[0], mine, scheme)
            if not scheme.arrangement.cut:
                position = _raise_block(stack[0], position, scheme)
            for i, sheet in enumerate(stack):
                fronts = _place_pieces(sheet, position)
                strip = mine[i] if mine else None
                pages.append(_make_page(sheet, fronts, position, strip, scheme))
                if sides == 2:
                    pages.append(_turn_over(pages[-1], sheet, fronts, scheme.layout))
        return pages


def _join_back(item: Item, duplex: Duplex) -> Item:
    """The item with its back as `duplex` says: joined, on the other side, or left out."""
    if item.back is None:
        return item
    if duplex is Duplex.NONE:
        return replace(item, back=None)
    if item.fold or duplex is Duplex.FOLD:
        return replace(item, drawing=fold_over(item.drawing, item.back), back=None)
    return item


def _measure(item: Item) -> tuple[float, float, float]:
    """The measures that components of one grid share; the height, which makes rows, comes first."""
    drawing = item.drawing
    return round(drawing.trim_height, 2), round(drawing.trim_width, 2), round(drawing.fold, 2)


# Filling sheets


def _fits(item: Item, paper: Paper, inset: float) -> bool:
    return (
        item.drawing.trim_width <= paper.width - 2 * inset + TOLERANCE
        and item.drawing.trim_height <= paper.height - 2 * inset + TOLERANCE
    )


def _fill_sheets(
    items: Sequence[Item], papers: Sequence[Paper], scheme: Scheme
) -> list[PressSheet]:
    """Sheets of the first of `papers`; of a later one only if a component fits none before it."""
    sheets: list[PressSheet] = []
    for item in items:
        paper = next(p for p in papers if _fits(item, p, scheme.inset))
        for copy in range(item.copies):
            # What follows an odd-sized component may share its page, which saves paper.
            if not (sheets and sheets[-1].add(item, copy == 0, scheme)):
                sheets.append(PressSheet(paper))
                sheets[-1].add(item, copy == 0, scheme)
    return sheets


def _choose_sheets(items: Sequence[Item], scheme: Scheme) -> list[PressSheet]:
    """The sheets in the better of the permitted orientations; portrait if both are as good."""
    papers, ways = scheme.layout.papers, scheme.ways
    choices = [_fill_sheets(items, (paper, *ways), scheme) for paper in papers if items]
    return min(choices, key=partial(_rate_sheets, scheme), default=[])


def _rate_sheets(scheme: Scheme, sheets: Sequence[PressSheet]) -> tuple[int, int, int, float]:
    """A rating; less is better: fewer sheets, then one orientation for all, then wider margins.

    Grids of equal pieces are cut from full pages, such as nine cards, and one that is not full.
    Pages to read stay upright, however much is left free at their foot.
    """
    lying = sum(sheet.paper.width > sheet.paper.height for sheet in sheets)
    full = len(sheets[0].spots) if scheme.arrangement.grid else 0
    if not scheme.arrangement.cut:
        return len(sheets), lying, 0, 0.0
    margin = min(min(s.paper.width - s.width, s.paper.height - s.height) for s in sheets)
    return len(sheets), min(lying, len(sheets) - lying), -full, -round(margin, 1)


# Positions


def _stack_sheets(sheets: Sequence[PressSheet]) -> Iterator[list[PressSheet]]:
    """Groups neighbouring sheets that can be cut as one pile.

    A print shop cuts the whole pile along the lines of the top sheet. So a sheet whose cut lines
    are all lines of the pile's first sheet too, as on a last page that is not full, keeps that
    sheet's origin instead of being centred. Any other sheet starts a new pile and is centred.
    """
    stack: list[PressSheet] = []
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


def _position_stack(leader: PressSheet, strips: Sequence[Drawing], scheme: Scheme) -> Position:
    """Centres the fullest sheet of a stack and finds the place of the stack's margin strips.

    The first choice is a place that costs no crop mark, at the bottom or on the right; otherwise,
    the marks that would touch the strip are shortened or left out.
    """
    paper = leader.paper
    left, bottom = (paper.width - leader.width) / 2, (paper.height - leader.height) / 2
    if not strips:
        return Position(left, bottom + leader.height)
    long, thick = max(s.width for s in strips), max(s.height for s in strips)
    for spare_marks in (True, False) if scheme.marks else (False,):
        if long <= paper.width - 2 * EDGE + TOLERANCE:
            moved = _make_room(paper.height, leader.height, thick, spare_marks, scheme)
            if moved is not None:
                x = min(left, paper.width - EDGE - long)
                return Position(left, moved + leader.height, x, EDGE, 0)
        if long <= paper.height - 2 * EDGE + TOLERANCE:
            free = _make_room(paper.width, leader.width, thick, spare_marks, scheme)
            if free is not None:
                # Turned anticlockwise on the right, the strip is at the foot of the page for
                # anyone who turns the paper to read it.
                moved = paper.width - free - leader.width
                y = min(bottom, paper.height - EDGE - long)
                x = paper.width - EDGE - thick
                return Position(moved, bottom + leader.height, x, y, 1)
    return Position(left, bottom + leader.height)


def _raise_block(leader: PressSheet, position: Position, scheme: Scheme) -> Position:
    """The position with the block at the top, as far from the top edge as from the left one."""
    margin = max(scheme.inset, min(position.left, HEAD))
    return position._replace(top=max(position.top, leader.paper.height - margin))


def _make_room(
    paper: float, block: float, strip: float, spare_marks: bool, scheme: Scheme
) -> float | None:
    """The block's margin on the strip's side, along one axis; None if there isn't room.

    The block moves from the centre no further than the strip needs. With `spare_marks` it needs
    more, and the other side keeps room for short marks if a centred block leaves that room.
    """
    centred = (paper - block) / 2
    need, other = EDGE + strip + scheme.offset, scheme.inset
    if spare_marks:
        need = EDGE + strip + STRIP_CLEARANCE + MARK_LENGTH + scheme.offset
        other = max(other, min(centred, EDGE + MARK_SHORTEST + scheme.offset))
    return max(centred, need) if need <= paper - block - other + TOLERANCE else None


def _place_pieces(sheet: PressSheet, position: Position) -> list[Placement]:
    """The placements of a sheet's components, in the order of its spots."""
    placements: list[Placement] = []
    for item, _, dx, drop in sheet.spots:
        drawing = item.drawing
        x, y = position.left + dx, position.top - drop - drawing.trim_height
        placements.append(Placement(drawing, x - drawing.bleed, y - drawing.bleed))
    return placements


def _make_page(
    sheet: PressSheet,
    pieces: Sequence[Placement],
    position: Position,
    strip: Drawing | None,
    scheme: Scheme,
) -> Page:
    """The page of a filled sheet: components, then its strip; marks and bookmarks."""
    placements = [*pieces]
    bookmarks: list[Bookmark] = []
    boxes: list[Box] = []
    for item, first, dx, drop in sheet.spots:
        drawing = item.drawing
        x, top = position.left + dx, position.top - drop
        boxes.append((x, top - drawing.trim_height, x + drawing.trim_width, top))
        if first and item.bookmark:
            bookmarks.append(Bookmark(item.bookmark, x, top))
    strip_box: Box | None = None
    if strip is not None and position.strip_turn is not None:
        put = Placement(strip, position.strip_x, position.strip_y, position.strip_turn)
        placements.append(put)
        strip_box = (put.x, put.y, put.x + put.width, put.y + put.height)
    marks: tuple[Box, ...] = ()
    if scheme.marks:
        folds = tuple(spot.item.drawing.fold for spot in sheet.spots)
        marks = draw_marks(tuple(boxes), folds, strip_box, sheet.paper, scheme.offset)
    return Page(
        sheet.paper.width,
        sheet.paper.height,
        tuple(placements),
        marks,
        tuple(bookmarks),
        covered=sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes),
    )


def _turn_over(page: Page, sheet: PressSheet, fronts: Sequence[Placement], layout: Layout) -> Page:
    """The page of the backs of a sheet's components, behind their fronts."""
    pairs = zip(fronts, sheet.spots, strict=True)
    backs = [(front, back) for front, spot in pairs if (back := spot.item.back)]
    return turn_page(page, backs, layout.duplex, layout.back_offset)


# What doesn't fit


def _check_fit(item: Item, scheme: Scheme) -> Diagnostic | None:
    """The diagnostic for an item that fits in no permitted orientation."""
    if any(_fits(item, paper, scheme.inset) for paper in scheme.ways):
        return None
    paper, margins = scheme.layout.papers[0], 2 * scheme.layout.margin
    size = format_size(*_bleed_size(item, scheme))
    room = format_size(max(paper.width - margins, 0), max(paper.height - margins, 0))
    way = "either orientation" if scheme.layout.landscape is None else "this orientation"
    message = f"{item.name or 'a component'} measures {size}, but {paper.name} paper has room for "
    message += f"{room} inside its margins, and it does not fit in {way}"
    return DOES_NOT_FIT.at(item.place, message, _suggest_paper(item, scheme))


def _bleed_size(item: Item, scheme: Scheme) -> tuple[float, float]:
    """The space that an item takes with the layout's bleed on all sides."""
    room = 2 * scheme.bleed
    return item.drawing.trim_width + room, item.drawing.trim_height + room


def _suggest_paper(item: Item, scheme: Scheme) -> str:
    """The cheapest change that would make the item fit."""
    if any(_fits(item, paper, scheme.inset) for paper in _turn_both_ways(scheme.layout.paper)):
        return "it fits this paper in the other orientation"
    if any(_fits(item, paper, EDGE + scheme.bleed) for paper in scheme.layout.papers):
        return "it fits this paper with a margin of 5 mm"
    for paper in sorted(PAPERS.values(), key=lambda paper: paper.width * paper.height):
        if any(_fits(item, way, scheme.inset) for way in _turn_both_ways(paper)):
            return f"the smallest paper it fits is {paper.name} ({paper.size_text})"
    sides = _bleed_size(item, scheme)
    width, height = (math.ceil((s + 2 * scheme.layout.margin - TOLERANCE) / MM) for s in sides)
    return f"print a smaller variant of the sheet, or use a paper of {width}x{height}mm or more"


def _turn_both_ways(paper: Paper) -> tuple[Paper, Paper]:
    return paper.portrait, paper.landscape
