"""Duplicates: copies that were made in a sample, as copies of what its template says there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sheetgen.ground.record import NamedTuple
from sheetgen.template.redraw.change import SampleChange, SampleComparison, find_change
from sheetgen.template.redraw.drawn import Drawn, read_number
from sheetgen.template.redraw.filled import FilledNode
from sheetgen.template.redraw.look import ElementLook, SampleLettering
from sheetgen.template.redraw.source import SourcePart, Span, TemplateSource, TextEdit, rewrite

_TAG = re.compile(r"<!--\{%[-+]?\s*(\w+)(.*?)%\}-->", re.DOTALL)
_OPENING = ("for", "if", "with")
_BETWEEN = ("else", "elif")
_BESIDE = "leave the copy beside what it is a copy of, or type other words over it"


class DuplicateError(ValueError):
    """A copy can't show the values that it was made of; `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Duplicate(NamedTuple):
    """A copy as text of the template, and what it is a copy of; `repeated` with all of these."""

    text: str
    node: FilledNode
    repeated: tuple[FilledNode, ...] = ()


class Duplicates:
    """All that was copied in a sample, for the template called `name`."""

    def __init__(
        self,
        name: str,
        source: TemplateSource,
        nodes: Mapping[int, FilledNode],
        comparison: SampleComparison,
        lettering: SampleLettering,
    ) -> None:
        self.name, self.source, self.nodes = name, source, nodes
        self.comparison, self.lettering = comparison, lettering

    def find(self, drawn: Drawn) -> FilledNode | None:
        """Return the node that a new element of the sample was copied from; None for no copy."""
        number = read_number(drawn.element)
        node = None if number is None else self.nodes.get(number)
        return node if node is not None and node.tag == drawn.element.tag else None

    def read(self, drawn: Drawn, home: FilledNode) -> Duplicate | None:
        """A copy that is put into `home`; None if it shows no values, and is like any other part.

        Raises DuplicateError if its values can't be shown there.
        """
        node = self.find(drawn)
        if node is None or node.parent is None:
            return None
        foreign = node.mark.file != self.name
        part = None if foreign else self.source.parts.get(node.mark.start)
        body = self.source.text[part.start : part.end] if part else ""
        if part and "{{" not in body and "<!--{" not in body:
            return None
        traced = self._trace(drawn)
        try:
            if part is None:
                raise DuplicateError(f"it is part of {node.mark.file}", _BESIDE)
            return self._copy(traced, node, part, home)
        except DuplicateError:
            if any(self._list_values(traced)):
                raise
            return None

    def _trace(self, drawn: Drawn) -> Drawn:
        """A new element and all in it, with what these were copied from."""
        inner = [self._trace(child) for child in drawn.children]
        return Drawn(drawn.element, self.find(drawn), drawn.parent, children=inner)

    def _list_values(self, traced: Drawn) -> Iterator[str]:
        """The values that still show in a copy, as they are called in its template."""
        if traced.node is not None and traced.node.tag == "text":
            change = find_change(traced.node, traced, self.comparison)
            typed = {at for one in change.typed for at in range(one.start, one.end)}
            for at, letter in enumerate(change.letters):
                if letter.is_value and letter.mark and at not in typed and letter.letter != " ":
                    yield letter.mark.note

    def _copy(
        self, traced: Drawn, node: FilledNode, part: SourcePart, home: FilledNode
    ) -> Duplicate:
        change = find_change(node, traced, self.comparison)
        if change.is_other or change.looks or change.lines:
            raise DuplicateError("words in it have a look of their own now", "copy it as it is")
        if not self._is_whole(node, traced):
            raise DuplicateError(
                "what is in it was changed too", "adopt the copy as it is, then change it"
            )
        edits = [*self._move(change, part), *self._type(change), *self._drop_ids(part)]
        body = self.source.text[part.start : part.end]
        within = [TextEdit(e.start - part.start, e.end - part.start, e.text) for e in edits]
        text = rewrite(body, within)
        repeated = False
        while part.parent is not None and not self._surrounds(part.parent, home):
            text, loops = self._wrap(part.parent, (part.start, part.end), text)
            part, repeated = part.parent, repeated or loops
        if part.parent is not None:
            text, loops = self._wrap(part.parent, (part.start, part.end), text)
            repeated = repeated or loops
        if not repeated:
            return Duplicate(text, node)
        if home is not node.parent:
            raise DuplicateError("its value belongs to one of several repetitions", _BESIDE)
        return Duplicate(text, node, tuple(n for n in home.elements if n.mark == node.mark))

    def _is_whole(self, node: FilledNode, traced: Drawn) -> bool:
        """Whether everything in a copy is what it was; its own look does not count."""
        inner = [child for child in traced.children if child.node is not None]
        if node.tag != "text" and len(inner) < len(traced.children):
            return False
        if [child.number for child in node.elements] != [c.node.number for c in inner if c.node]:
            return False
        for child in inner:
            assert child.node is not None
            change = find_change(child.node, child, self.comparison)
            if any(value.name != "id" for value in change.values) or change.is_other:
                return False
            if change.typed or change.looks or change.lines:
                return False
            if not self._is_whole(child.node, child):
                return False
        return True

    def _move(self, change: SampleChange, part: SourcePart) -> list[TextEdit]:
        look = ElementLook(self.source.text, part)
        for value in change.values:
            step = look.find_step(value) if value.name != "id" else None
            if step is not None:
                look.take(value.name, step)
            elif value.name != "id":
                raise DuplicateError(f"its {value.name} follows from values", "copy it as it is")
        return look.write()

    def _type(self, change: SampleChange) -> list[TextEdit]:
        """Return the edits by what was typed before, behind and between values of a copied text."""
        edits = [self.lettering.find_plain(change, typing) for typing in change.typed]
        if None in edits:
            raise DuplicateError("it was typed over", "type before or behind the value")
        return [edit for edit in edits if edit]

    def _drop_ids(self, part: SourcePart) -> Iterator[TextEdit]:
        """Takes away ids, of which a drawing has no two, unless something in the copy needs one."""
        text = self.source.text
        body = text[part.start : part.end]
        for inner in [part, *_list_inner(part)]:
            if span := inner.attributes.get("id"):
                start = text.rindex("id", 0, span[0])
                if f"#{text[slice(*span)]}" not in body:
                    yield TextEdit(len(text[:start].rstrip()), span[1] + 1, "")

    def _surrounds(self, part: SourcePart, home: FilledNode) -> bool:
        """Whether an element of the template holds what stands for `home`, or is that itself."""
        return part.start <= home.mark.start < part.end

    def _wrap(self, parent: SourcePart, span: Span, text: str) -> tuple[str, bool]:
        """A text in the same blocks as an element of `parent`, and whether these repeat it."""
        start, end = parent.find_unit(span)
        if (start, end) == span:
            return text, False
        blocks = _Blocks()
        for tag in _TAG.finditer(self.source.text, start, span[0]):
            blocks.add(tag)
        blocks.fill(text)
        for tag in _TAG.finditer(self.source.text, span[1], end):
            blocks.add(tag)
        return "".join(blocks.path[0]), blocks.repeat


