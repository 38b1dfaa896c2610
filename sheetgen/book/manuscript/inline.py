"""The text inside a paragraph: Markdown's inline nodes to spans."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sheetgen.book.flow.flowable import UNKNOWN, Flowable, Span, TextStyle, make_span
from sheetgen.book.manuscript.chapter import BLOCK, Origin
from sheetgen.book.problem import BROKEN_LINK, NOT_DRAWN
from sheetgen.book.theme import Design
from sheetgen.ground.diagnostics import Diagnostic, Place, find_nearest
from sheetgen.ground.number import shorten
from sheetgen.ground.record import record, replace
from sheetgen.ground.words import find_spoken, put_quotes, tr
from sheetgen.reading.markdown import walk_words

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node


# Attributes of Markdown, in braces after a picture, link or passage.


_MEANT: Mapping[str, tuple[str, ...]] = {
    "image": (".wide", ".bleed", "width=", "#"),
    "span": (".index", ".small-caps", "index=", "lang=", "#"),
    "link": ("#",),
    "code_inline": (),
}
"""The nodes that have a meaning, by their kinds."""
_OWN = {"src", "alt", "title", "href"}
"""Attributes that Markdown has other words for."""


def check_attributes(node: Node, find: Callable[[], Place]) -> Iterator[Diagnostic]:
    """Reports attributes without a meaning; `find` says where the node is."""
    known = _MEANT.get(node.type)
    if known is None or not node.attrs:
        return
    for name, value in node.attrs.items():
        if name in _OWN or (name == "id" and "#" in known):
            continue
        written = [f".{word}" for word in str(value).split()] if name == "class" else [f"{name}="]
        for word in written:
            if word not in known:
                near = find_nearest(word, known)
                hint = f"did you mean {near}?" if near else _list(known)
                message = f"{{{shorten(word)}}} means nothing here"
                yield NOT_DRAWN.at(find(), message, hint)


def _list(known: tuple[str, ...]) -> str:
    return f"there are {', '.join(known)}" if known else "leave it out"


_RAW = re.compile(
    r"\[\^[^\]\s]+\]|\{[.#][A-Za-z][^{}]*\}|^\[![A-Za-z]+\]|^\*\[[^\]]+\]:"
    r"|(?<!\w)(?:==\S[^=]*==|\+\+\S[^+]*\+\+)"
)
"""Marks of notes and attributes that belong to nothing, and what other kinds of Markdown have."""
_ADVICE = {
    "[^": "there is no such note",
    "[!": 'write !!! note "Title", and its text indented below',
    "*[": "abbreviations are not explained: use a list of definitions",
    "==": "use *italic* or **bold**",
    "++": "use *italic* or **bold**",
}
_WORD = re.compile(r"\w+|\S")
Maker = Callable[[Place], Iterator[Flowable]]
"""Makes the flowables of a block at the given place."""
Block = str | Maker
"""A thing that a chapter's Jinja places: an entry of the index, or a maker of flowables."""


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


