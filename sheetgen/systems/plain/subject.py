"""Subjects: definitions with everything that the formulas of their kind work out for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sheetgen.ground.diagnostics import ProblemError, join_lines
from sheetgen.ground.number import name_one
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import Model, list_keys
from sheetgen.systems.column import Table, Why
from sheetgen.systems.kit.fleet import LinkedFleet
from sheetgen.systems.plain.field import MOST_NAME, Convert, MadeField, read_part
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula, KnownNames
from sheetgen.systems.plain.formula.parser import Name
from sheetgen.systems.plain.formula.value import (
    BLANK,
    NUMBER,
    PENDING,
    TEXT,
    WHOLE,
    BlankError,
    FormulaWork,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    Type,
    leave_blank,
    make_record,
    write_number,
)
from sheetgen.systems.plain.table import read_changes


@record
class Subject:
    """The values of a definition as formulas know them: in a frame, and in a record.

    What follows from others is worked out when it is first asked for, and kept. Asking raises
    ProblemError where that fails.
    """

    plan: ValuePlan
    frame: Frame
    name: str

    @property
    def record(self) -> Any:
        """The values as attributes."""
        return self.plan.make(self.frame)

    @property
    def present(self) -> Subject:
        """The subject after losses: formulas find present values under the names of whole ones."""
        frame, left = self.open(), self.record.present if self.plan.present else None
        for name in self.plan.present:
            frame[self.plan.names.known[name].slot] = getattr(left, name)
        return Subject(self.plan, frame, self.name)

    def open(self) -> Frame:
        """A frame to work on: this one stays as it is, and the work begins again.

        What is pending is worked out from whole values, also in a frame of present ones.
        """
        frame = self.frame
        more = self.plan.names.size - len(frame)  # what was built since
        return [FormulaWork(self.name, frame[0].base or frame), *frame[1:], *[None] * more]


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
    present: dict[str, KnownNames] = field(default_factory=dict)
    """The values that losses change, with the formulas of what is left."""
    present_slot: int = 0
    """The slot of the record of all present values, if there is one."""
    find_idle: Callable[[], Any] = lambda: None
    """The function that makes the record `state` of a ship that has lost nothing."""
    empty: Frame = field(default_factory=list)
    """The frame with which every other starts."""
    readings: dict[str, tuple[int, Any]] = field(default_factory=dict)
    """The slots of the game's readings, and their usual values."""
    model: Any = None
    """The class of what is written."""
    doubled: set[str] = field(default_factory=set)
    """Optional fields whose names values have too."""
    make: Any = None
    record: RecordType | None = None
    idle: Any = None
    """The state of a ship that has lost nothing."""
    lost: Mapping[str, MadeField] = field(default_factory=dict)
    """The fields of the state of a ship."""
    is_deep: bool = False
    """Whether so many values hang from each other that they are worked out in their order."""
    worth: str = ""
    """The value that fleets add up and may limit."""
    units: Any = None
    """Of fleets that are made of units, their UnitKind; of units, their class."""
    list_known: Callable[[Any], dict[str, Any]] = lambda linked: {}
    """Of fleets and scenarios, what gives the values that formulas know and nobody writes."""
    draw: Callable[[Subject, str], Silhouette] = lambda subject, fleet: Silhouette()
    """The function that draws a ship, as the yard of a fleet of that name builds it."""
    block: Any = None
    """The result of a block of game.yaml: the links of fleets, or the ScenarioPlan."""

    def is_hit(self, frame: Frame) -> bool:
        """Whether the ship of a frame has lost anything."""
        state = self.names.known.get("state")
        with suppress(BlankError):
            return state is not None and frame[state.slot] != self.find_idle()
        return False

    def finish(self, title: str = "") -> None:
        """Closes the list of the names that a subject has; `title` is what messages call it."""
        title = title or name_one(self.kind)
        self.make = make_lazy_class(title, {name: self.names.known[name] for name in self.parts})
        self.record = RecordType(title, parts=self.parts, make=self.make)

    def start(self, whose: str) -> Frame:
        """A frame in which everything that follows from others is pending."""
        if len(self.empty) < self.names.size:
            self.empty = self._make_empty()
        return [FormulaWork(whose), *self.empty[1:]]

    def _make_empty(self) -> Frame:
        frame: Frame = [None] * self.names.size
        for _, slot, _ in self.values:
            frame[slot] = PENDING
        if self.present:
            frame[self.present_slot] = PENDING
            for known in self.present.values():
                frame[known.slot] = PENDING
        for slot, usual in self.readings.values():
            frame[slot] = usual
        return frame

    def read(self, written: Any, state: Any, **more: Any) -> Subject:
        """The subject of what was written, and of the state of a ship.

        `more` are values of names that nobody writes.
        """
        whose = more["name"]
        frame = self.start(whose)
        try:
            for attribute, convert, slot in self.readers:
                frame[slot] = read_part(written, attribute, convert)
            for attribute, convert, slot in self.state_readers:
                frame[slot] = read_part(state, attribute, convert)
        except ProblemError as error:  # a value of a type, which does not know whose it is
            found = [replace(one, hint=f"in {whose}: {one.hint}") for one in error.diagnostics]
            raise ProblemError(found) from None
        for name, value in more.items():
            frame[self.names.known[name].slot] = value
        subject = Subject(self, frame, whose)
        if self.is_deep:
            self.work_out(subject)
        return subject

    def read_blank(self, known: Mapping[str, Any]) -> Subject:
        """The subject of which only a few fields are known, and everything else is left blank."""
        frame = self.start("a blank sheet")
        for name, form in self.parts.items():
            slot = self.names.known[name].slot
            if frame[slot] is not PENDING:
                frame[slot] = known[name] if name in known else leave_blank(form)
        for attribute, convert, slot in self.state_readers:  # nothing of it is lost
            frame[slot] = read_part(self.idle, attribute, convert)
        return Subject(self, frame, "")

    def read_changes(self, fleet: Any) -> dict[str, Any]:
        """The readings of the rules that a fleet changes."""
        usual = {name: values for name, (_, values) in self.readings.items()}
        return read_changes(fleet, usual)

    def work_out(self, subject: Subject) -> None:
        """Works out every value of a subject. Raises ProblemError."""
        for name, _, _ in self.values:
            self.names.known[name].read(subject.frame)
        for known in self.present.values():
            known.read(subject.frame)


