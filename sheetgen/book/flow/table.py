"""Tables: as wide as they need to be, split between rows, their headings on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.ground.number import fmt

LEAST_SIZE = 6.0
SHORT = 8
"""Tables of so many rows are never parted."""
Row = Sequence[Paragraph]


@dataclass(frozen=True, slots=True)
class TableLook:
    """How a table looks: its colours as PDF operators, its room in points."""

    rule: str  # strokes of the lines between rows
    strong: str  # strokes of the lines around heading and totals
    ground: str = ""  # fill behind the heading
    stripe: str = ""  # fill behind every other row
    across: float = 4.0  # room left and right in a cell
    down: float = 2.0  # room above and below
    space: float = 0.0
    step: float = 0.0


class TableBlock(Flowable):  # type: ignore[misc]
    """Rows of paragraphs; `heading` stands over them on every page, `totals` closes the last.

    It is as wide as its texts need, or the measure with `stretch`.
    """

    keep = False

    def __init__(
        self,
        heading: Row | None,
        rows: Sequence[Row],
        look: TableLook,
        totals: Row | None = None,
        stretch: bool = True,
        start: int = 0,
    ) -> None:
        super().__init__()
        self.heading, self.rows, self.look = heading, list(rows), look
        self.totals, self.stretch, self.start = totals, stretch, start
        self.wide = False
        self.spans: tuple[float, list[float]] | None = None
        self._heights: dict[int, tuple[Sequence[float], float]] = {}
        self.hAlign = "LEFT"

    def getSpaceBefore(self) -> float:  # noqa: N802
        return 0.0 if self.start else self.look.space

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.look.space

    @property
    def every(self) -> list[Row]:
        """All its rows."""
        ends = [[row] if row else [] for row in (self.heading, self.totals)]
        return [*ends[0], *self.rows, *ends[1]]

    def natural(self) -> float:
        """The width at which no cell takes a second line."""
        columns = zip(*self.every, strict=True)
        return sum(
            (max(c.natural() for c in column) + 2 * self.look.across for column in columns), 0.0
        )

    def needed(self) -> float:
        """The width at which no word is broken."""
        columns = zip(*self.every, strict=True)
        return sum(
            (max(c.narrowest() for c in column) + 2 * self.look.across for column in columns), 0.0
        )

    def shrink(self, share: float) -> None:
        """Sets its letters smaller, down to 6 pt."""
        for row in self.every:
            for cell in row:
                cell.shrink(max(share, LEAST_SIZE / cell.style.size))

    def measure_columns(self, width: float) -> list[float]:
        """The width of each column: what it needs, or its share where there is too little."""
        if self.spans and abs(self.spans[0] - width) < 0.01:
            return self.spans[1]
        pad = 2 * self.look.across
        if not self.start and (room := self.needed()) > width:
            self.shrink(width / room * 0.98)
        columns = list(zip(*self.every, strict=True))
        want = [max(cell.natural() for cell in column) + pad + 0.1 for column in columns]
        need = [max(cell.narrowest() for cell in column) + pad + 0.1 for column in columns]
        spare = width - sum(want)
        if spare >= 0:
            widths = [w + spare * w / sum(want) for w in want] if self.stretch else want
        elif (left := width - sum(need)) >= 0:
            more = [w - n for w, n in zip(want, need, strict=True)]
            total = sum(more) or 1.0
            widths = [n + left * m / total for n, m in zip(need, more, strict=True)]
        else:
            widths = [n * width / sum(need) for n in need]
        self.spans = (width, widths)
        return widths

    def row_height(self, row: Row, widths: Sequence[float]) -> float:
        """How high a row is."""
        known = self._heights.get(id(row))
        if known is None or known[0] is not widths:
            pad = 2 * self.look.across
            cells = zip(row, widths, strict=True)
            tallest = max(cell.wrap(width - pad, 1e6)[1] for cell, width in cells)
            known = self._heights[id(row)] = (widths, float(tallest) + 2 * self.look.down)
        return known[1]

    def least_height(self, width: float) -> float:
        """The heading with the first two rows; all of a short table."""
        widths = self.measure_columns(width)
        shown = [*([self.heading] if self.heading else []), *self.rows[:2]]
        if len(self.rows) <= SHORT:
            shown = self.every
        return sum(self.row_height(row, widths) for row in shown)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        widths = self.measure_columns(width)
        self.width = sum(widths)
        self.height = self.inside = sum(self.row_height(row, widths) for row in self.every)
        if self.look.step:
            self.height = -(-round(self.inside, 3) // self.look.step) * self.look.step
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        widths = self.measure_columns(width)
        used = self.row_height(self.heading, widths) if self.heading else 0.0
        count = 0
        for row in self.rows:
            used += self.row_height(row, widths)
            if used > height:
                break
            count += 1
        if len(self.rows) - count < 2:
            count = len(self.rows) - 2
        if count < 2 or len(self.rows) <= SHORT:
            return []
        head, tail = self.rows[:count], self.rows[count:]
        look = replace(self.look, step=0.0)  # it ends where the page ends
        first = TableBlock(self.heading, head, look, None, self.stretch, self.start)
        rest = TableBlock(
            self.heading, tail, self.look, self.totals, self.stretch, self.start + count
        )
        for part in (first, rest):
            part.spans, part.wide, part.hAlign = self.spans, self.wide, self.hAlign
        return [first, rest]

    def draw(self) -> None:
        canvas, look = self.canv, self.look
        widths = self.measure_columns(self.spans[0] if self.spans else self.width)
        top = self.height
        for at, row in enumerate(self.every):
            height = self.row_height(row, widths)
            head = self.heading is not None and at == 0
            total = self.totals is not None and at == len(self.every) - 1
            number = at - (self.heading is not None) + self.start
            ground = look.ground if head else look.stripe if number % 2 and not total else ""
            if ground:
                box = f"0 {fmt(top - height)} {fmt(self.width)} {fmt(height)}"
                canvas.show(f"q {ground} {box} re f Q")
            self._draw_row(row, widths, top, height)
            if total:
                self._rule(top, look.strong, 0.6)
            top -= height
            if head:
                self._rule(top, look.strong, 0.6)
            elif at < len(self.every) - 1:
                self._rule(top, look.rule, 0.25)
        self._rule(top, look.strong, 0.6)

    def _draw_row(self, row: Row, widths: Sequence[float], top: float, height: float) -> None:
        x = 0.0
        for cell, width in zip(row, widths, strict=True):
            room = width - 2 * self.look.across
            cell.wrap(room, 1e6)
            cell.drawOn(self.canv, x + self.look.across, top - self.look.down - cell.height)
            x += width

    def _rule(self, y: float, stroke: str, width: float) -> None:
        self.canv.show(f"q {stroke} {width} w 0 {fmt(y)} m {fmt(self.width)} {fmt(y)} l S Q")
