"""Counting: what a template's tree is turned into, so that all its work is counted.

The operators, loops and values that can grow become filters that no template can name, and each of
these asks the work of the filling (work.py). What is known to be a number while compiling is left
as it is, since numbers can't grow much: adding a number to a text is an error. Nothing is computed
while compiling. At the end of this file, what is put out is cut into pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.utils import pass_context
from jinja2.visitor import NodeTransformer

from sheetgen.ground.words import say
from sheetgen.template.sandbox.work import ESCAPED, WRITTEN

_NUMERIC_FILTERS = {"abs", "count", "float", "int", "length", "round"}
_COUNTERS = {"index", "index0", "revindex", "revindex0"}
_LETTERS = 3
_ONLY_IF = (
    "the inline if-expression on this line evaluated to false and no else section was defined."
)


def _ask(name: str) -> Callable[..., Any]:
    """The filter that is a method of the work with this name."""

    @pass_context
    def ask(context: Any, *values: Any) -> Any:
        return getattr(context.work, name)(*values)

    return ask


@pass_context
def _escape(context: Any, value: Any, before: str = "", after: str = "", *more: Any) -> str:
    """A value as SVG text, between the template's own texts around it.

    There may be more values, each followed by a text.
    """
    kind = type(value)
    if kind is float:
        text = WRITTEN[value]
    elif kind is int:
        text = str(value)
    else:
        text = (ESCAPED[value] if kind is str else "") or context.work.escape(value)
    if more:
        return f"{before}{text}{after}{_escape(context, more[0], '', *more[1:])}"
    return f"{before}{text}{after}"


@pass_context
def _miss(context: Any, value: Any) -> jinja2.Undefined:
    """The value of a choice without a second way."""
    return jinja2.Undefined(_ONLY_IF)


_METHODS = (
    "add", "attach", "check_block", "hold", "multiply", "power", "remain", "repeat", "spend",
    "weigh", "write",
)  # fmt: skip
COUNTERS: Mapping[str, Callable[..., Any]] = {
    **{f"work.{name}()": _ask(name) for name in _METHODS},
    "work.escape()": _escape,
    "work.miss()": _miss,
    "work.say()": say,
}
"""The filters that count, by names that can't be written."""


def count_work(tree: nodes.Template, escapes: bool) -> nodes.Template:
    """A tree that counts its work when it runs, and writes its values as SVG or as they are."""
    size = weigh(tree)
    turned: nodes.Template = _Counter("escape" if escapes else "write").visit(tree)
    turned.body.insert(0, nodes.ExprStmt(_make_call("spend", nodes.Const(size)), lineno=1))
    return turned


def weigh(node: nodes.Node) -> int:
    """The steps that everything inside a node takes once, apart from what its loops repeat."""
    steps = 0
    for inner in node.find_all(nodes.Node):
        steps += 1
        if isinstance(inner, nodes.TemplateData):
            steps += len(inner.data) >> _LETTERS
    return steps


def _make_call(name: str, first: nodes.Node | None, *others: nodes.Expr) -> nodes.Filter:
    lineno = first.lineno if first else None
    return nodes.Filter(first, f"work.{name}()", list(others), [], None, None, lineno=lineno)


