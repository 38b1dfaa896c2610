"""Figures: drawings and pictures in the text, alone with a caption, or in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetgen.book.flow.box import round_up
from sheetgen.book.flow.flowable import NO_END, Align, Flowable
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.drawing.drawing import Drawing, Tag
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import tr

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
    title = drawing.title
    return Drawing(high, wide, operators, drawing.resources, title=title, made_of=(drawing,))


@record(frozen=False, slots=False, eq=False)
class Figure(Flowable):
    """A drawing at a scale, made smaller where its place is too small, with a caption.

    `most` is its greatest height, `step` the leading that heights are multiples of. One that is
    `titled` has a heading of its own. A heading above it does not make it lower than `least`. It
    is read out as `alt`.
    """

    drawing: Drawing
    scale: float
    caption: Paragraph | None = None
    most: float = NO_END
    space: float = 0.0
    step: float = 0.0
    align: Align = "centre"
    titled: bool = False
    least: float = 0.0
    alt: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.space

    def list_notes(self) -> Sequence[Flowable]:
        """The notes of its text."""
        return self.caption.list_notes() if self.caption else ()

    def lower(self, excess: float) -> Figure:
        """Return a copy that is so much lower, but not lower than its least height."""
        least = max(LEAST_HEIGHT, self.least)
        return replace(self, most=max(least, self.most - excess - 1))

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
        alt = self.alt or self.drawing.title or tr("picture")
        self.canv.place(self.drawing, spare * _SHARES[self.align], top, scale, alt=alt)
        if self.caption:
            with self.canv.within(Tag("Caption"), closed=True):
                self.caption.drawOn(self.canv, 0, top - 3 - self.caption.height)


@record(frozen=False, slots=False, eq=False)
class FigureRow(Flowable):
    """Drawings side by side at one scale, in as many rows as they need, with a caption.

    `step` is the leading that its height is a multiple of. Each is read out as `alt` and its title.
    """

    drawings: Sequence[Drawing]
    scale: float
    gap: float
    space: float
    step: float
    caption: Paragraph | None = None
    alt: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.space

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
        upper = replace(self, drawings=taken, step=0.0, caption=None)
        return [upper, replace(self, drawings=rest)]

    def draw(self) -> None:
        """Draws row by row, the drawings of one at the same middle height; then the caption."""
        top = self.height
        for row in self._lay(self.width):
            x, tall = 0.0, self._tall(row)
            for drawing in row:
                high = drawing.trim_height * self.scale
                alt = ": ".join(filter(None, (self.alt, drawing.title))) or tr("picture")
                self.canv.place(drawing, x, top - (tall + high) / 2, self.scale, alt=alt)
                x += drawing.trim_width * self.scale + self.gap
            top -= tall + self.gap
        if self.caption:
            with self.canv.within(Tag("Caption"), closed=True):
                self.caption.drawOn(self.canv, 0, top + self.gap - 3 - self.caption.height)
