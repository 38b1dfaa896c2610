"""Stops of gradients beyond their ends: repeated, reflected, or with a step at an end.

SVG 1.1 §13.2.2 (`spreadMethod`). A PDF shading only goes on with its last colour, so it is made
longer until it covers what is painted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sheetgen.drawing.drawing import Matrix
from sheetgen.ground.geometry import Box

Stop = tuple[float, tuple[float, ...]]
_MOST_ROUNDS = 200
_MOST_STOPS = 2_000
_SLACK = 1e-6


class SpreadError(Exception):
    """A gradient repeats itself too often to be drawn as one shading."""


def spread(
    coords: tuple[float, ...],
    stops: Sequence[Stop],
    method: str,
    corners: Sequence[tuple[float, float]],
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:
    """The coordinates and stops of a shading that covers `corners` as `method` says.

    Raises SpreadError.
    """
    if method == "pad" and not _has_step_at_end(stops):
        return coords, tuple(stops)
    low, high = _reach(coords, corners) if method == "pad" else _measure(coords, corners)
    if method == "pad" and low > -_SLACK and high < 1 + _SLACK:
        return coords, tuple(stops)
    if len(coords) == 6:
        fr, r = coords[2], coords[5]
        low = max(low, -fr / (r - fr)) if r > fr else low
    first, last = math.floor(low), math.ceil(high)
    if last - first > _MOST_ROUNDS or (last - first) * len(stops) > _MOST_STOPS:
        raise SpreadError
    rounds = list(_list_rounds(stops, method, first, last))
    made = _cut(rounds, low)
    length = last - low
    moved = tuple(((offset - low) / length, value) for offset, value in made)
    return _stretch(coords, low, last), moved


def _has_step_at_end(stops: Sequence[Stop]) -> bool:
    """Whether several stops are at the very start or end, so that something lies beyond them."""
    if len(stops) < 2:
        return False
    at_start = stops[0][0] == stops[1][0] == 0 or stops[0][0] == stops[-1][0] == 0
    at_end = stops[-1][0] == stops[-2][0] == 1
    return at_start or at_end


def _reach(
    coords: tuple[float, ...], corners: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """From where to where the colours of both ends have to be drawn, a length beyond at most."""
    if len(coords) == 6 or not corners:
        return -1.0, 2.0
    low, high = _measure(coords, corners)
    return max(-1.0, low), min(2.0, high)


def _measure(
    coords: tuple[float, ...], corners: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """From where to where, in lengths of the gradient, it has to be drawn. Raises SpreadError."""
    if len(coords) == 4:
        x0, y0, x1, y1 = coords
        dx, dy = x1 - x0, y1 - y0
        along = [((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) for x, y in corners]
        return min(along), max(along) + 1e-9
    fx, fy, fr, cx, cy, r = coords
    if math.hypot(cx - fx, cy - fy) >= abs(r - fr) or r <= fr:
        raise SpreadError  # a cone covers only a part of the plane
    far = 1.0
    while far <= _MOST_ROUNDS:
        x, y, reach = fx + far * (cx - fx), fy + far * (cy - fy), fr + far * (r - fr)
        if all(math.hypot(px - x, py - y) <= reach for px, py in corners):
            return -fr / (r - fr), far
        far += 1.0
    raise SpreadError


def _list_rounds(stops: Sequence[Stop], method: str, first: int, last: int) -> Iterator[Stop]:
    """The stops of all rounds; with `pad`, the first and last colour goes on."""
    whole = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    if method == "pad":
        yield float(first), stops[0][1]
        yield from whole
        yield float(last), stops[-1][1]
        return
    for number in range(first, last):
        if method == "reflect" and number % 2:
            yield from ((number + 1 - offset, value) for offset, value in reversed(whole))
        else:
            yield from ((number + offset, value) for offset, value in whole)


def _cut(stops: Sequence[Stop], low: float) -> list[Stop]:
    """The stops from an offset on, with the colour that there is at that offset."""
    after = [stop for stop in stops if stop[0] > low]
    before = [stop for stop in stops if stop[0] <= low]
    if not before or not after:
        return list(stops)
    (a, one), (b, other) = before[-1], after[0]
    share = (low - a) / (b - a)
    mixed = tuple(p + (q - p) * share for p, q in zip(one, other, strict=True))
    return [(low, mixed), *after]


def _stretch(coords: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """The coordinates of the places that lie `low` and `high` lengths of the gradient from 0."""
    half = len(coords) // 2
    start, end = coords[:half], coords[half:]
    return tuple(a + (b - a) * at for at in (low, high) for a, b in zip(start, end, strict=True))


def list_corners(box: Box, back: Matrix) -> list[tuple[float, float]]:
    """The corners of a box in the coordinates that `back` leads to."""
    a, b, c, d, e, f = back
    x0, y0, x1, y1 = box
    return [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
