"""Leaflets: blocks of text on pages of two columns, such as the rules of a game in brief.

Lengths are millimetres. Lines are broken here by the fonts of the run, since the number of pages
depends on them; a template only sets them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.reading.markdown import (
    align_cell,
    find_line,
    is_comment,
    list_rows,
    mark_items,
    read_markdown,
    walk_words,
)
from sheetgen.systems.kit.text import Runs, TextWriter, WrittenRun
from sheetgen.type.linebreak import share_columns, stack_strips

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node


# Prose: Markdown as blocks of text for a sheet: headings, paragraphs, lists and tables.


_LEVELS = 6
"""How deep lists may be nested."""


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
    """A fault of a text that is meant for a sheet, at a line from 1."""

    def __init__(self, line: int, message: str, hint: str = "") -> None:
        self.line, self.message, self.hint = line, message, hint
        super().__init__(message)


def read_prose(text: str) -> list[Block | Grid]:
    """The blocks of a Markdown text. Raises ProseError."""
    root, refused = read_markdown(text)
    for line, message, hint in refused:
        raise ProseError(line + 1, message, hint)
    return list(_read_all(root.children, 0))


def _read_all(nodes: Sequence[Node], depth: int) -> Iterator[Block | Grid]:
    for node in nodes:
        if node.type == "heading":
            yield Block(_HEADS.get(node.tag, "subheading"), _read_runs(node))
        elif node.type == "paragraph":
            yield Block("paragraph", _read_runs(node), depth=depth)
        elif node.type in ("bullet_list", "ordered_list"):
            yield from _read_list(node, depth)
        elif node.type == "blockquote":
            for inner in _read_all(node.children, depth):
                is_text = isinstance(inner, Block) and inner.kind == "paragraph"
                yield Block("quote", inner.runs) if is_text else inner  # type: ignore[union-attr]
        elif node.type == "table":
            head, *rows = list_rows(node)
            centred = [align_cell(cell) != "left" for cell in head]
            yield Grid(_read_cells(head), list(map(_read_cells, rows)), centred)
        elif node.type != "hr" and not is_comment(node):
            raise _refuse(node)


def _read_list(node: Node, depth: int) -> Iterator[Block | Grid]:
    for number, item in mark_items(node):
        mark = number or "•"
        for inner in _read_all(item.children, min(depth + 1, _LEVELS)):
            if isinstance(inner, Block) and inner.kind == "paragraph" and inner.depth == depth + 1:
                inner = Block("item", inner.runs, mark, depth + 1)
                mark = ""
            yield inner


def _read_cells(cells: Sequence[Node]) -> Sequence[Runs]:
    return list(map(_read_runs, cells))


def _read_runs(node: Node) -> Runs:
    """The words of a block, with neighbours of one look joined."""
    runs: list[WrittenRun] = []
    for inline in node.children:
        for child, look in walk_words(inline, WrittenRun(""), _change_look):
            run = look._replace(text=_read_words(child))
            if runs and runs[-1][1:] == run[1:]:
                run = run._replace(text=runs.pop().text + run.text)
            if run.text:
                runs.append(run)
    return runs


def _change_look(node: Node, look: WrittenRun) -> WrittenRun:
    if node.type not in ("strong", "em", "link"):
        raise _refuse(node)
    bold, italic = look.bold or node.type == "strong", look.italic or node.type == "em"
    return look._replace(bold=bold, italic=italic)


def _read_words(node: Node) -> str:
    if node.type in ("text", "code_inline"):
        return node.content
    if node.type in ("softbreak", "hardbreak"):
        return " " if node.type == "softbreak" else "\n"
    if node.type == "link" or is_comment(node):
        return ""
    raise _refuse(node)


def _refuse(node: Node) -> ProseError:
    what = node.type.replace("_", " ")
    return ProseError(find_line(node) + 1, f"a {what} has no place in a reference")


WIDTH, HEIGHT, GUTTER, HEAD = 186.0, 252.0, 7.0, 16.0
"""The space of a page, the gap between its columns, and the height of its head."""
COLUMN = (WIDTH - GUTTER) / 2
SIZE, LEADING = 3.15, 1.32
"""The size of letters, and the distance of lines in sizes."""

_HEADS: dict[str, Literal["title", "heading"]] = {"h1": "title", "h2": "heading"}
_SIZES = {"title": 5.6, "heading": 4.5, "subheading": 3.5, "quote": SIZE}
_GAPS = {"title": 6.0, "heading": 4.6, "subheading": 3.2, "item": 0.7, "quote": 2.2}
_INDENT = 4.2
_PAD = 1.1
_CELL = 2.9  # the size of letters in tables


class LeafletWords(NamedTuple):
    """A line of text: its left end and baseline, and its runs; centred at `x` if `middle`."""

    x: float
    y: float
    size: float
    runs: Runs
    look: str = ""
    middle: bool = False


class Bar(NamedTuple):
    """A rule or a ground: where it is, and its look."""

    x: float
    y: float
    width: float
    height: float
    look: str


@record
class LeafletStrip:
    """A strip of a column that is never split: lines, or a row of a table."""

    height: float
    gap: float
    keeps: bool
    words: Sequence[LeafletWords]
    bars: Sequence[Bar] = ()


def set_blocks(
    writer: TextWriter, blocks: Sequence[Block | Grid], column: float
) -> list[LeafletStrip]:
    """Blocks as strips for a column of that width."""
    found: list[LeafletStrip] = []
    for block in blocks:
        if isinstance(block, Grid):
            found += _set_grid(writer, block, column)
        else:
            found += _set_block(writer, block, column)
    return found


def _set_block(writer: TextWriter, block: Block, column: float) -> Iterator[LeafletStrip]:
    size = _SIZES.get(block.kind, SIZE)
    high = size * (1.15 if block.kind.endswith(("heading", "title")) else LEADING)
    runs = block.runs
    is_head = block.kind in ("title", "heading", "subheading")
    if is_head:
        runs = [run._replace(bold=True) for run in runs]
    indent = _INDENT * block.depth + (2.5 if block.kind == "quote" else 0.0)
    lines = writer.break_runs(runs, column - indent, size)
    last = len(lines) - 1
    for at, line in enumerate(lines):
        words = [LeafletWords(indent, high * 0.77, size, line, block.kind)]
        if block.mark and not at:
            mark = [WrittenRun(block.mark, bold=True)]
            left = indent - min(writer.measure_runs(mark, size) + 1.1, _INDENT)
            words.append(LeafletWords(left, high * 0.77, size, mark, "mark"))
        bars = [Bar(0.0, 0.0, 0.8, high, "quote")] if block.kind == "quote" else []
        height = high
        if block.kind == "heading" and at == last:
            height = high + 1.4
            bars = [Bar(0.0, high + 0.1, column, 0.35, "rule")]
        gap = 0.0 if at else _GAPS.get(block.kind, 1.7)
        # No column begins with the last line of a paragraph, or ends with its first.
        keeps = is_head or (at in (0, last - 1) and at < last)
        yield LeafletStrip(height, gap, keeps, words, bars)


def _set_grid(writer: TextWriter, grid: Grid, column: float) -> Iterator[LeafletStrip]:
    heads = [[run._replace(bold=True) for run in cell] for cell in grid.heads]
    rows = [heads, *grid.rows] if any(heads) else list(grid.rows)
    widths = _share_widths(writer, rows, len(heads), column)
    starts = [sum(widths[:at]) for at in range(len(widths))]
    high = _CELL * 1.22
    for at, row in enumerate(rows):
        words: list[LeafletWords] = []
        deep = 1
        for start, width, middle, cell in zip(starts, widths, grid.centred, row, strict=False):
            lines = writer.break_runs(cell, width - 2 * _PAD, _CELL)
            deep = max(deep, len(lines))
            x = start + (width / 2 if middle else _PAD)
            for number, line in enumerate(lines):
                y = 0.75 + high * (number + 0.78)
                words.append(LeafletWords(x, y, _CELL, line, "" if at else "head", middle))
        height = deep * high + 1.5
        is_head = not at and any(heads)
        bars = [Bar(0.0, 0.0, column, height, "head" if is_head else "even" if at % 2 else "odd")]
        yield LeafletStrip(height, 2.0 if not at else 0.0, is_head or at < 2, words, bars)


def _share_widths(
    writer: TextWriter, rows: Sequence[Sequence[Runs]], count: int, whole: float
) -> list[float]:
    """The widths of columns: as wide as their cells, or in proportion to them."""
    natural, least = [], []
    for column in range(count):
        cells = [row[column] for row in rows if column < len(row)]
        natural.append(max(writer.measure_runs(cell, _CELL) for cell in cells) + 2 * _PAD)
        words = [
            writer.measure(word, _CELL, run.bold, run.italic)
            for cell in cells
            for run in cell
            for word in run.text.split()
        ]
        least.append(max(words, default=0.0) + 2 * _PAD)
    if sum(natural) <= whole:
        spare = (whole - sum(natural)) / count
        return [width + spare for width in natural]
    # Narrow columns are as wide as they wish, and the others share what is left.
    widths = dict(enumerate(natural))
    open_columns = sorted(widths, key=lambda column: natural[column])
    room = whole
    while open_columns:
        column = open_columns.pop(0)
        fair = room / (len(open_columns) + 1)
        widths[column] = min(
            max(natural[column] if natural[column] <= fair else fair, least[column]), room
        )
        room -= widths[column]
    return [widths[column] for column in range(count)]


Placed = TypeVar("Placed", LeafletWords, Bar)


class LeafletPage(NamedTuple):
    """A page: its lines and bars, and the height that they take."""

    words: Sequence[LeafletWords]
    bars: Sequence[Bar]
    height: float


def lay_pages(
    strips: Sequence[LeafletStrip], column: float, columns: int, most: float
) -> Iterator[LeafletPage]:
    """Strips on pages of columns of equal height, none of them higher than `most`."""
    rest: Sequence[LeafletStrip] = strips
    while rest:
        shared, left = share_columns(rest, columns, most - HEAD)
        if len(left) == len(rest):  # a strip that is higher than a page
            shared, left = [rest[:1]], rest[1:]
        words: list[LeafletWords] = []
        bars: list[Bar] = []
        end = HEAD
        for at, stack in enumerate(shared):
            x = at * (column + GUTTER)
            for y, strip in stack_strips(stack, HEAD):
                words += [_move(word, x, y) for word in strip.words]
                bars += [_move(bar, x, y) for bar in strip.bars]
                end = max(end, y + strip.height)
        yield LeafletPage(words, bars, round(end, 2))
        rest = left
        if rest:
            rest = [replace(rest[0], gap=0.0), *rest[1:]]


def _move(part: Placed, x: float, y: float) -> Placed:
    return part._replace(x=round(part.x + x, 3), y=round(part.y + y, 3))
