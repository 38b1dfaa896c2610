"""Assembly: the pieces of all sheets of a run together on pages, packed and turned.

Pages to read come from the top of the paper and are never turned; short ones share a page. Pieces
to cut out are packed tightly, or so that the pieces of a ship stay together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM, Paper
from sheetgen.pages.cropmarks import EDGE, MARK_LENGTH, OFFSET
from sheetgen.pages.layout import Arrangement, Layout, Pack, Scheme
from sheetgen.pages.packing import WIDE, PackedSheet, Packer, PackingKind, PackingRoom, Rooms
from sheetgen.pages.presssheet import Item, PressSheet, Spot, fits

MARKS = OFFSET + MARK_LENGTH
APART = MARKS + 5 * MM
"""The space between a text and the pieces below it, and for the crop marks at their foot."""
_RECENT = 8
"""How many pages to read are looked at for one that has room for another piece."""

Filled = tuple[PressSheet, Scheme]


class Lot(NamedTuple):
    """The items of one batch, and how that would arrange them alone."""

    items: Sequence[Item]
    scheme: Scheme


def assemble(
    lots: Sequence[Lot], layout: Layout, strip: float = 0.0, spare: Item | None = None
) -> list[Filled]:
    """Sheets with all the pieces, in the order of the first piece of each.

    Room for margin strips `strip` high is kept where that costs no page. The `spare` piece stands
    on the first page to read that has room for it, if any has.
    """
    order = {id(item): at for at, item in enumerate(i for lot in lots for i in lot.items)}
    assembly = _Assembly(lots, layout, strip, order)
    choices = []
    for parts in assembly.list_parts():
        texts, cut = list(_stack_texts(lots)), assembly.fill(parts)
        if layout.pack is Pack.TIGHT:
            assembly.share_pages(texts, cut)
        choices.append((texts, cut))
    texts, cut = min(choices, key=_count_sides)
    for sheet, scheme in texts:
        if spare and not sheet.is_read and sheet.add(spare, True, scheme):
            order[id(spare)] = len(order)
            break
    before = {
        id(item): id(previous)
        for lot in lots
        if not lot.scheme.arrangement.cut
        for previous, item in pairwise(lot.items)
    }
    return sorted([*texts, *cut], key=lambda one: _find_first(one, order, before))


def _count_sides(choice: tuple[Sequence[Filled], Sequence[Filled]]) -> int:
    return sum(1 + sheet.has_backs for sheets in choice for sheet, _ in sheets)


def _find_first(filled: Filled, order: Mapping[int, int], before: Mapping[int, int]) -> int:
    """The number of the first piece on a sheet, or of the first that makes it have a back.

    A sheet that goes on with what is read on another, the piece `before`, comes after that one.
    """
    spots = filled[0].spots
    here = {id(spot.item) for spot in spots}
    later = [order[item] for item in here if before.get(item, item) not in here]
    backed = [spot for spot in spots if spot.item.back]
    return max(later, default=min(order[id(spot.item)] for spot in backed or spots))


def _stack_texts(lots: Iterable[Lot]) -> Iterator[Filled]:
    """Pages to read: each piece on the first page that has room, its order kept where it can be."""
    sheets: list[Filled] = []
    for items, scheme in lots:
        if scheme.arrangement.cut:
            continue
        for item in items:
            paper = _choose_paper(item, scheme)
            for copy in range(item.copies):
                if not any(
                    sheet.paper == paper and sheet.add(item, copy == 0, own)
                    for sheet, own in sheets[-_RECENT:]
                ):
                    sheets.append((PressSheet(paper), scheme))
                    sheets[-1][0].add(item, copy == 0, scheme)
    yield from sheets


def _choose_paper(item: Item, scheme: Scheme) -> Paper:
    papers = (*scheme.layout.papers, *scheme.ways)
    return next(paper for paper in papers if fits(item, paper, scheme.inset))


class _Assembly:
    """The pieces to cut out of all batches, by kinds, and the rooms for them."""

    def __init__(
        self, lots: Iterable[Lot], layout: Layout, strip: float, order: Mapping[int, int]
    ) -> None:
        self.layout, self.order = layout, order
        self.kinds: dict[PackingKind, int] = {}
        self._sizes: dict[object, int] = {}
        self.items: list[tuple[Item, int]] = []
        self._apart: tuple[list[tuple[Item, int]], ...] = ([], [])
        for items, scheme in lots:
            if scheme.arrangement.cut:
                sorted_items = [(item, self._sort(item, scheme)) for item in items]
                self.items += sorted_items
                self._apart[scheme.arrangement.apart].extend(sorted_items)
        self.packer = Packer(list(self.kinds), WIDE if layout.marks else 0.0)
        self.rooms = list(_list_rooms(layout, strip))
        self.kept = _keep_strip(layout, strip)

    def _sort(self, item: Item, scheme: Scheme) -> int:
        """The number of an item's kind."""
        drawing, grid, backed = item.drawing, scheme.arrangement.grid, item.back is not None
        size = drawing.width, drawing.height, drawing.bleed, drawing.fold, grid, backed
        known = self._sizes.get(size)
        if known is None:
            turns = (0,) if drawing.fold or grid or self._stays_upright(item) else (0, 1)
            kind = PackingKind(
                round(drawing.width, 3), round(drawing.height, 3), turns, grid, backed
            )
            known = self._sizes[size] = self.kinds.setdefault(kind, len(self.kinds))
        return known

    def _stays_upright(self, item: Item) -> bool:
        """Whether an item is not turned to save paper, as it is to be read on a screen."""
        inset = self.layout.margin + item.drawing.bleed
        papers = self.layout.papers
        return self.layout.upright and any(fits(item, paper, inset) for paper in papers)

    def list_parts(self) -> Iterator[Sequence[Sequence[tuple[Item, int]]]]:
        """The choices of parts that have pages of their own, the best first."""
        if self.layout.pack is Pack.SHIP:
            yield list(self._part_ships())
            return
        if all(self._apart):
            yield self._apart
        yield [self.items]

    def fill(self, parts: Iterable[Sequence[tuple[Item, int]]]) -> list[Filled]:
        """The sheets of paper with all pieces."""
        return [filled for part in parts for filled in self._pack(part)]

    def _pack(self, items: Sequence[tuple[Item, int]]) -> list[Filled]:
        """The sheets for some pieces, in their order."""
        pages = self.packer.pack(self._count(items), self.rooms)
        # Pages take pieces in the order in which they lie, not in that in which they were packed.
        firsts = self._find_firsts(items, pages)
        waiting: list[deque[tuple[Item, bool]]] = [deque() for _ in self.kinds]
        for item, kind in items:
            waiting[kind].extend((item, copy == 0) for copy in range(item.copies))
        order = sorted(range(len(pages)), key=firsts.__getitem__)
        return [self._put(pages[at], waiting) for at in order]

    def _find_firsts(
        self, items: Iterable[tuple[Item, int]], pages: Iterable[PackedSheet]
    ) -> list[int]:
        """Return the place of each page's first piece, if pages take pieces in this order."""
        waiting: list[deque[tuple[bool, int]]] = [deque() for _ in self.kinds]
        for item, kind in items:
            waiting[kind].extend([(item.back is None, self.order[id(item)])] * item.copies)
        return [min(waiting[slot.kind].popleft() for slot in page.slots)[1] for page in pages]

    def _put(self, page: PackedSheet, waiting: Sequence[deque[tuple[Item, bool]]]) -> Filled:
        """A page with the next pieces of each kind on it."""
        sheet = PressSheet(self.layout.papers[page.paper])
        for kind, x, drop, turn in page.slots:
            item, first = waiting[kind].popleft()
            bleed = item.drawing.bleed
            spot = Spot(item, first, x + bleed, drop + bleed, turn)
            sheet.spots.append(spot)
            sheet.width = max(sheet.width, x + spot.width + 2 * bleed)
            sheet.height = max(sheet.height, drop + spot.height + 2 * bleed)
        reach = max(spot.item.drawing.bleed for spot in sheet.spots)
        return sheet, Scheme(self.layout, Arrangement(0.0), 0.0, True, reach)

    def share_pages(self, texts: list[Filled], cut: list[Filled]) -> None:
        """Moves pieces below what is to be read, a page at a time, where that saves the page."""
        for page in sorted(cut, key=lambda one: sum(s.width * s.height for s in one[0].spots)):
            if page[0].has_backs:
                continue
            for at, text in enumerate(texts):
                shared = self._share_page(text[0], page[0])
                if shared:
                    texts[at] = shared
                    cut.remove(page)
                    break

    def _share_page(self, text: PressSheet, page: PressSheet) -> Filled | None:
        """A page with a text on top and the pieces of another page below; None without room."""
        layout, at = self.layout, text.paper.height
        if text.is_read or text.paper not in layout.papers:
            return None
        drop = text.height + APART
        high = at - 2 * layout.margin - drop - max(self.kept, MARKS)
        room = PackingRoom(
            text.paper.width - 2 * layout.margin, high, layout.papers.index(text.paper)
        )
        numbers = dict(zip(map(id, (item for item, _ in self.items)), self.items, strict=True))
        waiting: list[deque[tuple[Item, bool]]] = [deque() for _ in self.kinds]
        for spot in page.spots:
            waiting[numbers[id(spot.item)][1]].append((spot.item, spot.first))
        try:
            pages = self.packer.pack([len(items) for items in waiting], [(room,)])
        except ValueError:
            return None
        if len(pages) > 1:
            return None
        below, scheme = self._put(pages[0], waiting)
        shared = PressSheet(text.paper)
        shared.width, shared.height = max(text.width, below.width), drop + below.height
        left, right = ((shared.width - sheet.width) / 2 for sheet in (text, below))
        shared.spots = [spot._replace(x=spot.x + left, read=True) for spot in text.spots]
        shared.spots += [s._replace(x=s.x + right, drop=s.drop + drop) for s in below.spots]
        return shared, scheme

    def _part_ships(self) -> Iterator[list[tuple[Item, int]]]:
        """The pieces in parts: ships, as many as fit on a page, each with all that is its own."""
        ships: dict[str, list[tuple[Item, int]]] = {}
        for item, kind in self.items:
            ships.setdefault(item.ship, []).append((item, kind))
        part: list[tuple[Item, int]] = []
        for pieces in ships.values():
            if part and self._count_pages([*part, *pieces]) > self._count_pages(part):
                yield part
                part = []
            part += pieces
        if part:
            yield part

    def _count_pages(self, items: Iterable[tuple[Item, int]]) -> int:
        return len(self.packer.pack(self._count(items), self.rooms))

    def _count(self, items: Iterable[tuple[Item, int]]) -> list[int]:
        """How many pieces of each kind there are."""
        counts = [0] * len(self.kinds)
        for item, kind in items:
            counts[kind] += item.copies
        return counts


def _keep_strip(layout: Layout, strip: float) -> float:
    """The room that margin strips `strip` high need beyond the margin."""
    return max(EDGE + strip + OFFSET - layout.margin, 0.0)


def _list_rooms(layout: Layout, strip: float) -> Iterator[Rooms]:
    """Choices of rooms: with room for the margin strip below or beside, then without; both ways.

    One way for all pages often comes out better than the better way for each page.
    """
    papers = layout.papers
    sizes = [(p.width - 2 * layout.margin, p.height - 2 * layout.margin) for p in papers]
    kept = _keep_strip(layout, strip)
    spared: list[Rooms] = [
        (PackingRoom(width, height - kept, at), PackingRoom(width - kept, height, at))
        for at, (width, height) in enumerate(sizes)
    ]
    whole: list[Rooms] = [(PackingRoom(*size, at),) for at, size in enumerate(sizes)]
    for ways in (spared, whole) if strip else (whole,):
        yield tuple(room for rooms in ways for room in rooms)
        if len(papers) > 1:
            yield from ways
