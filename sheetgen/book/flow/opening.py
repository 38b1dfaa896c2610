"""Breaks to a new page, or to a new part of a book."""

from __future__ import annotations

from typing import Protocol

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import Action, Flowable
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.record import record

# Art of the theme in the text, and pages that a picture fills.


@record(frozen=False, slots=False, eq=False)
class Ornament(Flowable):
    """One of the theme's ornaments, in the middle of its line."""

    name: str
    high: float

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height that it was made with."""
        self.width, self.height = width, self.high
        return width, self.height

    def draw(self) -> None:
        """Draws the ornament in the middle of its place."""
        drawing = self.canv.draw_ornament(self.name)
        x = (self.width - drawing.trim_width) / 2
        self.canv.place(drawing, x, (self.height - drawing.trim_height) / 2)


class Shows(Protocol):
    """The document in which pages are made."""

    def show_page(self, picture: FullPage) -> None:
        """Puts a picture on the page after this one."""


@record(frozen=False, slots=False, eq=False)
class FullPage(Action):
    """A picture that fills the next page, bleed included."""

    drawing: Drawing
    scale: float

    def paint(self, canvas: Recorder, width: float, height: float) -> None:
        """Fills a page of that size, and its bleed."""
        x = (width - self.drawing.trim_width * self.scale) / 2
        y = (height - self.drawing.trim_height * self.scale) / 2
        canvas.place(self.drawing, x, y, self.scale, cut=False)
        if self.place:
            canvas.trace((0, 0, width, height), self.place)

    def apply(self, doc: Shows) -> None:
        """Puts it on the page after this one; the text continues where it was."""
        doc.show_page(self)


class Opens(Protocol):
    """The document in which pages are made."""

    def open_part(self, part: Opening) -> None:
        """Go on to the page that a part of the book begins on."""

    def handle_pageBreak(self) -> None:  # noqa: N802
        """Ends the page."""


@record(frozen=False, slots=False, eq=False)
class Opening(Action):
    """A new page for a new part of the book: a right-hand one with `recto`.

    `dress` says what it has apart from the text: `opener`, `text` or `bare`. `art` faces it, on
    the page before.
    """

    dress: str = "opener"
    recto: bool = False
    title: str | None = None
    art: FullPage | None = None

    def apply(self, doc: Opens) -> None:
        """Ends the page, and one more where the next would be on the wrong side."""
        doc.open_part(self)


class PageBreak(Action):
    """A break after which the text begins a new page; `place` is where that is asked for."""

    def apply(self, doc: Opens) -> None:
        """Ends the page."""
        doc.handle_pageBreak()
