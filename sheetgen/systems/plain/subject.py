"""Subjects: definitions with everything that the formulas of their kind work out for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from sheetgen.ground.diagnostics import join_lines
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading.field import Prose, Text
from sheetgen.reading.model import Model
from sheetgen.systems import Field
from sheetgen.systems.column import Why
from sheetgen.systems.kit import fleet as base
from sheetgen.systems.plain.field import Convert, read_part
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames
from sheetgen.systems.plain.formula.parser import Name
from sheetgen.systems.plain.formula.value import (
    BLANK,
    NUMBER,
    BlankError,
    FormulaWork,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    Type,
    leave_blank,
    write_number,
)


@record
class Subject:
    """The values of a definition as formulas know them: in a frame, and in a record."""

    frame: Frame
    record: Any
    name: str

    def open(self) -> Frame:
        """A frame to work on: this one stays as it is, and the work begins again."""
        return [FormulaWork(), *self.frame[1:]]


class Silhouette(NamedTuple):
    """A ship from above as templates draw it: its layers, and its size beside others, at most 1."""

    parts: Sequence[Any] = ()
    scale: float = 1.0


@record(frozen=False, eq=False)
class ValuePlan:
    """A plan for working out the values of a kind.

    `readers` say where each field is found, by its attribute, and into which slot of the frame it
    goes; `values` are the formulas in an order in which each has what it needs.
    """

    kind: str
    names: FormulaNames
    parts: dict[str, Type] = field(default_factory=dict)
    readers: list[tuple[str, Convert | None, int]] = field(default_factory=list)
    state_readers: list[tuple[str, Convert | None, int]] = field(default_factory=list)
    values: list[tuple[str, int, Formula]] = field(default_factory=list)
    make: Any = None
    record: RecordType | None = None
    idle: Any = None
    """The state of a ship that has lost nothing."""
    draw: Callable[[Subject], Silhouette] = lambda subject: Silhouette()
    block: Any = None
    """What a block of game.yaml came to: the kind of fleets, or the ScenarioPlan."""

    def finish(self, record: RecordType) -> None:
        """Sets the record that holds all parts of a subject."""
        slots = [self.names.known[name].slot for name in self.parts]
        self.record, self.make = record, record.make
        self._pick = itemgetter(*slots) if len(slots) > 1 else lambda frame: (frame[slots[0]],)

    _pick: Callable[[Frame], Sequence[Any]] = field(default=lambda frame: ())

    def start(self) -> Frame:
        """An empty frame."""
        frame: Frame = [None] * self.names.size
        frame[0] = FormulaWork()
        return frame

    def read(self, written: Any, state: Any, **more: Any) -> Subject:
        """Works out everything for what was written, and the state of a ship. Raises ProblemError.

        `more` are values of names that nobody writes.
        """
        frame = self.start()
        for attribute, convert, slot in self.readers:
            frame[slot] = read_part(written, attribute, convert)
        for attribute, convert, slot in self.state_readers:
            frame[slot] = read_part(state, attribute, convert)
        for name, value in more.items():
            frame[self.names.known[name].slot] = value
        whose = more["name"]
        for _, slot, formula in self.values:
            frame[slot] = formula.work_out(frame, whose)
        return Subject(frame, self.make(*self._pick(frame)), whose)

    def read_blank(self, known: Mapping[str, Any]) -> Subject:
        """Read a few fields alone, and work out what follows with everything else left blank."""
        frame = self.start()
        for name, form in self.parts.items():
            slot = self.names.known[name].slot
            frame[slot] = known[name] if name in known else leave_blank(form)
        for attribute, convert, slot in self.state_readers:  # nothing of it is lost
            frame[slot] = read_part(self.idle, attribute, convert)
        fill_blank(frame, self.values)
        return Subject(frame, self.make(*self._pick(frame)), "")


class Whose(NamedTuple):
    """The subject of a sheet: the plan of a kind, and the kinds that it is printed for."""

    of: str
    plan: ValuePlan
    kinds: tuple[str, ...]
    default: tuple[str, ...]


def fill_blank(frame: Frame, values: Sequence[tuple[str, int, Formula]]) -> None:
    """Work out the values of a blank sheet; what needs something that is left blank is blank."""
    for _, slot, formula in values:
        try:
            frame[slot] = formula.work_out(frame, "a blank sheet")
        except BlankError:
            frame[slot] = leave_blank(formula.type)


class WrittenValues(Model):
    """The keys of a definition of any kind of a plain game."""

    plan: ClassVar[ValuePlan]

    system: Text
    id: Text | None = Field(None, description="a short name, for files that hold several")
    description: Prose | None = Field(None, description="Markdown, for books")
    art: Text | None = Field(None, description="a picture beside this file")

    if TYPE_CHECKING:

        @property
        def name(self) -> str:
            """The definition's name."""

    @cached_property
    def subject(self) -> Subject:
        """The values that follow from the definition. Raises ProblemError."""
        return self.plan.read(self, self.plan.idle, name=self.name)


class Named(WrittenValues):
    """A definition of the first kind, which has a name."""

    name: Text = Field(max_length=120, description="what it is called")


