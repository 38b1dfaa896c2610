"""Fleets: what may be written about one, and the same with its ships found, named and numbered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args

from sheetgen.ground.diagnostics import write_rule
from sheetgen.ground.number import count
from sheetgen.ground.record import record, replace
from sheetgen.reading.field import Colour, Field, Languages, RefusedError, Text, verify
from sheetgen.reading.model import Model
from sheetgen.systems.column import Column
from sheetgen.systems.contract import Check, Finding, Look, Lookup, check

# IDs: the numbers of ships by a code, on from one side to the next. A fleet here is whatever has
# `members`: ships with an `id`, and with their `code`, None where the ID was written.


N = TypeVar("N", bound=Any)


def number_ships(taken: set[str]) -> Callable[[str], str]:
    """Gives IDs by code: BB1, BB2, CA1 …, past those that are taken."""
    series: dict[str, Iterator[str]] = {}

    def count(code: str) -> Iterator[str]:
        number = 1
        while True:
            if f"{code}{number}" not in taken:
                yield f"{code}{number}"
            number += 1

    return lambda code: next(series.setdefault(code, count(code)))


def number_sides(fleets: Sequence[Any]) -> list[tuple[str, ...]]:
    """The IDs of each fleet's ships where fleets meet: the numbers go on from fleet to fleet.

    IDs that were written stay, and no fleet counts them. A member without any ID has an empty one.
    """
    give = number_ships({identity for fleet in fleets for identity in list_written(fleet)})
    return [tuple(_name_member(member, give) for member in fleet.members) for fleet in fleets]


def _name_member(member: Any, give: Callable[[str], str]) -> str:
    code, identity = getattr(member, "code", None), getattr(member, "id", "")
    return identity if code is None else give(code)


def give_ids(fleet: N, ids: Sequence[str]) -> N:
    """The fleet with these IDs for its ships; the same object if they have them already."""
    pairs = list(zip(fleet.members, ids, strict=True))
    members = tuple(m if getattr(m, "id", "") == own else replace(m, id=own) for m, own in pairs)
    return fleet if members == fleet.members else replace(fleet, members=members)


def list_written(fleet: Any) -> dict[str, Any]:
    """The ships of a fleet whose IDs were written, by their IDs."""
    written = (member for member in fleet.members if getattr(member, "code", "") is None)
    return {member.id: member for member in written}


@check("shared-id", "warning", beside=True)
def shared_ids(fleet: Any, before: Sequence[Any]) -> Iterator[Finding]:
    """Two sides that meet have ships with the same ID.

    Why: An order for CA1 should be for one ship only, so the numbers of ships without `ids` go on
    from one side to the next. IDs that you write stay, even if another side has them too.

    Example:
    ships: [{ship: kestrel, ids: [K1]}]    # and K1 is written in the other fleet too
    """
    taken = {identity: other for other in reversed(before) for identity in list_written(other)}
    for identity, member in list_written(fleet).items():
        if identity in taken:
            ids = fleet.fleet.ships[member.at].ids or ()
            place = ("ids", ids.index(identity)) if identity in ids else ()
            message = f"the ID {identity} is taken by a ship of {taken[identity].name}"
            hint = "write another ID for one of the two"
            yield Finding(("ships", member.at, *place), message, hint)


Emblem = Literal["circle", "ring", "star", "chevron", "diamond", "cross", "crescent", "bars"]
"""The marks that a fleet may choose; templates/common/emblem.svg draws them."""

MOST_SHIPS = 1000
"""Ships of one fleet."""


class Entry(Model):
    """Some ships of one design."""

    ship: Text = Field(description="the id of a ship definition")
    count: int = Field(1, ge=1, le=99, description="how many, 1 to 99")
    ids: list[Text] | None = Field(None, description="an ID for each, such as [A1, A2]")
    names: list[Text] | None = Field(None, description="a name for each")


class Fleet(Model):
    """The keys of every fleet; each game's own model adds which `system`, and its ships."""

    system: str
    id: Text | None = Field(None, description="a short name for files that hold several fleets")
    like: Text | None = Field(None, description="the id of another, whose keys it has besides")
    fleet: Text = Field(max_length=120, description="the fleet's name")
    colour: Colour = Field("", description='such as "#1f4e79" or darkred')
    language: Languages | None = Field(None, description="de, or [de, en] for captions in both")
    emblem: Emblem | None = Field(None, description=f"a mark: {', '.join(get_args(Emblem))}")
    art: Text | None = Field(None, description="a picture of its emblem instead: PNG, JPEG or SVG")
    yard: Text | None = Field(
        None, description="fleets with the same one have hulls that look alike"
    )

    @verify("ships")
    def _count(self, entries: Sequence[Entry]) -> None:
        if sum(entry.count for entry in entries) > MOST_SHIPS:
            raise RefusedError("out-of-range", f"the fleet has more than {MOST_SHIPS} ships")

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet


