"""Markdown to flowables: CommonMark with tables, footnotes, definition lists and admonitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.book.definition import Book
from sheetgen.book.flow.box import Columns, Hidden, Note, Ornament, is_text
from sheetgen.book.flow.figure import Figure, FigureRow
from sheetgen.book.flow.flowable import Align, Flowable, Span, TextStyle, make_span
from sheetgen.book.flow.paragraph import Paragraph, set_text
from sheetgen.book.flow.table import SHORT, Rows, TableBlock
from sheetgen.book.manuscript.chapter import Origin
from sheetgen.book.manuscript.inline import Anchors, Block, Inline, Terms
from sheetgen.book.manuscript.picture import Pictures, make_panel, make_plate, make_table
from sheetgen.book.problem import NOT_DRAWN
from sheetgen.book.theme import Design, StyleName
from sheetgen.drawing.drawing import Tag
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError
from sheetgen.ground.number import shorten
from sheetgen.ground.record import replace
from sheetgen.ground.words import tr
from sheetgen.reading.markdown import (
    LANG,
    align_cell,
    find_line,
    is_caption,
    is_comment,
    list_rows,
    mark_items,
    read_markdown,
)

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node


_RUN = re.compile(r"^ +| {2,}", re.MULTILINE)
_TASK = re.compile(r"\[([ xX])\] +")
_HEADINGS: dict[str, StyleName] = {
    "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4",
}  # fmt: skip
_ALIGNS: dict[str, Align] = {"left": "left", "center": "centre", "right": "right"}


class Markdown:
    """One Markdown text on its way to flowables."""

    def __init__(
        self,
        design: Design,
        pictures: Pictures,
        base: Path,
        terms: Terms,
        anchors: Anchors,
        book: Book,
    ) -> None:
        self.book = book
        self.design, self.pictures, self.base = design, pictures, base
        self.terms, self.anchors = terms, anchors
        self.problems: list[Diagnostic] = []
        self.links: list[tuple[str, Place]] = []

    def convert(
        self,
        text: str,
        origin: Origin,
        blocks: Sequence[Block] = (),
        body: StyleName = "body",
    ) -> list[Flowable]:
        """The flowables of a text; `blocks` are what its Jinja placed."""
        self.origin, self.place, self.blocks = origin, origin.find, blocks
        self._tongue = ""  # the language of a passage that has its own
        self._fresh = True  # whether the next paragraph begins a section, and has no indent
        self._key = self.anchors.name(f"note-{Path(origin.file).stem}")
        root, refused = read_markdown(text, chapter=True)
        self._first = self.anchors.notes
        self._feet: dict[int, Node] = {}
        if self.book.notes == "foot":
            ends = (node for node in root.children if node.type == "footnote_block")
            self._feet = {int(note.meta["id"]): note for node in ends for note in node.children}
            self.anchors.notes += len(self._feet)
        for line, message, hint in refused:
            self.problems.append(NOT_DRAWN.at(self.place(line), message, hint))
        style = self.design.style(body)
        return _settle(list(self._flow(root.children, style)), style)

    def _flow(self, nodes: Sequence[Node], style: TextStyle, level: int = 0) -> Iterator[Flowable]:
        made: list[Flowable] = []
        above: Node | None = None  # a caption that stands above its table or figure
        for node in nodes:
            try:
                if is_caption(node):
                    self._refuse_caption(above)
                    above = None if made and self._caption(made, -1, node) else node
                    continue
                start = len(made)
                made += self._convert(node, style, level)
                if above and start < len(made) and self._caption(made, start, above):
                    above = None
            except ProblemError as error:
                self.problems += error.diagnostics
            if above:
                self._refuse_caption(above)
                above = None
        self._refuse_caption(above)
        return iter(made)

    def _caption(self, flow: list[Flowable], at: int, node: Node) -> bool:
        """Gives a table or figure its caption; returns whether it is one, and has none yet."""
        thing = flow[at]
        if not isinstance(thing, TableBlock | Figure | FigureRow) or thing.caption:
            return False
        inline = self._inline()
        align: Align = "centre" if isinstance(thing, Figure) else "left"
        style = replace(self.design.style("caption"), align=align)
        spans = inline.make(node.children[0], style, find_line(node))
        first = spans[0] if spans else make_span("", style)
        spans[:1] = [replace(first, text=first.text.removeprefix(":").lstrip())]
        caption = Paragraph(spans, style, self.design.setter, anchors=inline.anchors)
        name = str(node.attrs.get("id", "")) or thing.anchored
        flow[at] = self._number(replace(thing, caption=caption, anchored=name))
        return True

    def _refuse_caption(self, node: Node | None) -> None:
        if node:
            message, hint = "a caption stands alone here", "write it above or below its table"
            self.problems.append(NOT_DRAWN.at(self.place(find_line(node)), message, hint))

    def _number(self, thing: Flowable) -> Flowable:
        """A figure or table with its number before its caption, if the book asks for numbers."""
        if thing.anchored:
            self.anchors.taken.add(thing.anchored)
        if not (self.book.numbers and isinstance(thing, TableBlock | Figure | FigureRow)):
            return thing
        if not (thing.caption or thing.anchored):
            return thing
        name = self.anchors.count("table" if isinstance(thing, TableBlock) else "figure")
        if thing.anchored:
            self.anchors.numbers[f"#{thing.anchored}"] = name
        style = thing.caption.style if thing.caption else self.design.style("caption")
        shown = name[:1].upper() + name[1:] + (". " if thing.caption else "")
        lead = replace(make_span(shown, style, "", thing.locate()), weight=700)
        spans = [lead, *(thing.caption.spans if thing.caption else ())]
        caption = thing.caption or Paragraph((), style, self.design.setter)
        return replace(thing, caption=replace(caption, spans=spans))

    def _convert(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        return _BLOCKS.get(node.type, Markdown._refuse)(self, node, style, level)

    def _refuse(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        message = f"a {node.type.replace('_', ' ')} is not printed"
        self.problems.append(NOT_DRAWN.at(self.place(find_line(node)), message))
        return iter(())

    def _skip(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        return iter(())

    def _html(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        """Comments are left out, all else is reported."""
        if not is_comment(node):
            message = f"HTML such as {node.content.split('>')[0].strip()}> is not printed"
            place = self.place(find_line(node))
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
            tongue=self._tongue,
        )

    def _heading(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style, line = self.design.style(_HEADINGS[node.tag]), find_line(node)
        inline = self._inline()
        spans = inline.make(node.children[0], style, line, indexed=False)
        # Its words as they are written: those of its spans may be capitals. What they stand for in
        # the index is noted for the whole, so that no name in it is set as a run of its own.
        words = self._inline().make(node.children[0], self.design.style("body"), line)
        title = "".join(span.text for span in words if span.refers != "page").strip()
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
        inline, line = self._inline(), find_line(node)
        content = node.children[0]
        if content.content.startswith(":::"):
            message = f"there is no block {shorten(content.content.splitlines()[0])}"
            hint = "there are ::: columns, ::: wide and ::: {lang=de}; each ends with ::: on a line"
            self.problems.append(NOT_DRAWN.at(self.place(line), message, hint))
        if style.indent and self._fresh:
            style = replace(style, indent=0.0)
        spans = inline.make(content, style, line)
        name = str(node.attrs.get("id", ""))
        if name and not inline.floats:
            self.anchors.taken.add(name)
            inline.anchors.append(name)
        if inline.marks:
            yield Note(terms=inline.marks)
        if any(span.text.strip() for span in spans):
            self._fresh = False
            yield Paragraph(spans, style, self.design.setter, anchors=inline.anchors)
        for thing, place in inline.floats:
            self._fresh = True
            flow = thing(place) if callable(thing) else [self._picture(thing, line, place)]
            for shown in flow:
                named = replace(shown, anchored=name) if name else shown
                name = ""
                yield self._number(named)

    def _list(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style = replace(style, indent=0.0)
        step = 1.5 * style.size
        inner = replace(style, left=style.left + step, before=0.0, after=0.0)
        items = node.children
        loose = any(len(item.children) > 1 for item in items)
        half = self.design.line / 2
        outer = Tag("L", kind="Decimal" if node.type == "ordered_list" else "Disc")
        for at, (number, item) in enumerate(mark_items(node)):
            tags = outer, Tag("LI"), Tag("LBody")
            mark = number or ("•", "–", "·")[min(level, 2)]
            mark = _take_box(item) or mark
            lead = [make_span(mark, inner, self.design.fill("accent"))]
            flow = list(self._flow(item.children, inner, level + 1))
            for place, thing in enumerate(_tag(flow, *tags)):
                if not isinstance(thing, Paragraph):
                    yield thing
                    continue
                top = half if place == 0 and (at == 0 and not level) else 0.0
                last = at == len(items) - 1 and place == len(flow) - 1
                low = half if last and not level else half / 2 if loose else 0.0
                before, after = max(thing.style.before, top), max(thing.style.after, low)
                style = replace(thing.style, before=before, after=after)
                yield replace(thing, style=style, lead=thing.lead if place else lead)
        self._fresh = True

    def _quote(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style = self.design.style("quote")
        self._fresh = True
        flow = list(self._flow(node.children, style))
        self._fresh = True
        for at, thing in enumerate(_tag(flow, Tag("BlockQuote"))):
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
            yield replace(thing, spans=spans, style=style)

    def _code(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        style = self.design.style("code")
        text = node.content.rstrip("\n").replace("\t", "    ")
        # Only single spaces may end a line; others keep what they line up.
        text = _RUN.sub(lambda found: "\u00a0" * len(found[0]), text)
        place = self.place(find_line(node))
        span = replace(make_span(text, style, "", place), language=False)
        self._fresh = True
        yield make_panel(self.design, [Paragraph([span], style, self.design.setter)], bar=False)

    def _admonition(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        titles = [child for child in node.children if child.type == "admonition_title"]
        rest = [child for child in node.children if child.type != "admonition_title"]
        flow: list[Flowable] = []
        style = self.design.style("note-title")
        for title in titles:
            spans = self._inline().make(title.children[0], style, find_line(node))
            if any(span.text for span in spans):
                flow.append(Paragraph(spans, style, self.design.setter))
        self._fresh = True
        flow += self._flow(rest, self.design.style("note"))
        self._fresh = True
        yield from _tag([make_panel(self.design, flow)], Tag("Div"))

    def _table(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        names: Iterator[StyleName] = chain(["cell-head"], repeat("cell"))
        head, *body = [
            [self._cell(cell, name) for cell in row]
            for name, row in zip(names, list_rows(node), strict=False)
        ]
        self._fresh = True
        yield make_table(self.design, Rows(head, body))

    def _cell(self, node: Node, name: StyleName) -> Paragraph:
        style = replace(self.design.style(name), align=_ALIGNS[align_cell(node)])
        spans: list[Span] = []
        inline = self._inline()
        if node.children:
            spans = inline.make(node.children[0], style, find_line(node))
        return Paragraph(spans, style, self.design.setter, anchors=inline.anchors)

    def _definitions(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        term = self.design.style("term")
        half = self.design.line / 2
        inner = replace(style, left=1.5 * style.size, indent=0.0)
        above: list[Flowable] = []  # a block or picture, whose caption Markdown takes for a meaning
        outer, item = Tag("L", kind="None"), Tag("LI")
        for child in node.children:
            inline = self._inline()
            if child.type == "dt":
                spans = inline.make(child.children[0], term, find_line(child))
                if inline.floats and not any(span.text.strip() for span in spans):
                    above = list(self._paragraph(child, style, level))
                    continue
                look, item = replace(term, before=half), Tag("LI")
                tags = outer, item, Tag("Lbl")
                yield Paragraph(spans, look, self.design.setter, anchors=inline.anchors, tags=tags)
            elif above:
                self._caption(above, -1, child.children[0])
                yield from above
                above = []
            else:
                self._fresh = True
                flow = list(self._flow(child.children, inner))
                for last in flow[-1:]:
                    if isinstance(last, Paragraph):
                        flow[-1] = replace(last, style=replace(last.style, after=half))
                yield from _tag(flow, outer, item, Tag("LBody"))
        self._fresh = True

    def _container(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        self._fresh = True
        before = self._tongue
        if found := LANG.match(str(node.info).strip()):
            self._tongue = found[1]
        flow = list(self._flow(node.children, style))
        self._fresh, self._tongue = True, before
        if found:
            yield from flow
            return
        if node.type == "container_wide":
            if len(str(node.info).split()) > 1:
                place, message = self.place(find_line(node)), "::: wide takes nothing else"
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
        place = self.origin.find(find_line(node), written[:40])
        message = f"there can't be {shorten(written)} columns"
        raise ProblemError([NOT_DRAWN.at(place, message, "write ::: columns 2, or 1, 3 or 4")])

    def _mark(self, node: Node) -> tuple[str, str, str, tuple[Flowable, ...]]:
        at, again = int(node.meta["id"]), int(node.meta.get("subId", 0))
        number = self._first + at + 1
        note = () if again or at not in self._feet else self._write_note(self._feet.pop(at))
        return str(number), f"{self._key}-from-{number}-{again}", f"{self._key}-{number}", note

    def _footnotes(self, node: Node, style: TextStyle, level: int) -> Iterator[Flowable]:
        """The notes of a chapter, at its end, if they are not at the foot of their pages."""
        if self.book.notes == "foot":
            return
        yield set_text(tr("Notes"), self.design.style("h4"), self.design.setter)
        for note in node.children:
            yield from self._write_note(note)

    def _write_note(self, note: Node) -> tuple[Flowable, ...]:
        """The text of a note, with its number at the left."""
        small = self.design.style("small")
        style = replace(small, left=1.6 * small.size)
        number = self._first + int(note.meta["id"]) + 1
        fresh, self._fresh = self._fresh, True
        flow = list(self._flow(note.children, style))
        self._fresh = fresh
        for first in flow[:1]:
            if isinstance(first, Paragraph):
                mark = make_span(f"{number}.", style, self.design.fill("accent"))
                back = replace(mark, link=f"#{self._key}-from-{number}-0")
                anchors = (f"{self._key}-{number}", *first.anchors)
                flow[0] = replace(first, lead=[back], anchors=anchors)
        return tuple(_tag(flow, Tag("Note")))

    def _picture(self, node: Node, line: int, place: Place) -> Flowable:
        def write_caption(style: TextStyle) -> Paragraph:
            return Paragraph(self._inline().make(node, style, line), style, self.design.setter)

        plate = make_plate(node, self.design, self.pictures, self.base, place, write_caption)
        name = str(node.attrs.get("id", ""))
        return replace(plate, anchored=name) if name else plate


def _tag(flow: Sequence[Flowable], *tags: Tag) -> list[Flowable]:
    """The flowables under further tags, which they share."""
    return [replace(thing, tags=(*tags, *thing.tags)) for thing in flow]


def _take_box(item: Node) -> str:
    """The box of a task, whose mark is taken out of its text; empty for another item."""
    inline = item.children[0].children[:1] if item.children else []
    first = inline[0].children[:1] if inline and inline[0].type == "inline" else []
    found = _TASK.match(first[0].content) if first and first[0].type == "text" else None
    if not found or not first[0].token:
        return ""
    first[0].token.content = first[0].content[found.end() :]
    return "☐" if found[1] == " " else "☑"


def _settle(flow: list[Flowable], style: TextStyle) -> list[Flowable]:
    """The flowables, with figures and wide tables that may go to the head of another page.

    The heading right above a sheet that has one of its own is not printed. What is all that a
    heading has below it stays there. Text in a style goes on below a figure as if that were not
    there.
    """
    for at, (thing, below) in enumerate(pairwise(flow)):
        headed = isinstance(below, Figure) and below.titled
        if headed and isinstance(thing, Paragraph) and thing.level > 0:
            flow[at] = Hidden(thing)
    for at, thing in enumerate(flow):
        loose = isinstance(thing, FigureRow) or (isinstance(thing, Figure) and not thing.titled)
        if not loose and isinstance(thing, TableBlock):
            loose = thing.wide and len(thing.rows.body) <= SHORT
        if loose and (is_text(flow, at + 1) or not (at and flow[at - 1].keep)):
            flow[at] = replace(thing, floats=True)
            for text in flow[at + 1 : at + 2] if at and not flow[at - 1].keep else ():
                if isinstance(text, Paragraph) and text.style.name == style.name:
                    flow[at + 1] = replace(text, style=replace(text.style, indent=style.indent))
    return flow


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
    "container_lang": Markdown._container,
    "footnote_block": Markdown._footnotes,
    "footnote_anchor": Markdown._skip,
    "html_block": Markdown._html,
}
"""How each kind of block is converted: in a style, so many lists deep."""
