"""Adoption: what was redrawn in a sample, done to the template that the sample was made from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.number import fmt, shorten
from sheetgen.sample.change import (
    PROPERTIES,
    Change,
    Typing,
    Value,
    describe,
    find_change,
    read_look,
)
from sheetgen.sample.drawn import Drawn, Saved, read_letters, read_saved, write_element
from sheetgen.sample.filled import NUMBER, Letter, Node
from sheetgen.sample.likeness import (
    OUTLINES,
    are_alike,
    find_moves,
    find_shift,
    is_move,
    is_same,
    read_plain,
    write_matrix,
)
from sheetgen.sample.rewriting import Edit, Move, find_moved, rewrite
from sheetgen.sample.source import Part, Source, SourceError, Span
from sheetgen.svg.read.tree import Element

CANT_ADOPT = declare(
    "cant-adopt",
    "error",
    """Something that was redrawn in a sample can't become part of its template.

    Why: A template is printed for every ship. What was done to one of several repetitions, or to
    a value that comes from a definition, has no meaning for the others, and nothing that was
    redrawn is ever left out without a word.

    Example:
    # the third of twelve boxes was moved: move the first, or all of them, by the same distance
    """,
)

_IGNORED = ("width", "height", "viewBox", "version", "data-size", "data-scale", "data-bleed")
_SIMPLE = re.compile(r"[\w.\[\]()+*/ -]+")
_WORDS = re.compile(r"\b(?:if|else|or|and|not|in|is)\b")
_TAIL = re.compile(r"(.*\S) ([-+]) (\d+(?:\.\d+)?)")
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)|^#(.+)$")


class Adopted(NamedTuple):
    """A template with what was redrawn, and what that is, line by line."""

    text: str
    changes: list[str]


class Step(NamedTuple):
    """What is to be done to one value of a template: it is set, added to, or moved."""

    how: str  # set | add | before | after
    text: str = ""
    number: float = 0.0
    matrix: Matrix = IDENTITY
    styled: bool = False

    def is_like(self, other: Step | None) -> bool:
        """Whether another step does the same."""
        return (
            other is not None
            and self.how == other.how
            and (self.how != "set" or is_same("", self.text, other.text))
            and abs(self.number - other.number) < 4e-3
            and are_alike(self.matrix, other.matrix)
        )


def adopt(name: str, text: str, nodes: Sequence[Node], root: Element, file: str) -> Adopted:
    """A template's text with what was redrawn in `root`, a saved sample of it.

    `nodes` are the elements of the sample as it was made. Raises ProblemError with everything
    that can't be taken back, and SourceError for a template that can't be understood.
    """
    return _Adoption(name, Source(text), nodes, root, file).run()


class _Adoption:
    def __init__(
        self, name: str, source: Source, nodes: Sequence[Node], root: Element, file: str
    ) -> None:
        self.name, self.source, self.nodes, self.file = name, source, nodes, file
        self.saved: Saved = read_saved(root, nodes)
        self.problems: list[Diagnostic] = []
        self.changes: list[str] = []
        self.edits: list[Edit] = []
        self.moves: list[Move] = []
        self.groups: dict[tuple[str, int], list[Node]] = {}
        self.look = read_look(nodes)
        self.ids = Counter(node.attributes.get("id", "") for node in nodes)
        for node in nodes:
            self.groups.setdefault((node.mark.file, node.mark.start), []).append(node)

    def run(self) -> Adopted:
        for group in self.saved.groups:
            self._refuse(group, "a group was made here that has a look of its own", "ungroup it")
        for nodes in self.groups.values():
            self._take(nodes)
        if self.problems:
            raise ProblemError(self.problems)
        return Adopted(rewrite(self.source.text, self.edits, self.moves), self.changes)

    def _refuse(self, element: Element | None, message: str, hint: str = "") -> None:
        place = element.place._replace(file=self.file) if element else Place(self.file)
        self.problems.append(CANT_ADOPT.at(place, message, hint))

    def _say(self, element: Element, node: Node, what: str, count: int, done: int) -> None:
        share = f", all {count} of them" if count > 1 else ""
        if done < count:
            share = f"; this is the first of {count}, and the others follow"
        line = f"{self.file}:{element.line}: {name_node(node)}: {what}{share}"
        self.changes.append(line)

    # One element of the template, and all elements of the sample that were made from it

    def _take(self, nodes: Sequence[Node]) -> None:
        there = [self.saved.found.get(node.number) for node in nodes]
        first = nodes[0]
        if not all(there):
            self._remove(nodes, there)
        pairs = [(n, d) for n, d in zip(nodes, there, strict=True) if d is not None]
        if not pairs:
            return
        try:
            changes = [find_change(node, drawn, self.look) for node, drawn in pairs]
        except ValueError as error:
            self._refuse(pairs[0][1].element, f"{name_node(first)}: {error}")
            return
        touched = [c for c in changes if c.values or c.typed or c.is_other or c.looks or c.lines]
        moved = [d for n, d in pairs if n.parent and self._is_elsewhere(n.parent, d)]
        for drawn in moved:
            self._refuse(
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
        if touched:
            self._change(part, changes)
        self._compare_children(part, pairs)

    def _is_elsewhere(self, home: Node, drawn: Drawn) -> bool:
        """Whether an element lies in another than it did, which is still there."""
        now = drawn.parent.node if drawn.parent else None
        return now is not home and home.number in self.saved.found

    def _refuse_included(
        self, touched: Sequence[Change], pairs: Sequence[tuple[Node, Drawn]]
    ) -> None:
        fresh = [(n, c) for n, d in pairs for c in d.children if c.node is None]
        places = [(c.node, c.drawn.element) for c in touched] + [(n, c.element) for n, c in fresh]
        for node, element in places[:1]:
            message = f"{name_node(node)} is part of {node.mark.file}, which other sheets show too"
            self._refuse(element, message, f"change templates/{node.mark.file} itself: eject it")

    def _remove(self, nodes: Sequence[Node], there: Sequence[Drawn | None]) -> None:
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
        if left is not None:
            message = f"{name_node(node)} was taken apart, so that it is no group any more"
            self._refuse(left.element, message, "undo that: what is in it can be changed as it is")
        elif len(gone) < len(nodes):
            self._refuse(
                element,
                f"{len(gone)} of {len(nodes)} repetitions of {name_node(node)} were taken away",
                "take away all of them, or none",
            )
        elif node.mark.file != self.name:
            message = f"{name_node(node)} was taken away; it is part of {node.mark.file}"
            self._refuse(element, message, "which other sheets show too: change that template")
        elif node.parent is None:
            self._refuse(None, "this drawing is no longer the sample that was made")
        else:
            start, end = node.mark.start, node.mark.end
            before = self.source.text[:start].rstrip(" ")
            self.edits.append(Edit(len(before), end, ""))
            self._say(element or self.saved.root.element, node, "taken away", 1, 1)

    def _settle(
        self, changes: Sequence[Change], steps: Sequence[Any], like: Callable[[Any, Any], bool]
    ) -> Any:
        """What was done to all, or to the first alone; None if nothing is to be done."""
        first = steps[0]
        if all(step is None for step in steps):
            return None
        others = [step for step in steps[1:] if step is not None]
        if first is not None and (not others or all(map(like, [first] * len(steps), steps))):
            return first
        at = next(
            i
            for i, step in enumerate(steps)
            if (step is None) != (first is None) or (step is not None and not like(first, step))
        )
        change = changes[at]
        self._refuse(
            change.drawn.element,
            f"{name_node(change.node)} is drawn {len(steps)} times, and number {at + 1} was"
            " changed in its own way",
            "change the first one, which all follow, or all of them alike",
        )
        return None

    def _change(self, part: Part, changes: Sequence[Change]) -> None:
        """Everything that was changed in an element itself."""
        if any(change.is_other for change in changes):
            self._replace(part, changes)
            return
        touched = next(c for c in changes if c.values or c.typed or c.looks or c.lines)
        if touched.looks or touched.lines:
            what = "words in it have a look of their own" if touched.looks else "it has new lines"
            hint = "change the whole text, or draw another one beside it"
            self._refuse(touched.drawn.element, f"{name_node(touched.node)}: {what} now", hint)
            return
        names = dict.fromkeys(value.name for change in changes for value in change.values)
        look = _Look(self.source.text, part)
        for name in names:
            self._change_value(name, look, changes)
        self.edits += look.write()
        self._type(changes)

    def _replace(self, part: Part, changes: Sequence[Change]) -> None:
        """An element that became one of another kind, such as a path."""
        change = next(change for change in changes if change.is_other)
        body = self.source.text[part.start : part.end]
        if "{{" in body or "<!--{" in body:
            self._refuse(
                change.drawn.element,
                f"{name_node(change.node)} became {_name_one(change.drawn.element)}, but"
                " depends on values",
                "undo that, or take it away and draw another one",
            )
            return
        texts = [write_element(c.drawn.element) if c.is_other else None for c in changes]
        text = self._settle(changes, texts, lambda a, b: a == b)
        if text is not None:
            self.edits.append(Edit(part.start, part.end, text))
            done = sum(t is not None for t in texts)
            what = f"redrawn as {_name_one(change.drawn.element)}"
            self._say(change.drawn.element, change.node, what, len(changes), done)

    def _change_value(self, name: str, look: _Look, changes: Sequence[Change]) -> None:
        steps: list[Step | None] = []
        values: list[tuple[Value, Change]] = []
        for change in changes:
            value = next((value for value in change.values if value.name == name), None)
            if value is None or (change.node.parent is None and name in _IGNORED):
                steps.append(None)
                continue
            values.append((value, change))
            step = look.find_step(value)
            if step is None:
                self._refuse(
                    change.drawn.element,
                    f"{name_node(change.node)}: {name} was changed, but follows from"
                    f" {shorten(look.read(name) or '', 60)}",
                    "it can be moved and recoloured, or taken away and drawn again",
                )
                return
            steps.append(step)
        if name == "id" and any(self.ids[c.node.attributes["id"]] > 1 for c in changes):
            return  # no drawing has two of one id: editors change them
        step = self._settle(changes, steps, lambda a, b: a is not None and a.is_like(b))
        if step is None:
            return
        value, change = values[0]
        raw = look.read(name) or ""
        what = describe(value)
        if step.how == "set" and "{{" in raw:
            what += f", no longer {shorten(raw, 60)}"
        look.take(name, step)
        self._say(change.drawn.element, change.node, what, len(changes), len(values))

    # Letters

    def _type(self, changes: Sequence[Change]) -> None:
        """What was typed into a text."""
        steps: list[tuple[Edit, ...] | None] = []
        for change in changes:
            if change.node.tag == "style" and change.typed:
                steps.append(self._type_style(change))
            else:
                found = [self._find_edit(change, typing) for typing in change.typed]
                if None in found:
                    return
                steps.append(tuple(edit for edit in found if edit) or None)
        edits = self._settle(changes, steps, lambda a, b: a == b)
        if edits is None:
            return
        self.edits += edits
        change = next(change for change in changes if change.typed)
        done = sum(step is not None for step in steps)
        what = (
            "now reads " + repr(shorten(read_letters(change.drawn.element), 60))
            if change.letters
            else "changed"
        )
        self._say(change.drawn.element, change.node, what, len(changes), done)

    def _type_style(self, change: Change) -> tuple[Edit, ...] | None:
        part = self.source.parts[change.node.mark.start]
        body = self.source.text[part.inside : part.close]
        if "{{" in body or "<!--{" in body:
            message = "the style sheet was changed, but depends on values"
            self._refuse(change.drawn.element, message, "change it in the template")
            return None
        return (Edit(part.inside, part.close, escape(change.typed[0].text)),)

    def _find_edit(self, change: Change, typing: Typing) -> Edit | None:
        """The edit of a template's text for what was typed; None if there can be none."""
        letters, (start, end, text) = change.letters, typing
        taken = letters[start:end]
        shown = "".join(letter.letter for letter in letters)
        for letter in taken:
            if letter.is_value and letter.mark:
                message = (
                    f"in the text '{shorten(shown, 60)}', what comes from {letter.mark.note} was"
                    " changed"
                )
                hint = "change it in the definition; type before or behind it here"
                self._refuse(change.drawn.element, message, hint)
                return None
        written = [letter for letter in taken if letter.mark]
        if written:
            span = written[0].start, written[-1].end
            part = "<" in self.source.text[span[0] : span[1]]
            if not part and {letter.mark for letter in written} == {written[0].mark}:
                return Edit(*span, escape(text))
        elif not taken:
            at = _find_gap(letters, start)
            if at is not None:
                return Edit(at, at, escape(text))
        message = f"the text '{shorten(shown, 60)}' was changed where parts of it come and go"
        self._refuse(change.drawn.element, message, "change it in the template")
        return None

    # What is new, and what lies above what

    def _compare_children(self, part: Part, pairs: Sequence[tuple[Node, Drawn]]) -> None:
        if part.tag in ("text", "tspan", "style"):
            return
        changes = [Change(node, drawn) for node, drawn in pairs]
        fresh = [self._list_new(part, drawn) or None for _, drawn in pairs]
        new = self._settle(changes, fresh, lambda a, b: a == b)
        for one in new or ():
            self.edits.append(Edit(one.at, one.at, f"\n{one.text}"))
            if one.what:
                done = sum(known is not None for known in fresh)
                node = pairs[0][0]
                self._say(one.element[0], node, one.what, len(pairs), done)
        orders = [self._find_order(part, node, drawn) for node, drawn in pairs]
        moves = self._settle(changes, orders, lambda a, b: a == b)
        if moves is not None:
            self.moves += moves
            node, drawn = pairs[0]
            done = sum(one is not None for one in orders)
            self._say(drawn.element, node, "put above or below other parts", len(pairs), done)

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
                self._refuse(element, f"there is no room for a <{element.tag}> here")
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
        change = find_change(node, Drawn(child.element, node, child.parent), self.look)
        look = _Look(self.source.text, part)
        for value in change.values:
            step = look.find_step(value)
            if step is None:
                return None
            look.take(value.name, step)
        edits = look.write()
        for typing in change.typed:
            edit = self._find_edit(change, typing)
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
        for drawn in self.saved.found.values():
            node, name = drawn.node, drawn.element.attributes.get("id", "")
            if node is None or name not in wanted or node.attributes.get("id") == name:
                continue
            same = self.groups[node.mark.file, node.mark.start]
            part = self.source.parts.get(node.mark.start)
            if (
                len(same) > 1
                or node.mark.file != self.name
                or part is None
                or "id" in node.attributes
            ):
                message = f"<{element.tag}> shows a part of which there are several"
                self._refuse(element, message, "draw it, or copy it")
            else:
                at = part.start + 1 + len(part.tag)
                edit = Edit(at, at, f' id="{escape(name)}"')
                self.edits += [edit] if edit not in self.edits else []

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
            self._refuse(drawn.element, message, "keep them together")
            return None
        places = sorted(runs)
        order = [places.index(span) for span in runs]
        moved = find_moved(order)
        if not moved:
            message = "repetitions of one part were put in another order"
            self._refuse(drawn.element, message, "undo that: their order is that of their values")
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


