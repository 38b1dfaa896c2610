"""Sheets of paper filled with pieces, in rows from left to right and top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import record
from sheetgen.ground.row import NamedTuple
from sheetgen.ground.textfile import Offset
from sheetgen.ground.units import Paper
from sheetgen.pages.cropmarks import MARK_LENGTH, OFFSET, TOLERANCE
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
        """What a diagnostic calls it."""
        return f"{self.title}, {self.sheet.lower()}" if self.sheet else self.title

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
