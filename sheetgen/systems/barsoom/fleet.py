"""A fleet: one side's ships, looked up and given IDs and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import partial
from typing import Annotated, Literal

from sheetgen.ground.record import record
from sheetgen.systems import Field, Lookup, Model, Prose, Text
from sheetgen.systems.barsoom.data import DAMAGE
from sheetgen.systems.barsoom.ship import Ship, Side, count_boxes, list_mounted, most_bombs
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import LiveryChoice, alike_in_grey
from sheetgen.systems.kit.fleet import Count, LossNames, read_state, shared_ids, ship_state

COLOUR = "#7a3b16"
"""The accent of anything printed without a colour."""
find_colour = partial(base.find_colour, own=COLOUR)
"""The accent of what is printed: that of the run, of the fleet, or of the game."""

FLEET_CHECKS = (base.ship_ids, shared_ids, ship_state, alike_in_grey)


class Losses(Model):
    """The losses of a ship, for campaigns."""

    crew: int = Field(0, ge=0, description="figures that are struck off")
    bombs: int = Field(0, ge=0, description="bombs that are gone")
    weapons: dict[Side, list[Text]] = Field(
        default_factory=dict, description="weapons by side: {port: [Pulse gun]}"
    )
    damage: dict[str, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, description="damage not repaired: {Turn lost: 2, Fire: 1}"
    )

    def list_lost(self, member: Skyship) -> Iterator[Count | LossNames]:
        """Yield each loss of a member, with the number or the names of what it had."""
        ship = member.ship
        if ship.crew is not None:
            yield Count(("crew",), self.crew, ship.crew, "of its crew")
        yield Count(("bombs",), self.bombs, most_bombs(ship), "bombs")
        for side, names in self.weapons.items():
            yield LossNames(("weapons", side), f"{side} weapon", names, list_mounted(ship, side))
        boxes = {damage.name: count_boxes(ship, damage) for damage in DAMAGE if damage.repair}
        for name, times in self.damage.items():
            if name in boxes:
                yield Count(("damage", name), times, boxes[name], f"boxes of {name}")
            else:
                yield LossNames(("damage",), "damage", [name], list(boxes))


@record(slots=False)
class Skyship(base.Member):
    """One ship of a fleet with its losses, or a ship on its own."""

    state: Losses = field(default_factory=Losses)


class Entry(base.Entry):
    """Some ships of one design."""

    count: int = Field(1, ge=1, le=20, description="how many, 1 to 20")
    ids: list[Annotated[Text, Field(max_length=12)]] | None = Field(
        None, description="an ID for each, such as [S1, S2]"
    )
    names: list[Annotated[Text, Field(max_length=60)]] | None = Field(
        None, description="a name for each"
    )
    state: dict[str, Losses] = Field(
        default_factory=dict, description="losses by ID: {S1: {crew: 3, damage: {Fire: 1}}}"
    )


class Fleet(base.Fleet):
    """A fleet of sky ships."""

    system: Literal["barsoom"]
    fleet: Text = Field(max_length=60, description="the fleet's name")
    ships: list[Entry] = Field(min_length=1, description="[{ship: windhover, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")


class SkyFleet(base.LinkedFleet[Fleet, Skyship]):
    """A fleet with its ships."""

    __slots__ = ()


def link_fleet(fleet: Fleet, lookup: Lookup) -> SkyFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = base.call_ships(fleet.ships, lookup, lambda ship: ship.ship_class.code)
    stated = read_state(fleet.ships, list(called))
    return SkyFleet(fleet, tuple(Skyship(**vars(c), state=s or Losses()) for c, s in stated))


def list_members(values: Ship | SkyFleet) -> Sequence[Skyship]:
    """The ships of a fleet, or a ship on its own."""
    return values.members if isinstance(values, SkyFleet) else (Skyship("", values.name, values),)
