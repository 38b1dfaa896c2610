"""The model of a definition of a sky ship."""

from __future__ import annotations

from typing import Literal

from sheetgen.systems import Field, Model, Prose, RefusedError, Text, verify
from sheetgen.systems.barsoom.data import CLASSES, ShipClass

ClassName = Literal["capital", "medium", "small"]
TypeName = Literal["heavy", "medium", "light"]
Side = Literal["bow", "stern", "port", "starboard", "turret"]

SIDES: tuple[Side, ...] = ("bow", "port", "starboard", "stern", "turret")
"""Where weapons are mounted, in the order in which they are listed."""


class Weapon(Model):
    """A weapon, or several identical ones on one side."""

    name: Text = Field(max_length=36, description="its name on the ship card")
    type: TypeName = Field(description="heavy, medium or light")
    side: Side = Field(description="bow, stern, port, starboard or turret")
    count: int = Field(1, ge=1, le=9, description="how many are there, 1 to 9")
    rolls: int = Field(
        1, ge=1, le=6, description="damage rolls of a hit, for heavy weapons, 1 to 6"
    )
    automatic: bool = Field(
        False, description="whether two dice of 1 jam it, for medium and light weapons"
    )


class Handling(Model):
    """The ship's handling, where it is better or worse than that of others of its class."""

    ascends: int | None = Field(None, ge=1, le=3, description="levels of climb in a turn, 1 to 3")
    reverses: int | None = Field(None, ge=1, le=3, description="Reverse moves in a turn, 1 to 3")
    turns: int | None = Field(
        None, ge=1, le=3, description="turns after each Ahead or Reverse, 1 to 3"
    )
    free_turns: bool = Field(
        False, description="whether it may turn without an Ahead or Reverse before"
    )

    @verify()
    def _turns_one_way(self) -> None:
        if self.free_turns and self.turns is not None:
            raise RefusedError(
                "wrong-value",
                "turns that need no move are not counted by moves",
                "write either turns or free_turns",
            )


class Ship(Model):
    """A sky ship."""

    system: Literal["barsoom"]
    id: Text | None = Field(None, description="a short name for files that hold several ships")
    name: Text = Field(max_length=60, description="the name on the ship card and its deck")
    class_name: ClassName = Field(alias="class", description="capital, medium or small")
    speed: int | None = Field(
        None, ge=1, le=36, description="inches of an Ahead or Reverse, if not those of its class"
    )
    handling: Handling = Field(
        default_factory=Handling, description="{ascends: 2, reverses: 2, turns: 2}"
    )
    weapons: list[Weapon] = Field(
        default_factory=list,
        max_length=16,
        description="[{name: Pulse gun, type: medium, side: port, count: 2}]",
    )
    crew: int | None = Field(None, ge=0, le=90, description="how many figures are aboard")
    bombs: int | None = Field(
        None, ge=0, description="how many bombs it carries, instead of the roll of its class"
    )
    length: float | None = Field(
        None, ge=4, le=60, description="length of its deck plan in inches, 4 to 60"
    )
    beam: float | None = Field(
        None, ge=2, le=7, description="beam of its deck plan in inches, 2 to 7"
    )
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")

    @property
    def ship_class(self) -> ShipClass:
        """The class with its figures."""
        return CLASSES[self.class_name]
