# regatta/boat.py
"""Boats: what may be written about one, and what follows from it."""

from typing import Literal

from sheetgen.systems import Column, Field, Model, Text


class Boat(Model):
    """A toy boat."""

    system: Literal["regatta"]
    id: Text | None = Field(None, description="a short name, for files that hold several boats")
    name: Text = Field(max_length=60, description="the name on the card")
    planks: int = Field(ge=2, le=12, description="how many planks it can lose, 2 to 12")
    sail: int = Field(ge=1, le=9, description="the size of its sail, 1 to 9")
    ballast: int = Field(0, ge=0, le=9, description="stones in its keel, 0 to 9")


def list_speeds(boat):
    """How fast a boat is once it has lost one plank, two, and so on: every second costs a knot."""
    return [max(boat.sail - lost // 2, 0) for lost in range(1, boat.planks + 1)]


COLUMNS = (
    Column("speed", "sail", table="Speed"),
    Column("ballast", table="Ballast"),
    Column("speed_by_planks_lost", list_speeds),
)
