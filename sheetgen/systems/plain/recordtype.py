"""The types of a game: records that several fields have, with values of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.ground.number import name_one
from sheetgen.reading.model import Model
from sheetgen.systems.plain.desk import GameDesk, Path_, order_names
from sheetgen.systems.plain.field import (
    TYPES,
    MadeField,
    make_fields,
    make_model,
    read_part,
    shorten,
)
from sheetgen.systems.plain.formula.value import make_record
from sheetgen.systems.plain.kind import add_fields, add_values
from sheetgen.systems.plain.kindfile import FieldSpec, TypeSpec
from sheetgen.systems.plain.subject import ValuePlan

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
