"""The canvas that Platypus draws on: it keeps pages as operators, with their links and anchors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.drawing import Drawing, Image, Resources
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record
from sheetgen.pages.page import share_drawing
from sheetgen.printing.resolution import measure_pictures


class Heading(NamedTuple):
    """A heading where it was drawn: its text, its level from 0, and its height on the page.

    `place` is where it was written.
    """

    title: str
    level: int
    top: float
    place: Place | None = None


@record(frozen=False)
class Leaf:
    """One page of a book in the making; lengths in points from its lower left.

    `links` are boxes with their targets, `anchors` names with heights, and `terms` the entries of
    the index that occur on it, each with whether this is its main place. `origins` are boxes with
    the places where what is in them was written, larger ones before those inside. `fill` is the
    share of the height of the text that it takes, None for a page without text; `ends` whether a
    part ends on the page. `prints` are the pictures of its drawings, with their files and widths.
    """

    number: int
    operators: str = ""
    links: list[tuple[Box, str]] = field(default_factory=list)
    anchors: dict[str, float] = field(default_factory=dict)
    terms: dict[str, bool] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)
    origins: list[tuple[Box, Place]] = field(default_factory=list)
    blank: bool = False
    fill: float | None = None
    ends: bool = False
    prints: list[tuple[Path, Image, float]] = field(default_factory=list)


class Recorder(Canvas):  # type: ignore[misc]
    """A canvas whose pages become leaves. Fonts and pictures are named in `resources`."""

    def __init__(
        self,
        size: tuple[float, float],
        resources: Resources,
        first: int,
        draw_ornament: Callable[[str], Drawing],
    ) -> None:
        super().__init__("", pagesize=size, invariant=1)
        self.resources, self.draw_ornament = resources, draw_ornament
        self.leaves: list[Leaf] = []
        self.leaf = Leaf(first)
        self.under: list[str] = []  # what is drawn below everything else on the page
        self._code.clear()

    def show(self, operators: str) -> None:
        """Draws with operators, in the current coordinates."""
        self._code.append(operators)

    def place(
        self, drawing: Drawing, x: float = 0.0, y: float = 0.0, scale: float = 1.0, cut: bool = True
    ) -> None:
        """Places a drawing by its lower left corner, without its bleed if it is `cut`."""
        self.show(self.write(drawing, x, y, scale, cut))

    def write(
        self, drawing: Drawing, x: float = 0.0, y: float = 0.0, scale: float = 1.0, cut: bool = True
    ) -> str:
        """The operators that place a drawing."""
        name = share_drawing(drawing, self.resources)
        for image, width in measure_pictures(drawing):
            if image.file:
                self.leaf.prints.append((image.file, image, width * scale))
        bleed = drawing.bleed
        clip = ""
        if cut and (bleed or drawing.cut):
            clip = f"{drawing.outline} W n "
        left, low = x - bleed * scale, y - bleed * scale
        size = fmt(scale, 6)
        return f"q {size} 0 0 {size} {fmt(left)} {fmt(low)} cm {clip}/{name} Do Q"

    def link(self, box: Box, target: str) -> None:
        """Makes a box a link: to a URL, or to `#` and the name of an anchor."""
        (x0, y0), (x1, y1) = (
            self.absolutePosition(box[0], box[1]),
            self.absolutePosition(box[2], box[3]),
        )
        self.leaf.links.append(((x0, y0, x1, y1), target))

    def anchor(self, name: str, height: float) -> None:
        """Names a place as a target for links."""
        self.leaf.anchors.setdefault(name, self.absolutePosition(0, height)[1])

    def head(self, title: str, level: int, height: float, place: Place | None = None) -> None:
        """Notes that there is a heading here."""
        top = self.absolutePosition(0, height)[1]
        self.leaf.headings.append(Heading(title, level, top, place))

    def trace(self, box: Box, place: Place) -> None:
        """Notes where what is drawn in a box was written."""
        low, high = self.absolutePosition(box[0], box[1]), self.absolutePosition(box[2], box[3])
        self.leaf.origins.append(((*low, *high), place))

    def note(self, term: str, main: bool = False) -> None:
        """Notes that the index names this page."""
        self.leaf.terms[term] = main or self.leaf.terms.get(term, False)

    def showPage(self) -> None:  # noqa: N802
        """Ends the page."""
        self.leaf.operators = "\n".join([*self.under, *self._code])
        self.leaves.append(self.leaf)
        self.leaf = Leaf(self.leaf.number + 1)
        self._code.clear()
        self.under.clear()
        self._pageNumber += 1
        self.init_graphics_state()
        self.state_stack: list[object] = []

    def save(self) -> None:
        """Do nothing: the pages are written together with those of other parts."""
