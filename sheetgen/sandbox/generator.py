"""Compiles templates and chapters to Python that counts what it does, and refuses the rest.

Jinja's own generator writes the code; here are the operators, loops and values that can grow. What
is known to be a number while compiling is left as it is, since numbers can't grow much: adding a
number to a text is an error. Nothing is computed while compiling.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators

from sheetgen.sandbox.output import cut_output

_NUMERIC_FILTERS = {"abs", "count", "float", "int", "length", "round"}
_COUNTERS = {"index", "index0", "revindex", "revindex0"}
_LETTERS = 3


class Generator(CodeGenerator):
    """Writes the code of one template."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._weights: dict[int, int] = {}  # of the bodies of loops, by what they go over
        self._size = 0

    def visit(self, node: nodes.Node, *arguments: Any, **options: Any) -> Any:
        """Writes a node; what a loop goes over is counted first."""
        weight = self._weights.pop(id(node), 0)
        if not weight:
            return super().visit(node, *arguments, **options)
        self.write("work.repeat(")
        super().visit(node, *arguments, **options)
        self.write(f", {weight})")
        return None

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Writes the whole template, whose size is counted when it begins."""
        self._size = _weigh(node)
        super().visit_Template(node, frame)

    def write_commons(self) -> None:
        """Writes what all of the code refers to."""
        super().write_commons()
        self.writeline("work = context.work")
        self.writeline("escape = work.escape")
        self.writeline("concat = work.join")
        self.writeline("numbered, written = work.numbered, work.written")
        self.writeline(f"work.spend({self._size})")

    def position(self, node: nodes.Node) -> str:
        """Jinja's words for a place in a message, which has its place anyway."""
        return "this line"

    # Statements

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802
        """Writes a loop."""
        self._weights[id(node.iter)] = _weigh(node)
        super().visit_For(node, frame)

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        """Writes texts and values in pieces."""
        if frame.buffer is not None or frame.require_output_check:
            super().visit_Output(node, frame)
            return
        finalize = self._make_finalize()
        for piece in cut_output(node.nodes):
            self.writeline("yield (", piece[0])
            self.indent()
            text = _find_text(piece) if frame.eval_ctx.autoescape else ""
            if text:  # whole numbers come with the text after them from a table
                self.newline(piece[0])
                self.write(f"numbered[{text!r}][value] if type(value := ")
                self.visit(piece[0], frame)
                self.write(f") is int else escape(value) + {text!r}")
                piece = []
            for at, child in enumerate(piece):
                self.newline(child)  # so that an error is found in the line of its value
                self.write("+ " if at else "")
                if isinstance(child, nodes.TemplateData):
                    self.write(repr(child.data))
                else:
                    self._output_child_pre(child, frame, finalize)
                    self.visit(child, frame)
                    self._output_child_post(child, frame, finalize)
            self.outdent()
            self.writeline(")")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return node.data

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and _is_number(node):  # most are fractions, from a table
            self.write("(written[value] if type(value := ")
        else:
            self.write("escape(" if frame.eval_ctx.autoescape else "work.write(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        number = frame.eval_ctx.autoescape and _is_number(node)
        self.write(") is float else escape(value))" if number else ")")

    # Values

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Writes plain attribute access, which halves the time of filling.

        This is as safe as the sandbox's own access: the name is a constant, and whether it is
        allowed was decided when it was read.
        """
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """Writes `a[b]`; a part that is cut out of a value is a copy."""
        if not isinstance(node.arg, nodes.Slice):
            self.write("environment.getitem(")
            self.visit(node.node, frame)
            self.write(", ")
            if _is_plain(node.arg):
                self.visit(node.arg, frame)
            else:  # a tuple is read to its end before it is looked up
                self._write_call("weigh", node.arg, frame)
            self.write(")")
            return
        self._write_call("weigh", node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        """Writes a list."""
        self._hold(node, node.items, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        """Writes a tuple, or names that are given values together."""
        self._hold(node, node.items if node.ctx == "load" else (), frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        """Writes a dict."""
        self._hold(node, [part for pair in node.items for part in (pair.key, pair.value)], frame)

    def _hold(self, node: nodes.Node, items: Any, frame: Frame) -> None:
        write = getattr(super(), f"visit_{type(node).__name__}")
        if all(map(_is_plain, items)):
            write(node, frame)
            return
        self.write("work.hold(")
        write(node, frame)
        self.write(")")

    # Operators

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Writes `a + b`."""
        if _is_number(node.left) or _is_number(node.right):
            self._write_binary(node, frame)
        else:
            self._write_call("add", node.left, frame, node.right)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Writes `a * b`."""
        left, right = node.left, node.right
        if _is_float(left) or _is_float(right) or (_is_small(left) and _is_small(right)):
            self._write_binary(node, frame)
        else:
            self._write_call("multiply", node.left, frame, node.right)

    def visit_Pow(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Writes `a ** b`."""
        self._write_call("power", node.left, frame, node.right)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """Writes `a % b`."""
        if _is_number(node.left):
            self._write_binary(node, frame)
        else:
            self._write_call("remain", node.left, frame, node.right)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Writes `a ~ b ~ c`."""
        self.write("work.attach((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """Writes `a < b`; the sizes of values that may be large are counted."""
        parts = [node.expr, *(operand.expr for operand in node.ops)]
        large = set()
        for at, operand in enumerate(node.ops):
            left, right = parts[at], parts[at + 1]
            if operand.op in ("in", "notin"):
                large |= set() if _is_short(right) else {at + 1}
            elif not (_is_plain(left) or _is_plain(right)):
                large.add(at)
        self.write("(")
        for at, part in enumerate(parts):
            if at:
                self.write(f" {operators[node.ops[at - 1].op]} ")
            if at in large:
                self._write_call("weigh", part, frame)
            else:
                self.visit(part, frame)
        self.write(")")

    def _write_binary(self, node: nodes.BinExpr, frame: Frame) -> None:
        self.write("(")
        self.visit(node.left, frame)
        self.write(f" {node.operator} ")
        self.visit(node.right, frame)
        self.write(")")

    def _write_call(self, name: str, first: nodes.Expr, frame: Frame, *others: nodes.Expr) -> None:
        self.write(f"work.{name}(")
        self.visit(first, frame)
        for other in others:
            self.write(", ")
            self.visit(other, frame)
        self.write(")")


def _find_text(piece: list[nodes.Expr]) -> str:
    """The text after the value of a piece that is nothing else, and may be a whole number."""
    if len(piece) != 2 or isinstance(piece[0], nodes.TemplateData) or _is_float(piece[0]):
        return ""
    return piece[1].data if isinstance(piece[1], nodes.TemplateData) else ""


def _weigh(node: nodes.Node) -> int:
    """The steps that everything inside a node takes once, apart from what its loops repeat."""
    steps = 0
    for inner in node.find_all(nodes.Node):
        steps += 1
        if isinstance(inner, nodes.TemplateData):
            steps += len(inner.data) >> _LETTERS
    return steps


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
