"""Filled templates: each element and letter of one, with the place that it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from typing import NamedTuple

from sheetgen.sample.marking import Mark
from sheetgen.sample.source import NUMBER, SourceError, Token, cut, read_attributes
from sheetgen.svg.read.tree import MARK, MOST_DEPTH

_MARK = re.compile(rf"<\?{MARK} (\d+)\?>")
_MOST = 50_000
"""Elements of a sample."""
_LETTER = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|\w+);|.", re.DOTALL)


class Letter(NamedTuple):
    """A letter, and where it is written: as it is there, or within a value, or nowhere."""

    letter: str
    mark: Mark | None = None
    start: int = 0
    end: int = 0

    @property
    def is_value(self) -> bool:
        """Whether it was filled in."""
        return self.mark is not None and self.mark.kind == "value"


@dataclass(eq=False)
class Node:
    """An element of a filled template."""

    tag: str
    number: int
    attributes: dict[str, str]
    mark: Mark
    offset: int  # of its start tag in the filled text
    parent: Node | None
    include: Mark | None  # what it stands in, if another template is included here
    children: list[Node | list[Letter]] = field(default_factory=list)

    @property
    def elements(self) -> Iterator[Node]:
        """Its child elements."""
        return (child for child in self.children if isinstance(child, Node))

    @property
    def letters(self) -> Iterator[Letter]:
        """All letters in it."""
        for child in self.children:
            yield from child.letters if isinstance(child, Node) else child


class _Reader:
    def __init__(self, text: str, marks: Sequence[Mark]) -> None:
        self.text, self.marks = text, marks
        self.nodes: list[Node] = []
        self.path: list[Node] = []
        self.mark: Mark | None = None  # the latest, of the text that follows
        self.include: Mark | None = None

    def read(self) -> list[Node]:
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

    def _note(self, token: Token) -> None:
        found = _MARK.fullmatch(self.text, token.start, token.end)
        if not found or int(found[1]) >= len(self.marks):
            return
        mark = self.marks[int(found[1])]
        if mark.kind == "include":
            self.include = mark
        else:
            self.mark = None if mark.kind == "end" else mark

    def _open(self, token: Token) -> None:
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
        node = Node(tag, number, attributes, self.mark, token.start, parent, inside)
        self.nodes.append(node)
        if parent:
            parent.children.append(node)
        if self.text[token.end - 2] != "/":
            self.path.append(node)
        self.mark = None

    def _add(self, text: str) -> None:
        mark = self.mark
        letters: list[Letter] = []
        at = mark.start if mark else 0
        for found in _LETTER.finditer(text):
            if mark is None or mark.kind == "value":
                letters.append(Letter(unescape(found[0]), mark))
            else:
                letters.append(Letter(unescape(found[0]), mark, at, at + len(found[0])))
                at += len(found[0])
        self.path[-1].children.append(letters)
        if mark is None or mark.kind != "value":
            self.mark = None


def read_filled(text: str, marks: Sequence[Mark]) -> list[Node]:
    """All elements of a filled template with marks, in their order. Raises SourceError."""
    return _Reader(text, marks).read()


def number_elements(text: str, nodes: Sequence[Node], link: Callable[[str], str]) -> str:
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


def _name_values(node: Node) -> Iterator[str]:
    """What is filled into the texts directly in an element, as the template writes it."""
    for child in node.children:
        for letter in child if isinstance(child, list) else ():
            if letter.mark and letter.mark.kind == "value":
                yield letter.mark.note


def normalise(letters: Sequence[Letter]) -> list[Letter]:
    """Letters with their white space folded, as it is drawn."""
    folded: list[Letter] = []
    for letter in letters:
        if letter.letter in " \t\r\n":
            if folded and folded[-1].letter != " ":
                folded.append(letter._replace(letter=" "))
        else:
            folded.append(letter)
    if folded and folded[-1].letter == " ":
        folded.pop()
    return folded
