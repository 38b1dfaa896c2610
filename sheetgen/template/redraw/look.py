"""Looks: the attributes of an element of a template, and what is to be done to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.number import fmt, shorten
from sheetgen.ground.record import NamedTuple
from sheetgen.template.redraw.change import (
    OUTLINES,
    PROPERTIES,
    Report,
    SampleChange,
    Typing,
    Value,
    are_alike,
    find_moves,
    find_shift,
    is_move,
    is_same,
    parse_plain,
    write_matrix,
)
from sheetgen.template.redraw.drawn import read_letters
from sheetgen.template.redraw.filled import FilledLetter
from sheetgen.template.redraw.source import SourcePart, TemplateSource, TextEdit

_SIMPLE = re.compile(r"[\w.\[\]()+*/ -]+")
_WORDS = re.compile(r"\b(?:if|else|or|and|not|in|is)\b")
_DECLARATION = re.compile(r"[^;{}]+[;{}]?|[;{}]")
_TAIL = re.compile(r"(.*\S) ([-+]) (\d+(?:\.\d+)?)")


class LookStep(NamedTuple):
    """A step that changes one value of a template: sets it, adds to it, or moves it."""

    how: str  # set | add | before | after
    text: str = ""
    number: float = 0.0
    matrix: Matrix = IDENTITY
    styled: bool = False

    def is_like(self, other: LookStep | None) -> bool:
        """Whether another step does the same."""
        return (
            other is not None
            and self.how == other.how
            and (self.how != "set" or is_same("", self.text, other.text))
            and abs(self.number - other.number) < 4e-3
            and are_alike(self.matrix, other.matrix)
        )


class ElementLook:
    """The attributes of an element of a template, with what is to be done to them."""

    def __init__(self, text: str, part: SourcePart) -> None:
        self.text, self.part = text, part
        self.raw = {name: text[s:e] for name, (s, e) in part.attributes.items()}
        self.style = _split_style(self.raw.get("style", ""))
        self.changed: dict[str, str | None] = {}
        self.restyled = False

    def read(self, name: str) -> str | None:
        """A value as the template has it."""
        name = name if name in self.raw or name != "href" else "xlink:href"
        return self.style.get(name) if name in self.style else self.raw.get(name)

    def find_step(self, value: Value) -> LookStep | None:
        """Return the step by which a value becomes another; None if there is none."""
        name, old, new, styled = value
        raw = self.read(name)
        if name == "transform" and self.part.tag in ("use", "symbol"):
            # Where a symbol is used may come from x and y, so it is moved from there.
            moves = find_moves(old or "", new or "") if self.part.tag == "use" else None
            return moves and LookStep("before", matrix=moves[0])
        if raw is None or "{{" not in raw:
            return LookStep("set", "\0" if new is None else _round(new), styled=styled)
        if name in ("transform", *OUTLINES):
            return _find_move(name, old or "", new or "")
        numbers = parse_plain(old or ""), parse_plain(new or "")
        if numbers[0] is not None and numbers[1] is not None and _find_expression(raw):
            return LookStep("add", number=numbers[1] - numbers[0], styled=styled)
        if name in PROPERTIES or name == "href":
            return LookStep("set", new if new is not None else "\0", styled=styled)
        return None

    def take(self, name: str, step: LookStep) -> None:
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

    def write(self) -> list[TextEdit]:
        """The edits of the element's start tag."""
        if self.restyled:
            style = ";".join(f"{name}:{text}" for name, text in self.style.items())
            self.changed["style"] = style or None
        edits = []
        for name, text in self.changed.items():
            span = self.part.attributes.get(name)
            if span is None and text is not None:
                at = self.part.start + 1 + len(self.part.tag)
                edits.append(TextEdit(at, at, f' {name}="{text}"'))
            elif span is not None and text is None:
                start = self.text.rindex(name, 0, span[0])
                start = len(self.text[:start].rstrip())
                edits.append(TextEdit(start, span[1] + 1, ""))
            elif span is not None and text is not None:
                edits.append(TextEdit(*span, text))
        return edits


def _find_move(name: str, old: str, new: str) -> LookStep | None:
    """How something that depends on values is moved, in itself or where it stands."""
    if name in OUTLINES:
        shift = find_shift(name, old, new)
        return shift and LookStep("after", matrix=shift)
    moves = find_moves(old, new)
    if moves is None:
        return None
    how = "before" if is_move(moves[0]) else "after"
    return LookStep(how, matrix=moves[how == "after"])


