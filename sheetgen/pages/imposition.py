"""Imposition, drawings → pages: where each component goes.

All lengths are points. A component's place is that of its trim, the lines along which it is cut;
its bleed lies around that, in the gaps and inside the printable area. Nothing is ever scaled.
Pieces of one batch keep their order, in rows; those of a whole run may be packed and turned. The
pages of a booklet lie two by two on sheets, in the order in which these are folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, groupby

from sheetgen.drawing.drawing import Drawing, Resources, TagPath
from sheetgen.drawing.tag import renumber
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.units import PAPERS
from sheetgen.pages.assembly import Filled, Lot, assemble
from sheetgen.pages.cropmarks import draw_marks
from sheetgen.pages.layout import Arrangement, Duplex, Layout, Pack, Scheme, fold_over, turn_page
from sheetgen.pages.page import Bookmark, Page, Placement
from sheetgen.pages.presssheet import (
    Item,
    Position,
    PressSheet,
    choose_sheets,
    fits,
    judge_large,
    measure,
    position_stack,
    raise_block,
    stack_sheets,
)

APART = Arrangement()
"""Pieces to cut out, with space between them."""

MarginStrip = Callable[[int, int], Drawing]
Batches = Sequence[tuple[Arrangement, Sequence[Item]]]


def impose(
    items: Sequence[Item],
    layout: Layout,
    margin_strip: MarginStrip | None = None,
    arrangement: Arrangement = APART,
) -> list[Page]:
    """The pages that print every copy of `items` once, in rows and in order.

    `margin_strip(page number from 1, number of pages)` draws the strip for a page's margin; if
    there is room for it, it is the page's last placement. Raises ProblemError with a diagnostic
    for each item that is larger than the printable area.
    """
    layout = replace(layout, pack=Pack.SHEET)
    return Plan([(arrangement, items)], layout).make_pages(margin_strip)


class Start(NamedTuple):
    """Where the first copy of an item is: the index of its page, its left and its top."""

    page: int
    x: float
    top: float


class Plan:
    """The items of several batches distributed over sheets of paper.

    Each batch comes with its arrangement. `strip` is the height of margin strips, for which room
    is kept where that costs no page. `spare` is printed where paper is free. Raises ProblemError
    with a diagnostic if there are items larger than the printable area.
    """

    def __init__(
        self,
        batches: Batches,
        layout: Layout,
        strip: float = 0.0,
        spare: Item | None = None,
    ) -> None:
        lots = make_lots(batches, layout)
        self._items = [lot.items for lot in lots]
        if large := [one for lot in lots for one in find_large(lot)]:
            raise ProblemError([judge_large(large)])
        filled = (
            [sheet for lot in lots for sheet in _fill_rows(lot)]
            if layout.pack is Pack.SHEET
            else assemble(lots, layout.of_cuts, strip, spare)
        )
        self._layout, self._filled = layout, order_sides(filled)
        self.page_count = sum(1 + sheet.has_backs for sheet, _ in self._filled)

    def make_pages(
        self, margin_strip: MarginStrip | None = None, marked: bool = True
    ) -> list[Page]:
        """The pages, as `impose` gives them; `marked` are those with bookmarks of their own."""
        pages: list[Page] = []
        self._starts: dict[int, Start] = {}
        for scheme, group in groupby(self._filled, key=lambda filled: filled[1]):
            for stack in stack_sheets([sheet for sheet, _ in group]):
                numbers = _number_pages(stack, len(pages))
                strips = []
                if margin_strip and not (scheme.layout.registered and scheme.arrangement.cut):
                    strips = [margin_strip(n, self.page_count) for n in numbers]
                position = position_stack(stack[0], strips, scheme)
                if not scheme.arrangement.cut or stack[0].is_read:
                    position = raise_block(stack[0], position, scheme)
                for at, sheet in enumerate(stack):
                    boxes = _list_boxes(sheet, position)
                    self._note(sheet, boxes, len(pages))
                    strip = strips[at] if strips else None
                    pages += _make_sides(sheet, boxes, position, strip, scheme, marked)
        return pages

    def _note(self, sheet: PressSheet, boxes: Sequence[Box], page: int) -> None:
        """Notes where the first copies of items are."""
        for spot, (x, _, _, top) in zip(sheet.spots, boxes, strict=True):
            if spot.first:
                self._starts[id(spot.item)] = Start(page, _share(x), _share(top))

    @property
    def starts(self) -> list[list[Start]]:
        """Where each item of each batch is, once the pages are made."""
        return [[self._starts[id(item)] for item in items] for items in self._items]


def order_sides(filled: Iterable[Filled]) -> list[Filled]:
    """The sheets in their order, but those with backs one after the other.

    The first of them is on an odd page, as backs would otherwise not be behind their fronts when
    all pages are printed on both sides. A sheet without backs changes its place for that.
    """
    rest = list(filled)
    both = [one for one in rest if one[0].has_backs]
    if not both:
        return rest
    at = rest.index(both[0])
    before = [one for one in rest[:at] if not one[0].has_backs]
    after = [one for one in rest[at:] if not one[0].has_backs]
    if len(before) % 2 and after:
        before.append(after.pop(0))
    elif len(before) % 2:
        after.append(before.pop())
    return [*before, *both, *after]


def _find_bleed(items: Iterable[Item]) -> float:
    return max((item.drawing.bleed for item in items), default=0.0)


def make_lots(batches: Batches, layout: Layout) -> list[Lot]:
    """The items of each batch, with their backs as the layout says; no item is there twice."""
    known: set[int] = set()
    of_cuts, turns = layout.of_cuts, layout.pack is not Pack.SHEET
    lots = []
    for arrangement, items in batches:
        own = [_part(_join_back(item, layout.duplex), known) for item in items]
        on = of_cuts if arrangement.cut else layout
        lots.append(Lot(own, Scheme(on, arrangement, _find_bleed(own), turns)))
    return lots


def find_large(lot: Lot) -> list[tuple[Item, Scheme]]:
    """The items that fit in no permitted orientation of the paper, with the schemes they must."""
    groups: dict[tuple[float, ...], list[Item]] = {}
    for item in lot.items:
        drawing = item.drawing
        size = drawing.width, drawing.height, drawing.bleed, drawing.fold
        groups.setdefault(size, []).append(item)
    large: list[tuple[Item, Scheme]] = []
    for (_, _, bleed, fold), items in groups.items():
        scheme = lot.scheme
        if scheme.turn:
            turns = not (fold or scheme.arrangement.grid)
            scheme = replace(scheme, bleed=bleed, turn=turns)
        if not any(fits(items[0], paper, scheme.inset) for paper in scheme.ways):
            large += ((item, scheme) for item in items)
    return large


def _fill_rows(lot: Lot) -> list[Filled]:
    """The sheets of one batch, in rows."""
    items = list(lot.items)
    if lot.scheme.arrangement.grid:
        items.sort(key=measure, reverse=True)
    return [(sheet, lot.scheme) for sheet in choose_sheets(items, lot.scheme)]


def _number_pages(stack: Sequence[PressSheet], before: int) -> list[int]:
    """The numbers of the fronts of some sheets, with `before` pages before them."""
    numbers = []
    for sheet in stack:
        numbers.append(before + 1)
        before += 1 + sheet.has_backs
    return numbers


def _part(item: Item, known: set[int]) -> Item:
    """An item that is not among those `known`, so that it can be told by its identity."""
    if id(item) in known:
        return replace(item)
    known.add(id(item))
    return item


def _join_back(item: Item, duplex: Duplex) -> Item:
    """The item with its back as `duplex` says: joined, on the other side, or left out."""
    if item.back is None:
        return item
    if duplex is Duplex.NONE:
        return replace(item, back=None)
    if item.fold or duplex is Duplex.FOLD:
        return replace(item, drawing=fold_over(item.drawing, item.back), back=None)
    return item


def _list_boxes(sheet: PressSheet, position: Position) -> list[Box]:
    """Where a sheet's components are cut, in the order of its spots."""
    boxes: list[Box] = []
    for spot in sheet.spots:
        x, top = position.left + spot.x, position.top - spot.drop
        boxes.append((x, top - spot.height, x + spot.width, top))
    return boxes


