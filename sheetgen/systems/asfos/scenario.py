"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from sheetgen.ground.record import record, replace
from sheetgen.systems import Companion, Field, Lookup, Model, RefusedError, Text, verify
from sheetgen.systems.asfos.deployment import Deployment
from sheetgen.systems.asfos.fleet import Band, Entry, Fleet, LinkedFleet, link_fleet
from sheetgen.systems.asfos.table import GamingTable
from sheetgen.systems.asfos.terrain import Terrain

COLOURS = ("#1f4e79", "#a33b20", "#3d6b35", "#6b4a86")
"""The colours of sides where neither they nor their fleets have one."""


class Side(Model):
    """One side: a fleet by its id, or its own ships."""

    name: Text = Field(max_length=40, description="what the side is called")
    fleet: Text | None = Field(None, description="the id of a fleet definition")
    ships: list[Entry] | None = Field(
        None, min_length=1, description="its ships as in a fleet: [{ship: warrior, count: 2}]"
    )
    colour: str = Field("", pattern=r"#(?:[0-9A-Fa-f]{3}){1,2}", description='such as "#1f4e79"')

    @verify()
    def _choose_one(self) -> None:
        if (self.fleet is None) == (self.ships is None):
            hint = "write fleet: and a fleet's id, or ships: as in a fleet"
            raise RefusedError("wrong-value", "a side needs either a fleet or ships", hint)


class SpecialRule(Model):
    """A rule that holds in this scenario."""

    title: Text = Field(max_length=80, description="what the rule is called")
    text: Text = Field(description="what it says")


class Scenario(Model):
    """A scenario of A Sky Full of Ships."""

    system: Literal["asfos"]
    id: Text | None = Field(None, description="a short name for files that hold several scenarios")
    scenario: Text = Field(max_length=120, description="the scenario's title")
    about: Text | None = Field(
        None, max_length=1200, description="what it is about, in a few sentences"
    )
    table: GamingTable = Field(description="{width: 4, depth: 4, unit: ft}")
    terrain: list[Terrain] = Field(
        default_factory=list, max_length=26, description="[{type: gas-cloud, size: 6}]"
    )
    deployment: list[Deployment] = Field(
        default_factory=list,
        max_length=12,
        description="[{side: Blue, area: {corner: bottom-left, within: 6}}]",
    )
    start_speed: int | None = Field(None, ge=0, le=99, description="speed at the start, for all")
    range_band: Band | None = Field(None, description="inches, or {size: 12, unit: cm}, for all")
    sides: Annotated[list[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )
    special_rules: list[SpecialRule] = Field(
        default_factory=list, max_length=40, description="[{title: Ambush, text: …}]"
    )
    victory: Text | None = Field(None, description="who wins")
    turns: int | None = Field(None, ge=1, le=99, description="how many turns are played")

    @property
    def name(self) -> str:
        """The scenario's title."""
        return self.scenario


@record
class LinkedSide:
    """A side with its fleet, which takes the scenario's speed and range band if these are set."""

    name: str
    colour: str
    fleet: LinkedFleet

    @property
    def points(self) -> int:
        """The sum of its ships' points."""
        return self.fleet.points

    @property
    def estimated(self) -> bool:
        """Whether any of its points are an estimate."""
        return self.fleet.estimated


@record(eq=False)
class LinkedScenario:
    """A scenario with its sides' fleets."""

    scenario: Scenario
    sides: tuple[LinkedSide, ...]

    @property
    def name(self) -> str:
        """The scenario's title."""
        return self.scenario.scenario

    @property
    def difference(self) -> int:
        """The difference in points between the strongest side and the weakest."""
        points = [side.points for side in self.sides]
        return max(points) - min(points)

    @property
    def per_cent(self) -> int:
        """The difference in per cent of the weakest side's points, rounded down."""
        least = min(side.points for side in self.sides)
        return 100 * self.difference // least if least else 100 * bool(self.difference)


class _Within:
    """The lookup of a part of a definition; what is missing is reported inside that part."""

    def __init__(self, lookup: Lookup, path: tuple[str | int, ...]) -> None:
        self._lookup = lookup
        self._path = path

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        return self._lookup.find((*self._path, *path), id, kind)


def link_scenario(scenario: Scenario, lookup: Lookup) -> LinkedScenario:
    """The scenario with its fleets, whose ships are numbered on from side to side.

    A side whose fleet is not found is left out.
    """
    sides = []
    for at, side in enumerate(scenario.sides):
        if side.fleet is not None:
            linked = lookup.find(("sides", at, "fleet"), side.fleet, "fleet")
        else:
            fleet = Fleet(system="asfos", fleet=side.name, ships=list(side.ships or ()))
            linked = link_fleet(fleet, _Within(lookup, ("sides", at)))
        if linked is not None:
            sides.append(_make_side(scenario, side, linked, COLOURS[at]))
    marks = LinkedFleet.meet([side.fleet for side in sides])
    numbered = [replace(s, fleet=s.fleet.take(own)) for s, own in zip(sides, marks, strict=True)]
    return LinkedScenario(scenario, tuple(numbered))


def _make_side(scenario: Scenario, side: Side, linked: LinkedFleet, fallback: str) -> LinkedSide:
    colour = side.colour or linked.fleet.colour or fallback
    changes: dict[str, Any] = {"colour": colour}
    if scenario.start_speed is not None:
        changes["start_speed"] = scenario.start_speed
    if scenario.range_band is not None:
        changes["range_band"] = scenario.range_band
    fleet = linked.fleet.model_copy(update=changes)
    turns = scenario.turns or 0
    return LinkedSide(side.name, colour, LinkedFleet(fleet, linked.members, turns=turns))


def list_parts(linked: LinkedScenario) -> Iterator[Companion]:
    """The sides' fleets, whose kits are printed with the scenario."""
    for side in linked.sides:
        own = side.fleet.name
        yield Companion("fleet", side.fleet, own if own == side.name else f"{side.name}: {own}")
