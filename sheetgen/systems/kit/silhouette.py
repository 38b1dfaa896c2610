"""Silhouettes: ships seen from above, as layers from the bottom up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.ground.geometry import Box, Point, complete, mirror, scale
from sheetgen.ground.row import NamedTuple
from sheetgen.systems.kit.hull import Hull
from sheetgen.systems.kit.outline import (
    Contour,
    draw_halves,
    draw_line,
    draw_outline,
)

HALF = 50.0
"""Half a side of the box about (0, 0) that a silhouette is drawn in, with the bow up."""


class Layer(NamedTuple):
    """Contours of one look: SVG path data, the class of its look, and the box around it.

    A `shade` is laid over the layer before it, on the side away from the light; a `trim` takes
    the fleet's colour; a `line` is open.
    """

    path: str
    kind: str
    box: Box


def lay(kind: str, contours: Iterable[Contour]) -> Iterator[Layer]:
    """The layer of these contours; no layer if there are none."""
    found = list(contours)
    if len(found) == 1:
        yield Layer(found[0].path, kind, found[0].box)
    elif found:
        paths, boxes = zip(*found, strict=True)
        yield Layer("".join(paths), kind, join(boxes))


def join(boxes: Iterable[Box]) -> Box:
    """The box around boxes. Raises ValueError if there are none."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def draw_engines(nozzles: Sequence[Point], half: float) -> Iterator[Layer]:
    """Nozzles of that breadth to either side, and their glow down to the edge of the box."""
    glows = [
        [(x - half * 0.8, y + 2), (x + half * 0.8, y + 2), (x, HALF - 0.5)] for x, y in nozzles
    ]
    yield from lay("glow", map(draw_outline, glows))
    bells = [complete([(half * 0.7, y - 2), (half, y + 3.5)], x) for x, y in nozzles]
    yield from lay("engine", map(draw_outline, bells))


def draw_hull(
    hull: Hull, beam: float = 1.0, plates: Sequence[Sequence[Point]] = ()
) -> Iterator[Layer]:
    """A hull with its trims and decks, shaded, then plates and seams; `beam` scales its breadth."""
    raised = (
        ("hull", (hull.outline,)),
        ("trim", hull.trims),
        ("deck", hull.decks),
        ("plate", plates),
    )
    for kind, halves in raised:
        for half in (scale(half, beam, 1) for half in halves):
            yield from lay(kind, draw_halves([half]))
            if kind != "plate":
                yield from lay("shade", [draw_outline(half)])
    seams = [scale(line, beam, 1) for line in hull.lines]
    yield from lay("line", (draw_line(side) for seam in seams for side in (seam, mirror(seam))))
