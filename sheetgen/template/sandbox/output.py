"""Output: in which pieces texts and values are put out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

Cut = Callable[[str], Iterable[tuple[str, bool]]]
"""Cuts a template's own text into pieces, each with whether it is a part of what is around it."""
_MOST_COPIED = 200
"""Letters beside a value that are put out with it, to be looked up together; others are not."""


def cut_output(tree: nodes.Template, cut: Cut) -> nodes.Template:
    """A tree that puts its texts out in pieces, each value together with the texts beside it.

    So the values in different elements are in different pieces, and an element that holds none is
    in one piece. The tree is one that counts (counting.py), whose values are written by filters.
    """
    turned: nodes.Template = _Cutter(cut).visit(tree)
    return turned


class _Cutter(NodeTransformer):
    def __init__(self, cut: Cut) -> None:
        self._cut = cut

    def visit_Output(self, node: nodes.Output) -> list[nodes.Output]:  # noqa: N802
        pieces: list[nodes.Expr] = []
        value: nodes.Filter | None = None  # the last piece, if it is a value
        before = ""  # the end of the last text, if it may be put out with a value
        for child in node.nodes:
            if not isinstance(child, nodes.TemplateData):
                assert isinstance(child, nodes.Filter), "a value is written without being counted"
                if before:
                    pieces.pop()
                child.args += [nodes.Const(before), nodes.Const("")]
                pieces.append(child)
                value, before = child, ""
                continue
            for text, is_part in self._cut(child.data):
                is_part = is_part and len(text) <= _MOST_COPIED
                if is_part and value:
                    value.args[1] = nodes.Const(text)
                    before = ""
                else:
                    pieces.append(nodes.TemplateData(text, lineno=child.lineno))
                    before = text if is_part else ""
                value = None
        # Texts that follow each other in one output would be joined again.
        return [nodes.Output([piece], lineno=piece.lineno) for piece in pieces]
