"""Boxes, columns, space and breaks: what paragraphs stand in, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from math import ceil
from typing import Protocol, Self

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import NO_END, Action, Flowable, References, locate
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.words import tr

# Flowables one below the other: their heights, what fits, and what stays together.


TOLERANCE = 0.05


class ColumnBreak(Flowable):
    """A break after which the text goes on in the next column."""


def round_up(height: float, step: float) -> float:
    """The next height that is a whole number of steps; the height itself if `step` is 0."""
    return -(-round(height, 3) // step) * step if step else height


def gap(above: Sequence[Flowable], below: Flowable) -> float:
    """The space between a flowable and those above it, none at the top; what is hidden has none."""
    last = next((thing for thing in reversed(above) if not thing.is_hidden), None)
    if last is None or below.is_hidden:
        return 0.0
    return max(last.getSpaceAfter(), below.getSpaceBefore())


def measure(flowables: Sequence[Flowable], width: float, height: float = NO_END) -> float:
    """The height of flowables one below the other, as they are in a space of that height."""
    total = 0.0
    for at, flowable in enumerate(flowables):
        total += gap(flowables[max(0, at - _NEAR) : at], flowable)
        total += flowable.wrap(width, height if height >= NO_END else height - total)[1]
    return total


_NEAR = 8
"""The flowables above one that are looked at for the space between them."""


def list_notes(flowables: Iterable[Flowable]) -> list[Flowable]:
    """The notes whose marks are in flowables, in order."""
    return [note for flowable in flowables for note in flowable.list_notes()]


def least(flowable: Flowable, width: float) -> float:
    """The least height of its beginning that may stand at the foot of a page, with its notes."""
    height = flowable.wrap(width, NO_END)[1]
    return min(height, flowable.least_height(width))


def lead_height(flowables: Sequence[Flowable], width: float, most: float = NO_END) -> float:
    """The least height of what has to stay together at the start of flowables.

    Figures that may stand elsewhere count only where no text follows. A single line below a heading
    takes more with it, if all of that is not higher than `most`.
    """
    total, single = 0.0, 0.0
    taken: list[Flowable] = []
    for at, flowable in enumerate(flowables):
        above = gap(taken, flowable)
        if flowable.keep:
            if single:
                return single
            total += above + flowable.wrap(width, NO_END)[1]
        elif flowable.floats and not single and is_text(flowables, at + 1):
            continue
        else:
            need = total + above + least(flowable, width)
            if single:
                return need if need <= most else single
            if not (taken and is_single(flowable, width)):
                return need
            single = total = need
        taken.append(flowable)
    return single or total


def is_text(flowables: Sequence[Flowable], at: int) -> bool:
    """Whether there is text at a place, that a figure above it may let pass."""
    below = flowables[at] if at < len(flowables) else None
    return isinstance(below, Paragraph) and not below.keep


def is_single(flowable: Flowable, width: float) -> bool:
    """Whether it is a paragraph of one line, too little to stand alone below a heading."""
    return isinstance(flowable, Paragraph) and not flowable.keep and flowable.count(width) < 2


def hold_back(taken: Sequence[Flowable], width: float) -> int:
    """How many of the flowables above what has no room stay; headings go with what follows them.

    All stay where nothing else would be left, such as the title of a part.
    """
    kept = len(taken)
    while kept and (
        taken[kept - 1].keep
        or (kept > 1 and taken[kept - 2].keep and is_single(taken[kept - 1], width))
    ):
        kept -= 1
    return kept if any(not thing.opens for thing in taken[:kept]) else len(taken)


def pour(
    flowables: Sequence[Flowable], width: float, height: float
) -> tuple[list[Flowable], list[Flowable]]:
    """Part flowables into those that fit into a height, and the rest.

    Figures that do not fit are the first of the rest, and what follows them flows on.
    """
    taken: list[Flowable] = []
    waiting: list[Flowable] = []
    used = 0.0
    rest = list(flowables)
    while rest:
        flowable = rest[0]
        if isinstance(flowable, ColumnBreak):
            del rest[0]
            if taken:
                break
            continue
        space = gap(taken, flowable)
        size = flowable.wrap(width, height)[1]
        fits = used + space + size <= height + TOLERANCE
        if flowable.floats and taken and (waiting or not fits):
            waiting.append(rest.pop(0))
            continue
        if fits:
            taken.append(rest.pop(0))
            used += space + size
            continue
        parts = flowable.split(width, height - used - space)
        if len(parts) > 1:
            taken.append(parts[0])
            return taken, [*waiting, *parts[1:], *rest[1:]]
        kept = hold_back(taken, width) if any(not t.keep for t in taken) else 0
        return taken[:kept], [*waiting, *taken[kept:], *rest]
    return taken, [*waiting, *rest]


def spread(flowables: Sequence[Flowable], width: float, height: float, step: float) -> list[float]:
    """The space above each flowable so that the last ends with the page: whole lines, if any.

    Nothing where so much is missing that the gaps would show.
    """
    short = height - measure(flowables, width, height)
    places = [
        at
        for at in range(1, len(flowables))
        if gap(flowables[at - 1 : at], flowables[at]) > TOLERANCE and not flowables[at - 1].keep
    ]
    if not (places and TOLERANCE < short <= min(len(places), MOST_SPREAD) * step + TOLERANCE):
        return []
    extra = [0.0] * len(flowables)
    while short > TOLERANCE:
        for at in places:
            more = min(step or short, short)
            extra[at] += more
            short -= more
    return extra


MOST_SPREAD = 3
"""Lines that a page may lack and still end where the others do."""


def draw(
    flowables: Sequence[Flowable],
    canvas: Recorder,
    x: float,
    top: float,
    width: float,
    extra: Sequence[float] = (),
    height: float = NO_END,
) -> None:
    """Draws flowables downwards from a height; with `extra` space above each, if there is any."""
    foot, more = top - height, 0.0
    for at, flowable in enumerate(flowables):
        more += extra[at] if extra else 0.0
        top -= gap(flowables[max(0, at - _NEAR) : at], flowable)
        top -= flowable.wrap(width, height if height >= NO_END else top - foot)[1]
        flowable.drawOn(canvas, x, top - more)


@record
class PanelLook:
    """The look of a panel: its colours as PDF operators, empty for none, its space in points."""

    padding: float
    tint: str  # fill of its ground
    bar: str = ""  # fill of the bar at its left
    frame: str = ""  # strokes of the thin line around it
    space: float = 0.0
    step: float = 0.0  # the leading that its height is a multiple of


@record(frozen=False, slots=False, eq=False)
class Panel(Flowable):
    """Flowables on a tinted ground with a bar on the left, as for advice and warnings."""

    flowables: Sequence[Flowable]
    look: PanelLook

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.look.space

    def _room(self, width: float) -> float:
        """The width inside."""
        return width - 2.4 * self.look.padding

    def locate(self) -> Place | None:
        """The place of the first thing inside."""
        return locate(self.flowables)

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of what is inside."""
        return list_notes(self.flowables)

    def least_height(self, width: float) -> float:
        """The height of what has to stand together at its start, with its padding."""
        return 2 * self.look.padding + lead_height(self.flowables, self._room(width))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of what is inside, in whole steps if it has one."""
        self.width = width
        inside = measure(self.flowables, self._room(width)) + 2 * self.look.padding
        self.height = round_up(inside, self.look.step)  # what follows is on the grid of lines again
        return width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """Two panels, the upper one ending where the page ends."""
        look = self.look
        taken, rest = pour(self.flowables, self._room(width), height - 2 * look.padding)
        if not taken or not rest:
            return []
        upper = replace(look, step=0.0)
        return [replace(self, flowables=taken, look=upper), replace(self, flowables=rest)]

    def draw(self) -> None:
        """Draws ground, frame and bar, and what is inside in the middle of its height."""
        canvas, look, width, height = self.canv, self.look, self.width, self.height
        if look.tint:
            canvas.show(f"q {look.tint} 0 0 {fmt(width)} {fmt(height)} re f Q")
        if look.frame:
            canvas.show(
                f"q {look.frame} 0.5 w 0.25 0.25 {fmt(width - 0.5)} {fmt(height - 0.5)} re S Q"
            )
        if look.bar:
            canvas.show(f"q {look.bar} 0 0 {fmt(0.3 * look.padding)} {fmt(height)} re f Q")
        room = self._room(width)
        top = height - (height - measure(self.flowables, room)) / 2
        draw(self.flowables, canvas, 1.2 * look.padding, top, room)


# Columns: flowables side by side, of equal height, over as many pages as they need.


class _Filled(NamedTuple):
    """The contents of each column at a width, and their height."""

    width: float
    height: float
    columns: list[list[Flowable]]


@record(frozen=False, slots=False, eq=False)
class Columns(Flowable):
    """Flowables in columns `gutter` points apart; heights are multiples of `step`, the leading.

    Columns that follow each other on a page are made equally high, unless a break between them
    says otherwise. `full` is the height of a part that continues, 0 for one to be balanced.
    """

    flowables: Sequence[Flowable]
    count: int
    gutter: float
    step: float
    space: float = 0.0
    full: float = 0.0
    wide: bool = field(default=True, kw_only=True)
    _filled: _Filled | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        first = next((f for f in self.flowables if not isinstance(f, ColumnBreak)), None)
        self.before = max(self.space, first.getSpaceBefore() if first else 0.0)
        self.after = self.space

    def _room(self, width: float) -> float:
        """The width of a column."""
        return (width - (self.count - 1) * self.gutter) / self.count

    def locate(self) -> Place | None:
        """The place of the first thing inside."""
        return locate(self.flowables)

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of what is inside."""
        return list_notes(self.flowables)

    def least_height(self, width: float) -> float:
        """The height of what has to stand together at the start of its first column."""
        shown = [f for f in self.flowables if not isinstance(f, ColumnBreak)]
        return lead_height(shown, self._room(width))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of the highest column."""
        self.width = width
        if self._filled is None and self._exceeds(width, height):
            self.height = NO_END  # it will be split, so nobody needs to know how high it is
        else:
            self.height = self._balance(width).height
        return width, self.height

    def _exceeds(self, width: float, height: float) -> bool:
        """Whether it is so much higher than that height that its end need not be looked at."""
        most, total, room = 2 * self.count * height, 0.0, self._room(width)
        for flowable in self.flowables:
            total += flowable.wrap(room, NO_END)[1]
            if total > most:
                return True
        return False

    def _balance(self, width: float) -> _Filled:
        known = self._filled
        if known is None or abs(known.width - width) >= TOLERANCE:
            known = self._filled = self._try_heights(width)
        return known

    def _try_heights(self, width: float) -> _Filled:
        room = self._room(width)
        if self.full:
            return _Filled(width, self.full, self._fill(room, self.full)[0])
        total = measure(self.flowables, room)
        height = max(self.step, ceil(total / self.count / self.step) * self.step)
        for _ in range(2000):
            filled, rest = self._fill(room, height)
            if not rest:
                break
            height += self.step
        real = max((measure(column, room) for column in filled), default=0.0)
        return _Filled(width, real, filled)

    def _fill(self, room: float, height: float) -> tuple[list[list[Flowable]], list[Flowable]]:
        rest = list(self.flowables)
        filled = []
        for _ in range(self.count):
            column, rest = pour(rest, room, height)
            filled.append(column)
        return filled, rest

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """Columns that fill the height in whole steps, and columns of the rest."""
        if height < self.least_height(width):
            return []
        height = int(height / self.step + TOLERANCE) * self.step
        filled, rest = self._fill(self._room(width), height)
        if not rest or not any(filled):
            return []
        taken = [f for column in filled for f in (*column, ColumnBreak())][:-1]
        part = replace(self, flowables=taken, full=height)
        return [part, replace(self, flowables=rest, full=0.0)]

    def draw(self) -> None:
        """Draws its columns side by side from the top."""
        room = self._room(self.width)
        for at, column in enumerate(self._balance(self.width).columns):
            extra = spread(column, room, self.full, self.step) if self.full else []
            draw(column, self.canv, at * (room + self.gutter), self.height, room, extra)


# Space between flowables, and notes of where on the pages something ends up.


@record(frozen=False, slots=False, eq=False)
class Space(Flowable):
    """Empty space; with `opens` it is the space above the title of a part."""

    high: float
    opens: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wide = self.wide or self.opens

    def resolve(self, references: References) -> Self:
        """The same for a part that is set again, whose title stands higher or lower."""
        share = references.space if self.opens else 1.0
        return self if share == 1 else replace(self, high=self.high * share)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of the space, or what is left of the page."""
        self.width, self.height = width, min(self.high, height)
        return self.width, self.height


