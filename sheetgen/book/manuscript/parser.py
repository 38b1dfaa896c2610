"""Markdown text to nodes: CommonMark with what chapters may have besides."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode as Node

_SHARE = re.compile(r"(\)\{[^{}\n]*?width=)(\d[\d.]*%)")  # a percentage may stand without quotes


def parse_markdown(text: str) -> Node:
    """The root of a text's nodes."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_make_parser().parse(_SHARE.sub(r'\1"\2"', text), {}))


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
    return parser
