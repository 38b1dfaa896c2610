"""Units: what a fleet is made of where that is more than a ship, such as an element with pilots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar

from sheetgen.ground.number import name_one
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import Model
from sheetgen.systems.contract import Lookup
from sheetgen.systems.kit.fleet import LinkedFleet
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.field import (
    MadeField,
    make_fields,
    make_model,
    make_record_reader,
    read_part,
)
from sheetgen.systems.plain.formula.value import FLAG, WHOLE, ListOf, RecordType, make_record
from sheetgen.systems.plain.kind import add_fields, add_part, add_values, start_plan
from sheetgen.systems.plain.kindfile import MembersSpec
from sheetgen.systems.plain.part import GamePart, Phrase, write_phrase
from sheetgen.systems.plain.present import add_present
from sheetgen.systems.plain.subject import Subject, ValuePlan

PATH: Path_ = ("fleet", "members")


@record(eq=False, slots=False)
class PlainUnit:
    """A unit of a fleet: its ship, and what was written of it beside what is written of all.

    One that is `lone` is a ship that is in no fleet, with the usual values of all keys.
    """

    kind: ClassVar[UnitKind]
    design: ClassVar[str] = ""

    ship: Any
    written: Any
    entries: Sequence[Any]
    number: int = 1  # in its fleet, from 1
    lone: bool = False
    readings: Mapping[str, Any] = field(default_factory=dict)
    is_present: bool = False
    """Whether it has only the values that its losses leave."""

    @property
    def at(self) -> int:
        """The place of its entry in the definition, from 0."""
        return self.number - 1

    @property
    def name(self) -> str:
        """The unit's own name, or else that of its ship."""
        return self.written.called or self.ship.name  # type: ignore[no-any-return]

    @cached_property
    def subject(self) -> Subject:
        """The values that follow from what was written and from the ship. Raises ProblemError."""
        kind = self.kind
        known = {kind.ship: self.ship.record, "entries": self.entries, "lone": self.lone}
        more = {"name": self.name, "number": self.number, **known, **self.readings}
        made = kind.plan.read(self.written, None, **more)
        return made.present if self.is_present else made

    @property
    def present(self) -> PlainUnit | None:
        """The unit with what its losses leave of it; None if it has lost nothing."""
        hit = not self.is_present and self.kind.plan.is_hit(self.subject.frame)
        return replace(self, is_present=True) if hit else None

    @property
    def record(self) -> Any:
        """The values that were written and those that follow, as attributes."""
        return self.subject.record

    @property
    def mark(self) -> str:
        """A text that no other unit of the fleet has; nothing for a lone one."""
        return "" if self.lone else self._write(self.kind.mark)

    @property
    def title(self) -> str:
        """The title of the unit's prints."""
        return self.name if self.lone else self._write(self.kind.title)

    @property
    def state(self) -> Any:
        """The losses of the unit, if they are written under a key `state`."""
        return getattr(self.record, "state", None)

    def _write(self, phrase: Phrase) -> str:
        return write_phrase(phrase, self.subject.open(), self.name)

    @property
    def cost(self) -> Any:
        """The unit's part of what its fleet adds up."""
        worth = self.kind.plan.worth
        return getattr(self.record, worth) if worth in self.kind.plan.parts else 0


