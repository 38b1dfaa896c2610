"""Kinds of a plain game: their fields, values in order, checks and columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Any, Literal

from sheetgen.ground.diagnostics import Rule, join_lines
from sheetgen.ground.number import name_one
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.reading.field import Text
from sheetgen.reading.model import Model
from sheetgen.systems import Check, Column, Field, Finding, Kind
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_, find_node, order_names
from sheetgen.systems.plain.field import (
    MadeField,
    has_default,
    has_keys,
    is_optional,
    make_fields,
    make_model,
    make_record_reader,
    spell_path,
)
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames
from sheetgen.systems.plain.formula.problem import FORMULA_CIRCLE, FORMULA_FAILS
from sheetgen.systems.plain.formula.value import (
    FLAG,
    TEXT,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    TableType,
    Type,
    is_number,
    make_record,
)
from sheetgen.systems.plain.gamefile import CheckSpec, ColumnSpec, KindSpec
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.reference import Phrase, read_phrase, write_phrase
from sheetgen.systems.plain.subject import (
    Marked,
    Named,
    Subject,
    ValuePlan,
    find_failures,
    find_reason,
    show,
    simplify_data,
    tell,
)

_LOOP = re.compile(r"\s*([^\W\d]\w*)\s+in\s+")


def start_plan(desk: GameDesk, kind: str) -> ValuePlan:
    """The plan of a kind that has nothing but a name yet."""
    plan = ValuePlan(kind, FormulaNames(desk.tables))
    add_part(plan, "name", TEXT)
    return plan


def add_part(plan: ValuePlan, name: str, form: Type) -> int:
    """Adds a name of a kind's own to those of its formulas; returns its slot."""
    plan.parts[name] = form
    return plan.names.add(name, form)


def add_fields(
    plan: ValuePlan, fields: Mapping[str, MadeField], values: Collection[str] = ()
) -> None:
    """Adds fields, which are read from what was written.

    An optional one may have the name of one of the `values`: its name is then what was written
    only in the formula of that, and `written` has all fields.
    """
    plan.doubled = {name for name in values if name in fields and is_optional(fields[name])}
    for name, made in fields.items():
        if name in plan.doubled:
            slot = plan.names.add(name, made.type)
        else:
            slot = add_part(plan, name, made.type)
        plan.readers.append((f"f_{name}", made.convert, slot))
    if plan.doubled:
        _add_record(plan, "written", "what was written", fields, plan.readers)


def add_state(
    desk: GameDesk, path: Path_, plan: ValuePlan, state: Mapping[str, MadeField], values: Any
) -> None:
    """Adds what may be written of one ship of a fleet: as `state`, and by names that are free."""
    if not state:
        return
    if not desk.check_name(path, plan.names.known):
        plan.names.broken.add("state")
        return
    for name, made in state.items():
        if name not in plan.names.known and name not in values:
            slot = add_part(plan, name, made.type)
            plan.state_readers.append((f"f_{name}", made.convert, slot))
    _add_record(plan, "state", "the state of a ship", state, plan.state_readers)


def _add_record(
    plan: ValuePlan, name: str, title: str, fields: Mapping[str, MadeField], readers: list[Any]
) -> None:
    """Adds fields as one record, which is made once for all ships that have lost nothing."""
    form = make_record(title, {name: made.type for name, made in fields.items()})
    read = make_record_reader(form, fields)
    idle: list[Any] = []

    def read_once(written: Any) -> Any:
        if written is not plan.idle:
            return read(written)
        if not idle:
            idle.append(read(written))
        return idle[0]

    readers.append(("", read_once, add_part(plan, name, form)))