class _Counter(NodeTransformer):
    """Turns what can grow; each node is looked at before what is inside it is turned."""

    def __init__(self, writing: str) -> None:
        """`writing` is the method by which values are written."""
        self._writing = writing

    # Statements

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802
        """Counts what a loop goes over before it begins."""
        weight = weigh(node)
        self.generic_visit(node)
        node.iter = _make_call("repeat", node.iter, nodes.Const(weight))
        return node

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> nodes.AssignBlock:  # noqa: N802
        """Counts the letters of a block before anything is done with them."""
        self.generic_visit(node)
        block = _make_call("check_block", None)
        inner = node.filter
        if inner is None:
            node.filter = block
            return node
        while isinstance(inner.node, nodes.Filter):
            inner = inner.node
        inner.node = block
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Output:  # noqa: N802
        """Writes values."""
        self.generic_visit(node)
        node.nodes = [
            child if isinstance(child, nodes.TemplateData) else _make_call(self._writing, child)
            for child in node.nodes
        ]
        return node

    # Values

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Getitem:  # noqa: N802
        """Counts a part that is cut out of a value, which is a copy, and what is looked up."""
        is_plain = _is_plain(node.arg)
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _make_call("weigh", node.node)
        elif not is_plain:  # a tuple is read to its end before it is looked up
            node.arg = _make_call("weigh", node.arg)
        return node

    def visit_List(self, node: nodes.List) -> nodes.Expr:  # noqa: N802
        """Counts what a list holds."""
        return self._hold(node, node.items)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:  # noqa: N802
        """Counts what a tuple holds, unless it is names that are given values together."""
        return self._hold(node, node.items if node.ctx == "load" else ())

    def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:  # noqa: N802
        """Counts what a dict holds."""
        return self._hold(node, [part for pair in node.items for part in (pair.key, pair.value)])

    def _hold(self, node: nodes.Expr, items: Iterable[nodes.Expr]) -> nodes.Expr:
        is_plain = all(map(_is_plain, items))
        self.generic_visit(node)
        return node if is_plain else _make_call("hold", node)

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.CondExpr:  # noqa: N802
        """Says what is missing in words that name no line: messages have their place anyway."""
        self.generic_visit(node)
        if node.expr2 is None:
            node.expr2 = _make_call("miss", nodes.Const(None, lineno=node.lineno))
        return node

    # Operators

    def visit_Add(self, node: nodes.Add) -> nodes.Expr:  # noqa: N802
        """Counts `a + b`."""
        return self._count(node, "add", _is_number(node.left) or _is_number(node.right))

    def visit_Mul(self, node: nodes.Mul) -> nodes.Expr:  # noqa: N802
        """Counts `a * b`."""
        left, right = node.left, node.right
        is_plain = _is_float(left) or _is_float(right) or (_is_small(left) and _is_small(right))
        return self._count(node, "multiply", is_plain)

    def visit_Pow(self, node: nodes.Pow) -> nodes.Expr:  # noqa: N802
        """Counts `a ** b`."""
        return self._count(node, "power", is_plain=False)

    def visit_Mod(self, node: nodes.Mod) -> nodes.Expr:  # noqa: N802
        """Counts `a % b`."""
        return self._count(node, "remain", _is_number(node.left))

    def _count(self, node: nodes.BinExpr, name: str, is_plain: bool) -> nodes.Expr:
        self.generic_visit(node)
        return node if is_plain else _make_call(name, node.left, node.right)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802
        """Counts `a ~ b ~ c`."""
        self.generic_visit(node)
        return _make_call("attach", nodes.Tuple(node.nodes, "load", lineno=node.lineno))

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802
        """Counts the sizes of values that are compared and may be large."""
        parts = [node.expr, *(operand.expr for operand in node.ops)]
        large = set()
        for at, operand in enumerate(node.ops):
            left, right = parts[at], parts[at + 1]
            if operand.op in ("in", "notin"):
                large |= set() if _is_short(right) else {at + 1}
            elif not (_is_plain(left) or _is_plain(right)):
                large.add(at)
        self.generic_visit(node)
        if 0 in large:
            node.expr = _make_call("weigh", node.expr)
        for at, operand in enumerate(node.ops, 1):
            if at in large:
                operand.expr = _make_call("weigh", operand.expr)
        return node


def _is_plain(node: nodes.Node) -> bool:
    """Whether a value is a number, or was written as it is: it can't be large."""
    if isinstance(node, nodes.CondExpr):
        return node.expr2 is not None and _is_plain(node.expr1) and _is_plain(node.expr2)
    return isinstance(node, (nodes.Const, nodes.Compare, nodes.Not)) or _is_number(node)


def _is_short(node: nodes.Node) -> bool:
    """Whether a value is a list that was written as it is."""
    return isinstance(node, (nodes.List, nodes.Tuple)) and all(map(_is_plain, node.items))


