"""Sources: the text of a template, or of a filled one, as elements with their offsets in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

from sheetgen.ground.record import NamedTuple, record

Span = tuple[int, int]
"""Where something begins and ends in a text."""

NUMBER = "data-sheetgen"
"""The attribute with the number of an element of a sample."""

TEXTS = ("text", "tspan", "a", "title", "desc")
"""Elements in which letters are text."""

_TOKEN = re.compile(
    r"""(?s)(?P<comment><!--.*?-->)|(?P<cdata><!\[CDATA\[.*?\]\]>)|(?P<mark><\?.*?\?>)
    |(?P<end></[^<>]*>)|(?P<start><[A-Za-z_](?:"[^"]*"|'[^']*'|[^"'<>])*>)|(?P<text>[^<]+)""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NAME = re.compile(r"</?([^\s/>]+)")
_BLOCK = re.compile(r"<!--\{%[-+]?\s*(\w+)(.*)%\}-->", re.DOTALL)
_OPENING = {"for", "if", "macro", "call", "with", "raw"}
VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
"""A value to be filled in, with its braces."""


class SourceError(ValueError):
    """A text is not made of elements that can be told apart."""


class SourceToken(NamedTuple):
    """A piece of a text: a comment, cdata, mark, end, start or text."""

    kind: str
    start: int
    end: int


def cut(text: str) -> Iterator[SourceToken]:
    """The pieces of a text of XML. Raises SourceError."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise SourceError("this is not XML")
        yield SourceToken(found.lastgroup or "", at, found.end())
        at = found.end()


def read_attributes(text: str, token: SourceToken) -> dict[str, Span]:
    """Where the values of an element's attributes are, without their quotes."""
    begin = token.start + len(_NAME.match(text, token.start)[0])  # type: ignore[index]
    found = _ATTRIBUTE.finditer(text, begin, token.end)
    return {match[1]: match.span(2 if match[2] is not None else 3) for match in found}


@record(eq=False, frozen=False, slots=False)
class SourcePart:
    """An element as it is written: its tags, and the blocks that stand around it."""

    tag: str
    start: int
    inside: int  # where its start tag ends
    attributes: dict[str, Span]
    parent: SourcePart | None = None
    close: int = 0  # where its end tag begins
    end: int = 0
    children: list[SourcePart] = field(default_factory=list)
    blocks: list[tuple[Span, int]] = field(default_factory=list)  # and how deep after it

    @property
    def is_closed(self) -> bool:
        """Whether it has no end tag."""
        return self.close == self.inside == self.end

    @cached_property
    def units(self) -> list[Span]:
        """The blocks in it that are in no other. Raises SourceError if one ends elsewhere."""
        found: list[Span] = []
        begin: int | None = None
        for (start, end), depth in self.blocks:
            begin = start if begin is None else begin
            if depth < 0:
                break
            if depth == 0:
                found.append((begin, end))
                begin = None
        if begin is not None:
            raise SourceError("a block begins in one element and ends in another")
        return found

    def find_unit(self, span: Span) -> Span:
        """Return the span of the block in this element around another span, or that span itself.

        Raises SourceError if its blocks do not lie within it.
        """
        at = bisect_right(self.units, span) - 1
        around = self.units[at] if at >= 0 else span
        return around if around[1] >= span[1] else span


@record(frozen=False, slots=False)
class TemplateSource:
    """The text of a template and its elements, by where they begin."""

    text: str

    @cached_property
    def parts(self) -> dict[int, SourcePart]:
        """All elements. Raises SourceError."""
        found: dict[int, SourcePart] = {}
        top = SourcePart("", 0, 0, {})
        path, depths = [top], [0]
        for token in cut(self.text):
            if token.kind == "comment":
                depths[-1] = self._note_block(token, path[-1], depths[-1])
            elif token.kind == "start":
                name = _NAME.match(self.text, token.start)[1]  # type: ignore[index]
                parent = path[-1]
                part = SourcePart(
                    name, token.start, token.end, read_attributes(self.text, token), parent
                )
                part.close = part.end = token.end
                found[token.start] = part
                parent.children.append(part)
                if self.text[token.end - 2] != "/":
                    path.append(part)
                    depths.append(0)
            elif token.kind == "end":
                part = path.pop()
                depths.pop()
                if not path or self.text[token.start + 2 : token.end - 1].strip() != part.tag:
                    raise SourceError("elements overlap")
                part.close, part.end = token.start, token.end
        if len(path) > 1:
            raise SourceError("an element has no end")
        return found

    def _note_block(self, token: SourceToken, part: SourcePart, depth: int) -> int:
        block = _BLOCK.fullmatch(self.text, token.start, token.end)
        if block is None:
            return depth
        word = block[1]
        opens = word in _OPENING or (word == "set" and "=" not in block[2])
        depth += opens - word.startswith("end")
        if opens or word.startswith("end"):
            part.blocks.append(((token.start, token.end), depth))
        return depth


# Edits of a template's text, by the offsets of the parts that they replace


class TextEdit(NamedTuple):
    """A replacement of a stretch of text."""

    start: int
    end: int
    text: str


class Move(NamedTuple):
    """A stretch of text that goes elsewhere, with all edits in it."""

    span: Span
    to: int


def rewrite(text: str, edits: Sequence[TextEdit], moves: Sequence[Move] = ()) -> str:
    """The text with all edits made. Edits inside one that replaces more are not."""
    made = list(edits)
    for (start, end), to in sorted(moves, key=lambda move: move.span[1] - move.span[0]):
        inner = [e for e in made if start <= e.start and e.end <= end and start < e.end < end]
        made = [e for e in made if e not in inner]
        within = [TextEdit(e.start - start, e.end - start, e.text) for e in inner]
        moved = _apply(text[start:end], within)
        made += [TextEdit(start, end, ""), TextEdit(to, to, f"\n{moved}")]
    return _apply(text, made)


def _apply(text: str, edits: Sequence[TextEdit]) -> str:
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.start < e.end, -e.end)):
        if edit.start >= at:
            pieces += [text[at : edit.start], edit.text]
            at = edit.end
    return "".join([*pieces, text[at:]])


def find_moved(order: Sequence[int]) -> list[int]:
    """Which numbers of an order are out of it, as few as may be."""
    best: list[tuple[int, int]] = []  # the longest run that ends with each, and the one before
    for at, number in enumerate(order):
        before = [(best[b][0], -b) for b in range(at) if order[b] < number]
        length, back = max(before, default=(0, 1))
        best.append((length + 1, -back))
    kept: set[int] = set()
    at = max(range(len(best)), key=lambda at: best[at][0], default=-1)
    while at >= 0:
        kept.add(order[at])
        at = best[at][1]
    return [number for number in order if number not in kept]
