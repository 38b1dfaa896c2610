"""Markdown as a tree of blocks: CommonMark with tables, and what chapters of books have besides.

Books and reference pages read their texts here, with the same bounds, and set the blocks each in
its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from sheetgen.ground.record import NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode as Node

MOST_LETTERS = 50_000
"""A longer paragraph fills fifteen pages without an end."""
MOST_LEVELS = 50
"""How often words may be emphasised or linked inside of each other."""
MOST_TOKENS = 30_000
"""The most tokens of a text; a paragraph has three, as has the cell of a table."""
_INSIDE = ("quote_open", "item_open", "dd_open", "admonition_open", "reference_open",
           "columns_open", "wide_open")  # fmt: skip
"""The blocks that other blocks stand inside of."""
_SHARE = re.compile(r"(\)\{[^{}\n]*?width=)(\d[\d.]*%)")  # a percentage may stand without quotes
_ID = re.compile(r"(?:^|(?<![\])`]))\s*\{#([A-Za-z][\w:.-]*)\}\s*$")
"""A name that does not belong to a link, picture or passage just before it."""

Look = TypeVar("Look")


class Refused(NamedTuple):
    """A part of a text that is too much: its line (from 0), and what to do about it."""

    line: int
    message: str
    hint: str


def read_markdown(text: str, chapter: bool = False) -> tuple[Node, list[Refused]]:
    """The root of a text's nodes, and what is left out of them because it is too much.

    A `chapter` may have footnotes, lists of definitions, notes, columns and attributes.
    """
    from markdown_it.tree import SyntaxTreeNode

    refused: list[Refused] = []
    written = _SHARE.sub(r'\1"\2"', text) if chapter else text
    tokens = _make_parser(chapter).parse(written, {"refused": refused})
    return SyntaxTreeNode(tokens), refused


LANG = re.compile(r"\{lang=[\"']?([A-Za-z-]+)[\"']?\}")
"""The language of a passage, as it stands behind its colons."""


@cache
def _make_parser(chapter: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"typographer": True})
    parser.enable(["table", "replacements", "smartquotes"])
    if chapter:
        _extend(parser)
    parser.core.ruler.after("block", "refuse", _refuse)
    parser.core.ruler.after("inline", "refuse_depth", _refuse_depth)
    return parser


def _extend(parser: MarkdownIt) -> None:
    """Adds what only chapters have."""
    from mdit_py_plugins.admon import admon_plugin
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.container import container_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.subscript import sub_plugin
    from mdit_py_plugins.superscript import superscript_plugin

    parser.enable("strikethrough")
    parser.use(footnote_plugin, inline=True).use(deflist_plugin).use(admon_plugin)
    parser.use(attrs_plugin, spans=True).use(sub_plugin).use(superscript_plugin)
    parser.core.ruler.after("block", "name", _name)
    for name in ("columns", "wide"):
        parser.use(container_plugin, name)
    parser.use(container_plugin, "lang", validate=lambda info, *_: bool(LANG.match(info.strip())))
    # Other addresses than those of the web would stay in the text as they are written; they are
    # reported where links and pictures are made.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]


def _name(state: StateCore) -> None:
    """Takes the `{#id}` at the end of a heading or paragraph as the name of the whole."""
    for at, token in enumerate(state.tokens):
        found = _ID.search(token.content) if token.type == "inline" else None
        if found and state.tokens[at - 1].type in ("heading_open", "paragraph_open"):
            token.content = token.content[: found.start()]
            state.tokens[at - 1].attrs["id"] = found[1]


def _refuse(state: StateCore) -> None:
    """Takes out of the blocks what their text would be too long for, or too deeply nested."""
    refused: list[Refused] = state.env["refused"]
    rest = state.tokens[MOST_TOKENS:]
    if rest:
        state.tokens[:] = []
        line = next((token.map[0] for token in rest if token.map), 0)
        message = f"this text is too long: more than {MOST_TOKENS // 3:,} paragraphs or cells"
        refused.append(Refused(line, message, "make several chapters of it"))
    most = state.md.options["maxNesting"]
    for token in state.tokens:
        line = token.map[0] if token.map else 0
        if token.type == "inline" and len(token.content) > MOST_LETTERS:
            token.content = ""
            message = f"this paragraph has more than {MOST_LETTERS:,} letters"
            refused.append(Refused(line, message, "an empty line begins a new paragraph"))
        elif token.nesting == 1 and token.level + 1 >= most and token.type.endswith(_INSIDE):
            message = f"this is nested more than {most - 1} levels deep"
            hint = "take it out of some of its lists or quotations"
            refused.append(Refused(line, message, hint))


def _refuse_depth(state: StateCore) -> None:
    """Takes out paragraphs whose emphasis is nested too deeply."""
    for token in state.tokens:
        if any(child.level > MOST_LEVELS for child in token.children or ()):
            token.children = []
            line = token.map[0] if token.map else 0
            message = f"words here are emphasised or linked {MOST_LEVELS} times over"
            state.env["refused"].append(Refused(line, message, "remove some of the marks"))


def find_line(node: Node) -> int:
    """The line of a block, or of the block that words stand in, counted from 0."""
    at: Node | None = node
    while at is not None and not at.is_root:
        if at.map:
            return at.map[0]
        at = at.parent
    return 0


def is_comment(node: Node) -> bool:
    """Whether a part is a comment, which is left out."""
    return node.type.startswith("html") and node.content.lstrip().startswith("<!--")


def is_caption(node: Node) -> bool:
    """Whether a paragraph is the caption of the table or figure above or below it."""
    return node.type == "paragraph" and node.children[0].content.startswith(": ")


def list_rows(table: Node) -> list[list[Node]]:
    """The rows of a table with their cells; the first row is its heading."""
    return [list(row.children) for part in table.children for row in part.children]


def align_cell(cell: Node) -> str:
    """Return how the column of a cell is aligned: `left`, `center` or `right`."""
    return str(cell.attrs.get("style", "")).partition(":")[2] or "left"


def mark_items(node: Node) -> Iterator[tuple[str, Node]]:
    """The items of a list, each with its number and a full stop; with nothing in a bulleted one."""
    number = int(node.attrs.get("start", 1))
    for at, item in enumerate(node.children):
        yield f"{number + at}." if node.type == "ordered_list" else "", item


def walk_words(
    node: Node, look: Look, enter: Callable[[Node, Look], Look]
) -> Iterator[tuple[Node, Look]]:
    """The texts, breaks and pictures of a paragraph, each with its look.

    `enter` gives the look of what is inside a node, such as bold words, from that around it.
    """
    for child in node.children:
        if child.children and child.type != "image":
            yield from walk_words(child, enter(child, look), enter)
        else:
            yield child, look
