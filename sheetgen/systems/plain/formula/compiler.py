"""Compiling: from the tree of a formula to its type and a function of a frame."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.diagnostics import Place, prepare
from sheetgen.ground.words import PLAIN, Words
from sheetgen.systems.plain.formula import parser as tree
from sheetgen.systems.plain.formula.formula import (
    Formula,
    KnownNames,
    PythonWriter,
    catch_blank,
    choose,
    work_out,
)
from sheetgen.systems.plain.formula.function import FUNCTIONS, compile_call
from sheetgen.systems.plain.formula.operation import (
    bound,
    chain,
    compare,
    compile_binary,
    divide,
    divisor,
    is_in,
    want,
    want_key,
    want_number,
    want_table,
)
from sheetgen.systems.plain.formula.parser import (
    Node,
    spell_chain,
)
from sheetgen.systems.plain.formula.problem import (
    FORMULA_TYPE,
    UNKNOWN_NAME,
    FailureError,
    FormulaError,
)
from sheetgen.systems.plain.formula.selection import (
    MOST_LISTS,
    choose_part,
    compile_item,
    compile_part,
    compile_record,
    compile_slice,
    count_lists,
    cut,
    find_given,
    find_part,
    spend,
    take,
)
from sheetgen.systems.plain.formula.value import (
    FLAG,
    NONE,
    NUMBER,
    PENDING,
    WHOLE,
    Code,
    Frame,
    FunctionType,
    ListOf,
    Maybe,
    RecordType,
    TableType,
    Type,
    find_item,
    find_weight,
    is_number,
    is_small,
    limit_text,
    simplify,
    unite,
    weigh,
    write_number,
)


def _find_line(lines: Mapping[Any, Any], key: Any, at: int) -> Any:
    """The line of a table. Raises FailureError if there is none."""
    try:
        return lines[key]
    except KeyError:
        raise FailureError(at, f"the table has no line {_show(key)}") from None


def _find_step(keys: Sequence[Any], values: Sequence[Any], key: Any, at: int, up: bool) -> Any:
    """The last line of a table up to a key, or the first from it on. Raises FailureError."""
    place = bisect_left(keys, key) if up else bisect_right(keys, key) - 1
    if not 0 <= place < len(keys):
        far = f"greater than {_show(keys[-1])}" if up else f"less than {_show(keys[0])}"
        raise FailureError(at, f"the table has no line for {_show(key)}, which is {far}")
    return values[place]


def _count_up(frame: Frame, first: int, last: int, at: int) -> list[int]:
    """The whole numbers from one to another."""
    frame[0].spend(max(last - first + 1, 0), at)
    return list(range(first, last + 1))


def _step_through(frame: Frame, values: Any, at: int) -> Any:
    """The items of a list that a loop goes through, which count as work."""
    frame[0].spend(len(values), at)
    return values


def _spend_list(frame: Frame, made: Any, at: int, each: int) -> Any:
    """A list, once it is counted as work, by what each of its items weighs; 0 if that differs."""
    frame[0].spend(len(made) * each if each else weigh(made), at)
    return made


_WORKERS: Mapping[str, Any] = {
    "PENDING": PENDING,
    "bound": bound,
    "catch_blank": catch_blank,
    "chain": chain,
    "choose": choose,
    "count_up": _count_up,
    "cut": cut,
    "divide": divide,
    "divisor": divisor,
    "find_given": find_given,
    "find_line": _find_line,
    "find_part": find_part,
    "find_step": _find_step,
    "getattr": getattr,
    "is_in": is_in,
    "spend": spend,
    "spend_list": _spend_list,
    "step_through": _step_through,
    "take": take,
    "work_out": work_out,
}
"""The functions and values that the Python of formulas knows, by their names there."""


class FormulaNames:
    """The names that formulas of a kind may use; each has a slot in the frames of the kind."""

    def __init__(
        self,
        tables: Mapping[str, KnownNames],
        find_function: Callable[[str], Any] | None = None,
        words: Words = PLAIN,
    ) -> None:
        """`find_function` gives what compiles the calls of a function of the game's code."""
        self.find_function = find_function or (lambda name: None)
        self.tables, self.known = dict(tables), dict(tables)
        self.writer = PythonWriter(_WORKERS, words)
        self.size = 1
        self.calls = 0
        self.used: set[str] = set()
        self.broken: set[str] = set()
        """Names whose own formula is wrong: what uses them is not reported too."""

    def add(self, name: str, form: Type, formula: Formula | None = None) -> int:
        """The slot of a new name; with a formula it is worked out when it is asked for."""
        slot = self.size
        self.size += 1
        if name:
            self.known[name] = KnownNames(form, slot, formula=formula)
        return slot


