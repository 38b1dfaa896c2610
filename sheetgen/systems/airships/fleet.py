"""Fleets: what may be written, and the same with its ships looked up and numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, Literal

from pydantic import Field

from sheetgen.reading.model import Model, Prose, Text
from sheetgen.systems import Look, Lookup
from sheetgen.systems.airships.definition import Ship, Wing
from sheetgen.systems.airships.derive import command, cost, hangar_slots, wing_cost
from sheetgen.systems.kit.counters import LiveryChoice
from sheetgen.systems.kit.fleet import call_ships


class Entry(Model):
    """Some ships of one kind."""

    ship: Text = Field(description="the id of a ship definition")
    count: int = Field(1, ge=1, le=99, description="how many, 1 to 99")
    ids: list[Text] | None = Field(None, description="an ID for each, such as [FR1, FR2]")
    names: list[Text] | None = Field(None, description="a name for each")


class Fleet(Model):
    """A fleet of airships."""

    system: Literal["airships"]
    id: Text | None = Field(None, description="a short name for files that hold several fleets")
    fleet: Text = Field(max_length=120, description="the fleet's name")
    colour: str = Field("", pattern=r"#(?:[0-9A-Fa-f]{3}){1,2}", description='such as "#1f4e79"')
    points_limit: int | None = Field(None, ge=0, description="the most points it may have")
    ships: list[Entry] = Field(min_length=1, description="[{ship: resolute, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet


@dataclass(frozen=True, slots=True)
class Aboard:
    """A wing in a ship's hangar; its ID is that of the ship with a letter."""

    id: str
    wing: Wing
    cost: int


@dataclass(frozen=True, slots=True)
class Member:
    """One ship of a fleet, with the wings that it carries."""

    id: str
    name: str
    ship: Ship
    cost: int
    wings: tuple[Aboard, ...] = ()
    path: tuple[str | int, ...] = ()  # its entry in the definition


@dataclass(frozen=True, slots=True, eq=False)
class LinkedFleet:
    """A fleet with its ships."""

    fleet: Fleet
    members: tuple[Member, ...]

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet.fleet

    @property
    def points(self) -> int:
        """What its ships and their wings cost together."""
        return sum(member.cost for member in self.members)

    @property
    def free_hangars(self) -> int:
        """Hangar slots with no wing in them."""
        return sum(hangar_slots(m.ship) - len(m.wings) for m in self.members)


def make_member(
    ship: Ship, id: str = "", name: str = "", path: tuple[str | int, ...] = ()
) -> Member:
    """A ship with its wings numbered after it."""
    wings = tuple(
        Aboard(f"{id}{letter}" if id else "", wing, wing_cost(wing))
        for letter, wing in zip(ascii_lowercase, ship.wings, strict=False)
    )
    return Member(id, name or ship.name, ship, cost(ship).total, wings, path)


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = call_ships(fleet.ships, lookup, lambda ship: ship.build.code)
    members = [make_member(c.ship, c.id, c.name, ("ships", c.at)) for c in called]
    return LinkedFleet(fleet, tuple(members))


def list_members(values: Ship | LinkedFleet, look: Look) -> tuple[Sequence[Member], Look]:
    """The ships of a fleet, or a ship by itself, and the look in the fleet's colour."""
    if isinstance(values, Ship):
        return (make_member(values),), look
    return values.members, replace(look, colour=look.colour or values.fleet.colour)


def derive_fleet(linked: LinkedFleet) -> dict[str, Any]:
    """Everything that `show` tells of a fleet."""
    rows = [
        {
            "id": m.id,
            "name": m.name,
            "ship": m.ship.name,
            "frame": m.ship.build.name,
            "hull": m.ship.build.hull,
            "command": command(m.ship),
            "wings": len(m.wings),
            "cost": m.cost,
        }
        for m in linked.members
    ]
    return {
        "ships": rows,
        "points": linked.points,
        "points_limit": linked.fleet.points_limit,
        "hull": sum(m.ship.build.hull for m in linked.members),
        "command": sum(command(m.ship) for m in linked.members),
        "wings": sum(len(m.wings) for m in linked.members),
    }
