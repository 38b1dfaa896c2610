"""Kinds of a plain game, their fields and their values in order, and types of records likewise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from sheetgen.ground.number import name_one
from sheetgen.reading.field import Field, Text
from sheetgen.reading.model import Model
from sheetgen.systems.column import Column
from sheetgen.systems.contract import Check, Kind, later
from sheetgen.systems.plain.check import CheckedKeys, make_checks
from sheetgen.systems.plain.column import finish_columns, get_value, make_columns
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_, order_names
from sheetgen.systems.plain.field import (
    IN_WORDS,
    MOST_NAME,
    TYPES,
    MadeField,
    has_default,
    is_optional,
    make_fields,
    make_model,
    make_name,
    make_record_reader,
    read_part,
    shorten,
)
from sheetgen.systems.plain.form import make_form
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import (
    NUMBER,
    TEXT,
    ListOf,
    Maybe,
    TableType,
    Type,
    make_record,
)
from sheetgen.systems.plain.icon import check_icons
from sheetgen.systems.plain.kindfile import FieldSpec, TypeSpec
from sheetgen.systems.plain.part import GamePart
from sheetgen.systems.plain.present import add_present
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.subject import (
    Marked,
    Named,
    Silhouette,
    Subject,
    ValuePlan,
    WrittenState,
)


def start_plan(desk: GameDesk, kind: str) -> ValuePlan:
    """The plan of a kind that has nothing but a name yet."""
    plan = ValuePlan(kind, desk.make_names())
    for name, known in desk.readings.items():
        plan.readings[name] = plan.names.add(name, known.type), known.value
        plan.names.tables[name] = plan.names.known[name]
    add_part(plan, "name", TEXT)
    return plan


def add_part(plan: ValuePlan, name: str, form: Type, formula: Formula | None = None) -> int:
    """Adds a name of a kind's own to those of its formulas; returns its slot."""
    plan.parts[name] = form
    return plan.names.add(name, form, formula)


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
    names, depth = plan.names, dict[str, int]()
    taken = names.known.keys() - plan.doubled
    for name, formula in desk.order_values(lambda name: (*path, name), texts, names, taken):
        depth[name] = 1 + max((depth.get(need.name, 0) for need in formula.names), default=0)
        compiled = desk.compile(formula, names)
        if compiled and isinstance(compiled.type, (TableType, Maybe)):
            message = f"this is {compiled.type}, which can't be a value"
            desk.found.append(BAD_GAME.at(compiled.place(0), message))
            compiled = None
        if compiled:
            plan.values.append((name, add_part(plan, name, compiled.type, compiled), compiled))
        else:
            names.broken.add(name)
    plan.is_deep = max(depth.values(), default=0) > _DEEPEST


_DEEPEST = 25
"""Values that may hang from each other in a row, and be worked out from the last to the first."""


# Kinds


def make_kind(desk: GameDesk, name: str) -> tuple[ValuePlan, Kind] | None:
    """The plan of a kind, and the kind; None if it is wrong, which is reported."""
    path: Path_ = ("kinds", name)
    spec, marked = desk.written.kinds[name], name != next(iter(desk.written.kinds))
    if not SLUG.fullmatch(name) or name in ("fleet", "game"):
        desk.report_key(path, f"{name[:60]} can't be a kind", "use letters: boat, ship, fighter")
        return None
    plan = start_plan(desk, name)
    own_name = make_name(desk, (*path, "fields", "name"), spec.fields.get("name"))
    written = {key: field for key, field in spec.fields.items() if key != "name"}
    fields = make_fields(desk, (*path, "fields"), written, plan.names.known)
    add_fields(plan, fields, spec.values)
    state = make_fields(desk, (*path, "state"), spec.state, {})
    plan.names.broken |= {*written, *spec.state} - {*fields, *state}
    add_state(desk, (*path, "state"), plan, state, spec.values)
    for key in state:
        if not has_default(spec.state[key]):
            message = f"{key} needs a default: what it is for a ship that has lost nothing"
            desk.report(BAD_GAME, (*path, "state", key), message)
            return None
    add_values(desk, (*path, "values"), spec.values, plan)
    add_present(desk, (*path, "present"), spec.present, plan, [*fields, *spec.values])
    plan.finish()
    part = GamePart(desk, path, spec, plan.names)
    if spec.silhouette:
        _add_silhouette(part.enter("silhouette"), plan, spec.fields)
    more: dict[str, Any] = {"system": (Literal[desk.id], ...)}
    if marked:
        more["marker"] = (Text, Field(alias=name, max_length=MOST_NAME, description="its name"))
    elif own_name:
        more["name"] = own_name
    base = Marked if marked else Named
    model = make_model(name.title().replace("-", ""), base, fields, IN_WORDS, **more)
    lost = make_model(f"{name.title()}State", WrittenState, state)
    plan.idle, plan.lost = lost(), state
    if plan.state_readers:
        _, read_state, _ = plan.state_readers[-1]
        plan.find_idle = lambda: read_part(plan.idle, "", read_state)
    model.plan, model.state = plan, lost
    plan.model = model

    return plan, _outline_kind(part, plan, fields, name if marked else "")