class Compiler:
    """Compiles a formula, whose characters have places, with the names of a kind."""

    def __init__(self, names: FormulaNames, place: Callable[[int], Place] | None = None) -> None:
        self.names, self.writer = names, names.writer
        self.place = place or (lambda at: Place())
        self.sure: frozenset[str] = frozenset()
        """Names and parts that are there for certain, as `given(…)` was asked before."""

    def build_given(self, test: Node, node: Node, turned: bool = False) -> Code:
        """The code of a part that is asked for only where a test is true; or false if `turned`."""
        before, self.sure = self.sure, self.sure | set(_list_given(test, turned))
        code = self.build(node)
        self.sure = before
        return code

    def _settle(self, node: Node, code: Code) -> Code:
        """The code of a name or part, which may not be missing where it is sure to be there."""
        if self.sure and isinstance(code.type, Maybe) and spell_chain(node) in self.sure:
            return code._replace(type=code.type.of)
        return code

    def compile(self, formula: Formula) -> None:
        """Give a formula its code and what its names mean. Raises FormulaError."""
        formula.settle(self.build(formula.tree), self.writer)
        formula.note(self.names.known)

    def build(self, node: Node) -> Code:
        """The code of a part of a formula. Raises FormulaError."""
        return self.writer.shorten(_BUILDERS[type(node)](self, node))

    def build_constant(self, node: tree.Constant) -> Code:
        """The code of a number, a text, or true or false."""
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
        return Code(form, self.writer.bind(value))

    def build_name(self, node: tree.Name) -> Code:
        """The code of a name."""
        known = self.names.known.get(node.name)
        if known is None or isinstance(known.type, FunctionType):
            raise self.refuse(node.name, node.at, "")
        self.names.used.add(node.name)
        if not known.slot:
            return Code(known.type, self.writer.bind(known.value), known.value)
        slot, text = known.slot, f"f[{known.slot}]"
        if known.formula:
            pending = f"work_out(f, {slot}, {self.writer.bind(known.formula)})"
            text = f"({text} if {text} is not PENDING else {pending})"
        return self._settle(node, Code(known.type, text))

    def refuse(self, name: str, at: int, call: str) -> FormulaError:
        """The error of a name that does not exist."""
        own = {n: k.value for n, k in self.names.known.items() if isinstance(k.type, FunctionType)}
        functions = {**FUNCTIONS, **own}
        near = prepare(tuple(functions if call else {**self.names.known, **functions})).find(name)
        what = "function" if call else "name"
        if name in (self.names.known if call else functions):
            what = f"it is {self.names.known[name].type}" if call else functions[name].usage
            message = f"{name} is {'not ' * bool(call)}a function"
            return FormulaError(UNKNOWN_NAME, at, message, f"it is written {what}")
        known = ", ".join(sorted(functions if call else self.names.known.keys() - own.keys()))
        hint = f"did you mean {near}?" if near else f"there are {known}"
        return FormulaError(UNKNOWN_NAME, at, f"there is no {what} {name[:60]}", hint)

    def build_part(self, node: tree.FormulaPart) -> Code:
        """The code of a part of a record, or of a line of a table."""
        of = self.build(node.of)
        form = of.type
        if isinstance(form, TableType) and node.name in form.keys:
            # `guns.light` is the same as `guns["light"]`.
            if form.fixed:
                line = of.value[node.name]
                return Code(form.line, self.writer.bind(line), line)
            return Code(form.line, f"{of.text}[{node.name!r}]")
        code = compile_part(node, of)
        if code:
            self.names.used.add(node.name)  # as far as anybody can tell
            return self._settle(node, code)
        whole = form.of if isinstance(form, Maybe) else form
        parts: Iterable[str] = ()
        if isinstance(whole, RecordType):
            parts = whole.parts
        elif isinstance(whole, TableType):
            parts = [str(key) for key in whole.keys]
        at = node.end - len(node.name)
        if not parts:
            raise FormulaError(FORMULA_TYPE, at, f"{form} has no parts such as {node.name}")
        near = prepare(tuple(parts)).find(node.name)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(parts)}"
        raise FormulaError(UNKNOWN_NAME, at, f"{form} has no part {node.name}", hint)

    def build_subscript(self, node: tree.Subscript) -> Code:
        """The code of an item of a list, a part of a record, or a line of a table."""
        of, span = self.build(node.of), node.index
        if isinstance(of.type, ListOf) and isinstance(span, tree.TextSpan):
            first, last = self.build(span.first), self.build(span.last)
            return compile_slice(of, (span.first, first), (span.last, last))
        index = self.build(node.index)
        if isinstance(of.type, ListOf):
            return compile_item(node.index, index, of)
        if isinstance(of.type, RecordType):
            return choose_part(node.index, index, of)
        table = want_table(node.of, of)
        want_key(node.index, index, table)
        if index.type.values:  # which are all there
            return Code(table.line, f"{of.text}[{index.text}]")
        return Code(table.line, f"find_line({of.text}, {index.text}, {node.index.at})")

    def build_step(self, node: tree.FormulaStep) -> Code:
        """The code of a slice of a list, or of the line of a table next to a number."""
        of, index = self.build(node.of), self.build(node.index)
        if isinstance(of.type, ListOf):
            end = (node.index, index)
            return compile_slice(of, *((end, None) if node.up else (None, end)))
        table = want_table(node.of, of)
        if not is_number(table.key):
            message = "this table is found by texts, which have no order"
            raise FormulaError(FORMULA_TYPE, node.of.at, message, "write table[name]")
        want(node.index, index, NUMBER)
        keys = sorted(of.value)
        values = [of.value[key] for key in keys]
        known = f"{self.writer.bind(keys)}, {self.writer.bind(values)}"
        return Code(table.line, f"find_step({known}, {index.text}, {node.index.at}, {node.up})")

    def build_call(self, node: tree.Call) -> Code:
        """The code of a call of a function."""
        known = self.names.known.get(node.name)
        if known and isinstance(known.type, FunctionType):
            self.names.used.add(node.name)
            own: Code = known.value.compile(self, node, [*map(self.build, node.arguments)])
            return own
        brought = self.names.find_function(node.name)
        if brought:
            made: Code = brought.compile(self, node, [*map(self.build, node.arguments)])
            return made
        if node.name not in FUNCTIONS:
            raise self.refuse(node.name, node.at, "()")
        before = self.sure
        if node.name in ("given", "either"):  # which may be asked again
            self.sure = frozenset()
        arguments = [self.build(argument) for argument in node.arguments]
        self.sure = before
        return compile_call(self.writer, node, arguments)

    def build_unary(self, node: tree.Unary) -> Code:
        """The code of the opposite."""
        of = self.build(node.of)
        if node.operator == "not":
            want(node.of, of, FLAG)
            return Code(FLAG, f"(not {of.text})")
        want_number(node.of, of)
        return Code(of.type, f"(-{of.text})")

    def build_binary(self, node: tree.Binary) -> Code:
        """The code of an operator between two parts, with those before it in a row."""
        row: list[tree.Binary] = []
        first: Node = node
        while isinstance(first, tree.Binary):
            row.append(first)
            first = first.left
        code = self.build(first)
        for one in reversed(row):
            if one.operator in ("and", "or"):
                right = self.build_given(one.left, one.right, turned=one.operator == "or")
            else:
                right = self.build(one.right)
            code = self.writer.shorten(compile_binary(one, code, right))
        return code

    def build_comparison(self, node: tree.Comparison) -> Code:
        """The code of one comparison, or of several in a row."""
        sides = [self.build(side) for side in node.sides]
        tests = []
        for at, operator in enumerate(node.operators):
            tests.append(compare(operator, node.sides[at : at + 2], sides[at : at + 2]))
        if len(tests) > 1 and not any(one.endswith("in") for one in node.operators):
            rest = zip(node.operators, sides[1:], strict=True)
            tests = [sides[0].text + "".join(f" {sign} {side.text}" for sign, side in rest)]
        return Code(FLAG, f"({' and '.join(tests)})")

    def build_choice(self, node: tree.Choice) -> Code:
        """The code of one of two parts, by a test."""
        test = self.build(node.test)
        yes = self.build_given(node.test, node.yes)
        no = self.build_given(node.test, node.no, turned=True)
        want(node.test, test, FLAG)
        form = unite(yes.type, no.type)
        if form is None:
            message = f"this is {no.type}, but the other choice is {yes.type}"
            raise FormulaError(FORMULA_TYPE, node.no.at, message, "both must be of one type")
        return Code(form, f"({yes.text} if {test.text} else {no.text})")

    def build_span(self, node: tree.TextSpan) -> Code:
        """The code of the whole numbers from one to another."""
        first, last = self.build(node.first), self.build(node.last)
        want(node.first, first, WHOLE)
        want(node.last, last, WHOLE)
        return Code(ListOf.make(WHOLE), f"count_up(f, {first.text}, {last.text}, {node.at})")

    def build_listing(self, node: tree.Listing) -> Code:
        """The code of a list whose items are written one by one."""
        items = [self.build(item) for item in node.items]
        form: Type = NONE
        for part, item in zip(node.items, items, strict=True):
            united = unite(form, item.type)
            if united is None:
                message = f"this is {item.type}, but the list begins with {form}"
                raise FormulaError(FORMULA_TYPE, part.at, message, "all must be of one type")
            form = united
        texts = [self.writer.catch_blank(item._replace(type=form)) for item in items]
        return self.make_list(node, form, f"[{', '.join(texts)}]")

    def build_record(self, node: tree.RecordParts) -> Code:
        """The code of a record."""
        return compile_record(self.writer, node, [self.build(item) for item in node.items])

    def build_each(self, node: tree.Each) -> Code:
        """The code of a list that a loop makes."""
        source = self.build(node.source)
        if not isinstance(source.type, (ListOf, TableType)):
            message = f"this is {source.type}, and for needs a list"
            raise FormulaError(FORMULA_TYPE, node.source.at, message, "such as 1..6")
        item = find_item(source.type)
        before = self.sure
        self.sure = frozenset(one for one in before if one.partition(".")[0] != node.name)
        hidden = self.names.known.get(node.name)
        slot = self.names.add(node.name, item)
        test = self.build(node.test) if node.test else None
        made = self.build_given(node.test or node.source, node.item)
        if test and node.test:
            want(node.test, test, FLAG)
        self.sure = before
        if hidden:
            self.names.known[node.name] = hidden
        else:
            del self.names.known[node.name]
        items = f"step_through(f, {source.text}, {node.at})"
        return self.make_list(node, made.type, self.writer.loop(slot, items, made, test))

    def make_list(self, node: Node, item: Type, text: str) -> Code:
        """The code of a list, whose contents count as work."""
        if count_lists(item) >= MOST_LISTS:
            raise FormulaError(FORMULA_TYPE, node.at, "lists can't be nested this deep")
        if isinstance(item, TableType):
            raise FormulaError(FORMULA_TYPE, node.at, f"the items can't be {item}")
        if item in (WHOLE, NUMBER, FLAG, NONE):
            return Code(ListOf.make(item), text)
        return Code(ListOf.make(item), f"spend_list(f, {text}, {node.at}, {find_weight(item)})")


