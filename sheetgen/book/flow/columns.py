"""Columns: flowables side by side, of equal height, over as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.stack import TOLERANCE, ColumnBreak, draw, lead_height, measure, pour


class Columns(Flowable):  # type: ignore[misc]
    """Flowables in columns `gutter` points apart; `step` is the leading that heights go by.

    Columns that follow each other on a page are made equally high, unless a break between them
    says otherwise.
    """

    wide = True
    keep = False

    def __init__(
        self,
        flowables: Sequence[Any],
        count: int,
        gutter: float,
        step: float,
        space: float = 0.0,
        full: float = 0.0,
    ) -> None:
        super().__init__()
        self.flowables, self.columns = list(flowables), count
        self.gutter, self.step, self.space = gutter, step, space
        self.full = full  # the height of a part that goes on, 0 for one to be balanced
        self._balanced: tuple[float, float, list[list[Any]]] | None = None

    def getSpaceBefore(self) -> float:  # noqa: N802
        first = next((f for f in self.flowables if not isinstance(f, ColumnBreak)), None)
        return max(self.space, first.getSpaceBefore() if first else 0.0)

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.space

    def room(self, width: float) -> float:
        """The width of a column."""
        return (width - (self.columns - 1) * self.gutter) / self.columns

    def least_height(self, width: float) -> float:
        """The least height of its beginning."""
        shown = [f for f in self.flowables if not isinstance(f, ColumnBreak)]
        return lead_height(shown, self.room(width))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = self._balance(width)[0]
        return width, self.height

    def _balance(self, width: float) -> tuple[float, list[list[Any]]]:
        if self._balanced and abs(self._balanced[0] - width) < TOLERANCE:
            return self._balanced[1:]
        room = self.room(width)
        if self.full:
            filled, _ = self._fill(room, self.full)
            self._balanced = (width, self.full, filled)
            return self.full, filled
        total = measure(self.flowables, room)
        height = max(self.step, ceil(total / self.columns / self.step) * self.step)
        for _ in range(2000):
            filled, rest = self._fill(room, height)
            if not rest:
                break
            height += self.step
        real = max((measure(column, room) for column in filled), default=0.0)
        self._balanced = (width, real, filled)
        return real, filled

    def _fill(self, room: float, height: float) -> tuple[list[list[Any]], list[Any]]:
        rest = self.flowables
        filled = []
        for _ in range(self.columns):
            column, rest = pour(rest, room, height)
            filled.append(column)
        return filled, rest

    def split(self, width: float, height: float) -> list[Any]:
        if height < self.least_height(width):
            return []
        height = int(height / self.step + TOLERANCE) * self.step
        filled, rest = self._fill(self.room(width), height)
        if not rest or not any(filled):
            return []
        taken = [f for column in filled for f in (*column, ColumnBreak())][:-1]
        arguments = (self.columns, self.gutter, self.step, self.space)
        real = max(measure(column, self.room(width)) for column in filled)
        return [Columns(taken, *arguments, full=real), Columns(rest, *arguments)]

    def draw(self) -> None:
        room = self.room(self.width)
        for at, column in enumerate(self._balance(self.width)[1]):
            draw(column, self.canv, at * (room + self.gutter), self.height, room)