class Marked(WrittenValues):
    """A definition of another kind, whose marker holds its name."""

    marker: Text

    @property
    def name(self) -> str:
        """The definition's name."""
        return self.marker


@record(slots=False)
class PlainMember(base.Member):
    """A ship of a fleet, with what it has lost."""

    state: Any = None

    @cached_property
    def subject(self) -> Subject:
        """The values that follow from the ship and its losses. Raises ProblemError."""
        plan: ValuePlan = self.ship.plan
        if self.state is None and self.name == self.ship.name:
            subject: Subject = self.ship.subject
            return subject
        return plan.read(self.ship, self.state or plan.idle, name=self.name)

    @property
    def estimated(self) -> bool:
        """Whether its points are an estimate: its value of that name."""
        return getattr(self.subject.record, "estimated", False) is True


class PlainFleet(base.LinkedFleet[Any, PlainMember]):
    """A fleet with its ships."""

    plan: ClassVar[ValuePlan]

    @cached_property
    def subject(self) -> Subject:
        """The values that follow from the fleet and its ships. Raises ProblemError."""
        ships = [make_member(self.plan, member) for member in self.members]
        return self.plan.read(self.fleet, None, name=self.name, ships=ships)

    @property
    def estimated(self) -> bool:
        """Whether any of its points are an estimate."""
        return any(member.estimated for member in self.members)


def make_member(plan: ValuePlan, member: PlainMember) -> Any:
    """A ship as the formulas of its fleet know it: with its ID."""
    ships = plan.parts["ships"]
    assert isinstance(ships, ListOf) and isinstance(ships.item, RecordType)
    subject = member.subject.record
    own = [getattr(subject, name) for name in subject.__slots__]
    return ships.item.make(member.id, *own)


def find_failures(values: Any) -> Sequence[Any]:
    """Return nothing, but work everything out: raises ProblemError where that fails."""
    assert isinstance(values.subject, Subject)
    return ()


class Exact(Fraction):
    """A fraction that is shown as people write it, also in a template and in a sum."""

    def __str__(self) -> str:
        return write_number(self)

    def __html__(self) -> str:
        return write_number(self)

    def __add__(self, other: Any) -> Any:
        return Exact(Fraction(self) + other)

    __radd__ = __add__


def show(value: Any) -> Any:
    """A value as lists and tables show it."""
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return [show(item) for item in value] if isinstance(value, list) else value


def simplify_data(value: Any) -> Any:
    """A value as plain data, for `show --json` and for templates: fractions are decimals."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, list):
        return [simplify_data(item) for item in value]
    if hasattr(value, "__slots__") and not isinstance(value, (str, int)):
        return {name: simplify_data(getattr(value, name)) for name in value.__slots__}
    return value


def make_printable(form: Type) -> Convert | None:
    """Make the function that turns a value into what templates get; None if that is the same."""
    if form == NUMBER:
        return lambda value: float(value) if isinstance(value, Fraction) else value
    if isinstance(form, Maybe):
        whole = make_printable(form.of)
        return (lambda value: None if value is None else whole(value)) if whole else None
    if isinstance(form, ListOf):
        inner = make_printable(form.item)
        return (lambda values: [inner(value) for value in values]) if inner else None
    if isinstance(form, RecordType):
        parts = {name: make_printable(part) for name, part in form.parts.items()}
        if any(parts.values()):
            readers = list(parts.items())
            return lambda value: form.make(
                *[read_part(value, name, convert) for name, convert in readers]
            )
    return None


def empty_blanks(value: Any) -> Any:
    """A value of a blank sheet as templates get it: empty texts where nothing is known."""
    if value is BLANK:
        return ""
    if isinstance(value, list):
        return [empty_blanks(item) for item in value]
    if isinstance(value, Fraction):
        return float(value)
    if hasattr(type(value), "__slots__") and not isinstance(value, (str, int)):
        return type(value)(*[empty_blanks(getattr(value, name)) for name in value.__slots__])
    return value


# Explanations of values: the formula, and the same with the numbers in it.


def find_reason(formula: Formula, plan: ValuePlan) -> Callable[[Any], Why] | None:
    """Make the function that explains a value; None for a value that is only written."""
    while isinstance(formula.tree, Name):
        name = formula.tree.name
        deeper = next((value for known, _, value in plan.values if known == name), None)
        if deeper is None:
            return None
        formula = deeper

    def explain(values: Any) -> Why:
        subject: Subject = values.subject
        frame = subject.open()
        text, filled = join_lines(formula.text), join_lines(formula.substitute(frame))
        made = simplify_data(formula.work_out(frame, subject.name))
        steps = [text, filled, f"{tell(made)}"]
        return Why(" = ".join(dict.fromkeys(steps)))

    return explain


def tell(value: Any) -> Any:
    """A value of any type in one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        between = " | " if value and isinstance(value[0], (list, dict)) else ", "
        return between.join(str(tell(item)) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {tell(one)}" for name, one in value.items())
    return f"{value:.4f}".rstrip("0") if isinstance(value, float) else value
