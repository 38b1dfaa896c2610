"""Fleets: what may be written, and the same with its ships looked up and numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from string import ascii_lowercase
from typing import Annotated, Literal

from sheetgen.ground.record import record, replace
from sheetgen.systems import Field, Finding, Look, Lookup, Model, Prose, Text, check
from sheetgen.systems.airships.data import CRITICALS, SUPER_CRITICALS
from sheetgen.systems.airships.ship import (
    Ship,
    Wing,
    cost,
    count_boxes,
    hangar_slots,
    list_modules,
    wing_cost,
)
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import LiveryChoice, alike_in_grey
from sheetgen.systems.kit.fleet import (
    Count,
    LossNames,
    limit_fleet,
    read_state,
    shared_ids,
    ship_ids,
    ship_state,
)

COLOUR = "#1f4e79"
"""The accent of anything printed without a colour."""


class Damage(Model):
    """The losses of a ship, for campaigns."""

    hull: int = Field(0, ge=0, description="hull boxes struck off, counted from the left")
    jammed: list[int] = Field(
        default_factory=list, description="weapons that are jammed, by their numbers on the sheet"
    )
    failed: list[Text] = Field(default_factory=list, description="modules that have failed")
    out: list[Text] = Field(default_factory=list, description="wings that are out, by their IDs")
    morale: Literal["shaken", "broken"] | None = Field(None, description="shaken or broken")
    criticals: dict[str, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, description="critical hits: {Flash Fire: 1, Speed Loss: 2}"
    )

    def list_lost(self, member: Airship) -> Iterator[Count | LossNames]:
        """Yield each loss of a member, with the number or the names of what it had."""
        ship = member.ship
        yield Count(("hull",), self.hull, ship.build.hull, "hull boxes")
        yield LossNames(("jammed",), "weapon", self.jammed, range(1, len(ship.list_weapons()) + 1))
        yield LossNames(
            ("failed",), "module", self.failed, [module.id for module in list_modules(ship)]
        )
        yield LossNames(("out",), "wing", self.out, [aboard.id for aboard in member.wings])
        boxes = {c.name: count_boxes(c, ship.build) for c in (*CRITICALS, *SUPER_CRITICALS)}
        for name, times in self.criticals.items():
            if name in boxes:
                yield Count(("criticals", name), times, boxes[name], f"boxes of {name}")
            else:
                yield LossNames(("criticals",), "critical hit", [name], list(boxes))


class Entry(base.Entry):
    """Some ships of one design."""

    state: dict[str, Damage] = Field(
        default_factory=dict, description="losses by ID: {FR1: {hull: 9, jammed: [1]}}"
    )


class Fleet(base.Fleet):
    """A fleet of airships."""

    system: Literal["airships"]
    points_limit: int | None = Field(None, ge=0, description="the most points allowed")
    ships: list[Entry] = Field(min_length=1, description="[{ship: resolute, count: 2}]")
    counters: LiveryChoice = Field(default_factory=LiveryChoice, description="{livery: light}")
    description: Prose | None = Field(None, description="Markdown, for fleet books")


@record
class Aboard:
    """A wing in a ship's hangar; its ID is that of the ship with a letter."""

    id: str
    wing: Wing
    cost: int


@record(slots=False)
class Airship(base.Member):
    """One ship of a fleet, with the wings that it carries, and with its losses."""

    state: Damage = field(default_factory=Damage)

    @property
    def cost(self) -> int:
        """The member's cost in points, with its wings."""
        return cost(self.ship).total

    @property
    def wings(self) -> list[Aboard]:
        """The member's wings, numbered after it."""
        return [
            Aboard(f"{self.id}{letter}" if self.id else "", wing, wing_cost(wing))
            for letter, wing in zip(ascii_lowercase, self.ship.wings, strict=False)
        ]


class AirFleet(base.LinkedFleet[Fleet, Airship]):
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


def link_fleet(fleet: Fleet, lookup: Lookup) -> AirFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    called = base.call_ships(fleet.ships, lookup, lambda ship: ship.build.code)
    stated = read_state(fleet.ships, list(called))
    return AirFleet(fleet, tuple(Airship(**vars(c), state=s or Damage()) for c, s in stated))


def list_members(values: Ship | AirFleet, look: Look) -> tuple[Sequence[Airship], Look]:
    """The ships of a fleet, or a ship on its own, and the look in the fleet's colour."""
    if isinstance(values, Ship):
        return (Airship("", values.name, values),), look
    return values.members, replace(look, colour=base.find_colour(values, look))


# Checks of a fleet.


@check("homeless-wings", "error")
def homeless_wings(linked: AirFleet) -> Iterator[Finding]:
    """A fleet lists wings for which its ships have no free hangar.

    Why: Every wing needs a hangar slot. A wing with its own definition takes one that no other
    wing uses.

    Example:
    ships: [{ship: hornets}]    # a wing, and no ship with a hangar
    """
    free = max(0, linked.free_hangars)
    for at, entry in enumerate(linked.fleet.ships):
        wings = sum(1 for m in linked.members if m.at == at and m.ship.is_wing)
        if wings > free:
            slots = {0: "no hangar is", 1: "1 hangar is"}.get(free, f"{free} hangars are")
            message = f"{wings} wing{'s' * (wings > 1)} called {entry.ship}, but {slots} free"
            yield Finding(("ships", at), message, "add a ship with a free hangar")
        free = max(0, free - wings)


FLEET_CHECKS = (limit_fleet(), ship_ids, shared_ids, ship_state, alike_in_grey, homeless_wings)
