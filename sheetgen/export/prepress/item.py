"""Items: what a page is painted with, one after the other, each with everything it depends on."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from sheetgen.drawing.drawing import Matrix
from sheetgen.drawing.outline import transform_operators
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record, replace

# Colours of the screen mixed from inks, by grey component replacement: K = 1 - max(R, G, B),
# C = (max - R) / max. Grey is black alone, so letters stay sharp with plates out of register.


RGB = tuple[float, float, float]
Space = Literal["rgb", "cmyk", "grey"]
NEUTRAL = 0.02
"""By how much the parts of a colour may differ that is still printed as a grey."""
BLACKISH = 0.3
"""Text whose parts are no lighter is printed in pure black, which is not screened."""


def luminance(rgb: Sequence[float]) -> float:
    """How light a colour is (Rec. 709)."""
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def mix_inks(rgb: Sequence[float]) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black for a colour, from 0 to 1, by the formula above."""
    high = max(rgb)
    if high - min(rgb) <= NEUTRAL:
        return 0.0, 0.0, 0.0, 1 - luminance(rgb)
    c, m, y = ((high - part) / high for part in rgb)
    return c, m, y, 1 - high


class Inks:
    """The inks of a press, and how much of them its paper takes.

    `excess` holds the colours that needed more than `limit` percent, with what they needed. Their
    coloured inks were reduced, in equal parts; black was kept.
    """

    def __init__(
        self,
        space: Space,
        limit: int | None = None,
        mix: Callable[[RGB], tuple[float, ...]] = mix_inks,
    ) -> None:
        self.space, self.limit, self._mix_inks = space, (limit or 400) / 100, mix
        self.excess: dict[RGB, float] = {}
        self._known: dict[tuple[RGB, bool], tuple[float, ...]] = {}

    def mix(self, rgb: RGB, is_text: bool = False) -> tuple[float, ...]:
        """The components of a colour: four, one, or three where colours stay RGB."""
        known = self._known.get((rgb, is_text))
        if known is None:
            known = self._known[rgb, is_text] = self._mix(rgb, is_text)
        return known

    def _mix(self, rgb: RGB, is_text: bool) -> tuple[float, ...]:
        if self.space == "rgb":
            return rgb[:1] if rgb[0] == rgb[1] == rgb[2] else rgb
        is_black = is_text and max(rgb) <= BLACKISH
        if self.space == "grey":
            return (0.0,) if is_black else (luminance(rgb),)
        if is_black:
            return 0.0, 0.0, 0.0, 1.0
        c, m, y, k = self._mix_inks(rgb)
        total = c + m + y + k
        if total > self.limit + 1e-9:
            self.excess[rgb] = total
            share = (self.limit - k) / (c + m + y)
            return c * share, m * share, y * share, k
        return c, m, y, k

    def write(self, rgb: RGB, stroke: bool, is_text: bool = False) -> str:
        """The operator that sets a colour."""
        parts = self.mix(rgb, is_text)
        name = {1: "g", 3: "rg", 4: "k"}[len(parts)]
        return f"{' '.join(fmt(p, 4) for p in parts)} {name.upper() if stroke else name}"


# Lines: whether they meet, and their outlines, to which other items can be clipped


Point = tuple[float, float]
Segment = tuple[Point, Point]
_STEPS = 16
"""Straight parts that a curve is replaced by."""
_CORNERS = 12
"""Of the polygon that stands for a dot."""


@lru_cache(maxsize=4096)
def trace(path: str, matrix: Matrix) -> tuple[Segment, ...]:
    """The straight lines that a path is made of, on the page."""
    return tuple(_trace(transform_operators(path, matrix)))


def _trace(path: str) -> Iterator[Segment]:
    at = start = (0.0, 0.0)
    values: list[float] = []
    for token in path.split():
        if token == "re":
            x, y, w, h = values
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
            yield from itertools.pairwise(corners)
            at = start = (x, y)
        elif token == "m":
            at = start = (values[0], values[1])
        elif token == "l":
            end = (values[0], values[1])
            yield at, end
            at = end
        elif token == "c":
            curve = [at, *zip(values[::2], values[1::2], strict=True)]
            for step in range(1, _STEPS + 1):
                end = _find(curve, step / _STEPS)
                yield at, end
                at = end
        elif token == "h":
            if at != start:
                yield at, start
            at = start
        else:
            values.append(float(token))
            continue
        values = []