def _make_sides(
    sheet: PressSheet,
    boxes: Sequence[Box],
    position: Position,
    strip: Drawing | None,
    scheme: Scheme,
    marked: bool,
) -> list[Page]:
    """The front of a sheet, and its back if there is something on it."""
    fronts = _place_pieces(sheet, boxes)
    page = _make_page(sheet, boxes, fronts, position, strip, scheme, marked)
    pairs = zip(fronts, sheet.spots, strict=True)
    backs = [(front, back) for front, spot in pairs if (back := spot.item.back)]
    layout = scheme.layout
    return [page, *([turn_page(page, backs, layout.duplex, layout.back_offset)] if backs else [])]


def _place_pieces(sheet: PressSheet, boxes: Sequence[Box]) -> list[Placement]:
    """The placements of a sheet's components, in the order of its spots."""
    placements: list[Placement] = []
    for spot, (x, y, _, _) in zip(sheet.spots, boxes, strict=True):
        drawing = spot.item.drawing
        place = _share(x - drawing.bleed), _share(y - drawing.bleed)
        placements.append(Placement(drawing, *place, spot.turn, spot.item.alt))
    return placements


@lru_cache(maxsize=500)
def _share(length: float) -> float:
    """One object for the same length on many pages."""
    return length


def _make_page(
    sheet: PressSheet,
    boxes: Sequence[Box],
    pieces: Sequence[Placement],
    position: Position,
    strip: Drawing | None,
    scheme: Scheme,
    marked: bool,
) -> Page:
    """The page of a filled sheet: components, then its strip; marks and bookmarks."""
    placements = [*pieces]
    bookmarks: list[Bookmark] = []
    for spot, (x, _, _, top) in zip(sheet.spots, boxes, strict=True):
        if marked and spot.first and spot.item.bookmark:
            bookmarks.append(Bookmark(spot.item.bookmark, x, top))
    strip_box: Box | None = None
    if strip is not None and position.strip_turn is not None:
        put = Placement(strip, position.strip_x, position.strip_y, position.strip_turn)
        placements.append(put)
        strip_box = (put.x, put.y, put.x + put.width, put.y + put.height)
    marks: tuple[Box, ...] = ()
    if scheme.marks:
        cut = tuple(not spot.read for spot in sheet.spots)
        folds = tuple(spot.item.drawing.fold for spot in sheet.spots if not spot.read)
        inside = tuple(compress(boxes, cut))
        others = tuple(box for box, is_cut in zip(boxes, cut, strict=True) if not is_cut)
        marks = draw_marks(inside, folds, strip_box, sheet.paper, scheme.offset, others)
    return Page(
        sheet.paper.width,
        sheet.paper.height,
        tuple(placements),
        marks,
        tuple(bookmarks),
        covered=sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes),
    )


