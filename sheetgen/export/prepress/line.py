"""Lines as they run: whether they meet, and their outlines, to which others can be clipped."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache

from sheetgen.drawing.drawing import Matrix
from sheetgen.drawing.outline import transform_operators
from sheetgen.ground.number import fmt

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
