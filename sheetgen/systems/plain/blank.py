"""Blank sheets of a plain game: for a size, with all that follows from it and nothing else."""

from __future__ import annotations

from typing import Any

from sheetgen.ground.record import NamedTuple
from sheetgen.reading.model import list_keys
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import WHOLE, FormulaWork, Frame, Maybe
from sheetgen.systems.plain.gamefile import BlankSpec
from sheetgen.systems.plain.part import Phrase, SheetPart
from sheetgen.systems.plain.subject import Subject, ValuePlan


class BlankPlan(NamedTuple):
    """A plan for blank sheets: what their size is, its limits, and what is known with it.

    `plan` is that of the ships whose fields are known, which may stand in units. `names` are those
    that formulas of `known` use: the tables and the size. With `only`, no other sizes than the
    usual ones make sense.
    """

    plan: ValuePlan
    name: str
    spec: BlankSpec
    least: int | None
    most: int | None
    names: FormulaNames
    known: dict[str, Formula]
    usual: dict[str, Any]
    piece: Phrase | None
    only: bool

    def check(self, size: int) -> None:
        """Raises ValueError for a size that makes no sense."""
        kind, name = self.plan.kind, self.name.replace("_", " ")
        if self.only and size not in self.spec.sizes:
            sizes = ", ".join(map(str, self.spec.sizes))
            raise ValueError(f"no {kind} has {name} {size}; there are {sizes}")
        low = self.least is not None and size < self.least
        if low or (self.most is not None and size > self.most):
            raise ValueError(f"{name} of a {kind} is {self.write_limits()}, not {size}")

    def write_limits(self) -> str:
        """The limits of the size in words."""
        if self.least is not None and self.most is not None:
            return f"{self.least} to {self.most}"
        return f"at least {self.least}" if self.most is None else f"at most {self.most}"

    def read(self, size: int, plan: ValuePlan) -> Subject:
        """A ship of which only the size is known, or a unit with it. Raises ProblemError."""
        ship = self.plan.read_blank({**self.list_known(size), self.name: size})
        return ship if plan is self.plan else plan.read_blank({self.plan.kind: ship.record})

    def list_known(self, size: int) -> dict[str, Any]:
        """The fields that are known with a size. Raises ProblemError."""
        frame: Frame = [None] * self.names.size
        frame[0], frame[self.names.known[self.name].slot] = FormulaWork(), size
        known = self.known.items()
        return self.usual | {name: one.work_out(frame, "a blank sheet") for name, one in known}


def read_blank(part: SheetPart, plan: ValuePlan) -> BlankPlan | None:
    """The plan of the blanks of a sheet; None if it is wrong, which is reported."""
    desk, names = part.desk, part.names
    if units := getattr(plan.units, "kind", None):  # of units, as their ships are known
        plan = units.ships
    kind = desk.written.kinds.get(plan.kind)
    ((name, spec),) = part.spec.blank.items()
    blank = part.enter("blank", name)
    field = kind.fields.get(name) if kind else None
    is_field = field is not None and field.type == "int"
    is_value = name in part.spec.values and name in names.known and names.known[name].type == WHOLE
    if not (is_field or is_value or spec.known):
        message = (
            f"{name[:60]} is not a whole number that is written in a {part.spec.of or plan.kind}"
        )
        hint = "name a field, or a value of the sheet: blank: {planks: [6, 12]}"
        desk.report_key(blank.path, message, hint)
        return None
    given = [spec.min, field.min if field else None], [spec.max, field.max if field else None]
    least, most = (next((one for one in pair if one is not None), None) for pair in given)
    inner = FormulaNames(desk.tables)
    inner.add(name, WHOLE)
    known = {}
    for key, text in spec.known.items():
        path = blank.find("known", key)
        form = plan.parts.get(key)
        if form is None or (key not in (kind.fields if kind else ())):
            desk.report_key(path, f"there is no field {key[:60]}")
            continue
        formula = desk.read(path, text, inner, form.of if isinstance(form, Maybe) else form)
        if formula:
            known[key] = formula
    usual = {}
    readers = {key[2:]: (key, convert) for key, convert, _ in plan.readers if key}
    for at, key in enumerate(spec.usual):
        written = list_keys(plan.model).get(f"f_{key}") if key in readers else None
        if written is None or written.make is None:
            message = f"there is no field {key[:60]} that may be left out"
            desk.report_key(blank.find("usual", at), message)
            return None
        convert = readers[key][1]
        usual[key] = convert(written.make()) if convert else written.make()
    piece = blank.read_phrase("piece")
    found = BlankPlan(plan, name, spec, least, most, inner, known, usual, piece, bool(spec.known))
    for at, size in enumerate(spec.sizes):
        try:
            found.check(size)
        except ValueError:
            steps = ("sizes", at) if isinstance(desk.look_up(blank.path)[1], dict) else (at,)
            blank.report(steps, f"{name} is never {size}: it is {found.write_limits()}")
            return None
    return found
