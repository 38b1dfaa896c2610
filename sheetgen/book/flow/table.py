"""Tables: as wide as they need to be, split between rows, with headings on every page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Self

from sheetgen.book.flow.box import list_notes, round_up
from sheetgen.book.flow.flowable import NO_END, Flowable, References, Referring, locate
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.drawing.drawing import Tag
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace

_GAP = 3.0
LEAST_SIZE = 6.0
SHORT = 8
"""Tables of at most this many rows are never split."""
Row = Sequence[Paragraph]


@record
class TableLook:
    """The look of a table: its colours as PDF operators, its space in points."""

    rule: str  # strokes of the lines between rows
    strong: str  # strokes of the lines around the heading and totals
    ground: str = ""  # fill behind the heading
    stripe: str = ""  # fill behind every other row
    across: float = 4.0  # space left and right in a cell
    down: float = 2.0  # space above and below
    space: float = 0.0
    step: float = 0.0


@record
class Rows(Referring):
    """The rows of a table: `heading` is repeated on every page, `totals` closes the last."""

    heading: Row | None
    body: Sequence[Row]
    totals: Row | None = None

    @property
    def every(self) -> list[Row]:
        """All rows: the heading, the body and the totals."""
        ends = [[row] if row else [] for row in (self.heading, self.totals)]
        return [*ends[0], *self.body, *ends[1]]

    def measure(self, across: float) -> tuple[float, float]:
        """The least widths at which no cell takes a second line, and at which no word is broken."""
        columns = list(zip(*self.every, strict=True))
        natural = sum(max(c.natural() for c in column) + 2 * across for column in columns)
        narrowest = sum(max(c.narrowest() for c in column) + 2 * across for column in columns)
        return natural, narrowest

    def shrink(self, share: float) -> Rows:
        """The rows with letters of that share of their size, but at least 6 pt."""

        def shrink(row: Row) -> Row:
            return [cell.shrink(max(share, LEAST_SIZE / cell.style.size)) for cell in row]

        return self._change(shrink)

    def _change(self, change: Callable[[Row], Row]) -> Rows:
        heading, totals = (row and change(row) for row in (self.heading, self.totals))
        return Rows(heading, [change(row) for row in self.body], totals)


@record
class _Laid:
    """A table at a width: its rows in letters that fit, and the sizes of columns and rows."""

    width: float
    rows: Rows
    columns: Sequence[float]
    heights: Sequence[float]


@record(frozen=False, slots=False, eq=False)
class TableBlock(Flowable):
    """Rows of paragraphs over the whole width available.

    A part of a larger table has its widths of `columns`, and begins at row `start`. A `tall` one is
    higher than a page, so that any of its rows may be alone on one. The caption is above the table.
    All parts of one have its `tag`.
    """

    rows: Rows
    look: TableLook
    start: int = 0
    columns: Sequence[float] = ()
    tall: bool = False
    caption: Paragraph | None = None
    tag: Tag | None = None
    _laid: _Laid | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = 0.0 if self.start else self.look.space
        self.after = self.look.space

    def resolve(self, references: References) -> Self:
        """The same with its references, and with lower rows where space is to be saved."""
        made, share = super().resolve(references), references.space
        if share >= 1:
            return made
        return replace(made, look=replace(self.look, down=self.look.down * share, step=0.0))

    @property
    def natural(self) -> float:
        """The least width at which no cell takes a second line."""
        return self.rows.measure(self.look.across)[0] + 0.1 * len(self.rows.every[0])

    def _above(self, width: float) -> float:
        """The height of its caption, and of the gap below that."""
        return self.caption.wrap(width, NO_END)[1] + _GAP if self.caption else 0.0

    def lay(self, width: float) -> _Laid:
        """The table at a width."""
        known = self._laid
        if known is None or (not self.columns and abs(known.width - width) >= 0.01):
            rows = self.rows
            across, down = self.look.across, self.look.down
            if not self.columns and (needed := rows.measure(across)[1]) > width:
                rows = rows.shrink(width / needed * 0.98)
            columns = self.columns or _share_width(rows.every, width, 2 * across)
            rooms = [(column - 2 * across, NO_END) for column in columns]
            heights = [
                max(cell.wrap(*room)[1] for cell, room in zip(row, rooms, strict=True)) + 2 * down
                for row in rows.every
            ]
            known = self._laid = _Laid(width, rows, columns, heights)
        return known

    def locate(self) -> Place | None:
        """The place of its first cell that has words."""
        return locate(cell for row in self.rows.every for cell in row)

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of its text."""
        cells = [cell for row in self.rows.every for cell in row]
        return list_notes([*([self.caption] if self.caption else []), *cells])

    def least_height(self, width: float) -> float:
        """The heading with the first two rows; all of a short table."""
        laid, above = self.lay(width), self._above(width)
        if len(laid.rows.body) <= SHORT and not self.tall:
            return above + sum(laid.heights)
        return above + sum(laid.heights[: 2 + (laid.rows.heading is not None)])

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the width of the columns, and the height of the rows, in whole steps if any."""
        laid = self.lay(width)
        self.width = sum(laid.columns)
        self.height = round_up(sum(laid.heights) + self._above(width), self.look.step)
        return self.width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The rows that fit and the others, both under the heading.

        There are two at least in each, and a short table stays whole, unless it is tall.
        """
        laid = self.lay(width)
        heading, body, totals = laid.rows.heading, laid.rows.body, laid.rows.totals
        heads = int(heading is not None)
        used = self._above(width) + sum(laid.heights[:heads])
        count = 0
        for high in laid.heights[heads : heads + len(body)]:
            used += high
            if used > height:
                break
            count += 1
        least = 1 if self.tall and sum(laid.heights[heads : heads + 2]) > height / 2 else 2
        count = min(count, len(body) - least)
        if count < least or (len(body) <= SHORT and not self.tall):
            return []
        upper, lower = Rows(heading, body[:count]), Rows(heading, body[count:], totals)
        part = replace(self, columns=laid.columns, tag=self.tag or Tag("Table"))
        return [
            replace(
                part, rows=upper, look=replace(self.look, step=0.0)
            ),  # it ends where the page ends
            replace(part, rows=lower, start=self.start + count, caption=None),
        ]

    def draw(self) -> None:
        """Draws its rows with their grounds, and the lines between them."""
        with self.canv.within(self.tag or Tag("Table")):
            self._draw_all()

    def _draw_all(self) -> None:
        canvas, look = self.canv, self.look
        laid = self._laid or self.lay(self.width)
        rows = laid.rows
        top = self.height
        if self.caption:
            top -= self._above(self.width)
            with canvas.within(Tag("Caption"), closed=True):
                self.caption.drawOn(canvas, 0, top + _GAP)
        every = rows.every
        for at, (row, height) in enumerate(zip(every, laid.heights, strict=True)):
            head = rows.heading is not None and at == 0
            total = rows.totals is not None and at == len(every) - 1
            number = at - (rows.heading is not None) + self.start
            ground = look.ground if head else look.stripe if number % 2 and not total else ""
            if ground:
                box = f"0 {fmt(top - height)} {fmt(self.width)} {fmt(height)}"
                canvas.show(f"q {ground} {box} re f Q")
            if head and self.start:  # a heading is read out once
                with canvas.hush():
                    self._draw_row(row, laid.columns, top, head)
            else:
                with canvas.within(Tag("TR")):
                    self._draw_row(row, laid.columns, top, head)
            if total:
                self._rule(top, look.strong, 0.6)
            top -= height
            if head:
                self._rule(top, look.strong, 0.6)
            elif at < len(every) - 1:
                self._rule(top, look.rule, 0.25)
        self._rule(top, look.strong, 0.6)

    def _draw_row(self, row: Row, columns: Sequence[float], top: float, head: bool) -> None:
        x, canvas = 0.0, self.canv
        for cell, width in zip(row, columns, strict=True):
            names_row = self.rows.heading is None and cell is row[0]
            scope = "Column" if head else "Row" if names_row else ""
            cell.wrap(width - 2 * self.look.across, NO_END)
            with canvas.within(Tag("TH" if scope else "TD", kind=scope), closed=True):
                if not any(span.text.strip() for span in cell.spans):
                    canvas.express("")  # it counts as a cell all the same
                cell.drawOn(canvas, x + self.look.across, top - self.look.down - cell.height)
            x += width

    def _rule(self, y: float, stroke: str, width: float) -> None:
        self.canv.show(f"q {stroke} {width} w 0 {fmt(y)} m {fmt(self.width)} {fmt(y)} l S Q")


def _share_width(rows: Sequence[Row], width: float, pad: float) -> Sequence[float]:
    """The width of each column: what it needs, or its share where there is too little width."""
    columns = list(zip(*rows, strict=True))
    want = [max(cell.natural() for cell in column) + pad + 0.1 for column in columns]
    need = [max(cell.narrowest() for cell in column) + pad + 0.1 for column in columns]
    spare = width - sum(want)
    if spare >= 0:
        return [w + spare * w / sum(want) for w in want]
    left = width - sum(need)
    if left < 0:  # words have to be divided: those of the widest columns
        shares, left = list(need), width
        for done, at in enumerate(sorted(range(len(need)), key=need.__getitem__)):
            shares[at] = min(need[at], left / (len(need) - done))
            left -= shares[at]
        return shares
    # Columns that lack little get it before those that take a second line in any case.
    shares = list(need)
    order = sorted(range(len(want)), key=lambda at: want[at] - need[at])
    for done, at in enumerate(order):
        more = min(want[at] - need[at], left / (len(order) - done))
        shares[at] += more
        left -= more
    return shares
