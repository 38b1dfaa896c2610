"""Adoption: what was redrawn in a sample, done to the template that the sample was made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.number import name_one, shorten
from sheetgen.ground.record import NamedTuple
from sheetgen.svg.read.tree import Element
from sheetgen.template.redraw.arrangement import Rearrangement, compare_page
from sheetgen.template.redraw.change import (
    Report,
    SampleChange,
    Value,
    describe,
    find_change,
    start_comparison,
)
from sheetgen.template.redraw.drawn import Drawn, Saved, read_saved, write_element
from sheetgen.template.redraw.filled import FilledNode, name_element, name_node
from sheetgen.template.redraw.look import ElementLook, LookStep, SampleLettering
from sheetgen.template.redraw.source import (
    SourceError,
    SourcePart,
    TemplateSource,
    TextEdit,
    rewrite,
)


class Adopted(NamedTuple):
    """A template with what was redrawn, and what that is, line by line."""

    text: str
    changes: list[str]


def adopt(name: str, text: str, nodes: Sequence[FilledNode], root: Element, file: str) -> Adopted:
    """A template's text with what was redrawn in `root`, a saved sample of it.

    `nodes` are the elements of the sample as it was made. Raises ProblemError with everything
    that can't be taken back, and SourceError for a template that can't be understood.
    """
    return _Adoption(name, TemplateSource(text), nodes, root, file).run()


class _Adoption:
    def __init__(
        self,
        name: str,
        source: TemplateSource,
        nodes: Sequence[FilledNode],
        root: Element,
        file: str,
    ) -> None:
        self.name, self.source, self.report = name, source, Report(file)
        self.saved: Saved = read_saved(root, nodes)
        self.edits: list[TextEdit] = []
        self.groups: dict[tuple[str, int], list[FilledNode]] = {}
        for node in nodes:
            self.groups.setdefault((node.mark.file, node.mark.start), []).append(node)
        self.ids = Counter(node.attributes.get("id", "") for node in nodes)
        self.comparison = start_comparison(nodes)
        self.lettering = SampleLettering(source, self.report)
        self.arrangement = Rearrangement(
            name, source, self.saved, self.groups, self.comparison, self.report
        )

    def run(self) -> Adopted:
        for group in self.saved.groups:
            message = "a group was made here that has a look of its own"
            self.report.refuse(group, message, "ungroup it")
        for nodes in self.groups.values():
            self._take(nodes)
        if self.report.problems:
            raise ProblemError(self.report.problems)
        edits = [*self.edits, *self.arrangement.edits]
        text = rewrite(self.source.text, edits, self.arrangement.moves)
        return Adopted(text, self.report.changes)

    def _take(self, nodes: Sequence[FilledNode]) -> None:
        there = [self.saved.found.get(node.number) for node in nodes]
        first = nodes[0]
        if not all(there):
            self._remove(nodes, there)
        pairs = [(n, d) for n, d in zip(nodes, there, strict=True) if d is not None]
        if not pairs:
            return
        try:
            changes = [self._compare(node, drawn) for node, drawn in pairs]
        except ValueError as error:
            self.report.refuse(pairs[0][1].element, f"{name_node(first)}: {error}")
            return
        touched = [c for c in changes if c.values or c.typed or c.is_other or c.looks or c.lines]
        moved = [d for n, d in pairs if n.parent and self._is_elsewhere(n.parent, d)]
        for drawn in moved:
            self.report.refuse(
                drawn.element,
                f"{name_node(first)} lies in another group than before",
                "put it back into its group, or draw a new one",
            )
        if moved:
            return
        if first.mark.file != self.name:
            self._refuse_included(touched, pairs)
            return
        part = self.source.parts.get(first.mark.start)
        if part is None:
            raise SourceError("an element is not where the sample says")
        if first.parent is None:
            self.edits += compare_page(self.source, part, first, pairs[0][1], self.report)
        if touched:
            self._change(part, changes)
        self.arrangement.compare(part, pairs)

    def _compare(self, node: FilledNode, drawn: Drawn) -> SampleChange:
        change = find_change(node, drawn, self.comparison)
        if self.ids[node.attributes.get("id", "")] > 1:
            # No drawing has two of one id: editors change them.
            change.values = [value for value in change.values if value.name != "id"]
        return change

    def _is_elsewhere(self, home: FilledNode, drawn: Drawn) -> bool:
        """Whether an element lies in another than it did, which is still there."""
        now = drawn.parent.node if drawn.parent else None
        return now is not home and home.number in self.saved.found

    def _refuse_included(
        self, touched: Sequence[SampleChange], pairs: Sequence[tuple[FilledNode, Drawn]]
    ) -> None:
        # Editors set the words of a text again; those that change it are in `touched`.
        kept = [(n, d) for n, d in pairs if n.tag not in ("text", "tspan")]
        fresh = [(n, c) for n, d in kept for c in d.children if c.node is None]
        places = [(c.node, c.drawn.element) for c in touched] + [(n, c.element) for n, c in fresh]
        for node, element in places[:1]:
            message = f"{name_node(node)} is part of {node.mark.file}, which other sheets show too"
            self.report.refuse(
                element, message, f"change templates/{node.mark.file} itself: eject it"
            )

    def _remove(self, nodes: Sequence[FilledNode], there: Sequence[Drawn | None]) -> None:
        """Takes an element out of the template, if it was taken out everywhere."""
        gone = [node for node, drawn in zip(nodes, there, strict=True) if drawn is None]
        # What lies in something else that is gone goes with it; editors set words again.
        own = [n for n in gone if n.parent is None or n.parent.number in self.saved.found]
        own = [n for n in own if n.tag not in ("tspan", "title", "desc", "metadata")]
        if not own:
            return
        node = own[0]
        place = self.saved.found.get(node.parent.number) if node.parent else None
        element = place.element if place else None
        left = next(
            (self.saved.found[n] for n in _list_numbers(own) if n in self.saved.found), None
        )
        if node.parent is None:
            self.report.refuse(None, "this drawing is no longer the sample that was made")
        elif left is not None:
            message = f"{name_node(node)} was taken apart, so that it is no longer a group"
            self.report.refuse(
                left.element, message, "undo that: what is in it can be changed as it is"
            )
        elif len(gone) < len(nodes) and gone != nodes[:1]:
            self.report.refuse(
                element,
                f"{len(gone)} of {len(nodes)} repetitions of {name_node(node)} were removed",
                "remove the first one, which all follow, or all of them",
            )
        elif node.mark.file != self.name:
            message = f"{name_node(node)} was removed; it is part of {node.mark.file}"
            self.report.refuse(
                element, message, "which other sheets show too: change that template"
            )
        else:
            start, end = node.mark.start, node.mark.end
            before = self.source.text[:start].rstrip(" ")
            self.edits.append(TextEdit(len(before), end, ""))
            self.report.say(
                element or self.saved.root.element, node, "removed", len(nodes), len(gone)
            )

    def _change(self, part: SourcePart, changes: Sequence[SampleChange]) -> None:
        """Everything that was changed in an element itself."""
        if any(change.is_other for change in changes):
            self._replace(part, changes)
            return
        touched = next(c for c in changes if c.values or c.typed or c.looks or c.lines)
        if touched.looks or touched.lines:
            what = "words in it have a look of their own" if touched.looks else "it has new lines"
            hint = "change the whole text, or draw another one beside it"
            self.report.refuse(
                touched.drawn.element, f"{name_node(touched.node)}: {what} now", hint
            )
            return
        names = dict.fromkeys(value.name for change in changes for value in change.values)
        look = ElementLook(self.source.text, part)
        for name in names:
            self._change_value(name, look, changes)
        self.edits += look.write()
        self.edits += self.lettering.read(changes)

    def _replace(self, part: SourcePart, changes: Sequence[SampleChange]) -> None:
        """An element that became one of another kind, such as a path."""
        change = next(change for change in changes if change.is_other)
        body = self.source.text[part.start : part.end]
        if "{{" in body or "<!--{" in body:
            drawn = name_one(name_element(change.drawn.element))
            self.report.refuse(
                change.drawn.element,
                f"{name_node(change.node)} became {drawn}, but depends on values",
                "undo that, or remove it and draw another one",
            )
            return
        texts = [write_element(c.drawn.element) if c.is_other else None for c in changes]
        text = self.report.settle(changes, texts, lambda a, b: a == b)
        if text is not None:
            self.edits.append(TextEdit(part.start, part.end, text))
            done = sum(t is not None for t in texts)
            what = f"redrawn as {name_one(name_element(change.drawn.element))}"
            self.report.say(change.drawn.element, change.node, what, len(changes), done)

    def _change_value(self, name: str, look: ElementLook, changes: Sequence[SampleChange]) -> None:
        steps: list[LookStep | None] = []
        values: list[tuple[Value, SampleChange]] = []
        for change in changes:
            value = next((value for value in change.values if value.name == name), None)
            if value is None:
                steps.append(None)
                continue
            values.append((value, change))
            step = look.find_step(value)
            if step is None:
                self.report.refuse(
                    change.drawn.element,
                    f"{name_node(change.node)}: {name} was changed, but follows from"
                    f" {shorten(look.read(name) or '', 60)}",
                    "it can be moved and recoloured, or removed and drawn again",
                )
                return
            steps.append(step)
        step = self.report.settle(changes, steps, lambda a, b: a is not None and a.is_like(b))
        if step is None:
            return
        value, change = values[0]
        raw = look.read(name) or ""
        what = describe(value)
        if step.how == "set" and "{{" in raw:
            what += f", no longer {shorten(raw, 60)}"
        look.take(name, step)
        self.report.say(change.drawn.element, change.node, what, len(changes), len(values))


def _list_numbers(nodes: Sequence[FilledNode]) -> Iterator[int]:
    """The numbers of all elements in others."""
    for node in nodes:
        for child in node.elements:
            yield child.number
            yield from _list_numbers([child])
