"""Galleys: everything between two openings of a book, made up into pages one after the other.

A page takes what fits. A figure that does not stands at the head of the next page, and the text
flows on. One that would leave a few lines below it stands at the foot of its page, and so does the
second one at the head. Notes stand at the foot of the page that their marks are on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from sheetgen.book.flow.box import (
    TOLERANCE,
    Columns,
    FullPage,
    draw,
    gap,
    hold_back,
    is_text,
    lead_height,
    list_notes,
    measure,
    pour,
    spread,
)
from sheetgen.book.flow.flowable import NO_END, Action, Flowable, locate
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace

_RULE = 0.2
"""The width of the line above notes, as a share of the measure."""

_FEW, _SOME = 6, 10
"""Lines that are too few between a figure and the foot of the page, or between two figures."""

_MOST_TRIES = 60
"""Lines that may go to the next page for the room of notes."""


class _Makeup:
    """A page in the making: what is `taken`, its notes, the `rest`, and figures put off so far.

    Figures at its `foot` stand below what is taken.
    """

    def __init__(self, galley: Galley, width: float, height: float) -> None:
        self.width, self.height, self.step = width, height, galley.step
        self.taken: list[Flowable] = []
        self.foot: list[Flowable] = []
        self.rest, self.waiting = list(galley.flowables), list(galley.waiting)
        self.notes, self.carried = pour(galley.notes, width, height / 2)
        self.after: list[Flowable] = []  # what has to follow the page at once

    def fill(self) -> None:
        """Fills the page, first with the figures that the one before put off."""
        while self.waiting and self.fits(self.waiting[0]):
            figure = self.waiting.pop(0)
            low = self.taken and is_text(self.rest, 0) and self._leave(figure) > _SOME * self.step
            (self.foot if low or self.foot else self.taken).append(figure)
        if self.waiting and not self.taken:  # it has to be split
            self.rest.insert(0, replace(self.waiting.pop(0), floats=False))
        while self.rest and self._take():
            pass

    @property
    def all(self) -> list[Flowable]:
        """All that stands on it, from its head to its foot."""
        return [*self.taken, *self.foot]

    def measure_notes(self, more: Sequence[Flowable] = ()) -> float:
        """The height of the notes, with the line above them; 0 without any."""
        notes = [*self.notes, *list_notes([*self.all, *more])]
        return self.step + measure(notes, self.width) if notes else 0.0

    def measure(self) -> float:
        """The height of all that is on it."""
        return measure(self.all, self.width, self.height - self.measure_notes())

    def find_room(self, thing: Flowable) -> float:
        """The height that is left for a thing and its notes."""
        high = self.height - self.measure_notes()
        used = measure(self.taken, self.width, high) + measure(self.foot, self.width)
        around = gap(self.taken, thing) + (gap([thing], self.foot[0]) if self.foot else 0.0)
        return high - used - around

    def _leave(self, figure: Flowable) -> float:
        """The height that is left below a figure."""
        return self.find_room(figure) - figure.wrap(self.width, NO_END)[1]

    def fits(self, thing: Flowable) -> bool:
        """Whether the whole of a thing has room, with its notes."""
        room = self.find_room(thing)
        more = self.measure_notes([thing]) - self.measure_notes() if thing.list_notes() else 0.0
        return thing.wrap(self.width, room)[1] + more <= room + TOLERANCE

    def _take(self) -> bool:
        """Takes the first of the rest, or a part of it; returns whether the page goes on."""
        thing = self.rest[0]
        if isinstance(thing, Action):
            return self._follow(thing)
        if thing.floats and self.taken and (self.waiting or not self.fits(thing)):
            self.waiting.append(self.rest.pop(0))
            return True
        if self._pass_float():
            return True
        if thing.keep and not self._has_lead(thing):
            return False
        if self.fits(thing := self.rest[0]):
            self.rest.pop(0)
            low = thing.floats and (self.foot or self._leaves_little(thing))
            (self.foot if low else self.taken).append(thing)
            return True
        parts = self._divide(thing)
        if parts:
            self.taken.append(parts[0])
            self.rest[:1] = parts[1:]
            return not isinstance(parts[1], type(thing))
        if not all(taken.opens or taken.keep for taken in self.taken):
            kept = hold_back(self.taken, self.width)
            self.rest[:0] = self.taken[kept:]
            del self.taken[kept:]
        elif thing.list_notes():
            self._cut_notes(thing)
        return False

    def _follow(self, action: Action) -> bool:
        """Puts an action after the page, which goes on only where that is a picture."""
        goes_on = isinstance(action, FullPage)
        if goes_on or not self.waiting:
            self.after.append(self.rest.pop(0))
        return goes_on

    def _pass_float(self) -> bool:
        """Whether columns go on past a figure below them, to the foot or to the next page.

        The columns above and below it are then the first of the rest.
        """
        if len(self.rest) < 3 or not (self.rest[1].floats and self.fits(self.rest[0])):
            return False
        above, figure, below = self.rest[:3]
        if not (isinstance(above, Columns) and isinstance(below, Columns)):
            return False
        room = self.find_room(above) - above.wrap(self.width, NO_END)[1] - gap([above], figure)
        left = room - figure.wrap(self.width, room)[1]
        fits = not self.waiting and left >= -TOLERANCE
        if fits and not self._is_little(left - figure.after, below):
            return False
        joined = replace(above, flowables=[*above.flowables, *below.flowables])
        self.rest[:3] = [joined]
        (self.foot if fits else self.waiting).append(figure)
        return True

    def _has_lead(self, thing: Flowable) -> bool:
        """Whether there is room for a heading and the beginning of what follows it.

        The title of a part stays where the part begins, whatever comes below it. A figure that
        would not fit on any page with its heading is lowered.
        """
        last = self.taken[-1] if self.taken else None
        if last and (last.keep or last.opens):
            return True
        need = lead_height(self.rest, self.width, self.height)
        if need > self.height + TOLERANCE:
            for at, below in enumerate(self.rest):
                if not below.keep:
                    self.rest[at] = below.lower(need - self.height)
                    break
            need = min(self.height, lead_height(self.rest, self.width, self.height))
        return not last or need <= self.find_room(thing) + TOLERANCE

    def _leaves_little(self, figure: Flowable) -> bool:
        """Whether only a few lines of the text that follows would have room below a figure."""
        is_alone = not self.taken or self.taken[-1].keep or self.taken[-1].opens
        if is_alone or not is_text(self.rest, 0):
            return False
        return self._is_little(self._leave(figure) - figure.after, self.rest[0])

    def _is_little(self, height: float, text: Flowable) -> bool:
        """Whether so much below a figure has room for no more than a few lines of a text."""
        return self.step <= height < min(_FEW * self.step, text.wrap(self.width, NO_END)[1])

    def _divide(self, thing: Flowable) -> list[Flowable]:
        """The part of a thing that fits with its notes, and the others; nothing if none does."""
        room = self.find_room(thing)
        for _ in range(_MOST_TRIES):
            parts = list(thing.split(self.width, room)) if room > 0 else []
            if len(parts) < 2 or self.fits(parts[0]):
                return parts if len(parts) > 1 else []
            room -= self.step
        return []

    def _cut_notes(self, thing: Flowable) -> None:
        """Takes what has no room for all its notes, which go on at the foot of the next page."""
        parts = list(thing.split(self.width, self.find_room(thing) / 2)) or [thing]
        notes = [*self.notes, *list_notes(parts[:1])]
        room = self.height - self.measure() - parts[0].wrap(self.width, NO_END)[1] - self.step
        taken, carried = pour(notes, self.width, room)
        if taken:
            self.taken.append(Bare(parts[0]))
            self.rest[:1] = parts[1:]
            self.notes, self.carried = taken, [*carried, *self.carried]


@record(frozen=False, slots=False, eq=False)
class Bare(Flowable):
    """A thing whose notes do not stand below it as a whole."""

    thing: Flowable

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the size of the thing."""
        self.width, self.height = self.thing.wrap(width, height)
        return self.width, self.height

    def draw(self) -> None:
        """Draws the thing."""
        self.thing.drawOn(self.canv, 0, 0)