class _Blocks:
    """The blocks around a copy, with the names that they give to values, and nothing else."""

    def __init__(self) -> None:
        self.path: list[list[str]] = [[]]  # the tags of each open block
        self.needed = [False]  # whether it holds the copy, or a name
        self.loops = [False]
        self.filled = self.repeat = False

    def add(self, tag: re.Match[str]) -> None:
        """Takes up the next tag of the template. Raises DuplicateError."""
        word = tag[1]
        if word in _OPENING:
            self.path.append([tag[0]])
            self.needed.append(False)
            self.loops.append(word == "for")
        elif word in _BETWEEN:
            self.path[-1].append(tag[0])
        elif word.startswith("end") and len(self.path) > 1:
            inner = [*self.path.pop(), tag[0]]
            self.loops.pop()
            if self.needed.pop():
                self.path[-1] += inner
                self.needed[-1] = True
        elif word == "set" and "=" in tag[2]:
            if "." in tag[2].partition("=")[0]:
                raise DuplicateError("its place follows from all that is above it", _BESIDE)
            if not self.filled:
                self.path[-1].append(tag[0])
                self.needed[-1] = True
        elif word != "include":
            raise DuplicateError(f"it stands in a {word} block of the template", _BESIDE)

    def fill(self, text: str) -> None:
        """Puts the copy where the blocks are open."""
        self.path[-1].append(text)
        self.needed[-1] = self.filled = True
        self.repeat = any(self.loops)


def _list_inner(part: SourcePart) -> Iterator[SourcePart]:
    for child in part.children:
        yield child
        yield from _list_inner(child)
