"""How terrain looks on a map or at true size. Lengths are millimetres, y downwards.

Everything is determined by a piece's name, so a map always looks the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import atan2, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
Art = tuple[str, Sequence[str]]

RINGED = ("gas-cloud", "cloud", "storm", "island")
"""The kinds with rings inside, darker or higher toward the middle."""

_CORNERS = 28  # of an irregular outline
_WAVES = {2: 0.17, 3: 0.13, 4: 0.08, 5: 0.05}  # its waves: how many there are, and how high


class Dice:
    """Numbers that look random but are determined by a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rolls = 0

    def roll(self) -> float:
        """The next number, from 0 to 1."""
        self._rolls += 1
        digest = blake2b(f"{self._name} {self._rolls}".encode(), digest_size=4).digest()
        return int.from_bytes(digest) / 2**32


def draw(kind: str, shape: str, name: str, centre: Point, size: tuple[float, float]) -> Art:
    """The outline of a piece, and the outlines of what is drawn inside it."""
    dice = Dice(f"{kind} {name}")
    points = _draw_blot(dice) if shape == "irregular" else _draw_round()
    wide, deep = size
    points = [(x * wide / 2, y * deep / 2) for x, y in points]
    outline = _place(points, centre, 1.0)
    if kind in RINGED:
        return outline, [_place(points, centre, share) for share in (0.76, 0.5, 0.26)]
    if kind == "planet":
        return outline, [_shade(points, centre)]
    if kind == "marker":
        return outline, [_cross(centre, min(size) / 2)]
    inside = _draw_rocks if kind == "asteroids" else _draw_shards
    return outline, inside(dice, points, centre)


def _draw_round() -> list[Point]:
    steps = [2 * pi * at / _CORNERS for at in range(_CORNERS)]
    return [(cos(t), sin(t)) for t in steps]


def _draw_blot(dice: Dice) -> list[Point]:
    """An irregular outline that just fills the square from -1 to 1."""
    phases = {waves: 2 * pi * dice.roll() for waves in _WAVES}
    points = []
    for at in range(_CORNERS):
        t = 2 * pi * at / _CORNERS
        r = 1 + sum(height * cos(waves * t + phases[waves]) for waves, height in _WAVES.items())
        points.append((r * cos(t), r * sin(t)))
    curve = list(_sample(points))
    x0, x1 = min(x for x, _ in curve), max(x for x, _ in curve)
    y0, y1 = min(y for _, y in curve), max(y for _, y in curve)
    return [((2 * x - x0 - x1) / (x1 - x0), (2 * y - y0 - y1) / (y1 - y0)) for x, y in points]


def _curve(points: Sequence[Point]) -> list[tuple[Point, Point, Point, Point]]:
    """A smooth closed curve through points, as Bézier curves (Catmull and Rom's)."""
    pieces = []
    count = len(points)
    for at, p in enumerate(points):
        before, q, after = points[at - 1], points[(at + 1) % count], points[(at + 2) % count]
        c1 = (p[0] + (q[0] - before[0]) / 6, p[1] + (q[1] - before[1]) / 6)
        c2 = (q[0] - (after[0] - p[0]) / 6, q[1] - (after[1] - p[1]) / 6)
        pieces.append((p, c1, c2, q))
    return pieces


def _sample(points: Sequence[Point]) -> list[Point]:
    """Many points on the smooth curve through a few."""
    found = []
    for p, c1, c2, q in _curve(points):
        for step in range(8):
            t = step / 8
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append(
                (
                    a * p[0] + b * c1[0] + c * c2[0] + d * q[0],
                    a * p[1] + b * c1[1] + c * c2[1] + d * q[1],
                )
            )
    return found


def _place(points: Sequence[Point], centre: Point, share: float) -> str:
    """Path data of the smooth curve through points, scaled, about a centre."""
    cx, cy = centre
    moved = [(cx + x * share, cy + y * share) for x, y in points]
    data = f"M{moved[0][0]:.2f} {moved[0][1]:.2f}"
    for _, c1, c2, q in _curve(moved):
        data += f"C{c1[0]:.2f} {c1[1]:.2f} {c2[0]:.2f} {c2[1]:.2f} {q[0]:.2f} {q[1]:.2f}"
    return data + "Z"


def _shade(points: Sequence[Point], centre: Point) -> str:
    """The night side of a planet, at its lower right."""
    cx, cy = centre
    moved = [(cx + x, cy + y) for x, y in points]
    count = len(moved)
    # From the upper right, an eighth of the way round before the first point, halfway round.
    rim = [_curve(moved)[(at - count // 8) % count] for at in range(count // 2)]
    data = f"M{rim[0][0][0]:.2f} {rim[0][0][1]:.2f}"
    for _, c1, c2, q in rim:
        data += f"C{c1[0]:.2f} {c1[1]:.2f} {c2[0]:.2f} {c2[1]:.2f} {q[0]:.2f} {q[1]:.2f}"
    wide, deep = max(x for x, _ in points), max(y for _, y in points)
    x, y = rim[0][0]
    return f"{data}Q{cx + 0.75 * wide:.2f} {cy + 0.75 * deep:.2f} {x:.2f} {y:.2f}Z"


def _cross(centre: Point, radius: float) -> str:
    x, y = centre
    return f"M{x - radius:.2f} {y:.2f}h{2 * radius:.2f}M{x:.2f} {y - radius:.2f}v{2 * radius:.2f}"


def _scatter(dice: Dice, points: Sequence[Point], gap: float) -> list[Point]:
    """Places inside an outline, about that far from each other, none of them near its rim."""
    wide, deep = max(x for x, _ in points), max(y for _, y in points)
    count = max(4, min(40, int(wide * deep * pi / gap**2)))
    found = []
    for at in range(count):
        angle = at * pi * (3 - sqrt(5)) + 0.8 * dice.roll()
        share = sqrt((at + 0.5) / count) * 0.82
        rim = min(points, key=lambda p: abs((atan2(p[1], p[0]) - angle + pi) % (2 * pi) - pi))
        reach = hypot(*rim) * share
        found.append((reach * cos(angle), reach * sin(angle)))
    return found


def _draw_rocks(dice: Dice, points: Sequence[Point], centre: Point) -> list[str]:
    rocks = []
    for x, y in _scatter(dice, points, 3.4):
        size = 0.5 + 0.8 * dice.roll()
        corners = [
            (size * (0.7 + 0.4 * dice.roll()), 2 * pi * (at + 0.5 * dice.roll()) / 7)
            for at in range(7)
        ]
        places = [
            f"{centre[0] + x + r * cos(t):.2f} {centre[1] + y + r * sin(t):.2f}" for r, t in corners
        ]
        rocks.append(f"M{'L'.join(places)}Z")
    return rocks


def _draw_shards(dice: Dice, points: Sequence[Point], centre: Point) -> list[str]:
    shards = []
    for x, y in _scatter(dice, points, 3.0):
        angle, length = 2 * pi * dice.roll(), 0.7 + 0.9 * dice.roll()
        ends = [(length, angle), (length * 0.8, angle + 2.5 + dice.roll()), (0.35, angle - 1.6)]
        places = [
            f"{centre[0] + x + r * cos(t):.2f} {centre[1] + y + r * sin(t):.2f}" for r, t in ends
        ]
        shards.append(f"M{'L'.join(places)}Z")
    return shards
