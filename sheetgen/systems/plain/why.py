"""Why a value is what it is: its formula, and the same with the numbers in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheetgen.ground.diagnostics import join_lines
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.tree import Name
from sheetgen.systems.plain.subject import Plan, Subject


def tell_value(formula: Formula, subject: Subject, plan: Plan) -> Sequence[str]:
    """The formula of a value, and the same with the numbers of a definition in it."""
    while isinstance(formula.tree, Name):
        name = formula.tree.name
        deeper = next((value for known, _, value in plan.values if known == name), None)
        if deeper is None:
            return ("as it is written",)
        formula = deeper
    text = join_lines(formula.text)
    filled = join_lines(formula.substitute(subject.frame))
    return (text,) if text == filled else (text, filled)


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