@record(slots=False)
class Member:
    """One ship of a fleet, or a ship on its own, which has no ID.

    It has its losses, and how its fleet reads the rules. One that `is_present` has only the values
    that its losses leave.
    """

    id: str
    name: str
    ship: Any
    number: int = 0  # in its fleet, from 1
    at: int = 0  # the place of its entry in the definition, from 0
    code: str | None = None  # by which it is numbered, None where its ID was written
    state: Any = None
    is_present: bool = False
    readings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of a print of the member: its ID and its name."""
        return f"{self.id} {self.name}".strip()

    @property
    def design(self) -> str:
        """The name of its design; empty where the ship has the same name."""
        name: str = self.ship.name
        return name if name != self.name else ""

    @cached_property
    def subject(self) -> Any:
        """The values that follow from the ship and its losses. Raises ProblemError."""
        ship = self.ship
        if self.state is None and self.name == ship.name and not self.readings:
            return ship.subject
        made = ship.plan.read(ship, self.state or ship.plan.idle, name=self.name, **self.readings)
        return made.present if self.is_present else made

    @property
    def present(self) -> Member | None:
        """The ship with what its losses leave of it; None if it has no state."""
        hit = self.state is not None and not self.is_present
        return replace(self, is_present=True) if hit else None

    @property
    def record(self) -> Any:
        """The values that follow from the ship and its losses, as attributes."""
        return self.subject.record

    @property
    def cost(self) -> Any:
        """The ship's part of what its fleet adds up."""
        plan = self.ship.plan
        return getattr(self.record, plan.worth) if plan.worth in plan.parts else 0

    @property
    def estimated(self) -> bool:
        """Whether its points are an estimate: its value of that name."""
        return getattr(self.record, "estimated", False) is True


@record(eq=False)
class LinkedFleet:
    """A fleet with its ships, or with whatever else it is made of.

    `place` says which side it is, from 0, in its battle or among the fleets of a run; `turns` are
    those of the scenario that it is in, if it says so.
    """

    plan: ClassVar[Any]
    """The ValuePlan of the fleets of its game."""
    unit: ClassVar[str] = ""
    """The measure of its strength: the name of a number that it has, such as points."""

    fleet: Any
    members: tuple[Any, ...]
    place: int = 0
    turns: int | None = None

    @property
    def name(self) -> str:
        """The fleet's name."""
        return self.fleet.fleet  # type: ignore[no-any-return]

    @cached_property
    def subject(self) -> Any:
        """The values that follow from the fleet and its ships. Raises ProblemError."""
        plan, changes = self.plan, self.plan.read_changes(self.fleet)
        more = {"name": self.name, **plan.list_known(self), **changes}
        if "turns" in plan.names.known:
            more["turns"] = self.turns
        if "changed" in plan.parts and plan.readings:  # whether each reading is the fleet's own
            more["changed"] = plan.parts["changed"].make(*(name in more for name in plan.readings))
        return plan.read(self.fleet, None, **more)

    @property
    def record(self) -> Any:
        """The values that were written and those that follow, as attributes."""
        return self.subject.record

    @property
    def present(self) -> Self | None:
        """The fleet with what losses leave of its ships; None if none of these has a state."""
        left = [member.present for member in self.members]
        if not any(left):
            return None
        members = tuple(new or old for new, old in zip(left, self.members, strict=True))
        return replace(self, members=members)

    @property
    def estimated(self) -> bool:
        """Whether any of its points are an estimate."""
        return any(member.estimated for member in self.members)

    @staticmethod
    def meet(sides: Sequence[LinkedFleet]) -> Sequence[tuple[int, tuple[str, ...]]]:
        """Number the fleets of a run as sides, each with the IDs of its ships among the others."""
        return list(enumerate(number_sides(sides)))

    def take(self, mark: tuple[int, Sequence[str]]) -> Self:
        """The fleet as that side, with these IDs; the same object if it is so already."""
        place, ids = mark
        fleet = give_ids(self, ids)
        return fleet if place == fleet.place else replace(fleet, place=place)


def name_yard(values: Any) -> str:
    """The name that leads to the yard of a fleet's ships; empty for a ship on its own."""
    return values.fleet.yard or values.name if isinstance(values, LinkedFleet) else ""


MEMBER = (
    Column(value="number", show=""),
    Column("id", compare="ID", sheet="id"),
    Column("name", compare="Name", sheet="name"),
    Column("ship", "ship.name", compare="Design"),
    Column(value="design", sheet="ship"),
)
"""The columns with which the list of a fleet's ships begins."""


