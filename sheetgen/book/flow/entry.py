"""Entries of the table of contents and of the index: a text, leaders, and page numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.paragraph import Paragraph, baseline
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.style import TextStyle
from sheetgen.book.flow.typesetter import Typesetter


class ContentsEntry(Flowable):  # type: ignore[misc]
    """A line of the contents: a title and the page it stands on, both leading there."""

    keep = wide = False

    def __init__(
        self, title: str, page: str, target: str, style: TextStyle, setter: Typesetter
    ) -> None:
        super().__init__()
        self.page, self.target, self.style, self.setter = page, target, style, setter
        span = make_span(title, style, style.colour)
        self.text = Paragraph([_lead(span, target)], style, setter)
        self.number = _lead(make_span(page, style, style.colour), target)

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.style.before

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.room = self.setter.width(self.number, self.page) + 1.5 * self.style.size
        self.width = width
        self.height = self.text.wrap(width - self.room, 1e6)[1]
        return width, self.height

    def draw(self) -> None:
        self.text.drawOn(self.canv, 0, 0)
        setter, size = self.setter, self.style.size
        lines = self.text.count(self.width - self.room)
        broken = self.text._break(self.width - self.room)
        last = self.text._runs(broken, broken.lines[-1])
        used = self.style.left + sum(setter.width(span, text) for span, text in last)
        base = self.height - (lines - 1) * self.style.leading - baseline(self.style, setter)
        number = setter.width(self.number, self.page)
        self.text.width = self.width
        self.text.canv = self.canv
        self.text._write(self.width - number, base, [(self.number, self.page)], 0.0)
        dot = make_span(".", self.style, self.style.colour)
        step = 0.42 * size
        x = (int((used + 0.6 * size) / step) + 1) * step
        dots = []
        while x < self.width - number - 0.6 * size:
            dots.append(x)
            x += step
        for at in dots:
            self.text._write(at, base, [(dot, ".")], 0.0)
        del self.text.canv


def _lead(span: Any, target: str) -> Any:
    return replace(span, link=target)


def write_pages(pages: Sequence[tuple[str, str, bool]], style: TextStyle, accent: str) -> list[Any]:
    """The page numbers of an index entry: (label, target, whether it is the main place)."""
    spans = []
    for at, (label, target, main) in enumerate(pages):
        if at:
            spans.append(make_span(", ", style, style.colour))
        weight = max(style.weight, 700) if main else style.weight
        spans.append(replace(make_span(label, style, accent), link=target, weight=weight))
    return spans