def _round(text: str) -> str:
    """A value without the digits that editors make up."""
    number = parse_plain(text)
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
    if not _SIMPLE.fullmatch(plain) or _WORDS.search(plain):
        plain = f"({plain})"
    elif (tail := _TAIL.fullmatch(plain)) and tail[1].count("(") == tail[1].count(")"):
        known = float(tail[3]) * (-1 if tail[2] == "-" else 1)
        plain, number = tail[1], known + number
    if abs(number) < 5e-4:
        return plain
    return f"{plain} {'-' if number < 0 else '+'} {fmt(abs(number), 3)}"


class SampleLettering:
    """The edits of one template by what was typed into texts of its sample."""

    def __init__(self, source: TemplateSource, report: Report) -> None:
        self.source, self.report = source, report

    def read(self, changes: Sequence[SampleChange]) -> Sequence[TextEdit]:
        """Return the edits by what was typed into a text; none if copies of it differ."""
        steps: list[tuple[TextEdit, ...] | None] = []
        for change in changes:
            if change.node.tag == "style" and change.typed:
                steps.append(self._type_style(change))
            else:
                found = [self.find_edit(change, typing) for typing in change.typed]
                if None in found:
                    return ()
                steps.append(tuple(edit for edit in found if edit) or None)
        edits = self.report.settle(changes, steps, lambda a, b: a == b)
        if edits is None:
            return ()
        change = next(change for change in changes if change.typed)
        done = sum(step is not None for step in steps)
        what = (
            "now reads " + repr(shorten(read_letters(change.drawn.element), 60))
            if change.letters
            else "changed"
        )
        self.report.say(change.drawn.element, change.node, what, len(changes), done)
        return edits

    def _type_style(self, change: SampleChange) -> tuple[TextEdit, ...] | None:
        part = self.source.parts[change.node.mark.start]
        body = self.source.text[part.inside : part.close]
        if "{{" in body or "<!--{" in body:
            message = "the style sheet was changed, but depends on values"
            self.report.refuse(change.drawn.element, message, "change it in the template")
            return None
        old = "".join(letter.letter for letter in change.node.letters)
        text = _merge_style(body, old, change.typed[0].text)
        return (TextEdit(part.inside, part.close, text),)

    def find_edit(self, change: SampleChange, typing: Typing) -> TextEdit | None:
        """The edit of a template's text for what was typed; None is reported, as there is none."""
        edit = self.find_plain(change, typing)
        if edit is not None:
            return edit
        shown = shorten("".join(letter.letter for letter in change.letters), 60)
        message = f"the text '{shown}' was changed where parts of it come and go"
        hint = "change it in the template"
        for letter in change.letters[typing.start : typing.end]:
            if letter.is_value and letter.mark:
                message = f"in the text '{shown}', what comes from {letter.mark.note} was changed"
                hint = "change it in the definition; type before or behind it here"
                break
        self.report.refuse(change.drawn.element, message, hint)
        return None

    def find_plain(self, change: SampleChange, typing: Typing) -> TextEdit | None:
        """The edit of a template's text for what was typed; None if there can be none."""
        letters, (start, end, text) = change.letters, typing
        taken = letters[start:end]
        written = [letter for letter in taken if letter.mark]
        if any(letter.is_value for letter in written):
            return None
        if written:
            span = written[0].start, written[-1].end
            part = "<" in self.source.text[span[0] : span[1]]
            if not part and {letter.mark for letter in written} == {written[0].mark}:
                return TextEdit(*span, escape(text))
        elif not taken:
            at = _find_gap(letters, start)
            if at is not None:
                return TextEdit(at, at, escape(text))
        return None


def _merge_style(body: str, old: str, new: str) -> str:
    """Return a template's style sheet with what differs between its sample's old and new one.

    What does not differ stays as it is in the template, where it may ask for the look's values.
    """
    own, before, after = (_DECLARATION.findall(text) for text in (body, old, new))
    if len(own) != len(before):
        return escape(new)
    was, now = ([" ".join(part.split()) for part in parts] for parts in (before, after))
    found = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return "".join(
        "".join(own[start:end]) if how == "equal" else escape("".join(after[first:last]))
        for how, start, end, first, last in found
    )


def _find_gap(letters: Sequence[FilledLetter], at: int) -> int | None:
    """Where in the template something is typed that comes before the letter `at`."""
    if at and (mark := letters[at - 1].mark):
        return mark.end if letters[at - 1].is_value else letters[at - 1].end
    if at < len(letters) and (mark := letters[at].mark):
        return mark.start if letters[at].is_value else letters[at].start
    return None