def call_ships(
    entries: Sequence[Entry],
    lookup: Lookup,
    code: Callable[[Any], str],
    kind: str = "ship",
    kept: Collection[str] = (),
    readings: Mapping[str, Any] = {},
) -> Iterator[Member]:
    """Every ship of a fleet with its ID and name; those that are not found are left out.

    They are definitions of that `kind`. Ships without an ID are numbered by their `code`, as if
    the fleet were alone; IDs that are to be `kept`, or have losses, stay as if they were written.
    """
    found = [
        lookup.find(("ships", at, "ship"), entry.ship, kind) for at, entry in enumerate(entries)
    ]
    give = number_ships({identity for entry in entries for identity in entry.ids or ()})
    number = 0
    for at, (entry, ship) in enumerate(zip(entries, found, strict=True)):
        if ship is None:
            continue
        ids, names, lost = entry.ids or (), entry.names or (), getattr(entry, "state", {})
        for place in range(entry.count):
            number += 1
            own = None if place < len(ids) else code(ship)
            identity = ids[place] if own is None else give(own)
            name = names[place] if place < len(names) else ship.name
            if identity in lost or identity in kept:
                own = None
            state = lost.get(identity)
            yield Member(identity, name, ship, number, at, own, state, readings=readings)


def list_members(values: Any) -> Sequence[Any]:
    """The ships of a linked fleet, or a ship on its own."""
    if isinstance(values, LinkedFleet):
        return values.members
    return (Member("", values.name, values),)


def find_colour(values: Any, look: Look, own: str = "") -> str:
    """The accent of what is printed: that of the run, of the linked fleet, or the game's own."""
    fleet = getattr(values, "fleet", None)
    return look.colour or (fleet.colour if fleet else "") or own


# Checks of a fleet.


@check("ship-ids", "error")
def ship_ids(linked: LinkedFleet) -> Iterator[Finding]:
    """IDs or names in a fleet do not match its ships.

    Why: Sheets, cards and counters identify ships by ID, so each ship needs its own.

    Example:
    ships: [{ship: kestrel, count: 2, ids: [K1, K1]}]    # K1 is given twice
    """
    seen: set[str] = set()
    for at, entry in enumerate(linked.fleet.ships):
        for key, values in (("ids", entry.ids), ("names", entry.names)):
            if values is not None and len(values) != entry.count:
                given = f"{len(values)} {'is' if len(values) == 1 else 'are'} given"
                message = f"{key}: {given} for {count(entry.count, 'ship')}"
                hint = f"give one for each, or leave {key} out"
                yield Finding(("ships", at, key), message, hint)
        for place, identity in enumerate(entry.ids or ()):
            if identity in seen:
                message = f"the ID {identity} is given twice in this fleet"
                yield Finding(("ships", at, "ids", place), message, "each ship needs its own")
            seen.add(identity)


@check("fold-without-back", "warning")
def fold_without_back(linked: LinkedFleet) -> Iterator[Finding]:
    """Counters are to be folded over, but have no back.

    Why: A fold-over counter is a front and a back printed as one piece. Without a back there is
    nothing to fold, and plain counters are printed.

    Example:
    counters: {fold: true}    # add back: name
    """
    counters = linked.fleet.counters
    if counters.fold and counters.back == "none":
        message = "counters are to be folded, but have no back"
        yield Finding(("counters", "fold"), message, "add back: name, or another back")


_OVER_LIMIT = """A fleet has more {unit} than its limit.

Why: The limit is what the players agreed on. Whether one point more matters is for them to say,
so the fleet is printed all the same.

Example:
{unit}_limit: 100    # and they come to 108
"""


def limit_fleet(unit: str = "points", said: str = "the ships come to") -> Check:
    """The check of a fleet's total against its limit.

    The total is the linked fleet's attribute named like the `unit`, the limit the fleet's key of
    that name followed by `_limit`. Names of units end in s.
    """

    def find(linked: LinkedFleet) -> Iterator[Finding]:
        key, total = f"{unit}_limit", getattr(linked, unit)
        limit = getattr(linked.fleet, key)
        if limit is not None and total > limit:
            over = total - limit
            hint = f"{over} {unit.removesuffix('s') if over == 1 else unit} too many"
            yield Finding((key,), f"{said} {total} {unit}, but the limit is {limit}", hint)

    return Check(write_rule("over-limit", "warning", _OVER_LIMIT.format(unit=unit)), find)


def flag_lost(known: Sequence[object], lost: Sequence[object]) -> list[bool]:
    """Say for each known thing whether it is lost; of namesakes, the first ones are."""
    left = list(lost)
    gone = []
    for name in known:
        gone.append(name in left)
        if gone[-1]:
            left.remove(name)
    return gone
