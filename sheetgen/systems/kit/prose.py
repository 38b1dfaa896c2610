"""Prose: Markdown as blocks of text for a sheet: headings, paragraphs, lists and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from sheetgen.ground.record import record
from sheetgen.ground.row import NamedTuple

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_LEVELS = 6
"""How deep lists may be nested."""


class Run(NamedTuple):
    """A stretch of text of one look."""

    text: str
    bold: bool = False
    italic: bool = False


Runs = Sequence[Run]


@record
class Block:
    """A heading, a paragraph or an item of a list, which has a `mark` and its `depth`."""

    kind: Literal["title", "heading", "subheading", "paragraph", "item", "quote"]
    runs: Runs
    mark: str = ""
    depth: int = 0


@record
class Grid:
    """A table: its headings and its rows; `numbers` says which columns are centred."""

    heads: Sequence[Runs]
    rows: Sequence[Sequence[Runs]]
    centred: Sequence[bool]


class ProseError(Exception):
    """Something in a text that has no place on a sheet, at a line from 1."""

    def __init__(self, line: int, message: str) -> None:
        self.line, self.message = line, message
        super().__init__(message)


def read_prose(text: str) -> list[Block | Grid]:
    """The blocks of a Markdown text. Raises ProseError."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark", {"html": True, "typographer": True}).enable(
        ["table", "replacements", "smartquotes"]
    )
    return list(_read_all(SyntaxTreeNode(parser.parse(text)).children, 0))


def _read_all(nodes: Sequence[SyntaxTreeNode], depth: int) -> Iterator[Block | Grid]:
    for node in nodes:
        if node.type == "heading":
            size = int(node.tag[1])
            kind: Literal["title", "heading", "subheading"] = "subheading"
            kind = "title" if size == 1 else "heading" if size == 2 else kind
            yield Block(kind, _read_runs(node))
        elif node.type == "paragraph":
            yield Block("paragraph", _read_runs(node), depth=depth)
        elif node.type in ("bullet_list", "ordered_list"):
            yield from _read_list(node, depth)
        elif node.type == "blockquote":
            for inner in _read_all(node.children, depth):
                is_text = isinstance(inner, Block) and inner.kind == "paragraph"
                yield Block("quote", inner.runs) if is_text else inner  # type: ignore[union-attr]
        elif node.type == "table":
            yield _read_table(node)
        elif node.type != "hr" and not _is_note(node):
            line = node.map[0] + 1 if node.map else 1
            what = node.type.replace("_", " ")
            raise ProseError(line, f"a {what} has no place in a reference")


def _read_list(node: SyntaxTreeNode, depth: int) -> Iterator[Block | Grid]:
    number = int(node.attrs.get("start", 1) or 1)
    for at, item in enumerate(node.children):
        mark = f"{number + at}." if node.type == "ordered_list" else "•"
        for inner in _read_all(item.children, min(depth + 1, _LEVELS)):
            if isinstance(inner, Block) and inner.kind == "paragraph" and inner.depth == depth + 1:
                inner = Block("item", inner.runs, mark, depth + 1)
                mark = ""
            yield inner


def _read_table(node: SyntaxTreeNode) -> Grid:
    rows = [row for part in node.children for row in part.children]
    cells = [[_read_runs(cell) for cell in row.children] for row in rows]
    styles = [str(cell.attrs.get("style", "")) for cell in rows[0].children]
    return Grid(cells[0], cells[1:], [style.endswith(("center", "right")) for style in styles])


def _read_runs(node: SyntaxTreeNode) -> Runs:
    inline = node.children[0] if node.children else None
    return list(_join(_read_inline(inline.children, Run("")))) if inline else []


def _read_inline(nodes: Sequence[SyntaxTreeNode], look: Run) -> Iterator[Run]:
    for node in nodes:
        if node.type in ("text", "code_inline"):
            yield look._replace(text=node.content)
        elif node.type in ("softbreak", "hardbreak"):
            yield look._replace(text=" " if node.type == "softbreak" else "\n")
        elif node.type == "strong":
            yield from _read_inline(node.children, look._replace(bold=True))
        elif node.type == "em":
            yield from _read_inline(node.children, look._replace(italic=True))
        elif node.type == "link":
            yield from _read_inline(node.children, look)
        elif not _is_note(node):
            raise ProseError(_find_line(node), f"a {node.type} has no place in a reference")


def _is_note(node: SyntaxTreeNode) -> bool:
    """Whether a part is a comment, which is left out."""
    return node.type.startswith("html") and node.content.strip().startswith("<!--")


def _find_line(node: SyntaxTreeNode) -> int:
    parent = node.parent
    while parent is not None and parent.map is None:
        parent = parent.parent
    return parent.map[0] + 1 if parent is not None and parent.map else 1


def _join(runs: Iterator[Run]) -> Iterator[Run]:
    """The runs, with neighbours of one look joined."""
    last: Run | None = None
    for run in runs:
        if last is not None and last[1:] == run[1:]:
            last = last._replace(text=last.text + run.text)
        else:
            if last is not None:
                yield last
            last = run
    if last is not None:
        yield last
