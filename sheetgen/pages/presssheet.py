"""Sheets of paper filled with pieces, in rows from left to right and top to bottom."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.textfile import Offset
from sheetgen.ground.units import MM, PAPERS, Paper, format_size
from sheetgen.pages.cropmarks import (
    EDGE,
    MARK_LENGTH,
    MARK_SHORTEST,
    OFFSET,
    STRIP_CLEARANCE,
    TOLERANCE,
)
from sheetgen.pages.layout import Scheme

GRID_GAP = 2 * (OFFSET + MARK_LENGTH)
"""The space between grids of different sizes: the marks of one must not look like another's."""


@record
class Item:
    """A drawing to print `copies` times; raises ValueError if that is less than once.

    `bookmark` is the outline's title for the first copy ("": none). `title` says what it is, and
    `sheet` what kind of sheet; a diagnostic names both, and points at `where`. `back` is its other
    side; with `fold` the two are joined at a fold line even if other backs get pages of their own.
    `ship` is what it belongs to, empty for what belongs to none, and `of` the id of the definition
    that it is printed for.
    """

    drawing: Drawing
    copies: int = 1
    bookmark: str = ""
    title: str = ""
    where: Place | Offset | None = None
    back: Drawing | None = None
    fold: bool = False
    ship: str = ""
    of: str = ""
    sheet: str = ""

    @property
    def name(self) -> str:
        """The name of the piece in diagnostics: its title, with the sheet if it has one."""
        return f"{self.title}, {self.sheet.lower()}" if self.sheet else self.title

    @property
    def alt(self) -> str:
        """The name that is read out before its words."""
        return ": ".join(filter(None, (self.sheet, self.title or self.drawing.title)))

    @property
    def place(self) -> Place | None:
        """Where a diagnostic points."""
        return self.where.place if isinstance(self.where, Offset) else self.where

    def __post_init__(self) -> None:
        if self.copies < 1:
            raise ValueError(f"{self.copies} copies of {self.name or 'a component'}: at least 1")


class Spot(NamedTuple):
    """One copy of an item; `x` and `drop` lead right and down from the block's top left corner.

    `turn` is a number of quarter turns anticlockwise. What is to `read` has no crop marks.
    """

    item: Item
    first: bool
    x: float
    drop: float
    turn: int = 0
    read: bool = False

    @property
    def width(self) -> float:
        """How wide it is on the paper, between the cuts."""
        drawing = self.item.drawing
        return drawing.trim_height if self.turn % 2 else drawing.trim_width

    @property
    def height(self) -> float:
        """How high it is on the paper, between the cuts."""
        drawing = self.item.drawing
        return drawing.trim_width if self.turn % 2 else drawing.trim_height


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
        other_size = scheme.arrangement.grid and measure(last) != measure(item)
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
        for spot in self.spots:
            xs |= {round(spot.x, 2), round(spot.x + spot.width, 2)}
            drops |= {round(spot.drop, 2), round(spot.drop + spot.height, 2)}
        return xs, drops

    @property
    def is_read(self) -> bool:
        """Whether there is something to read on it, which comes from the top of the paper."""
        return any(spot.read for spot in self.spots)

    @property
    def has_backs(self) -> bool:
        """Whether something is printed on its other side."""
        return any(spot.item.back for spot in self.spots)


def measure(item: Item) -> tuple[float, float, float]:
    """The measures that components of one grid share; the height, which makes rows, comes first."""
    drawing = item.drawing
    return round(drawing.trim_height, 2), round(drawing.trim_width, 2), round(drawing.fold, 2)


def fits(item: Item, paper: Paper, inset: float) -> bool:
    """Whether an item has room on a paper with so many points of margin all round."""
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
        paper = next(p for p in papers if fits(item, p, scheme.inset))
        for copy in range(item.copies):
            # What follows an odd-sized component may share its page, which saves paper.
            if not (sheets and sheets[-1].add(item, copy == 0, scheme)):
                sheets.append(PressSheet(paper))
                sheets[-1].add(item, copy == 0, scheme)
    return sheets


def choose_sheets(items: Sequence[Item], scheme: Scheme) -> list[PressSheet]:
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


# Positions of the blocks of a pile of sheets on their pages, and the margin strip


HEAD = 15 * MM
"""The most space that is left above the block on a page that starts at its top."""


