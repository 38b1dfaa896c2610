"""Terrain of A Sky Full of Ships, from terrain.yaml."""

from __future__ import annotations

from typing import Literal

from sheetgen.systems import Field
from sheetgen.systems.kit.scenario import terrain as base

TERRAIN = base.read_terrain(__file__)


class Terrain(base.Terrain):
    """A piece of terrain."""

    type: Literal["gas-cloud", "asteroids", "debris", "planet", "marker"] = Field(
        description="gas-cloud, asteroids, debris, planet or marker"
    )

    @property
    def stuff(self) -> base.Stuff:
        """What the game says about its type."""
        return TERRAIN[self.type]
