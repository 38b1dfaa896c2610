"""Fleets: what may be written, and the same with its ships looked up and numbered."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Literal

from sheetgen.ground.record import record, replace
from sheetgen.systems import Field, Look, Lookup, Prose
from sheetgen.systems.airships.definition import Ship, Wing
from sheetgen.systems.airships.derive import cost, hangar_slots, wing_cost
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import LiveryChoice

COLOUR = "#1f4e79"
"""The accent of anything printed without a colour."""


class Fleet(base.Fleet):
    """A fleet of airships."""

    system: Literal["airships"]
    points_limit: int | None = Field(None, ge=0, description="the most points allowed")
    ships: list[base.Entry] = Field(min_length=1, description="[{ship: resolute, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")


@record
class Aboard:
    """A wing in a ship's hangar; its ID is that of the ship with a letter."""

    id: str
    wing: Wing
    cost: int


class Member(base.Member):
    """One ship of a fleet, with the wings that it carries."""

    @property
    def cost(self) -> int:
        """Its cost with its wings."""
        return cost(self.ship).total

    @property
    def wings(self) -> list[Aboard]:
        """Its wings, numbered after it."""
        return [
            Aboard(f"{self.id}{letter}" if self.id else "", wing, wing_cost(wing))
            for letter, wing in zip(ascii_lowercase, self.ship.wings, strict=False)
        ]


class LinkedFleet(base.LinkedFleet[Fleet, Member]):
    """A fleet with its ships."""

    __slots__ = ()

    unit = "points"

    @property
    def points(self) -> int:
        """The total cost of its ships and their wings."""
        return sum(member.cost for member in self.members)

    @property
    def free_hangars(self) -> int:
        """Hangar slots with no wing in them."""
        return sum(hangar_slots(m.ship) - len(m.wings) for m in self.members)


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = base.call_ships(fleet.ships, lookup, lambda ship: ship.build.code)
    return LinkedFleet(fleet, tuple(Member(**vars(c)) for c in called))


def list_members(values: Ship | LinkedFleet, look: Look) -> tuple[Sequence[Member], Look]:
    """The ships of a fleet, or a ship on its own, and the look in the fleet's colour."""
    if isinstance(values, Ship):
        return (Member("", values.name, values),), look
    return values.members, replace(look, colour=look.colour or values.fleet.colour)
