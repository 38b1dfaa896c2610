"""Columns: each value of a kind written once, for `show`, rosters, and the pages of books."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import reduce
from typing import Any, Literal

from sheetgen.ground.record import NamedTuple, record

Spot = Literal["table", "fact", "compare", "sheet"]
"""The places where a column may have its own heading."""


class Table(NamedTuple):
    """A table for people: headings, which may repeat, above rows, with any totals at the foot."""

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    totals: Sequence[object] = ()


class Term(NamedTuple):
    """A part of a value's arithmetic: what is counted, how, what it comes to, and the reason."""

    what: str
    sum: str = ""
    value: object = ""
    reason: str = ""


class Why(NamedTuple):
    """An explanation of a value: its terms, then the formula with the numbers in it."""

    formula: str
    terms: Sequence[Term] = ()


@record(eq=False)
class Column:
    """A value of a definition, or of one of its parts, with the places where it is shown.

    `value` computes it from the values, or names the attribute that holds it, such as
    `frame.hull`; without `value` the attribute is the `key`. The result is a text, a number, None,
    a list or dict of these, or, with `of`, a list of parts that each have those columns, such as
    the ships of a fleet.

    With a `key`, it appears under that name in `show --json` and in the chapters of books, and,
    unless it is `quiet`, in `show` too: there under the heading `show`, or else the key, in the
    form that `text` gives the value. Every other place has it under the heading given for that
    place: the `table` of several definitions that `show` prints, the `fact`s on a page of a book,
    the tables in which books `compare` definitions or list the parts of one, and, as an attribute
    of that name, the rows of a roster's `sheet`. A `total` is added up at the foot. `why` gives its
    arithmetic, for `show --why`.
    """

    key: str = ""
    value: str | Callable[[Any], Any] = ""
    text: Callable[[Any], Any] | None = None
    of: Sequence[Column] = ()
    show: str | None = None
    table: str | None = None
    fact: str | None = None
    compare: str | None = None
    sheet: str | None = None
    total: bool = False
    quiet: bool = False
    why: Callable[[Any], Why] | None = None

    def get(self, values: Any) -> Any:
        """The value itself."""
        if callable(self.value):
            made = self.value(values)
            return list(made) if isinstance(made, Iterator) else made
        return reduce(getattr, (self.value or self.key).split("."), values)

    def derive(self, values: Any) -> Any:
        """The value for `show --json`."""
        value = self.get(values)
        return [_derive_part(self.of, part) for part in value] if self.of else value

    def read(self, values: Any) -> Any:
        """The value as `show` prints it: a text, a number, a list, or a Table of its parts."""
        value = self.get(values)
        if self.of and value:
            shown = [column for column in self.of if column.is_shown]
            rows = [[column.read(part) for column in shown] for part in value]
            return Table([column.heading for column in shown], rows)
        return self.text(value) if self.text else value

    @property
    def is_shown(self) -> bool:
        """Whether `show` includes it."""
        return (bool(self.key) or self.show is not None) and not self.quiet

    @property
    def heading(self) -> str:
        """The heading of the column in `show`."""
        return self.key.replace("_", " ") if self.show is None else self.show


def derive_values(columns: Iterable[Column], values: Any) -> dict[str, Any]:
    """Some values as `show --json` has them, by the keys of the columns."""
    return {column.key: column.derive(values) for column in columns if column.key}


def _derive_part(columns: Iterable[Column], part: Any) -> dict[str, Any]:
    """A part, such as a ship of a fleet, for `show --json`; after losses as well, if it has any."""
    left = after_losses(derive_values)(columns, part)
    return {**derive_values(columns, part), **({} if left is None else {"present": left})}