@record(frozen=False, slots=False, eq=False)
class Galley(Flowable):
    """The matter that is made up into pages; a part of one that is a page has its height as `full`.

    `waiting` are figures put off by the page before; the last `foot` of a page's stand at its foot,
    where no part ends. `notes` are those at the foot of a page, or the
    ends of its notes that are left for the next one. `rule` strokes the line above them. `used`
    is the share of a page that is filled, `last` whether nothing follows it.
    """

    flowables: Sequence[Flowable]
    step: float
    rule: str
    waiting: Sequence[Flowable] = ()
    notes: Sequence[Flowable] = ()
    full: float = 0.0
    used: float = 0.0
    last: bool = False
    foot: int = 0
    wide: bool = field(default=True, kw_only=True)

    def locate(self) -> Place | None:
        """The place of the first thing inside."""
        return locate([*self.waiting, *self.flowables])

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width; all but a page is to be split, so its height is `NO_END`."""
        self.width, self.height = width, self.full or NO_END
        return self.width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The next page, what has to follow it at once, and a galley of the rest."""
        makeup = _Makeup(self, width, height)
        makeup.fill()
        parts: list[Flowable] = []
        rest, waiting, carried = makeup.rest, makeup.waiting, makeup.carried
        more = bool(rest or waiting or carried)
        if makeup.taken or makeup.notes:
            notes = [*makeup.notes, *list_notes(makeup.all)]
            used = min(1.0, (makeup.measure() + makeup.measure_notes()) / height)
            ends = not more or any(not isinstance(thing, FullPage) for thing in makeup.after)
            page = replace(
                self, flowables=makeup.all, foot=len(makeup.foot), waiting=(), notes=notes
            )
            parts.append(replace(page, full=height, used=used, last=ends))
        elif not makeup.after:
            return []
        parts += makeup.after
        if more:
            parts.append(replace(self, flowables=rest, waiting=waiting, notes=carried))
        return parts

    def _spread(self, width: float, room: float) -> list[float]:
        """The space above each thing so that the last ends with the page."""
        extra = spread(self.flowables, width, room, self.step)
        if self.foot and not extra:
            extra = [0.0] * len(self.flowables)
            extra[-self.foot] = max(0.0, room - measure(self.flowables, width, room))
        return extra

    def draw(self) -> None:
        """Draws a page down to its last line, with notes at its foot."""
        canvas, width, notes = self.canv, self.width, self.notes
        canvas.leaf.fill, canvas.leaf.ends = self.used, self.last
        high = measure(notes, width) if notes else 0.0
        room = self.full - (high + self.step if notes else 0.0)
        extra = [] if self.last else self._spread(width, room)
        draw(self.flowables, canvas, 0.0, self.full, width, extra, room)
        if notes:
            y = fmt(high + 0.6 * self.step)
            canvas.show(f"q {self.rule} 0.5 w 0 {y} m {fmt(_RULE * width)} {y} l S Q")
            draw(notes, canvas, 0.0, high, width)
