"""Paragraphs: broken into lines, split over pages, drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from math import ceil
from typing import Self

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import (
    NO_END,
    Flowable,
    References,
    Span,
    TextStyle,
    make_span,
    resolve,
)
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.drawing.drawing import Tag, TagPath
from sheetgen.drawing.tag import END_MARK
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.svg.problem import OVERFLOW
from sheetgen.type.linebreak import (
    BrokenLine,
    LineElement,
    WordPiece,
    break_lines,
    exceeds,
    join_pieces,
)

# A line of text placed on a page: its letters, with their links, terms and strokes.


Run = tuple[Span, str]
"""Part of a line: a text in the look of its span."""


def write_line(
    canvas: Recorder,
    setter: Typesetter,
    x: float,
    base: float,
    runs: Sequence[Run],
    words: float = 0.0,
    divided: bool = False,
) -> None:
    """Writes runs one after the other on a baseline, each space widened by `words`.

    The hyphen at the end of a `divided` word is not read out.
    """
    parts = ["BT", f"1 0 0 1 {fmt(x)} {fmt(base)} Tm"]
    colour = ""
    linked = any(span.link for span, _ in runs)
    path: TagPath | None = None
    strokes: list[tuple[float, float, Span]] = []
    for at, (span, text) in enumerate(runs):
        width = setter.width(span, text) + words * text.count(" ")
        if linked:
            own = canvas.path
            if span.link:
                box = (x, base - 0.25 * span.size, x + width, base + 0.8 * span.size)
                own = canvas.link(box, span.link, span.text, span)
            if own != path:
                parts += [canvas.mark(own)] if path is None else [END_MARK, canvas.mark(own)]
            path = own
        if span.colour != colour:
            colour = span.colour
            parts.append(colour)
        parts.append(setter.show(span, text, words, divided and at == len(runs) - 1))
        for term in span.terms:
            canvas.note(term)
        if span.struck:
            strokes.append((x, width, span))
        x += width
    if linked:
        canvas.put(" ".join([*parts, END_MARK, "ET"]))
    else:
        canvas.express(" ".join([*parts, "ET"]))
    for left, width, span in strokes:
        height, thick = base + 0.27 * span.size, span.size * 0.05
        canvas.show(f"q {span.colour} {fmt(left)} {fmt(height)} {fmt(width)} {fmt(thick)} re f Q")


def find_baseline(style: TextStyle, setter: Typesetter) -> float:
    """Return the distance of a line's baseline from its top."""
    span = make_span("x", style)
    up, down = setter.ascent(span), setter.descent(span)
    return (style.leading - (up - down)) / 2 + up


ORPHANS = WIDOWS = 2
"""The fewest lines of a paragraph at the foot of a page, and at the head of the next one."""


@record
class _Broken:
    width: float
    lines: list[BrokenLine]
    items: list[LineElement]
    pieces: list[WordPiece]
    torn: bool  # whether a word had to be divided that is wider than its line


class _Stretch(NamedTuple):
    """The lines of a broken paragraph that are on one page."""

    broken: _Broken
    start: int
    end: int  # 0 for all of the rest


class Initial(NamedTuple):
    """A letter several lines high at the start of a paragraph, and the space that it takes."""

    span: Span
    lines: int
    width: float


