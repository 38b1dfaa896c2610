"""Path data as PDF path operators, in the path's own coordinates (nothing is flipped).

SVG 1.1 §8.3; operators: ISO 32000-1 §8.5.2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sheetgen.ground.number import (
    BETWEEN,
    NUMBER,
    fmt,
    quote,
    read_number,
    read_numbers,
    skip_space,
)
from sheetgen.ground.record import NamedTuple

# Elliptical arcs as Bézier curves (SVG 1.1 §F.6)


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


_MOST_KEPT = 2_000  # letters of a path that is remembered
MOST_LETTERS = 1_000_000
"""Letters of path data; more than a hundred thousand curves."""
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COUNTS |= {letter.lower(): count for letter, count in _COUNTS.items()}
_PARTS = [NUMBER] * 3 + ["[01]"] * 2 + [NUMBER] * 2
_ARC = "".join(f"{BETWEEN}({part})" for part in _PARTS)


class OutlineError(ValueError):
    """An outline has a mistake; `drawn` are the operators of what comes before it."""

    def __init__(self, message: str, drawn: str) -> None:
        self.drawn = drawn
        super().__init__(message)


def path_operators(d: str) -> str:
    """The operators of the path data `d`; empty if it is blank or `none`. Raises ValueError."""
    return _draw_short(d) if len(d) <= _MOST_KEPT else _draw(d)


def _draw(d: str) -> str:
    pen = _Pen()
    if d.strip() == "none":  # SVG 2, 9.3.1
        return ""
    check_length(d)
    try:
        for letter, values in _read_commands(d):
            pen.draw(letter, values)
    except ValueError as error:
        raise OutlineError(str(error), " ".join(pen.operators)) from None
    return " ".join(pen.operators)


_draw_short = lru_cache(maxsize=1024)(_draw)  # a ship has the same outline wherever it is shown


def check_length(text: str) -> None:
    """Raises ValueError for path data, or points, too long to be drawn."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"an outline is written in more than {MOST_LETTERS:,} letters")


class Segment(NamedTuple):
    """A part of a path: what it is drawn by, from the point before it on, and where it ends."""

    curves: tuple[tuple[Point, ...], ...]
    """Its points, the first of them included, of each curve or line."""
    x: float
    y: float
    is_move: bool = False
    closes: bool = False

    def aim(self) -> tuple[float | None, float | None]:
        """Its direction at its start and at its end, in radians; None for one without a length."""
        if not self.curves:
            return None, None
        points = [point for curve in self.curves for point in curve]
        return _aim(points), _aim(points[::-1], math.pi)


def _aim(points: Sequence[Point], turn: float = 0.0) -> float | None:
    x0, y0 = points[0]
    for x, y in points[1:]:
        if math.dist((x, y), (x0, y0)) > 1e-9:
            return math.atan2(y - y0, x - x0) + turn
    return None


def list_segments(d: str) -> list[Segment]:
    """The segments of path data, as far as it can be read."""
    pen = _Pen()
    found: list[Segment] = []
    try:
        for letter, values in [] if d.strip() == "none" else _read_commands(d):
            start, known = (pen.x, pen.y), len(pen.operators)
            opens = pen.closed and letter not in "MmZz"
            pen.draw(letter, values)
            if opens:
                found.append(Segment((), *start, is_move=True))
            found.append(_make_segment(letter.upper(), start, pen, pen.operators[known + opens :]))
    except ValueError:
        pass  # whoever draws the path says why
    return found


def _make_segment(kind: str, start: Point, pen: _Pen, operators: Sequence[str]) -> Segment:
    end = (pen.x, pen.y)
    if kind == "M":
        return Segment((), *end, is_move=True)
    if kind == "Z":
        return Segment(((start, end),), *end, closes=True)
    curves, at = [], start
    for operator in operators:
        values = [float(value) for value in operator.split()[:-1]]
        points = (at, *zip(values[::2], values[1::2], strict=True))
        curves.append(points)
        at = points[-1]
    return Segment(tuple(curves), *end)


