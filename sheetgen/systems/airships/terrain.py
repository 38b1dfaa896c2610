"""Terrain of airships, from terrain.yaml, and the heights that it fills."""

from __future__ import annotations

from typing import Literal

from sheetgen.systems import Field
from sheetgen.systems.airships.height import ISLANDS, Height, show_levels, span_height, tell_levels
from sheetgen.systems.kit.scenario import terrain as base

TERRAIN = base.read_terrain(__file__)


class Terrain(base.Terrain):
    """A piece of terrain."""

    type: Literal["island", "cloud", "storm", "marker"] = Field(
        description="island, cloud, storm or marker"
    )
    height: Height | None = Field(
        None, description="the heights that it fills: 4 or [2, 5]; islands fill [6, 8]"
    )

    @property
    def stuff(self) -> base.Stuff:
        """What the game says about its type."""
        return TERRAIN[self.type]

    @property
    def levels(self) -> tuple[int, int] | None:
        """The lowest and the highest level that it fills; None for all, or if that is open."""
        if self.height is not None:
            return span_height(self.height)
        return ISLANDS if self.type == "island" else None

    @property
    def note(self) -> str:
        """Its heights."""
        return tell_levels(*self.levels) if self.levels else ""

    @property
    def mark(self) -> str:
        """Its heights in short."""
        return show_levels(*self.levels) if self.levels else ""
