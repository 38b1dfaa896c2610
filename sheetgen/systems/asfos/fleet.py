"""Fleets: what may be written, and the same with its ships looked up and numbered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Literal

from sheetgen.ground.record import record
from sheetgen.reading.model import write_data
from sheetgen.systems import (
    Before,
    Field,
    Finding,
    Lookup,
    Model,
    Prose,
    RefusedError,
    Schema,
    Text,
    check,
    verify,
)
from sheetgen.systems.asfos.data import POINTS, POWER
from sheetgen.systems.asfos.ship import points, power_available, power_used, size_class
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.counters import Counters as BaseCounters
from sheetgen.systems.kit.counters import alike_in_grey, spell_size
from sheetgen.systems.kit.fleet import (
    Count,
    fold_without_back,
    limit_fleet,
    read_state,
    shared_ids,
    ship_ids,
    ship_state,
)

# Counters of a fleet: their sizes, shapes and backs, and the model of `counters:`.


INCHES = {"1/2": 0.5, "5/8": 0.625, "3/4": 0.75, "1": 1.0, "1.25": 1.25, "1.5": 1.5}
"""The sizes of counters, in inches."""

BY_CLASS = {
    "FF": "1/2",
    "DD": "5/8",
    "CL": "3/4",
    "CA": "3/4",
    "BC": "1",
    "BB": "1",
    "DN": "1.25",
    "SDN": "1.25",
    "T": "1.5",
}
"""The size of each size class's counter, unless a fleet has one size for all."""


class Counters(BaseCounters):
    """The size, shape, back and livery of the counters of a fleet's ships."""

    size: Annotated[
        Literal["by-class", "1/2", "5/8", "3/4", "1", "1.25", "1.5"],
        Before(spell_size(INCHES)),
        Schema({"enum": ["by-class", *INCHES, *INCHES.values()]}),
    ] = Field("by-class", description="1/2, 5/8, 3/4, 1, 1.25 or 1.5 inches, or by-class")
    shape: Literal["square", "round", "hex"] = Field(
        "square", description="square, round or hex (with a flat side ahead)"
    )
    back: Literal["none", "name", "damaged"] = Field(
        "none", description="none, name, or damaged (the ship with fires burning)"
    )

    def inches(self, code: str) -> float:
        """The size of the counter of a ship of this size class."""
        return INCHES[BY_CLASS[code] if self.size == "by-class" else self.size]


Code = Literal["Br", "FC", "R", "E", "ED", "Mn"]
DOUBLE = 24
"""Centimetres of the printed range band, 12 inches, where every inch is two centimetres."""
START_SPEED = 6
"""Inches a turn."""
Coefficient = Annotated[int, Field(ge=0, le=10_000)]


class Damage(Model):
    """The losses of a ship, for campaigns."""

    hull: int = Field(0, ge=0, description="hull boxes lost, counted from the left")
    weapons: int = Field(0, ge=0, description="weapons boxes lost, counted from the left")
    criticals: list[Code] = Field(
        default_factory=list, description="critical hits: Br FC R E ED Mn"
    )

    def list_lost(self, member: Starship) -> Iterator[Count]:
        """Yield the hull and weapons boxes that a member has lost, and how many it had."""
        for key, lost in (("hull", self.hull), ("weapons", self.weapons)):
            yield Count((key,), lost, member.ship.mass, f"{key} boxes")


class Entry(base.Entry):
    """Some ships of one design."""

    state: dict[str, Damage] = Field(
        default_factory=dict, description="losses by ID: {BB1: {hull: 3, criticals: [E]}}"
    )


class RangeBand(Model):
    """The length of a range band."""

    size: int = Field(ge=1, le=99, description="a whole number")
    unit: Literal["in", "cm"] = Field("in", description="in or cm")
    inch: Literal[1, 2] | None = Field(
        None, description="centimetres for an inch of the rules: 1, or 2 if all is doubled"
    )

    @verify()
    def _has_centimetres(self) -> None:
        if self.inch and self.unit == "in":
            raise RefusedError(
                "wrong-value",
                "only a band in centimetres says how many there are to an inch",
                "write {size: 24, unit: cm, inch: 2}, or leave inch out",
            )

    @property
    def scale(self) -> int:
        """Units for each inch of the rules that is not a range, such as those of a speed.

        Reading: 24 cm are the printed band in double centimetres.
        """
        if self.unit == "in":
            return 1
        return self.inch or (2 if self.size == DOUBLE else 1)

    @property
    def mark(self) -> str:
        """The mark after a length: a double prime for inches, or ` cm`."""
        return "″" if self.unit == "in" else " cm"

    def measure(self, inches: int) -> str:
        """A length of the rules that is not a range, such as `4″` or `8 cm`."""
        return f"{inches * self.scale}{self.mark}"

    def show(self, tenths: int) -> str:
        """A length in tenths of a band, such as `18″`."""
        value = self.size * tenths / 10
        return f"{value:g}{self.mark}"

    def span(self, start: int, end: int) -> str:
        """A range between two numbers of bands, such as `12–24″`."""
        return f"{self.size * start}–{self.size * end}{self.mark}"


_LENGTH = r"(\d{1,2}) ?(in(?:ch(?:es)?)?|\"|″|cm)\.?"