def add_values(desk: GameDesk, path: Path_, texts: Mapping[str, str], plan: ValuePlan) -> None:
    """Adds values, each after those that its formula needs."""
    formulas: dict[str, Formula] = {}
    names = plan.names
    for name, text in texts.items():
        here = (*path, name)
        taken = {} if name in plan.doubled else names.known
        if not desk.check_name(here, taken):
            continue
        formula = desk.parse(here, text)
        if formula:
            formulas[name] = formula
        else:
            names.broken.add(name)
    needs = {
        name: [
            need.name
            for need in formula.names
            if need.name in formulas and not (need.name == name in plan.doubled)
        ]
        for name, formula in formulas.items()
    }
    order, circle = order_names(needs)
    if circle:
        _report_circle(desk, formulas, circle)
        names.broken |= set(circle)
    for name in order:
        compiled = None if name in names.broken else desk.compile(formulas[name], names)
        if compiled is None:
            names.broken.add(name)
        elif isinstance(compiled.type, (TableType, Maybe)):
            message = f"this is {compiled.type}, which can't be a value"
            desk.found.append(BAD_GAME.at(compiled.place(0), message))
            names.broken.add(name)
        else:
            plan.values.append((name, add_part(plan, name, compiled.type), compiled))


def _report_circle(desk: GameDesk, formulas: Mapping[str, Formula], circle: Sequence[str]) -> None:
    formula = formulas[circle[0]]
    node = find_node(formula, circle[1 % len(circle)])
    chain = " → ".join([*circle, circle[0]])
    message = f"values depend on each other in a circle: {chain}"
    desk.found.append(FORMULA_CIRCLE.at(formula.place(node.at if node else 0), message))


def finish_plan(plan: ValuePlan) -> None:
    """Closes the list of names that a kind has."""
    plan.finish(make_record(name_one(plan.kind), plan.parts))


# Checks


def make_checks(
    desk: GameDesk, path: Path_, specs: Sequence[CheckSpec], plan: ValuePlan, keys: Sequence[str]
) -> Iterator[Check]:
    """The checks of a kind, the first of which works out every value."""
    yield Check(FORMULA_FAILS, find_failures)
    for at, spec in enumerate(specs):
        made = _make_check(desk, (*path, at), spec, plan, keys)
        if made:
            yield made


def _make_check(
    desk: GameDesk, path: Path_, spec: CheckSpec, plan: ValuePlan, keys: Sequence[str]
) -> Check | None:
    names = plan.names
    if not SLUG.fullmatch(spec.name):
        message = f"{spec.name[:60]} can't be the name of a check"
        desk.report(BAD_GAME, (*path, "name"), message, "use letters and hyphens: top-heavy")
        return None
    loop = None
    if spec.each is not None:
        loop = _read_loop(desk, (*path, "each"), spec.each, names)
        if loop is None:
            return None
    variable, each, slot = loop or ("", None, 0)
    when = desk.read((*path, "when"), spec.when, names, FLAG)
    says = read_phrase(desk, (*path, "says"), spec.says, names)
    hint: Phrase | None = ()
    if spec.hint is not None:
        hint = read_phrase(desk, (*path, "hint"), spec.hint, names)
    source = each.text.strip() if each else ""
    if variable:
        del names.known[variable]
    steps = spec.at.split(".")
    if steps[0] not in (*keys, variable) or (steps[0] == variable and source not in keys):
        message = f"there is no key {spec.at[:60]} to show"
        desk.report(BAD_GAME, (*path, "at"), message, f"the keys here are {', '.join(keys)}")
        return None
    if when is None or says is None or hint is None:
        return None
    tests = _Tests(when, says, hint, steps, variable, source, each, slot)
    rule = Rule(
        spec.name,
        spec.severity,
        join_lines(spec.about),
        join_lines(spec.why),
        (spec.example or "").rstrip(),
    )
    return Check(rule, tests.find)


