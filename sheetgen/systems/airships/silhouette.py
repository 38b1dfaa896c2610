"""Airships seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sheetgen.ground.geometry import Point, complete, move, scale
from sheetgen.systems.airships.data import HEADINGS
from sheetgen.systems.kit.aircraft import Build, GunStyle, draw_airship
from sheetgen.systems.kit.silhouette import Layer, draw_disc, draw_outline, find_hull, lay


def find_build(frame: str, fleet: str = "") -> Build:
    """The build of a frame, of a `plane` or of a `torpedo`."""
    return find_hull("airship", frame, Build, fleet)


def draw_ship(frame: str, arms: Sequence[Any], fleet: str = "") -> Sequence[Layer]:
    """A ship's silhouette; equal ships of a fleet have the very same one."""
    if frame == "wing":
        return draw_wing(fleet)
    guns = tuple((a.slot, HEADINGS.get(a.slot, 0), _choose_style(a.weapon)) for a in arms)
    return draw_airship(frame, guns, fleet=fleet)


def _choose_style(weapon: Any) -> GunStyle:
    """The look of a weapon, by its effect."""
    styles: dict[str, GunStyle] = {
        "Flak": "flak",
        "Piercing": "lance",
        "Torpedo": "torpedo",
        "Impact": "bombs",
    }
    return next((style for word, style in styles.items() if word in weapon.rules), "")


@lru_cache(maxsize=64)
def draw_wing(fleet: str = "") -> Sequence[Layer]:
    """Three aeroplanes, one ahead of the others."""
    plane = scale(complete(find_build("plane", fleet).outline), 1.36, 1.6)
    return tuple(
        layer
        for x, y in ((0, -23), (-25, 22), (25, 22))
        for layer in (
            *lay("prop", [draw_outline(_box(x - 8, y - 22.4, x + 8, y - 20.8))]),
            *lay("envelope", [draw_outline(move(plane, x, y))]),
            *lay("gun", [draw_disc(2.2, (x, y + 5))]),
        )
    )


@lru_cache(maxsize=1)
def draw_torpedo() -> Sequence[Layer]:
    """A torpedo with its fins."""
    bands = _box(-8, -22, 8, -17), _box(-8, 10, 8, 13)
    return (
        *lay("prop", [draw_outline(_box(-7, 47.5, 7, 49.2))]),
        *lay("envelope", [draw_outline(complete(find_build("torpedo").outline))]),
        *lay("trim", map(draw_outline, bands)),
    )


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
