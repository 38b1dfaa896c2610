"""The tree of a formula → its type and a function of a frame."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import singledispatchmethod
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any, NamedTuple

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.systems.plain.formula.frame import (
    BLANK,
    LONGEST,
    BlankError,
    Code,
    Frame,
    Run,
    leave_blank,
    weigh,
)
from sheetgen.systems.plain.formula.function import FUNCTIONS, compile_call, needs_number
from sheetgen.systems.plain.formula.number import is_small, simplify, write_number
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    UNKNOWN_NAME,
    FailureError,
    FormulaError,
)
from sheetgen.systems.plain.formula.tree import (
    Binary,
    Call,
    Choice,
    Comparison,
    Constant,
    Each,
    Item,
    Listing,
    Name,
    Node,
    Part,
    Span,
    Step,
    Unary,
)
from sheetgen.systems.plain.formula.type import (
    FLAG,
    NONE,
    NUMBER,
    SCALARS,
    TEXT,
    WHOLE,
    ListOf,
    Record,
    Table,
    Type,
    fits,
    is_number,
    limit_text,
    unite,
)

_QUICK = 10**15  # sums and products of whole numbers below are surely small
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne,
}  # fmt: skip


class Known(NamedTuple):
    """What a name stands for: its type, and its slot or, for a table, its value."""

    type: Type
    slot: int = 0
    value: Any = None


class Names:
    """The names that formulas of a kind may use; each has a slot in the frames of the kind."""

    def __init__(self, tables: Mapping[str, Known]) -> None:
        self.known = dict(tables)
        self.size = 1
        self.used: set[str] = set()
        self.broken: set[str] = set()
        """Names whose own formula is wrong: what uses them is not reported too."""

    def add(self, name: str, form: Type) -> int:
        """The slot of a new name."""
        slot = self.size
        self.size += 1
        if name:
            self.known[name] = Known(form, slot)
        return slot


class Compiler:
    """Compiles formulas of one kind."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @singledispatchmethod
    def build(self, node: Node) -> Code:
        """The code of a part of a formula. Raises FormulaError."""
        raise TypeError(node)

    @build.register
    def _(self, node: Constant) -> Code:
        value = node.value
        if isinstance(value, bool):
            form = FLAG
        elif isinstance(value, str):
            form = limit_text([value])
        else:
            value = simplify(value)
            form = WHOLE if isinstance(value, int) else NUMBER
            if not is_small(value):
                raise FormulaError(FORMULA_TYPE, node.at, "this number is too large")
        return Code(form, lambda frame: value)

    @build.register
    def _(self, node: Name) -> Code:
        known = self.names.known.get(node.name)
        if known is None:
            raise self.refuse(node.name, node.at, "")
        self.names.used.add(node.name)
        if not known.slot:
            value = known.value
            return Code(known.type, lambda frame: value)
        slot = known.slot
        return Code(known.type, lambda frame: frame[slot])

    def refuse(self, name: str, at: int, call: str) -> FormulaError:
        """The error of a name that does not exist."""
        names = [*self.names.known, *FUNCTIONS]
        near = find_nearest(name, FUNCTIONS if call else names)
        what = "function" if call else "name"
        if name in (self.names.known if call else FUNCTIONS):
            what = f"it is {self.names.known[name].type}" if call else FUNCTIONS[name].usage
            message = f"{name} is {'not ' * bool(call)}a function"
            return FormulaError(UNKNOWN_NAME, at, message, f"it is written {what}")
        known = ", ".join(sorted(FUNCTIONS if call else self.names.known))
        hint = f"did you mean {near}?" if near else f"there are {known}"
        return FormulaError(UNKNOWN_NAME, at, f"there is no {what} {name[:60]}", hint)

    @build.register
    def _(self, node: Part) -> Code:
        of = self.build(node.of)
        form = of.type
        if isinstance(form, Table) and node.name in form.keys:
            # `guns.light` is the same as `guns["light"]`.
            line = of.run([])[node.name]
            return Code(form.line, lambda frame: line)
        parts: Iterable[str] = ()
        if isinstance(form, Record):
            parts = form.parts
        elif isinstance(form, Table):
            parts = map(str, form.keys)
        if not isinstance(form, Record) or node.name not in form.parts:
            at = node.end - len(node.name)
            if not parts:
                raise FormulaError(FORMULA_TYPE, at, f"{form} has no parts such as {node.name}")
            near = find_nearest(node.name, parts)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(parts)}"
            raise FormulaError(UNKNOWN_NAME, at, f"{form} has no part {node.name}", hint)
        run, name = of.run, node.name
        return Code(form.parts[name], lambda frame: getattr(run(frame), name))

    @build.register
    def _(self, node: Item) -> Code:
        of, index = self.build(node.of), self.build(node.index)
        run, at, run_index = of.run, node.index.at, index.run
        if isinstance(of.type, ListOf):
            self.want(node.index, index, WHOLE, "a list is counted from 1")

            def take(frame: Frame) -> Any:
                values, place = run(frame), run_index(frame)
                if not 0 < place <= len(values):
                    items = f"{len(values)} item{'s' * (len(values) != 1)}"
                    message = f"there is no item {place}: the list has {items}"
                    raise FailureError(at, message, "the first is number 1")
                return values[place - 1]

            return Code(of.type.item, take)
        table = self.want_table(node.of, of)
        self.want_key(node.index, index, table)

        def find(frame: Frame) -> Any:
            lines, key = run(frame), run_index(frame)
            try:
                return lines[key]
            except KeyError:
                raise FailureError(at, f"the table has no line {_show(key)}") from None

        return Code(table.line, find)

    @build.register
    def _(self, node: Step) -> Code:
        of, index = self.build(node.of), self.build(node.index)
        table = self.want_table(node.of, of)
        if not is_number(table.key):
            message = "this table is found by texts, which have no order"
            raise FormulaError(FORMULA_TYPE, node.of.at, message, "write table[name]")
        self.want(node.index, index, NUMBER)
        run_index, at = index.run, node.index.at
        lines = of.run([])
        keys = sorted(lines)
        values = [lines[key] for key in keys]
        up = node.up

        def find(frame: Frame) -> Any:
            key = run_index(frame)
            place = bisect_left(keys, key) if up else bisect_right(keys, key) - 1
            if not 0 <= place < len(keys):
                far = f"greater than {_show(keys[-1])}" if up else f"less than {_show(keys[0])}"
                raise FailureError(at, f"the table has no line for {_show(key)}, which is {far}")
            return values[place]

        return Code(table.line, find)

    @build.register
    def _(self, node: Call) -> Code:
        if node.name not in FUNCTIONS:
            raise self.refuse(node.name, node.at, "()")
        return compile_call(node, [self.build(argument) for argument in node.arguments])

    @build.register
    def _(self, node: Unary) -> Code:
        of = self.build(node.of)
        run = of.run
        if node.operator == "not":
            self.want(node.of, of, FLAG)
            return Code(FLAG, lambda frame: not run(frame))
        needs_number(node.of, of)
        return Code(of.type, lambda frame: -run(frame))

    @build.register
    def _(self, node: Binary) -> Code:
        left, right = self.build(node.left), self.build(node.right)
        one, two = left.run, right.run
        if node.operator in ("and", "or"):
            self.want(node.left, left, FLAG)
            self.want(node.right, right, FLAG)
            if node.operator == "and":
                return Code(FLAG, lambda frame: one(frame) and two(frame))
            return Code(FLAG, lambda frame: one(frame) or two(frame))
        if node.operator == "+" and not is_number(left.type):
            return self.compile_chain(node, left, right)
        needs_number(node.left, left)
        needs_number(node.right, right)
        if node.operator in ("/", "//", "%"):
            return _divide(node, left, right)
        whole = left.type == right.type == WHOLE
        work = {"+": add, "-": sub, "*": mul}[node.operator]
        return Code(WHOLE if whole else NUMBER, _bound(work, one, two, node.at))

    def compile_chain(self, node: Binary, left: Code, right: Code) -> Code:
        """Texts or lists, one after the other."""
        form = unite(left.type, right.type)
        if form is None or not (form == TEXT or isinstance(form, ListOf)):
            message = f"{left.type} and {right.type} can't be added"
            hint = "text(…) makes a text of a number" if TEXT in (left.type, right.type) else ""
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

    @build.register
    def _(self, node: Comparison) -> Code:
        sides = [self.build(side) for side in node.sides]
        tests = []
        for at, operator in enumerate(node.operators):
            tests.append(self.compare(operator, node.sides[at : at + 2], sides[at : at + 2]))
        if len(tests) == 1:
            return Code(FLAG, tests[0])
        return Code(FLAG, lambda frame: all(test(frame) for test in tests))

    def compare(self, operator: str, nodes: Any, sides: Any) -> Run:
        """The test of two neighbours."""
        (one, left), (two, right) = ((side.type, side.run) for side in sides)
        if operator.endswith("in"):
            return self.compile_in(operator, nodes, sides)
        numbers = is_number(one) and is_number(two)
        if not numbers:
            if operator not in ("==", "!="):
                bad = 1 if is_number(one) else 0
                needs_number(nodes[bad], sides[bad])
            if unite(one, two) not in SCALARS:
                message = f"{one} can't be compared with {two}"
                raise FormulaError(FORMULA_TYPE, nodes[1].at, message)
            _refuse_impossible(nodes, one, two)
        work = _COMPARE[operator]
        return lambda frame: work(left(frame), right(frame))

    def compile_in(self, operator: str, nodes: Any, sides: Any) -> Run:
        """`a in list`, or in the keys of a table."""
        item, many = sides
        form = many.type
        keys = form.key if isinstance(form, Table) else None
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

    @build.register
    def _(self, node: Choice) -> Code:
        yes, test, no = (self.build(part) for part in (node.yes, node.test, node.no))
        self.want(node.test, test, FLAG)
        form = unite(yes.type, no.type)
        if form is None:
            message = f"this is {no.type}, but the other choice is {yes.type}"
            raise FormulaError(FORMULA_TYPE, node.no.at, message, "both must be of one type")
        one, check, two = yes.run, test.run, no.run
        return Code(form, lambda frame: one(frame) if check(frame) else two(frame))

    @build.register
    def _(self, node: Span) -> Code:
        first, last = self.build(node.first), self.build(node.last)
        self.want(node.first, first, WHOLE)
        self.want(node.last, last, WHOLE)
        one, two, at = first.run, last.run, node.at

        def run(frame: Frame) -> list[int]:
            start, end = one(frame), two(frame)
            frame[0].spend(max(end - start + 1, 0), at)
            return list(range(start, end + 1))

        return Code(ListOf.make(WHOLE), run)

    @build.register
    def _(self, node: Listing) -> Code:
        items = [self.build(item) for item in node.items]
        form: Type = NONE
        for part, item in zip(node.items, items, strict=True):
            united = unite(form, item.type)
            if united is None:
                message = f"this is {item.type}, but the list begins with {form}"
                raise FormulaError(FORMULA_TYPE, part.at, message, "all must be of one type")
            form = united
        runs = [_catch_blank(item.run, form) for item in items]
        return self.make_list(node, form, lambda frame: [run(frame) for run in runs])

    @build.register
    def _(self, node: Each) -> Code:
        source = self.build(node.source)
        if isinstance(source.type, Table):
            item: Type = source.type.key
            if item == TEXT:
                item = limit_text(source.type.keys)
        elif isinstance(source.type, ListOf):
            item = source.type.item
        else:
            message = f"this is {source.type}, and for needs a list"
            raise FormulaError(FORMULA_TYPE, node.source.at, message, "such as 1..6")
        hidden = self.names.known.get(node.name)
        slot = self.names.add(node.name, item)
        made = self.build(node.item)
        test = self.build(node.test) if node.test else None
        if test and node.test:
            self.want(node.test, test, FLAG)
        if hidden:
            self.names.known[node.name] = hidden
        else:
            del self.names.known[node.name]
        run = _loop(node, slot, source.run, made, test)
        return self.make_list(node, made.type, run)

    def make_list(self, node: Node, item: Type, run: Run) -> Code:
        """The code of a list, whose contents count as work."""
        if isinstance(item, ListOf) and isinstance(item.item, ListOf):
            raise FormulaError(FORMULA_TYPE, node.at, "lists can't be nested this deep")
        if item in (WHOLE, NUMBER, FLAG, NONE):
            return Code(ListOf.make(item), run)
        at = node.at

        def run_weighed(frame: Frame) -> Any:
            made = run(frame)
            frame[0].spend(weigh(made), at)
            return made

        return Code(ListOf.make(item), run_weighed)

    def want(self, node: Node, code: Code, wanted: Type, hint: str = "") -> None:
        """Makes sure that a part is of a type. Raises FormulaError."""
        if not fits(code.type, wanted):
            if code.type == NUMBER and wanted == WHOLE:
                hint = "round it: round(…), floor(…) or ceil(…)"
            message = f"this is {code.type}, not {wanted}"
            raise FormulaError(FORMULA_TYPE, node.at, message, hint)

    def want_table(self, node: Node, code: Code) -> Table:
        """The type of a part that must be a table. Raises FormulaError."""
        if not isinstance(code.type, Table):
            message = f"this is {code.type}; only lists and tables have lines"
            raise FormulaError(FORMULA_TYPE, node.at, message)
        return code.type

    def want_key(self, node: Node, code: Code, table: Table) -> None:
        """Makes sure that a part can be a key of a table. Raises FormulaError."""
        if not fits(code.type, NUMBER if is_number(table.key) else table.key):
            message = f"this is {code.type}, and the table is found by {table.key.many}"
            raise FormulaError(FORMULA_TYPE, node.at, message)
        values = code.type.values
        for value in values if table.key == TEXT else ():
            if value not in table.keys:
                near = find_nearest(value, table.keys)
                hint = f"did you mean {near}?" if near else f"there are {', '.join(table.keys)}"
                raise FormulaError(UNKNOWN_NAME, node.at, f"the table has no line {value}", hint)