@record(frozen=False, slots=False, eq=False)
class Hidden(Flowable):
    """A heading that contents, outline and links lead to, and that what follows prints itself."""

    heading: Paragraph
    keep = True
    _ZEROSIZE = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wide = self.heading.wide

    def locate(self) -> Place | None:
        """Return the place where the heading is written."""
        return self.heading.locate()

    def draw(self) -> None:
        """Notes the heading on the canvas."""
        self.heading.note(self.canv, 0)


@record(frozen=False, slots=False, eq=False)
class Note(Flowable):
    """A note of where on the pages something ends up: an anchor, or terms of the index.

    `main` says whether this is the main place of the terms.
    """

    anchor: str = ""
    terms: Sequence[str] = ()
    main: bool = field(default=False, kw_only=True)
    keep = True
    _ZEROSIZE = True

    def draw(self) -> None:
        """Notes its anchor and its terms on the canvas."""
        if self.anchor:
            self.canv.anchor(self.anchor, 0)
        for term in self.terms:
            self.canv.note(term, self.main)


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


class Pages(Protocol):
    """The document in which pages are made."""

    def show_page(self, picture: FullPage) -> None:
        """Puts a picture on the page after this one."""

    def open_part(self, part: Opening) -> None:
        """Go on to the page that a part of the book begins on."""

    def handle_pageBreak(self) -> None:  # noqa: N802
        """Ends the page."""


@record(frozen=False, slots=False, eq=False)
class FullPage(Action):
    """A picture that fills the next page, bleed included, and is read out as `alt`."""

    drawing: Drawing
    scale: float
    alt: str = ""

    def paint(self, canvas: Recorder, width: float, height: float) -> None:
        """Fills a page of that size, and its bleed."""
        x = (width - self.drawing.trim_width * self.scale) / 2
        y = (height - self.drawing.trim_height * self.scale) / 2
        alt = self.alt or tr("picture")
        canvas.place(self.drawing, x, y, self.scale, cut=False, alt=alt)
        if self.place:
            canvas.trace((0, 0, width, height), self.place)

    def apply(self, doc: Pages) -> None:
        """Puts it on the page after this one; the text continues where it was."""
        doc.show_page(self)


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

    def apply(self, doc: Pages) -> None:
        """Ends the page, and one more where the next would be on the wrong side."""
        doc.open_part(self)


class PageBreak(Action):
    """A break after which the text begins a new page; `place` is where that is asked for."""

    def apply(self, doc: Pages) -> None:
        """Ends the page."""
        doc.handle_pageBreak()
