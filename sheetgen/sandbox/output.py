"""Output: in which pieces texts and values are put out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import nodes

_MOST_COPIED = 60
"""Characters of text that may follow a value's own element; more are a piece of their own."""


def cut_output(output: Iterable[nodes.Expr]) -> Iterator[list[nodes.Expr]]:
    """Texts and values in the pieces in which they are put out.

    A value and the text after it are one piece, so that fewer are looked up. What stands in
    different elements is kept apart: each of their values is learned once, not each combination.
    """
    piece: list[nodes.Expr] = []
    for child in output:
        if isinstance(child, nodes.TemplateData) and ">" in child.data:
            end = child.data.index(">") + 1
            if piece and len(child.data) - end > _MOST_COPIED:
                yield [*piece, nodes.TemplateData(child.data[:end], lineno=child.lineno)]
                child = nodes.TemplateData(child.data[end:], lineno=child.lineno)
                piece = []
            yield [*piece, child]
            piece = []
        else:
            piece.append(child)
            if isinstance(child, nodes.Call):
                yield piece
                piece = []
    if piece:
        yield piece