class LazyRecord:
    """The base of records of frames, whose values are worked out when they are asked for."""

    __slots__ = ("lazy_frame",)


def make_lazy_class(title: str, names: Mapping[str, KnownNames], *more: str) -> type[Any]:
    """A class of records of a plan's frames, with some values `more` before those `names`."""

    def fill(self: Any, frame: Frame, *values: Any) -> None:
        self.lazy_frame = frame
        for name, value in zip(more, values, strict=True):
            setattr(self, name, value)

    def make_getter(known: KnownNames) -> property:
        return property(lambda self: known.read(self.lazy_frame))

    body: dict[str, Any] = {name: make_getter(known) for name, known in names.items()}
    body |= {"__slots__": more, "__init__": fill, "__match_args__": (*more, *names)}
    return type(title.title().replace(" ", ""), (LazyRecord,), body)


class Whose(NamedTuple):
    """The subject of a sheet: whose plan it has, and the kinds that it is printed for."""

    of: str
    read: Callable[[], ValuePlan]
    kinds: tuple[str, ...]
    default: tuple[str, ...]

    @property
    def plan(self) -> ValuePlan:
        """The plan of its kind, which is read when it is asked for. Raises ProblemError."""
        return self.read()


def fill_blank(frame: Frame, values: Sequence[tuple[str, int, Formula]]) -> None:
    """Work out the values of a blank sheet; what needs something that is left blank is blank."""
    for _, slot, formula in values:
        try:
            frame[slot] = formula.work_out(frame, "a blank sheet")
        except BlankError:
            frame[slot] = leave_blank(formula.type)


_MOST = 2000
"""Definitions whose values are kept: those of tens of thousands would take most of the memory."""
_kept: dict[int, tuple[WrittenValues, Subject]] = {}
"""The values of definitions by their identities; in the definitions, they would take more room."""


