"""The page of a ship: name, portrait, statistics, description, and the display below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import Flowable, resolve
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.reference import References
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.stack import draw, measure, round_up
from sheetgen.book.flow.style import Align
from sheetgen.book.flow.table import Rows, TableBlock, TableLook
from sheetgen.book.theme import Design
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM

LEAST_SCALE = 0.88
"""A display beside something else is not made smaller than this."""


class Subject(NamedTuple):
    """What a page shows of a ship apart from its description; `place` is where it is defined."""

    name: str
    group: str
    facts: Mapping[str, object]
    portrait: Drawing | None
    displays: Sequence[Drawing]
    place: Place | None = None


class _Plan(NamedTuple):
    """What goes where at a width: `words` and `side` are the widths of its two columns."""

    width: float
    words: float
    side: float
    left: list[Flowable]
    right: list[Flowable]
    below: list[Flowable]
    upper: float  # how high the two columns are


class Profile(Flowable):
    """All of a ship, never split: words on the left, statistics beside them.

    A narrow display goes below the words, with the portrait above the statistics; a wide one
    takes the whole measure below both, with the portrait among the words.
    """

    def __init__(self, subject: Subject, text: Sequence[Flowable], design: Design) -> None:
        super().__init__(wide=True, before=design.line, after=design.line)
        self.subject: Final = subject
        self.text: Final = tuple(text)
        self.design: Final = design
        self._planned: _Plan | None = None

    def resolve(self, references: References) -> Profile:
        """One whose texts print the pages of their references."""
        text = resolve(self.text, references)
        same = text == list(self.text)
        return self if same else Profile(self.subject, text, self.design)

    def locate(self) -> Place | None:
        """Where the ship is defined."""
        return self.subject.place

    def _plan(self, width: float) -> _Plan:
        known = self._planned
        if known is None or known.width != width:
            known = self._planned = self._arrange(width)
        return known

    def _arrange(self, width: float) -> _Plan:
        design, step = self.design, self.design.line
        portrait, displays = self.subject.portrait, self.subject.displays
        gutter = 1.8 * design.geometry.size
        widest = max((d.trim_width for d in displays), default=0.0)
        side = min(0.36 * width, 52 * MM)
        # A display nearly as narrow as the words goes below them, a wider one below everything.
        spare = width - gutter - widest * LEAST_SCALE
        beside = spare >= 42 * MM
        if beside:
            side = min(side, spare)
        words = width - side - gutter
        left: list[Flowable] = [*self._write_head(), *self.text]
        facts = self.subject.facts
        right: list[Flowable] = [tabulate_facts(facts, design, self.subject.place)] if facts else []
        below: list[Flowable] = []
        if portrait:
            room = side if beside else words
            # On a small page a ship is alone anyway, so its portrait may be larger.
            small = design.geometry.depth < 190 * MM
            high = (34 if beside else 38 if small else 24) * MM
            size = min(room / portrait.trim_width, high / portrait.trim_height)
            figure = Figure(portrait, size, space=0.5 * step)
            if beside:
                right.insert(0, figure)
            else:
                left.append(figure)

        def measure_upper() -> float:
            return round_up(max(measure(left, words), measure(right, side)), step)

        upper = measure_upper()
        most = design.geometry.depth - (0 if beside else upper) - step
        for drawing in displays:
            middle = drawing.trim_width < width and not beside
            align: Align = "centre" if middle else "left"
            shown = Figure(drawing, 1.0, None, most, 0.5 * step, align=align)
            (left if beside else below).append(shown)
        return _Plan(width, words, side, left, right, below, measure_upper())

    def _write_head(self) -> list[Paragraph]:
        """The class of the ship, and its name as a heading."""
        design, (name, group, *_) = self.design, self.subject
        head, kicker = replace(design.style("h2"), before=0.0), design.style("kicker")
        above = Paragraph(
            [make_span(group, kicker, kicker.colour, self.subject.place)], kicker, design.setter
        )
        spans = [make_span(name, head, head.colour, self.subject.place)]
        return [above, Paragraph(spans, head, design.setter, head=name, level=1)]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as its place; as high as words and statistics, and the displays below them."""
        plan = self._plan(width)
        self.width = width
        below = measure(plan.below, width) + 0.5 * self.design.line if plan.below else 0.0
        self.height = plan.upper + below
        return width, self.height

    def draw(self) -> None:
        """Draws a line to a ship above it, then words, statistics and displays."""
        canvas, design, top = self.canv, self.design, self.height
        geometry, plan = design.geometry, self._plan(self.width)
        high = canvas.absolutePosition(0, top)[1]
        if high < geometry.height - geometry.top - design.line:  # below another ship
            y = fmt(top + 0.5 * design.line)
            line = f"0 {y} m {fmt(self.width)} {y} l"
            canvas.show(f"q {design.stroke('rule')} 0.5 w {line} S Q")
        draw(plan.left, canvas, 0, top, plan.words)
        draw(plan.right, canvas, self.width - plan.side, top, plan.side)
        draw(plan.below, canvas, 0, top - plan.upper - 0.5 * design.line, self.width)


def tabulate_facts(
    facts: Mapping[str, object], design: Design, place: Place | None = None
) -> TableBlock:
    """The statistics of a ship: the name of each on the left, its value on the right."""
    cell = design.style("cell")
    looks = (replace(cell, align="left"), replace(cell, align="right", weight=600))
    rows = [
        [
            Paragraph([make_span(text, cell, cell.colour, place)], look, design.setter)
            for text, look in zip((label, _tell(value)), looks, strict=True)
        ]
        for label, value in facts.items()
    ]
    down = 0.4 * (0.14 * design.line)
    look = TableLook(design.stroke("rule"), design.stroke("accent"), across=0.0, down=down)
    return TableBlock(Rows(None, rows), look)


def _tell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
