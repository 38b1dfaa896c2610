"""Markdown to flowables: CommonMark with tables, footnotes, definition lists and admonitions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.book.flow.box import Note, Panel, PanelLook
from sheetgen.book.flow.columns import Columns
from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.ornament import FullPage, Ornament
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.style import Align, TextStyle
from sheetgen.book.flow.table import Row, Rows, TableBlock, TableLook
from sheetgen.book.manuscript.inline import Block, Inline, Terms
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.problem import NOT_DRAWN
from sheetgen.book.theme import Design, StyleName
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.units import UNITS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode as Node

_WIDTH = re.compile(r"(\d+(?:\.\d+)?)\s*(%|mm|cm|in|pt)")
_RUN = re.compile(r"^ +| {2,}", re.MULTILINE)
_SHARE = re.compile(r"(\)\{[^{}\n]*?width=)(\d[\d.]*%)")  # a percentage may lack quotes
_HEADINGS: dict[str, StyleName] = {
    "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4",
}  # fmt: skip
_ALIGNS: dict[str, Align] = {"center": "centre", "right": "right"}


@cache
def _parser() -> MarkdownIt:
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


def make_slug(text: str) -> str:
    """A heading as the name of an anchor: `The Ice Toll` is `the-ice-toll`."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain).strip("-") or "section"


