"""A fleet: one side's ships, looked up and given IDs and names."""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.systems import Field, Lookup, Prose, Text
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import LiveryChoice, alike_in_grey
from sheetgen.systems.kit.numbering import shared_ids

COLOUR = "#7a3b16"
"""The accent of anything printed without a colour."""

Member = base.Member
list_members = base.list_members
FLEET_CHECKS = (base.ship_ids, shared_ids, alike_in_grey)


class Entry(base.Entry):
    """Some ships of one design."""

    count: int = Field(1, ge=1, le=20, description="how many, 1 to 20")
    ids: list[Annotated[Text, Field(max_length=12)]] | None = Field(
        None, description="an ID for each, such as [S1, S2]"
    )
    names: list[Annotated[Text, Field(max_length=60)]] | None = Field(
        None, description="a name for each"
    )


class Fleet(base.Fleet):
    """A fleet of sky ships."""

    system: Literal["barsoom"]
    fleet: Text = Field(max_length=60, description="the fleet's name")
    ships: list[Entry] = Field(min_length=1, description="[{ship: windhover, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")


class LinkedFleet(base.LinkedFleet[Fleet, Member]):
    """A fleet with its ships."""

    __slots__ = ()


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = base.call_ships(fleet.ships, lookup, lambda ship: ship.ship_class.code)
    return LinkedFleet(fleet, tuple(called))
