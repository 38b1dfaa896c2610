"""The page of a ship: name, portrait, statistics, description, and the display below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import NO_END, Flowable, resolve
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
LEAST_PORTRAIT, LARGEST_PORTRAIT = 20 * MM, 110 * MM
"""How high a portrait may be; it is as large as the page allows."""


class Subject(NamedTuple):
    """What a page shows of a ship apart from its description; `place` is where it is defined."""

    name: str
    group: str
    facts: Mapping[str, object]
    portrait: Drawing | None
    displays: Sequence[Drawing]
    place: Place | None = None


class _Band(NamedTuple):
    """Two columns beside each other, the right one at the right edge."""

    left: list[Flowable]
    words: float  # the width of the left column
    right: list[Flowable]
    side: float = 0.0  # the width of the right column

    def measure(self) -> float:
        """How high it is."""
        return max(measure(self.left, self.words), measure(self.right, self.side))


class _Plan(NamedTuple):
    """Bands one below the other; the first is a whole number of lines high."""

    bands: list[_Band]
    heights: list[float]
    high: float  # of the portrait


class Profile(Flowable):
    """All of a ship, never split: words on the left, statistics beside them.

    Displays go below the words or below both, where there is room for them. The portrait is above
    the statistics, beside or below the words, or across the page, wherever it is largest.
    """

    def __init__(
        self, subject: Subject, text: Sequence[Flowable], design: Design, room: float = 0.0
    ) -> None:
        """Its portrait grows until all of it is as high as `room`."""
        super().__init__(wide=True, before=design.line, after=design.line)
        self.subject: Final = subject
        self.text: Final = tuple(text)
        self.design: Final = design
        self.room: Final = room
        self._planned: tuple[float, _Plan] | None = None
        self._limit: tuple[float, float] | None = None
        self._grown: Profile | None = None
        self._written: tuple[list[Paragraph], list[TableBlock]] | None = None

    def grow(self, room: float) -> Profile:
        """The same one, as high as `room` if its portrait may be so large."""
        if self._grown is None or self._grown.room != room:
            self._grown = self._make_room(room)
        return self._grown

    def _make_room(self, room: float) -> Profile:
        """The same words, laid out for another room."""
        other = Profile(self.subject, self.text, self.design, room)
        other._written = self._write()
        return other

    def resolve(self, references: References) -> Profile:
        """One whose texts print the pages of their references."""
        text = resolve(self.text, references)
        same = text == list(self.text)
        return self if same else Profile(self.subject, text, self.design, self.room)

    def locate(self) -> Place | None:
        """Where the ship is defined."""
        return self.subject.place

    def find_scale(self, width: float) -> float:
        """The scale of its displays, the smallest one; 1 if it has none."""
        shown = self.subject.displays
        return min(
            (
                figure.fit(band.words)
                for band in self._plan(width).bands
                for figure in band.left
                if isinstance(figure, Figure) and figure.drawing in shown
            ),
            default=1.0,
        )

    def limit(self, width: float) -> float:
        """How high it is with the largest portrait that it may have."""
        if self._limit is None or self._limit[0] != width:
            largest = self._make_room(self.design.geometry.depth)
            self._limit = width, largest.wrap(width, NO_END)[1]
        return self._limit[1]

    def _plan(self, width: float) -> _Plan:
        if self._planned is None or self._planned[0] != width:
            self._planned = width, self._choose(width)
        return self._planned[1]

    def _choose(self, width: float) -> _Plan:
        """The plan with the largest portrait among those that fit, or else the lowest."""
        displays, (heading, table) = self.subject.displays, self._write()
        gutter = 1.8 * self.design.geometry.size
        side = max(min(0.36 * width, 52 * MM), min(0.45 * width, table[0].natural if table else 0))
        head, wide = [*heading, *self.text], width - gutter
        plans = [
            self._arrange([_Band(head, wide - side, table, side), _Band([], width, [])], hung, 1)
            for hung in ((0, 0), (1, 0))
        ]
        # A display nearly as narrow as the words goes below them, a wider one below everything.
        spare = wide - max((d.trim_width for d in displays), default=width) * LEAST_SCALE
        if spare >= 42 * MM:
            side = min(side, spare)
            plans += [
                self._arrange([_Band(head, wide - side, table, side)], (0, 1), 0),
                self._arrange(
                    [
                        _Band(head, 0.55 * wide, [], 0.45 * wide),
                        _Band([], wide - side, table, side),
                    ],
                    (0, 1),
                    1,
                ),
            ]
        fitting = [plan for plan in plans if sum(plan.heights) <= self.room]
        if fitting:
            return max(fitting, key=lambda plan: (plan.high, -sum(plan.heights)))
        return min(plans, key=lambda plan: sum(plan.heights))

    def _arrange(self, bands: list[_Band], hung: tuple[int, int], shown: int) -> _Plan:
        """A plan with the portrait `hung` in a column of a band, and displays in that band."""
        step, portrait = self.design.line, self.subject.portrait
        bands = [band._replace(left=[*band.left], right=[*band.right]) for band in bands]
        band, at = bands[hung[0]], 0
        column, across = (band.right, band.side) if hung[1] else (band.left, band.words)
        at = 0 if hung[1] else len(column)
        largest = least = 0.0
        if portrait:
            largest = min(LARGEST_PORTRAIT, across * portrait.trim_height / portrait.trim_width)
            least = min(LEAST_PORTRAIT, largest)

        def hang(high: float) -> _Plan:
            if portrait:
                figure = Figure(portrait, high / portrait.trim_height, space=0.5 * step)
                column[at : at + (high > least)] = [figure]
            return measure_all(high)

        def measure_all(high: float) -> _Plan:
            filled = [band for band in bands if band.left or band.right]
            heights = [band.measure() for band in filled]
            heights[0] = round_up(heights[0], step)
            return _Plan(filled, [heights[0], *(h + 0.5 * step for h in heights[1:])], high)

        plan = hang(least)
        room = self.design.geometry.depth - sum(plan.heights) - step
        target = bands[shown]
        if target.right:  # what is beside displays leaves them their height
            room += target.measure() - measure(target.left, target.words)
        for drawing in self.subject.displays:
            align: Align = (
                "left" if target.right or drawing.trim_width >= target.words else "centre"
            )
            target.left.append(Figure(drawing, 1.0, None, room, 0.5 * step, align=align))
        plan = measure_all(least)
        spare = self.room - sum(plan.heights) + band.measure() - measure(column, across)
        for less in (0.0, step):  # the first band is a whole number of lines high
            high = min(largest, least + spare - less)
            if high > least and (not less or sum(plan.heights) > self.room):
                plan = hang(high)
        return plan

    def _write(self) -> tuple[list[Paragraph], list[TableBlock]]:
        """Its heading, and its statistics if there are any."""
        if self._written is None:
            facts = self.subject.facts
            table = [tabulate_facts(facts, self.design, self.subject.place)] if facts else []
            self._written = self._write_head(), table
        return self._written

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
        self.width, self.height = width, sum(plan.heights)
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
        for band, height in zip(plan.bands, plan.heights, strict=True):
            start = top if band is plan.bands[0] else top - 0.5 * design.line
            draw(band.left, canvas, 0, start, band.words)
            draw(band.right, canvas, self.width - band.side, start, band.side)
            top -= height


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
