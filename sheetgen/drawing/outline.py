"""Path operators read back: their bounds, and the same path elsewhere.

ISO 32000-1 §8.5.2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import mul

from sheetgen.drawing.drawing import Matrix
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt, read_number

_MEETS = 0.05
"""Points by which two edges may miss each other and still be one."""
_OPERANDS = {"m": 2, "l": 2, "c": 6, "re": 4, "h": 0}
_STEPS = 64
"""Lines by which a curve is measured."""
_DOT = 0.001
"""The length of a line that stands for a point."""


def _read(
    operators: str, read: Callable[[str], float] = float
) -> Iterator[tuple[str, list[float]]]:
    """The operators of a path, each with its numbers. Raises ValueError for any other."""
    values: list[float] = []
    for token in operators.split():
        count = _OPERANDS.get(token)
        if count is None:
            values.append(read(token))
            continue
        if count != len(values):
            raise ValueError(f"operators: {token} takes {count} numbers, but has {len(values)}")
        yield token, values
        values = []


def operators_box(ops: str) -> Box | None:
    """The exact bounds of path operators, or None if they draw nothing (only move).

    Raises ValueError for anything but m, l, c, re and h with their numbers.
    """
    xs: list[float] = []
    ys: list[float] = []
    at = start = [0.0, 0.0]
    for token, values in _read(ops, read_number):
        if token == "re":
            x, y, w, h = values
            xs += (x, x + w)
            ys += (y, y + h)
        elif token != "m":  # a point moved to counts once something is drawn from it
            xs += (at[0], *values[-2::2], *_find_extrema(at[0], *values[::2]))
            ys += (at[1], *values[-1::2], *_find_extrema(at[1], *values[1::2]))
        if token in ("m", "re"):
            start = values[:2]
        at = values[-2:] if token in ("l", "c") else start
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _find_extrema(p0: float, *others: float) -> Iterator[float]:
    """The extreme values of a cubic in one coordinate; none for a line, or if it has none."""
    if len(others) != 3:
        return
    p1, p2, p3 = others
    if min(p0, p3) <= min(p1, p2) and max(p1, p2) <= max(p0, p3):
        return
    a, b, c = p3 - p0 + 3 * (p1 - p2), 2 * (p0 - 2 * p1 + p2), p1 - p0
    root = b * b - 4 * a * c
    if root < 0:
        return
    q = -(b + math.copysign(math.sqrt(root), b)) / 2  # loses no digits when `a` is small
    for t in (q / a if a else -1.0, c / q if q else -1.0):
        if 0 < t < 1:
            s = 1 - t
            yield s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3


def has_area(operators: str) -> bool:
    """Whether there is anything inside a path, which may be nothing but straight lines."""
    start = far = (0.0, 0.0)
    for token, values in _read(operators):
        if token == "re":
            return True
        points = list(zip(values[::2], values[1::2], strict=True))
        if token == "m":
            start = far = points[0]
        for point in points:
            if math.dist(start, point) > math.dist(start, far):
                point, far = far, point
            if not _is_between(point, start, far):
                return True
    return False


def _is_between(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> bool:
    """Whether a point lies on a line, as nearly as points are written."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    area = (point[0] - start[0]) * dy - (point[1] - start[1]) * dx
    return abs(area) <= _DOT * math.hypot(dx, dy)


def measure_length(operators: str) -> float:
    """The length of a path."""
    total = 0.0
    at = start = (0.0, 0.0)
    for token, values in _read(operators):
        if token == "re":
            total += 2 * (abs(values[2]) + abs(values[3]))
        elif token == "c":
            total += _measure_curve((*at, *values))
        elif token != "m":
            total += math.dist(at, values or start)
        if token in ("m", "re"):
            start = (values[0], values[1])
        at = (values[-2], values[-1]) if token in ("m", "l", "c") else start
    return total


def _measure_curve(values: Sequence[float]) -> float:
    """The length of a cubic, as that of short lines."""
    xs, ys = values[::2], values[1::2]
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        s = 1 - t
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        points.append(tuple(sum(map(mul, parts, line)) for line in (xs, ys)))
    return sum(map(math.dist, points, points[1:]))


def join_outlines(lower: str, upper: str, y: float) -> str:
    """Two outlines that meet at a height as one, without the edge that both have there.

    If they have none in common, such as circles, each remains a path of its own.
    """
    first, second = _open_at(lower, y), _open_at(upper, y)
    if not (first and second):
        return " ".join(filter(None, (lower, upper)))
    return f"{first} {second.partition(' m ')[2]} h"


def _open_at(operators: str, y: float) -> str:
    """A closed path of one part that begins and ends at an edge of a height, without that edge."""
    tokens = operators.split()
    if tokens[-1:] != ["h"] or tokens.count("m") != 1 or "re" in tokens:
        return ""
    points: list[tuple[str, str]] = []
    segments: list[str] = []
    values: list[str] = []
    for token in tokens[:-1]:
        if token in _OPERANDS:
            points.append((values[-2], values[-1]))
            segments.append(" ".join([*values, token]))
            values = []
        else:
            values.append(token)
    if points[0] != points[-1]:  # the closing line, written out
        points.append(points[0])
        segments.append(f"{points[0][0]} {points[0][1]} l")
    for at in range(1, len(points)):
        ends = [float(point[1]) for point in points[at - 1 : at + 1]]
        if segments[at].endswith("l") and all(abs(end - y) < _MEETS for end in ends):
            around = [*segments[at + 1 :], *segments[1:at]]
            return " ".join([f"{points[at][0]} {points[at][1]} m", *around])
    return ""


def transform_operators(operators: str, matrix: Matrix) -> str:
    """Path operators with their points moved by `matrix`; a turned rectangle becomes a polygon."""
    a, b, c, d, e, f = matrix
    if matrix == (1, 0, 0, 1, 0, 0) or not operators:
        return operators

    def move(x: float, y: float) -> str:
        return f"{fmt(a * x + c * y + e)} {fmt(b * x + d * y + f)}"

    moved: list[str] = []
    for token, values in _read(operators):
        if token == "re":
            x, y, w, h = values
            corners = [move(x, y), move(x + w, y), move(x + w, y + h), move(x, y + h)]
            moved.append(f"{corners[0]} m {' l '.join(corners[1:])} l h")
        else:
            points = zip(values[::2], values[1::2], strict=True)
            moved.append(" ".join([*(move(x, y) for x, y in points), token]))
    return " ".join(moved)


def mark_points(operators: str) -> str:
    """Path operators in which each subpath without a length is a tiny line.

    Its caps are drawn (SVG 2, 13.5.4), which PDF does not promise for those of a point.
    """
    if " re" in operators:
        return operators
    subpaths: list[list[str]] = []
    for token in operators.split():
        if token == "m":
            values = subpaths[-1][-2:] if subpaths else []
            if subpaths:
                del subpaths[-1][-2:]
            subpaths.append(values)
        elif not subpaths:
            subpaths.append([])
        subpaths[-1].append(token)
    made = [_stretch_point(subpath) for subpath in subpaths if subpath]
    return " ".join(token for subpath in made for token in subpath)


def _stretch_point(subpath: list[str]) -> list[str]:
    """A subpath, or a tiny line if it is drawn but all of it is at one place."""
    values = [token for token in subpath if token not in _OPERANDS]
    if len(subpath) < 4 or len(set(values[::2])) > 1 or len(set(values[1::2])) > 1:
        return subpath
    x, y = values[:2]
    return [x, y, "m", fmt(float(x) + _DOT), y, "l"]
