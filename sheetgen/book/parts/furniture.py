"""Furniture of a page: its ground, running heads, page numbers and ornaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sheetgen.book.flow.canvas import Heading, Leaf, Recorder
from sheetgen.book.flow.paragraph import set_text
from sheetgen.book.theme import Design, StyleName
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM
from sheetgen.printing.press import Press
from sheetgen.reading.document import Document

MOST_WORDS = 50
"""A running head of more words is cut without measuring all of them."""
Side = Literal["left", "right"]


@record
class Art:
    """The values that fill a theme's drawings; lengths in millimetres, colours as in CSS.

    `side` is left or right, `style` what kind of page it is: text, opener, bare or blank. The
    texts and the picture are those of the cover, which has no `words` where the picture has them.
    Texts keep `safe` from the cut.
    """

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    size: float  # of body text
    side: str
    style: str
    accent: str
    text: str
    muted: str
    rule: str
    tint: str
    light: str
    paper: str
    cover: str
    gilt: str
    display: str  # the family of titles, and that of running text
    body: str
    title: str = ""
    subtitle: str = ""
    author: str = ""
    version: str = ""
    publisher: str = ""
    art: str = ""
    words: bool = True
    safe: float = 0.0


class Furniture:
    """Dresses the pages of a book."""

    def __init__(
        self,
        design: Design,
        press: Press,
        title: str,
        source: Document,
        label: Callable[[int], str],
    ) -> None:
        """`source` is the book file, `label` gives the label of the page of a number."""
        self.design, self.press, self.title = design, press, title
        self.source, self.label = source, label

    def fill(self, side: Side, style: str) -> Art:
        """The values that fill a theme's drawing."""
        g, colours = self.design.geometry, self.design.theme.colours
        return Art(
            width=round(g.width / MM, 3),
            height=round(g.height / MM, 3),
            inner=round(g.inner / MM, 3),
            outer=round(g.outer / MM, 3),
            top=round(g.top / MM, 3),
            bottom=round(g.bottom / MM, 3),
            size=round(g.size / MM, 3),
            side=side,
            style=style,
            accent=self.design.accent,
            text=colours.text,
            muted=colours.muted,
            rule=colours.rule,
            tint=colours.tint,
            light=colours.light,
            paper="" if colours.paper == "none" else colours.paper,
            cover=colours.cover,
            gilt=colours.gilt,
            display=self.design.family("title"),
            body=self.design.family("body"),
            safe=round(g.safe / MM, 3),
        )

    def draw(self, name: str, art: Art) -> Drawing:
        """One of the theme's drawings."""
        return self.press.draw(f"{self.design.folder}/{name}.svg", art, name, self.source)

    def draw_ornament(self, name: str) -> Drawing:
        """A small drawing within the text."""
        return self.draw(name, self.fill("right", "text"))

    def dress(self, canvas: Recorder, page: int, style: str, chapter: Heading) -> None:
        """Draws the ground of a page, its running head and its number."""
        if style == "art":
            return
        side: Side = "right" if page % 2 else "left"
        ground = self.draw("page", self.fill(side, style))
        canvas.under.append(canvas.write(ground, cut=False))
        if style in ("bare", "blank", "cover"):
            canvas.leaf.blank = style == "blank"
            return
        g = self.design.geometry
        left = g.left(page)
        folio = self.design.style("folio")
        low = 0.5 * g.bottom - 0.5 * folio.leading
        if style == "cutout":  # whose pieces reach further down than the text
            low = 5 * MM - 0.3 * folio.leading
        self._write(canvas, self.label(page), "folio", left, max(low, g.safe), side)
        if style == "text":
            running = self.design.style("running")
            y = g.height - g.top + 0.75 * g.leading
            y = min(y, g.height - running.leading - max(7 * MM, g.safe))
            shown = chapter if side == "right" else Heading(self.title, 0, 0.0)
            self._write(canvas, shown.title, "running", left, y, side, shown.place)

    def open_canvas(self, number: int) -> Recorder:
        """A canvas whose first page has this number."""
        g = self.design.geometry
        resources = self.design.setter.resources
        return Recorder((g.width, g.height), resources, number, self.draw_ornament, g.bleed)

    def make_blank(self, number: int) -> Leaf:
        """A page without text."""
        canvas = self.open_canvas(number)
        self.dress(canvas, number, "blank", Heading("", 0, 0.0))
        canvas.showPage()
        return canvas.leaves[0]

    def _write(
        self,
        canvas: Recorder,
        text: str,
        name: StyleName,
        x: float,
        y: float,
        side: Side,
        place: Place | None = None,
    ) -> None:
        """A line at the outer edge of the text; one that is too long is cut between words."""
        style, measure = self.design.style(name), self.design.geometry.measure
        style = replace(style, align=side)
        every = text.split()
        words = every[:MOST_WORDS]
        while True:
            shown = " ".join(words) + ("" if len(words) == len(every) else " …")
            line = set_text(shown, style, self.design.setter, place)
            if line.natural() <= measure or len(words) <= 1:
                break
            words.pop()
        if text:
            line.wrap(measure, 100)
            with canvas.hush():
                line.drawOn(canvas, x, y)
