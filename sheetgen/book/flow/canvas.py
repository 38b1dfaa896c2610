"""The canvas that Platypus draws on: it keeps pages as operators, with their links and anchors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.drawing import Drawing, Image, Resources, Tag, TagPath
from sheetgen.drawing.tag import END_MARK, begin_mark
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


class LeafLink(NamedTuple):
    """A box that leads to a target, with the words in it and the tags that it is under."""

    box: Box
    target: str
    words: str
    tags: TagPath


@record(frozen=False)
class Leaf:
    """One page of a book in the making; lengths in points from its lower left.

    `links` are boxes with their targets, `anchors` names with heights, `tags` those of the marked
    content in the operators, and `terms` the entries of the index that occur on it, each with
    whether this is its main place. `origins` are boxes with the places where what is in them was
    written, larger ones before those inside. `fill` is the share of the height of the text that it
    takes, None for a page without text; `ends` whether a part ends on the page. `prints` are the
    pictures of its drawings, with their files and widths.
    """

    number: int
    operators: str = ""
    links: list[LeafLink] = field(default_factory=list)
    anchors: dict[str, float] = field(default_factory=dict)
    terms: dict[str, bool] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)
    origins: list[tuple[Box, Place]] = field(default_factory=list)
    blank: bool = False
    fill: float | None = None
    ends: bool = False
    prints: list[tuple[Path, Image, float]] = field(default_factory=list)
    tags: list[TagPath] = field(default_factory=list)


class Recorder(Canvas):  # type: ignore[misc]
    """A canvas whose pages become leaves. Fonts and pictures are named in `resources`.

    What is expressed is content under the tags that are open, what is shown is ornament.
    """

    def __init__(
        self,
        size: tuple[float, float],
        resources: Resources,
        first: int,
        draw_ornament: Callable[[str], Drawing],
        bleed: float = 0.0,
    ) -> None:
        super().__init__("", pagesize=size, invariant=1)
        self.resources, self.draw_ornament = resources, draw_ornament
        self.leaves: list[Leaf] = []
        self.leaf = Leaf(first)
        self.under: list[str] = []  # what is drawn below everything else on the page
        self.path: TagPath = ()
        self._closed = False  # whether no other tags but those of links are opened
        self._last: TagPath = ()  # of what was drawn last
        self._linked: dict[tuple[Tag, int], Tag] = {}
        self._bleed = bleed
        self._code.clear()

    def put(self, operators: str) -> None:
        """Writes operators that draw nothing, or what is marked as content already."""
        self._code.append(operators)

    def show(self, operators: str) -> None:
        """Draws ornament with operators, in the current coordinates."""
        self._draw(operators, ())

    def express(self, operators: str) -> None:
        """Draws content with operators, in the current coordinates."""
        self._draw(operators, self.path)

    def _draw(self, operators: str, path: TagPath) -> None:
        code = self._code
        if code and code[-1] == END_MARK and path == self._last:
            code[-1] = operators
        else:
            code += [self.mark(path), operators]
        code.append(END_MARK)
        self._last = path

    def mark(self, path: TagPath) -> str:
        """The operator that begins content under tags; `END_MARK` ends it."""
        number = len(self.leaf.tags)
        if path:
            self.leaf.tags.append(path)
        return begin_mark(path, number)

    @contextmanager
    def within(self, *tags: Tag, closed: bool = False) -> Iterator[None]:
        """The time while what is drawn is under further tags; in `closed` ones no others open."""
        before = self.path, self._closed
        if not self._closed:
            self.path, self._closed = (*self.path, *tags), closed
        yield
        self.path, self._closed = before

    @contextmanager
    def label(self) -> Iterator[None]:
        """The time while the label of what comes next is drawn, such as the number of an item."""
        before = self.path
        if self.path and self.path[-1].role == "LBody":
            self.path = self.path[:-1]
        with self.within(Tag("Lbl"), closed=True):
            yield
        self.path = before

    @contextmanager
    def hush(self) -> Iterator[None]:
        """The time while what is drawn is read out elsewhere, or is no content."""
        before = self.path, self._closed
        self.path, self._closed = (), True
        yield
        self.path, self._closed = before

    def place(
        self,
        drawing: Drawing,
        x: float = 0.0,
        y: float = 0.0,
        scale: float = 1.0,
        cut: bool = True,
        alt: str = "",
    ) -> None:
        """Places a drawing by its lower left corner, without its bleed if it is `cut`.

        It is an ornament unless an `alt` says what it is.
        """
        operators = self.write(drawing, x, y, scale, cut)
        if not alt:
            self.show(operators)
            return
        box = self._map(x, y, x + drawing.trim_width * scale, y + drawing.trim_height * scale)
        x0, y0, x1, y1 = (edge + self._bleed for edge in box)
        with self.within(Tag("Figure", alt, drawing, (x0, y0, x1, y1)), closed=True):
            self.express(operators)

    def _map(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """A box on the page."""
        return (*self.absolutePosition(x0, y0), *self.absolutePosition(x1, y1))

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

    def link(self, box: Box, target: str, words: str, source: object) -> TagPath:
        """Makes a box with words a link: to a URL, or to `#` and the name of an anchor.

        Returns its tags, which are the same for all boxes of a `source` in one paragraph.
        """
        path = self.path
        if path:
            key = path[-1], id(source)
            path = (*path, self._linked.setdefault(key, Tag("Link")))
        self.leaf.links.append(LeafLink(self._map(*box), target, words, path))
        return path

    def anchor(self, name: str, height: float) -> None:
        """Names a place as a target for links."""
        self.leaf.anchors.setdefault(name, self.absolutePosition(0, height)[1])

    def head(self, title: str, level: int, height: float, place: Place | None = None) -> None:
        """Notes that there is a heading here."""
        top = self.absolutePosition(0, height)[1]
        self.leaf.headings.append(Heading(title, level, top, place))

    def trace(self, box: Box, place: Place) -> None:
        """Notes where what is drawn in a box was written."""
        self.leaf.origins.append((self._map(*box), place))

    def note(self, term: str, main: bool = False) -> None:
        """Notes that the index names this page."""
        self.leaf.terms[term] = main or self.leaf.terms.get(term, False)

    def showPage(self) -> None:  # noqa: N802
        """Ends the page."""
        under = [begin_mark((), 0), *self.under, END_MARK] if self.under else []
        self.leaf.operators = "\n".join([*under, *self._code])
        self.leaves.append(self.leaf)
        self.leaf = Leaf(self.leaf.number + 1)
        self._code.clear()
        self.under.clear()
        self._pageNumber += 1
        self.init_graphics_state()
        self.state_stack: list[object] = []

    def save(self) -> None:
        """Do nothing: the pages are written together with those of other parts."""
