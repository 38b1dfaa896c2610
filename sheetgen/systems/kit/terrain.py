"""Terrain at true size, to cut out: pieces larger than a page come in tiles to glue together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import product
from math import atan2, cos, hypot, pi, sin, sqrt
from string import ascii_uppercase

from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.systems.contract import Print

WIDEST, DEEPEST = 186.0, 236.0
"""The largest tile that fits on A4 and on Letter with its marks, in millimetres."""
LEAST = 60.0
"""The largest size of a tile on the smallest paper."""
GLUE = 10.0
"""How far a tile reaches below the next one."""
_GROWTH = 6.0  # terrain is drawn this much smaller, as on a map, so that its rocks grow with it


@record
class Seam:
    """An edge where two tiles meet, marked with the same letter on both."""

    side: str  # left, top: the tile lies on top; right, bottom: it has a strip for glue
    letter: str


@record
class TerrainLabel:
    """The place of a piece's name on a tile, and how wide it may be."""

    x: float
    y: float
    across: float


@record
class Tile:
    """A part of a piece of terrain, or the whole; lengths are millimetres.

    `x` and `y` lead from the corner of the piece to that of the tile; outline and details are
    drawn smaller by `growth`. `kind` is one that older templates know, `look` that which is drawn.
    """

    kind: str
    look: str
    name: str
    note: str
    outline: str
    details: Sequence[str]
    edge: str
    strokes: str
    dots: str
    growth: float
    x: float
    y: float
    width: float
    height: float
    glue: float
    seams: Sequence[Seam]
    label: TerrainLabel | None  # on one of the tiles


def print_terrain(
    kind: str,
    shape: str,
    name: str,
    size: tuple[float, float],
    note: str = "",
    seed: str = "",
    room: tuple[float, float] | None = None,
) -> Iterator[Print]:
    """The tiles of a piece of terrain `size` millimetres wide and deep.

    The `seed` decides how it looks; without one its name does. `room` is the space of upright
    paper, if that is less than usual.
    """
    wide, deep = size
    small = (wide / _GROWTH, deep / _GROWTH)
    centre = (small[0] / 2, small[1] / 2)
    art = draw(kind, shape, seed or name, centre, small)
    across, down = room or (WIDEST, DEEPEST)
    columns = cut_length(wide, min(WIDEST, max(across, LEAST)))
    rows = cut_length(deep, min(DEEPEST, max(down, LEAST)))
    count = len(columns) * len(rows)
    spots = list(product(_number(rows), _number(columns)))
    boxes = [(left, top, right, low) for (_, top, low), (_, left, right) in spots]
    labelled, label = _place_label(name, (wide / 2, deep / 2), boxes)
    for number, ((row, top, low), (column, left, right)) in enumerate(spots, start=1):
        seams = list(_find_seams(row, column, len(rows), len(columns)))
        tile = Tile(
            _KNOWN.get(kind, kind), kind, name, note, *art[:5], _GROWTH, left, top, right - left,
            low - top, GLUE, seams, label if number - 1 == labelled else None,
        )  # fmt: skip
        yield Print(tile, tr("{}, tile {} of {}", name, number, count) if count > 1 else name)


def _place_label(
    name: str, middle: tuple[float, float], boxes: Sequence[tuple[float, float, float, float]]
) -> tuple[int, TerrainLabel | None]:
    """The tile that has the name, and where: in the middle, or beside a seam that is there.

    A piece that is too small has none.
    """
    need = 12 + len(name) * 1.3
    for at, (left, top, right, low) in enumerate(boxes):
        x, y, wide, deep = middle[0] - left, middle[1] - top, right - left, low - top
        across = min(x, wide - x) * 2 - 4
        if 0 < x < wide and 0 < y < deep and across > need:
            return at, TerrainLabel(x, y, across)
    if len(boxes) == 1:
        return 0, None
    # The first tile that reaches the middle, clear of its strip for glue and the seam's letter.
    at, (left, top, right, low) = next(
        (at, box) for at, box in enumerate(boxes) if box[2] >= middle[0] and box[3] >= middle[1]
    )
    across = min(need + 8, right - left - GLUE - 16)
    x = min(middle[0] - left, right - left - GLUE - 9 - across / 2)
    y = min(middle[1] - top, low - top - GLUE - 12)
    return at, TerrainLabel(x, y, across)


