"""The page of a ship: name, portrait, statistics, description, and the display below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.stack import draw, measure
from sheetgen.book.parts.printable import tabulate
from sheetgen.book.theme import Design
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM

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
        design: Design,
        mark: str = "",
    ) -> None:
        super().__init__()
        self.name, self.group, self.mark, self.design = name, group, mark, design
        self._planned = 0.0
        self.portrait, self.text, self.displays = portrait, list(text), list(displays)
        rows = [[label, _tell(value)] for label, value in facts.items()]
        self.table = tabulate(design, ["", ""], rows) if rows else None
        if self.table:
            self.table.heading = None
            self.table.look = _plain(self.table.look)
            for row in self.table.rows:
                for at, cell in enumerate(row):
                    cell.style = _side(cell.style, at)

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.design.line

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.design.line

    def _plan(self, width: float) -> None:
        design, step = self.design, self.design.line
        gutter = 1.8 * design.geometry.size
        widest = max((d.trim_width for d in self.displays), default=0.0)
        self.side = min(0.36 * width, 52 * MM)
        # A display that is nearly as narrow as the words stands below them, another one below all.
        spare = width - gutter - widest * LEAST_SCALE
        self.beside = spare >= 42 * MM
        if self.beside:
            self.side = min(self.side, spare)
        self.words = width - self.side - gutter
        head = replace(design.style("h2"), before=0.0)
        kicker = design.style("kicker")
        title = Paragraph([make_span(self.name, head, head.colour)], head, design.setter)
        title.head, title.level = self.name, 1
        above = Paragraph([make_span(self.group, kicker, kicker.colour)], kicker, design.setter)
        self.left: list[Any] = [above, title, *self.text]
        self.right: list[Any] = [self.table] if self.table else []
        self.below: list[Any] = []
        if self.portrait:
            room = self.side if self.beside else self.words
            # On a small page a ship is alone anyway, and may be larger.
            small = design.geometry.depth < 190 * MM
            high = (34 if self.beside else 38 if small else 24) * MM
            size = min(room / self.portrait.trim_width, high / self.portrait.trim_height)
            figure = Figure(self.portrait, size, None, 1e6, 0.5 * step)
            if self.beside:
                self.right.insert(0, figure)
            else:
                self.left.append(figure)
        measure_of = self.words if self.beside else width
        upper = self._upper()
        room = design.geometry.depth - (0 if self.beside else upper) - step
        for drawing in self.displays:
            figure = Figure(drawing, 1.0, None, room, 0.5 * step, align="left")
            if drawing.trim_width < measure_of and not self.beside:
                figure.align = "centre"
            (self.left if self.beside else self.below).append(figure)
        self.upper = self._upper()

    def _upper(self) -> float:
        step = self.design.line
        high = max(measure(self.left, self.words), measure(self.right, self.side))
        return -(-round(high, 3) // step) * step

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        if self._planned != width:
            self._planned = self.width = width
            self._plan(width)
        below = measure(self.below, width) + 0.5 * self.design.line if self.below else 0.0
        self.height = self.upper + below
        return width, self.height

    def draw(self) -> None:
        canvas, design, top = self.canv, self.design, self.height
        geometry = design.geometry
        high = canvas.absolutePosition(0, top)[1]
        if high < geometry.height - geometry.top - design.line:  # below another ship
            y = fmt(top + 0.5 * design.line)
            line = f"0 {y} m {fmt(self.width)} {y} l"
            canvas.show(f"q {design.stroke('rule')} 0.5 w {line} S Q")
        draw(self.left, canvas, 0, top, self.words)
        draw(self.right, canvas, self.width - self.side, top, self.side)
        draw(self.below, canvas, 0, top - self.upper - 0.5 * design.line, self.width)


def _tell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _plain(design: Any) -> Any:
    return replace(
        design, stripe="", ground="", down=0.4 * design.down, across=0.0, step=0.0, space=0.0
    )


def _side(style: Any, at: int) -> Any:
    return replace(style, align="right" if at else "left", weight=600 if at else style.weight)
