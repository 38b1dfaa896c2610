"""Leaflets: blocks of text on pages of two columns, such as the rules of a game in brief.

Lengths are millimetres. Lines are broken here by the fonts of the run, since the number of pages
depends on them; a template only sets them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.type.linebreak import Manner, cut_words, fill_lines, join_pieces, share_columns, trim

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

    from sheetgen.type.fonts import Fonts


# Prose: Markdown as blocks of text for a sheet: headings, paragraphs, lists and tables.


_LEVELS = 6
"""How deep lists may be nested."""


class ProseRun(NamedTuple):
    """A stretch of text of one look."""

    text: str
    bold: bool = False
    italic: bool = False


Runs = Sequence[ProseRun]


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
    return list(_join(_read_inline(inline.children, ProseRun("")))) if inline else []


def _read_inline(nodes: Sequence[SyntaxTreeNode], look: ProseRun) -> Iterator[ProseRun]:
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


def _join(runs: Iterator[ProseRun]) -> Iterator[ProseRun]:
    """The runs, with neighbours of one look joined."""
    last: ProseRun | None = None
    for run in runs:
        if last is not None and last[1:] == run[1:]:
            last = last._replace(text=last.text + run.text)
        else:
            if last is not None:
                yield last
            last = run
    if last is not None:
        yield last


WIDTH, HEIGHT, GUTTER, HEAD = 186.0, 252.0, 7.0, 16.0
"""The space of a page, the gap between its columns, and the height of its head."""
COLUMN = (WIDTH - GUTTER) / 2
SIZE, LEADING = 3.15, 1.32
"""The size of letters, and the distance of lines in sizes."""
FAMILY = "Barlow"

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


class LeafletSetting:
    """Breaks runs into lines of a column by the widths of the run's fonts."""

    def __init__(self, fonts: Fonts | None = None, column: float = COLUMN) -> None:
        self.fonts = fonts or _open_shipped()
        self.column = column
        self._widths: dict[ProseRun, float] = {}

    def measure(self, run: ProseRun, size: float) -> float:
        """The width of a run at a size."""
        known = self._widths.get(run)
        if known is None:
            from sheetgen.type.fonts import measure

            faces = self.fonts.list_faces(FAMILY, 700 if run.bold else 400, run.italic)
            known = self._widths[run] = measure(run.text, faces)
        return known * size / 1000

    def measure_all(self, runs: Runs, size: float) -> float:
        """The width of runs in one line."""
        return sum(self.measure(run, size) for run in runs)

    def break_lines(self, runs: Runs, width: float, size: float) -> list[Runs]:
        """The runs in lines of a width."""
        if not runs:
            return []
        items, pieces = cut_words(
            [run.text for run in runs],
            [Manner()] * len(runs),
            lambda at, part: self.measure(runs[at]._replace(text=part), size),
            folded=False,
        )
        return [
            [runs[piece.span]._replace(text=piece.text) for piece in joined]
            for line in fill_lines(items, lambda line: width)
            if (joined := join_pieces(trim(line, items), pieces))
        ]


@cache
def _open_shipped() -> Fonts:
    from sheetgen.type.fonts import Fonts

    return Fonts()


def set_blocks(setting: LeafletSetting, blocks: Sequence[Block | Grid]) -> list[LeafletStrip]:
    """Blocks as strips for a column."""
    found: list[LeafletStrip] = []
    for block in blocks:
        if isinstance(block, Grid):
            found += _set_grid(setting, block)
        else:
            found += _set_block(setting, block)
    return found