class UnitKind(NamedTuple):
    """The kind of a fleet's units: their plan, that of their ships, and how they are written."""

    spec: MembersSpec
    ships: ValuePlan
    plan: ValuePlan
    fields: Mapping[str, MadeField]
    entry: Any
    form: Any
    title: Phrase
    mark: Phrase

    @property
    def key(self) -> str:
        """The key of fleets that lists them."""
        return self.spec.key

    @property
    def ship(self) -> str:
        """The kind of the ship that each has."""
        return self.ships.kind

    def list_parts(self) -> dict[str, RecordType]:
        """The names that formulas of a fleet know: its units, and what is written of each."""
        assert self.plan.record
        return {self.key: self.plan.record, "entries": self.form}

    def list_known(self, linked: LinkedFleet) -> dict[str, Any]:
        """The units of a fleet as its formulas know them, and all that is written of them."""
        return {self.key: [m.record for m in linked.members], "entries": self.read(linked.fleet)}

    def read(self, fleet: Any) -> list[Any]:
        """Read what is written of all units of a fleet, as formulas know it."""
        convert = make_record_reader(self.form, self.fields)
        return [convert(entry) for entry in getattr(fleet, self.key)]

    def describe(self) -> tuple[Any, Any]:
        """The key of a fleet under which its units are written: its annotation and the rest."""
        about = self.spec.about or f"[{{{self.ship}: …}}]"
        many = Field(min_length=1, max_length=self.spec.most)
        return Annotated[list[self.entry], many], Field(description=about)  # type: ignore[name-defined]

    @property
    def unit(self) -> type[PlainUnit]:
        """The class of its units."""
        made: type[PlainUnit] = self.plan.units
        return made

    def link(self, linked: type[LinkedFleet]) -> Callable[..., LinkedFleet]:
        """Make the function that finds the ships of a fleet; what lacks one is left out."""

        def link(written: Any, lookup: Lookup) -> LinkedFleet:
            entries, changed = self.read(written), linked.plan.read_changes(written)
            members: list[Any] = []
            for at, entry in enumerate(getattr(written, self.key)):
                ship = lookup.find((self.key, at, self.ship), entry.ship, self.ship)
                if ship is not None:
                    members.append(self.unit(ship, entry, entries, at + 1, readings=changed))
            return linked(written, tuple(members))

        return link

    def find_ship(self, subject: Subject) -> Subject:
        """The ship of a unit, from above as it is alone."""
        ship = getattr(subject.record, self.ship)
        return Subject(self.ships, ship.lazy_frame, ship.name)

    def stand_alone(self, ship: Any) -> PlainUnit:
        """A ship on its own as the unit of nothing else. Raises ProblemError."""
        entry = self.entry(**{self.ship: ship.name})
        return self.unit(
            ship, entry, [make_record_reader(self.form, self.fields)(entry)], lone=True
        )


def make_units(desk: GameDesk, spec: MembersSpec, ships: ValuePlan) -> UnitKind | None:
    """The units of a game's fleets; None if they are wrong, which is reported."""
    before, one = len(desk.found), spec.key.removesuffix("s")
    plan = start_plan(desk, one)
    add_part(plan, "number", WHOLE)
    add_part(plan, "lone", FLAG)
    if not desk.check_name((*PATH, "key"), plan.names.known, spec.key):
        return None
    assert ships.record
    add_part(plan, ships.kind, ships.record)
    taken = {**plan.names.known, "entries": 0}
    fields = make_fields(desk, (*PATH, "fields"), spec.fields, taken)
    form = make_record("an entry", {name: made.type for name, made in fields.items()})
    add_part(plan, "entries", ListOf.make(form))
    add_fields(plan, fields, spec.values)
    add_values(desk, (*PATH, "values"), spec.values, plan)
    add_present(desk, (*PATH, "present"), spec.present, plan, [*fields, *spec.values])
    plan.finish()
    part = GamePart(desk, PATH, spec, plan.names)
    title, mark = part.read_phrase("title"), part.read_phrase("mark")
    if len(desk.found) > before or title is None or mark is None:
        return None
    about = {
        "ship": f"the id of a {ships.kind} definition",
        "name": f"what {name_one(one)} is called",
    }
    known: dict[str, tuple[Any, Any]] = {
        "ship": (Text, Field(alias=ships.kind, description=about["ship"])),
        "called": (
            Text | None,
            Field(None, alias="name", max_length=60, description=about["name"]),
        ),
    }
    entry = make_model("Entry", Model, fields, **known)
    kind = UnitKind(spec, ships, plan, fields, entry, form, title, mark)
    plan.units = type("Unit", (PlainUnit,), {"kind": kind})
    if "state" in fields:
        read = fields["state"].convert
        plan.find_idle = cache(lambda: read_part(entry(**{ships.kind: "-"}), "f_state", read))
    plan.draw = lambda subject, fleet: ships.draw(kind.find_ship(subject), fleet)
    return kind
