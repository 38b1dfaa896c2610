"""Shapes as PDF path operators, in the shape's own coordinates (nothing is flipped).

Path data: SVG 1.1 §8.3; arcs: §F.6; basic shapes: §9; operators: ISO 32000-1 §8.5.2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from sheetgen.svg.number import (
    BETWEEN,
    NUMBER,
    fmt,
    numbers,
    quote,
    read_number,
    read_numbers,
    skip_space,
)

Point = tuple[float, float]
Box = tuple[float, float, float, float]

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""How far a quarter circle's control points lie from its ends, in radii."""

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COUNTS |= {letter.lower(): count for letter, count in _COUNTS.items()}
_PARTS = [NUMBER] * 3 + ["[01]"] * 2 + [NUMBER] * 2
_ARC = re.compile(BETWEEN.join(f"({part})" for part in _PARTS))
_ARCS = re.compile(rf"(?:{BETWEEN}{BETWEEN.join(_PARTS)})*+")
_OPERANDS = {"m": 2, "l": 2, "c": 6, "re": 4, "h": 0}


def path_operators(d: str) -> str:
    """The operators of the path data `d`; none when it is blank. Raises ValueError."""
    pen = _Pen()
    for letter, values in _read_commands(d):
        pen.draw(letter, values)
    return " ".join(pen.operators)


def rect_operators(x: float, y: float, w: float, h: float, rx: float = 0, ry: float = 0) -> str:
    """A rectangle, rounded when both radii are above 0; none without an area.

    A radius that is not given equals the other one (§9.2): that is for the caller to see to.
    Raises ValueError for a negative size.
    """
    _check_sizes(width=w, height=h, rx=rx, ry=ry)
    if not (w and h):
        return ""
    if not (rx and ry):
        return f"{_join(x, y, w, h)} re"
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    x1, y1, kx, ky = x + w, y + h, rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        f"{_join(x + rx, y)} m {_join(x1 - rx, y)} l "
        f"{_join(x1 - kx, y, x1, y + ky, x1, y + ry)} c {_join(x1, y1 - ry)} l "
        f"{_join(x1, y1 - ky, x1 - kx, y1, x1 - rx, y1)} c {_join(x + rx, y1)} l "
        f"{_join(x + kx, y1, x, y1 - ky, x, y1 - ry)} c {_join(x, y + ry)} l "
        f"{_join(x, y + ky, x + kx, y, x + rx, y)} c h"
    )


def circle_operators(cx: float, cy: float, r: float) -> str:
    """A circle; none without an area. Raises ValueError for a negative radius."""
    _check_sizes(r=r)
    return ellipse_operators(cx, cy, r, r)


def ellipse_operators(cx: float, cy: float, rx: float, ry: float) -> str:
    """An ellipse; none without an area. Raises ValueError for a negative radius."""
    _check_sizes(rx=rx, ry=ry)
    if not (rx and ry):
        return ""
    x0, y0, x1, y1, kx, ky = cx - rx, cy - ry, cx + rx, cy + ry, rx * KAPPA, ry * KAPPA
    return (
        f"{_join(x1, cy)} m {_join(x1, cy + ky, cx + kx, y1, cx, y1)} c "
        f"{_join(cx - kx, y1, x0, cy + ky, x0, cy)} c "
        f"{_join(x0, cy - ky, cx - kx, y0, cx, y0)} c {_join(cx + kx, y0, x1, cy - ky, x1, cy)} c h"
    )


