"""Terrain at true size, to cut out: pieces larger than a page come in tiles to glue together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from sheetgen.systems import Print
from sheetgen.systems.kit import terrain_art

WIDEST, DEEPEST = 186.0, 236.0
"""The largest tile that fits on A4 and on Letter with its marks, in millimetres."""
GLUE = 10.0
"""How far a tile reaches below the next one."""
_GROWTH = 6.0  # terrain is drawn this much smaller, as on a map, so that its rocks grow with it


@dataclass(frozen=True, slots=True)
class Seam:
    """An edge where two tiles meet, marked with the same letter on both."""

    side: str  # left, top: the tile lies on top; right, bottom: it has a strip for glue
    letter: str


@dataclass(frozen=True, slots=True)
class Label:
    """The place of a piece's name on a tile, and how wide it may be."""

    x: float
    y: float
    across: float


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a piece of terrain, or the whole; lengths are millimetres.

    `x` and `y` lead from the corner of the piece to that of the tile; outline and details are
    drawn smaller by `growth`.
    """

    kind: str
    name: str
    note: str
    outline: str
    details: Sequence[str]
    growth: float
    x: float
    y: float
    width: float
    height: float
    glue: float
    seams: Sequence[Seam]
    label: Label | None  # on one of the tiles


def print_terrain(
    kind: str, shape: str, name: str, size: tuple[float, float], note: str = "", seed: str = ""
) -> Iterator[Print]:
    """The tiles of a piece of terrain `size` millimetres wide and deep.

    The `seed` decides how it looks; without one its name does.
    """
    wide, deep = size
    small = (wide / _GROWTH, deep / _GROWTH)
    centre = (small[0] / 2, small[1] / 2)
    outline, details = terrain_art.draw(kind, shape, seed or name, centre, small)
    columns, rows = cut_length(wide, WIDEST), cut_length(deep, DEEPEST)
    count = len(columns) * len(rows)
    spots = list(product(_number(rows), _number(columns)))
    boxes = [(left, top, right, low) for (_, top, low), (_, left, right) in spots]
    labelled, label = _place_label(name, (wide / 2, deep / 2), boxes)
    for number, ((row, top, low), (column, left, right)) in enumerate(spots, start=1):
        seams = list(_find_seams(row, column, len(rows), len(columns)))
        tile = Tile(
            kind, name, note, outline, details, _GROWTH, left, top, right - left, low - top,
            GLUE, seams, label if number - 1 == labelled else None,
        )  # fmt: skip
        yield Print(tile, f"{name}, tile {number} of {count}" if count > 1 else name)


def _place_label(
    name: str, middle: tuple[float, float], boxes: Sequence[tuple[float, float, float, float]]
) -> tuple[int, Label | None]:
    """The tile that has the name, and where: in the middle, or beside a seam that is there.

    A piece that is too small has none.
    """
    need = 12 + len(name) * 1.3
    for at, (left, top, right, low) in enumerate(boxes):
        x, y, wide, deep = middle[0] - left, middle[1] - top, right - left, low - top
        across = min(x, wide - x) * 2 - 4
        if 0 < x < wide and 0 < y < deep and across > need:
            return at, Label(x, y, across)
    if len(boxes) == 1:
        return 0, None
    # The first tile that reaches the middle, clear of its strip for glue and the seam's letter.
    at, (left, top, right, low) = next(
        (at, box) for at, box in enumerate(boxes) if box[2] >= middle[0] and box[3] >= middle[1]
    )
    across = min(need + 8, right - left - GLUE - 16)
    x = min(middle[0] - left, right - left - GLUE - 9 - across / 2)
    y = min(middle[1] - top, low - top - GLUE - 12)
    return at, Label(x, y, across)


def cut_length(length: float, most: float) -> list[tuple[float, float]]:
    """Where equal tiles of a length begin and end, all but the last with a strip for glue."""
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