@record(frozen=False, slots=False)
class Inline:
    """Makes spans of inline nodes.

    `blocks` are what the chapter's Jinja placed, by number; `footnote` gives the mark of a
    footnote and its anchors. What can't be part of a line is put into `floats`. The `tongue` is
    the language of a passage that has its own.
    """

    design: Design
    terms: Terms
    origin: Origin
    blocks: Sequence[Block]
    footnote: Callable[[Node], tuple[str, str, str, tuple[Flowable, ...]]]
    problems: list[Diagnostic]
    links: list[tuple[str, Place]]
    floats: list[tuple[Maker | Node, Place]] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    tongue: str = ""

    def make(self, node: Node, style: TextStyle, line: int, indexed: bool = True) -> list[Span]:
        """The spans of an inline node, in the look of its paragraph."""
        self.indexed = indexed
        self.line, self.end = line, node.map[1] if node.map else line + 1
        base = replace(make_span("", style, "", self.origin.find(line)), tongue=self.tongue)
        words = walk_words(node, base, self._enter)
        spans = [span for child, look in words for span in self._write(child, look)]
        return list(_refer_on(spans))

    def _find(self, *words: str) -> Place:
        """Find the place of one of some words, in this line of the paragraph or in those below."""
        return self.origin.find(self.line, *words, end=self.end)

    def _enter(self, node: Node, look: Span) -> Span:
        """The look of what is inside a node."""
        self.problems += check_attributes(node, lambda: self._find("{", "!["))
        change = _LOOKS.get(node.type)
        return change(self, node, look) if change else look

    def _write(self, node: Node, look: Span) -> Iterator[Span]:
        """The spans of a node that has nothing inside of it; none of one without a meaning."""
        look = self._enter(node, look)
        write = _WORDS.get(node.type)
        return write(self, node, look) if write else iter(())

    def _break(self, node: Node, look: Span) -> Iterator[Span]:
        yield replace(look, text="\n" if node.type == "hardbreak" else " ")
        self.line = min(self.line + 1, self.end - 1)

    def _code(self, node: Node, look: Span) -> Iterator[Span]:
        size, family = look.size * 0.88, self.design.family("code")
        code = replace(look, family=family, size=size, language=False)
        yield replace(code, text=node.content, place=self._find(node.content))

    def _image(self, node: Node, look: Span) -> Iterator[Span]:
        source = str(node.attrs.get("src", ""))
        self.floats.append((node, self._find(f"]({source}", unquote(source), "![")))
        return iter(())

    def _footnote(self, node: Node, look: Span) -> Iterator[Span]:
        mark, anchor, target, notes = self.footnote(node)
        self.anchors.append(anchor)
        raised = _raise(look, 0.36)
        yield replace(raised, text=mark, link=f"#{target}", terms=(), notes=notes)

    def _refer(self, node: Node, look: Span) -> Iterator[Span]:
        """Refer to the page that a link without words leads to."""
        yield replace(look, refers="page", text=UNKNOWN)

    def _text(self, node: Node, look: Span) -> Iterator[Span]:
        for raw in _RAW.finditer(node.content):
            message = f"{shorten(raw[0])} means nothing here"
            hint = _ADVICE.get(raw[0][:2], "only {#id} may stand here")
            self.problems.append(NOT_DRAWN.at(self._find(raw[0]), message, hint))
        text, last = node.content, 0
        for found in BLOCK.finditer(text):
            yield from self._words(text[last : found.start()], look)
            number = int(found[1])
            if number >= len(self.blocks):
                self.problems.append(NOT_DRAWN.at(self._find("{{"), "there is no such block"))
                continue
            block = self.blocks[number]
            if isinstance(block, str):
                self.marks.append(block)
            else:
                self.floats.append((block, self._find("{{", "{%")))
            last = found.end()
        yield from self._words(text[last:], look)

    def _words(self, text: str, look: Span) -> Iterator[Span]:
        if not text:
            return
        text = put_quotes(text, look.tongue or find_spoken().language)
        first = _WORD.search(text)
        look = replace(look, place=self._find(first[0] if first else text))
        parts = self.terms.split(text) if self.indexed and not look.link else [(text, "")]
        for part, entry in parts:
            shown = part.upper() if look.capitals else part
            yield replace(look, text=shown, terms=(*look.terms, entry) if entry else look.terms)

    def _link(self, node: Node, look: Span) -> Span:
        written = str(node.attrs.get("href", ""))
        words = (f"]({written}", f"]: {written}", unquote(written))
        target = self._resolve(written, self._find(*words, "]("))
        self._name(node)
        return replace(look, link=target, colour=self.design.fill("accent"))

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

    def _span(self, node: Node, look: Span) -> Span:
        """`[words]` with `{.index}`, `{index="Entry"}`, `{.small-caps}` or `{lang=de}`."""
        self._name(node)
        classes = str(node.attrs.get("class", "")).split()
        entry = str(node.attrs.get("index", ""))
        if "index" in classes and not entry:
            entry = "".join(child.content or "" for child in node.children)
        if entry:
            look = replace(look, terms=(*look.terms, entry))
        if tongue := str(node.attrs.get("lang", "")):
            look = replace(look, tongue=tongue)
        if "small-caps" in classes:
            look = replace(look, size=look.size * 0.82, tracking=60.0, capitals=True)
        return look

    def _name(self, node: Node) -> None:
        """Notes the name that a passage has as the target of links."""
        if name := str(node.attrs.get("id", "")):
            self.anchors.append(name)

    def _refuse(self, node: Node, look: Span) -> Iterator[Span]:
        message = f"HTML such as {node.content} is not printed"
        place = self._find(node.content)
        self.problems.append(NOT_DRAWN.at(place, message, "use Markdown, or a block"))
        return iter(())


def _raise(look: Span, share: float) -> Span:
    """Smaller letters, raised by a share of their size, or lowered."""
    return replace(look, rise=look.rise + look.size * share, size=look.size * 0.68)


def _refer_on(spans: Sequence[Span]) -> Iterator[Span]:
    """The spans; where a link leads to what is numbered, that number stands in place of its words.

    What a number takes the place of is only known when all chapters are read.
    """
    last = ""
    for span in spans:
        leads = span.link.startswith("#") and not (span.refers or span.notes or span.rise)
        yield replace(span, refers="rest" if span.link == last else "number") if leads else span
        last = span.link if leads else ""


_LOOKS: Mapping[str, Callable[[Inline, Node, Span], Span]] = {
    "strong": lambda _, node, look: replace(look, weight=max(look.weight + 200, 700)),
    "em": lambda _, node, look: replace(look, italic=not look.italic),
    "sub": lambda _, node, look: _raise(look, -0.16),
    "sup": lambda _, node, look: _raise(look, 0.36),
    "s": lambda _, node, look: replace(look, struck=True),
    "link": Inline._link,
    "span": Inline._span,
}
"""The look of the text in a node, by its kind and from the look around it."""
_WORDS: Mapping[str, Callable[[Inline, Node, Span], Iterator[Span]]] = {
    "text": Inline._text,
    "softbreak": Inline._break,
    "hardbreak": Inline._break,
    "code_inline": Inline._code,
    "link": Inline._refer,
    "image": Inline._image,
    "footnote_ref": Inline._footnote,
    "html_inline": Inline._refuse,
}
"""The texts of nodes that have nothing inside, by their kinds."""


# Anchors: the names by which links lead to headings, each given once.


def make_slug(text: str) -> str:
    """A heading as the name of an anchor: `The Ice Toll` is `the-ice-toll`."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", plain).strip("-") or "section"


class Anchors:
    """Names of anchors, each given once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.numbers: dict[str, str] = {}
        """The names of the figures and tables that links lead to: `figure 3`."""
        self.notes = 0
        """The notes so far in a text; those of several short texts count on."""
        self._numbers: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def count(self, kind: str) -> str:
        """Name the next figure or table: `figure 3`."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        number = self._counts[kind]
        return tr("table {}", number) if kind == "table" else tr("figure {}", number)

    def name(self, text: str) -> str:
        """A name for a heading, with a number where it is taken."""
        slug = name = make_slug(text)
        number = self._numbers.get(slug, 1)
        while name in self.taken:
            number += 1
            name = f"{slug}-{number}"
        self._numbers[slug] = number
        self.taken.add(name)
        return name