def spell_checks(checks: Sequence[Check], fields: Mapping[str, MadeField]) -> tuple[Check, ...]:
    """The checks, whose findings point at keys where the game has other names for them."""
    if not has_keys(fields):
        return tuple(checks)

    def spell(check: Check) -> Check:
        def find(*values: Any) -> Iterator[Finding]:
            for found in check.find(*values):
                mends = [mend._replace(path=spell_path(fields, mend.path)) for mend in found.mends]
                yield found._replace(path=spell_path(fields, found.path), mends=mends)

        return replace(check, find=find)

    return tuple(map(spell, checks))


def _read_loop(
    desk: GameDesk, path: Path_, text: str, names: FormulaNames
) -> tuple[str, Formula, int] | None:
    """The name of a loop such as `gun in guns`, the formula of its list, and its slot."""
    found = _LOOP.match(text)
    if not found or found[1] in names.known:
        message = "a loop gives a new name to each item of a list"
        desk.report(BAD_GAME, path, message, "such as: gun in guns")
        return None
    formula = desk.parse(path, text[found.end() :], found.end())
    formula = desk.compile(formula, names)
    if formula is None:
        return None
    if not isinstance(formula.type, ListOf):
        desk.report(BAD_GAME, path, f"this is {formula.type}, and each needs a list")
        return None
    return found[1], formula, names.add(found[1], formula.type.item)


class _Tests(NamedTuple):
    """The compiled parts of a check: when it is broken, what it says then, and at which path.

    With a `loop` it is tested for each item of a list, the `source`; `slot` is that of the item.
    """

    when: Formula
    says: Phrase
    hint: Phrase
    steps: Sequence[str]
    variable: str
    source: str
    loop: Formula | None
    slot: int

    def find(self, values: Any) -> Iterator[Finding]:
        """Yield a finding wherever the check is broken."""
        subject: Subject = values.subject
        frame = subject.open()
        if self.loop is None:
            yield from self._test(frame, subject.name, ())
            return
        for at, item in enumerate(self.loop.work_out(frame, subject.name)):
            frame[self.slot] = item
            path: Path_ = (self.source, at)
            if self.source == "ships" and hasattr(values, "members"):
                path = ("ships", values.members[at].at)  # the entry that brings the ship
            yield from self._test(frame, subject.name, path)

    def _test(self, frame: Frame, whose: str, item: Path_) -> Iterator[Finding]:
        if self.when.work_out(frame, whose):
            path: Path_ = tuple(self.steps)
            if self.steps[0] == self.variable:
                path = (*item, *path[1:])
            said = write_phrase(self.says, frame, whose)
            yield Finding(path, said, write_phrase(self.hint, frame, whose))


# Columns


def slug(heading: str) -> str:
    """A heading as a name: `Top speed` becomes `top_speed`."""
    return re.sub(r"\W+", "_", heading.casefold()).strip("_")


def make_columns(
    desk: GameDesk, path: Path_, specs: Mapping[str, ColumnSpec], plan: ValuePlan, limit: str = ""
) -> Iterator[tuple[str, Type, Sequence[Column]]]:
    """Each column's name in rows, its type, and the columns that show it.

    One is for programs, which get decimals, the other for people: its fractions are exact.
    """
    taken: set[str] = set()
    for heading, spec in specs.items():
        name = slug(heading)
        if not name or name[0].isdigit() or name in taken or name in ("id", "name", "ship"):
            message = f"{heading[:60]} can't be a heading: rows already have {name or 'no name'}"
            desk.report_key((*path, heading), message, "choose another heading")
            continue
        taken.add(name)
        inner = (*path, heading)
        if isinstance(desk.look_up(inner), dict):
            inner = (*inner, "value")
        formula = desk.read(inner, spec.value, plan.names)
        if formula is None:
            continue
        if isinstance(formula.type, (RecordType, TableType)):
            message = f"this is {formula.type}, which can't be shown in a column"
            desk.found.append(BAD_GAME.at(formula.place(0), message))
            continue
        # What may be limited is added up too.
        total = spec.total or (bool(limit) and formula.text.strip() == limit)
        if spec.total and not is_number(formula.type):
            desk.report_key((*inner[:-1], "total"), f"{heading} is {formula.type}: nothing adds up")
            continue
        yield name, formula.type, _make_pair(heading, name, formula, total, plan)