def cut_length(length: float, most: float) -> list[tuple[float, float]]:
    """Return the start and end of equal tiles of a length; all but the last have a glue strip."""
    count = 1
    while length / count + (GLUE if count > 1 else 0) > most:
        count += 1
    step = length / count
    return [(at * step, min((at + 1) * step + GLUE, length)) for at in range(count)]


def _number(spans: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    return [(at, start, end) for at, (start, end) in enumerate(spans)]


def _find_seams(row: int, column: int, rows: int, columns: int) -> Iterator[Seam]:
    """The seams of a tile; upright ones have letters, level ones letters with a number."""

    def name(line: int, at: int, mark: str) -> str:
        return f"{ascii_uppercase[at % 26]}{line + 1}{mark}"

    if column:
        yield Seam("left", name(row, column - 1, ""))
    if column < columns - 1:
        yield Seam("right", name(row, column, ""))
    if row:
        yield Seam("top", name(row - 1, column, "′"))
    if row < rows - 1:
        yield Seam("bottom", name(row, column, "′"))


# Art of terrain on a map or at true size, in millimetres, y downwards. A piece's name determines
# everything, so a map always looks the same.


Point = tuple[float, float]


class TerrainArt(NamedTuple):
    """The drawing of a piece: its outline, what lies in it, and lines as an engraver makes them.

    `edge` is the outline as it is drawn, which clouds have in scallops; `strokes` are its shading,
    `dots` what is sprinkled on it, and `shores` lines around it in the water.
    """

    outline: str
    details: Sequence[str]
    edge: str
    strokes: str
    dots: str
    shores: Sequence[str]


RINGED = ("gas-cloud", "cloud", "storm", "island", "sandbank")
"""The kinds with rings inside, darker or higher toward the middle."""
KINDS = (*RINGED, "shoal", "ruins", "planet", "marker", "asteroids", "debris")
"""All kinds that are drawn."""

_KNOWN = {"ruins": "asteroids", "sandbank": "asteroids", "shoal": "cloud"}
_CORNERS = 28  # of an irregular outline
_WAVES = {2: 0.17, 3: 0.13, 4: 0.08, 5: 0.05}  # its waves: how many there are, and how high
_MOST = 700  # strokes or dots of a piece


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


def draw(kind: str, shape: str, name: str, centre: Point, size: tuple[float, float]) -> TerrainArt:
    """The drawing of a piece of terrain."""
    dice = Dice(f"{kind} {name}")
    points = _draw_blot(dice) if shape == "irregular" else _draw_round()
    wide, deep = size
    points = [(x * wide / 2, y * deep / 2) for x, y in points]
    outline = _place(points, centre, 1.0)
    if kind in RINGED:
        details = [_place(points, centre, share) for share in (0.76, 0.5, 0.26)]
    elif kind == "planet":
        details = [_shade(points, centre)]
    elif kind == "marker":
        details = [_cross(centre, min(size) / 2)]
    else:
        details = _DETAILS.get(kind, _draw_shards)(dice, points, centre)
    rim = list(_sample(points))
    edge = _scallop(rim, centre) if kind in ("cloud", "storm") else outline
    strokes = _STROKES.get(kind, _leave)(dice, rim, centre)
    dots = _DOTS.get(kind, _leave)(dice, rim, centre)
    shores = [_widen(points, centre, by) for by in (0.9, 2.0, 3.3)] if kind in _LAND else []
    return TerrainArt(outline, details, edge, strokes, dots, shores)


def _leave(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
    return ""


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
            x = a * p[0] + b * c1[0] + c * c2[0] + d * q[0]
            found.append((x, a * p[1] + b * c1[1] + c * c2[1] + d * q[1]))
    return found


def _place(points: Sequence[Point], centre: Point, share: float) -> str:
    """Path data of the smooth curve through points, scaled, about a centre."""
    cx, cy = centre
    return _draw_curves(_curve([(cx + x * share, cy + y * share) for x, y in points])) + "Z"


def _draw_curves(curves: Sequence[tuple[Point, Point, Point, Point]]) -> str:
    data = f"M{curves[0][0][0]:.2f} {curves[0][0][1]:.2f}"
    for _, c1, c2, q in curves:
        data += f"C{c1[0]:.2f} {c1[1]:.2f} {c2[0]:.2f} {c2[1]:.2f} {q[0]:.2f} {q[1]:.2f}"
    return data


def _shade(points: Sequence[Point], centre: Point) -> str:
    """The night side of a planet, at its lower right."""
    cx, cy = centre
    curves = _curve([(cx + x, cy + y) for x, y in points])
    count = len(curves)
    # From the upper right, an eighth of the way round before the first point, halfway round.
    rim = [curves[(at - count // 8) % count] for at in range(count // 2)]
    wide, deep = max(x for x, _ in points), max(y for _, y in points)
    x, y = rim[0][0]
    return f"{_draw_curves(rim)}Q{cx + 0.75 * wide:.2f} {cy + 0.75 * deep:.2f} {x:.2f} {y:.2f}Z"


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
        at, shares = (centre[0] + x, centre[1] + y), (0.3, 0.48, 0.66, 0.84)[:: 1 + (size < 0.9)]
        flank = [[(r * share, t) for r, t in corners[:3]] for share in shares]
        rocks.append("".join([_draw_shard(corners, at), *(_draw_shard(c, at)[:-1] for c in flank)]))
    return rocks


def _draw_shards(dice: Dice, points: Sequence[Point], centre: Point) -> list[str]:
    shards = []
    for x, y in _scatter(dice, points, 3.0):
        angle, length = 2 * pi * dice.roll(), 0.7 + 0.9 * dice.roll()
        ends = [(length, angle), (length * 0.8, angle + 2.5 + dice.roll()), (0.35, angle - 1.6)]
        shards.append(_draw_shard(ends, (centre[0] + x, centre[1] + y)))
    return shards


def _draw_shard(corners: Sequence[tuple[float, float]], middle: Point) -> str:
    """An outline whose corners are this far from its middle, at these angles."""
    x, y = middle
    places = [f"{x + r * cos(t):.2f} {y + r * sin(t):.2f}" for r, t in corners]
    return f"M{'L'.join(places)}Z"


def _draw_walls(dice: Dice, points: Sequence[Point], centre: Point) -> list[str]:
    """The ruins of houses: three walls each, or two."""
    walls = []
    for x, y in _scatter(dice, points, 3.6):
        wide, deep, turn = 0.9 + 0.6 * dice.roll(), 0.6 + 0.5 * dice.roll(), pi / 2 * dice.roll()
        corners = [(-wide, -deep), (-wide, deep), (wide, deep), (wide, -deep)]
        left = corners[int(2 * dice.roll()) :]
        places = [
            f"{centre[0] + x + a * cos(turn) - b * sin(turn):.2f}"
            f" {centre[1] + y + a * sin(turn) + b * cos(turn):.2f}"
            for a, b in left
        ]
        walls.append(f"M{'L'.join(places)}")
    return walls


def _draw_roofs(dice: Dice, points: Sequence[Point], centre: Point) -> list[str]:
    """Roofs that nearly reach the surface."""
    spots = _scatter(dice, points, 4.6)
    return [f"M{centre[0] + x - 1.2:.2f} {centre[1] + y:.2f}l1.2 -1l1.2 1" for x, y in spots]


_DETAILS = {"asteroids": _draw_rocks, "ruins": _draw_walls, "shoal": _draw_roofs}


# Lines of an engraver: they are along rows through a piece, or across its rim.


def _list_rows(rim: Sequence[Point], gap: float) -> Iterator[tuple[float, float, float]]:
    """The rows of a piece at a distance, or at a wider one where there were too many: y, x, x."""
    low, high = min(y for _, y in rim), max(y for _, y in rim)
    gap = max(gap, (high - low) / 90)
    for at in range(1, int((high - low) / gap + 1e-6) + 1):
        y = low + (at - 0.5) * gap
        met = sorted(
            a + (y - b) / (d - b) * (c - a)
            for (a, b), (c, d) in zip(rim, [*rim[1:], rim[0]], strict=True)
            if (b <= y) != (d <= y)
        )
        yield from ((y, one, two) for one, two in zip(met[::2], met[1::2], strict=True))


def _rule(gap: float, begin: float, end: float, loose: float) -> _Drawer:
    """A drawer of rows from one share of their length to another, `loose` at both ends."""

    def draw_rows(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
        data = ""
        for y, left, right in _list_rows(rim, gap):
            first, last = begin + loose * dice.roll(), end - loose * dice.roll()
            if last > first:
                x, wide = centre[0] + left, right - left
                data += f"M{x + first * wide:.2f} {centre[1] + y:.2f}h{(last - first) * wide:.2f}"
        return data

    return draw_rows


def _sprinkle(gap: float, toward: float) -> _Drawer:
    """A function that sprinkles dots over a piece, more of them `toward` its middle."""

    def draw_dots(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
        wide, deep = max(x for x, _ in rim), max(y for _, y in rim)
        count = min(_MOST, int(wide * deep * pi / gap**2))
        data = ""
        for at in range(count):
            share = 0.94 * ((at + 0.5) / count) ** toward
            x, y = rim[int((at * (3 - sqrt(5)) / 2 + 0.02 * dice.roll()) % 1 * len(rim))]
            data += f"M{centre[0] + x * share:.2f} {centre[1] + y * share:.2f}h0"
        return data

    return draw_dots


def _hachure(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
    """Strokes down the slopes, from the rim inwards and again below the top."""
    data = ""
    for share, gap in ((1.0, 0.85), (0.62, 1.0)):
        for x, y in _walk(rim, gap / share):
            end = share * (0.9 - 0.16 * dice.roll())
            data += (
                f"M{centre[0] + x * share:.2f} {centre[1] + y * share:.2f}"
                f"L{centre[0] + x * end:.2f} {centre[1] + y * end:.2f}"
            )
    return data


def _ripple(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
    """Short waves here and there."""
    data = ""
    for y, left, right in _list_rows(rim, 1.5):
        x = left + 0.4 + 2.4 * dice.roll()
        while x + 2.4 < right - 0.3:
            data += f"M{centre[0] + x:.2f} {centre[1] + y:.2f}q0.6 -0.5 1.2 0t1.2 0"
            x += 3.4 + 3 * dice.roll()
    return data


def _shine(dice: Dice, rim: Sequence[Point], centre: Point) -> str:
    """Rays all around."""
    rays = [rim[at * len(rim) // 12] for at in range(12)]
    return "".join(
        f"M{centre[0] + x * 0.62:.2f} {centre[1] + y * 0.62:.2f}"
        f"L{centre[0] + x:.2f} {centre[1] + y:.2f}"
        for x, y in rays
    )


def _walk(rim: Sequence[Point], gap: float) -> Iterator[Point]:
    """Places along a rim at a distance, or at a wider one where there were too many."""
    ends = [*rim[1:], rim[0]]
    steps = [hypot(c - a, d - b) for (a, b), (c, d) in zip(rim, ends, strict=True)]
    gap = max(gap, sum(steps) / _MOST)
    left = 0.0
    for (a, b), (c, d), step in zip(rim, ends, steps, strict=True):
        while left < step:
            yield a + (c - a) * left / step, b + (d - b) * left / step
            left += gap
        left -= step


def _scallop(rim: Sequence[Point], centre: Point) -> str:
    """A rim of small arcs outwards."""
    inner = [(x * 0.93, y * 0.93) for x, y in rim]
    wide, deep = max(x for x, _ in rim), max(y for _, y in rim)
    places = list(_walk(inner, max(2.4, (wide + deep) / 9)))
    ends = [*places[1:], places[0]]
    data = f"M{centre[0] + places[0][0]:.2f} {centre[1] + places[0][1]:.2f}"
    for (a, b), (c, d) in zip(places, ends, strict=True):
        r = hypot(c - a, d - b) * 0.62
        data += f"A{r:.2f} {r:.2f} 0 0 1 {centre[0] + c:.2f} {centre[1] + d:.2f}"
    return f"{data}Z"


def _widen(points: Sequence[Point], centre: Point, by: float) -> str:
    """An outline that lies outside by a distance."""
    wider = [(x * (1 + by / r), y * (1 + by / r)) for x, y in points for r in (hypot(x, y) or 1,)]
    return _place(wider, centre, 1.0)


_Drawer = Callable[[Dice, Sequence[Point], Point], str]
_LAND = ("island", "sandbank")
_STROKES: dict[str, _Drawer] = {
    "cloud": _rule(1.5, 0.12, 0.88, 0.5),
    "storm": _rule(0.8, 0.08, 0.92, 0.12),
    "planet": _rule(0.7, 0.66, 1.0, 0.0),
    "island": _hachure,
    "shoal": _ripple,
    "marker": _shine,
}
_DOTS: dict[str, _Drawer] = {
    "gas-cloud": _sprinkle(0.85, 0.62),
    "island": _sprinkle(1.2, 0.5),
    "sandbank": _sprinkle(1.05, 0.5),
}