class _Pen:
    """Draws commands one after the other; keeps its position and what S and T reflect."""

    def __init__(self) -> None:
        self.operators: list[str] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.closed = False
        self.last = ""  # the kind of curve that `control` belongs to: C, Q or nothing
        self.control = (0.0, 0.0)

    def draw(self, letter: str, v: Sequence[float]) -> None:  # noqa: C901 (all commands)
        """Draws one command with exactly the numbers that it takes."""
        kind = letter.upper()
        if letter != kind:
            v = self._make_absolute(kind, v)
        if self.closed and kind not in "MZ":  # a subpath starts where the last one began
            self.operators.append(f"{_join(self.x, self.y)} m")
        last, self.last = self.last, ""  # only the curve just drawn is reflected
        match kind:
            case "M":
                self.start = self.x, self.y = v[0], v[1]
                self.operators.append(f"{_join(*v)} m")
            case "L":
                self._add_line(*v)
            case "H":
                self._add_line(v[0], self.y)
            case "V":
                self._add_line(self.x, v[0])
            case "C" | "S":
                self._add_cubic(*(v if kind == "C" else (*self._reflect(last, "C"), *v)))
            case "Q" | "T":
                self._add_quadratic(*(v if kind == "Q" else (*self._reflect(last, "Q"), *v)))
            case "A":
                self._add_arc(*v)
            case _ if not self.closed:
                self.x, self.y = self.start
                self.operators.append("h")
        self.closed = kind == "Z"

    def _make_absolute(self, kind: str, v: Sequence[float]) -> Sequence[float]:
        if kind == "A":
            return (*v[:5], v[5] + self.x, v[6] + self.y)
        offsets = (self.y, self.x) if kind == "V" else (self.x, self.y)
        return [value + offsets[i % 2] for i, value in enumerate(v)]

    def _reflect(self, last: str, kind: str) -> Point:
        if last != kind:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _add_line(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.operators.append(f"{_join(x, y)} l")

    def _add_cubic(self, *v: float) -> None:
        self.operators.append(f"{_join(*v)} c")
        self.last, self.control = "C", (v[2], v[3])
        self.x, self.y = v[4], v[5]

    def _add_quadratic(self, qx: float, qy: float, x: float, y: float) -> None:
        x0, y0 = self.x, self.y
        first = x0 + (qx - x0) * 2 / 3, y0 + (qy - y0) * 2 / 3
        self._add_cubic(*first, x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, x, y)
        self.last, self.control = "Q", (qx, qy)

    def _add_arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        for curve in split_arc((self.x, self.y), rx, ry, turn, large, sweep, (x, y)):
            self._add_cubic(*curve) if len(curve) == 6 else self._add_line(*curve)
        if (self.x, self.y) == (x, y) and self.operators[-1:] and self.operators[-1][-1] == "m":
            self._add_line(x, y)  # an arc to where it begins is a point, which may have caps
        self.last = ""


def _read_commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one repetition. A moveto repeats as a lineto (§8.3.2)."""
    at = skip_space(d, 0)
    if at < len(d) and d[at] not in "Mm":
        raise ValueError(f"path: {quote(d, at)} cannot begin a path; it begins with M or m")
    while at < len(d):
        letter, start = d[at], at
        values, at = (_read_arcs if letter in "Aa" else read_numbers)(d, start + 1)
        count = _COUNTS[letter]
        if len(values) >= count:
            yield letter, values[:count]
        again = {"M": "L", "m": "l"}.get(letter, letter)
        for i in range(count, len(values) // count * count if count else 0, count or 1):
            yield again, values[i : i + count]
        if at < len(d) and d[at] not in _COUNTS:
            raise ValueError(f"path: {quote(d, at)} {_explain(letter, d[at])}")
        if bool(values) != bool(count) or (count and len(values) % count):
            wanted = f"{count} number{'s' * (count > 1)} at a time" if count else "no numbers"
            raise ValueError(
                f"path: {letter} at character {start + 1} takes {wanted}, but has {len(values)}"
            )


def _read_arcs(d: str, at: int) -> tuple[list[float], int]:
    """Like read_numbers, but for arcs: a flag needs no space after it."""
    at = skip_space(d, at)
    values: list[float] = []
    arc = re.compile(_ARC)
    match = None if d[at : at + 1] == "," else arc.match(d, at)
    while match:
        values += map(read_number, match.groups())
        at = match.end()
        match = arc.match(d, at)
    return values, skip_space(d, at)


def _explain(letter: str, found: str) -> str:
    """Why `found` cannot be among the numbers of the command `letter`."""
    if letter in "Aa" and found in "+-.,0123456789":
        return "is not an arc; an arc is rx ry rotation flag flag x y, where a flag is 0 or 1"
    return "is not a command; the commands are M L H V C S Q T A Z, with numbers between them"


def _join(*values: float) -> str:
    return " ".join([fmt(v) for v in values])
