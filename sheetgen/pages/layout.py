"""How pages are laid out: the user's choices, and what the pieces of a batch ask for."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.ground.units import MM, Paper
from sheetgen.pages.cropmarks import EDGE, OFFSET, TOLERANCE
from sheetgen.pages.duplex import Duplex


@dataclass(frozen=True, slots=True)
class Layout:
    """The user's choices for all pages of a run; `margin` in points.

    With `landscape` None, the orientation that fits better is used. If a component has a back on
    the other side of the paper, every page is followed by a page of backs, moved `back_offset`
    to the right and up. Raises ValueError for a margin under 5 mm.
    """

    paper: Paper
    landscape: bool | None = None
    margin: float = EDGE
    marks: bool = True
    duplex: Duplex = Duplex.LONG
    back_offset: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if not self.margin >= EDGE - TOLERANCE:
            raise ValueError(f"a margin of {self.margin / MM:.1f} mm: at least 5 mm")

    @property
    def papers(self) -> tuple[Paper, ...]:
        """The paper in each permitted orientation."""
        if self.landscape is None:
            return self.paper.portrait, self.paper.landscape
        return (self.paper.landscape if self.landscape else self.paper.portrait,)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a batch adds to a layout: how its pieces are arranged; `gap` in points.

    With `grid`, every size of component has rows of its own, so that all cuts run straight
    through. Pages that are not `cut` but read have no crop marks and start at the top. With
    `two_sided`, every page is followed by a page of backs, even if no component has one.
    Raises ValueError for a negative gap.
    """

    gap: float = 6 * MM
    grid: bool = False
    cut: bool = True
    two_sided: bool = False

    def __post_init__(self) -> None:
        if not self.gap >= 0:
            raise ValueError(f"a gap of {self.gap / MM:.1f} mm: at least 0 mm")


@dataclass(frozen=True, slots=True)
class Scheme:
    """Layout and arrangement joined, with the largest `bleed` of any component, in points."""

    layout: Layout
    arrangement: Arrangement
    bleed: float

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
        return max(OFFSET, self.bleed)

    @property
    def marks(self) -> bool:
        """Whether there are crop marks."""
        return self.layout.marks and self.arrangement.cut

    @property
    def ways(self) -> tuple[Paper, ...]:
        """The orientations that are tried for a component that fits none of the layout's papers.

        A page to read that fits no other way is turned rather than not printed.
        """
        paper = self.layout.paper
        return self.layout.papers if self.arrangement.cut else (paper.portrait, paper.landscape)
