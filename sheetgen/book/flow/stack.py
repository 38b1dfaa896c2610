"""Flowables one below the other: their heights, what fits, and what stays together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from reportlab.platypus.flowables import CondPageBreak

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.flowable import NO_END, Flowable

TOLERANCE = 0.05


class ColumnBreak(Flowable):
    """What follows goes into the next column."""

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """It takes no room."""
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
    """What fits into a height, and the rest."""
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
