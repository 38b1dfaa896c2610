"""Boxes and space: what surrounds paragraphs and lies between them, and what is noted there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import islice

from reportlab.platypus.flowables import CondPageBreak

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import NO_END, Flowable, locate
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


@record(frozen=False, slots=False, eq=False)
class Panel(Flowable):
    """Flowables on a tinted ground with a bar on the left, as for advice and warnings."""

    flowables: Sequence[Flowable]
    look: PanelLook

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.after = self.look.space

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
        upper = replace(look, step=0.0)
        return [replace(self, flowables=taken, look=upper), replace(self, flowables=rest)]

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


@record(frozen=False, slots=False, eq=False)
class Space(Flowable):
    """Empty space; with `opens` it is the space above the title of a part."""

    high: float
    opens: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wide = self.wide or self.opens

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the whole width, and the height of the space, or what is left of the page."""
        self.width, self.height = width, min(self.high, height)
        return self.width, self.height


@record(frozen=False, slots=False, eq=False)
class Hidden(Flowable):
    """A heading that contents, outline and links lead to, and that what follows prints itself."""

    heading: Paragraph
    keep = True
    _ZEROSIZE = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wide = self.heading.wide

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


@record(frozen=False, slots=False, eq=False)
class Note(Flowable):
    """A note of where on the pages something ends up: an anchor, or terms of the index.

    `main` says whether this is the main place of the terms.
    """

    anchor: str = ""
    terms: Sequence[str] = ()
    main: bool = field(default=False, kw_only=True)
    keep = True
    _ZEROSIZE = True  # Platypus then places it even on a full page

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
