"""Figures: drawings and pictures in the text, alone with a caption, or in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from sheetgen.book.flow.box import round_up
from sheetgen.book.flow.flowable import NO_END, Align, Flowable, References
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt

LEAST_HEIGHT = 72.0
"""A figure is not made lower than this to keep it on one page with its heading."""
LEAST_ROOM = 10.0
_SHARES: Mapping[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}


def fit(drawing: Drawing, width: float, height: float) -> float:
    """The scale at which a drawing fits into a space; 1 is its true size, and the most."""
    return min(1.0, width / drawing.trim_width, height / drawing.trim_height)


def turn(drawing: Drawing) -> Drawing:
    """A drawing on its side, with its head on the left, cut to its outline."""
    wide, high, bleed = drawing.trim_width, drawing.trim_height, fmt(-drawing.bleed)
    operators = (
        f"q 0 1 -1 0 {fmt(high)} 0 cm 1 0 0 1 {bleed} {bleed} cm "
        f"{drawing.outline} W n\n{drawing.operators}\nQ"
    )
    return Drawing(high, wide, operators, drawing.resources)


class _Marks(TypedDict):
    titled: bool
    wide: bool
    place: Place | None
    least: float


class Figure(Flowable):
    """A drawing at a scale, made smaller where its place is too small, with a caption."""

    def __init__(  # noqa: PLR0913 (it does not change after it is made)
        self,
        drawing: Drawing,
        scale: float,
        caption: Paragraph | None = None,
        most: float = NO_END,
        space: float = 0.0,
        step: float = 0.0,
        align: Align = "centre",
        *,
        titled: bool = False,
        wide: bool = False,
        place: Place | None = None,
        least: float = 0.0,
    ) -> None:
        """`most` is its greatest height, `step` the leading that heights are multiples of.

        One that is `titled` has a heading of its own. `place` is where it is asked for. A heading
        above it does not make it lower than `least`.
        """
        super().__init__(wide=wide, before=space, after=space)
        self.place: Final = place
        self.drawing: Final = drawing
        self.scale: Final = scale
        self.caption: Final = caption
        self.most: Final = most
        self.step: Final = step
        self.align: Final = align
        self.titled: Final = titled
        self.least: Final = max(LEAST_HEIGHT, least)

    def _copy(self, caption: Paragraph | None, most: float) -> Figure:
        looks = (self.before, self.step, self.align)
        marks: _Marks = {
            "titled": self.titled,
            "wide": self.wide,
            "place": self.place,
            "least": self.least,
        }
        return Figure(self.drawing, self.scale, caption, most, *looks, **marks)

    def locate(self) -> Place | None:
        """Return the place where the figure is asked for."""
        return self.place

    def lower(self, excess: float) -> Figure:
        """Return a copy that is so much lower, but not lower than its least height."""
        return self._copy(self.caption, max(self.least, self.most - excess - 1))

    def resolve(self, references: References) -> Figure:
        """Return a copy whose caption prints the pages of its references; itself if none does."""
        caption = self.caption.resolve(references) if self.caption else None
        return self if caption is self.caption else self._copy(caption, self.most)

    def fit(self, width: float) -> float:
        """The scale at which it fits into a width."""
        drawing, below = self.drawing, self._below(width)
        # Below a caption as high as the page, a drawing is not turned upside down but has no room.
        room = max(LEAST_ROOM, self.most - below)
        limits = (width / drawing.trim_width, room / drawing.trim_height)
        return min(self.scale, *limits)

    def _below(self, width: float) -> float:
        """The height of its caption, and of the gap above that."""
        return self.caption.wrap(width, NO_END)[1] + 3 if self.caption else 0.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of drawing and caption, in whole steps if any."""
        self.width = width
        self.height = self.drawing.trim_height * self.fit(width) + self._below(width)
        if self.step and self.height <= self.most:
            self.height = min(self.most, round_up(self.height, self.step))
        return width, self.height

    def draw(self) -> None:
        """Draws the drawing at its side of the place, and the caption below."""
        scale = self.fit(self.width)
        spare = self.width - self.drawing.trim_width * scale
        top = self.height - self.drawing.trim_height * scale
        self.canv.place(self.drawing, spare * _SHARES[self.align], top, scale)
        if self.caption:
            self.caption.drawOn(self.canv, 0, top - 3 - self.caption.height)


class FigureRow(Flowable):
    """Drawings side by side at one scale, in as many rows as they need, with a caption."""

    def __init__(
        self,
        drawings: Sequence[Drawing],
        scale: float,
        gap: float,
        space: float,
        step: float,
        caption: Paragraph | None = None,
        *,
        wide: bool = False,
        place: Place | None = None,
    ) -> None:
        """`step` is the leading that its height is a multiple of.

        `place` is where it is asked for.
        """
        super().__init__(wide=wide, before=space, after=space)
        self.place: Final = place
        self.drawings: Final = tuple(drawings)
        self.caption: Final = caption
        self.scale: Final = scale
        self.gap: Final = gap
        self.step: Final = step

    def locate(self) -> Place | None:
        """Return the place where the row is asked for."""
        return self.place

    def _copy(
        self, drawings: Sequence[Drawing], step: float, caption: Paragraph | None
    ) -> FigureRow:
        looks = (self.scale, self.gap, self.before, step)
        return FigureRow(drawings, *looks, caption, wide=self.wide, place=self.place)

    def resolve(self, references: References) -> FigureRow:
        """Return a copy whose caption prints the pages of its references; itself if none does."""
        caption = self.caption.resolve(references) if self.caption else None
        return self if caption is self.caption else self._copy(self.drawings, self.step, caption)

    def _below(self, width: float) -> float:
        """The height of its caption, and of the gap above that."""
        return self.caption.wrap(width, NO_END)[1] + 3 if self.caption else 0.0

    def _lay(self, width: float) -> list[list[Drawing]]:
        rows: list[list[Drawing]] = []
        used = 0.0
        for drawing in self.drawings:
            size = drawing.trim_width * self.scale
            if not rows or used + self.gap + size > width:
                rows.append([])
                used = -self.gap
            rows[-1].append(drawing)
            used += self.gap + size
        return rows

    def _tall(self, row: Sequence[Drawing]) -> float:
        return max(drawing.trim_height for drawing in row) * self.scale

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of rows and caption, in whole steps if any."""
        rows = self._lay(width)
        self.width = width
        inside = sum(map(self._tall, rows)) + self.gap * (len(rows) - 1) + self._below(width)
        self.height = round_up(inside, self.step)
        return width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """The rows that fit, and a figure row of the others."""
        taken: list[Drawing] = []
        used = -self.gap
        for row in self._lay(width)[:-1]:  # the last one stays with the caption
            used += self.gap + self._tall(row)
            if used > height:
                break
            taken += row
        if not taken:
            return []
        rest = self.drawings[len(taken) :]
        return [self._copy(taken, 0.0, None), self._copy(rest, self.step, self.caption)]

    def draw(self) -> None:
        """Draws row by row, the drawings of one at the same middle height; then the caption."""
        top = self.height
        for row in self._lay(self.width):
            x, tall = 0.0, self._tall(row)
            for drawing in row:
                high = drawing.trim_height * self.scale
                self.canv.place(drawing, x, top - (tall + high) / 2, self.scale)
                x += drawing.trim_width * self.scale + self.gap
            top -= tall + self.gap
        if self.caption:
            self.caption.drawOn(self.canv, 0, top + self.gap - 3 - self.caption.height)
