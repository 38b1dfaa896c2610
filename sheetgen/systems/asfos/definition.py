"""The model of a definition of A Sky Full of Ships."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.ground.diagnostics import declare
from sheetgen.systems import Before, Field, Model, Prose, RefusedError, Text

declare(
    "one-special",
    "error",
    """A ship has more than one type of special weapon.

    Why: A ship mounts at most one type of special weapon, in any number; the weapons box has room
    for one count.

    Example:
    special: {weapon: mass-driver, count: 2}   # not a list
    """,
    origin="asfos",
)

Strength = Annotated[int, Field(ge=0, le=999)]


class Primaries(Model):
    """Strength of the primary batteries by arc of fire."""

    forward: Strength = Field(0, description="strength in the forward arc")
    left: Strength = Field(0, description="strength in the left arc")
    right: Strength = Field(0, description="strength in the right arc")
    rear: Strength = Field(0, description="strength in the rear arc")

    @property
    def total(self) -> int:
        """The sum over the four arcs."""
        return self.forward + self.left + self.right + self.rear


class Special(Model):
    """The special weapon."""

    weapon: Literal["mass-driver", "particle-cannon"] = Field(
        description="mass-driver or particle-cannon"
    )
    count: int = Field(ge=1, le=99, description="how many are mounted")


def _refuse_list(value: object) -> object:
    if isinstance(value, list):
        raise RefusedError(
            "one-special",
            "special: a ship mounts one type of special weapon, but this is a list",
            "write special: {weapon: mass-driver, count: 2}",
        )
    return value


class Ship(Model):
    """A ship of A Sky Full of Ships."""

    system: Literal["asfos"]
    id: Text | None = Field(None, description="a short name for files that hold several ships")
    name: Text = Field(max_length=120, description="the name on the display")
    class_code: Text | None = Field(
        None, alias="class", description="FF DD CL CA BC BB DN SDN or T, checked against the mass"
    )
    mass: int = Field(ge=1, le=400, description="the number of hull boxes, 1 or more")
    hull: int = Field(
        ge=2, le=20, description="natural hull strength: 2 weak, 3 average, 4 strong, 5 armoured"
    )
    screens: int = Field(0, ge=0, le=4, description="electronic defences, 0 to 4")
    engine: int = Field(ge=0, le=5, description="engine rating, 0 to 5")
    primaries: Primaries = Field(
        default_factory=Primaries, description="{forward: 16, left: 8, right: 8, rear: 0}"
    )
    secondaries: Strength = Field(0, description="strength of the secondary batteries")
    special: Annotated[Special | None, Before(_refuse_list)] = Field(
        None, description="{weapon: mass-driver, count: 2}"
    )
    points: int | None = Field(None, ge=0, description="the published points, if any")
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")

    @property
    def special_count(self) -> int:
        """The number of its special weapons."""
        return self.special.count if self.special else 0
