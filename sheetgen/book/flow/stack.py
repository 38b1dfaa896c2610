"""Flowables one under the other: their heights, what fits, and what stays together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus.flowables import CondPageBreak, Flowable

TOLERANCE = 0.05


class ColumnBreak(Flowable):  # type: ignore[misc]
    """What follows goes into the next column."""

    keep = wide = False

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self) -> None:
        """Nothing is seen of it."""


def keeps(flowable: Any) -> bool:
    """Whether it must stand on one page with the beginning of what follows."""
    style = getattr(flowable, "style", None)
    return bool(style.keep if style is not None else getattr(flowable, "keep", False))


def gap(above: Any, below: Any) -> float:
    """The room between two flowables."""
    return float(max(above.getSpaceAfter(), below.getSpaceBefore()))


def measure(flowables: Sequence[Any], width: float) -> float:
    """The height of flowables one under the other."""
    total, last = 0.0, None
    for flowable in flowables:
        total += (gap(last, flowable) if last else 0.0) + flowable.wrap(width, 1e6)[1]
        last = flowable
    return total


def least(flowable: Any, width: float) -> float:
    """The least height of its beginning that may stand at the foot of a page."""
    height = float(flowable.wrap(width, 1e6)[1])
    own = getattr(flowable, "least_height", None)
    if own is not None:
        return float(min(height, own(width)))
    lines = getattr(flowable, "least", None)
    return lines * flowable.style.leading if lines is not None else height


def lead_height(flowables: Sequence[Any], width: float) -> float:
    """The least height of what has to stand together at the start of flowables."""
    total, last = 0.0, None
    for flowable in flowables:
        total += gap(last, flowable) if last else 0.0
        if not keeps(flowable):
            return total + least(flowable, width)
        total += flowable.wrap(width, 1e6)[1]
        last = flowable
    return total


def guard(flowables: Sequence[Any], width: float, height: float) -> list[Any]:
    """The flowables with a break of the page before whatever would be torn from its heading."""
    guarded: list[Any] = []
    for at, flowable in enumerate(flowables):
        chained = at > 0 and keeps(flowables[at - 1])
        # The title of a part stays where the part begins, whatever comes below it.
        first = at > 0 and getattr(flowables[at - 1], "opens", False)
        if keeps(flowable) and not chained and not first:
            need = lead_height(flowables[at:], width) + flowable.getSpaceBefore()
            if need > height:
                _lower(flowables[at:], need - height)
            guarded.append(CondPageBreak(min(need, height - 1)))
        guarded.append(flowable)
    return guarded


def _lower(flowables: Sequence[Any], excess: float) -> None:
    """Makes a figure lower that would not stand on one page with its heading."""
    below = next((f for f in flowables if not keeps(f)), None)
    if below is not None and hasattr(below, "most"):
        below.most = max(72.0, below.most - excess - 1)


def pour(
    flowables: Sequence[Any], width: float, height: float, force: bool = False
) -> tuple[list[Any], list[Any]]:
    """What fits into a height, and the rest. With `force` something is always taken."""
    taken: list[Any] = []
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
        while kept and keeps(taken[kept - 1]):
            kept -= 1
        if kept or not force:
            return taken[:kept], [*taken[kept:], *rest]
        if not taken:
            taken.append(rest.pop(0))
        break
    return taken, rest


def draw(flowables: Sequence[Any], canvas: Any, x: float, top: float, width: float) -> float:
    """Draws flowables from a height downwards; the height at which they end."""
    last = None
    for flowable in flowables:
        top -= gap(last, flowable) if last else 0.0
        top -= flowable.wrap(width, 1e6)[1]
        flowable.drawOn(canvas, x, top, _sW=width - flowable.width)
        last = flowable
    return top
