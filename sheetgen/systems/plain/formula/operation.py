"""The code of operators: arithmetic, texts and lists put together, and comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any

from sheetgen.ground.diagnostics import prepare
from sheetgen.systems.plain.formula.parser import Binary, Constant, Node
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    UNKNOWN_NAME,
    FailureError,
    FormulaError,
)
from sheetgen.systems.plain.formula.value import (
    BLANK,
    FLAG,
    LONGEST,
    NONE,
    NUMBER,
    SCALARS,
    TEXT,
    WHOLE,
    BlankError,
    Code,
    Frame,
    ListOf,
    Maybe,
    Run,
    TableType,
    Type,
    fits,
    is_number,
    is_small,
    simplify,
    unite,
    weigh,
)

# Demands on the parts of a formula: the type that each must have.


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


def want_table(node: Node, code: Code) -> TableType:
    """The type of a part that must be a table. Raises FormulaError."""
    if not isinstance(code.type, TableType):
        message = f"this is {code.type}; only lists and tables have lines"
        raise FormulaError(FORMULA_TYPE, node.at, message)
    return code.type


def want_key(node: Node, code: Code, table: TableType) -> None:
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


_QUICK = 10**15  # sums and products of whole numbers below are surely small
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne,
}  # fmt: skip


def compile_binary(node: Binary, left: Code, right: Code) -> Code:
    """The code of an operator between two parts. Raises FormulaError."""
    one, two = left.run, right.run
    if node.operator in ("and", "or"):
        want(node.left, left, FLAG)
        want(node.right, right, FLAG)
        if node.operator == "and":
            return Code(FLAG, lambda frame: one(frame) and two(frame))
        return Code(FLAG, lambda frame: one(frame) or two(frame))
    if node.operator == "+" and not is_number(left.type):
        return _compile_chain(node, left, right)
    want_number(node.left, left)
    want_number(node.right, right)
    if node.operator in ("/", "//", "%"):
        return _divide(node, left, right)
    whole = left.type == right.type == WHOLE
    work = {"+": add, "-": sub, "*": mul}[node.operator]
    return Code(WHOLE if whole else NUMBER, _bound(work, one, two, node.at))


def _compile_chain(node: Binary, left: Code, right: Code) -> Code:
    """Texts or lists, one after the other."""
    form = unite(left.type, right.type)
    if form is None or not (form == TEXT or isinstance(form, ListOf)):
        message = f"{left.type} and {right.type} can't be added"
        hint = "text(…) makes a text of a number" if TEXT in (left.type, right.type) else ""
        if isinstance(left.type, Maybe) or isinstance(right.type, Maybe):
            hint = "either(…, …) says what to take where it is missing"
        raise FormulaError(FORMULA_TYPE, node.right.at, message, hint)
    one, two, at = left.run, right.run, node.at

    def run(frame: Frame) -> Any:
        made = [*one(frame), *two(frame)] if listed else one(frame) + two(frame)
        if len(made) > LONGEST:
            raise FailureError(at, f"this is longer than {LONGEST:,}")
        frame[0].spend(weigh(made), at)
        return made

    listed = isinstance(form, ListOf)
    return Code(form if listed else TEXT, run)


def compare(operator: str, nodes: Any, sides: Any) -> Run:
    """The test of two neighbours."""
    (one, left), (two, right) = ((side.type, side.run) for side in sides)
    if operator.endswith("in"):
        return _compile_in(operator, nodes, sides)
    numbers = is_number(one) and is_number(two)
    if not numbers:
        if operator not in ("==", "!="):
            bad = 1 if is_number(one) else 0
            want_number(nodes[bad], sides[bad])
        if unite(one, two) not in SCALARS:
            message = f"{one} can't be compared with {two}"
            raise FormulaError(FORMULA_TYPE, nodes[1].at, message)
        refuse_impossible(nodes, one, two)
    work = _COMPARE[operator]
    return lambda frame: work(left(frame), right(frame))


def _compile_in(operator: str, nodes: Any, sides: Any) -> Run:
    """`a in list`, or in the keys of a table."""
    item, many = sides
    form = many.type
    keys = form.key if isinstance(form, TableType) else None
    if isinstance(form, ListOf):
        keys = form.item
    if keys is None or (keys != NONE and unite(keys, item.type) not in SCALARS):
        message = f"this is {form}, in which there can't be {item.type}"
        raise FormulaError(FORMULA_TYPE, nodes[1].at, message)
    one, two, at = item.run, many.run, nodes[1].at
    turned = operator.startswith("not")

    def run(frame: Frame) -> bool:
        value, values = one(frame), two(frame)
        if value is BLANK:
            raise BlankError
        frame[0].spend(len(values), at)
        return (value in values) is not turned

    return run


def _bound(work: Callable[[Any, Any], Any], one: Run, two: Run, at: int) -> Run:
    """Arithmetic whose results are checked for their size."""

    def run(frame: Frame) -> Any:
        made = work(one(frame), two(frame))
        if type(made) is int and -_QUICK < made < _QUICK:
            return made
        if not is_small(made):
            raise FailureError(at, "this number is too large, or too fine a fraction")
        return simplify(made)

    return run


def _divide(node: Binary, left: Code, right: Code) -> Code:
    one, two = left.run, right.run
    at, operator = node.right.at, node.operator

    def run(frame: Frame) -> Any:
        over, under = one(frame), two(frame)
        if under == 0:
            raise FailureError(at, "this is 0, and nothing can be divided by 0")
        if operator == "//":
            return over // under
        if operator == "%":
            return over % under
        if over is BLANK:
            raise BlankError
        made = simplify(Fraction(over) / under)
        if not is_small(made):
            raise FailureError(node.at, "this number is too large, or too fine a fraction")
        return made

    whole = operator == "//" or (operator == "%" and left.type == right.type == WHOLE)
    return Code(WHOLE if whole else NUMBER, run)
