"""The hulls of the silhouettes, from hulls.yaml, where their keys are explained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.ground.geometry import Point, read_points
from sheetgen.reading import source

Outline = tuple[Point, ...]
_OUTLINES = ("decks", "trims", "lines", "plates")
_POINTS = ("outline", "canopy", "nozzles", "pairs", "centre", "rear", "side", "forward")


@dataclass(frozen=True, slots=True)
class Hull:
    """The right half of a hull, and where its weapons, engines and thrusters are."""

    outline: Outline
    decks: tuple[Outline, ...]
    canopy: Outline
    trims: tuple[Outline, ...]
    lines: tuple[Outline, ...]
    plates: tuple[Outline, ...]
    nozzles: Outline
    nozzle: float
    pairs: Outline
    centre: Outline
    bore: float
    barrel: float
    rear: Outline
    side: Outline
    forward: Outline


@cache
def find_hull(weight: str) -> Hull:
    """The hull of a weight: light, medium or heavy."""
    return _read_hulls()[weight]


@cache
def _read_hulls() -> dict[str, Hull]:
    data = source.read(Path(__file__).with_name("hulls.yaml")).documents[0].data
    return {weight: _make_hull(values) for weight, values in data.items()}


def _make_hull(values: dict[str, Any]) -> Hull:
    lists = {key: tuple(map(read_points, values[key])) for key in _OUTLINES}
    return Hull(**values | lists | {key: read_points(values[key]) for key in _POINTS})
