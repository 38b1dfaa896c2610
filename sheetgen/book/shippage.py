"""The page of a ship: name, portrait, statistics, description, and the display below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.figure import Figure
from sheetgen.book.paragraph import Paragraph
from sheetgen.book.printable import tabulate
from sheetgen.book.span import make_span
from sheetgen.book.stack import draw, measure
from sheetgen.book.theme import Look
from sheetgen.drawing import Drawing
from sheetgen.svg.number import fmt
from sheetgen.units import MM

LEAST_SCALE = 0.88
"""A display that stands beside something is not made smaller than this."""


class Profile(Flowable):  # type: ignore[misc]
    """All of a ship, never parted: words at the left, statistics beside them.

    A narrow display stands below the words and the portrait above the statistics; a wide one
    takes the whole measure below both, and the portrait stands with the words.
    """

    wide = True
    keep = False

    def __init__(
        self,
        name: str,
        group: str,
        facts: Mapping[str, Any],
        portrait: Drawing | None,
        text: Sequence[Any],
        displays: Sequence[Drawing],
        look: Look,
        mark: str = "",
    ) -> None:
        super().__init__()
        self.name, self.group, self.mark, self.look = name, group, mark, look
        self._planned = 0.0
        self.portrait, self.text, self.displays = portrait, list(text), list(displays)
        rows = [[label, _tell(value)] for label, value in facts.items()]
        self.table = tabulate(look, ["", ""], rows) if rows else None
        if self.table:
            self.table.heading = None
            self.table.look = _plain(self.table.look)
            for row in self.table.rows:
                for at, cell in enumerate(row):
                    cell.style = _side(cell.style, at)

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.look.line

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.look.line

    def _plan(self, width: float) -> None:
        look, step = self.look, self.look.line
        gutter = 1.8 * look.geometry.size
        widest = max((d.trim_width for d in self.displays), default=0.0)
        self.side = min(0.36 * width, 52 * MM)
        # A display that is nearly as narrow as the words stands below them, another one below all.
        spare = width - gutter - widest * LEAST_SCALE
        self.beside = spare >= 42 * MM
        if self.beside:
            self.side = min(self.side, spare)
        self.words = width - self.side - gutter
        head = replace(look.style("h2"), before=0.0)
        kicker = look.style("kicker")
        title = Paragraph([make_span(self.name, head, head.colour)], head, look.setter)
        title.head, title.level = self.name, 1
        above = Paragraph([make_span(self.group, kicker, kicker.colour)], kicker, look.setter)
        self.left: list[Any] = [above, title, *self.text]
        self.right: list[Any] = [self.table] if self.table else []
        self.below: list[Any] = []
        if self.portrait:
            room = self.side if self.beside else self.words
            # On a small page a ship is alone anyway, and may be larger.
            small = look.geometry.depth < 190 * MM
            high = (34 if self.beside else 38 if small else 24) * MM
            size = min(room / self.portrait.trim_width, high / self.portrait.trim_height)
            figure = Figure(self.portrait, size, None, 1e6, 0.5 * step)
            if self.beside:
                self.right.insert(0, figure)
            else:
                self.left.append(figure)
        measure_of = self.words if self.beside else width
        upper = self._upper()
        room = look.geometry.depth - (0 if self.beside else upper) - step
        for drawing in self.displays:
            figure = Figure(drawing, 1.0, None, room, 0.5 * step, align="left")
            if drawing.trim_width < measure_of and not self.beside:
                figure.align = "centre"
            (self.left if self.beside else self.below).append(figure)
        self.upper = self._upper()

    def _upper(self) -> float:
        step = self.look.line
        high = max(measure(self.left, self.words), measure(self.right, self.side))
        return -(-round(high, 3) // step) * step

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        if self._planned != width:
            self._planned = self.width = width
            self._plan(width)
        below = measure(self.below, width) + 0.5 * self.look.line if self.below else 0.0
        self.height = self.upper + below
        return width, self.height

    def draw(self) -> None:
        canvas, look, top = self.canv, self.look, self.height
        geometry = look.geometry
        high = canvas.absolutePosition(0, top)[1]
        if high < geometry.height - geometry.top - look.line:  # below another ship
            line = (
                f"0 {fmt(top + 0.5 * look.line)} m {fmt(self.width)} {fmt(top + 0.5 * look.line)} l"
            )
            canvas.show(f"q {look.stroke('rule')} 0.5 w {line} S Q")
        draw(self.left, canvas, 0, top, self.words)
        draw(self.right, canvas, self.width - self.side, top, self.side)
        draw(self.below, canvas, 0, top - self.upper - 0.5 * look.line, self.width)


def _tell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _plain(look: Any) -> Any:
    return replace(
        look, stripe="", ground="", down=0.4 * look.down, across=0.0, step=0.0, space=0.0
    )


def _side(style: Any, at: int) -> Any:
    return replace(style, align="right" if at else "left", weight=600 if at else style.weight)