@record(frozen=False, slots=False, eq=False)
class Paragraph(Flowable):
    """A paragraph, or those of its lines that are on one page.

    `anchors` name the place for links, `lead` is set to the left of the first line. A heading has a
    `head`, its words for the outline, and a `level` from 0; `terms` are the entries of the index
    that the whole of it stands for. A `part` is those lines of a broken one that it has, under one
    `tag` with the others. It has `looser` lines more than it would have, if these are set well.
    """

    spans: Sequence[Span]
    style: TextStyle
    setter: Typesetter
    lead: Sequence[Span] = ()
    anchors: Sequence[str] = ()
    head: str = ""
    level: int = -1
    terms: Sequence[str] = ()
    initial: Initial | None = None
    part: _Stretch | None = None
    looser: int = 0
    tag: Tag | None = None
    _broken: _Broken | None = field(default=None, init=False)
    _reached: tuple[float, float] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        style, part = self.style, self.part
        self.keep = style.keep
        self.before = 0.0 if part and part.start else style.before
        self.after = 0.0 if part and part.end else style.after
        if part:
            self._broken = part.broken

    def resolve(self, references: References) -> Self:
        """Return a copy with the pages of its references, and eased; itself if that is the same."""
        spans = resolve(self.spans, references)
        looser = references.looser if self.style.align == "justify" else 0
        style = self.style.ease(references.space)
        if spans is self.spans and looser == self.looser and style is self.style:
            return self
        return replace(self, spans=spans, looser=looser, style=style)

    def _break(self, width: float) -> _Broken:
        known = self._broken
        if known is None or (self.part is None and abs(known.width - width) > 0.01):
            style = self.style
            ragged = style.align != "justify"
            if known and not known.torn:  # cut before, for another width
                items, pieces = known.items, known.pieces
            else:
                items, pieces = self.setter.cut(self.spans, style.hyphenate)
            room = width - style.left - style.right

            def measure(line: int) -> float:
                return room - (style.indent if line == 0 else 0.0) - self._recess(line)

            lines = break_lines(items, measure, ragged, self.looser)
            torn = any(exceeds(line, items, measure(at)) for at, line in enumerate(lines))
            if torn:  # a word is wider than its line: it is divided, if need be anywhere
                most = min(measure(0), measure(1))
                spans = [replace(s, language=s.language or not style.hyphenate) for s in self.spans]
                items, pieces = self.setter.cut(spans, True, most)
                lines = break_lines(items, measure, ragged)
            known = self._broken = _Broken(width, lines, items, pieces, torn)
        return known

    def count(self, width: float) -> int:
        """The number of its lines at a width."""
        return len(self._lines(self._break(width)))

    def _lines(self, broken: _Broken) -> list[BrokenLine]:
        part = self.part
        return broken.lines[part.start : part.end or None] if part else broken.lines

    def least_height(self, width: float) -> float:
        """The height of as many lines as may stand alone; of all, where too few would follow."""
        total = self.count(width)
        first = max(ORPHANS, self.initial.lines if self.initial else 0)
        return (total if total < first + WIDOWS else first) * self.style.leading

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of the lines."""
        self.width = width
        self.height = self.count(width) * self.style.leading
        return width, self.height

    def locate(self) -> Place | None:
        """The place of its first words."""
        return next((span.place for span in self.spans if span.place), None)

    def list_notes(self) -> Sequence[Flowable]:
        """The notes whose marks are in its lines."""
        if not any(span.notes for span in self.spans):
            return ()
        if not self.part:
            return [note for span in self.spans for note in span.notes]
        pieces = self.part.broken.pieces
        lines = self._lines(self.part.broken)
        shown = [piece for line in lines for piece in pieces[line.start : line.end] if piece.text]
        return [note for at in {p.span: 0 for p in shown} for note in self.spans[at].notes]

    def natural(self) -> float:
        """Return the width of the paragraph when it is set in one line."""
        return self._reach()[0] + self.style.left + self.style.right + self.style.indent

    def narrowest(self) -> float:
        """The width of its longest word."""
        return self._reach()[1] + self.style.left + self.style.right

    def reach_last(self, width: float) -> float:
        """Return the distance of the last line's end from the left edge, at a width."""
        broken = self._break(width)
        runs = self._runs(broken, self._lines(broken)[-1])
        return self.style.left + sum(self.setter.width(span, text) for span, text in runs)

    def shrink(self, share: float) -> Paragraph:
        """A copy with letters of that share of their size, if the share is below 1."""
        if share >= 1:
            return self
        spans = [replace(span, size=span.size * share) for span in self.spans]
        return replace(self, spans=spans, style=replace(self.style, size=self.style.size * share))

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

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The lines that fit and those that don't, without orphans and widows."""
        broken = self._break(width)
        total = len(self._lines(broken))
        fit = int((height + 0.01) / self.style.leading)
        if fit >= total:
            return [self]
        fit = min(fit, total - WIDOWS)
        if fit < (self.initial.lines if self.initial else ORPHANS) or total < ORPHANS + WIDOWS:
            return []
        start, end = (self.part.start, self.part.end) if self.part else (0, 0)
        first, rest = _Stretch(broken, start, start + fit), _Stretch(broken, start + fit, end)
        tag, look = self._name(), (self.spans, self.style, self.setter)
        lower = Paragraph(*look, part=rest, tag=tag, wide=self.wide, tags=self.tags)
        return [replace(self, part=first, tag=tag), lower]

    def _name(self) -> Tag:
        """Return its tag: that of a heading of its level, or of a paragraph."""
        return self.tag or Tag(f"H{self.level + 1}" if self.level >= 0 else "P")

    def draw(self) -> None:
        """Draws its lines, a large letter and what stands left of them; notes anchors and terms."""
        style, setter, canvas = self.style, self.setter, self.canv
        broken = self._break(self.width)
        start = self.part.start if self.part else 0
        self.note(canvas, self.height)
        below = find_baseline(style, setter)
        if self.lead:
            width = sum(setter.width(s, s.text) for s in self.lead)
            x = style.left + style.indent - width - 0.45 * style.size  # the gap is about half an em
            with canvas.label():
                write_line(canvas, setter, x, self.height - below, [(s, s.text) for s in self.lead])
        with canvas.within(self._name()):
            if self.initial:
                span, lines, _ = self.initial
                base = self.height - (lines - 1) * style.leading - below
                write_line(canvas, setter, style.left, base, [(span, span.text)])
            for number, line in enumerate(self._lines(broken)):
                base = self.height - number * style.leading - below
                self._draw_line(broken, line, base, start + number)

    def note(self, canvas: Recorder, height: float) -> None:
        """Notes its anchors, its terms and its heading at a height, without drawing anything."""
        for anchor in self.anchors:
            canvas.anchor(anchor, height)
        for term in self.terms:
            canvas.note(term)
        if self.head:
            canvas.head(self.head, self.level, height, self.locate())

    def start_large(self, family: str, lines: int) -> Paragraph:
        """A copy whose first letter is as high as that many lines, where that looks good."""
        letter = self.spans[0].text[:1]
        # A short paragraph has no lines to set beside it.
        short = sum(len(span.text) for span in self.spans) <= 60 * (lines + 1)
        if short or not letter.isalpha() or self.spans[0].link:
            return self
        style, setter = self.style, self.setter
        span = replace(self.spans[0], text=letter.upper(), family=family, weight=400, terms=())
        high = setter.faces(span)[0].cap_height / 1000
        low = setter.faces(self.spans[0])[0].cap_height / 1000
        size = ((lines - 1) * style.leading + low * style.size) / high
        span = replace(span, size=size)
        initial = Initial(span, lines, setter.width(span, span.text) + 0.25 * style.size)
        first = replace(self.spans[0], text=self.spans[0].text[1:])
        return replace(self, spans=[first, *self.spans[1:]], initial=initial)

    def _recess(self, line: int) -> float:
        """Return the distance that a line is moved to the right by a large letter."""
        return self.initial.width if self.initial and line < self.initial.lines else 0.0

    def _draw_line(self, broken: _Broken, line: BrokenLine, base: float, number: int) -> None:
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
        # Spaces between words of another face are a little wider than they were measured alone.
        slack = 0.5 + 0.06 * style.size * spaces
        if natural + words * spaces > room + slack or -words > 0.5 * style.size:
            self._report(*max(runs, key=lambda run: setter.width(*run)))
        write_line(self.canv, setter, x, base, runs, words, line.hyphen)

    def _report(self, span: Span, text: str) -> None:
        message = f"'{shorten(text)}' is wider than the space it has"
        hint = "shorten it, or put a space or a hyphen where it may be divided"
        self.setter.problems.append(OVERFLOW.at(span.place or self.setter.place, message, hint))

    def _runs(self, broken: _Broken, line: BrokenLine) -> list[Run]:
        """The spans of a line with their texts, without spaces at its ends."""
        joined = join_pieces(line, broken.pieces)
        return [(self.spans[number], text) for number, text in joined]


