"""Markdown to flowables: CommonMark with tables, footnotes, definition lists and admonitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.book.flow.box import Hidden, Note
from sheetgen.book.flow.columns import Columns
from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import Align, Flowable, TextStyle, make_span
from sheetgen.book.flow.opening import Ornament
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.table import Row, Rows
from sheetgen.book.manuscript.chapter import Origin
from sheetgen.book.manuscript.inline import Anchors, Block, Inline, Terms
from sheetgen.book.manuscript.picture import Pictures, make_panel, make_plate, make_table
from sheetgen.book.problem import NOT_DRAWN
from sheetgen.book.theme import Design, StyleName
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.number import shorten
from sheetgen.ground.record import replace

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode as Node


# Markdown text to nodes: CommonMark with what chapters may have besides.


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


_RUN = re.compile(r"^ +| {2,}", re.MULTILINE)
_HEADINGS: dict[str, StyleName] = {
    "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4",
}  # fmt: skip
_ALIGNS: dict[str, Align] = {"center": "centre", "right": "right"}


class Markdown:
    """One Markdown text on its way to flowables."""

    def __init__(
        self,
        design: Design,
        pictures: Pictures,
        base: Path,
        terms: Terms,
        anchors: Anchors,
    ) -> None:
        self.design, self.pictures, self.base = design, pictures, base
        self.terms, self.anchors = terms, anchors
        self.problems: list[Diagnostic] = []
        self.links: list[tuple[str, Place]] = []

    def convert(
        self,
        text: str,
        file: str,
        lines: Sequence[int] = (),
        blocks: Sequence[Block] = (),
        body: StyleName = "body",
        source: str = "",
    ) -> list[Flowable]:
        """The flowables of a text whose `lines` have these numbers in `file`, the text `source`.

        `blocks` are what its Jinja placed: texts for the index, or functions that make flowables.
        """
        self.origin = Origin(file, source or text, lines)
        self.place, self.blocks = self.origin.find, blocks
        self._fresh = True  # whether the next paragraph begins a section, and has no indent
        self._key = self.anchors.name(f"note-{Path(file).stem}")
        root, refused = parse_markdown(text)
        for line, message, hint in refused:
            self.problems.append(NOT_DRAWN.at(self.place(line), message, hint))
        return _hide_doubles(list(self._flow(root.children, self.design.style(body))))

    def _flow(self, nodes: Sequence[Node], style: TextStyle, level: int = 0) -> Iterator[Flowable]:
        for node in nodes:
            try:
                yield from self._convert(node, style, level)
            except ProblemError as error:
                self.problems += error.diagnostics

    def _convert(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        return _BLOCKS.get(node.type, Markdown._refuse)(self, node, style, level)

    def _refuse(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        message = f"a {node.type.replace('_', ' ')} is not printed"
        self.problems.append(NOT_DRAWN.at(self.place(_find_line(node)), message))
        return iter(())

    def _skip(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        return iter(())

    def _html(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        """Comments are left out, all else is reported."""
        if not node.content.lstrip().startswith("<!--"):
            message = f"HTML such as {node.content.split('>')[0].strip()}> is not printed"
            place = self.place(_find_line(node))
            self.problems.append(NOT_DRAWN.at(place, message, "use Markdown, or a block"))
        return iter(())

    def _break(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        self._fresh = True
        yield Ornament("break", self.design.line * 2)

    def _inline(self) -> Inline:
        return Inline(
            self.design,
            self.terms,
            self.origin,
            self.blocks,
            self._mark,
            self.problems,
            self.links,
        )

    def _heading(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style, line = self.design.style(_HEADINGS[node.tag]), _find_line(node)
        inline = self._inline()
        spans = inline.make(node.children[0], style, line, indexed=False)
        # Its words as they are written: those of its spans may be capitals. What they stand for in
        # the index is noted for the whole, so that no name in it is set as a run of its own.
        words = self._inline().make(node.children[0], self.design.style("body"), line)
        title = "".join(span.text for span in words if not span.refers).strip()
        terms = [term for span in words for term in span.terms]
        name = str(node.attrs.get("id", "")) or self.anchors.name(title)
        self.anchors.taken.add(name)
        rank = int(node.tag[1]) - 1
        self._fresh = True
        yield Paragraph(
            spans,
            style,
            self.design.setter,
            anchors=[name, *inline.anchors],
            head=title,
            level=rank,
            terms=[*inline.marks, *terms],
            wide=rank == 0,
        )

    def _paragraph(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        inline, line = self._inline(), _find_line(node)
        content = node.children[0]
        if content.content.startswith(":::"):
            message = f"there is no block {shorten(content.content.splitlines()[0])}"
            hint = "there are ::: columns and ::: wide; each ends with ::: on a line of its own"
            self.problems.append(NOT_DRAWN.at(self.place(line), message, hint))
        if style.indent and self._fresh:
            style = replace(style, indent=0.0)
        spans = inline.make(content, style, line)
        if inline.marks:
            yield Note(terms=inline.marks)
        if any(span.text.strip() for span in spans):
            self._fresh = False
            yield Paragraph(spans, style, self.design.setter, anchors=inline.anchors)
        for thing, place in inline.floats:
            self._fresh = True
            if callable(thing):
                yield from thing(place)
            else:
                yield self._picture(thing, line, place)

    def _list(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        ordered = node.type == "ordered_list"
        number = int(node.attrs.get("start", 1))
        style = replace(style, indent=0.0)
        step = 1.5 * style.size
        inner = replace(style, left=style.left + step, before=0.0, after=0.0)
        items = node.children
        loose = any(len(item.children) > 1 for item in items)
        half = self.design.line / 2
        for at, item in enumerate(items):
            mark = f"{number + at}." if ordered else ("•", "–", "·")[min(level, 2)]
            lead = [make_span(mark, inner, self.design.fill("accent"))]
            flow = list(self._flow(item.children, inner, level + 1))
            for place, thing in enumerate(flow):
                if not isinstance(thing, Paragraph):
                    yield thing
                    continue
                top = half if place == 0 and (at == 0 and not level) else 0.0
                last = at == len(items) - 1 and place == len(flow) - 1
                low = half if last and not level else half / 2 if loose else 0.0
                before, after = max(thing.style.before, top), max(thing.style.after, low)
                yield thing.change(
                    style=replace(thing.style, before=before, after=after),
                    lead=None if place else lead,
                )
        self._fresh = True

    def _quote(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style = self.design.style("quote")
        self._fresh = True
        flow = list(self._flow(node.children, style))
        self._fresh = True
        for at, thing in enumerate(flow):
            if not isinstance(thing, Paragraph):
                yield thing
                continue
            style, spans = thing.style, thing.spans
            before = 0.0 if at else style.before
            after = 0.0 if at < len(flow) - 1 else style.after
            style = replace(style, before=before, after=after)
            if spans[0].text.startswith("—"):  # who said it
                style = replace(style, align="right")
                spans = tuple(replace(span, italic=not span.italic) for span in spans)
            yield thing.change(spans, style)

    def _code(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style = self.design.style("code")
        text = node.content.rstrip("\n").replace("\t", "    ")
        # Only single spaces may end a line; others keep what they line up.
        text = _RUN.sub(lambda found: "\u00a0" * len(found[0]), text)
        place = self.place(_find_line(node))
        span = replace(make_span(text, style, style.colour, place), language=False)
        self._fresh = True
        yield make_panel(self.design, [Paragraph([span], style, self.design.setter)], bar=False)

    def _admonition(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        titles = [child for child in node.children if child.type == "admonition_title"]
        rest = [child for child in node.children if child.type != "admonition_title"]
        flow: list[Flowable] = []
        style = self.design.style("note-title")
        for title in titles:
            spans = self._inline().make(title.children[0], style, _find_line(node))
            if any(span.text for span in spans):
                flow.append(Paragraph(spans, style, self.design.setter))
        self._fresh = True
        flow += self._flow(rest, self.design.style("note"))
        self._fresh = True
        yield make_panel(self.design, flow)

    def _table(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        head: Row | None = None
        body: list[Row] = []
        for part in node.children:
            for row in part.children:
                name: StyleName = "cell-head" if part.type == "thead" else "cell"
                where = row.map[0] if row.map else _find_line(node)
                cells = [self._cell(cell, name, where) for cell in row.children]
                if part.type == "thead":
                    head = cells
                else:
                    body.append(cells)
        self._fresh = True
        yield make_table(self.design, Rows(head, body))

    def _cell(self, node: Node, name: StyleName, line: int) -> Paragraph:
        aligned = str(node.attrs.get("style", "")).partition(":")[2]
        style = replace(self.design.style(name), align=_ALIGNS.get(aligned, "left"))
        where = node.map[0] if node.map else line
        spans = self._inline().make(node.children[0], style, where) if node.children else []
        return Paragraph(spans, style, self.design.setter)

    def _definitions(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        term = self.design.style("term")
        half = self.design.line / 2
        inner = replace(style, left=1.5 * style.size, indent=0.0)
        for child in node.children:
            if child.type == "dt":
                spans = self._inline().make(child.children[0], term, _find_line(child))
                yield Paragraph(spans, replace(term, before=half), self.design.setter)
            else:
                self._fresh = True
                flow = list(self._flow(child.children, inner))
                for last in flow[-1:]:
                    if isinstance(last, Paragraph):
                        flow[-1] = last.change(style=replace(last.style, after=half))
                yield from flow
        self._fresh = True

    def _container(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        self._fresh = True
        flow = list(self._flow(node.children, style))
        self._fresh = True
        if node.type == "container_wide":
            if len(str(node.info).split()) > 1:
                place, message = self.place(_find_line(node)), "::: wide takes nothing else"
                self.problems.append(NOT_DRAWN.at(place, message, "write ::: wide"))
            yield from (thing.widen() for thing in flow)
            return
        gutter, line = self.design.geometry.gutter, self.design.line
        yield Columns(flow, self._count_columns(node), gutter, line, line / 2)

    def _count_columns(self, node: Node) -> int:
        """The number in `::: columns 3`, 2 if there is none. Raises ProblemError."""
        written = " ".join(str(node.info).split()[1:])
        if written in ("", "1", "2", "3", "4"):
            return int(written or 2)
        place = self.origin.find(_find_line(node), written[:40])
        message = f"there can't be {shorten(written)} columns"
        raise ProblemError([NOT_DRAWN.at(place, message, "write ::: columns 2, or 1, 3 or 4")])

    def _mark(self, node: Node) -> tuple[str, str, str]:
        number = int(node.meta["id"]) + 1
        again = int(node.meta.get("subId", 0))
        return str(number), f"{self._key}-from-{number}-{again}", f"{self._key}-{number}"

    def _footnotes(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        """The notes of a chapter, at its end."""
        small = self.design.style("small")
        style = replace(small, left=1.6 * small.size)
        heading = self.design.style("h4")
        title = [make_span("Notes", heading, heading.colour)]
        yield Paragraph(title, heading, self.design.setter)
        for note in node.children:
            number = int(note.meta["id"]) + 1
            flow = list(self._flow(note.children, style))
            for first in flow[:1]:
                if isinstance(first, Paragraph):
                    mark = make_span(f"{number}.", style, self.design.fill("accent"))
                    back = replace(mark, link=f"#{self._key}-from-{number}-0")
                    anchors = (f"{self._key}-{number}", *first.anchors)
                    flow[0] = first.change(lead=[back], anchors=anchors)
            yield from flow

    def _picture(self, node: Node, line: int, place: Place) -> Flowable:
        def write_caption(style: TextStyle) -> Paragraph:
            return Paragraph(self._inline().make(node, style, line), style, self.design.setter)

        return make_plate(node, self.design, self.pictures, self.base, place, write_caption)


def _hide_doubles(flow: list[Flowable]) -> list[Flowable]:
    """The flowables; the heading right above a sheet that has one of its own is not printed."""
    for at, (thing, below) in enumerate(pairwise(flow)):
        headed = isinstance(below, Figure) and below.titled
        if headed and isinstance(thing, Paragraph) and thing.level > 0:
            flow[at] = Hidden(thing)
    return flow


def _find_line(node: Node) -> int:
    return node.map[0] if node.map else 0


_BLOCKS: dict[str, Callable[[Markdown, Node, TextStyle, int], Iterator[Flowable]]] = {
    "heading": Markdown._heading,
    "paragraph": Markdown._paragraph,
    "bullet_list": Markdown._list,
    "ordered_list": Markdown._list,
    "blockquote": Markdown._quote,
    "fence": Markdown._code,
    "code_block": Markdown._code,
    "hr": Markdown._break,
    "table": Markdown._table,
    "dl": Markdown._definitions,
    "admonition": Markdown._admonition,
    "container_columns": Markdown._container,
    "container_wide": Markdown._container,
    "footnote_block": Markdown._footnotes,
    "footnote_anchor": Markdown._skip,
    "html_block": Markdown._html,
}
"""How each kind of block is converted: in a style, so many lists deep."""