def after_losses(work: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function do its work on what losses leave of the values that come last.

    That is their attribute `present`; without one, or if it is None, the result is None.
    """

    def work_on(*given: Any) -> Any:
        *more, values = given
        left = getattr(values, "present", None)
        return None if left is None else work(*more, left)

    return work_on


def read_values(columns: Iterable[Column], values: Any) -> dict[str, Any]:
    """Some values as `show` prints them, by their headings."""
    return {column.heading: column.read(values) for column in columns if column.is_shown}


def explain_values(columns: Iterable[Column], values: Any) -> dict[str, Why]:
    """The arithmetic of the values that have any, by their keys."""
    return {column.key: column.why(values) for column in columns if column.why}


def find_columns(columns: Iterable[Column], spot: Spot) -> Mapping[str, Column]:
    """The columns that appear in one of the places, by their headings there."""
    found = ((getattr(column, spot), column) for column in columns)
    return {heading: column for heading, column in found if heading is not None}


def pick_values(columns: Iterable[Column], spot: Spot, values: Any) -> dict[str, Any]:
    """Return the values that one of the places shows, by the headings there."""
    return {name: column.get(values) for name, column in find_columns(columns, spot).items()}


def add_up(columns: Iterable[Column], spot: Spot, parts: Sequence[Any]) -> dict[str, Any]:
    """The sums over all parts for columns that are totals, by their headings in a place."""
    found = find_columns(columns, spot).items()
    return {name: sum(c.get(part) or 0 for part in parts) for name, c in found if c.total}


def tabulate_parts(columns: Iterable[Column], values: Any) -> Iterator[Table]:
    """The tables in which books list the parts of a definition, such as the ships of a fleet."""
    for column in columns:
        headings = list(find_columns(column.of, "compare"))
        if headings:
            parts = column.get(values)
            rows = [list(pick_values(column.of, "compare", part).values()) for part in parts]
            sums = add_up(column.of, "compare", parts)
            totals = [sums.get(heading, "") for heading in headings]
            if sums:
                totals[totals[1:2] == [""]] = "Total"  # in the second column, if it is free
            yield Table(headings, rows, totals if sums else ())


# Forms: the keys of a kind in the studio, with what their annotations can't say. Keys are written
# as fields are labelled, without the numbers of items: `weapons name`.


class Group(NamedTuple):
    """Keys that belong together, below a title; `weapons` also stands for all inside it."""

    title: str
    keys: Sequence[str]


class Option(NamedTuple):
    """A value that may be chosen, in words, and what it costs, such as `2 hardpoints`."""

    value: object
    label: str
    cost: str = ""


class FormPart(NamedTuple):
    """A part of a budget: what uses it up, and how much of it."""

    label: str
    value: float


class Budget(NamedTuple):
    """A budget of a design: how much of it is used, and its total, None for no limit."""

    title: str
    used: float
    total: float | None
    parts: Sequence[FormPart] = ()


class Loss(NamedTuple):
    """A loss that ships of a fleet may have: its key in their state, and its title.

    It is a number, of the `total` boxes of a member, or of as many as there are; or a list of
    `things` that a member has, with their names, one for each box; or a `value`. A key inside
    another stands behind a stroke. With `steps`, there is one place for all, and each click on it
    takes one more away, until none is left.
    """

    key: str
    title: str
    total: Callable[[Any], int] | None = None
    things: Callable[[Any], Sequence[tuple[object, str]]] | None = None
    value: object = None
    steps: bool = False


@record(eq=False)
class Form:
    """The form that shows the definitions of a kind in the studio.

    `groups` are in the order of the page; keys in none of them follow. `labels` and `help` replace
    what follows from the key and its description, `units` are what numbers count. `options` are
    the choices of a key in words. `spans` are keys that may have a lowest and a highest number.
    `refers` names the kind whose ids a key takes. `budgets` and
    `facts` are functions of the linked values: bars, and a few words each. `losses` are what the
    boxes of a fleet's displays strike off, by the names of their form fields. `map` tells where the
    table is on a page of a sheet that shows one, in millimetres, and which ships are on it, of the
    page's data and the linked values.
    """

    groups: Sequence[Group] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Sequence[Option]] = field(default_factory=dict)
    spans: Sequence[str] = ()
    refers: Mapping[str, str] = field(default_factory=dict)
    budgets: Callable[[Any], Iterable[Budget]] | None = None
    facts: Callable[[Any], Iterable[str]] | None = None
    losses: Mapping[str, Loss] = field(default_factory=dict)
    map: Callable[[Any, Any], Any] | None = None


WORDS = Group("In words", ("description", "art", "id", "like"))
"""The fields that most definitions have at their end."""
