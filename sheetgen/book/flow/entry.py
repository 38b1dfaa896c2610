"""Entries of the table of contents and of the index: a text, leaders, and page numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from sheetgen.book.flow.flowable import NO_END, Flowable
from sheetgen.book.flow.line import find_baseline, write_line
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import Span, make_span
from sheetgen.book.flow.style import TextStyle
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.ground.diagnostics import Place


class ContentsEntry(Flowable):
    """A line of the contents: a title and the page it is on, both linked to it."""

    def __init__(
        self,
        title: str,
        page: str,
        target: str,
        style: TextStyle,
        setter: Typesetter,
        place: Place | None = None,
    ) -> None:
        """`place` is where the title was written."""
        super().__init__(keep=style.keep, before=style.before)
        self.style: Final = style
        self.setter: Final = setter
        self.number: Final = replace(make_span(page, style, style.colour), link=target)
        span = replace(make_span(title, style, style.colour, place), link=target)
        self.title: Final = Paragraph([span], style, setter)
        self._number_width = setter.width(self.number, page)

    def _room(self, width: float) -> float:
        """The width left for the title once that of the number is taken off."""
        return width - (self._number_width + 1.5 * self.style.size)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as its place, and as high as its title, which has less room by the number."""
        self.width = width
        self.height = self.title.wrap(self._room(width), NO_END)[1]
        return width, self.height

    def draw(self) -> None:
        """Draws the title, and dots from its last line to the number."""
        style, setter, canvas = self.style, self.setter, self.canv
        room = self._room(self.width)
        self.title.drawOn(canvas, 0, 0)
        above = (self.title.count(room) - 1) * style.leading
        base = self.height - above - find_baseline(style, setter)
        end = self.width - self._number_width
        write_line(canvas, setter, end, base, [(self.number, self.number.text)])
        dot = make_span(".", style, style.colour)
        step = 0.42 * style.size
        x = (int((self.title.reach_last(room) + 0.6 * style.size) / step) + 1) * step
        while x < end - 0.6 * style.size:
            write_line(canvas, setter, x, base, [(dot, ".")])
            x += step


def write_pages(
    pages: Sequence[tuple[str, str, bool]], style: TextStyle, accent: str
) -> Iterator[Span]:
    """The page numbers of an index entry: (label, target, whether it is the main place)."""
    for at, (label, target, main) in enumerate(pages):
        if at:
            yield make_span(", ", style, style.colour)
        weight = max(style.weight, 700) if main else style.weight
        yield replace(make_span(label, style, accent), link=target, weight=weight)
