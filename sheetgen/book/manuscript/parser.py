"""Markdown text to nodes: CommonMark with what chapters may have besides."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode as Node

MOST_LETTERS = 50_000
"""A longer paragraph fills fifteen pages without an end."""
MOST_LEVELS = 50
"""How often words may be emphasised or linked inside of each other."""
MOST_TOKENS = 30_000
"""What parts of a text begin and end with; a paragraph has three, as has the cell of a table."""
_INSIDE = ("quote_open", "item_open", "dd_open", "admonition_open", "reference_open",
           "columns_open", "wide_open")  # fmt: skip
"""The blocks that other blocks stand inside of."""
_SHARE = re.compile(r"(\)\{[^{}\n]*?width=)(\d[\d.]*%)")  # a percentage may stand without quotes


Refused = tuple[int, str, str]
"""What a parser can't take: its line (from 0), what it is, and what to do about it."""


def parse_markdown(text: str) -> tuple[Node, list[Refused]]:
    """The root of a text's nodes, and what is left out of them because it is too much."""
    from markdown_it.tree import SyntaxTreeNode

    refused: list[Refused] = []
    tokens = _make_parser().parse(_SHARE.sub(r'\1"\2"', text), {"refused": refused})
    return SyntaxTreeNode(tokens), refused


def _refuse(state: StateCore) -> None:
    """Takes out of the blocks what their text would be too long for, or too deeply nested."""
    refused: list[Refused] = state.env["refused"]
    rest = state.tokens[MOST_TOKENS:]
    if rest:
        state.tokens[:] = []
        line = next((token.map[0] for token in rest if token.map), 0)
        message = f"this text is too long: more than {MOST_TOKENS // 3:,} paragraphs or cells"
        refused.append((line, message, "make several chapters of it"))
    most = state.md.options["maxNesting"]
    for token in state.tokens:
        line = token.map[0] if token.map else 0
        if token.type == "inline" and len(token.content) > MOST_LETTERS:
            token.content = ""
            message = f"this paragraph has more than {MOST_LETTERS:,} letters"
            refused.append((line, message, "an empty line begins a new paragraph"))
        elif token.nesting == 1 and token.level + 1 >= most and token.type.endswith(_INSIDE):
            message = f"this is nested more than {most - 1} levels deep"
            refused.append((line, message, "take it out of some of its lists or quotations"))


def _refuse_depth(state: StateCore) -> None:
    """Takes out paragraphs whose emphasis is nested too deeply."""
    for token in state.tokens:
        if any(child.level > MOST_LEVELS for child in token.children or ()):
            token.children = []
            line = token.map[0] if token.map else 0
            message = f"words here are emphasised or linked {MOST_LEVELS} times over"
            state.env["refused"].append((line, message, "remove some of the marks"))


@cache
def _make_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.admon import admon_plugin
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.container import container_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark", {"typographer": True})
    parser.enable(["table", "strikethrough", "replacements", "smartquotes"])
    parser.use(footnote_plugin, inline=True).use(deflist_plugin).use(admon_plugin)
    parser.use(attrs_plugin, spans=True)
    for name in ("columns", "wide"):
        parser.use(container_plugin, name)
    # Other addresses than those of the web would stay in the text as they are written; they are
    # reported where links and pictures are made.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.after("block", "refuse", _refuse)
    parser.core.ruler.after("inline", "refuse_depth", _refuse_depth)
    return parser
