"""Looks: the attributes of an element of a template, and what is to be done to them."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.number import fmt
from sheetgen.sample.change import PROPERTIES, Value
from sheetgen.sample.likeness import (
    OUTLINES,
    are_alike,
    find_moves,
    find_shift,
    is_move,
    is_same,
    parse_plain,
    write_matrix,
)
from sheetgen.sample.rewriting import Edit
from sheetgen.sample.source import Part

_SIMPLE = re.compile(r"[\w.\[\]()+*/ -]+")
_WORDS = re.compile(r"\b(?:if|else|or|and|not|in|is)\b")
_TAIL = re.compile(r"(.*\S) ([-+]) (\d+(?:\.\d+)?)")


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


class Look:
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
        if name == "transform" and self.part.tag in ("use", "symbol"):
            # Where a symbol is used may come from x and y, so it is moved from there.
            moves = find_moves(old or "", new or "") if self.part.tag == "use" else None
            return moves and Step("before", matrix=moves[0])
        if raw is None or "{{" not in raw:
            return Step("set", "\0" if new is None else _round(new), styled=styled)
        if name in ("transform", *OUTLINES):
            return _find_move(name, old or "", new or "")
        numbers = parse_plain(old or ""), parse_plain(new or "")
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


def _find_move(name: str, old: str, new: str) -> Step | None:
    """How something that depends on values is moved, in itself or where it stands."""
    if name in OUTLINES:
        shift = find_shift(name, old, new)
        return shift and Step("after", matrix=shift)
    moves = find_moves(old, new)
    if moves is None:
        return None
    how = "before" if is_move(moves[0]) else "after"
    return Step(how, matrix=moves[how == "after"])


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
