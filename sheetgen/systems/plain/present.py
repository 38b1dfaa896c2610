"""Present values: what is left of a ship's values by the losses that its fleet states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.systems.plain.desk import GameDesk, Path_, order_names
from sheetgen.systems.plain.formula.formula import Formula, KnownNames
from sheetgen.systems.plain.formula.parser import list_chains, spell_chain
from sheetgen.systems.plain.formula.problem import FORMULA_TYPE, UNKNOWN_NAME
from sheetgen.systems.plain.formula.value import Code, Frame, RecordType, Type, unite
from sheetgen.systems.plain.subject import ValuePlan, make_lazy_class

_FEW = 25
"""Present values that may hang from each other and be worked out from the last to the first."""


def add_present(
    desk: GameDesk,
    path: Path_,
    texts: Mapping[str, str],
    plan: ValuePlan,
    own: Collection[str],
) -> None:
    """Adds the record `present`: all values of a kind, those after losses that have formulas.

    `own` are the names that may have one. The present values of a ship that has lost nothing are
    the whole ones.
    """
    if not texts:
        return
    names = plan.names
    if "state" not in names.known:
        hint = "state: {lost: {type: int, min: 0, default: 0}}"
        desk.report_key(path, f"there is no state of a {plan.kind}, so it loses nothing", hint)
        return
    if not desk.check_name(path, names.known):
        return
    formulas = dict(_parse(desk, path, texts, plan, own))
    needs = {name: list(_list_needs(one, formulas)) for name, one in formulas.items()}
    order, circle = order_names(needs)
    if circle:
        place = desk.document.place((*path, circle[0]))
        desk.report_circle("present values depend on each other", circle, place)
        return
    # What a formula knows of the present values that it needs is their final type.
    parts: dict[str, Type] = {**plan.parts}
    form = RecordType(f"the present {plan.kind}", parts=parts)
    whole = Formula("present", desk.locate(path))
    slot = names.add("present", form, whole)
    for name in order:
        formula = desk.compile(formulas[name], names)
        united = unite(parts[name], formula.type) if formula else None
        if formula and united is None:
            message = f"this is {formula.type}, but {name} is {parts[name]}"
            desk.found.append(FORMULA_TYPE.at(formula.place(0), message))
        elif formula and united:
            parts[name] = united
            plan.present[name] = KnownNames(united, names.add("", united), formula=formula)
    known = {name: names.known[name] for name in parts}
    make = make_lazy_class(f"present {plan.kind}", {**known, **plan.present})

    def read(frame: Frame) -> Any:
        return (make if plan.is_hit(frame) else plan.make)(frame)

    whole.settle(Code(form, f"{names.writer.bind(read)}(f)"), names.writer)
    plan.parts["present"], plan.present_slot = form, slot
    plan.is_deep = plan.is_deep or len(plan.present) > _FEW


def _parse(
    desk: GameDesk, path: Path_, texts: Mapping[str, str], plan: ValuePlan, own: Collection[str]
) -> Iterator[tuple[str, Formula]]:
    """Yield the formulas at a path that can be read, by the names that they are for."""
    for name, text in texts.items():
        here = (*path, name)
        formula = desk.parse(here, text)
        if name in plan.names.broken:
            continue
        if name in own:
            if formula:
                yield name, formula
            continue
        near = find_nearest(name, own)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(own)}"
        place = desk.document.key_place(here)
        message = f"a {plan.kind} has no value {name[:60]}"
        desk.found.append(UNKNOWN_NAME.at(place, message, hint))


def _list_needs(formula: Formula, among: Collection[str]) -> Iterator[str]:
    """The present values that a formula asks for; all of them where it may be any."""
    for node in list_chains(formula.tree):
        first, *rest = spell_chain(node).split(".")
        if first == "present":
            yield from (name for name in among if name in rest[:1] or not rest)