def _find(curve: list[Point], t: float) -> Point:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return (
        sum(w * p[0] for w, p in zip(weights, curve, strict=True)),
        sum(w * p[1] for w, p in zip(weights, curve, strict=True)),
    )


def lines_meet(one: tuple[Segment, ...], other: tuple[Segment, ...], gap: float) -> bool:
    """Whether lines come nearer to each other than `gap`."""
    for p, q in one:
        left, right = min(p[0], q[0]) - gap, max(p[0], q[0]) + gap
        low, high = min(p[1], q[1]) - gap, max(p[1], q[1]) + gap
        for r, s in other:
            if max(r[0], s[0]) < left or min(r[0], s[0]) > right:
                continue
            if max(r[1], s[1]) < low or min(r[1], s[1]) > high:
                continue
            if (
                _cross(p, q, r, s)
                or min(_measure(p, r, s), _measure(q, r, s), _measure(r, p, q), _measure(s, p, q))
                < gap
            ):
                return True
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    return _turn(p, q, r) * _turn(p, q, s) < 0 and _turn(r, s, p) * _turn(r, s, q) < 0


def _measure(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a line's part from a to b."""
    x, y = b[0] - a[0], b[1] - a[1]
    long = x * x + y * y
    t = max(0.0, min(1.0, ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / long)) if long else 0.0
    return math.hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y)


def outline(path: str, matrix: Matrix, width: float, setup: str) -> str:
    """Path operators around a stroked path, to be filled by the nonzero rule.

    Corners are round, as wide as the line. `setup` are the operators of its caps and dashes.
    """
    half = width * measure_scale(matrix) / 2
    cap = setup.partition(" J")[0].rpartition(" ")[2] if " J" in setup else "0"
    shape: list[str] = []
    lines = list(_cut(list(trace(path, matrix)), _read_dashes(setup, measure_scale(matrix))))
    starts, ends = {line[0] for line in lines}, {line[1] for line in lines}
    for p, q in lines:
        long = math.hypot(q[0] - p[0], q[1] - p[1])
        if not long:
            continue
        x, y = (q[0] - p[0]) / long * half, (q[1] - p[1]) / long * half
        e0 = e1 = 0.0
        if cap == "2":
            e0, e1 = float(p not in ends), float(q not in starts)
        p0, q0 = (p[0] - x * e0, p[1] - y * e0), (q[0] + x * e1, q[1] + y * e1)
        corners = [(p0[0] - y, p0[1] + x), (p0[0] + y, p0[1] - x),
                   (q0[0] + y, q0[1] - x), (q0[0] - y, q0[1] + x)]  # fmt: skip
        shape.append(_draw(corners))
    dots = starts | ends if cap == "1" else starts & ends
    shape += [_draw(_place_dot(point, half)) for point in sorted(dots)]
    return " ".join(shape)


