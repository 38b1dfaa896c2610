"""Filled templates: each element and letter of one, with the place that it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from html import escape, unescape

from sheetgen.ground.number import name_one, shorten
from sheetgen.ground.record import NamedTuple, record
from sheetgen.svg.read.tree import MARK, MOST_DEPTH, Element
from sheetgen.template.redraw.source import (
    NUMBER,
    TEXTS,
    VALUE,
    SourceError,
    SourcePart,
    SourceToken,
    TemplateSource,
    cut,
    read_attributes,
)

# Marks in a template's text, before every part that a sample has to find its way back to


_INCLUDE = re.compile(r"<!--\{%[-+]?\s*include\b")
_SPACE = re.compile(r"\s*")


class SampleMark(NamedTuple):
    """A mark before an element, text, value, end of a value, or include of a template.

    `start` and `end` are where that is written in the template called `file`.
    """

    kind: str
    file: str
    start: int
    end: int
    note: str = ""  # of a value, its expression


def mark_source(text: str, file: str, marks: list[SampleMark]) -> str:
    """The text with marks, each of which gets its number in `marks`.

    A text that can't be marked is returned as it is; whoever parses it says what is wrong.
    """
    try:
        source = TemplateSource(text)
        inserted = _list_marks(source, file)
    except SourceError:
        return text
    pieces, at = [], 0
    for offset, mark in sorted(inserted, key=lambda entry: (entry[0], entry[1].kind != "end")):
        pieces += [text[at:offset], f"<?{MARK} {len(marks)}?>"]
        marks.append(mark)
        at = offset
    return "".join([*pieces, text[at:]])


def _list_marks(source: TemplateSource, file: str) -> list[tuple[int, SampleMark]]:
    found = [
        (part.start, SampleMark("element", file, part.start, part.end))
        for part in source.parts.values()
    ]
    for part in source.parts.values():
        found += _mark_inside(source.text, part, file)
    return found


def _mark_inside(text: str, part: SourcePart, file: str) -> list[tuple[int, SampleMark]]:
    """Marks for what stands directly in an element."""
    found: list[tuple[int, SampleMark]] = []
    at = part.inside
    for start, end in [*((child.start, child.end) for child in part.children), (part.close,) * 2]:
        for piece in re.finditer(r"(?s)<!--.*?-->|[^<]+", text[at:start]):
            begin = at + piece.start()
            if _INCLUDE.match(piece[0]):
                found.append((begin, SampleMark("include", file, begin, at + piece.end())))
            elif part.tag in TEXTS and piece[0][0] != "<":
                found += _mark_text(piece[0], begin, file)
        at = end
    return found


def _mark_text(text: str, begin: int, file: str) -> list[tuple[int, SampleMark]]:
    """Marks for literal text and values; the white space before is left to Jinja to trim."""
    found: list[tuple[int, SampleMark]] = []

    def mark_literal(start: int, end: int) -> None:
        start = _SPACE.match(text, start, end).end() if start == 0 else start  # type: ignore[union-attr]
        if start < end:
            found.append((begin + start, SampleMark("text", file, begin + start, begin + end)))

    at = 0
    for value in VALUE.finditer(text):
        mark_literal(at, value.start())
        start, end = begin + value.start(), begin + value.end()
        expression = unescape(value[0][2:-2].strip(" -+"))
        found.append((start, SampleMark("value", file, start, end, escape(expression))))
        found.append((end, SampleMark("end", file, start, end)))
        at = value.end()
    mark_literal(at, len(text))
    return found


_MARK = re.compile(rf"<\?{MARK} (\d+)\?>")
_MOST = 50_000
"""Elements of a sample."""
_LETTER = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|\w+);|.", re.DOTALL)


class FilledLetter(NamedTuple):
    """A letter, and where it is written: as it is there, or within a value, or nowhere."""

    letter: str
    mark: SampleMark | None = None
    start: int = 0
    end: int = 0

    @property
    def is_value(self) -> bool:
        """Whether it was filled in."""
        return self.mark is not None and self.mark.kind == "value"


@record(eq=False, frozen=False, slots=False)
class FilledNode:
    """An element of a filled template."""

    tag: str
    number: int
    attributes: dict[str, str]
    mark: SampleMark
    offset: int  # of its start tag in the filled text
    parent: FilledNode | None
    include: SampleMark | None  # what it stands in, if another template is included here
    children: list[FilledNode | list[FilledLetter]] = field(default_factory=list)

    @property
    def elements(self) -> Iterator[FilledNode]:
        """Its child elements."""
        return (child for child in self.children if isinstance(child, FilledNode))

    @property
    def letters(self) -> Iterator[FilledLetter]:
        """All letters in it."""
        for child in self.children:
            yield from child.letters if isinstance(child, FilledNode) else child


class _FilledReader:
    def __init__(self, text: str, marks: Sequence[SampleMark]) -> None:
        self.text, self.marks = text, marks
        self.nodes: list[FilledNode] = []
        self.path: list[FilledNode] = []
        self.mark: SampleMark | None = None  # the latest, of the text that follows
        self.include: SampleMark | None = None

    def read(self) -> list[FilledNode]:
        for token in cut(self.text):
            if token.kind == "mark":
                self._note(token)
            elif token.kind == "start":
                self._open(token)
            elif token.kind == "end":
                if not self.path:
                    raise SourceError("elements overlap")
                self.path.pop()
            elif token.kind == "text" and self.path:
                self._add(self.text[token.start : token.end])
            elif token.kind == "cdata" and self.path:
                self._add(escape(self.text[token.start + 9 : token.end - 3]))
        if self.path or not self.nodes:
            raise SourceError("an element has no end")
        return self.nodes

    def _note(self, token: SourceToken) -> None:
        found = _MARK.fullmatch(self.text, token.start, token.end)
        if not found or int(found[1]) >= len(self.marks):
            return
        mark = self.marks[int(found[1])]
        if mark.kind == "include":
            self.include = mark
        else:
            self.mark = None if mark.kind == "end" else mark

    def _open(self, token: SourceToken) -> None:
        if self.mark is None or self.mark.kind != "element":
            raise SourceError("an element has no mark")
        if len(self.path) > MOST_DEPTH or len(self.nodes) >= _MOST:
            raise SourceError("it has too many elements")
        name = self.text[token.start + 1 : token.end]
        tag = re.match(r"[^\s/>]+", name)[0]  # type: ignore[index]
        spans = read_attributes(self.text, token)
        attributes = {key: unescape(self.text[s:e]) for key, (s, e) in spans.items()}
        parent = self.path[-1] if self.path else None
        inside = self.include if parent and self.mark.file != parent.mark.file else None
        number = len(self.nodes)
        node = FilledNode(tag, number, attributes, self.mark, token.start, parent, inside)
        self.nodes.append(node)
        if parent:
            parent.children.append(node)
        if self.text[token.end - 2] != "/":
            self.path.append(node)
        self.mark = None

    def _add(self, text: str) -> None:
        mark = self.mark
        letters: list[FilledLetter] = []
        at = mark.start if mark else 0
        for found in _LETTER.finditer(text):
            if mark is None or mark.kind == "value":
                letters.append(FilledLetter(unescape(found[0]), mark))
            else:
                letters.append(FilledLetter(unescape(found[0]), mark, at, at + len(found[0])))
                at += len(found[0])
        self.path[-1].children.append(letters)
        if mark is None or mark.kind != "value":
            self.mark = None


def read_filled(text: str, marks: Sequence[SampleMark]) -> list[FilledNode]:
    """All elements of a filled template with marks, in their order. Raises SourceError."""
    return _FilledReader(text, marks).read()


def number_elements(text: str, nodes: Sequence[FilledNode], link: Callable[[str], str]) -> str:
    """The filled text without its marks, and with the number of each element.

    `link` names a picture as seen from where the text will be.
    """
    pieces, at = [], 0
    for node in nodes:
        end = node.offset + 1 + len(node.tag)
        shown = ", ".join(dict.fromkeys(_name_values(node)))
        about = f' {NUMBER}-value="{shown}"' if shown else ""
        pieces += [text[at:end], f' {NUMBER}="{node.number}"{about}']
        at = end
        if "href" in node.attributes:
            begin = text.index("href", end)
            at = re.compile("[\"']").search(text, begin).end()  # type: ignore[union-attr]
            pieces += [text[end:begin], "xlink:", text[begin:at]]
            if node.tag == "image":
                after = text.index(text[at - 1], at)
                pieces.append(escape(link(unescape(text[at:after]))))
                at = after
    return _MARK.sub("", "".join([*pieces, text[at:]]))


def _name_values(node: FilledNode) -> Iterator[str]:
    """Yield the expressions of values in the texts directly in an element, as in the template."""
    for child in node.children:
        for letter in child if isinstance(child, list) else ():
            if letter.mark and letter.mark.kind == "value":
                yield letter.mark.note


def normalise(letters: Sequence[FilledLetter]) -> list[FilledLetter]:
    """Letters with their white space folded, as it is drawn."""
    folded: list[FilledLetter] = []
    for letter in letters:
        if letter.letter in " \t\r\n":
            if folded and folded[-1].letter != " ":
                folded.append(letter._replace(letter=" "))
        else:
            folded.append(letter)
    if folded and folded[-1].letter == " ":
        folded.pop()
    return folded


# Names of a drawing's parts in messages


_NAMES = {
    "rect": "rectangle",
    "g": "group",
    "path": "outline",
    "svg": "drawing",
    "image": "picture",
    "use": "symbol",
    "style": "style sheet",
    "polygon": "outline",
    "polyline": "line",
}


def name_node(node: FilledNode) -> str:
    """An element as a person knows it: by its words, its id, or what it lies in."""
    if node.parent is None:
        return "the sheet"
    if node.tag in ("text", "tspan"):
        words = " ".join("".join(letter.letter for letter in node.letters).split())
        if words:
            return f"the text '{shorten(words, 40)}'"
    kind = _NAMES.get(node.tag, node.tag)
    if "id" in node.attributes:
        return f"the {kind} {node.attributes['id']}"
    above = node.parent
    while above.parent is not None and "id" not in above.attributes:
        above = above.parent
    return name_one(kind) + (f" in {above.attributes['id']}" if above.parent else "")


def name_element(element: Element) -> str:
    """A new element as a person knows it."""
    words = " ".join(element.text.split()) if element.tag == "text" else ""
    kind = _NAMES.get(element.tag, element.tag)
    return f"{kind} '{shorten(words, 40)}'" if words else kind
