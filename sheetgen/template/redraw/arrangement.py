"""Arrangement: what is new in a sample, and what lies above what, as edits of its template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isclose
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM, format_size
from sheetgen.svg.read.transform import read_length
from sheetgen.svg.read.tree import Element
from sheetgen.template.redraw.change import Report, SampleChange, SampleComparison, write_matrix
from sheetgen.template.redraw.drawn import Drawn, Saved, write_element
from sheetgen.template.redraw.duplicate import Duplicate, Duplicates
from sheetgen.template.redraw.filled import FilledNode, name_element, name_node
from sheetgen.template.redraw.look import ElementLook, LookStep, SampleLettering
from sheetgen.template.redraw.source import (
    Move,
    SourcePart,
    Span,
    TemplateSource,
    TextEdit,
    find_moved,
)

_MOST_MOVED = 2_000
"""Parts of one element that are put in another order."""
_GROUPS = ("g", "svg", "a")
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)|^#(.+)$")


class _New(NamedTuple):
    """A new element: where it comes into the template, its text, and what it is called."""

    at: int
    text: str
    what: str
    element: Element
    copy: Duplicate | None = None


class Rearrangement:
    """The new and moved elements of a sample, as edits of the template called `name`."""

    def __init__(
        self,
        name: str,
        source: TemplateSource,
        saved: Saved,
        groups: Mapping[tuple[str, int], Sequence[FilledNode]],
        comparison: SampleComparison,
        report: Report,
    ) -> None:
        self.name, self.source, self.saved, self.groups = name, source, saved, groups
        self.nodes = {node.number: node for nodes in groups.values() for node in nodes}
        self.report = report
        self.duplicates = Duplicates(
            name, source, self.nodes, comparison, SampleLettering(source, report)
        )
        self.edits: list[TextEdit] = []
        self.moves: list[Move] = []

    def compare(self, part: SourcePart, pairs: Sequence[tuple[FilledNode, Drawn]]) -> None:
        """Takes over what is new in an element, and in what order it holds its parts."""
        if part.tag in ("text", "tspan", "style"):
            return
        changes = [SampleChange(node, drawn) for node, drawn in pairs]
        fresh = [self._list_new(part, node, drawn) or None for node, drawn in pairs]
        new = self.report.settle(
            changes, fresh, lambda a, b: [n[:2] for n in a] == [n[:2] for n in b]
        )
        for one in new or ():
            self.edits.append(TextEdit(one.at, one.at, f"\n{one.text}"))
            if one.what:
                done = sum(known is not None for known in fresh)
                node = pairs[0][0]
                self.report.say(one.element, node, one.what, len(pairs), done)
        orders = [self._find_order(part, node, drawn) for node, drawn in pairs]
        moves = self.report.settle(changes, orders, lambda a, b: a == b)
        if moves is not None:
            self.moves += moves
            node, drawn = pairs[0]
            done = sum(one is not None for one in orders)
            self.report.say(drawn.element, node, "put above or below other parts", len(pairs), done)

    def _list_new(self, part: SourcePart, home: FilledNode, drawn: Drawn) -> list[_New]:
        """Where new elements come into the template, with their texts."""
        found: list[_New] = []
        at = part.inside
        for child in drawn.children:
            if child.node is not None:
                if child.node.parent is drawn.node:
                    at = self._find_unit(part, child)[1]
                continue
            element = child.element
            if element.tag == "defs" and not any(True for _ in element.elements):
                continue
            if part.is_closed:
                self.report.refuse(element, f"there is no room for a <{element.tag}> here")
                return []
            self._note_references(element)
            new = self._write(child, home)
            text = new.text
            if child.matrix != IDENTITY:
                text = f'<g transform="{write_matrix(child.matrix)}">{text}</g>'
            what = "" if "defs" in (element.tag, part.tag) else new.what
            found.append(new._replace(at=at, text=text, what=what))
        return self._join_repeated(found)

    def _join_repeated(self, found: Sequence[_New]) -> list[_New]:
        """The new elements with one for the copies of repetitions, which all follow."""
        joined: list[_New] = []
        for new in found:
            copy = new.copy
            if copy is None or len(copy.repeated) < 2:
                joined.append(new)
                continue
            same = [one for one in found if one.copy and one.text == new.text]
            nodes = [one.copy.node for one in same if one.copy]
            if nodes not in (list(copy.repeated), list(copy.repeated[:1])):
                message = f"{name_node(copy.node)} is one of {len(copy.repeated)} repetitions"
                hint = "copy the first one, which all follow, or all of them alike"
                self.report.refuse(new.element, f"{message}, and was copied alone", hint)
            elif new is same[0]:
                joined.append(new)
        return joined

    def _write(self, child: Drawn, home: FilledNode) -> _New:
        """A new element in `home`, which shows values if it is a copy of what shows them."""
        element = child.element
        try:
            copy = self.duplicates.read(child, home)
        except ValueError as error:
            node = self.duplicates.find(child)
            message = f"a copy of {name_node(node) if node else 'a text'} was made, but {error}"
            self.report.refuse(element, message, getattr(error, "hint", ""))
            return _New(0, "", "", element)
        if copy is not None:
            every = " and of its repetitions" if len(copy.repeated) > 1 else ""
            what = f"a copy of {name_node(copy.node)}{every} in it"
            return _New(0, copy.text, what, element, copy)
        inside = None
        if element.tag in _GROUPS:
            inner = self._join_repeated([self._write(one, home) for one in child.children])
            inside = "".join(new.text for new in inner)
            copy = next((new.copy._replace(repeated=()) for new in inner if new.copy), None)
        same = ", the same on every sheet" if element.text.strip() and copy is None else ""
        what = f"a new {name_element(element)} in it{same}"
        return _New(0, write_element(element, inside), what, element, copy)

    def _note_references(self, element: Element) -> None:
        """Gives ids to the elements that a new one names, as editors name them."""
        wanted = {
            found[1] or found[2]
            for inner in element.walk()
            for value in inner.attributes.values()
            if (found := _REFERENCE.search(value))
        }
        for name in wanted & self.names.keys():
            node = self.names[name]
            if node.attributes.get("id") == name:
                continue
            same = self.groups[node.mark.file, node.mark.start]
            part = self.source.parts.get(node.mark.start)
            foreign = node.mark.file != self.name or "id" in node.attributes
            if len(same) > 1 or foreign or part is None:
                message = f"<{element.tag}> shows a part of which there are several"
                self.report.refuse(element, message, "draw it, or copy it")
            else:
                at = part.start + 1 + len(part.tag)
                edit = TextEdit(at, at, f' id="{escape(name)}"')
                self.edits += [edit] if edit not in self.edits else []

    @cached_property
    def names(self) -> dict[str, FilledNode]:
        """The elements of the sample by the ids that an editor gave them."""
        found = self.saved.found.values()
        return {d.element.attributes.get("id", ""): d.node for d in found if d.node is not None}

    def _find_unit(self, part: SourcePart, child: Drawn) -> Span:
        """The stretch of the template that a child of an element stands in."""
        node = child.node
        assert node is not None
        mark = node.include if node.include and node.mark.file != self.name else node.mark
        return part.find_unit((mark.start, mark.end))

    def _find_order(
        self, part: SourcePart, node: FilledNode, drawn: Drawn
    ) -> tuple[Move, ...] | None:
        """Return the moves in the template that put an element's parts in their new order."""
        children = [c for c in drawn.children if c.node and c.node.parent is node]
        after = [child.node.number for child in children if child.node]
        if after == sorted(after):
            return None
        spans = [self._find_unit(part, child) for child in children]
        runs = [span for at, span in enumerate(spans) if not at or spans[at - 1] != span]
        if len(set(runs)) < len(runs):
            message = "repetitions of one part were put above and below other parts"
            self.report.refuse(drawn.element, message, "keep them together")
            return None
        places = sorted(runs)
        order = [places.index(span) for span in runs]
        moved = find_moved(order) if len(order) <= _MOST_MOVED else []
        if not moved:
            message = "repetitions of one part were put in another order"
            self.report.refuse(
                drawn.element, message, "undo that: their order is that of their values"
            )
            return None
        ends = {places[n]: runs[at - 1][1] if at else part.inside for at, n in enumerate(order)}
        # What follows another that moves is put behind it, by the place where that goes.
        to: dict[Span, int] = {}
        for at, number in enumerate(order):
            span = places[number]
            if number in moved:
                behind = runs[at - 1] if at else None
                to[span] = to.get(behind, ends[span]) if behind else part.inside
        return tuple(Move(span, at) for span, at in to.items())


