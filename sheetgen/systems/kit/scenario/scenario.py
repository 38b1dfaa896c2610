"""Scenarios: what may be written, and the same with its fleets looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Self

from sheetgen.ground.record import record, replace
from sheetgen.reading.field import Colour, Field, Languages, RefusedError, Text, verify
from sheetgen.reading.model import Model
from sheetgen.systems.contract import Companion, Lookup
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.kit.deck import TokenEntry
from sheetgen.systems.kit.scenario.table import Deployment, GamingTable, ShipPlace, Terrain

COLOURS = ("#1f4e79", "#a33b20", "#3d6b35", "#6b4a86")
"""The colours of sides where neither they nor their fleets have one."""


class Side(Model):
    """One side: a fleet by its id, or its own ships; a game's own says what these are."""

    name: Text = Field(max_length=40, description="what the side is called")
    fleet: Text | None = Field(None, description="the id of a fleet definition")
    ships: Sequence[Any] | None = None
    colour: Colour = Field("", description='such as "#1f4e79" or darkred')
    places: dict[Text, ShipPlace] = Field(
        default_factory=dict, description="where ships begin, by ID: {A1: {at: [6, 4]}}"
    )

    own: ClassVar[str] = "ships"
    """The key of its own ships."""
    more: ClassVar[Mapping[str, str]] = {}
    """The other things that it may say of them: attributes, and their keys."""

    @verify()
    def _choose_one(self) -> None:
        if (self.fleet is None) == (self.ships is None):
            hint = f"write fleet: and a fleet's id, or {self.own}: as in a fleet"
            raise RefusedError("wrong-value", f"a side needs either a fleet or {self.own}", hint)
        if self.fleet is not None and (said := self.describe()):
            message = f"a side with a fleet has no {' and no '.join(said)} of its own"
            raise RefusedError("wrong-value", message, f"write that into the fleet {self.fleet}")

    def describe(self) -> dict[str, Any]:
        """All else that it says of its own ships, by the keys of a fleet."""
        said = {key: getattr(self, name) for name, key in self.more.items()}
        return {key: value for key, value in said.items() if value is not None}


class SpecialRule(Model):
    """A rule that holds in this scenario."""

    title: Text = Field(max_length=80, description="what the rule is called")
    text: Text = Field(description="what it says")


class Scenario(Model):
    """The keys of every scenario; each game's own model adds which `system`, and its terrain."""

    system: str
    id: Text | None = Field(None, description="a short name for files that hold several scenarios")
    like: Text | None = Field(None, description="the id of another, whose keys it has besides")
    scenario: Text = Field(max_length=120, description="the scenario's title")
    about: Text | None = Field(
        None, max_length=1200, description="what it is about, in a few sentences"
    )
    language: Languages | None = Field(None, description="de, or [de, en] for captions in both")
    table: GamingTable = Field(description="{width: 4, depth: 4, unit: ft}")
    terrain: Sequence[Terrain] = Field(default_factory=list)
    deployment: Sequence[Deployment] = Field(
        default_factory=list,
        max_length=12,
        description="[{side: Blue, area: {corner: bottom-left, within: 6}}]",
    )
    sides: Annotated[Sequence[Side], Field(min_length=2, max_length=4)] = Field(
        description="[{name: Blue, fleet: first-fleet}]"
    )
    special_rules: list[SpecialRule] = Field(
        default_factory=list, max_length=40, description="[{title: Ambush, text: …}]"
    )
    tokens: list[TokenEntry] = Field(
        default_factory=list, max_length=20, description="[{word: Barrel, sign: barrel, count: 6}]"
    )
    victory: Text | None = Field(None, description="who wins")
    turns: int | None = Field(None, ge=1, le=99, description="how many turns are played")

    @property
    def name(self) -> str:
        """The scenario's title."""
        return self.scenario


@record
class LinkedSide:
    """A side with its fleet, which has the side's colour.

    `at` is its place among the sides as they are written, from 0, and `places` where its ships
    begin, by what `call_ship` calls them.
    """

    name: str
    colour: str
    fleet: base.LinkedFleet
    at: int = 0
    places: Mapping[str, ShipPlace] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """The side's strength in the unit of its game, such as points; 0 in a game without any."""
        return getattr(self.fleet, self.fleet.unit) if self.fleet.unit else 0

    @property
    def estimated(self) -> bool:
        """Whether any of its points are an estimate."""
        return getattr(self.fleet, "estimated", False)

    @property
    def left(self) -> LinkedSide:
        """The side with what losses leave of its fleet."""
        return replace(self, fleet=self.fleet.present or self.fleet)


@record(eq=False)
class LinkedScenario:
    """A scenario with its sides' fleets."""

    plan: ClassVar[Any]
    """The ValuePlan of the scenarios of its game."""

    scenario: Any
    sides: tuple[LinkedSide, ...]

    @property
    def name(self) -> str:
        """The scenario's title."""
        return self.scenario.scenario  # type: ignore[no-any-return]

    @cached_property
    def subject(self) -> Any:
        """The values that follow from the scenario and its fleets. Raises ProblemError."""
        return self.plan.read(self.scenario, None, name=self.name, **self.plan.list_known(self))

    @property
    def present(self) -> Self | None:
        """The scenario with what losses leave of its fleets; None if these have none."""
        if not any(side.fleet.present for side in self.sides):
            return None
        return replace(self, sides=tuple(side.left for side in self.sides))

    @property
    def unit(self) -> str:
        """The unit of a side's strength, such as `points`; empty in a game without any."""
        return self.sides[0].fleet.unit if self.sides else ""

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


def link_sides(
    scenario: Scenario,
    lookup: Lookup,
    make: Callable[..., Any],
    link: Callable[[Any, Lookup], Any],
    adapt: Callable[[Any], Any],
) -> tuple[LinkedSide, ...]:
    """The sides with their fleets, whose ships are numbered on from side to side.

    `make` and `link` make the fleet of a side that lists its own ships, `adapt` changes a fleet to
    what the scenario says. A side whose fleet is not found is left out.
    """
    sides = []
    for at, side in enumerate(scenario.sides):
        if side.fleet is not None:
            linked = lookup.find(("sides", at, "fleet"), side.fleet, "fleet")
        else:
            own = {side.own: list(side.ships or ()), **side.describe()}
            fleet = make(system=scenario.system, fleet=side.name, **own)
            linked = link(fleet, _Within(lookup, ("sides", at)))
        if linked is not None:
            colour = side.colour or linked.fleet.colour or COLOURS[at]
            coloured = replace(linked.fleet, colour=colour)
            fleet = adapt(replace(linked, fleet=coloured))
            sides.append(LinkedSide(side.name, colour, fleet, at, side.places))
    marks = base.LinkedFleet.meet([side.fleet for side in sides])
    pairs = zip(sides, marks, strict=True)
    return tuple(replace(side, fleet=side.fleet.take(mark)) for side, mark in pairs)


def list_parts(linked: LinkedScenario) -> Iterator[Companion]:
    """The sides' fleets, whose kits are printed with the scenario."""
    for side in linked.sides:
        own = side.fleet.name
        yield Companion("fleet", side.fleet, own if own == side.name else f"{side.name}: {own}")


def call_ship(member: Any) -> str:
    """The mark of a ship in its fleet: its ID, or the mark of a unit that has none."""
    return str(getattr(member, "id", "") or getattr(member, "mark", ""))


def find_deployments(linked: LinkedScenario, side: str) -> Sequence[Deployment]:
    """Find the areas in which a side deploys."""
    return [one for one in linked.scenario.deployment if one.side == side]