def _make_pair(
    heading: str, name: str, formula: Formula, total: bool, plan: ValuePlan
) -> Sequence[Column]:
    def get(values: Any) -> Any:
        subject: Subject = values.subject
        return formula.work_out(subject.open(), subject.name)

    listed = isinstance(formula.type, ListOf)
    reason = find_reason(formula, plan)
    plain = Column(name, lambda values: simplify_data(get(values)), quiet=True, why=reason)
    exact = Column(
        value=lambda values: show(get(values)),
        show=heading,
        table=None if listed else heading,
        fact=None if listed else heading,
        compare=None if listed else heading,
        sheet=f"{name}_" if iskeyword(name) else name,
        total=total,
    )
    return plain, exact


def make_value_columns(plan: ValuePlan, taken: Sequence[str]) -> Iterator[Column]:
    """The values that are in no column, for `show --json` and the chapters of books."""
    for name, slot, formula in plan.values:
        if name not in taken:
            yield _make_quiet(name, slot, formula, plan)


def _make_quiet(name: str, slot: int, formula: Formula, plan: ValuePlan) -> Column:
    return Column(
        name,
        lambda values: simplify_data(values.subject.frame[slot]),
        text=tell,
        quiet=True,
        why=find_reason(formula, plan),
    )


# Kinds


def make_kind(
    desk: GameDesk, game: str, name: str, spec: KindSpec, marked: bool
) -> tuple[ValuePlan, Callable[[], Kind]] | None:
    """The plan of a kind, and what makes the kind once the plans of all kinds are right."""
    path: Path_ = ("kinds", name)
    if not SLUG.fullmatch(name) or name in ("fleet", "game"):
        desk.report_key(path, f"{name[:60]} can't be a kind", "use letters: boat, ship, fighter")
        return None
    plan = start_plan(desk, name)
    fields = make_fields(desk, (*path, "fields"), spec.fields, plan.names.known)
    add_fields(plan, fields, spec.values)
    state = make_fields(desk, (*path, "state"), spec.state, {})
    plan.names.broken |= {*spec.fields, *spec.state} - {*fields, *state}
    add_state(desk, (*path, "state"), plan, state, spec.values)
    for key in state:
        if not has_default(spec.state[key]):
            message = f"{key} needs a default: what it is for a ship that has lost nothing"
            desk.report(BAD_GAME, (*path, "state", key), message)
            return None
    add_values(desk, (*path, "values"), spec.values, plan)
    finish_plan(plan)
    more: dict[str, Any] = {"system": (Literal[game], ...)}
    if marked:
        more["marker"] = (Text, Field(alias=name, max_length=120, description="its name"))
    base = Marked if marked else Named
    model = make_model(name.title().replace("-", ""), base, fields, **more)
    lost = make_model(f"{name.title()}State", Model, state)
    plan.idle = lost()
    model.plan, model.state = plan, lost

    def finish() -> Kind:
        keys = [*fields, "name"]
        checks = tuple(make_checks(desk, (*path, "checks"), spec.checks, plan, keys))
        checks = spell_checks(checks, fields)
        made = list(make_columns(desk, (*path, "columns"), spec.columns, plan))
        group = None
        if spec.group is not None:
            formula = desk.read((*path, "group"), spec.group, plan.names, TEXT)
            group = _make_group(formula) if formula else None
        columns = [column for _, _, pair in made for column in pair]
        columns += make_value_columns(plan, [name for name, _, _ in made])
        return Kind(
            name=name,
            model=model,
            columns=tuple(columns),
            checks=checks,
            marker=name if marked else "",
            group=group,
        )

    return plan, finish


def _make_group(formula: Formula) -> Callable[[Any], str]:
    return lambda values: str(formula.work_out(values.subject.open(), values.subject.name))
