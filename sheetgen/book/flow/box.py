"""Boxes and space: what surrounds paragraphs and lies between them, and what is noted there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sheetgen.book.flow.flowable import Flowable, locate, resolve
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.reference import References
from sheetgen.book.flow.stack import draw, lead_height, measure, pour, round_up
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt


@dataclass(frozen=True, slots=True)
class PanelLook:
    """How a panel looks: its colours as PDF operators, empty for none, its space in points."""

    padding: float
    tint: str  # fill of its ground
    bar: str = ""  # fill of the bar at its left
    frame: str = ""  # strokes of the thin line around it
    space: float = 0.0
    step: float = 0.0  # the leading that its height is a multiple of


class Panel(Flowable):
    """Flowables on a tinted ground with a bar on the left, as for advice and warnings."""

    def __init__(
        self, flowables: Sequence[Flowable], look: PanelLook, *, wide: bool = False
    ) -> None:
        super().__init__(wide=wide, before=look.space, after=look.space)
        self.flowables: Final = tuple(flowables)
        self.look: Final = look

    def resolve(self, references: References) -> Panel:
        """One whose texts print the pages of their references."""
        inside = resolve(self.flowables, references)
        same = inside == list(self.flowables)
        return self if same else Panel(inside, self.look, wide=self.wide)

    def _room(self, width: float) -> float:
        """The width inside."""
        return width - 2.4 * self.look.padding

    def locate(self) -> Place | None:
        """The place of the first thing inside."""
        return locate(self.flowables)

    def least_height(self, width: float) -> float:
        """The height of what has to stand together at its start, with its padding."""
        return 2 * self.look.padding + lead_height(self.flowables, self._room(width))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as its place; a whole number of steps high, where it has a step."""
        self.width = width
        inside = measure(self.flowables, self._room(width)) + 2 * self.look.padding
        self.height = round_up(inside, self.look.step)  # what follows is on the grid of lines again
        return width, self.height

    def split(self, width: float, height: float) -> Sequence[Flowable]:
        """Two panels, the upper one ending where the page ends."""
        look = self.look
        taken, rest = pour(self.flowables, self._room(width), height - 2 * look.padding)
        if not taken or not rest:
            return []
        return [Panel(taken, replace(look, step=0.0)), Panel(rest, look)]

    def draw(self) -> None:
        """Draws ground, frame and bar, and what is inside in the middle of its height."""
        canvas, look, width, height = self.canv, self.look, self.width, self.height
        if look.tint:
            canvas.show(f"q {look.tint} 0 0 {fmt(width)} {fmt(height)} re f Q")
        if look.frame:
            canvas.show(
                f"q {look.frame} 0.5 w 0.25 0.25 {fmt(width - 0.5)} {fmt(height - 0.5)} re S Q"
            )
        if look.bar:
            canvas.show(f"q {look.bar} 0 0 {fmt(0.3 * look.padding)} {fmt(height)} re f Q")
        room = self._room(width)
        top = height - (height - measure(self.flowables, room)) / 2
        draw(self.flowables, canvas, 1.2 * look.padding, top, room)


class Space(Flowable):
    """Empty space; with `opens` it is the space above the title of a part."""

    def __init__(self, height: float, *, opens: bool = False, wide: bool = False) -> None:
        super().__init__(wide=wide or opens, opens=opens)
        self.height = height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as its place, and no higher than that."""
        self.width = width
        return width, min(self.height, height)


class Hidden(Flowable):
    """A heading that contents, outline and links lead to, and that what follows prints itself."""

    _ZEROSIZE = True

    def __init__(self, heading: Paragraph) -> None:
        super().__init__(wide=heading.wide, keep=True)
        self.heading: Final = heading

    def locate(self) -> Place | None:
        """Where the heading is written."""
        return self.heading.locate()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """It takes no room."""
        self.width = self.height = 0.0
        return 0.0, 0.0

    def draw(self) -> None:
        """Notes the heading on the canvas."""
        self.heading.note(self.canv, 0)


class Note(Flowable):
    """Something that is noted where it ends up: an anchor, or terms of the index."""

    _ZEROSIZE = True  # Platypus then places it even on a full page

    def __init__(
        self, anchor: str = "", terms: Sequence[str] = (), *, main: bool = False, wide: bool = False
    ) -> None:
        """`main` says whether this is the main place of the terms."""
        super().__init__(wide=wide, keep=True)
        self.anchor: Final = anchor
        self.terms: Final = tuple(terms)
        self.main: Final = main

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """It takes no room."""
        self.width = self.height = 0.0
        return 0.0, 0.0

    def draw(self) -> None:
        """Notes its anchor and its terms on the canvas."""
        if self.anchor:
            self.canv.anchor(self.anchor, 0)
        for term in self.terms:
            self.canv.note(term, self.main)
