"""How pages are laid out: the user's choices, and what the pieces of a batch ask for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from sheetgen.drawing.drawing import Drawing, FormField, join_resources, map_box
from sheetgen.drawing.outline import join_outlines, transform_operators
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM, Paper
from sheetgen.ground.words import tr
from sheetgen.pages.cropmarks import EDGE, OFFSET, TOLERANCE
from sheetgen.pages.page import Page, Placement

# Backs, in register with their fronts or joined to them at a fold line; lengths in points. A back
# reads upright when its piece is turned like a page, whichever edge the printer turns paper on.


class Duplex(Enum):
    """How backs are printed.

    LONG and SHORT: on the other side of the paper, which is turned on its long or short edge;
    FOLD: joined with the front at a fold line; NONE: not at all.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


def turn_page(
    page: Page,
    backs: Iterable[tuple[Placement, Drawing]],
    edge: Duplex,
    offset: tuple[float, float],
) -> Page:
    """The other side of a page when the paper is turned on its long or short `edge`.

    Each of `backs` comes with the placement that it belongs to, and is put behind it, centre on
    centre, turned as it is; nothing else on the page has a back. `offset` moves all of them to the
    right and up, to correct a printer that feeds askew.
    """
    upright = page.height >= page.width
    like_a_book = (edge is Duplex.LONG) == upright
    placements = []
    for front, back in backs:
        x, y = front.x + front.width / 2, front.y + front.height / 2
        if like_a_book:
            x = page.width - x
        else:
            y = page.height - y
        # What is turned anticlockwise on the front is turned clockwise when seen from behind.
        turn = ((0 if like_a_book else 2) - front.turn) % 4
        alt = tr("{}, back", front.alt)
        put = Placement(back, x + offset[0], y + offset[1], turn, alt)
        placements.append(replace(put, x=put.x - put.width / 2, y=put.y - put.height / 2))
    return Page(page.width, page.height, tuple(placements))


@lru_cache(maxsize=4096)  # equal pairs stay one drawing, which is stored once
def fold_over(front: Drawing, back: Drawing) -> Drawing:
    """Front and back of the same size as one drawing, the back upside down above the front.

    The fold line is the edge that they share. Neither keeps its bleed there, where it would lie
    on the other. Raises ValueError for sizes that differ.
    """
    bleed, height = front.bleed, front.height - front.bleed
    same = (front.width, front.height, front.bleed) == (back.width, back.height, back.bleed)
    if not same:
        raise ValueError("a front and its back differ in size")
    width = front.width
    clip = f"0 0 {fmt(width)} {fmt(height)} re W n"
    turned = (-1.0, 0.0, 0.0, -1.0, width, 2 * height)
    operators = (
        f"q {clip}\n{front.operators}\nQ\n"
        f"q -1 0 0 -1 {fmt(width)} {fmt(2 * height)} cm {clip}\n{back.operators}\nQ"
    )
    fields = [*front.fields, *(_turn_field(field, turned) for field in back.fields)]
    return Drawing(
        width,
        2 * height,
        operators,
        join_resources([front.resources, back.resources]),
        tuple(fields),
        front.title,
        bleed,
        fold=height - bleed,
        cut=join_outlines(front.cut, transform_operators(back.cut, turned), height),
        made_of=(front, back),
    )


def _turn_field(
    field: FormField, matrix: tuple[float, float, float, float, float, float]
) -> FormField:
    return field._replace(box=map_box(matrix, field.box))


REGISTERED = 17 * MM
"""The margin of pages with registration marks, which stand in it."""


class Pack(Enum):
    """Which pieces share pages.

    TIGHT: those of all sheets of a run, on as few pages as possible; SHIP: those of a ship, and
    of others where there is room; SHEET: those of one sheet and one fleet.
    """

    TIGHT = "tight"
    SHIP = "ship"
    SHEET = "sheet"


@record
class Layout:
    """The user's choices for all pages of a run; `margin` in points.

    `registered` pages have room for the marks by which cutting machines find the paper. With
    `landscape` None, the orientation that fits better is used. A page with components that
    have a back on the other side of the paper is followed by a page of backs, moved `back_offset`
    to the right and up. Pieces that stay `upright` are turned only if they do not fit otherwise.
    Raises ValueError for a margin under 5 mm.
    """

    paper: Paper
    landscape: bool | None = None
    margin: float = EDGE
    marks: bool = True
    duplex: Duplex = Duplex.LONG
    back_offset: tuple[float, float] = (0.0, 0.0)
    pack: Pack = Pack.TIGHT
    registered: bool = False
    upright: bool = False

    @property
    def of_cuts(self) -> Layout:
        """The layout of pages that are cut."""
        return replace(self, margin=max(self.margin, REGISTERED)) if self.registered else self

    def __post_init__(self) -> None:
        if not self.margin >= EDGE - TOLERANCE:
            raise ValueError(f"a margin of {self.margin / MM:.1f} mm: at least 5 mm")

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The paper in each permitted orientation."""
        if self.landscape is None:
            return self.paper.portrait, self.paper.landscape
        return (self.paper.landscape if self.landscape else self.paper.portrait,)


@record
class Arrangement:
    """The arrangement of a batch's pieces in a layout, with a `gap` in points between them.

    With `grid`, every size of component has rows of its own, so that all cuts run straight
    through. Pages that are not `cut` but read have no crop marks and start at the top. Pieces
    that stay `apart` have pages of their own where that costs none. Raises ValueError for a
    negative gap.
    """

    gap: float = 6 * MM
    grid: bool = False
    cut: bool = True
    apart: bool = False

    def __post_init__(self) -> None:
        if not self.gap >= 0:
            raise ValueError(f"a gap of {self.gap / MM:.1f} mm: at least 0 mm")


@record
class Scheme:
    """Layout and arrangement joined, with the largest `bleed` of any component, in points.

    Where components `turn`, they are packed each with its own bleed, at most `reach`.
    """

    layout: Layout
    arrangement: Arrangement
    bleed: float
    turn: bool = False
    reach: float = 0.0

    @property
    def inset(self) -> float:
        """The distance of trims from the paper's edge."""
        return self.layout.margin + self.bleed

    @property
    def spacing(self) -> float:
        """The space between trims, so wide that no bleed reaches into a neighbour's."""
        return max(self.arrangement.gap, 2 * self.bleed)

    @property
    def offset(self) -> float:
        """The distance of crop marks and the margin strip from trims."""
        return max(OFFSET, self.bleed, self.reach)

    @property
    def marks(self) -> bool:
        """Whether there are crop marks."""
        return self.layout.marks and self.arrangement.cut

    @property
    def ways(self) -> tuple[Paper, ...]:
        """The orientations that are tried for a component that fits none of the layout's papers.

        A page to read that fits no other way is turned rather than not printed. To turn a
        component on the paper is the same as to turn the paper.
        """
        paper = self.layout.paper
        if self.arrangement.cut and not self.turn:
            return self.layout.papers
        return paper.portrait, paper.landscape
