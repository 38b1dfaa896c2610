"""Demands on the parts of a formula: of which type each must be for what is done with it."""

from __future__ import annotations

from typing import Any

from sheetgen.ground.nearest import prepare
from sheetgen.systems.plain.formula.frame import Code
from sheetgen.systems.plain.formula.problem import FORMULA_TYPE, UNKNOWN_NAME, FormulaError
from sheetgen.systems.plain.formula.tree import Constant, Node
from sheetgen.systems.plain.formula.type import (
    NUMBER,
    TEXT,
    WHOLE,
    Maybe,
    Table,
    Type,
    fits,
    is_number,
)


def want(node: Node, code: Code, wanted: Type, hint: str = "") -> None:
    """Makes sure that a part is of a type. Raises FormulaError."""
    if not fits(code.type, wanted):
        if code.type == NUMBER and wanted == WHOLE:
            hint = "round it: round(…), floor(…) or ceil(…)"
        message = f"this is {code.type}, not {wanted}"
        raise FormulaError(FORMULA_TYPE, node.at, message, hint)


def want_number(node: Node, code: Code) -> None:
    """Makes sure that a part of a formula is a number. Raises FormulaError."""
    if not is_number(code.type):
        hint = ""
        if isinstance(code.type, Maybe):
            hint = "either(…, 0) says what to take where it is missing"
        raise FormulaError(FORMULA_TYPE, node.at, f"this is {code.type}, not a number", hint)


def want_table(node: Node, code: Code) -> Table:
    """The type of a part that must be a table. Raises FormulaError."""
    if not isinstance(code.type, Table):
        message = f"this is {code.type}; only lists and tables have lines"
        raise FormulaError(FORMULA_TYPE, node.at, message)
    return code.type


def want_key(node: Node, code: Code, table: Table) -> None:
    """Makes sure that a part can be a key of a table. Raises FormulaError."""
    if not fits(code.type, NUMBER if is_number(table.key) else table.key):
        message = f"this is {code.type}, and the table is found by {table.key.many}"
        raise FormulaError(FORMULA_TYPE, node.at, message)
    values = code.type.values
    for value in values if table.key == TEXT else ():
        if value not in table.keys:
            near = prepare(tuple(table.keys)).find(value)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(table.keys)}"
            raise FormulaError(UNKNOWN_NAME, node.at, f"the table has no line {value}", hint)


def refuse_impossible(nodes: Any, one: Type, two: Type) -> None:
    """Refuses to compare a text with one that it never is: one of the two is misspelt."""
    both = one.values, two.values
    if all(both) and not set(one.values) & set(two.values):
        at = 0 if isinstance(nodes[0], Constant) else 1
        word, others = both[at][0], both[1 - at]
        near = prepare(others).find(word)
        hint = f"did you mean {near}?" if near else f"it is one of {', '.join(others)}"
        raise FormulaError(UNKNOWN_NAME, nodes[at].at, f"this is never {word}", hint)