def line_operators(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f"{_join(x1, y1)} m {_join(x2, y2)} l"


def poly_operators(points: str, close: bool) -> str:
    """A polyline, or a polygon with `close`; none without points. Raises ValueError."""
    values = numbers(points)
    if len(values) % 2:
        raise ValueError(f"points: {len(values)} numbers; they come in pairs, such as 0,0 10,5")
    parts = [f"{_join(*values[i : i + 2])} {'l' if i else 'm'}" for i in range(0, len(values), 2)]
    return " ".join([*parts, "h"] if close and parts else parts)


def operators_box(ops: str) -> Box | None:
    """The exact bounds of path operators, or None when they draw nothing (only move).

    Raises ValueError for anything but m, l, c, re and h with their numbers.
    """
    xs: list[float] = []
    ys: list[float] = []
    operands: list[float] = []
    at = start = [0.0, 0.0]
    for token in ops.split():
        count = _OPERANDS.get(token)
        if count is None:
            operands.append(read_number(token))
            continue
        if count != len(operands):
            raise ValueError(f"operators: {token} takes {count} numbers, but has {len(operands)}")
        if token == "re":
            x, y, w, h = operands
            xs += (x, x + w)
            ys += (y, y + h)
        elif token != "m":  # a point moved to counts once something is drawn from it
            xs += (at[0], *operands[-2::2], *_find_extrema(at[0], *operands[::2]))
            ys += (at[1], *operands[-1::2], *_find_extrema(at[1], *operands[1::2]))
        if token in ("m", "re"):
            start = operands[:2]
        at = operands[-2:] if token in ("l", "c") else start
        operands = []
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _find_extrema(p0: float, *others: float) -> Iterator[float]:
    """The turning values of a cubic in one coordinate; none for a line, or without a turn."""
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


class _Pen:
    """Draws commands one after the other; knows where it is and what S and T reflect."""

    def __init__(self) -> None:
        self.operators: list[str] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.closed = False
        self.last = ""  # the kind of curve that `control` belongs to: C, Q or nothing
        self.control = (0.0, 0.0)

    def draw(self, letter: str, v: Sequence[float]) -> None:
        """Draws one command with just the numbers it takes."""
        kind = letter.upper()
        if letter != kind:
            v = self._make_absolute(kind, v)
        if self.closed and kind not in "MZ":  # a subpath goes on from where the last one began
            self.operators.append(f"{_join(self.x, self.y)} m")
        last, self.last = self.last, ""  # only a curve just drawn is reflected
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
        for curve in _split_arc((self.x, self.y), rx, ry, turn, large, sweep, (x, y)):
            self._add_cubic(*curve) if len(curve) == 6 else self._add_line(*curve)
        self.last = ""


def _split_arc(
    start: Point, rx: float, ry: float, turn: float, large: float, sweep: float, end: Point
) -> Iterator[tuple[float, ...]]:
    """An elliptical arc as cubics of at most 90° each, or as a line when a radius is 0 (§F.6)."""
    (x0, y0), (x, y), rx, ry = start, end, abs(rx), abs(ry)
    if start == end:
        return
    if min(rx, ry) < 1e-12 or math.dist(start, end) < 1e-12:
        yield end
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # Half of the chord from end to start, where the ellipse is upright and its radius is 1.
    u = (cos * (x0 - x) + sin * (y0 - y)) / 2 / rx
    v = (cos * (y0 - y) - sin * (x0 - x)) / 2 / ry
    reach = math.hypot(u, v)
    grow = max(1.0, reach)  # radii too small to reach are scaled up until they do
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


def _read_commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one repeat. A moveto repeats as a lineto (§8.3.2)."""
    at = skip_space(d, 0)
    if at < len(d) and d[at] not in "Mm":
        raise ValueError(f"path: {quote(d, at)} cannot begin a path; it begins with M or m")
    while at < len(d):
        letter, start = d[at], at
        values, at = (_read_arcs if letter in "Aa" else read_numbers)(d, start + 1)
        if at < len(d) and d[at] not in _COUNTS:
            raise ValueError(f"path: {quote(d, at)} {_explain(letter, d[at])}")
        count = _COUNTS[letter]
        if bool(values) != bool(count) or (count and len(values) % count):
            wanted = f"{count} number{'s' * (count > 1)} at a time" if count else "no numbers"
            raise ValueError(
                f"path: {letter} at character {start + 1} takes {wanted}, but has {len(values)}"
            )
        yield letter, values[:count]
        again = {"M": "L", "m": "l"}.get(letter, letter)
        for i in range(count, len(values), count or 1):
            yield again, values[i : i + count]


def _read_arcs(d: str, at: int) -> tuple[list[float], int]:
    """Like read_numbers, for arcs: a flag needs no space between it and what follows."""
    at = skip_space(d, at)
    match = None if d[at : at + 1] == "," else _ARCS.match(d, at)
    if match is None:
        return [], at
    values = [read_number(n) for arc in _ARC.findall(match[0]) for n in arc]
    return values, skip_space(d, match.end())


def _explain(letter: str, found: str) -> str:
    """Why `found` cannot stand among the numbers of the command `letter`."""
    if letter in "Aa" and found in "+-.,0123456789":
        return "is no arc; an arc is rx ry rotation flag flag x y, where a flag is 0 or 1"
    return "is no command; the commands are M L H V C S Q T A Z, with numbers between them"


def _join(*values: float) -> str:
    return " ".join([fmt(v) for v in values])


def _check_sizes(**sizes: float) -> None:
    for name, size in sizes.items():
        if not size >= 0:
            raise ValueError(f"{name} is {size:g}; it must be 0 or more")


def transform_operators(operators: str, matrix: tuple[float, float, float, float, float, float]) -> str:
    """Path operators with their points moved by `matrix`; a turned rectangle becomes a polygon."""
    a, b, c, d, e, f = matrix
    if matrix == (1, 0, 0, 1, 0, 0) or not operators:
        return operators

    def move(x: float, y: float) -> str:
        return f"{fmt(a * x + c * y + e)} {fmt(b * x + d * y + f)}"

    moved: list[str] = []
    values: list[float] = []
    for token in operators.split():
        if token not in _OPERANDS:
            values.append(float(token))
            continue
        if token == "re":
            x, y, w, h = values
            corners = [move(x, y), move(x + w, y), move(x + w, y + h), move(x, y + h)]
            moved.append(f"{corners[0]} m {' l '.join(corners[1:])} l h")
        else:
            points = zip(values[::2], values[1::2], strict=True)
            moved.append(" ".join([*(move(x, y) for x, y in points), token]))
        values = []
    return " ".join(moved)