class _Look:
    """The attributes of an element of a template, with what is to be done to them."""

    def __init__(self, text: str, part: Part) -> None:
        self.text, self.part = text, part
        self.raw = {name: text[s:e] for name, (s, e) in part.attributes.items()}
        self.style = _split_style(self.raw.get("style", ""))
        self.changed: dict[str, str | None] = {}
        self.restyled = False

    def read(self, name: str) -> str | None:
        """A value as the template has it."""
        name = name if name in self.raw or name != "href" else "xlink:href"
        return self.style.get(name) if name in self.style else self.raw.get(name)

    def find_step(self, value: Value) -> Step | None:
        """What is to be done for a value to become another; None if nothing can be."""
        name, old, new, styled = value
        raw = self.read(name)
        if raw is None or "{{" not in raw:
            return Step("set", "\0" if new is None else _round(new), styled=styled)
        if name == "transform":
            moves = find_moves(old or "", new or "")
            if moves is None:
                return None
            how = "before" if is_move(moves[0]) else "after"
            return Step(how, matrix=moves[how == "after"])
        if name in OUTLINES:
            shift = find_shift(name, old or "", new or "")
            return None if shift is None else Step("after", matrix=shift)
        numbers = read_plain(old or ""), read_plain(new or "")
        if numbers[0] is not None and numbers[1] is not None and _find_expression(raw):
            return Step("add", number=numbers[1] - numbers[0], styled=styled)
        if name in PROPERTIES or name == "href":
            return Step("set", new if new is not None else "\0", styled=styled)
        return None

    def take(self, name: str, step: Step) -> None:
        """Does a step to a value."""
        raw = self.read(name)
        if step.how == "add":
            expression = _find_expression(raw or "")
            assert raw is not None and expression is not None
            written = _add(expression, step.number)
            self._set(name, raw.replace(expression, f" {written} "), name in self.style)
        elif step.how == "set":
            text = None if step.text == "\0" else escape(step.text, {'"': "&quot;"})
            self._set(name, text, step.styled)
        else:
            now = self.changed.get("transform", self.raw.get("transform")) or ""
            matrix = write_matrix(step.matrix)
            both = (matrix, now) if step.how == "before" else (now, matrix)
            self.changed["transform"] = " ".join(filter(None, both))

    def _set(self, name: str, text: str | None, styled: bool) -> None:
        name = "xlink:href" if name == "href" and "xlink:href" in self.raw else name
        if name in self.style or (styled and text is not None):
            self.restyled = True
            self.style.pop(name, None)
            if styled and text is not None:
                self.style[name] = text
            if name in self.raw and styled:
                self.changed[name] = None
            if styled or text is None:
                return
        self.changed[name] = text

    def write(self) -> list[Edit]:
        """The edits of the element's start tag."""
        if self.restyled:
            style = ";".join(f"{name}:{text}" for name, text in self.style.items())
            self.changed["style"] = style or None
        edits = []
        for name, text in self.changed.items():
            span = self.part.attributes.get(name)
            if span is None and text is not None:
                at = self.part.start + 1 + len(self.part.tag)
                edits.append(Edit(at, at, f' {name}="{text}"'))
            elif span is not None and text is None:
                start = self.text.rindex(name, 0, span[0])
                start = len(self.text[:start].rstrip())
                edits.append(Edit(start, span[1] + 1, ""))
            elif span is not None and text is not None:
                edits.append(Edit(*span, text))
        return edits