_BUILDERS: Mapping[type[Node], Callable[[Compiler, Any], Code]] = {
    tree.Binary: Compiler.build_binary,
    tree.Call: Compiler.build_call,
    tree.Choice: Compiler.build_choice,
    tree.Comparison: Compiler.build_comparison,
    tree.Constant: Compiler.build_constant,
    tree.Each: Compiler.build_each,
    tree.FormulaPart: Compiler.build_part,
    tree.FormulaStep: Compiler.build_step,
    tree.Listing: Compiler.build_listing,
    tree.Name: Compiler.build_name,
    tree.RecordParts: Compiler.build_record,
    tree.Subscript: Compiler.build_subscript,
    tree.TextSpan: Compiler.build_span,
    tree.Unary: Compiler.build_unary,
}


def _list_given(test: Node, turned: bool) -> Iterator[str]:
    """The optional names and parts that are there if a test is true; or false if `turned`."""
    if isinstance(test, tree.Unary) and test.operator == "not":
        yield from _list_given(test.of, not turned)
    elif isinstance(test, tree.Binary) and test.operator == ("or" if turned else "and"):
        yield from _list_given(test.left, turned)
        yield from _list_given(test.right, turned)
    elif isinstance(test, tree.Call) and test.name == "given" and not turned:
        yield from map(spell_chain, test.arguments[:1])


def _show(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else write_number(value)