class Anchors:
    """Names of anchors, each given out once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def name(self, text: str) -> str:
        """A name for a heading, with a number where it is taken."""
        slug = name = make_slug(text)
        number = 1
        while name in self.taken:
            number += 1
            name = f"{slug}-{number}"
        self.taken.add(name)
        return name


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
    ) -> list[Flowable]:
        """The flowables of a text whose `lines` are at these places in `file`.

        `blocks` are what its Jinja placed: texts for the index, or functions that make flowables.
        """
        from markdown_it.tree import SyntaxTreeNode

        def place(line: int) -> Place:
            return Place(file, lines[min(line, len(lines) - 1)] if lines else line + 1)

        self.place, self.blocks = place, blocks
        self._fresh = True  # whether the next paragraph begins a section, and has no indent
        text = _SHARE.sub(r'\1"\2"', text)
        tree = SyntaxTreeNode(_parser().parse(text, {}))
        self._key = self.anchors.name(f"note-{Path(file).stem}")
        return list(self._flow(tree.children, self.design.style(body)))

    def _flow(self, nodes: Sequence[Node], style: TextStyle, level: int = 0) -> Iterator[Flowable]:
        for node in nodes:
            try:
                yield from self._convert(node, style, level)
            except ProblemError as error:
                self.problems += error.diagnostics

    def _convert(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        kind = node.type
        line = node.map[0] if node.map else 0
        if kind == "heading":
            yield self._heading(node, line)
        elif kind == "paragraph":
            yield from self._paragraph(node, style, line)
        elif kind in ("bullet_list", "ordered_list"):
            yield from self._list(node, style, level)
            self._fresh = True
        elif kind == "blockquote":
            yield from self._quote(node)
        elif kind in ("fence", "code_block"):
            yield self._code(node, line)
        elif kind == "hr":
            self._fresh = True
            yield Ornament("break", self.design.line * 2)
        elif kind == "table":
            yield self._table(node, line)
            self._fresh = True
        elif kind == "dl":
            yield from self._definitions(node, style)
        elif kind == "admonition":
            yield self._admonition(node, line)
            self._fresh = True
        elif kind in ("container_columns", "container_wide"):
            yield from self._container(node, style)
        elif kind == "footnote_block":
            yield from self._footnotes(node)
        elif kind == "footnote_anchor":
            return
        elif kind == "html_block":
            if not node.content.lstrip().startswith("<!--"):
                message = f"HTML such as {node.content.split('>')[0].strip()}> is not printed"
                hint = "use Markdown, or a block"
                self.problems.append(NOT_DRAWN.at(self.place(line), message, hint))
        else:
            message = f"a {kind.replace('_', ' ')} is not printed"
            self.problems.append(NOT_DRAWN.at(self.place(line), message))

    def _inline(self) -> Inline:
        return Inline(
            self.design,
            self.terms,
            self.place,
            self.blocks,
            self._mark,
            self.problems,
            self.links,
        )

    def _heading(self, node: Node, line: int) -> Paragraph:
        style = self.design.style(_HEADINGS[node.tag])
        inline = self._inline()
        spans = inline.make(node.children[0], style, line, indexed=False)
        # Its words as they are written: those of its spans may be capitals. What they stand for in
        # the index is noted for the whole, so that no name in it is set as a run of its own.
        words = self._inline().make(node.children[0], self.design.style("body"), line)
        title = "".join(span.text for span in words if not span.refers).strip()
        terms = [term for span in words for term in span.terms]
        name = str(node.attrs.get("id", "")) or self.anchors.name(title)
        self.anchors.taken.add(name)
        level = int(node.tag[1]) - 1
        heading = Paragraph(
            spans,
            style,
            self.design.setter,
            anchors=[name, *inline.anchors],
            head=title,
            level=level,
            terms=[*inline.marks, *terms],
            wide=level == 0,
        )
        self._fresh = True
        return heading

    def _paragraph(self, node: Node, style: TextStyle, line: int) -> Iterator[Flowable]:
        inline = self._inline()
        content = node.children[0]
        if style.indent and self._fresh:
            style = replace(style, indent=0.0)
        spans = inline.make(content, style, line)
        if inline.marks:
            yield Note(terms=inline.marks)
        if any(span.text.strip() for span in spans):
            self._fresh = False
            yield Paragraph(spans, style, self.design.setter, anchors=inline.anchors)
        for thing in inline.floats:
            self._fresh = True
            if callable(thing):
                yield from thing(self.place(line))
            else:
                yield self._picture(thing, line)

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

    def _quote(self, node: Node) -> Iterator[Flowable]:
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

    def _code(self, node: Node, line: int) -> Panel:
        style = self.design.style("code")
        text = node.content.rstrip("\n").replace("\t", "    ")
        # Only single spaces may end a line; others keep what they line up.
        text = _RUN.sub(lambda found: "\u00a0" * len(found[0]), text)
        span = replace(make_span(text, style, style.colour, self.place(line)), language=False)
        self._fresh = True
        return self._panel([Paragraph([span], style, self.design.setter)], bar=False)

    def _panel(self, flow: Sequence[Flowable], bar: bool = True) -> Panel:
        design, step = self.design, self.design.line
        look = PanelLook(
            padding=step * 0.6,
            tint=design.tint("tint"),
            bar=design.tint("accent") if bar else "",
            frame=design.stroke("rule") if design.colour("tint") == "none" else "",
            space=step / 2,
            step=step,
        )
        return Panel(flow, look)

    def _admonition(self, node: Node, line: int) -> Panel:
        titles = [child for child in node.children if child.type == "admonition_title"]
        rest = [child for child in node.children if child.type != "admonition_title"]
        flow: list[Flowable] = []
        style = self.design.style("note-title")
        for title in titles:
            spans = self._inline().make(title.children[0], style, line)
            if any(span.text for span in spans):
                flow.append(Paragraph(spans, style, self.design.setter))
        self._fresh = True
        flow += self._flow(rest, self.design.style("note"))
        return self._panel(flow)

    def _table(self, node: Node, line: int) -> TableBlock:
        head: Row | None = None
        body: list[Row] = []
        for part in node.children:
            for row in part.children:
                name: StyleName = "cell-head" if part.type == "thead" else "cell"
                where = row.map[0] if row.map else line
                cells = [self._cell(cell, name, where) for cell in row.children]
                if part.type == "thead":
                    head = cells
                else:
                    body.append(cells)
        return make_table(self.design, Rows(head, body))

    def _cell(self, node: Node, name: StyleName, line: int) -> Paragraph:
        aligned = str(node.attrs.get("style", "")).partition(":")[2]
        style = replace(self.design.style(name), align=_ALIGNS.get(aligned, "left"))
        where = node.map[0] if node.map else line
        spans = self._inline().make(node.children[0], style, where) if node.children else []
        return Paragraph(spans, style, self.design.setter)

    def _definitions(self, node: Node, style: TextStyle) -> Iterator[Flowable]:
        term = self.design.style("term")
        half = self.design.line / 2
        inner = replace(style, left=1.5 * style.size, indent=0.0)
        for child in node.children:
            line = child.map[0] if child.map else 0
            if child.type == "dt":
                spans = self._inline().make(child.children[0], term, line)
                yield Paragraph(spans, replace(term, before=half), self.design.setter)
            else:
                self._fresh = True
                flow = list(self._flow(child.children, inner))
                for last in flow[-1:]:
                    if isinstance(last, Paragraph):
                        flow[-1] = last.change(style=replace(last.style, after=half))
                yield from flow
        self._fresh = True

    def _container(self, node: Node, style: TextStyle) -> Iterator[Flowable]:
        self._fresh = True
        flow = list(self._flow(node.children, style))
        self._fresh = True
        if node.type == "container_wide":
            yield from (thing.widen() for thing in flow)
            return
        words = str(node.info).split()
        count = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 2
        count = max(1, min(4, count))
        yield Columns(
            flow, count, self.design.geometry.gutter, self.design.line, self.design.line / 2
        )

    def _mark(self, node: Node) -> tuple[str, str, str]:
        number = int(node.meta["id"]) + 1
        again = int(node.meta.get("subId", 0))
        return str(number), f"{self._key}-from-{number}-{again}", f"{self._key}-{number}"

    def _footnotes(self, node: Node) -> Iterator[Flowable]:
        """The notes of a chapter, at its end."""
        style = replace(self.design.style("small"), left=1.6 * self.design.style("small").size)
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

    def _picture(self, node: Node, line: int) -> Flowable:
        """`![Caption](file){width=60% .wide .bleed}`."""
        place, geometry = self.place(line), self.design.geometry
        classes = str(node.attrs.get("class", "")).split()
        name = str(node.attrs["src"])
        if "bleed" in classes:
            width = geometry.width + 2 * geometry.bleed
            height = geometry.height + 2 * geometry.bleed
            drawing, pixels = self.pictures.open(name, self.base, place, width)
            scale = max(width / drawing.trim_width, height / drawing.trim_height)
            self.pictures.check(name, pixels, drawing.trim_width * scale, place)
            return FullPage(drawing, scale)
        wide = "wide" in classes
        measure = geometry.measure if wide else geometry.column
        asked = _WIDTH.fullmatch(str(node.attrs.get("width", "100%")))
        width = _read_width(asked, measure)
        drawing, pixels = self.pictures.open(name, self.base, place, width)
        scale = width / drawing.trim_width
        caption = None
        if node.children:
            align: Align = "left" if width > 0.6 * measure else "centre"
            style = replace(self.design.style("caption"), align=align)
            spans = self._inline().make(node, style, line)
            caption = Paragraph(spans, style, self.design.setter)
        step = self.design.line
        figure = Figure(drawing, scale, caption, geometry.depth, step / 2, step, wide=wide)
        self.pictures.check(name, pixels, drawing.trim_width * figure.fit(measure), place)
        return figure


def _read_width(asked: re.Match[str] | None, measure: float) -> float:
    if asked is None:
        return measure
    number = float(asked[1])
    width = measure * number / 100 if asked[2] == "%" else number * UNITS[asked[2]]
    return min(measure, max(width, 10.0))


def make_table(design: Design, rows: Rows) -> TableBlock:
    """A table in the look of the book; it takes the whole measure if a column is too narrow."""
    step, column = design.line, design.geometry.column
    look = TableLook(
        rule=design.stroke("rule"),
        strong=design.stroke("accent"),
        stripe=design.tint("tint") if design.theme.striped else "",
        across=0.35 * design.geometry.size,
        down=0.14 * step,
        space=step / 2,
        step=step,
    )
    natural, narrowest = rows.measure(look.across)
    wide = natural > column * 1.15 or narrowest > column
    return TableBlock(rows, look, wide=wide)
