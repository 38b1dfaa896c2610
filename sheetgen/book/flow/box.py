"""Boxes and space: what surrounds paragraphs and lies between them, and what is noted there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from reportlab.platypus.flowables import CondPageBreak

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import NO_END, Flowable, References, locate, resolve
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.ground.diagnostics import Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace

# Flowables one below the other: their heights, what fits, and what stays together.


TOLERANCE = 0.05


class ColumnBreak(Flowable):
    """A break after which the text goes on in the next column."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take no room."""
        return 0.0, 0.0


def round_up(height: float, step: float) -> float:
    """The next height that is a whole number of steps; the height itself if `step` is 0."""
    return -(-round(height, 3) // step) * step if step else height


def gap(above: Flowable, below: Flowable) -> float:
    """The space between two flowables."""
    return max(above.getSpaceAfter(), below.getSpaceBefore())


def measure(flowables: Sequence[Flowable], width: float) -> float:
    """The height of flowables one below the other."""
    total, last = 0.0, None
    for flowable in flowables:
        total += (gap(last, flowable) if last else 0.0) + flowable.wrap(width, NO_END)[1]
        last = flowable
    return total


def least(flowable: Flowable, width: float) -> float:
    """The least height of its beginning that may stand at the foot of a page."""
    height = flowable.wrap(width, NO_END)[1]
    return min(height, flowable.least_height(width))


def lead_height(flowables: Sequence[Flowable], width: float, start: int = 0) -> float:
    """The least height of what has to stay together at the start of flowables, or from `start`."""
    total, last = 0.0, None
    for flowable in islice(flowables, start, None):
        total += gap(last, flowable) if last else 0.0
        if not flowable.keep:
            return total + least(flowable, width)
        total += flowable.wrap(width, NO_END)[1]
        last = flowable
    return total


def guard(
    flowables: Sequence[Flowable], width: float, height: float
) -> list[Flowable | CondPageBreak]:
    """The flowables with a break of the page before whatever would be torn from its heading."""
    flow = list(flowables)
    guarded: list[Flowable | CondPageBreak] = []
    for at, flowable in enumerate(flow):
        chained = at > 0 and flow[at - 1].keep
        # The title of a part stays where the part begins, whatever comes below it.
        first = at > 0 and flow[at - 1].opens
        if flowable.keep and not chained and not first:
            need = lead_height(flow, width, at) + flowable.getSpaceBefore()
            if need > height:
                _lower(flow, at, need - height)
            guarded.append(CondPageBreak(min(need, height - 1)))
        guarded.append(flow[at])
    return guarded


def _lower(flow: list[Flowable], start: int, excess: float) -> None:
    """Lowers a figure that would not fit on one page with its heading."""
    for at in range(start, len(flow)):
        if not flow[at].keep:
            flow[at] = flow[at].lower(excess)
            return


def pour(
    flowables: Sequence[Flowable], width: float, height: float
) -> tuple[list[Flowable], list[Flowable]]:
    """Part flowables into those that fit into a height, and the rest."""
    taken: list[Flowable] = []
    used = 0.0
    rest = list(flowables)
    while rest:
        flowable = rest[0]
        if isinstance(flowable, ColumnBreak):
            del rest[0]
            if taken:
                break
            continue
        space = gap(taken[-1], flowable) if taken else 0.0
        size = flowable.wrap(width, height)[1]
        if used + space + size <= height + TOLERANCE:
            taken.append(rest.pop(0))
            used += space + size
            continue
        parts = flowable.split(width, height - used - space)
        if len(parts) > 1:
            taken.append(parts[0])
            return taken, [*parts[1:], *rest[1:]]
        kept = len(taken)
        while kept and taken[kept - 1].keep:
            kept -= 1
        return taken[:kept], [*taken[kept:], *rest]
    return taken, rest


def draw(
    flowables: Sequence[Flowable], canvas: Recorder, x: float, top: float, width: float
) -> None:
    """Draws flowables downwards from a height."""
    last = None
    for flowable in flowables:
        top -= gap(last, flowable) if last else 0.0
        top -= flowable.wrap(width, NO_END)[1]
        flowable.drawOn(canvas, x, top)
        last = flowable


@record
class PanelLook:
    """The look of a panel: its colours as PDF operators, empty for none, its space in points."""

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
        """Return a copy whose texts print the pages of their references; itself if none do."""
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
        """Take the whole width, and the height of what is inside, in whole steps if it has one."""
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
        """Take the whole width, and the height of the space, or what is left of the page."""
        self.width = width
        return width, min(self.height, height)


class Hidden(Flowable):
    """A heading that contents, outline and links lead to, and that what follows prints itself."""

    _ZEROSIZE = True

    def __init__(self, heading: Paragraph) -> None:
        super().__init__(wide=heading.wide, keep=True)
        self.heading: Final = heading

    def locate(self) -> Place | None:
        """Return the place where the heading is written."""
        return self.heading.locate()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take no room."""
        self.width = self.height = 0.0
        return 0.0, 0.0

    def draw(self) -> None:
        """Notes the heading on the canvas."""
        self.heading.note(self.canv, 0)


class Note(Flowable):
    """A note of where on the pages something ends up: an anchor, or terms of the index."""

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
        """Take no room."""
        self.width = self.height = 0.0
        return 0.0, 0.0

    def draw(self) -> None:
        """Notes its anchor and its terms on the canvas."""
        if self.anchor:
            self.canv.anchor(self.anchor, 0)
        for term in self.terms:
            self.canv.note(term, self.main)
