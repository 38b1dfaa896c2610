"""Terrain of sky ships, from terrain.yaml: house rules, with the level of its top."""

from __future__ import annotations

from typing import Literal

from sheetgen.systems import Field
from sheetgen.systems.barsoom.data import LEVELS
from sheetgen.systems.kit.scenario import terrain as base

TERRAIN = base.read_terrain(__file__)


class Terrain(base.Terrain):
    """A piece of terrain."""

    type: Literal["rock", "ruins", "marker"] = Field(description="rock, ruins or marker")
    top: int | None = Field(None, ge=0, le=LEVELS, description="the level of its top, 0 to 12")

    @property
    def stuff(self) -> base.Stuff:
        """What the game says about its type."""
        return TERRAIN[self.type]

    @property
    def note(self) -> str:
        """How high it is."""
        return "" if self.top is None else f"top at level {self.top}"

    @property
    def mark(self) -> str:
        """The same in short."""
        return "" if self.top is None else str(self.top)
