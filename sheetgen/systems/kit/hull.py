"""Hulls as they are written down: points, outlines and dimensions in a hulls.yaml."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sheetgen.ground.geometry import Point, read_points
from sheetgen.ground.record import record
from sheetgen.reading import source

Outline = tuple[Point, ...]
Made = TypeVar("Made")


@record(kw_only=True)
class Hull:
    """The right half of a hull from bow to stern, with what is raised on it and drawn on it."""

    outline: Outline
    decks: tuple[Outline, ...]
    trims: tuple[Outline, ...]
    lines: tuple[Outline, ...]


def read_hull(module: str, key: str, make: Callable[..., Made]) -> Made:
    """A hull by its key in the hulls.yaml beside a module's file, which is read once.

    `make` takes what is written there, with points in place of the texts `x,y x,y …`.
    """
    hulls: dict[str, Made] = _read_hulls(module, make)
    return hulls[key]


@cache
def _read_hulls(module: str, make: Callable[..., Made]) -> dict[str, Made]:
    data = source.read(Path(module).with_name("hulls.yaml")).documents[0].data
    return {key: make(**_decode(values)) for key, values in data.items()}


def _decode(value: Any) -> Any:
    if isinstance(value, str):
        return read_points(value)
    if isinstance(value, list):
        return tuple(map(_decode, value))
    if isinstance(value, dict):
        return {key: _decode(inner) for key, inner in value.items()}
    return value
