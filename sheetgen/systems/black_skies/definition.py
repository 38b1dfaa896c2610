"""The model of a definition of Black Skies."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Model, Prose, Text
from sheetgen.systems.black_skies import data

ArcName = Literal["forward", "forward-right", "rear-right", "rear", "rear-left", "forward-left"]
Die = Literal["d4", "d6", "d8", "d10", "d12"]
Thrusters = Literal["rear", "side", "forward"]
Inches = Annotated[int, Field(ge=1, le=99)]


class Weapon(Model):
    """Some weapons of one type: a known one, one declared in full, or a known one changed."""

    weapon: Literal["laser-cannon"] | None = Field(None, description="a weapon of the game")
    name: Text | None = Field(None, max_length=60, description="the name of your own weapon")
    arcs: list[ArcName] | None = Field(
        None,
        min_length=1,
        description="where it fires: forward, forward-right, rear-right, rear, rear-left,"
        " forward-left",
    )
    rate: int | None = Field(None, ge=1, le=9, description="d12s it rolls when it fires")
    range: list[Inches] | None = Field(
        None, min_length=3, max_length=3, description="close, medium and long range in inches"
    )
    damage: Die | None = Field(None, description="the die of a hit: d4, d6, d8, d10 or d12")
    count: int = Field(1, ge=1, le=9, description="how many are mounted, a hardpoint each")

    @property
    def type(self) -> data.Weapon:
        """The weapon itself; whatever is not given is taken from the laser cannon."""
        known = data.WEAPONS[self.weapon or "laser-cannon"]
        near, medium, far = self.range or known.range
        return data.Weapon(
            name=self.name or known.name,
            arcs=tuple(self.arcs or known.arcs),
            rate=self.rate or known.rate,
            range=(near, medium, far),
            damage=self.damage or known.damage,
        )


class Fighter(Model):
    """A fighter of Black Skies."""

    system: Literal["black-skies"]
    id: Text | None = Field(None, description="a short name for files that hold several fighters")
    name: Text = Field(max_length=120, description="the name on the display")
    weight: Literal["light", "medium", "heavy"] = Field(description="light, medium or heavy")
    thrusters: list[Thrusters] = Field(
        default_factory=list, description="maneuvering thrusters: rear, side, forward"
    )
    weapons: list[Weapon] = Field(
        default_factory=list, description="[{weapon: laser-cannon, count: 2}]"
    )
    armour: Literal["none", "light", "heavy"] = Field("none", description="none, light or heavy")
    shields: int = Field(0, ge=0, le=4, description="levels of shielding, a hardpoint each")
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")
