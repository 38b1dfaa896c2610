"""Fighters: what may be written, and the values that follow from it."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Model, Prose, Text
from sheetgen.systems.black_skies import data
from sheetgen.systems.black_skies.data import ARMOUR, DICE, WEIGHTS, Weight
from sheetgen.systems.black_skies.maneuver import Maneuver, list_maneuvers

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
    def type(self) -> data.FighterWeapon:
        """The weapon itself; whatever is not given is taken from the laser cannon."""
        known = data.WEAPONS[self.weapon or "laser-cannon"]
        near, medium, far = self.range or known.range
        return data.FighterWeapon(
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


# Derived values of a fighter: pure functions of its definition.
#
# The formulas and their worked examples are in docs/black-skies.md.


def weight(fighter: Fighter) -> Weight:
    """The values that the fighter gets from its weight."""
    return WEIGHTS[fighter.weight]


def hardpoints_used(fighter: Fighter) -> int:
    """Count the hardpoints: one for each weapon, level of armour and level of shields."""
    return sum(w.count for w in fighter.weapons) + ARMOUR[fighter.armour].levels + fighter.shields


def crippled_at(fighter: Fighter) -> int:
    """The hull integrity at which it is crippled: half."""
    return weight(fighter).hull // 2


def weapons_mounted(fighter: Fighter) -> int:
    """The number of its weapons."""
    return sum(w.count for w in fighter.weapons)


def weapons_when_crippled(fighter: Fighter) -> int:
    """The number of its weapons that may fire when it is crippled: half, rounded down."""
    return weapons_mounted(fighter) // 2


def lower_die(die: str, shields: int) -> str:
    """An attacker's damage die against some levels of shields: a step down each, to a d4."""
    return DICE[max(DICE.index(die) - shields, 0)]


def maneuvers(fighter: Fighter) -> list[Maneuver]:
    """The maneuvers that it can fly, in the order of their cards."""
    return list_maneuvers(fighter.thrusters)
