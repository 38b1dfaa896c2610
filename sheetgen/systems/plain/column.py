"""Columns of a plain game: what is shown of a definition where, and the arithmetic behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Any

from sheetgen.ground.record import NamedTuple, replace
from sheetgen.systems.column import Column, Term, Why
from sheetgen.systems.plain.desk import NAME
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import (
    TEXT,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    TableType,
    Type,
    is_number,
)
from sheetgen.systems.plain.kindfile import ColumnSpec
from sheetgen.systems.plain.part import GamePart, Phrase, Repeated, list_said, write_phrase
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import ValuePlan, find_reason, show, simplify_data, tell

Get = Callable[[Any], Any]
_OWN = ("id", "name", "ship")
"""The columns that rows of rosters have anyway."""
_NARROW = ("table", "fact", "compare")
"""Places where there is room for one value."""


class ColumnPart(NamedTuple):
    """An item of a list that has columns of its own: a frame in which formulas know it."""

    frame: Frame
    name: str

    @property
    def subject(self) -> ColumnPart:
        """The part itself, on which its columns work as others do on a definition."""
        return self

    def open(self) -> Frame:
        """The frame, whose work all columns of all parts share."""
        return self.frame


def slug(heading: str) -> str:
    """A heading as a name: `Top speed` becomes `top_speed`."""
    return re.sub(r"\W+", "_", heading.casefold()).strip("_")


def make_columns(part: GamePart, key: str, plan: ValuePlan, limit: str = "") -> Iterator[Column]:
    """The columns under a key of a part; what may be limited is added up.

    Each value has one for programs, which get decimals, and one for people: its fractions are
    exact.
    """
    taken = {("roster", name) for name in _OWN}
    repeats = part.path[-2:-1] == ("columns",)  # in a table, headings may come again
    for own in part.items(key, names=plan.names):
        spec, heading = own.spec, str(own.path[-1])
        made = _read_column(own, heading, plan)
        if made is None:
            continue
        get, form, inner, why = made
        called, places = _place_column(heading, spec, form)
        names = {("key", called)} if called else set()
        names |= {at for at in places.items() if at[1] and not (repeats and at[0] == "show")}
        if names & taken or not NAME.fullmatch(places.get("roster", "x").rstrip("_")):
            name = sorted(names & taken or {("roster", places["roster"])})[0][1]
            message = f"{heading[:60]} can't be a heading: rows already have {name or 'no name'}"
            own.report_whole(message, "choose another heading")
            continue
        taken |= names
        if isinstance(form, (ListOf, RecordType)) and any(place in places for place in _NARROW):
            message = f"this is {form}, which can't be shown in a column"
            own.report_whole(message, "in: [show] has room for it")
            continue
        # What may be limited is added up too.
        total = spec.total or (bool(limit) and (spec.value or "").strip() == limit)
        if spec.total and not is_number(form.of if isinstance(form, Maybe) else form):
            own.report_key("total", f"{heading} is {form}: nothing adds up")
            continue
        text = own.read_phrase("text")
        yield from _make_columns(called, places, get, inner, why, total, text)


_Made = tuple[Get, Type, Sequence[Column], Callable[[Any], Why] | None]


def _read_column(part: GamePart, heading: str, plan: ValuePlan) -> _Made | None:
    """The value of a column, its type, the columns of its parts, and its arithmetic."""
    spec = part.spec
    looped = bool(spec.each) or spec.when is not None
    if looped != bool(spec.columns) or looped == (spec.value is not None):
        message = f"{heading[:60]} needs a value, or each and columns"
        part.report_whole(message, "such as {each: gun in guns, columns: {Range: gun.range}}")
        return None
    if spec.value is None:
        with part.open_loops() as loops:
            if loops is None:
                return None
            inner = list(make_columns(part, "columns", plan))
        return _list_parts(loops), ListOf.make(TEXT), inner, None
    formula = part.read("value")
    if formula is None:
        return None
    plain = spec.places is None and spec.key is None
    if isinstance(formula.type, TableType) or (plain and isinstance(formula.type, RecordType)):
        message = f"this is {formula.type}, which can't be shown in a column"
        part.desk.found.append(BAD_GAME.at(formula.place(0), message))
        return None
    return get_value(formula), formula.type, (), find_reason(formula, plan)


def get_value(formula: Formula) -> Get:
    """Make the function that works a formula out for the values of a definition."""
    return lambda values: formula.work_out(values.subject.open(), values.subject.name)


def _list_parts(loops: Repeated) -> Get:
    def get(values: Any) -> list[ColumnPart]:
        frame, whose = values.subject.open(), values.subject.name
        return [ColumnPart([*frame], whose) for _ in loops.walk(frame, whose)]

    return get


def _place_column(heading: str, spec: ColumnSpec, form: Type) -> tuple[str, dict[str, str]]:
    """The key of a column, empty for none, and its heading in each place that has it."""
    name = slug(heading)
    narrow = () if isinstance(form, (ListOf, RecordType)) else _NARROW
    places: dict[str, str | None] = dict.fromkeys(("show", *narrow))
    if not spec.columns:
        places["roster"] = None
    if spec.places is not None:
        places = dict(spec.places.items())
    own = {"roster": f"{name}_" if iskeyword(name) else name}
    heads = {at: own.get(at, heading) if head is None else head for at, head in places.items()}
    return spec.key or (name if spec.places is None else ""), heads


def _make_columns(
    key: str,
    places: Mapping[str, str],
    get: Get,
    inner: Sequence[Column],
    why: Callable[[Any], Why] | None,
    total: bool,
    text: Phrase | None,
) -> Iterator[Column]:
    if key:
        plain = get if inner else lambda values: simplify_data(get(values))
        yield Column(key, plain, of=inner, quiet=True, why=why)
    exact = get if inner else lambda values: show(get(values))
    heads: dict[str, Any] = {"sheet" if at == "roster" else at: to for at, to in places.items()}
    if text and "show" in heads:
        yield Column(value=lambda values: _write(text, values), show=heads.pop("show"))
    if heads:
        yield Column(value=exact, of=inner, total=total, **heads)


def _write(text: Phrase, values: Any) -> str:
    return write_phrase(text, values.subject.open(), values.subject.name)


def finish_columns(part: GamePart, columns: Iterable[Column], plan: ValuePlan) -> Sequence[Column]:
    """All columns of a kind: with its other values, for programs, and with its explanations.

    As soon as a column names its key, programs get nothing but columns, and where there are
    `terms`, nothing else is explained.
    """
    made = list(columns)
    taken = {column.key for column in made}
    if not any(spec.key for spec in part.spec.columns.values()):
        made += [_make_quiet(*value, plan) for value in plan.values if value[0] not in taken]
    if part.spec.terms is None:
        return made
    keys = {column.key for column in made if column.key}
    whys = {}
    for reason in part.items("terms", names=plan.names):
        key = str(reason.path[-1])
        if key not in keys:
            hint = f"there are {', '.join(keys)}"
            reason.report_whole(f"nothing is shown with the key {key[:60]}", hint)
        whys[key] = _read_reason(reason)
    return [replace(column, why=whys.get(column.key)) for column in made]


def _make_quiet(name: str, slot: int, formula: Formula, plan: ValuePlan) -> Column:
    return Column(
        name,
        lambda values: simplify_data(getattr(values.subject.record, name)),
        text=tell,
        quiet=True,
        why=find_reason(formula, plan),
    )


# Arithmetic, for `show --why`


def _read_reason(part: GamePart) -> Callable[[Any], Why] | None:
    """Make the function that explains a value; None if it is wrong, which is reported."""
    parts = part.read_lines("parts", ["what", "sum", "reason"], ["value"])
    known = dict(part.names.known)
    slot = part.names.add("total", TEXT)
    whole = part.read_phrase("sum")
    part.names.known = known
    if whole is None:
        return None

    def explain(values: Any) -> Why:
        frame, whose = values.subject.open(), values.subject.name
        terms = [_make_term(said) for said in list_said(parts, frame, whose)]
        frame[slot] = " + ".join(str(term.value) for term in terms if term.value != "")
        return Why(write_phrase(whole, frame, whose), terms)

    return explain


def _make_term(said: Mapping[str, Any]) -> Term:
    value = show(said.get("value", ""))
    texts = [said.get(key, "") for key in ("what", "sum", "reason")]
    return Term(texts[0], texts[1], value if isinstance(value, int) else str(value), texts[2])
