"""Boxes, rules and room: what stands between and around paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus.flowables import Flowable

from sheetgen.book.flow.stack import draw, lead_height, measure, pour
from sheetgen.ground.number import fmt


class Panel(Flowable):  # type: ignore[misc]
    """Flowables on a tinted ground with a bar at their left, as for advice and warnings.

    `tint` and `bar` are PDF operators of fills, empty for none; with `frame`, an operator of
    strokes, a thin line runs around it.
    """

    keep = wide = False

    def __init__(
        self,
        flowables: Sequence[Any],
        padding: float,
        tint: str,
        bar: str = "",
        frame: str = "",
        space: float = 0.0,
        step: float = 0.0,
    ) -> None:
        super().__init__()
        self.flowables, self.padding = list(flowables), padding
        self.tint, self.bar, self.frame = tint, bar, frame
        self.space, self.step = space, step

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.space

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.space

    def room(self, width: float) -> float:
        """The width inside."""
        return width - 2.4 * self.padding

    def least_height(self, width: float) -> float:
        """The least height of its beginning."""
        return 2 * self.padding + lead_height(self.flowables, self.room(width))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = measure(self.flowables, self.room(width)) + 2 * self.padding
        if self.step:  # the text after it stands on the lines of the page again
            self.height = -(-round(self.height, 3) // self.step) * self.step
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        room = self.room(width)
        taken, rest = pour(self.flowables, room, height - 2 * self.padding)
        if not taken or not rest:
            return []
        looks = (self.padding, self.tint, self.bar, self.frame, self.space, self.step)
        parts = [Panel(taken, *looks), Panel(rest, *looks)]
        parts[0].step = 0.0
        return parts

    def draw(self) -> None:
        canvas, width, height = self.canv, self.width, self.height
        if self.tint:
            canvas.show(f"q {self.tint} 0 0 {fmt(width)} {fmt(height)} re f Q")
        if self.frame:
            canvas.show(
                f"q {self.frame} 0.5 w 0.25 0.25 {fmt(width - 0.5)} {fmt(height - 0.5)} re S Q"
            )
        if self.bar:
            canvas.show(f"q {self.bar} 0 0 {fmt(0.3 * self.padding)} {fmt(height)} re f Q")
        inside = measure(self.flowables, self.room(width))
        top = height - (height - inside) / 2
        draw(self.flowables, canvas, 1.2 * self.padding, top, self.room(width))


class Space(Flowable):  # type: ignore[misc]
    """Room; with `opens` it is that above the title of a part."""

    keep = wide = False

    def __init__(self, height: float, opens: bool = False) -> None:
        super().__init__()
        self.height, self.opens = height, opens
        self.wide = opens

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        return width, min(self.height, height)

    def draw(self) -> None:
        """Nothing is seen of it."""


class Note(Flowable):  # type: ignore[misc]
    """Something that is noted where it comes to stand: an anchor, a heading, index terms."""

    keep = True
    wide = False
    _ZEROSIZE = True

    def __init__(
        self,
        anchor: str = "",
        heading: str = "",
        level: int = 0,
        terms: Sequence[str] = (),
        main: bool = False,
    ) -> None:
        super().__init__()
        self.anchor, self.heading, self.level = anchor, heading, level
        self.terms, self.main = tuple(terms), main

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = self.height = 0.0
        return 0.0, 0.0

    def draw(self) -> None:
        if self.anchor:
            self.canv.anchor(self.anchor, 0)
        if self.heading:
            self.canv.head(self.heading, self.level, 0)
        for term in self.terms:
            self.canv.note(term, self.main)
