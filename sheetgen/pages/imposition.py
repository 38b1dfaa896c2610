"""Imposition, drawings → pages: where each component goes.

All lengths are points. Components keep their order: in rows from left to right, from top to
bottom, page after page; only a layout in grids sorts them by size. Components are never turned or
scaled; the paper may be turned. A component's place is that of its trim, the lines along which it
is cut; its bleed lies around that, in the gaps and inside the printable area.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.pages.cropmarks import (
    draw_marks,
)
from sheetgen.pages.duplex import Duplex, fold_over, turn_page
from sheetgen.pages.fit import check_fit
from sheetgen.pages.layout import Arrangement, Layout, Scheme
from sheetgen.pages.page import Bookmark, Page, Placement
from sheetgen.pages.position import Position, position_stack, raise_block, stack_sheets
from sheetgen.pages.presssheet import Item, PressSheet, choose_sheets, measure

APART = Arrangement()
"""Pieces to cut out, with space between them."""

MarginStrip = Callable[[int, int], Drawing]


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
            items.sort(key=measure, reverse=True)
        problems = [d for item in items if (d := check_fit(item, scheme))]
        if problems:
            raise ProblemError(problems)
        self._scheme = scheme
        self._sheets = choose_sheets(items, scheme)
        self._sides = 2 if arrangement.two_sided or any(item.back for item in items) else 1
        self.page_count = self._sides * len(self._sheets)

    def make_pages(self, margin_strip: MarginStrip | None = None) -> list[Page]:
        """The pages, as `impose` gives them."""
        scheme, sides = self._scheme, self._sides
        numbers = range(1, self.page_count + 1, sides)
        strips = [margin_strip(n, self.page_count) for n in numbers] if margin_strip else []
        pages: list[Page] = []
        for stack in stack_sheets(self._sheets):
            done = len(pages) // sides
            mine = strips[done : done + len(stack)]
            position = position_stack(stack[0], mine, scheme)
            if not scheme.arrangement.cut:
                position = raise_block(stack[0], position, scheme)
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
