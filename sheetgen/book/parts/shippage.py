"""The page of a ship: name, portrait, statistics, description, and the display below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from sheetgen.book.flow.box import TOLERANCE, Note, draw, list_notes, measure, round_up
from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import NO_END, Align, Flowable, locate, make_span
from sheetgen.book.flow.paragraph import Paragraph, set_text
from sheetgen.book.flow.table import Rows, TableBlock, TableLook
from sheetgen.book.theme import Design
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.ground.units import MM
from sheetgen.ground.words import say, tr

LEAST_SCALE = 0.88
"""A display beside something else is not made smaller than this."""
LEAST_PORTRAIT, LARGEST_PORTRAIT = 20 * MM, 110 * MM
"""How high a portrait may be; it is as large as the page allows."""


def name_portrait(ship: str) -> str:
    """The words for a ship's portrait to somebody who hears them."""
    return f"{tr('picture')}: {ship}"


def name_display(ship: str) -> str:
    """The words before those of a ship's display, to somebody who hears them."""
    return f"{tr('ship display')}: {ship}"


class ShipSubject(NamedTuple):
    """The contents of a ship's page but for its description; `place` is the ship's definition."""

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
        """Return the height of the taller column."""
        return max(measure(self.left, self.words), measure(self.right, self.side))


class _Plan(NamedTuple):
    """Bands one below the other; the first is a whole number of lines high."""

    bands: list[_Band]
    heights: list[float]
    high: float  # of the portrait


@record(frozen=False, slots=False, eq=False)
class ShipProfile(Flowable):
    """A whole ship that is never split: words on the left, statistics beside them.

    Displays go below the words or below both, where there is room for them. The portrait is above
    the statistics, beside or below the words, or across the page, wherever it is largest. `room` is
    the height that it may grow to fill.
    """

    subject: ShipSubject
    text: Sequence[Flowable]
    design: Design
    room: float = 0.0
    wide: bool = field(default=True, kw_only=True)
    _planned: tuple[float, _Plan] | None = field(default=None, init=False)
    _limit: tuple[float, float] | None = field(default=None, init=False)
    _grown: ShipProfile | None = field(default=None, init=False)
    _written: tuple[list[Paragraph], list[TableBlock]] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.design.line

    def grow(self, room: float) -> ShipProfile:
        """The same one, as high as `room` if its portrait may be so large."""
        if self._grown is None or self._grown.room != room:
            self._grown = self._make_room(room)
        return self._grown

    def _make_room(self, room: float) -> ShipProfile:
        """The same words, laid out for another room."""
        other = replace(self, room=room)
        other._written = self._write()
        return other

    def locate(self) -> Place | None:
        """Return the place where the ship is defined."""
        return self.subject.place

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of its text."""
        return list_notes(self.text)

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
        """Return the height with the largest portrait that the ship may have."""
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
                alt = name_portrait(self.subject.name)
                figure = Figure(portrait, high / portrait.trim_height, space=0.5 * step, alt=alt)
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
            alt = name_display(self.subject.name)
            target.left.append(Figure(drawing, 1.0, None, room, 0.5 * step, align=align, alt=alt))
        plan = measure_all(least)
        spare = self.room - sum(plan.heights) + band.measure() - measure(column, across)
        for less in (0.0, step):  # the first band is a whole number of lines high
            high = min(largest, least + spare - less)
            if high > least and (not less or sum(plan.heights) > self.room):
                plan = hang(high)
        return plan

    def _write(self) -> tuple[list[Paragraph], list[TableBlock]]:
        """Write the heading, and the statistics if there are any."""
        if self._written is None:
            facts = self.subject.facts
            table = [tabulate_facts(facts, self.design, self.subject.place)] if facts else []
            self._written = self.write_head(), table
        return self._written

    def write_head(self) -> list[Paragraph]:
        """The class of the ship, and its name as a heading."""
        design, (name, group, *_) = self.design, self.subject
        head, kicker = replace(design.style("h2"), before=0.0), design.style("kicker")
        place, setter = self.subject.place, design.setter
        title = replace(set_text(name, head, setter, place), head=name, level=1)
        return [set_text(group, kicker, setter, place), title]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of words and statistics with displays below them."""
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
            Paragraph([make_span(text, cell, "", place)], look, design.setter)
            for text, look in zip((say(label), say(_tell(value))), looks, strict=True)
        ]
        for label, value in facts.items()
    ]
    down = 0.4 * (0.14 * design.line)
    look = TableLook(design.stroke("rule"), design.stroke("accent"), across=0.0, down=down)
    return TableBlock(Rows(None, rows), look)


def _tell(value: object) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, map(say, value)))
    return f"{value:g}" if isinstance(value, float) else str(value)


# A parade: ships one below the other, two or three to a page, with nothing left half empty.


MOST_SHIPS = 3
"""On a page; the portraits of more would be too small."""
_MOST_GAP = 2.5
"""Lines by which the ships of a page move apart when no portrait may grow any more."""


class Entrant(NamedTuple):
    """A ship of a parade, with what the index notes of it, and displays that stand `apart`."""

    note: Note
    profile: ShipProfile
    apart: Sequence[Flowable] = ()


