"""Packing: pieces of many sizes cut from few pages, by straight cuts from edge to edge.

Pure arithmetic on sizes in points: nothing is known here of drawings. Equal pieces stand in blocks
of rows and columns. A room is filled with the block that covers most of it; a straight cut parts
what is left into two rooms, which are filled in the same way. On each page, the block that comes
first is searched for; as pages with the same pieces left are filled alike, thousands of equal
pieces cost no more search than a dozen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import sub

from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM

TOLERANCE = 0.01
WIDE, NARROW = 10 * MM, 5 * MM
"""The space that is left between blocks where a page has it: for the marks of both, or of one."""

_MANY = 12
"""Of more pieces than this, only blocks as wide or as high as the room are tried first."""

Counts = tuple[int, ...]
"""How many pieces of each kind are left."""


class PackingKind(NamedTuple):
    """Pieces of one size, each with the space that its bleed takes.

    `turns` are the quarter turns that are allowed. Those that stand `together` are not parted to
    fill gaps: what is left of them makes one block. `backed` pieces have a back.
    """

    width: float
    height: float
    turns: tuple[int, ...] = (0, 1)
    together: bool = False
    backed: bool = False


class PackingRoom(NamedTuple):
    """Where pieces may stand on a paper, numbered by the caller."""

    width: float
    height: float
    paper: int = 0


Rooms = tuple[PackingRoom, ...]


class Slot(NamedTuple):
    """The place of one piece: its kind, and its left and top in its room."""

    kind: int
    x: float
    drop: float
    turn: int


class PackedBlock(NamedTuple):
    """Equal pieces in rows and columns; the last row may not be full."""

    kind: int
    turn: int
    columns: int
    rows: int
    pieces: int
    width: float
    height: float

    def place(self, x: float, drop: float, width: float, height: float, gap: float) -> Slots:
        """Its slots, row by row."""
        wide, high = self.width / self.columns, self.height / self.rows
        for at in range(self.pieces):
            row, column = divmod(at, self.columns)
            yield Slot(self.kind, x + column * wide, drop + row * high, self.turn)


class StraightCut(NamedTuple):
    """Parts of a room with a straight cut between neighbours: `down` the page, or across it."""

    parts: tuple[Part, ...]
    down: bool
    width: float
    height: float

    def place(self, x: float, drop: float, width: float, height: float, gap: float) -> Slots:
        """The slots of its parts, in a space as large as this, some of which goes between them."""
        spare = (width - self.width) if self.down else (height - self.height)
        space = min(spare / (len(self.parts) - 1), gap)
        if space < NARROW:
            space = 0.0
        for part in self.parts:
            if self.down:
                yield from part.place(x, drop, part.width, height, gap)
                x += part.width + space
            else:
                yield from part.place(x, drop, width, part.height, gap)
                drop += part.height + space


Part = PackedBlock | StraightCut
Slots = Iterator[Slot]


class Filling(NamedTuple):
    """A filled room: the area of its pieces with backs, of all, and of those not turned.

    `left` are the pieces that remain. In the corner stands a block, with the `second` filling
    next to it, and the `first` beyond the first cut, which goes `down` the page or across it.
    """

    backed: float
    area: float
    upright: float
    left: Counts
    block: PackedBlock | None = None
    first: Filling | None = None
    second: Filling | None = None
    down: bool = False

    def arrange(self) -> Part | None:
        """Its blocks and the cuts between them, which are only made of the best filling."""
        if self.block is None or self.first is None or self.second is None:
            return None
        first, second = self.first.arrange(), self.second.arrange()
        near = join_parts([self.block, second], not self.down) if second else self.block
        return join_parts([near, first], self.down) if first else near


class PackedSheet(NamedTuple):
    """A page: the number of its paper, and its slots."""

    paper: int
    slots: tuple[Slot, ...]


def join_parts(parts: Sequence[Part], down: bool) -> Part:
    """Parts side by side, or one below the other."""
    flat: list[Part] = []
    for part in parts:
        flat += part.parts if isinstance(part, StraightCut) and part.down == down else [part]
    if len(flat) == 1:
        return flat[0]
    widths, heights = [part.width for part in flat], [part.height for part in flat]
    if down:
        return StraightCut(tuple(flat), down, sum(widths), max(heights))
    return StraightCut(tuple(flat), down, max(widths), sum(heights))


class Packer:
    """Packs pieces of some kinds; `gap` is the most space between blocks, in points."""

    def __init__(self, kinds: Sequence[PackingKind], gap: float = WIDE) -> None:
        self.kinds, self.gap = tuple(kinds), gap
        self._areas = [kind.width * kind.height for kind in kinds]
        self._ways = [[(t, *_turn(kind, t)) for t in kind.turns] for kind in kinds]
        self._all_ways = [
            (k, *way, self._areas[k], kind.together, kind.backed)
            for k, kind in enumerate(kinds)
            for way in self._ways[k]
        ]
        self._least = min((min(kind[:2]) for kind in kinds), default=0.0)
        self._pages: dict[Rooms, dict[Counts, tuple[PackedSheet, Counts]]] = {}
        self.fill = lru_cache(maxsize=20_000)(self._fill)

    def pack(self, counts: Sequence[int], choices: Sequence[Rooms]) -> list[PackedSheet]:
        """The fewest pages that one of the choices of rooms leads to, the first of equals.

        A choice is passed over if a piece fits in none of its rooms. Raises ValueError if that
        is so for all of them.
        """
        area = sum(a * count for a, count in zip(self._areas, counts, strict=True))
        largest = max(room.width * room.height for rooms in choices for room in rooms)
        best: list[PackedSheet] | None = None
        for rooms in choices:
            if not all(self._has_room(k, rooms) for k, count in enumerate(counts) if count):
                continue
            pages = self._pack(counts, rooms)
            if best is None or self._weigh(pages) < self._weigh(best):
                best = pages
            if (len(best) - 1) * largest < 0.999 * area:
                break  # no fewer would do
        if best is None:
            raise ValueError("a piece is larger than every room")
        return best

    def _has_room(self, kind: int, rooms: Rooms) -> bool:
        return any(
            _count(room.width, width) and _count(room.height, height)
            for room in rooms
            for _, width, height in self._ways[kind]
        )

    def _weigh(self, pages: Sequence[PackedSheet]) -> int:
        """How many sides are printed."""
        backs = (any(self.kinds[slot.kind].backed for slot in page.slots) for page in pages)
        return len(pages) + sum(backs)

    def _pack(self, counts: Sequence[int], rooms: Rooms) -> list[PackedSheet]:
        most = max(room.width * room.height for room in rooms)
        # More than fits on a page makes no difference to what is put there.
        caps = [int(most / area) + 1 for area in self._areas]
        left, pages = list(counts), []
        known = self._pages.setdefault(rooms, {})
        while any(left):
            key = tuple(map(min, left, caps))
            if key not in known:
                known[key] = self._fill_page(key, rooms)
            page, used = known[key]
            pages.append(page)
            left = list(map(sub, left, used))
        return pages

    def _fill_page(self, counts: Counts, rooms: Rooms) -> tuple[PackedSheet, Counts]:
        """The best page that has one of the most awkward pieces, and how many of each it takes."""
        best, where = None, rooms[0]
        for room in rooms:
            for block in self._list_first(room, counts):
                for down in (False, True):
                    filling = self._fill_around(block, room.width, room.height, counts, down)
                    if best is None or filling[:3] > best[:3]:
                        best, where = filling, room
        part = best.arrange() if best else None
        assert best is not None and part is not None
        # The marks around the page come before those between its blocks.
        width = max(where.width - self.gap, part.width)
        height = max(where.height - self.gap, part.height)
        slots = part.place(0.0, 0.0, width, height, self.gap)
        used = tuple(a - b for a, b in zip(counts, best.left, strict=True))
        return PackedSheet(where.paper, tuple(slots)), used

    def _list_first(self, room: PackingRoom, counts: Counts) -> Iterator[PackedBlock]:
        """The blocks that a page may start with: of the largest and the longest pieces left."""
        alive = [k for k, count in enumerate(counts) if count]
        backed = [k for k in alive if self.kinds[k].backed]
        alive = backed or alive
        largest = max(alive, key=lambda k: self._areas[k])
        longest = max(alive, key=lambda k: max(self.kinds[k][:2]))
        for kind in dict.fromkeys((largest, longest)):
            for turn, width, height in self._ways[kind]:
                yield from self._shape(kind, turn, width, height, room, counts[kind])

    def _shape(
        self, kind: int, turn: int, width: float, height: float, room: PackingRoom, count: int
    ) -> Iterator[PackedBlock]:
        """Blocks of a kind, from the one that fills the room to a single piece."""
        columns, rows = _count(room.width, width), _count(room.height, height)
        if not columns or not rows:
            return
        if self.kinds[kind].together:
            yield from self._gather(kind, turn, width, height, columns, rows, count, True)
            return
        if columns * rows > _MANY:
            wide, high = min(columns, count), min(rows, count)
            pairs = [(wide, min(rows, count // wide)), (min(columns, count // high), high)]
        else:
            pairs = [(c, r) for c in range(columns, 0, -1) for r in range(rows, 0, -1)]
        for c, r in dict.fromkeys(pairs):
            if c * r <= count:
                yield PackedBlock(kind, turn, c, r, c * r, c * width, r * height)

    def _gather(
        self,
        kind: int,
        turn: int,
        width: float,
        height: float,
        columns: int,
        rows: int,
        count: int,
        first: bool,
    ) -> Iterator[PackedBlock]:
        """Blocks of all that is left of a kind, or of as many as fill a page of their own."""
        if count > columns * rows:
            if first:
                size = columns * width, rows * height
                yield PackedBlock(kind, turn, columns, rows, columns * rows, *size)
            return
        # Of equals the first is best: rather all together, and in rows than in a column.
        low, high = -(-count // columns), min(rows, count)
        for r in dict.fromkeys((low, high)):
            c = -(-count // r)
            r = -(-count // c)
            yield PackedBlock(kind, turn, c, r, count, c * width, r * height)
        if first and count > columns and count % columns:
            # What is left of the last row may stand elsewhere on the page.
            full = count // columns
            yield PackedBlock(
                kind, turn, columns, full, columns * full, columns * width, full * height
            )

    def _fill(self, width: float, height: float, counts: Counts) -> Filling:
        """Fills a room, at each step with the block that covers most of it."""
        best, most = None, (0.0, 0.0)
        wide, high = width + TOLERANCE, height + TOLERANCE
        if min(wide, high) < self._least:
            return Filling(0.0, 0.0, 0.0, counts)
        for kind, turn, w, h, one, together, backed in self._all_ways:
            count = counts[kind]
            if not count or w > wide or h > high:
                continue
            columns, rows = int(wide / w), int(high / h)
            if together:
                made = self._gather(kind, turn, w, h, columns, rows, count, False)
            else:
                c = min(columns, count)
                r = min(rows, count // c)
                if (c * r * one if backed else 0.0, c * r * one) <= most:
                    continue
                made = iter((PackedBlock(kind, turn, c, r, c * r, c * w, r * h),))
            for block in made:
                area = block.pieces * one
                value = (area if backed else 0.0, area)
                if value > most:
                    best, most = block, value
        if best is None:
            return Filling(0.0, 0.0, 0.0, counts)
        below = width * (height - best.height)
        beside = (width - best.width) * height
        return self._fill_around(best, width, height, counts, beside > below)

    def _fill_around(
        self, block: PackedBlock, width: float, height: float, counts: Counts, down: bool
    ) -> Filling:
        """Fills what is left of a room around a block in its corner, with the first cut `down`."""
        taken = list(counts)
        taken[block.kind] -= block.pieces
        right, low = round(width - block.width, 3), round(height - block.height, 3)
        rooms = (
            [(right, height), (block.width, low)] if down else [(width, low), (right, block.height)]
        )
        first = self.fill(*rooms[0], tuple(taken))
        second = self.fill(*rooms[1], first.left)
        area = block.pieces * self._areas[block.kind]
        backed = area if self.kinds[block.kind].backed else 0.0
        upright = 0.0 if block.turn else area
        # Rounded, so that what is equal but for the order of its sums is a tie.
        return Filling(
            round(backed + first.backed + second.backed),
            round(area + first.area + second.area),
            round(upright + first.upright + second.upright),
            second.left,
            block,
            first,
            second,
            down,
        )


def _turn(kind: PackingKind, turn: int) -> tuple[float, float]:
    return (kind.height, kind.width) if turn % 2 else (kind.width, kind.height)


def _count(room: float, length: float) -> int:
    """How many pieces of a length stand side by side in a room."""
    return max(0, int((room + TOLERANCE) / length))
