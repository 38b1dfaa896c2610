"""Arrangement: what is new in a sample, and what lies above what, as edits of its template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.sample.change import Change, Comparison, find_change
from sheetgen.sample.drawn import Drawn, Saved, write_element
from sheetgen.sample.filled import Node
from sheetgen.sample.lettering import Lettering
from sheetgen.sample.likeness import write_matrix
from sheetgen.sample.look import Look
from sheetgen.sample.naming import name_element, name_node
from sheetgen.sample.report import Report
from sheetgen.sample.rewriting import Edit, Move, find_moved, rewrite
from sheetgen.sample.source import NUMBER, Part, Source, Span
from sheetgen.svg.read.tree import Element

_MOST_MOVED = 2_000
"""Parts of one element that are put in another order."""
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)|^#(.+)$")


class _Any(tuple[Element, ...]):
    """Elements, equal to any others: what is new is compared by its text."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Any)

    def __hash__(self) -> int:
        return 0


class _New(NamedTuple):
    """A new element: where it comes into the template, its text, and what it is called."""

    at: int
    text: str
    what: str
    element: _Any


class Arrangement:
    """What the elements of a sample hold, for the template called `name`."""

    def __init__(
        self,
        name: str,
        source: Source,
        saved: Saved,
        groups: Mapping[tuple[str, int], Sequence[Node]],
        comparison: Comparison,
        report: Report,
    ) -> None:
        self.name, self.source, self.saved, self.groups = name, source, saved, groups
        self.nodes = {node.number: node for nodes in groups.values() for node in nodes}
        self.comparison, self.report = comparison, report
        self.lettering = Lettering(source, report)
        self.edits: list[Edit] = []
        self.moves: list[Move] = []

    def compare(self, part: Part, pairs: Sequence[tuple[Node, Drawn]]) -> None:
        """Takes over what is new in an element, and in what order it holds its parts."""
        if part.tag in ("text", "tspan", "style"):
            return
        changes = [Change(node, drawn) for node, drawn in pairs]
        fresh = [self._list_new(part, drawn) or None for _, drawn in pairs]
        new = self.report.settle(changes, fresh, lambda a, b: a == b)
        for one in new or ():
            self.edits.append(Edit(one.at, one.at, f"\n{one.text}"))
            if one.what:
                done = sum(known is not None for known in fresh)
                node = pairs[0][0]
                self.report.say(one.element[0], node, one.what, len(pairs), done)
        orders = [self._find_order(part, node, drawn) for node, drawn in pairs]
        moves = self.report.settle(changes, orders, lambda a, b: a == b)
        if moves is not None:
            self.moves += moves
            node, drawn = pairs[0]
            done = sum(one is not None for one in orders)
            self.report.say(drawn.element, node, "put above or below other parts", len(pairs), done)

    def _list_new(self, part: Part, drawn: Drawn) -> list[_New]:
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
            text, what = self._copy(child) or self._write(element)
            if child.matrix != IDENTITY:
                text = f'<g transform="{write_matrix(child.matrix)}">{text}</g>'
            hidden = "defs" in (element.tag, part.tag)
            found.append(_New(at, text, "" if hidden else what, _Any((element,))))
        return found

    def _write(self, element: Element) -> tuple[str, str]:
        same = ", the same on every sheet" if element.text.strip() else ""
        return write_element(element), f"a new {name_element(element)} in it{same}"

    def _copy(self, child: Drawn) -> tuple[str, str] | None:
        """The text of a copy of a single element, which shows the same values, if it can be one."""
        number = child.element.attributes.get(NUMBER, "")
        known = number.isdecimal() and len(number) < 7 and int(number) < len(self.nodes)
        node = self.nodes[int(number)] if known else None
        if node is None or node.mark.file != self.name or node.tag != child.element.tag:
            return None
        part = self.source.parts.get(node.mark.start)
        span = node.mark.start, node.mark.end
        if (
            part is None
            or part.parent is None
            or part.children
            or next(child.element.elements, None) is not None
        ):
            return None
        body = self.source.text[span[0] : span[1]]
        if "{{" not in body or part.parent.find_unit(span) != span:
            return None
        change = find_change(node, Drawn(child.element, node, child.parent), self.comparison)
        look = Look(self.source.text, part)
        for value in change.values:
            step = look.find_step(value)
            if step is None:
                return None
            look.take(value.name, step)
        edits = look.write()
        for typing in change.typed:
            edit = self.lettering.find_edit(change, typing)
            if edit is None:
                return None
            edits.append(edit)
        within = [Edit(e.start - span[0], e.end - span[0], e.text) for e in edits]
        return rewrite(body, within), f"a copy of {name_node(node)} in it"

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
                edit = Edit(at, at, f' id="{escape(name)}"')
                self.edits += [edit] if edit not in self.edits else []

    @cached_property
    def names(self) -> dict[str, Node]:
        """The elements of the sample by the ids that an editor gave them."""
        found = self.saved.found.values()
        return {d.element.attributes.get("id", ""): d.node for d in found if d.node is not None}

    def _find_unit(self, part: Part, child: Drawn) -> Span:
        """The stretch of the template that a child of an element stands in."""
        node = child.node
        assert node is not None
        mark = node.include if node.include and node.mark.file != self.name else node.mark
        return part.find_unit((mark.start, mark.end))

    def _find_order(self, part: Part, node: Node, drawn: Drawn) -> tuple[Move, ...] | None:
        """What goes where in the template if the parts of an element change places."""
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