# The page of a sample, whose new size becomes its template's where no value decides it


_PIXEL = 72 / 96
_WORD = re.compile(r"(?:\{\{.*?\}\}|[^\s,{])+", re.DOTALL)


class RedrawnPage(NamedTuple):
    """The width and height of a drawing in points, and its viewBox."""

    sides: tuple[float, float]
    box: tuple[float, ...]


def compare_page(
    source: TemplateSource, part: SourcePart, node: FilledNode, drawn: Drawn, report: Report
) -> list[TextEdit]:
    """The edits for a page that has another size than the sample was made with."""
    old = _read_page(node.attributes, node.attributes.get("data-size", ""))
    new = _read_page(drawn.element.attributes)
    if old is None or (new is not None and _is_same(old, new)):
        return []
    if new is None:
        message = "the size of this page can't be read"
        report.refuse(drawn.element, message, "give it a width, a height and a viewBox")
        return []
    look = ElementLook(source.text, part)
    box = _WORD.findall(look.read("viewBox") or "") or ["0", "0", "", ""]
    size = _WORD.findall(look.read("data-size") or "")
    for at, (word, was) in enumerate(zip(box, old.box, strict=True)):
        if _is_near(was, new.box[at]) and (
            at < 2 or _is_near(old.sides[at - 2], new.sides[at - 2])
        ):
            continue
        side = ("left edge", "upper edge", "width", "height")[at]
        follows = [word, *size[at - 2 : at - 1], look.read(side) or ""] if at > 1 else [word]
        if value := next((text for text in follows if "{{" in text), ""):
            message = f"the {side} of this page was changed, but follows from {shorten(value, 60)}"
            hint = f"make the page {format_size(*old.sides)} again"
            report.refuse(drawn.element, message, hint)
            return []
        box[at] = fmt(new.box[at], 3)
        if at > 1:
            look.take(side, LookStep("set", f"{fmt(new.sides[at - 2] / MM, 3)}mm"))
            size[at - 2 : at - 1] = box[at : at + 1] if size else []
    look.take("viewBox", LookStep("set", " ".join(box)))
    if size:
        look.take("data-size", LookStep("set", " ".join(size)))
    what = f"now {format_size(*new.sides)}, was {format_size(*old.sides)}"
    report.say(drawn.element, node, what, 1, 1)
    return look.write()


def _read_page(attributes: Mapping[str, str], size: str = "") -> RedrawnPage | None:
    """The size of a drawing, or of a filled template with a data-size; None without one."""
    try:
        width, height = (read_length(attributes.get(side, "")) for side in ("width", "height"))
        box = tuple(map(float, _WORD.findall(attributes.get("viewBox", f"0 0 {width} {height}"))))
        grown = tuple(map(float, size.split())) or box[2:]
    except ValueError:
        return None
    if len(box) != 4 or len(grown) != 2 or min(*box[2:], *grown, width, height) <= 0:
        return None
    sides = width / box[2] * grown[0] * _PIXEL, height / box[3] * grown[1] * _PIXEL
    return RedrawnPage(sides, (*box[:2], *grown))


def _is_same(old: RedrawnPage, new: RedrawnPage) -> bool:
    return all(map(_is_near, (*old.sides, *old.box), (*new.sides, *new.box)))


def _is_near(old: float, new: float) -> bool:
    """Whether two numbers are the same to an editor, which may write them in another unit."""
    return isclose(old, new, rel_tol=1e-4, abs_tol=2e-3)