# Booklets. Every sheet is printed on both sides and turned along its short edge. The sheets of a
# signature lie inside each other; those further inside stick out by their thickness once folded,
# so that their pages are moved towards the fold.

QUARTER = 4
"""The pages of a sheet, two on each side."""


class Folding(NamedTuple):
    """How sheets are folded: so many to a signature, 0 for all; `creep` is in points a sheet."""

    sheets: int = 0
    creep: float = 0.0


def fold(pages: Sequence[Page], folding: Folding) -> list[Page]:
    """The sides of the sheets of a booklet, front and back of each in turn.

    Empty pages at the end fill the last sheet. The pages have one size.
    """
    count = -(-len(pages) // QUARTER) * QUARTER
    every: list[Page | None] = [*pages, *[None] * (count - len(pages))]
    size = folding.sheets * QUARTER or count
    made: list[Page] = []
    for start in range(0, count, size):
        part = every[start : start + size]
        for at in range(len(part) // QUARTER):
            first, last = 2 * at, len(part) - 1 - 2 * at
            shift = at * folding.creep
            made.append(_join(part[last], part[first], pages[0], shift))
            made.append(_join(part[first + 1], part[last - 1], pages[0], shift))
    return made


def _join(left: Page | None, right: Page | None, like: Page, shift: float) -> Page:
    """Two pages side by side in the middle of a sheet, each moved towards the fold."""
    wide, high = _measure(like)
    across, up = _choose_paper(2 * wide, high)
    fold, low = across / 2, (up - high) / 2
    resources = Resources()
    parts = []
    tags: list[TagPath] = []
    for page, x, move in ((left, fold - wide, shift), (right, fold, -shift)):
        if page:
            clip = f"{fmt(x)} {fmt(low)} {fmt(wide)} {fmt(high)} re W n"
            box = page.trim or (0.0, 0.0, page.width, page.height)
            for placed in page.placements:
                shown = placed.drawing
                resources.add(shown.resources)
                dx, dy = x + move + placed.x - box[0], low + placed.y - box[1]
                operators = renumber(shown.operators, len(tags))
                parts.append(f"q {clip} 1 0 0 1 {fmt(dx)} {fmt(dy)} cm\n{operators}\nQ")
                tags += shown.tags
    drawing = Drawing(across, up, "\n".join(parts), resources, tags=tags)
    names = [page.label for page in (left, right) if page]
    return Page(across, up, (Placement(drawing, 0.0, 0.0),), label=", ".join(names))


def _measure(page: Page) -> tuple[float, float]:
    """The size of a page once it is cut, in points."""
    x0, y0, x1, y1 = page.trim or (0.0, 0.0, page.width, page.height)
    return x1 - x0, y1 - y0


def _choose_paper(width: float, height: float) -> tuple[float, float]:
    """The least of the usual papers, on its side, that holds a spread; or else just the spread."""
    papers = [PAPERS[name].landscape for name in ("a4", "letter", "a3", "tabloid")]
    sizes = [(paper.width, paper.height) for paper in papers]
    fitting = [s for s in sizes if s[0] >= width - 1 and s[1] >= height - 1]
    return min(fitting, key=lambda s: s[0] * s[1], default=(width, height))
