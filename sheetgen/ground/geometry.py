"""Points and outlines → SVG path data. Pure functions that know of no game and no unit.

The axes are SVG's: x to the right, y downwards. Angles are headings: degrees clockwise from
straight up (the bow of a ship), so that 90 is to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, cos, hypot, radians, sin

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def aim(heading: float, distance: float, start: Point = (0.0, 0.0)) -> Point:
    """The point at a distance from `start` in a heading."""
    turn = radians(heading)
    return start[0] + distance * sin(turn), start[1] - distance * cos(turn)


def move(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    """The points, moved."""
    return [(x + dx, y + dy) for x, y in points]


def scale(points: Iterable[Point], across: float, down: float | None = None) -> list[Point]:
    """The points, scaled from (0, 0); `down` is the same as `across` unless it is given."""
    down = across if down is None else down
    return [(x * across, y * down) for x, y in points]


def turn(points: Iterable[Point], degrees: float) -> list[Point]:
    """The points, turned clockwise about (0, 0)."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def mirror(points: Iterable[Point]) -> list[Point]:
    """The points with left and right exchanged about x = 0, in the opposite order.

    This way, an outline keeps its sense of rotation.
    """
    return [(-x, y) for x, y in points][::-1]


def orient(corners: Iterable[Point], heading: float, place: Point) -> list[Point]:
    """The corners given by how far they lie to the right of and along a heading from a place."""
    x, y = place
    (u, v), (s, t) = aim(heading, 1.0), aim(heading + 90, 1.0)
    return [(x + along * u + right * s, y + along * v + right * t) for along, right in corners]


def complete(half: Sequence[Point], x: float = 0.0) -> list[Point]:
    """The outline whose right half is given, from top to bottom, beside a vertical line at `x`.

    Points on that line are shared by both halves.
    """
    start = 1 if half[-1][0] == 0 else 0
    stop = -1 if half[0][0] == 0 else None
    return move([*half, *mirror(half)[start:stop]], x, 0)


def bound(points: Iterable[Point]) -> Box:
    """The box (left, top, right, bottom) around points. Raises ValueError if there are none."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def clip(points: Sequence[Point], box: Box) -> tuple[Point, ...]:
    """The part of a closed outline within a box, from its upper left; nothing if none is."""
    left, top, right, bottom = box
    found = list(points)
    for axis, edge, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        kept: list[Point] = []
        for a, b in zip([*found[-1:], *found[:-1]], found, strict=True):
            before, here = sign * (a[axis] - edge), sign * (b[axis] - edge)
            if before * here < 0:
                share = before / (before - here)
                kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            if here >= 0:
                kept.append(b)
        found = kept
    first = found.index(min(found)) if found else 0
    return (*found[first:], *found[:first])


def read_points(text: str) -> tuple[Point, ...]:
    """The points of `x,y x,y …`. Raises ValueError for anything else."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


def polygon(sides: int, radius: float, heading: float = 0.0) -> list[Point]:
    """A regular polygon about (0, 0); one corner lies in `heading`."""
    return [aim(heading + 360 * at / sides, radius) for at in range(sides)]


def star(points: int, outer: float, inner: float, heading: float = 0.0) -> list[Point]:
    """A star about (0, 0) with `points` points; one of them lies in `heading`."""
    step = 180 / points
    return [aim(heading + step * at, inner if at % 2 else outer) for at in range(2 * points)]


def trace(points: Iterable[Point], close: bool = True) -> str:
    """Path data of straight lines from point to point."""
    (x, y), *rest = points
    data = f"M{write(x)} {write(y)}" + "".join(f"L{write(x)} {write(y)}" for x, y in rest)
    return data + "Z" if close else data


def soften(points: Sequence[Point], radius: float) -> Iterator[tuple[Point, Point, Point]]:
    """Each corner of a closed outline, between the two points where its rounding starts and ends.

    A corner takes up at most half of the shorter side beside it.
    """
    count = len(points)
    for at, (x, y) in enumerate(points):
        ends = []
        for u, v in (points[at - 1], points[(at + 1) % count]):
            side = hypot(u - x, v - y)
            share = min(radius / side, 0.5) if side else 0.0
            ends.append((x + (u - x) * share, y + (v - y) * share))
        yield ends[0], (x, y), ends[1]


def trace_soft(corners: Iterable[tuple[Point, Point, Point]]) -> str:
    """Path data of a closed outline of softened corners."""
    data = ""
    for start, corner, end in corners:
        data += f"{'L' if data else 'M'}{write_point(start)}"
        data += f"Q{write_point(corner)} {write_point(end)}"
    return data + "Z"


def trace_circle(radius: float, centre: Point = (0.0, 0.0)) -> str:
    """Path data of a circle."""
    x, y = centre
    r = write(radius)
    left, right, level = write(x - radius), write(x + radius), write(y)
    return f"M{left} {level}A{r} {r} 0 1 1 {right} {level}A{r} {r} 0 1 1 {left} {level}Z"


def trace_arc(radius: float, start: float, end: float, centre: Point = (0.0, 0.0)) -> str:
    """Path data of an arc, clockwise from one heading to another, `end` being the larger.

    It is drawn in steps of at most 120°, because an SVG arc can't tell a full turn from none.
    """
    steps = _count_steps(start, end)
    x, y = aim(start, radius, centre)
    data, r = f"M{write(x)} {write(y)}", write(radius)
    for at in range(1, steps + 1):
        x, y = aim(start + (end - start) * at / steps, radius, centre)
        data += f"A{r} {r} 0 0 1 {write(x)} {write(y)}"
    return data


def trace_sector(
    outer: float, start: float, end: float, inner: float = 0.0, centre: Point = (0.0, 0.0)
) -> str:
    """Path data of a sector, or part of a ring, between two headings, `end` being the larger."""
    data = trace_arc(outer, start, end, centre)
    if not inner:
        return f"{data}L{write(centre[0])} {write(centre[1])}Z"
    steps = _count_steps(start, end)
    x, y = aim(end, inner, centre)
    data, r = f"{data}L{write(x)} {write(y)}", write(inner)
    for at in range(steps - 1, -1, -1):
        x, y = aim(start + (end - start) * at / steps, inner, centre)
        data += f"A{r} {r} 0 0 0 {write(x)} {write(y)}"
    return data + "Z"


def _count_steps(start: float, end: float) -> int:
    """The number of parts of at most 120° in which an arc is drawn."""
    return max(1, ceil((end - start) / 120 - 1e-6))


def write(value: float) -> str:
    """A coordinate for path data, to two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def write_point(point: Point) -> str:
    """A point for path data."""
    return f"{write(point[0])} {write(point[1])}"