@record(frozen=False, slots=False, eq=False)
class Parade(Flowable):
    """Ships that share pages: as few as possible, and equally full.

    The portraits of a page grow until it is full. `line` is the space between ships, `depth` the
    height of a page.
    """

    entrants: Sequence[Entrant]
    line: float
    depth: float
    wide: bool = field(default=True, kw_only=True)
    _shown: Sequence[Entrant] = field(default=(), init=False)
    _gap: float = field(default=0.0, init=False)
    _planned: tuple[float, Sequence[tuple[int, float]]] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.line

    def locate(self) -> Place | None:
        """The place of the first ship."""
        return locate(entrant.profile for entrant in self.entrants)

    def least_height(self, width: float) -> float:
        """The height of the first ship, with the smallest portrait."""
        return self._measure(width, 0, 1)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of all ships if they fit; otherwise `NO_END`."""
        self.width = width
        if height >= NO_END:
            self.height = self._measure(width, 0, len(self.entrants))
        elif self._count(width, height) < len(self.entrants) or self._list_apart(self.entrants):
            self.height = NO_END
        else:
            self.height = self._fill(width, height)
        return width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The ships of this page, their displays that have no room beside them, and the others."""
        count = self._count(width, height)
        apart = self._list_apart(self.entrants[:count])
        if not count or not (apart or self.entrants[count:]):
            return []
        shown = [entrant._replace(apart=()) for entrant in self.entrants[:count]]
        parts = [replace(self, entrants=shown), *apart]
        if self.entrants[count:]:
            later = replace(self, entrants=self.entrants[count:])
            later._planned = width, self._plan_pages(width)[count:]
            parts.append(later)
        return parts

    def _list_apart(self, entrants: Sequence[Entrant]) -> list[Flowable]:
        """The displays of ships that have no room on their pages."""
        return [display for entrant in entrants for display in entrant.apart]

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of its ships."""
        return list_notes(entrant.profile for entrant in self.entrants)

    def draw(self) -> None:
        """Draws its ships downwards, and notes each where it stands."""
        top = self.height
        for entrant in self._shown:
            for flowable in (entrant.note, entrant.profile):
                top -= flowable.wrap(self.width, NO_END)[1]
                flowable.drawOn(self.canv, 0, top)
            top -= self._gap

    def _measure(self, width: float, first: int, after: int) -> float:
        """The height of some of the ships, with the smallest portraits."""
        heights = [e.profile.wrap(width, NO_END)[1] for e in self.entrants[first:after]]
        return sum(heights) + self.line * (len(heights) - 1)

    def _count(self, width: float, height: float) -> int:
        """Count the ships for this page, such that few pages are filled equally well."""
        total, best = len(self.entrants), self._plan_pages(width)
        here = [
            (best[count][0], best[count][1] + (height - used) ** 2, count)
            for count in range(1, min(MOST_SHIPS, total) + 1)
            if (used := self._measure(width, 0, count)) <= height + TOLERANCE
        ]
        return min([*here, (best[0][0], best[0][1] + height**2, 0)])[2]

    def _plan_pages(self, width: float) -> Sequence[tuple[int, float]]:
        """From each ship on, on pages of their own: how many, and the squares of what they lack."""
        if self._planned is None or self._planned[0] != width:
            heights = [entrant.profile.wrap(width, NO_END)[1] for entrant in self.entrants]
            best = [(0, 0.0)] * (len(heights) + 1)
            for first in reversed(range(len(heights))):
                options = [
                    (1 + best[after][0], best[after][1] + (self.depth - used) ** 2)
                    for after in range(first + 1, min(first + MOST_SHIPS, len(heights)) + 1)
                    if (used := sum(heights[first:after]) + self.line * (after - first - 1))
                    <= self.depth + TOLERANCE
                ]
                best[first] = min(options, default=(1 + best[first + 1][0], best[first + 1][1]))
            self._planned = width, best
        return self._planned[1]

    def _fill(self, width: float, height: float) -> float:
        """Lets the portraits grow into a height; returns how much of it is used."""
        profiles = [entrant.profile for entrant in self.entrants]
        rooms = [profile.wrap(width, NO_END)[1] for profile in profiles]
        limits = [profile.limit(width) for profile in profiles]
        gaps = len(profiles) - 1
        for _ in profiles:  # in each round, what one of them may not take goes to the others
            spare = height - sum(rooms) - self.line * gaps
            growing = [at for at, room in enumerate(rooms) if room < limits[at]]
            for at in growing:
                rooms[at] += min(limits[at] - rooms[at], spare / len(growing))
        self._shown = [
            entrant._replace(profile=entrant.profile.grow(room))
            for entrant, room in zip(self.entrants, rooms, strict=True)
        ]
        used = sum(entrant.profile.wrap(width, NO_END)[1] for entrant in self._shown)
        apart = (height - used) / gaps if gaps else 0.0
        self._gap = min(apart, self.line * (1 + _MOST_GAP))
        return used + self._gap * gaps
