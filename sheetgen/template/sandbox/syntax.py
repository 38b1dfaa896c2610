"""Syntax allowed in templates and chapters, checked once when one is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import isfinite
from typing import Any, NoReturn

from jinja2 import TemplateSyntaxError, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.template.sandbox.vocabulary import FILTERS, TESTS
from sheetgen.template.sandbox.work import LARGEST

MOST_TOKENS = 60_000
"""Words, numbers, signs and texts of one file."""
MOST_DEPTH = 60
"""Expressions and blocks in each other; Python can't nest brackets much deeper."""
MOST_LOOPS = 12
"""Loops in each other; Python's own limit is 20, of which others take some."""
_MOST_DIGITS = 60

_PASSED_OVER = {
    "comment", "comment_begin", "comment_end", "linecomment", "linecomment_begin",
    "linecomment_end", "raw_begin", "raw_end", "whitespace",
}  # fmt: skip
"""The tokens that a template's lexer knows, but its parser does not."""
TAGS = ("call", "for", "if", "include", "macro", "raw", "set", "with")
"""The tags that exist."""
_REFUSED: dict[type[nodes.Node], str] = {
    nodes.Extends: "extends",
    nodes.Block: "block",
    nodes.Import: "import",
    nodes.FromImport: "from",
    nodes.ScopedEvalContextModifier: "autoescape",
    nodes.FilterBlock: "filter",
}
_UNSAFE = {
    "gi_frame", "gi_code", "cr_frame", "cr_code", "ag_frame", "ag_code", "mro", "tb_frame",
    "f_globals", "f_locals", "f_builtins", "func_globals", "func_code",
    "format", "format_map",  # a format string can itself ask for attributes
}  # fmt: skip


class RefusedTagError(TemplateSyntaxError):
    """Raised for a tag that must not be written; `hint` says what may be."""

    def __init__(self, message: str, lineno: int, hint: str = "") -> None:
        super().__init__(message, lineno)
        self.hint = hint


class UnsafeError(RefusedTagError):
    """A name that would lead out of the sandbox."""


class ExcessError(RefusedTagError):
    """More than can be read."""


class Marking(Extension):
    """Gives every token where its tag begins, counted from 1, in place of its line.

    Jinja keeps that number in all it makes of a token, so every error has a column.
    """

    latest = 1
    """The mark of the last token that was taken."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Finds the marks of a source, which stays as it is. Raises TemplateSyntaxError."""
        marks = mark_tokens(self.environment.lex(source, name, filename), normalise_lines(source))
        self._marks = chain([*islice(marks, 1)], marks)
        return source

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens with their marks. Raises TemplateSyntaxError."""
        late: Exception | None = None  # a mistake in the token that comes next
        for mark in self._marks:
            if isinstance(late, TemplateSyntaxError):
                late.lineno = mark
            if late:
                raise late
            token, self.latest = stream.current, mark
            try:
                next(stream)
            except (TemplateSyntaxError, ValueError) as error:
                late = error
            yield Token(mark, token.type, token.value)


def normalise_lines(text: str) -> str:
    """A text as Jinja counts it: with line feeds alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def mark_tokens(tokens: Iterable[tuple[int, str, str]], source: str) -> Iterator[int]:
    """Where the tags of those tokens begin that templates consist of.

    Raises ExcessError, and TemplateSyntaxError with such a place in place of its line.
    """
    at = number = tag = 0
    try:
        for _, kind, text in tokens:
            found = source.find(text, at)
            start, at = (found, found + len(text)) if found >= 0 else (at, at)
            if kind == "data" or kind.endswith("_begin"):
                tag = start + 1
            number += 1
            if number > MOST_TOKENS:
                raise ExcessError(
                    f"there are more than {MOST_TOKENS:,} words and signs in Jinja tags",
                    tag,
                    "what does not change needs no tags",
                )
            if kind in ("integer", "float") and len(text) > _MOST_DIGITS:
                raise ExcessError("this number has too many digits", tag)
            if kind not in _PASSED_OVER:
                yield tag
    except ExcessError:
        raise
    except TemplateSyntaxError as error:
        error.lineno = min(at + 1, max(len(source), 1))
        raise