def _refuse_impossible(nodes: Any, one: Type, two: Type) -> None:
    """Refuses to compare a text with one that it never is: one of the two is misspelt."""
    both = one.values, two.values
    if all(both) and not set(one.values) & set(two.values):
        at = 0 if isinstance(nodes[0], Constant) else 1
        word, others = both[at][0], both[1 - at]
        near = find_nearest(word, others)
        hint = f"did you mean {near}?" if near else f"it is one of {', '.join(others)}"
        raise FormulaError(UNKNOWN_NAME, nodes[at].at, f"this is never {word}", hint)


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


def _catch_blank(run: Run, form: Type) -> Run:
    def caught(frame: Frame) -> Any:
        try:
            return run(frame)
        except BlankError:
            return leave_blank(form)

    return caught


def _loop(node: Each, slot: int, source: Run, made: Code, test: Code | None) -> Run:
    run, at = made.run, node.at
    check = test.run if test else None

    def loop(frame: Frame) -> list[Any]:
        values = list(source(frame))
        frame[0].spend(len(values), at)
        found = []
        for frame[slot] in values:
            try:
                if check is None or check(frame):
                    found.append(run(frame))
            except BlankError:
                found.append(leave_blank(made.type))
        return found

    return loop


def _show(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else write_number(value)