def _is_number(node: nodes.Node) -> bool:
    """Whether a value is a number for sure, or an error."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, (int, float))
    if isinstance(node, (nodes.Sub, nodes.Div, nodes.FloorDiv, nodes.Neg, nodes.Pos, nodes.Pow)):
        return True
    if isinstance(node, nodes.Add):
        return _is_number(node.left) or _is_number(node.right)
    if isinstance(node, (nodes.Mul, nodes.Mod)):
        return _is_float(node) or (_is_number(node.left) and _is_number(node.right))
    if isinstance(node, nodes.CondExpr):
        return node.expr2 is not None and _is_number(node.expr1) and _is_number(node.expr2)
    if isinstance(node, nodes.Filter):
        return node.name in _NUMERIC_FILTERS
    return isinstance(node, nodes.Getattr) and _is_counter(node)


def _is_counter(node: nodes.Getattr) -> bool:
    return node.attr in _COUNTERS and isinstance(node.node, nodes.Name) and node.node.name == "loop"


def _is_small(node: nodes.Node) -> bool:
    """Whether a value is a whole number that was written as it is, or counts something."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, int)
    if isinstance(node, nodes.Filter):
        return node.name in ("count", "length")
    return isinstance(node, nodes.Getattr) and _is_counter(node)


def _is_float(node: nodes.Node) -> bool:
    """Whether a value is a fraction for sure, or an error."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, float)
    if isinstance(node, nodes.Div):
        return True
    if isinstance(node, (nodes.Neg, nodes.Pos)):
        return _is_float(node.node)
    if isinstance(node, (nodes.Add, nodes.Sub, nodes.Mul)):
        return _is_float(node.left) or _is_float(node.right)
    return False


# In which pieces texts and values are put out


Cut = Callable[[str], Iterable[tuple[str, bool]]]
"""Cuts a template's own text into pieces, each with whether it is a part of what is around it."""
_MOST_COPIED = 200
"""Letters beside a value that are put out with it, to be looked up together; others are not."""


def cut_output(tree: nodes.Template, cut: Cut) -> nodes.Template:
    """A tree that puts its texts out in pieces, values together with the texts around them.

    An element is in one piece, as far as no statement stands in it. Where an error is in such a
    piece can't be told. The tree is one that counts, whose values are written by filters.
    """
    turned: nodes.Template = _Cutter(cut).visit(tree)
    return turned


class _Cutter(NodeTransformer):
    def __init__(self, cut: Cut) -> None:
        self._cut = cut

    def visit_Output(self, node: nodes.Output) -> list[nodes.Output]:  # noqa: N802
        pieces: list[nodes.Expr] = []
        value: nodes.Filter | None = None  # the last piece, if it ends with a value
        element: nodes.Filter | None = None  # the same, if the element that it is in goes on
        before = ""  # the end of the last text, if it may be put out with a value
        for child in node.nodes:
            if not isinstance(child, nodes.TemplateData):
                assert isinstance(child, nodes.Filter), "a value is written without being counted"
                assert child.node is not None
                if element:
                    element.args += [child.node, nodes.Const("")]
                    value = element
                    continue
                if before:
                    pieces.pop()
                child.args += [nodes.Const(before), nodes.Const("")]
                pieces.append(child)
                value, element = child, child if before.strip() else None
                before = ""
                continue
            for text, is_part in self._cut(child.data):
                is_part = is_part and len(text) <= _MOST_COPIED
                if is_part and value:
                    value.args[-1] = nodes.Const(text)
                    if element and _is_end(element.args[0].as_const(), text):
                        element = None
                else:
                    pieces.append(nodes.TemplateData(text, lineno=child.lineno))
                    before, element = text if is_part else "", None
                value = None
        # Texts that follow each other in one output would be joined again.
        return [nodes.Output([piece], lineno=piece.lineno) for piece in pieces]


def _is_end(start: str, text: str) -> bool:
    """Whether a text ends the element, or the tag of a group, that began with another one."""
    return "</" in text or "/>" in text or (">" in text and start.lstrip().startswith("<g"))
