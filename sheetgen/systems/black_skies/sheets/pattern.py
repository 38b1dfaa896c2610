"""Patterns of card backs, as path data, which can be distinguished even without colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sheetgen.ground.geometry import Point, aim, trace, trace_arc

COUNT = 4
"""The number of patterns."""
CELL = 3.8
"""The sides of the honeycomb's cells, in millimetres; other patterns are sized to match."""


@lru_cache
def draw_pattern(number: int, width: float, height: float) -> str:
    """The pattern `number`, from 0, over a card of that size in millimetres, around its middle."""
    draw = (_draw_honeycomb, _draw_chevrons, _draw_lattice, _draw_scales)[number % COUNT]
    return "".join(draw(width / 2, height / 2))


def _count_cells(across: float, down: float, middle: Point) -> Iterator[Point]:
    """Points in rows around the middle; every other row is half a step to the side."""
    x, y = middle
    columns, rows = int(x / across) + 2, int(y / down) + 2
    for row in range(-rows, rows + 1):
        shift = across / 2 if row % 2 else 0.0
        for column in range(-columns, columns + 1):
            yield x + column * across + shift, y + row * down


def _draw_honeycomb(x: float, y: float) -> Iterator[str]:
    """Three sides of every hexagon; its neighbours have the other three."""
    for centre in _count_cells(3 * CELL, CELL * 3**0.5 / 2, (x, y)):
        yield trace([aim(heading, CELL, centre) for heading in (270, 330, 30, 90)], close=False)


def _draw_chevrons(x: float, y: float) -> Iterator[str]:
    rise, step = 0.3 * x, 2.6
    for row in range(-int(y / step) - 4, int(y / step) + 5):
        high, low = y + row * step - rise, y + row * step + rise
        yield trace([(0, low), (x / 2, high), (x, low), (1.5 * x, high), (2 * x, low)], close=False)


def _draw_lattice(x: float, y: float) -> Iterator[str]:
    for at in range(-30, 31):
        for lean in (-y, y):
            yield trace([(x + at * 3.6 - lean, 0), (x + at * 3.6 + lean, 2 * y)], close=False)


def _draw_scales(x: float, y: float) -> Iterator[str]:
    for centre in _count_cells(6.8, 3.4, (x, y)):
        for radius in (3.4, 1.7):
            yield trace_arc(radius, -90, 90, centre)
