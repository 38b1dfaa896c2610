"""Fleets: what may be written, and the same with its ships looked up and numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from sheetgen.reading.model import Model, Prose, Text
from sheetgen.systems import Lookup
from sheetgen.systems.asfos.counters import Counters
from sheetgen.systems.asfos.data import POINTS, POWER
from sheetgen.systems.asfos.definition import Ship
from sheetgen.systems.asfos.derive import (
    estimate_points,
    points,
    power_available,
    power_used,
    size_class,
)
from sheetgen.systems.kit.fleet import call_ships

Code = Literal["Br", "FC", "R", "E", "ED", "Mn"]
Coefficient = Annotated[int, Field(ge=0, le=10_000)]


class Damage(Model):
    """What a ship has lost, for campaigns."""

    hull: int = Field(0, ge=0, description="hull boxes lost, counted from the left")
    weapons: int = Field(0, ge=0, description="weapons boxes lost, counted from the left")
    criticals: list[Code] = Field(
        default_factory=list, description="critical hits: Br FC R E ED Mn"
    )


class Entry(Model):
    """Some ships of one kind."""

    ship: Text = Field(description="the id of a ship definition")
    count: int = Field(1, ge=1, le=99, description="how many, 1 to 99")
    ids: list[Text] | None = Field(None, description="an ID for each, such as [BB1, BB2]")
    names: list[Text] | None = Field(None, description="a name for each")
    state: dict[str, Damage] = Field(
        default_factory=dict, description="losses by ID: {BB1: {hull: 3, criticals: [E]}}"
    )


class RangeBand(Model):
    """The length of a range band."""

    size: int = Field(ge=1, le=99, description="a whole number")
    unit: Literal["in", "cm"] = Field("in", description="in or cm")

    @property
    def mark(self) -> str:
        """What stands behind a length: a double prime for inches."""
        return "″" if self.unit == "in" else " cm"

    def show(self, tenths: int) -> str:
        """A length of so many tenths of a band, such as `18″`."""
        value = self.size * tenths / 10
        return f"{value:g}{self.mark}"

    def span(self, start: int, end: int) -> str:
        """A range from one number of bands to another, such as `12–24″`."""
        return f"{self.size * start}–{self.size * end}{self.mark}"


def _expand_band(value: object) -> object:
    return {"size": value} if isinstance(value, int) and not isinstance(value, bool) else value


Band = Annotated[RangeBand, BeforeValidator(_expand_band, json_schema_input_type=int | RangeBand)]


class PowerReading(Model):
    """Coefficients of the power budget that differ from the house reading."""

    reason: Text = Field(description="why they differ")
    per_hull_box: Coefficient = POWER["per_hull_box"]
    per_engine_mass: Coefficient = POWER["per_engine_mass"]
    per_strength: Coefficient = POWER["per_strength"]
    per_special: Coefficient = POWER["per_special"]


class PointsReading(Model):
    """Coefficients of the points estimate, in hundredths, that differ from the house reading."""

    reason: Text = Field(description="why they differ")
    forward: Coefficient = POINTS["forward"]
    side: Coefficient = POINTS["side"]
    rear: Coefficient = POINTS["rear"]
    secondary: Coefficient = POINTS["secondary"]
    mass_driver: Coefficient = Field(POINTS["mass-driver"], alias="mass-driver")
    particle_cannon: Coefficient = Field(POINTS["particle-cannon"], alias="particle-cannon")


class Fleet(Model):
    """A fleet of A Sky Full of Ships."""

    system: Literal["asfos"]
    id: Text | None = Field(None, description="a short name for files that hold several fleets")
    fleet: Text = Field(max_length=120, description="the fleet's name")
    colour: str = Field("", pattern=r"#(?:[0-9A-Fa-f]{3}){1,2}", description='such as "#1f4e79"')
    points_limit: int | None = Field(None, ge=0, description="the most points it may have")
    start_speed: int = Field(6, ge=0, le=99, description="speed at the start of the game")
    range_band: Band = Field(RangeBand(size=12), description="inches, or {size: 12, unit: cm}")
    power: PowerReading | None = Field(None, description="other coefficients, with a reason")
    points: PointsReading | None = Field(None, description="other coefficients, with a reason")
    counters: Counters = Field(
        default_factory=Counters, description="{size: 1, shape: round, back: name, fold: true}"
    )
    ships: list[Entry] = Field(min_length=1, description="[{ship: warrior, count: 2}]")
    description: Prose | None = Field(None, description="Markdown, for fleet books")

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet


@dataclass(frozen=True, slots=True)
class Member:
    """One ship of a fleet."""

    id: str
    name: str
    ship: Ship
    state: Damage
    points: int
    estimated: bool
    path: tuple[str | int, ...]  # its entry in the definition


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
        """The sum of its ships' points."""
        return sum(member.points for member in self.members)


def link_fleet(fleet: Fleet, lookup: Lookup) -> LinkedFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    coefficients = points_coefficients(fleet)
    members = [
        Member(
            id=called.id,
            name=called.name,
            ship=called.ship,
            state=fleet.ships[called.at].state.get(called.id) or Damage(),
            points=points(called.ship, coefficients),
            estimated=called.ship.points is None,
            path=("ships", called.at),
        )
        for called in call_ships(fleet.ships, lookup, lambda ship: size_class(ship.mass).code)
    ]
    return LinkedFleet(fleet, tuple(members))


def points_coefficients(fleet: Fleet) -> Mapping[str, int]:
    """What a point of strength is worth in this fleet, in hundredths."""
    return fleet.points.model_dump(by_alias=True, exclude={"reason"}) if fleet.points else POINTS


def power_coefficients(fleet: Fleet) -> Mapping[str, int]:
    """What this fleet's power budgets are made of."""
    return fleet.power.model_dump(exclude={"reason"}) if fleet.power else POWER


def derive_fleet(linked: LinkedFleet) -> dict[str, Any]:
    """Everything that `show` tells of a fleet."""
    fleet = linked.fleet
    power = power_coefficients(fleet)
    rows = [
        {
            "id": m.id,
            "name": m.name,
            "ship": m.ship.name,
            "class_code": size_class(m.ship.mass).code,
            "mass": m.ship.mass,
            "points": m.points,
            "points_source": "estimate" if m.estimated else "published",
            "points_estimate": estimate_points(m.ship, points_coefficients(fleet)),
            "power_used": power_used(m.ship, power),
            "power_available": power_available(m.ship, power),
        }
        for m in linked.members
    ]
    return {
        "ships": rows,
        "points": linked.points,
        "points_limit": fleet.points_limit,
        "mass": sum(m.ship.mass for m in linked.members),
        "start_speed": fleet.start_speed,
        "range_band": f"{fleet.range_band.size} {fleet.range_band.unit}",
    }
