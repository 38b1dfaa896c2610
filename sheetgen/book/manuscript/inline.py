"""The text inside a paragraph: Markdown's inline nodes to spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.reference import UNKNOWN
from sheetgen.book.flow.span import Span, make_span
from sheetgen.book.flow.style import TextStyle
from sheetgen.book.manuscript.marking import BLOCK
from sheetgen.book.problem import BROKEN_LINK, NOT_DRAWN
from sheetgen.book.theme import Design
from sheetgen.ground.diagnostics import Diagnostic, Place

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

Maker = Callable[[Place], Iterator[Flowable]]
"""Makes the flowables of a block at the given place."""
Block = str | Maker
"""What a chapter's Jinja places: an entry of the index, or a function that makes flowables."""


class Terms:
    """The words by which the index knows things, mapped to their entries."""

    def __init__(self, exact: Mapping[str, str], loose: Mapping[str, str]) -> None:
        """`exact` are names, matched as they are; `loose` words may be in lower case."""
        self.exact = dict(exact)
        self.loose = {word.lower(): entry for word, entry in loose.items()}
        words = sorted({*self.exact, *loose}, key=len, reverse=True)
        joined = "|".join(map(re.escape, words))
        plural = r"(?:s|es|’s)?"
        self._pattern = re.compile(rf"(?<!\w)({joined}){plural}(?!\w)", re.I) if words else None

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """The text in parts, each with the entry that it stands for, if any."""
        last = 0
        for found in self._pattern.finditer(text) if self._pattern else ():
            entry = self.exact.get(found[1]) or self.loose.get(found[1].lower())
            if entry:
                if found.start() > last:
                    yield text[last : found.start()], ""
                yield found[0], entry
                last = found.end()
        if last < len(text):
            yield text[last:], ""


@dataclass
class Inline:
    """Makes spans of inline nodes.

    `blocks` are what the chapter's Jinja placed, by number; `footnote` gives the mark of a
    footnote and its anchors. What can't be part of a line is put into `floats`.
    """

    design: Design
    terms: Terms
    file: Callable[[int], Place]
    blocks: Sequence[Block]
    footnote: Callable[[Node], tuple[str, str, str]]
    problems: list[Diagnostic]
    links: list[tuple[str, Place]]
    floats: list[Maker | Node] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)

    def make(self, node: Node, style: TextStyle, line: int, indexed: bool = True) -> list[Span]:
        """The spans of an inline node, in the look of its paragraph."""
        self.indexed = indexed
        base = make_span("", style, style.colour, self.file(line))
        spans: list[Span] = []
        for child in node.children or ():
            spans += self._walk(child, base, style.capitals)
        return spans

    def _walk(self, node: Node, base: Span, capitals: bool) -> Iterator[Span]:
        kind = node.type
        if kind == "text":
            yield from self._text(node.content, base, capitals)
        elif kind in ("softbreak", "hardbreak"):
            yield replace(base, text=" " if kind == "softbreak" else "\n")
        elif kind == "code_inline":
            size = base.size * 0.88
            family = self.design.family("code")
            yield replace(base, text=node.content, family=family, size=size, language=False)
        elif kind in _CHANGES:
            inner = _CHANGES[kind](base)
            yield from self._children(node, inner, capitals)
        elif kind == "link":
            yield from self._link(node, base, capitals)
        elif kind == "span":
            yield from self._span(node, base, capitals)
        elif kind == "image":
            self.floats.append(node)
        elif kind == "footnote_ref":
            mark, anchor, target = self.footnote(node)
            self.anchors.append(anchor)
            rise, size = base.size * 0.36, base.size * 0.68
            yield replace(base, text=mark, rise=rise, size=size, link=f"#{target}", terms=())
        elif kind == "html_inline":
            self._refuse(node, base)
        elif kind != "footnote_anchor":
            yield from self._children(node, base, capitals)

    def _children(self, node: Node, base: Span, capitals: bool) -> Iterator[Span]:
        for child in node.children or ():
            yield from self._walk(child, base, capitals)

    def _text(self, text: str, base: Span, capitals: bool) -> Iterator[Span]:
        last = 0
        for found in BLOCK.finditer(text):
            yield from self._words(text[last : found.start()], base, capitals)
            block = self.blocks[int(found[1])]
            if isinstance(block, str):
                self.marks.append(block)
            else:
                self.floats.append(block)
            last = found.end()
        yield from self._words(text[last:], base, capitals)

    def _words(self, text: str, base: Span, capitals: bool) -> Iterator[Span]:
        if not text:
            return
        parts = self.terms.split(text) if self.indexed and not base.link else [(text, "")]
        for part, entry in parts:
            shown = part.upper() if capitals else part
            yield replace(base, text=shown, terms=(*base.terms, entry) if entry else base.terms)

    def _link(self, node: Node, base: Span, capitals: bool) -> Iterator[Span]:
        target = self._resolve(str(node.attrs.get("href", "")), base.place or Place())
        inner = replace(base, link=target, colour=self.design.fill("accent"))
        if node.children:
            yield from self._children(node, inner, capitals)
        else:
            yield replace(inner, refers=True, text=UNKNOWN)

    def _resolve(self, target: str, place: Place) -> str:
        """The target of a link: an anchor, in this chapter or another, or an address on the web."""
        path, mark, anchor = target.partition("#")
        if path.endswith(".md"):
            name = path.rpartition("/")[2].removesuffix(".md")
            target = f"#{anchor}" if mark else f"#chapter-{name}"
        if target.startswith("#"):
            self.links.append((target, place))
        elif not target.startswith(("https://", "http://", "mailto:")):
            message = f"this link leads nowhere: {target or 'it is empty'}"
            hint = "write https://…, mailto:… or # and the name of a heading"
            self.problems.append(BROKEN_LINK.at(place, message, hint))
        return target

    def _span(self, node: Node, base: Span, capitals: bool) -> Iterator[Span]:
        """`[words]{.index}`, `[words]{index="Entry"}`, `[words]{.small-caps}`."""
        classes = str(node.attrs.get("class", "")).split()
        entry = str(node.attrs.get("index", ""))
        if "index" in classes and not entry:
            entry = "".join(child.content or "" for child in node.children)
        if entry:
            base = replace(base, terms=(*base.terms, entry))
        if "small-caps" in classes:
            size = base.size * 0.82
            base, capitals = replace(base, size=size, tracking=60.0), True
        yield from self._children(node, base, capitals)

    def _refuse(self, node: Node, base: Span) -> None:
        message = f"HTML such as {node.content} is not printed"
        self.problems.append(NOT_DRAWN.at(base.place, message, "use Markdown, or a block"))


def _bolder(span: Span) -> Span:
    return replace(span, weight=max(span.weight + 200, 700))


def _slant(span: Span) -> Span:
    return replace(span, italic=not span.italic)


_CHANGES: dict[str, Callable[[Span], Span]] = {
    "strong": _bolder,
    "em": _slant,
    "s": lambda span: replace(span, struck=True),
}
