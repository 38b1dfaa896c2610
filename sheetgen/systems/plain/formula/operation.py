"""The code of operators: arithmetic, texts and lists put together, comparisons; and of tracks."""

from __future__ import annotations

from fractions import Fraction
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
    Number,
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


def compile_binary(node: Binary, left: Code, right: Code) -> Code:
    """The code of an operator between two parts. Raises FormulaError."""
    if node.operator in ("and", "or"):
        want(node.left, left, FLAG)
        want(node.right, right, FLAG)
        return Code(FLAG, f"({left.text} {node.operator} {right.text})")
    if node.operator == "+" and not is_number(left.type):
        return _compile_chain(node, left, right)
    want_number(node.left, left)
    want_number(node.right, right)
    if node.operator in ("/", "//", "%"):
        return _divide(node, left, right)
    whole = left.type == right.type == WHOLE
    text = f"bound({left.text} {node.operator} {right.text}, {node.at})"
    return Code(WHOLE if whole else NUMBER, text)


def _compile_chain(node: Binary, left: Code, right: Code) -> Code:
    """Texts or lists, one after the other."""
    form = unite(left.type, right.type)
    if form is None or not (form == TEXT or isinstance(form, ListOf)):
        message = f"{left.type} and {right.type} can't be added"
        hint = "text(…) makes a text of a number" if TEXT in (left.type, right.type) else ""
        if isinstance(left.type, Maybe) or isinstance(right.type, Maybe):
            hint = "either(…, …) says what to take where it is missing"
        raise FormulaError(FORMULA_TYPE, node.right.at, message, hint)
    if isinstance(form, ListOf):
        return Code(form, f"chain(f, [*{left.text}, *{right.text}], {node.at})")
    return Code(TEXT, f"chain(f, {left.text} + {right.text}, {node.at})")


def chain(frame: Frame, made: Any, at: int) -> Any:
    """Texts or lists, one after the other, unless they are too long. Raises FailureError."""
    if len(made) > LONGEST:
        raise FailureError(at, f"this is longer than {LONGEST:,}")
    frame[0].spend(weigh(made), at)
    return made


def compare(operator: str, nodes: Any, sides: Any) -> str:
    """The test of two neighbours."""
    one, two = (side.type for side in sides)
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
    return f"({sides[0].text} {operator} {sides[1].text})"


def _compile_in(operator: str, nodes: Any, sides: Any) -> str:
    """`a in list`, or in the keys of a table."""
    item, many = sides
    form = many.type
    keys = form.key if isinstance(form, TableType) else None
    if isinstance(form, ListOf):
        keys = form.item
    if keys is None or (keys != NONE and unite(keys, item.type) not in SCALARS):
        message = f"this is {form}, in which there can't be {item.type}"
        raise FormulaError(FORMULA_TYPE, nodes[1].at, message)
    text = f"is_in(f, {item.text}, {many.text}, {nodes[1].at})"
    return f"(not {text})" if operator.startswith("not") else text


def is_in(frame: Frame, value: Any, values: Any, at: int) -> bool:
    """Whether a value is in a list, or among the keys of a table."""
    if value is BLANK:
        raise BlankError
    frame[0].spend(len(values), at)
    return value in values


def bound(made: Any, at: int) -> Any:
    """The result of arithmetic, unless it is too large. Raises FailureError."""
    if type(made) is int and -_QUICK < made < _QUICK:
        return made
    if not is_small(made):
        raise FailureError(at, "this number is too large, or too fine a fraction")
    return simplify(made)


def _divide(node: Binary, left: Code, right: Code) -> Code:
    operator = node.operator
    over, under = left.text, f"divisor({right.text}, {node.right.at})"
    if operator == "/":
        return Code(NUMBER, f"bound(divide({over}, {under}), {node.at})")
    whole = operator == "//" or left.type == right.type == WHOLE
    return Code(WHOLE if whole else NUMBER, f"({over} {operator} {under})")


def divide(over: Any, under: Any) -> Number:
    """A number divided by another, exactly."""
    if over is BLANK:
        raise BlankError
    whole = type(over) is type(under) is int
    made: Number = over // under if whole and not over % under else Fraction(over) / under
    return made


def divisor(value: Any, at: int) -> Any:
    """A number by which others are divided. Raises FailureError for 0."""
    if value == 0:
        raise FailureError(at, "this is 0, and nothing can be divided by 0")
    return value


# Tracks: rows of boxes to strike off, and strengths that fall with them


def measure_row(count: int, most: int) -> int:
    """The number of boxes in a row where at most `most` fit, with rows as equal as possible."""
    rows = -(-count // most)
    return -(-count // rows)


def degrade(strength: int, boxes: int) -> list[int]:
    """The strength in each of some boxes, from left to right.

    It falls in proportion to the boxes that are left, with halves rounded up.
    """
    return [(2 * strength * left + boxes) // (2 * boxes) for left in range(boxes, 0, -1)]


def mark_every(step: int, boxes: int) -> list[int]:
    """The numbers of every so many boxes, counted from the right end: 3, 7 and 11 of 11."""
    return list(range(boxes, 0, -step))[::-1]
