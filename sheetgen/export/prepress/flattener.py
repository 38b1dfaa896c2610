"""Transparency taken out of a page: what shows through is mixed, and painted opaque.

Whatever is transparent changes the colours below it to others, inside its own shape. So everything
below is painted once more inside that shape, in the mixed colours, pictures and gradients too. That
is exact, and stays sharp at any size. A line is painted as a whole, then in pieces over each thing
that it crosses. The rest becomes a picture: pictures with soft edges on anything but one colour,
gradients that are transparent on it, and letters of several colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.export.prepress.interpreter import join
from sheetgen.export.prepress.item import (
    RGB,
    PaintItem,
    holds,
    lay_over,
    lines_meet,
    measure_scale,
    meet,
    touch,
    trace,
)
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import record, replace

_WHITE: RGB = (1.0, 1.0, 1.0)
_MOST = 600
"""Things below one that is transparent; beyond that, a picture is smaller."""


class _UnmixableError(Exception):
    """Raised where colours that show through each other can't be mixed exactly."""


@record(frozen=False)
class Patch:
    """A part of a page that becomes a picture, of everything up to an item of the page."""

    box: Box
    raw: int


class Flattener:
    """Makes the items of one page opaque; `patches` are the parts that become pictures."""

    def __init__(self, page: Box, snap: Callable[[Box], Box]) -> None:
        """`snap` widens the box of a patch to whole pixels."""
        self.page, self.snap = page, snap
        self.done: list[PaintItem] = []
        self.patches: list[Patch] = []

    def flatten(self, items: Sequence[PaintItem]) -> list[PaintItem]:
        """The page's items, all opaque. One of the kind raster shows the patch of its number."""
        for at, given in enumerate(items, start=1):
            item = replace(given, raw=at)
            if item.is_opaque and item.kind != "group":
                self.done.append(item)
                continue
            try:
                settled = list(self._settle(item))
            except _UnmixableError:
                self._paint(item)
            else:
                self.done += settled
        return self.done

    def _settle(self, item: PaintItem) -> Iterator[PaintItem]:
        """Opaque items in place of one. Raises _UnmixableError."""
        if item.kind == "group":
            for one in item.inner:
                if not one.is_opaque:
                    raise _UnmixableError
                yield from self._settle(replace(one, alpha=item.alpha))
            return
        base, others = self._look_below(item)
        if len(others) > _MOST:
            raise _UnmixableError
        if item.kind in ("shade", "image"):
            yield _stand_on(item, base, others)
        elif item.kind == "stroke":
            yield from _draw_line(item, base, others)
        elif item.kind == "fill" or item.is_plain:
            yield from _lay(item, base, others)
        else:
            raise _UnmixableError

    def _look_below(self, item: PaintItem) -> tuple[PaintItem | None, list[PaintItem]]:
        """Return the item that covers all below this one, None for paper, and those in between."""
        others: list[PaintItem] = []
        for below in reversed(self.done):
            if touch(below.box, item.box) and _reach(below, item.box) and _reach(item, below.box):
                if holds(below.cover, meet(item.box, self.page)):
                    return below, others[::-1]
                others.append(below)
        return None, others[::-1]

    def _paint(self, item: PaintItem) -> None:
        """Makes a picture of the part of the page where an item is."""
        box = self.snap(item.box)
        if not touch(box, self.page):
            return
        last = next((i for i, one in enumerate(self.done[::-1]) if one.kind == "raster"), None)
        if last is not None and self.patches:
            patch = self.patches[-1]
            both = join([patch.box, box])
            wasted = measure(both) > 1.3 * (measure(patch.box) + measure(box))
            later = self.done[len(self.done) - last :]
            if not wasted and not any(touch(one.box, box) for one in later):
                patch.box, patch.raw = both, item.raw
                self.done[len(self.done) - last - 1] = _show(both, len(self.patches) - 1)
                return
        self.patches.append(Patch(box, item.raw))
        self.done.append(_show(box, len(self.patches) - 1))


def measure(box: Box) -> float:
    """The area of a box."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _show(box: Box, number: int) -> PaintItem:
    return PaintItem("raster", (), IDENTITY, (str(number),), box, cover=box)


def _find_ground(base: PaintItem | None) -> RGB:
    """The one colour of what is below. Raises _UnmixableError."""
    if base is None:
        return _WHITE
    if base.kind != "fill":
        raise _UnmixableError
    return base.shown


def _stand_on(item: PaintItem, base: PaintItem | None, others: Sequence[PaintItem]) -> PaintItem:
    """A gradient or picture that is transparent, on one colour. Raises _UnmixableError."""
    if others:
        raise _UnmixableError
    ground = _find_ground(base)
    if item.kind == "image":
        item = replace(item, ground=ground)
    layers = ((ground, 1 - item.alpha),) if item.alpha < 1 else ()
    return replace(item, alpha=1.0, layers=layers)


def _lay(
    item: PaintItem, base: PaintItem | None, others: Sequence[PaintItem]
) -> Iterator[PaintItem]:
    """A shape, with what is below it painted once more inside."""
    over = (item.rgb, item.alpha)
    shape = item.shape
    inside = (*item.clips, shape)
    if base is None or base.kind == "fill":
        mixed = lay_over(_find_ground(base), (over,))
        yield _recolour(item, mixed)
    else:
        yield base.clip(*inside).lay(*over)
    for below in others:
        yield below.clip(*inside).lay(*over)


def _recolour(item: PaintItem, rgb: RGB) -> PaintItem:
    """An opaque item of another colour."""
    if item.kind != "text":
        return replace(item, rgb=rgb, alpha=1.0)
    body = tuple(
        part if isinstance(part, str) or part.stroke else part._replace(rgb=rgb)
        for part in item.body
    )
    return replace(item, rgb=rgb, alpha=1.0, body=body)


def _draw_line(
    item: PaintItem, base: PaintItem | None, others: Sequence[PaintItem]
) -> Iterator[PaintItem]:
    """A line, and its pieces over what it crosses."""
    kinds = {below.kind for below in others}
    is_simple = all(below.is_plain for below in others) and kinds <= {"fill", "stroke", "text"}
    if not is_simple or (base is not None and base.kind != "fill"):
        yield from _lay(item, base, others)
        return
    over = (item.rgb, item.alpha)
    yield replace(item, rgb=lay_over(_find_ground(base), (over,)), alpha=1.0)
    for below in others:
        if below.kind != "stroke" or _strokes_meet(item, below):
            crossed = item.clip(*below.clips, below.shape)
            yield replace(crossed, rgb=lay_over(below.shown, (over,)), alpha=1.0)


def _reach(item: PaintItem, box: Box) -> bool:
    """Whether an item may reach into a box: a line runs along only a part of its own."""
    if item.kind != "stroke":
        return True
    gap = item.width * measure_scale(item.matrix)
    wide = (box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap)
    return any(
        touch(wide, (min(p[0], q[0]) - 0.01, min(p[1], q[1]) - 0.01,
                     max(p[0], q[0]) + 0.01, max(p[1], q[1]) + 0.01))
        for p, q in trace(str(item.body[0]), item.matrix)
    )  # fmt: skip


def _strokes_meet(one: PaintItem, other: PaintItem) -> bool:
    lines = [trace(str(item.body[0]), item.matrix) for item in (one, other)]
    gap = sum(item.width * measure_scale(item.matrix) for item in (one, other)) / 2
    return lines_meet(lines[0], lines[1], gap)