def find_place(source: str, mark: int) -> tuple[int, int]:
    """Line and column, from 1, of what `mark_tokens` marked so."""
    start = max(mark - 1, 0)
    return source.count("\n", 0, start) + 1, start - source.rfind("\n", 0, start)


def check_tree(tree: nodes.Template) -> None:
    """Makes sure that everything in a template may be there. Raises RefusedError."""
    stack: list[tuple[nodes.Node, int, int]] = [(tree, 0, 0)]
    while stack:
        node, depth, loops = stack.pop()
        check = _CHECKS.get(type(node))
        if check is not None:
            check(node)
        if isinstance(node, nodes.For):
            loops += 1
        if depth > MOST_DEPTH or loops > MOST_LOOPS:
            raise ExcessError(
                "this is nested too deeply", node.lineno, "give parts of it names with {% set %}"
            )
        stack += [(child, depth + 1, loops) for child in node.iter_child_nodes()]


def _refuse_tag(node: nodes.Node) -> NoReturn:
    name = _REFUSED[type(node)]
    raise RefusedTagError(f"there is no tag {name}", node.lineno, f"there are {', '.join(TAGS)}")


def _check_if(node: nodes.If) -> None:
    if len(node.elif_) > MOST_DEPTH:
        raise ExcessError(f"there are more than {MOST_DEPTH} elif in one if", node.lineno)


def _check_for(node: nodes.For) -> None:
    if node.recursive:
        hint = "write loops in each other, or a macro"
        raise RefusedTagError("loops can't be recursive", node.lineno, hint)


def _check_include(node: nodes.Include) -> None:
    if not node.with_context:
        message = "an included template always sees the sheet"
        raise RefusedTagError(message, node.lineno, "leave out 'without context'")


def _check_call(node: nodes.Call | nodes.Filter | nodes.Test) -> None:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise RefusedTagError("* and ** can't be used in calls", node.lineno, "write each value")


def _check_filter(node: nodes.Filter) -> None:
    _check_call(node)
    _check_name("filter", node, FILTERS)


def _check_test(node: nodes.Test) -> None:
    _check_call(node)
    _check_name("test", node, TESTS)


def _check_name(kind: str, node: Any, known: Iterable[str]) -> None:
    if node.name in known:
        return
    near = find_nearest(node.name, known)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
    raise RefusedTagError(f"there is no {kind} {node.name[:60]}", node.lineno, hint)


def _check_attribute(node: nodes.Getattr) -> None:
    if node.attr.startswith("_") or node.attr in _UNSAFE:
        raise UnsafeError(f"templates must not ask for '{node.attr[:60]}'", node.lineno)


def _check_variable(node: nodes.Name) -> None:
    if node.name == "loop" and node.ctx != "load":
        raise RefusedTagError("the name loop belongs to loops", node.lineno, "use another name")


def _check_macro(node: nodes.Macro) -> None:
    if node.name == "loop":
        raise RefusedTagError("the name loop belongs to loops", node.lineno, "use another name")


def _check_constant(node: nodes.Const) -> None:
    value = node.value
    if isinstance(value, float) and not isfinite(value):
        raise ExcessError("this number is too large", node.lineno)
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise ExcessError(f"this number is larger than {LARGEST:,}", node.lineno)


_CHECKS: dict[type, Any] = {
    **dict.fromkeys(_REFUSED, _refuse_tag),
    nodes.If: _check_if,
    nodes.For: _check_for,
    nodes.Include: _check_include,
    nodes.Call: _check_call,
    nodes.Filter: _check_filter,
    nodes.Test: _check_test,
    nodes.Getattr: _check_attribute,
    nodes.Name: _check_variable,
    nodes.Macro: _check_macro,
    nodes.Const: _check_constant,
}
