"""Paragraphs as Platypus flowables: broken into lines, split over pages, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.span import Span, make_span
from sheetgen.book.flow.style import TextStyle
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.ground.number import fmt, shorten
from sheetgen.svg.problem import OVERFLOW
from sheetgen.type.linebreak import Element, Line, break_lines
from sheetgen.type.words import Piece

ORPHANS = WIDOWS = 2
"""The least lines of a paragraph at the foot of a page, and at the head of the next one."""


@dataclass(slots=True)
class _Broken:
    width: float
    lines: list[Line]
    items: list[Element]
    pieces: list[Piece]


class Initial(NamedTuple):
    """A letter of several lines at the start of a paragraph, and the room that it takes."""

    span: Span
    lines: int
    width: float


class Paragraph(Flowable):  # type: ignore[misc]
    """A paragraph, or the lines of one that stand on one page.

    `anchor` names the place for links. `lead` is what stands left of the first line, such as a
    list's bullet, and `fixed` lines never part.
    """

    def __init__(
        self,
        spans: Sequence[Span],
        style: TextStyle,
        setter: Typesetter,
        lead: Sequence[Span] = (),
        anchors: Sequence[str] = (),
        head: str = "",
        level: int = -1,
    ) -> None:
        super().__init__()
        self.spans, self.style, self.setter, self.lead = list(spans), style, setter, lead
        self.anchors, self.head, self.level = tuple(anchors), head, level
        self.initial: Initial | None = None
        self._broken: _Broken | None = None
        self._reached: tuple[float, float] | None = None
        self._from, self._to = 0, 0  # the lines of this part; _to 0 for all that follow
        self.wide = False

    def getSpaceBefore(self) -> float:  # noqa: N802
        return 0.0 if self._from else self.style.before

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.style.after

    def getKeepWithNext(self) -> bool:  # noqa: N802
        return False  # stack.py sees to it

    def _break(self, width: float) -> _Broken:
        known = self._broken
        if known is None or abs(known.width - width) > 0.01:
            style = self.style
            ragged = style.align != "justify"
            items, pieces = self.setter.cut(self.spans, style.hyphenate)
            room = width - style.left - style.right

            def measure(line: int) -> float:
                return room - (style.indent if line == 0 else 0.0) - self._recess(line)

            lines = break_lines(items, measure, ragged)
            known = self._broken = _Broken(width, lines, items, pieces)
            self._from = self._to = 0
        return known

    def count(self, width: float) -> int:
        """How many lines it has at a width."""
        return len(self._lines(self._break(width)))

    def _lines(self, broken: _Broken) -> list[Line]:
        return broken.lines[self._from : self._to or None]

    @property
    def least(self) -> int:
        """The fewest lines of it that may stand at the foot of a page."""
        width = self._broken.width if self._broken else 0.0
        total = self.count(width) if width else ORPHANS
        first = max(ORPHANS, self.initial.lines if self.initial else 0)
        return total if total < first + WIDOWS else first

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = self.count(width) * self.style.leading
        return width, self.height

    def natural(self) -> float:
        """How wide it is in one line."""
        return self._reach()[0] + self.style.left + self.style.right + self.style.indent

    def narrowest(self) -> float:
        """The width of its longest word."""
        return self._reach()[1] + self.style.left + self.style.right

    def shrink(self, share: float) -> None:
        """Sets its letters smaller."""
        if share < 1:
            self.spans = [replace(span, size=span.size * share) for span in self.spans]
            self.style = replace(self.style, size=self.style.size * share)
            self._broken = self._reached = None

    def _reach(self) -> tuple[float, float]:
        """The widths of its longest line and word."""
        if self._reached is None:
            line = word = longest = widest = 0.0
            for item in self.setter.cut(self.spans, False)[0]:
                if item.penalty is not None:
                    line, word = (0.0 if item.penalty < 0 else line), 0.0
                    continue
                line += item.width
                word = 0.0 if item.glue else word + item.width
                longest, widest = max(longest, line), max(widest, word)
            self._reached = (longest, widest)
        return self._reached

    def split(self, width: float, height: float) -> list[Any]:
        total = self.count(width)
        fit = int((height + 0.01) / self.style.leading)
        if fit >= total:
            return [self]
        fit = min(fit, total - WIDOWS)
        if fit < (self.initial.lines if self.initial else ORPHANS) or total < ORPHANS + WIDOWS:
            return []
        middle = self._from + fit
        return [self._part(self._from, middle), self._part(middle, self._to)]

    def _part(self, start: int, end: int) -> Paragraph:
        part = Paragraph(
            self.spans,
            self.style,
            self.setter,
            () if start else self.lead,
            () if start else self.anchors,
            "" if start else self.head,
            -1 if start else self.level,
        )
        part.initial = None if start else self.initial
        part._broken, part._from, part._to = self._broken, start, end
        part.wide = self.wide
        if end:
            part.style = replace(self.style, after=0.0)
        return part

    def draw(self) -> None:
        style, canvas = self.style, self.canv
        broken = self._break(self.width)
        for anchor in self.anchors:
            canvas.anchor(anchor, self.height)
        if self.head:
            canvas.head(self.head, self.level, self.height)
        top = self.height
        for number, line in enumerate(self._lines(broken)):
            base = top - number * style.leading - baseline(style, self.setter)
            self._draw_line(broken, line, base, self._from + number)
        if self.initial and not self._from:
            base = top - (self.initial.lines - 1) * style.leading - baseline(style, self.setter)
            self._write(style.left, base, [(self.initial.span, self.initial.span.text)], 0.0)
        if self.lead:
            base = top - baseline(style, self.setter)
            width = sum(self.setter.width(s, s.text) for s in self.lead)
            self._write(self.lead_x(width), base, [(s, s.text) for s in self.lead], 0.0)

    def lead_x(self, width: float) -> float:
        """Where what stands left of the first line begins: it ends half an em before the line."""
        return self.style.left + self.style.indent - width - 0.45 * self.style.size

    def start_large(self, family: str, lines: int) -> None:
        """Makes its first letter as high as so many lines."""
        letter = self.spans[0].text[:1]
        if not letter.isalpha() or self.spans[0].link:
            return
        style, setter = self.style, self.setter
        span = replace(self.spans[0], text=letter.upper(), family=family, weight=400, terms=())
        high = setter.faces(span)[0].cap_height / 1000
        low = setter.faces(self.spans[0])[0].cap_height / 1000
        size = ((lines - 1) * style.leading + low * style.size) / high
        span = replace(span, size=size)
        self.initial = Initial(span, lines, setter.width(span, span.text) + 0.25 * style.size)
        self.spans[0] = replace(self.spans[0], text=self.spans[0].text[1:])

    def _recess(self, line: int) -> float:
        """How far a line begins further right, beside a large letter."""
        return self.initial.width if self.initial and line < self.initial.lines else 0.0

    def _draw_line(self, broken: _Broken, line: Line, base: float, number: int) -> None:
        style, setter = self.style, self.setter
        runs = self._runs(broken, line)
        if not runs:
            return
        x = style.left + (style.indent if number == 0 else 0.0) + self._recess(number)
        room = self.width - style.right - x
        span, text = runs[-1]
        natural = sum(setter.width(s, t) for s, t in runs)
        spaces = sum(t.count(" ") for _, t in runs)
        words = 0.0
        if style.align == "justify":
            room += setter.hang(span, text)
            start = setter.hang(*runs[0], start=True)
            x, room = x - start, room + start
            if spaces and (not line.last or natural > room):
                words = (room - natural) / spaces
        elif style.align != "left":
            x += (room - natural) / (2 if style.align == "centre" else 1)
        if natural + words * spaces > room + 0.5 or -words > 0.5 * style.size:
            self._report(text, span)
        self._write(x, base, runs, words)

    def _report(self, text: str, span: Span) -> None:
        message = f"'{shorten(text)}' is wider than the room that it has"
        hint = "shorten it, or write a space or a hyphen where it may be divided"
        self.setter.problems.append(OVERFLOW.at(span.place, message, hint))

    def _runs(self, broken: _Broken, line: Line) -> list[tuple[Span, str]]:
        """The spans of a line with their texts, without spaces at its ends."""
        runs: list[list[Any]] = []
        for at in range(line.start, line.end):
            number, text = broken.pieces[at]
            if runs and runs[-1][0] == number:
                runs[-1][1] += text
            elif text:
                runs.append([number, text])
        if runs and line.hyphen:
            runs[-1][1] += "-"
        return [(self.spans[number], text) for number, text in runs if text]

    def _write(self, x: float, base: float, runs: Sequence[tuple[Span, str]], words: float) -> None:
        setter, canvas = self.setter, self.canv
        parts = ["BT", f"1 0 0 1 {fmt(x)} {fmt(base)} Tm"]
        colour, rules = "", []
        for span, text in runs:
            if span.colour != colour:
                colour = span.colour
                parts.append(colour)
            parts.append(setter.show(span, text, words))
            width = setter.width(span, text) + words * text.count(" ")
            if span.link:
                box = (x, base - 0.25 * span.size, x + width, base + 0.8 * span.size)
                canvas.link(box, span.link)
            for term in span.terms:
                canvas.note(term)
            if span.struck:
                rules.append((x, base + 0.27 * span.size, width, span))
            x += width
        parts.append("ET")
        canvas.show(" ".join(parts))
        for left, height, width, span in rules:
            canvas.show(
                f"q {span.colour} {fmt(left)} {fmt(height)} {fmt(width)} "
                f"{fmt(span.size * 0.05)} re f Q"
            )


def baseline(style: TextStyle, setter: Typesetter) -> float:
    """How far below the top of a line its baseline lies."""
    span = make_span("x", style, "")
    up, down = setter.ascent(span), setter.descent(span)
    return (style.leading - (up - down)) / 2 + up
