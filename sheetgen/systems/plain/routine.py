"""Routines: the functions that a game brings, compiled for the types of values in each call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.record import read_values
from sheetgen.systems.plain.desk import GameDesk, order_names
from sheetgen.systems.plain.formula.compiler import Compiler, FormulaNames
from sheetgen.systems.plain.formula.formula import RUN, Expression, Formula, KnownNames
from sheetgen.systems.plain.formula.function import FUNCTIONS
from sheetgen.systems.plain.formula.parser import Call, Node
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    FailureError,
    FormulaError,
    refuse_count,
)
from sheetgen.systems.plain.formula.value import Code, Frame, FunctionType, Run, TableType

_HEAD = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*")
MOST_CALLS = 2000
"""Calls of a game's functions in all formulas of a kind, with those inside of functions."""


class GameFunction:
    """A function of a game: how it is written, the names of its values, and its formula."""

    def __init__(self, usage: str, names: Sequence[str], formula: Formula) -> None:
        self.usage, self.names, self.formula = usage, names, formula

    def compile(self, compiler: Compiler, call: Call, given: Sequence[Code]) -> Code:
        """The code of a call. Raises FormulaError, with the place of what is wrong inside."""
        known = compiler.names
        if len(given) != len(self.names):
            raise refuse_count(call.name, call.at, len(given), self.usage)
        known.calls += 1
        if known.calls > MOST_CALLS:
            message = f"functions are called more than {MOST_CALLS:,} times"
            raise FormulaError(FORMULA_TYPE, call.at, message)
        outer, known.known = known.known, dict(known.tables)
        slots, texts = [], []
        for name, code in zip(self.names, given, strict=True):
            if isinstance(code.type, TableType) and code.type.fixed:
                known.known[name] = KnownNames(code.type, value=code.value)
            else:
                slots.append(known.add(name, code.type))
                texts.append(f", {code.text}")

        def explain(hint: str) -> str:
            file, line, column = compiler.place(call.at)
            return "; ".join(
                filter(None, (hint, f"{call.name} is called in {file}:{line}:{column}"))
            )

        try:
            made = Compiler(known, self.formula.place).build(self.formula.tree)
        except FormulaError as error:
            place = error.place or self.formula.place(error.at)
            hint = explain(error.hint)
            raise FormulaError(error.rule, call.at, error.message, hint, place) from None
        finally:
            known.known = outer
        expression = Expression(made.text, compiler.writer.space)
        routine = _Routine(self.formula, expression, slots, call.at, explain)
        return Code(made.type, f"{compiler.writer.bind(routine)}.{RUN}(f{''.join(texts)})")


class _Routine:
    """A function for the types of one call, whose values have slots; `explain` adds to hints."""

    def __init__(
        self,
        formula: Formula,
        expression: Expression,
        slots: Sequence[int],
        at: int,
        explain: Callable[[str], str],
    ) -> None:
        self.formula, self.expression, self.slots = formula, expression, slots
        self.at, self.explain = at, explain

    def run(self, frame: Frame, *values: Any) -> Any:
        """Work out what the function gives for values. Raises BlankError and FailureError."""
        return self._run(self.expression.run, frame, values)

    def run_carefully(self, frame: Frame, *values: Any) -> Any:
        """Work it out as far as it does not need what is left open."""
        return self._run(self.expression.run_carefully, frame, values)

    def _run(self, run: Run, frame: Frame, values: Sequence[Any]) -> Any:
        for slot, value in zip(self.slots, values, strict=True):
            frame[slot] = value
        try:
            return run(frame)
        except FailureError as error:
            place = error.place or self.formula.place(error.at)
            hint = self.explain(error.hint)
            raise FailureError(self.at, error.message, hint, place) from None


def read_functions(desk: GameDesk, written: Mapping[str, str]) -> None:
    """Puts the functions of a game on its desk, as names that formulas may call."""
    made: dict[str, GameFunction] = {}
    for usage, text in written.items():
        path = ("functions", usage)
        head = _HEAD.fullmatch(usage)
        if not head:
            hint = 'write its name and those of its values: "half(strength)"'
            desk.report_key(path, f"{usage[:60]} can't be a function", hint)
            continue
        names = [name.strip() for name in head[2].split(",")] if head[2].strip() else []
        if head[1] in FUNCTIONS:
            desk.report_key(path, f"{head[1]} is a function already", "choose another name")
            continue
        taken: dict[str, Any] = {}
        for name in (head[1], *names):
            if not desk.check_name(path, {**desk.tables, **made, **taken}, name):
                break
            taken[name] = None
        else:
            formula = desk.parse(path, text)
            if formula:
                made[head[1]] = GameFunction(usage, names, formula)
    for name, function in made.items():
        desk.tables[name] = KnownNames(FunctionType("a function"), value=function)
    if desk.is_shipped:  # its tests have shown that they are right
        return
    for function in made.values():
        _check_names(desk, function)
    _refuse_circles(desk, made)


def _check_names(desk: GameDesk, function: GameFunction) -> None:
    """Reports names that exist neither in a function nor in its game, also if nobody calls it."""
    names = FormulaNames(
        {**desk.tables, **desk.readings, **dict.fromkeys(function.names, KnownNames(TableType("")))}
    )
    formula = function.formula
    for node in formula.names:
        if node.name not in names.known:
            error = Compiler(names).refuse(node.name, node.at, "")
            desk.found.append(error.rule.at(formula.place(node.at), error.message, error.hint))


def _refuse_circles(desk: GameDesk, made: Mapping[str, GameFunction]) -> None:
    calls = {name: list(_list_calls(function.formula.tree)) for name, function in made.items()}
    needs = {name: [call.name for call in own if call.name in made] for name, own in calls.items()}
    _, circle = order_names(needs)
    if circle:
        call = next(one for one in calls[circle[0]] if one.name == circle[1 % len(circle)])
        place = made[circle[0]].formula.place(call.at)
        desk.report_circle("functions call each other", circle, place)


def _list_calls(node: Any) -> Iterator[Call]:
    """The calls in a part of a formula."""
    if isinstance(node, Call):
        yield node
    if isinstance(node, tuple):
        for one in node:
            yield from _list_calls(one)
    elif isinstance(node, Node):
        for part in read_values(node).values():
            yield from _list_calls(part)