class WrittenValues(Model):
    """The keys of a definition of any kind of a plain game."""

    plan: ClassVar[ValuePlan]

    system: Text
    id: Text | None = Field(None, description="a short name, for files that hold several")
    like: Text | None = Field(None, description="the id of another, whose keys it has besides")

    if TYPE_CHECKING:

        @property
        def name(self) -> str:
            """The definition's name."""

    @property
    def subject(self) -> Subject:
        """The values that follow from the definition, kept for a while. Raises ProblemError."""
        kept = _kept.get(id(self))
        if kept is None:
            kept = _kept[id(self)] = self, self.plan.read(self, self.plan.idle, name=self.name)
            if len(_kept) > _MOST:
                with suppress(KeyError, RuntimeError):  # where another thread does so too
                    del _kept[next(iter(_kept))]
        return kept[1]

    @property
    def record(self) -> Any:
        """The values that were written and those that follow, as attributes."""
        return self.subject.record


class Named(WrittenValues):
    """A definition of the first kind, which has a name."""

    name: Text = Field(max_length=MOST_NAME, description="what it is called")


class Marked(WrittenValues):
    """A definition of another kind, whose marker holds its name."""

    marker: Text

    @property
    def name(self) -> str:
        """The definition's name."""
        return self.marker


class WrittenState(Model):
    """The losses of a ship; its keys are attributes too, for whoever knows nothing of the game."""

    def __getattr__(self, key: str) -> Any:
        names = (name for name, one in list_keys(type(self)).items() if one.title == key)
        name = next(names, "")
        if not name:
            raise AttributeError(f"there is no key {key}")
        return getattr(self, name)


ENTRY = make_record("an entry", {"number": WHOLE, "place": WHOLE, "ship": TEXT, "count": WHOLE})
"""An entry of a fleet: its number, the place of a ship among its ships, and what is written."""
MEMBER_PARTS: Mapping[str, Type] = {"id": TEXT, "design": TEXT, "entry": ENTRY}
"""The values of each ship that formulas of a fleet know; its own of these names come first."""


def list_ships(linked: LinkedFleet) -> dict[str, Any]:
    """The ships of a fleet as its formulas know them: with their IDs, designs and entries."""
    ships = linked.plan.parts["ships"]
    assert isinstance(ships, ListOf) and isinstance(ships.item, RecordType)
    places: Counter[int] = Counter()
    made = []
    for member in linked.members:
        places[member.at] += 1
        entry = linked.fleet.ships[member.at]
        whose = ENTRY.make(member.at + 1, places[member.at], entry.ship, entry.count)
        known = {"id": member.id, "design": member.ship.name, "entry": whose}
        subject = member.subject
        own = (one for name, one in known.items() if name not in subject.plan.parts)
        made.append(ships.item.make(subject.frame, *own))
    return {"ships": made}


def find_failures(values: Any) -> Sequence[Any]:
    """Return nothing, but work everything out: raises ProblemError where that fails."""
    hit = [member for member in getattr(values, "members", ()) if member.present]
    for one in (values, *hit):
        subject: Subject = one.subject
        subject.plan.work_out(subject)
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
    if hasattr(value, "__match_args__") and not isinstance(value, Table):
        return {name: show(getattr(value, name)) for name in value.__match_args__}
    return [show(item) for item in value] if isinstance(value, list) else value


def simplify_data(value: Any) -> Any:
    """A value as plain data, for `show --json` and for templates: fractions are decimals."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, list):
        return [simplify_data(item) for item in value]
    if hasattr(value, "__match_args__"):
        return {name: simplify_data(getattr(value, name)) for name in value.__match_args__}
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
            return lambda value: (
                LazyPrint(value, parts.__getitem__)
                if isinstance(value, LazyRecord)
                else form.make(*[read_part(value, name, convert) for name, convert in readers])
            )
    return None


class LazyPrint:
    """A lazy record as templates get it: a value is converted when it is asked for."""

    __slots__ = ("lazy_convert", "lazy_record")

    def __init__(self, record: LazyRecord, convert: Callable[[str], Convert | None]) -> None:
        """`convert` gives what converts the value of a name."""
        self.lazy_record, self.lazy_convert = record, convert

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.lazy_record, name)
        convert = self.lazy_convert(name)
        return convert(value) if convert else value


def empty_blanks(value: Any) -> Any:
    """A value of a blank sheet as templates get it: empty texts where nothing is known."""
    if value is BLANK:
        return ""
    if isinstance(value, list):
        return [empty_blanks(item) for item in value]
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, LazyRecord):
        return LazyPrint(value, lambda name: empty_blanks)
    if hasattr(value, "__match_args__"):
        return type(value)(*[empty_blanks(getattr(value, name)) for name in value.__match_args__])
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
