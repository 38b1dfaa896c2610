"""A fleet: one side's ships, looked up and given IDs and names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from sheetgen.reading.model import Model, Prose, Text
from sheetgen.systems import Lookup
from sheetgen.systems.barsoom.data import CLASSES
from sheetgen.systems.barsoom.definition import Ship
from sheetgen.systems.barsoom.derive import deck, guns, speed
from sheetgen.systems.kit.counters import LiveryChoice
from sheetgen.systems.kit.fleet import call_ships

COLOUR = "#7a3b16"
"""The accent of what is printed without a colour."""


Identity = Annotated[Text, Field(max_length=12)]


class Entry(Model):
    """Some ships of one kind."""

    ship: Text = Field(description="the id of a ship definition")
    count: int = Field(1, ge=1, le=20, description="how many, 1 to 20")
    ids: list[Identity] | None = Field(None, description="an ID for each, such as [S1, S2]")
    names: list[Annotated[Text, Field(max_length=60)]] | None = Field(
        None, description="a name for each"
    )


class Fleet(Model):
    """A fleet of sky ships."""

    system: Literal["barsoom"]
    id: Text | None = Field(None, description="a short name for files that hold several fleets")
    fleet: Text = Field(max_length=60, description="the fleet's name")
    colour: str = Field("", pattern=r"#(?:[0-9A-Fa-f]{3}){1,2}", description='such as "#7a3b16"')
    ships: list[Entry] = Field(min_length=1, description="[{ship: windhover, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet


@dataclass(frozen=True, slots=True)
class Member:
    """One ship of a fleet, or a ship by itself, which has no ID."""

    id: str
    name: str
    ship: Ship

    @property
    def title(self) -> str:
        """What a print of it is called."""
        return f"{self.id} {self.name}".lstrip()


@dataclass(frozen=True, slots=True, eq=False)
class LinkedFleet:
    """A fleet with its ships."""

    fleet: Fleet
    members: tuple[Member, ...]

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet.fleet


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = call_ships(fleet.ships, lookup, lambda ship: ship.ship_class.code)
    return LinkedFleet(fleet, tuple(Member(c.id, c.name, c.ship) for c in called))


def list_members(values: Ship | LinkedFleet) -> tuple[Member, ...]:
    """The ships of a fleet, or a ship by itself."""
    return (Member("", values.name, values),) if isinstance(values, Ship) else values.members


def derive_fleet(linked: LinkedFleet) -> dict[str, Any]:
    """Everything that `show` tells of a fleet."""
    classes = Counter(member.ship.class_name for member in linked.members)
    crews = [member.ship.crew for member in linked.members]
    return {
        "ships": [
            {
                "id": m.id,
                "name": m.name,
                "ship": m.ship.name,
                "class": m.ship.class_name,
                "speed": speed(m.ship),
                "cards": sum(deck(m.ship).values()),
                "crew": m.ship.crew,
                "guns": guns(m.ship),
            }
            for m in linked.members
        ],
        "count": len(linked.members),
        **{name: classes[name] for name in CLASSES},
        "crew": sum(crew or 0 for crew in crews),
        "guns": sum(guns(m.ship) for m in linked.members),
        "cards": sum(sum(deck(m.ship).values()) for m in linked.members),
    }
