"""Selections: what formulas take out of lists and records, and the records that they write."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sheetgen.ground.diagnostics import prepare
from sheetgen.systems.plain.formula.formula import PythonWriter
from sheetgen.systems.plain.formula.operation import want
from sheetgen.systems.plain.formula.parser import FormulaPart, Node, RecordParts, Unary
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    UNKNOWN_NAME,
    FailureError,
    FormulaError,
)
from sheetgen.systems.plain.formula.value import (
    BLANK,
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    WHOLE,
    BlankError,
    BlankList,
    Code,
    Frame,
    ListOf,
    Maybe,
    RecordType,
    TableType,
    Type,
    WrittenRecord,
    is_plain,
    make_class,
    measure_depth,
    unite,
    weigh,
)

MOST_LISTS, MOST_RECORDS = 3, 6
"""How many lists, and how many records that formulas write, may be one in another."""


def compile_item(node: Node, index: Code, of: Code) -> Code:
    """`list[n]`."""
    assert isinstance(of.type, ListOf)
    want(node, index, WHOLE, "a list is counted from 1")
    return Code(of.type.item, f"take({of.text}, {index.text}, {node.at})")


def take(values: Any, place: int, at: int) -> Any:
    """The item of a list, which is counted from 1. Raises FailureError if there is none."""
    if not 0 < place <= len(values):
        if isinstance(values, BlankList):
            raise BlankError
        items = f"{len(values)} item{'s' * (len(values) != 1)}"
        message = f"there is no item {place}: the list has {items}"
        raise FailureError(at, message, "the first is number 1")
    return values[place - 1]


def compile_slice(
    of: Code, first: tuple[Node, Code] | None, last: tuple[Node, Code] | None
) -> Code:
    """`list[first..last]`, of which one may be left out: as many of its items as there are."""
    for node, code in filter(None, (first, last)):
        want(node, code, WHOLE, "a list is counted from 1")
    ends = f"{first[1].text if first else 1}, {last[1].text if last else -1}"
    at = (first or last)[0].at  # type: ignore[index]
    negated = bool(first and isinstance(first[0], Unary))
    return Code(of.type, f"cut(f, {of.text}, {ends}, {at}, {negated})")


def cut(frame: Frame, values: Any, start: int, end: int, at: int, negated: bool) -> Any:
    """The items of a list from one to another; the last 0 of them if 0 is `negated`."""
    if start == 0 and not negated:
        raise FailureError(at, "there is no item 0", "the first is number 1, the last is -1")
    if start == 0:
        return []
    start = max(start - 1 if start > 0 else start + len(values), 0)
    end = end if end >= 0 else max(end + len(values) + 1, 0)
    taken = values[start:end]
    frame[0].spend(len(taken), at)
    return taken


def compile_part(node: FormulaPart, of: Code) -> Code | None:
    """`of.name` of a record, or of one that may be missing; None if there is no such part."""
    form = of.type.of if isinstance(of.type, Maybe) else of.type
    if form == NONE:  # an item of a list that is always empty
        return of
    if not isinstance(form, RecordType) or node.name not in form.parts:
        return None
    name, part = node.name, form.parts[node.name]
    if form is of.type:
        text = f"{of.text}.{name}" if is_plain(name) else f"getattr({of.text}, {name!r})"
        return Code(part, text)
    text = f"find_given({of.text}, {name!r})"
    return Code(part if isinstance(part, Maybe) else Maybe.make(part), text)


def find_given(whole: Any, name: str) -> Any:
    """The part of a record that may be missing."""
    return None if whole is None else getattr(whole, name)


def choose_part(node: Node, index: Code, of: Code) -> Code:
    """`record[name]`, where the name is one of a few texts."""
    form = of.type
    assert isinstance(form, RecordType)
    want(node, index, TEXT)
    if not index.type.values:
        message = "this can be any text, and a part has one of a few names"
        raise FormulaError(FORMULA_TYPE, node.at, message, f"there are {', '.join(form.parts)}")
    made: Type = NONE
    for name in index.type.values:
        if name not in form.parts:
            near = prepare(tuple(form.parts)).find(name)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(form.parts)}"
            raise FormulaError(UNKNOWN_NAME, node.at, f"{form} has no part {name}", hint)
        united = unite(made, form.parts[name])
        if united is None:
            message = f"{name} is {form.parts[name]}, and {index.type.values[0]} is {made}"
            hint = "parts that are chosen by a value are of one type"
            raise FormulaError(FORMULA_TYPE, node.at, message, hint)
        made = united
    return Code(made, f"find_part({of.text}, {index.text})")


def find_part(whole: Any, name: Any) -> Any:
    """The part of a record."""
    if name is BLANK:
        raise BlankError
    return getattr(whole, name)


@lru_cache(maxsize=256)
def _make_written(names: Sequence[str], weight: int) -> type[Any]:
    made = make_class("Record", names, bases=(WrittenRecord,))
    made._weight = weight
    return made


def compile_record(writer: PythonWriter, node: RecordParts, items: Sequence[Code]) -> Code:
    """`{name: item, …}`."""
    for part, item in zip(node.items, items, strict=True):
        if isinstance(item.type, TableType):
            raise FormulaError(FORMULA_TYPE, part.at, f"this is {item.type}, which can't be a part")
    depth = 1 + max(measure_depth(item.type) for item in items)
    if depth > MOST_RECORDS:
        raise FormulaError(FORMULA_TYPE, node.at, "records can't be nested this deep")
    simple = all(item.type in (WHOLE, NUMBER, FLAG) or item.type.values for item in items)
    fixed = len(items) if simple else 0
    make = _make_written(node.names, fixed)
    parts = dict(zip(node.names, [item.type for item in items], strict=True))
    values = ", ".join(map(writer.catch_blank, items))
    text = f"spend(f, {writer.bind(make)}({values}), {node.at}, {fixed})"
    return Code(RecordType("a record", parts=parts, make=make, depth=depth), text)


def spend(frame: Frame, made: Any, at: int, weight: int) -> Any:
    """A value, once its weight is counted as work; 0 for one that has to be weighed."""
    frame[0].spend(weight or weigh(made), at)
    return made


def count_lists(form: Type) -> int:
    """Return how many lists are directly one in another."""
    return 1 + count_lists(form.item) if isinstance(form, ListOf) else 0