def _expand_band(value: object) -> object:
    if isinstance(value, str) and (found := re.fullmatch(_LENGTH, value.strip())):
        return {"size": int(found[1]), "unit": "cm" if found[2] == "cm" else "in"}
    if isinstance(value, (str, float)):
        message = f"range_band: {str(value)[:40]!r} is not a length for a range band"
        raise RefusedError("wrong-value", message, "write inches, such as 12, or such as 30 cm")
    return {"size": value} if isinstance(value, int) and not isinstance(value, bool) else value


Band = Annotated[RangeBand, Before(_expand_band, takes=int | str | RangeBand)]


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


class Fleet(base.Fleet):
    """A fleet of A Sky Full of Ships."""

    system: Literal["asfos"]
    points_limit: int | None = Field(None, ge=0, description="the most points allowed")
    start_speed: int | None = Field(
        None, ge=0, le=99, description="speed at the start of the game, usually 6"
    )
    range_band: Band = Field(RangeBand(size=12), description="inches, or a length such as 30 cm")
    power: PowerReading | None = Field(None, description="other coefficients, with a reason")
    points: PointsReading | None = Field(None, description="other coefficients, with a reason")
    counters: Counters = Field(
        default_factory=Counters, description="{size: 1, shape: round, back: name, fold: true}"
    )
    ships: list[Entry] = Field(min_length=1, description="[{ship: warrior, count: 2}]")
    description: Prose | None = Field(None, description="Markdown, for fleet books")

    @property
    def first_speed(self) -> int:
        """The start speed as it was written, or the usual one in the fleet's unit."""
        if self.start_speed is not None:
            return self.start_speed
        return START_SPEED * self.range_band.scale

    @property
    def worth_coefficients(self) -> Mapping[str, int]:
        """The worth of a point of strength in this fleet, in hundredths."""
        return _list_numbers(self.points) if self.points else POINTS

    @property
    def power_coefficients(self) -> Mapping[str, int]:
        """The terms of this fleet's power budgets."""
        return _list_numbers(self.power) if self.power else POWER


def _list_numbers(reading: PointsReading | PowerReading) -> dict[str, int]:
    return {key: value for key, value in write_data(reading).items() if key != "reason"}


@record(slots=False)
class Starship(base.Member):
    """One ship of a fleet, with its losses and its fleet's coefficients."""

    state: Damage = field(default_factory=Damage)
    worth: Mapping[str, int] = field(default_factory=lambda: POINTS)
    power: Mapping[str, int] = field(default_factory=lambda: POWER)

    @property
    def points(self) -> int:
        """The ship's points by the coefficients of its fleet."""
        return points(self.ship, self.worth)

    @property
    def estimated(self) -> bool:
        """Whether its points are an estimate."""
        return self.ship.points is None

    @property
    def points_source(self) -> str:
        """The source of the ship's points: `estimate` or `published`."""
        return "estimate" if self.estimated else "published"


@record(eq=False)
class StarFleet(base.LinkedFleet[Fleet, Starship]):
    """A fleet with its ships; `turns` are those of the scenario that it is in, 0 without one."""

    turns: int = 0

    unit = "points"

    @property
    def points(self) -> int:
        """The sum of its ships' points."""
        return sum(member.points for member in self.members)

    @property
    def estimated(self) -> bool:
        """Whether any of its points are an estimate."""
        return any(member.estimated for member in self.members)


def link_fleet(fleet: Fleet, lookup: Lookup) -> StarFleet:
    """The fleet with its ships found and each given an ID; those not found are left out."""
    worth, power = fleet.worth_coefficients, fleet.power_coefficients
    called = base.call_ships(fleet.ships, lookup, lambda ship: size_class(ship.mass).code)
    members = [
        Starship(**vars(c), state=state or Damage(), worth=worth, power=power)
        for c, state in read_state(fleet.ships, list(called))
    ]
    return StarFleet(fleet, tuple(members))


# Checks of a fleet.


@check("wasted-critical", "warning")
def wasted_critical(linked: StarFleet) -> Iterator[Finding]:
    """A critical hit of a ship in a fleet is listed twice.

    Why: Another hit on a system that is waiting for repair is wasted, so the two are printed as
    one.

    Example:
    ships: [{ship: warrior, state: {BB1: {criticals: [E, E]}}}]
    """
    for at, entry in enumerate(linked.fleet.ships):
        for identity, state in entry.state.items():
            for place, code in enumerate(state.criticals):
                if code in state.criticals[:place]:
                    message = f"{identity} has the critical hit {code} twice; the second is wasted"
                    path = ("ships", at, "state", identity, "criticals", place)
                    yield Finding(path, message, f"one {code} says it")


@check("fleet-power", "warning")
def fleet_power(linked: StarFleet) -> Iterator[Finding]:
    """A ship is over the power budget by the fleet's own coefficients.

    Why: A fleet may set coefficients other than those of the house reading; its ships are then
    checked against them.

    Example:
    power: {reason: early engines, per_engine_mass: 2}
    ships: [{ship: warrior}]
    """
    if linked.fleet.power is None:
        return
    power = linked.fleet.power_coefficients
    for at, entry in enumerate(linked.fleet.ships):
        ship = next((m.ship for m in linked.members if m.at == at), None)
        if ship and power_used(ship, power) > power_available(ship, power):
            used, available = power_used(ship, power), power_available(ship, power)
            message = f"{ship.name} draws {used} power, but its hull supplies {available}"
            yield Finding(("ships", at, "ship"), message, f"by the fleet's reading of {entry.ship}")


FLEET_CHECKS = (
    limit_fleet(),
    ship_ids,
    shared_ids,
    alike_in_grey,
    ship_state,
    wasted_critical,
    fleet_power,
    fold_without_back,
)
