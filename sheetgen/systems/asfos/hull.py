"""The hulls of the silhouettes, from hulls.yaml, where their keys are explained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.ground.geometry import Point, read_points
from sheetgen.reading import source

Outline = tuple[Point, ...]
_OUTLINES = ("decks", "trims", "lines")
_POINTS = ("outline", "forward", "side", "rear", "domes")


@dataclass(frozen=True, slots=True)
class Hull:
    """The right half of a hull, and where weapons and engines stand on it."""

    outline: Outline
    decks: tuple[Outline, ...]
    trims: tuple[Outline, ...]
    lines: tuple[Outline, ...]
    forward: Outline
    side: Outline
    rear: Outline
    domes: Outline
    turret: float
    dome: float
    calibre: int
    stern: float
    row: float
    muzzle: float
    breech: float


@cache
def find_hull(code: str) -> Hull:
    """The hull of a size class by its code, such as `BB`."""
    return _read_hulls()[code]


@cache
def _read_hulls() -> dict[str, Hull]:
    data = source.read(Path(__file__).with_name("hulls.yaml")).documents[0].data
    return {code: _make_hull(values) for code, values in data.items()}


def _make_hull(values: dict[str, Any]) -> Hull:
    lists = {key: tuple(map(read_points, values[key])) for key in _OUTLINES}
    return Hull(**values | lists | {key: read_points(values[key]) for key in _POINTS})