def measure_scale(matrix: Matrix) -> float:
    """How much wider lines become."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def _place_dot(point: Point, radius: float) -> list[Point]:
    angles = (2 * math.pi * at / _CORNERS for at in range(_CORNERS))
    return [(point[0] + radius * math.cos(a), point[1] + radius * math.sin(a)) for a in angles]


def _draw(corners: list[Point]) -> str:
    points = [f"{fmt(x)} {fmt(y)}" for x, y in corners]
    return f"{points[0]} m {' l '.join(points[1:])} l h"


def _read_dashes(setup: str, scale: float) -> tuple[list[float], float]:
    """The lengths of dashes and gaps on the page, and where in them a line begins."""
    if "[" not in setup:
        return [], 0.0
    array, _, rest = setup.partition("[")[2].partition("]")
    lengths = [float(part) * scale for part in array.split()]
    if len(lengths) % 2:
        lengths *= 2
    return (lengths, float(rest.split()[0]) * scale) if sum(lengths) > 0 else ([], 0.0)


def _cut(lines: list[Segment], dashes: tuple[list[float], float]) -> Iterator[Segment]:
    """Lines cut into dashes."""
    lengths, phase = dashes
    if not lengths:
        yield from lines
        return
    end: Point | None = None
    at, left = 0, 0.0
    for p, q in lines:
        if p != end:  # another part of the path, where dashes begin again
            at, left = 0, lengths[0] - phase % sum(lengths)
            while left <= 0:
                at = (at + 1) % len(lengths)
                left += lengths[at]
        end = q
        long, done = math.hypot(q[0] - p[0], q[1] - p[1]), 0.0
        while long - done > 1e-6:
            step = min(left, long - done)
            if at % 2 == 0:
                a, b = done / long, (done + step) / long
                yield _between(p, q, a), _between(p, q, b)
            done, left = done + step, left - step
            if left <= 1e-9:
                at = (at + 1) % len(lengths)
                left = max(lengths[at], 1e-9)


def _between(p: Point, q: Point, t: float) -> Point:
    return (
        (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) if 0 < t < 1 else (p if t <= 0 else q)
    )


Kind = Literal["fill", "stroke", "text", "shade", "image", "group", "raster"]
Layer = tuple[RGB, float]
"""A colour laid over others, and how opaque it is."""


class Colour(NamedTuple):
    """A colour set within a text."""

    rgb: RGB
    stroke: bool = False


class ItemClip(NamedTuple):
    """A path, or letters, outside of which nothing is painted; in coordinates of the page.

    `room` is an upright rectangle that lies wholly inside it, None if none is known.
    """

    operators: str
    box: Box
    room: Box | None


@record(eq=False)
class PaintItem:
    """Something painted: a path filled or stroked, a text, a gradient, a picture, a group.

    `body` is what it draws: path operators, parts of a text, or a resource's name. `box` bounds
    what is seen of it, and inside `cover` it hides whatever is below. Over its colours lie
    `layers`; a picture with a mask stands on a `ground`. `raw` is the number of items of the page
    before it and itself, in the page as it was.
    """

    kind: Kind
    clips: tuple[ItemClip, ...]
    matrix: Matrix
    body: tuple[str | Colour, ...]
    box: Box
    rgb: RGB = (0.0, 0.0, 0.0)
    alpha: float = 1.0
    setup: str = ""
    even_odd: bool = False
    cover: Box | None = None
    layers: tuple[Layer, ...] = ()
    ground: RGB | None = None
    width: float = 0.0
    is_plain: bool = True  # a text of one colour, filled
    has_mask: bool = False
    inner: tuple[PaintItem, ...] = ()
    raw: int = 0

    @property
    def is_opaque(self) -> bool:
        """Whether nothing of what is below shows through it."""
        return self.alpha >= 1 and (not self.has_mask or self.ground is not None)

    @property
    def shown(self) -> RGB:
        """Its colour with the layers over it."""
        return lay_over(self.rgb, self.layers)

    @property
    def shape(self) -> ItemClip:
        """Its outline as a clip. Only paths and plain texts have one."""
        if self.kind == "text":
            parts = [part for part in self.body if isinstance(part, str)]
            letters = f"BT 7 Tr {' '.join(parts)} ET 0 Tr 0 Tc 100 Tz 0 Ts"
            return ItemClip(letters, self.box, None)
        if self.kind == "stroke":
            path = outline(str(self.body[0]), self.matrix, self.width, self.setup)
            return ItemClip(f"{path} W n", self.box, None)
        rule = "W* n" if self.even_odd else "W n"
        path = transform_operators(str(self.body[0]), self.matrix)
        return ItemClip(f"{path} {rule}", self.box, self.cover)

    def lay(self, rgb: RGB, alpha: float) -> PaintItem:
        """The same under one more layer."""
        return replace(self, layers=(*self.layers, (rgb, alpha)))

    def clip(self, *clips: ItemClip) -> PaintItem:
        """Return the item as seen inside more clips."""
        box, cover = self.box, self.cover
        for one in clips:
            box = meet(box, one.box)
            cover = meet(cover, one.room) if cover and one.room else None
        return replace(self, clips=(*self.clips, *clips), box=box, cover=cover)


def lay_over(rgb: RGB, layers: tuple[Layer, ...]) -> RGB:
    """A colour with others over it."""
    for over, alpha in layers:
        r, g, b = (below * (1 - alpha) + above * alpha
                   for below, above in zip(rgb, over, strict=True))  # fmt: skip
        rgb = r, g, b
    return rgb


def meet(a: Box, b: Box) -> Box:
    """Return the overlap of two boxes; its sides are the wrong way round if there is none."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def touch(a: Box, b: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def holds(outer: Box | None, inner: Box) -> bool:
    """Whether a box lies inside another, but for rounding."""
    if outer is None:
        return False
    e = 0.02
    return (
        outer[0] - e <= inner[0]
        and outer[1] - e <= inner[1]
        and outer[2] + e >= inner[2]
        and outer[3] + e >= inner[3]
    )