def _round(text: str) -> str:
    """A value without the digits that editors make up."""
    number = read_plain(text)
    return text if number is None else text.replace(text.strip().removesuffix("px"), fmt(number))


def _split_style(text: str) -> dict[str, str]:
    """The declarations of a style that may have placeholders in it."""
    pieces = re.findall(r"(?:\{\{.*?\}\}|[^;{]|\{(?!\{))+", text, re.DOTALL)
    pairs = (piece.partition(":") for piece in pieces)
    return {name.strip().lower(): value.strip() for name, _, value in pairs if name.strip()}


def _find_expression(raw: str) -> str | None:
    """The expression of a value that is one placeholder, perhaps in px."""
    found = re.fullmatch(r"\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}(?:px)?\s*", raw, re.DOTALL)
    return found[1] if found else None


def _add(expression: str, number: float) -> str:
    """An expression to which a number is added."""
    plain = expression.strip()
    is_simple = _SIMPLE.fullmatch(plain) and not re.search(
        r"\b(?:if|else|or|and|not|in|is)\b", plain
    )
    if not is_simple:
        plain = f"({plain})"
    elif (tail := _TAIL.fullmatch(plain)) and tail[1].count("(") == tail[1].count(")"):
        known = float(tail[3]) * (-1 if tail[2] == "-" else 1)
        plain, number = tail[1], known + number
    if abs(number) < 5e-4:
        return plain
    return f"{plain} {'-' if number < 0 else '+'} {fmt(abs(number), 3)}"


def _find_gap(letters: Sequence[Letter], at: int) -> int | None:
    """Where in the template something is typed that comes before the letter `at`."""
    if at and (mark := letters[at - 1].mark):
        return mark.end if letters[at - 1].is_value else letters[at - 1].end
    if at < len(letters) and (mark := letters[at].mark):
        return mark.start if letters[at].is_value else letters[at].start
    return None


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


def _list_numbers(nodes: Sequence[Node]) -> Iterator[int]:
    """The numbers of all elements in others."""
    for node in nodes:
        for child in node.elements:
            yield child.number
            yield from _list_numbers([child])


def name_node(node: Node) -> str:
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
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind}" + (f" in {above.attributes['id']}" if above.parent else "")


def name_element(element: Element) -> str:
    """A new element as a person knows it."""
    words = " ".join(element.text.split()) if element.tag == "text" else ""
    kind = _NAMES.get(element.tag, element.tag)
    return f"{kind} '{shorten(words, 40)}'" if words else kind


def _name_one(element: Element) -> str:
    name = name_element(element)
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
