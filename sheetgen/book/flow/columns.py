"""Columns: flowables side by side, of equal height, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import ceil

from sheetgen.book.flow.box import TOLERANCE, ColumnBreak, draw, lead_height, measure, pour
from sheetgen.book.flow.flowable import NO_END, Flowable, locate
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.record import NamedTuple, record, replace


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
        real = max(measure(column, self._room(width)) for column in filled)
        return [replace(self, flowables=taken, full=real), replace(self, flowables=rest, full=0.0)]

    def draw(self) -> None:
        """Draws its columns side by side from the top."""
        room = self._room(self.width)
        for at, column in enumerate(self._balance(self.width).columns):
            draw(column, self.canv, at * (room + self.gutter), self.height, room)
