"""Pages, which the exporters know: drawings at positions, with crop marks and bookmarks."""

from __future__ import annotations

from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import record
from sheetgen.ground.row import NamedTuple


@record
class Placement:
    """A drawing whose lower left corner is at (x, y), in points from the page's lower left.

    `turn` is a number of quarter turns anticlockwise. The lower left corner of the space that a
    turned drawing takes is still at (x, y).
    """

    drawing: Drawing
    x: float
    y: float
    turn: int = 0

    @property
    def width(self) -> float:
        """The width of the space it takes, in points."""
        return self.drawing.height if self.turn % 2 else self.drawing.width

    @property
    def height(self) -> float:
        """The height of the space it takes, in points."""
        return self.drawing.width if self.turn % 2 else self.drawing.height

    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """The matrix from the drawing's own coordinates to the page's."""
        x, y, w, h = self.x, self.y, self.drawing.width, self.drawing.height
        match self.turn % 4:
            case 0:
                return 1.0, 0.0, 0.0, 1.0, x, y
            case 1:
                return 0.0, 1.0, -1.0, 0.0, x + h, y
            case 2:
                return -1.0, 0.0, 0.0, -1.0, x + w, y + h
            case _:
                return 0.0, -1.0, 1.0, 0.0, x, y + w


@record
class Bookmark:
    """An entry of the PDF's outline that leads to a place on its page.

    `level` is 0 for a heading, and otherwise one more than that of the entry it is under. `page`
    is the index of another page that it leads to.
    """

    title: str
    x: float
    y: float
    level: int = 0
    page: int | None = None


class Link(NamedTuple):
    """A part of a page that leads elsewhere: to a `url`, or to a height on another page.

    `page` counts from 0; `top` is a height in points.
    """

    box: Box
    url: str = ""
    page: int = 0
    top: float = 0.0


@record
class Page:
    """One side of a sheet of paper; lengths in points, origin at its lower left.

    `marks` are hairlines (x0, y0, x1, y1) of `MARK_WIDTH`, printed over everything else. `label`
    is what the page is called where its number is shown, such as `iv`. `trim` is the box to which
    the page is cut, None if nothing is printed beyond it, and `bleed` the box up to which it is
    printed, None for the whole page. `covered` is the area of the pieces on it, 0 on a page of
    backs.
    """

    width: float
    height: float
    placements: tuple[Placement, ...] = ()
    marks: tuple[tuple[float, float, float, float], ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    label: str = ""
    links: tuple[Link, ...] = ()
    trim: Box | None = None
    covered: float = 0.0
    bleed: Box | None = None


MARK_WIDTH = 0.25
"""Width of a crop mark, in points."""
