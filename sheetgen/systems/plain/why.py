"""Why a value is what it is: its formula, and the same with the numbers in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheetgen.ground.diagnostics import join_lines
from sheetgen.systems.column import Why
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.tree import Name
from sheetgen.systems.plain.subject import Plan, Subject, simplify_data


def find_reason(formula: Formula, plan: Plan) -> Callable[[Any], Why] | None:
    """What tells why a value is what it is; None for one that is only written."""
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
