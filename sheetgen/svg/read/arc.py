"""Elliptical arcs as Bézier curves.

SVG 1.1 §F.6.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

Point = tuple[float, float]


def split_arc(
    start: Point, rx: float, ry: float, turn: float, large: float, sweep: float, end: Point
) -> Iterator[tuple[float, ...]]:
    """An elliptical arc as cubics of at most 90° each, or as a line if a radius is 0 (§F.6)."""
    (x0, y0), (x, y), rx, ry = start, end, abs(rx), abs(ry)
    if start == end:
        return
    if min(rx, ry) < 1e-12 or math.dist(start, end) < 1e-12:
        yield end
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # Half of the chord from end to start, with the ellipse upright and its radius 1.
    u = (cos * (x0 - x) + sin * (y0 - y)) / 2 / rx
    v = (cos * (y0 - y) - sin * (x0 - x)) / 2 / ry
    reach = math.hypot(u, v)
    grow = max(1.0, reach)  # radii too short to reach are scaled up until they do
    rx, ry, u, v, half = rx * grow, ry * grow, u / grow, v / grow, reach / grow
    away = math.sqrt((1 - half) * (1 + half)) / half * (-1 if large == sweep else 1)
    cu, cv = away * v, -away * u
    angle = math.atan2(v - cv, u - cu)
    span = math.atan2(-v - cv, -u - cu) - angle
    if span < 0 and sweep:
        span += math.tau
    elif span > 0 and not sweep:
        span -= math.tau
    pieces = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    k = 4 / 3 * math.tan(span / pieces / 4)
    mx, my = (x0 + x) / 2, (y0 + y) / 2

    def place(p: float, q: float) -> Point:
        p, q = (cu + p) * rx, (cv + q) * ry
        return mx + cos * p - sin * q, my + sin * p + cos * q

    for i in range(1, pieces + 1):
        c0, s0 = math.cos(angle), math.sin(angle)
        angle += span / pieces
        c1, s1 = math.cos(angle), math.sin(angle)
        stop = end if i == pieces else place(c1, s1)
        yield *place(c0 - k * s0, s0 + k * c0), *place(c1 + k * s1, s1 - k * c1), *stop