class Position(NamedTuple):
    """The left and top of a stack's blocks on their pages, and the place of the strip, if any."""

    left: float
    top: float
    strip_x: float = 0.0
    strip_y: float = 0.0
    strip_turn: int | None = None


def stack_sheets(sheets: Sequence[PressSheet]) -> Iterator[list[PressSheet]]:
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


def position_stack(leader: PressSheet, strips: Sequence[Drawing], scheme: Scheme) -> Position:
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


def raise_block(leader: PressSheet, position: Position, scheme: Scheme) -> Position:
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


# Pieces larger than the paper has room for, and the paper that would do


DOES_NOT_FIT = declare(
    "does-not-fit",
    "error",
    """A component is larger than the printable area of the paper.

    Why: Components are printed at their true size, because pieces, rulers and maps have to match
    on the table. Printers leave about 5 mm blank along the paper's edge, so a component that
    reached into that margin would lose its border. A sheet that was not asked for by name is left
    out with a warning, and the rest is printed.

    Example:
    # a display of 188 × 60 mm fits A4 (210 × 297 mm) either way, A5 (148 × 210 mm) in landscape
    # only, and one of 250 × 205 mm needs A3
    """,
)


def judge_large(large: Sequence[tuple[Item, Scheme]], skip: Iterable[str] = ()) -> Diagnostic:
    """One diagnostic for all items that fit in no permitted orientation of the paper.

    It is reported for the first of them, with the number of the others. Its hint names the sheets
    to `skip` so that the rest can be printed.
    """
    item, scheme = large[0]
    paper, margins = scheme.layout.papers[0], 2 * scheme.layout.margin
    size = format_size(*_bleed_size(item, scheme))
    room = format_size(max(paper.width - margins, 0), max(paper.height - margins, 0))
    way = "either orientation" if scheme.layout.landscape is None else "this orientation"
    message = f"{item.name or 'a component'} measures {size}, but {paper.name} paper has room for "
    message += f"{room} inside its margins, and it does not fit in {way}"
    if others := len(large) - 1:
        message += f"; nor {'does one other piece' if others == 1 else f'do {others} other pieces'}"
    left_out = " ".join(f"--skip {name}" for name in skip)
    hint = _suggest_paper(large) + (f"; {left_out} prints the rest" if left_out else "")
    return DOES_NOT_FIT.at(item.place, message, hint)


def warn_large(large: Sequence[tuple[Item, Scheme]]) -> Diagnostic:
    """Return the warning of items that are left out, as the paper has no room for them."""
    found = judge_large(large)
    words = "it is left out" if len(large) == 1 else "they are left out"
    return replace(found, severity="warning", message=f"{found.message}; {words}")


def _bleed_size(item: Item, scheme: Scheme) -> tuple[float, float]:
    """The space that an item takes with the layout's bleed on all sides."""
    room = 2 * scheme.bleed
    return item.drawing.trim_width + room, item.drawing.trim_height + room


def _suggest_paper(large: Sequence[tuple[Item, Scheme]]) -> str:
    """The cheapest change that would make all of some items fit."""
    them = "it fits" if len(large) == 1 else "they fit"

    def do(papers: Sequence[Paper], inset: Callable[[Scheme], float]) -> bool:
        return all(any(fits(i, paper, inset(s)) for paper in papers) for i, s in large)

    layout = large[0][1].layout
    if do(_turn_both_ways(layout.paper), lambda s: s.inset):
        return f"{them} this paper in the other orientation"
    if do(layout.papers, lambda s: EDGE + s.bleed):
        return f"{them} this paper with a margin of 5 mm"
    for paper in sorted(PAPERS.values(), key=lambda paper: paper.width * paper.height):
        if do(_turn_both_ways(paper), lambda s: s.inset):
            return f"the smallest paper {them} is {paper.name} ({paper.size_text})"
    sizes = [sorted(_bleed_size(item, scheme)) for item, scheme in large]
    sides = [max(size[at] for size in sizes) for at in (0, 1)]
    if len(large) == 1:
        sides = list(_bleed_size(*large[0]))
    width, height = (math.ceil((s + 2 * layout.margin - TOLERANCE) / MM) for s in sides)
    return f"print a smaller variant of the sheet, or use a paper of {width}x{height}mm or more"


def _turn_both_ways(paper: Paper) -> tuple[Paper, Paper]:
    return paper.portrait, paper.landscape