def _outline_kind(
    part: GamePart, plan: ValuePlan, fields: Mapping[str, MadeField], marker: str
) -> Kind:
    """The kind of a plan; of its other parts each is made when it is asked for."""
    written = part.spec.fields

    def read_columns() -> Sequence[Column]:
        return tuple(finish_columns(part, make_columns(part, "columns", plan), plan))

    def read_checks() -> Sequence[Check]:
        made = make_checks(part, CheckedKeys(fields, ["name"]))
        return (*made, *check_icons(part.desk.icons, written))

    def read(key: str, *wanted: Type) -> Callable[[Any], Any] | None:
        """Make the function of a formula by which books sort definitions, if there is one."""
        formula = part.read(key, *wanted)
        return get_value(formula) if formula else None

    return Kind(
        name=plan.kind,
        model=plan.model,
        marker=marker,
        columns=later(read_columns),
        checks=later(read_checks),
        group=later(lambda: read("group", TEXT)),
        order=later(lambda: read("order", NUMBER, TEXT)),
        terms=later(lambda: read("index", ListOf.make(TEXT))),
        form=later(lambda: make_form(part.enter("form"), written)),
    )


def _add_silhouette(part: GamePart, plan: ValuePlan, fields: Mapping[str, FieldSpec]) -> None:
    """Adds what draws ships of a kind; that of a shipped game is made for the first of them."""

    def make() -> None:
        from sheetgen.systems.plain.silhouette import make_silhouette

        plan.draw = make_silhouette(part, fields) or (lambda one, fleet: Silhouette())

    def draw(subject: Subject, fleet: str) -> Silhouette:
        make()
        return plan.draw(subject, fleet)

    if part.desk.is_shipped:
        plan.draw = draw
    else:
        make()


# Types: records that several fields have, with values of their own.


MOST_RECORD_WORK = 2000
"""Items that the values of one record of a type may work through."""


def make_types(desk: GameDesk, written: Mapping[str, TypeSpec]) -> None:
    """Puts the types of a game on its desk, each after those that it needs."""
    names = dict.fromkeys(TYPES)
    for name in written:
        if not desk.check_name(("types", name), names):
            return
    needs = {
        name: [need for need in _list_types(spec.fields) if need in written]
        for name, spec in written.items()
    }
    order, circle = order_names(needs)
    if circle:
        place = desk.document.place(("types", circle[0]))
        desk.report_circle("types hold each other", circle, place)
        return
    for name in order:
        made = _make_type(desk, ("types", name), written[name])
        if made is None:  # what needs it would only be reported too
            return
        desk.types[name], desk.typed[name] = made, written[name].fields


def _list_types(fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    """The names of the types of fields, and of all that is inside them."""
    for spec in fields.values():
        yield spec.type
        yield from _list_types(spec.fields)
        of = spec.of
        while isinstance(of, dict):
            yield str(of.get("type"))
            of = of.get("of")
        if isinstance(of, str):
            yield of


def _make_type(desk: GameDesk, path: Path_, spec: TypeSpec) -> MadeField | None:
    found = len(desk.found)
    title = name_one(str(path[-1]).replace("_", " "))
    plan = ValuePlan(title, desk.make_names())
    fields = make_fields(desk, (*path, "fields"), spec.fields, plan.names.known, inside=True)
    plan.names.broken |= {*spec.fields} - {*fields}
    add_fields(plan, fields, spec.values)
    add_values(desk, (*path, "values"), spec.values, plan)
    if len(desk.found) > found:
        return None
    record = make_record(title, plan.parts)
    slots = [plan.names.known[name].slot for name in plan.parts]

    def read(value: Any) -> Any:
        frame = plan.start(title)
        frame[0].left = MOST_RECORD_WORK
        for attribute, convert, slot in plan.readers:
            frame[slot] = read_part(value, attribute, convert)
        for _, slot, formula in plan.values:
            frame[slot] = formula.work_out(frame, title)
        return record.make(*[frame[slot] for slot in slots])

    model = make_model(str(path[-1]).title().replace("_", ""), Model, fields)
    form = MadeField(model, record, read, fields)
    return shorten(desk, (*path, "short"), form, spec.short) if spec.short else form