def set_text(
    text: str, style: TextStyle, setter: Typesetter, place: Place | None = None
) -> Paragraph:
    """A paragraph of plain text, which is written at a place."""
    return Paragraph([make_span(text, style, "", place)], style, setter)


# Entries of the table of contents and of the index: a text, leaders, and page numbers.


@record(frozen=False, slots=False, eq=False)
class ContentsEntry(Flowable):
    """A line of the contents: a title and the page it is on, both linked to it."""

    text: str
    page: str
    target: str
    style: TextStyle
    setter: Typesetter

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep, self.before = self.style.keep, self.style.before
        number, title = (
            make_span(self.page, self.style),
            make_span(self.text, self.style, "", self.place),
        )
        self.number = replace(number, link=self.target)
        self.title = Paragraph([replace(title, link=self.target)], self.style, self.setter)
        self._number_width = self.setter.width(self.number, self.page)

    def resolve(self, references: References) -> Self:
        """The same with closer lines where space is to be saved."""
        share = min(1.0, references.space)
        style = self.style.ease(share)
        leading = max(style.leading * (1 - (1 - share) / 5), 1.1 * style.size)
        return self if share == 1 else replace(self, style=replace(style, leading=leading))

    def _room(self, width: float) -> float:
        """The width left for the title once that of the number is taken off."""
        return width - (self._number_width + 1.5 * self.style.size)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of the title, which has less room by the number."""
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
        with canvas.within(Tag("Reference")):
            write_line(canvas, setter, end, base, [(self.number, self.number.text)])
        step = 0.42 * style.size
        x = (int((self.title.reach_last(room) + 0.6 * style.size) / step) + 1) * step
        count = ceil((end - 0.6 * style.size - x) / step)
        if count > 0:
            dots = make_span("." * count, replace(style, tracking=0.0))
            apart = step - setter.width(dots, dots.text) / count
            dots = replace(dots, tracking=apart / style.size * 1000)
            with canvas.hush():
                write_line(canvas, setter, x, base, [(dots, dots.text)])


def write_pages(
    pages: Sequence[tuple[str, str, bool]], style: TextStyle, accent: str
) -> Iterator[Span]:
    """The page numbers of an index entry: (label, target, whether it is the main place)."""
    for at, (label, target, main) in enumerate(pages):
        if at:
            yield make_span(", ", style)
        weight = max(style.weight, 700) if main else style.weight
        yield replace(make_span(label, style, accent), link=target, weight=weight)