def _set_block(setting: LeafletSetting, block: Block) -> Iterator[LeafletStrip]:
    size = _SIZES.get(block.kind, SIZE)
    high = size * (1.15 if block.kind.endswith(("heading", "title")) else LEADING)
    runs = block.runs
    is_head = block.kind in ("title", "heading", "subheading")
    if is_head:
        runs = [run._replace(bold=True) for run in runs]
    indent = _INDENT * block.depth + (2.5 if block.kind == "quote" else 0.0)
    lines = setting.break_lines(runs, setting.column - indent, size)
    last = len(lines) - 1
    for at, line in enumerate(lines):
        words = [LeafletWords(indent, high * 0.77, size, line, block.kind)]
        if block.mark and not at:
            mark = [ProseRun(block.mark, bold=True)]
            left = indent - min(setting.measure_all(mark, size) + 1.1, _INDENT)
            words.append(LeafletWords(left, high * 0.77, size, mark, "mark"))
        bars = [Bar(0.0, 0.0, 0.8, high, "quote")] if block.kind == "quote" else []
        height = high
        if block.kind == "heading" and at == last:
            height = high + 1.4
            bars = [Bar(0.0, high + 0.1, setting.column, 0.35, "rule")]
        gap = 0.0 if at else _GAPS.get(block.kind, 1.7)
        # No column begins with the last line of a paragraph, or ends with its first.
        keeps = is_head or (at in (0, last - 1) and at < last)
        yield LeafletStrip(height, gap, keeps, words, bars)


def _set_grid(setting: LeafletSetting, grid: Grid) -> Iterator[LeafletStrip]:
    heads = [[run._replace(bold=True) for run in cell] for cell in grid.heads]
    rows = [heads, *grid.rows] if any(heads) else list(grid.rows)
    widths = _share_widths(setting, rows, len(heads))
    starts = [sum(widths[:at]) for at in range(len(widths))]
    high = _CELL * 1.22
    for at, row in enumerate(rows):
        words: list[LeafletWords] = []
        deep = 1
        for column, cell in enumerate(row[: len(widths)]):
            lines = setting.break_lines(cell, widths[column] - 2 * _PAD, _CELL)
            deep = max(deep, len(lines))
            middle = grid.centred[column]
            x = starts[column] + (widths[column] / 2 if middle else _PAD)
            for number, line in enumerate(lines):
                y = 0.75 + high * (number + 0.78)
                words.append(LeafletWords(x, y, _CELL, line, "" if at else "head", middle))
        height = deep * high + 1.5
        is_head = not at and any(heads)
        bars = [
            Bar(
                0.0, 0.0, setting.column, height, "head" if is_head else "even" if at % 2 else "odd"
            )
        ]
        yield LeafletStrip(height, 2.0 if not at else 0.0, is_head or at < 2, words, bars)


def _share_widths(
    setting: LeafletSetting, rows: Sequence[Sequence[Runs]], count: int
) -> list[float]:
    """The widths of columns: as wide as their cells, or in proportion to them."""
    natural, least = [], []
    for column in range(count):
        cells = [row[column] for row in rows if column < len(row)]
        natural.append(max(setting.measure_all(cell, _CELL) for cell in cells) + 2 * _PAD)
        words = [
            run._replace(text=word) for cell in cells for run in cell for word in run.text.split()
        ]
        least.append(max([setting.measure(word, _CELL) for word in words] or [0]) + 2 * _PAD)
    if sum(natural) <= setting.column:
        spare = (setting.column - sum(natural)) / count
        return [width + spare for width in natural]
    # Narrow columns are as wide as they wish, and the others share what is left.
    widths = dict(enumerate(natural))
    open_columns = sorted(widths, key=lambda column: natural[column])
    room = setting.column
    while open_columns:
        column = open_columns.pop(0)
        fair = room / (len(open_columns) + 1)
        widths[column] = min(
            max(natural[column] if natural[column] <= fair else fair, least[column]), room
        )
        room -= widths[column]
    return [widths[column] for column in range(count)]


class LeafletPage(NamedTuple):
    """A page: its lines and bars, and the height that they take."""

    words: Sequence[LeafletWords]
    bars: Sequence[Bar]
    height: float


def lay_pages(
    strips: Sequence[LeafletStrip], column: float = COLUMN, columns: int = 2, most: float = HEIGHT
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
            x, y = at * (column + GUTTER), HEAD
            for place, strip in enumerate(stack):
                y += strip.gap if place else 0.0
                words += [
                    word._replace(x=round(word.x + x, 3), y=round(word.y + y, 3))
                    for word in strip.words
                ]
                bars += [
                    bar._replace(x=round(bar.x + x, 3), y=round(bar.y + y, 3)) for bar in strip.bars
                ]
                y += strip.height
            end = max(end, y)
        yield LeafletPage(words, bars, round(end, 2))
        rest = left
        if rest:
            rest = [replace(rest[0], gap=0.0), *rest[1:]]
