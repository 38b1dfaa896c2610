"""Changes: what differs between a sample and what an editor made of it, element by element."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from difflib import SequenceMatcher
from math import isclose
from typing import Any, TypeVar

from sheetgen.drawing.drawing import IDENTITY, Matrix, invert, multiply
from sheetgen.ground.colour import parse_color
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record
from sheetgen.svg.read.css import StyleRule, Stylesheet, parse_declarations, parse_stylesheet
from sheetgen.svg.read.path import path_operators
from sheetgen.svg.read.property import INHERITED, OWN
from sheetgen.svg.read.transform import is_flat, parse_transform
from sheetgen.svg.read.tree import Element
from sheetgen.template.redraw.drawn import Drawn, is_silent, read_letters
from sheetgen.template.redraw.filled import FilledLetter, FilledNode, name_node, normalise

# Likeness: whether two values of an attribute draw the same, and the move between them


_PIECE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\s,\d]")
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(px)?\s*")
COLOURS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
OUTLINES = ("d", "points")
_CLOSE = 2e-3
"""How far numbers may differ that an editor has only written in another way."""


def are_close(a: float, b: float) -> bool:
    """Whether two numbers are the same to an editor."""
    return isclose(a, b, rel_tol=1e-5, abs_tol=_CLOSE)


def are_alike(a: Matrix, b: Matrix) -> bool:
    """Whether two matrices move things to the same places."""
    small = all(
        isclose(x, y, rel_tol=1e-4, abs_tol=1e-4) for x, y in zip(a[:4], b[:4], strict=True)
    )
    return small and all(map(are_close, a[4:], b[4:]))


def is_same(name: str, old: str, new: str) -> bool:
    """Whether two values of an attribute or property draw the same."""
    if old == new:
        return True
    try:
        if name in COLOURS:
            return parse_color(old) == parse_color(new)
        if name in ("transform", "gradientTransform"):
            return are_alike(parse_transform(old), parse_transform(new))
        if name == "d":
            old, new = path_operators(old), path_operators(new)
    except ValueError:
        pass
    if name == "font-family":
        old, new = (text.replace("'", "").replace('"', "") for text in (old, new))
    pieces = [_PIECE.findall(text.replace("px", "").lower()) for text in (old, new)]
    return len(pieces[0]) == len(pieces[1]) and all(map(_is_same_piece, *pieces))


def _is_same_piece(old: str, new: str) -> bool:
    try:
        return are_close(float(old), float(new))
    except ValueError:
        return old == new


def parse_plain(text: str) -> float | None:
    """A value that is one number of user units."""
    found = _NUMBER.fullmatch(text)
    return float(found[1]) if found else None


def find_shift(name: str, old: str, new: str) -> Matrix | None:
    """The matrix that makes an outline of another, if they only lie elsewhere or are stretched."""
    try:
        shapes = [path_operators(f"M{text}" if name == "points" else text) for text in (old, new)]
    except ValueError:
        return None
    before, after = (_read_points(shape) for shape in shapes)
    letters = [re.sub(r"[-+.\de ]+", " ", shape) for shape in shapes]
    if letters[0] != letters[1] or len(before) != len(after) or not before:
        return None
    sides = []
    for axis in (0, 1):
        side = _fit([p[axis] for p in before], [p[axis] for p in after])
        if side is None:
            return None
        sides.append(side)
    (sx, tx), (sy, ty) = sides
    return (sx, 0.0, 0.0, sy, tx, ty)


def _read_points(operators: str) -> list[tuple[float, float]]:
    numbers = [float(word) for word in operators.split() if not word.isalpha()]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _fit(before: Sequence[float], after: Sequence[float]) -> tuple[float, float] | None:
    """The factor and shift that lead from some coordinates to others."""
    low, high = (
        min(range(len(before)), key=before.__getitem__),
        max(range(len(before)), key=before.__getitem__),
    )
    extent = before[high] - before[low]
    factor = (after[high] - after[low]) / extent if extent > _CLOSE else 1.0
    if are_close(extent * factor, extent):
        factor = 1.0
    shift = after[low] - factor * before[low]
    fits = all(abs(factor * a + shift - b) < 2 * _CLOSE for a, b in zip(before, after, strict=True))
    return (factor, shift) if fits else None


def find_moves(old: str, new: str) -> tuple[Matrix, Matrix] | None:
    """Return the matrices that make one transform another: put after it, or before it."""
    try:
        before, after = parse_transform(old), parse_transform(new)
    except ValueError:
        return None
    undone = None if is_flat(before) else invert(before)
    if undone is None:
        return None
    return multiply(undone, after), multiply(after, undone)


def is_move(m: Matrix) -> bool:
    """Whether a matrix only moves."""
    return are_alike((*m[:4], 0.0, 0.0), IDENTITY)


def write_matrix(m: Matrix) -> str:
    """A matrix as a transform."""
    if is_move(m):
        return f"translate({fmt(m[4], 4)} {fmt(m[5], 4)})"
    return f"matrix({' '.join(fmt(v, 6) for v in m)})"


PROPERTIES = frozenset(INHERITED) | frozenset(OWN)
_DEFAULTS = {"display": "inline", "opacity": "1", "fill-opacity": "1", "stroke-opacity": "1"}
_PLACED = ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2")
_MOST_COMPARED = 20_000_000
"""Letters of changed texts, each times those of what it became."""
_MOST_SPANS = 400
"""New tspans in a text."""
WRAPPED = "inline-size"


class Value(NamedTuple):
    """A value as it was and is; None if it was or is not there. `styled`: in a style attribute."""

    name: str
    old: str | None
    new: str | None
    styled: bool = False


class Typing(NamedTuple):
    """A change of letters: those from `start` to `end` of a text become others."""

    start: int
    end: int
    text: str


@record(frozen=False, slots=False)
class SampleChange:
    """All that was changed in one element."""

    node: FilledNode
    drawn: Drawn
    values: list[Value] = field(default_factory=list)
    typed: list[Typing] = field(default_factory=list)
    letters: list[FilledLetter] = field(default_factory=list)
    is_other: bool = False  # it became another kind of element
    looks: list[str] = field(default_factory=list)  # of words in a text
    lines: int = 0  # that were begun in a text


@record(frozen=False, slots=False)
class SampleComparison:
    """The style sheet of a sample, and how much may still be compared."""

    look: Stylesheet
    left: int = _MOST_COMPARED


def start_comparison(nodes: Sequence[FilledNode]) -> SampleComparison:
    """The comparison of a sample's elements with what became of them."""
    rules: list[StyleRule] = []
    for node in nodes:
        if node.tag == "style":
            with suppress(ValueError):  # reported when it is drawn
                rules += parse_stylesheet("".join(letter.letter for letter in node.letters))
    return SampleComparison(Stylesheet(rules))


def find_change(node: FilledNode, drawn: Drawn, comparison: SampleComparison) -> SampleChange:
    """Return the change of an element, apart from the elements in it. Raises ValueError."""
    change = SampleChange(node, drawn)
    if node.tag != drawn.element.tag:
        change.is_other = True
        return change
    change.values = [
        value
        for value in _compare_values(node, drawn)
        if node.parent is not None or value.name in PROPERTIES
    ]
    if node.tag == "text":
        _compare_text(change, comparison)
    elif node.tag == "style":
        old, new = "".join(letter.letter for letter in node.letters), drawn.element.text
        if old.split() != new.split():
            change.typed = [Typing(0, len(old), new)]
    return change


def _compare_values(node: FilledNode, drawn: Drawn) -> Iterator[Value]:
    """The attributes and properties that are not what they were."""
    old, new = split_look(node.attributes), split_look(drawn.element.attributes)
    wrapped = node.tag == "tspan"
    for name in dict.fromkeys([*old, *new]):
        if is_silent(name) or (name == "id" and (name not in old or wrapped)):
            continue
        before, after = old.get(name), new.get(name)
        if name == "transform" and drawn.matrix != IDENTITY:
            after = (after[0] if after else "", False)
            after = f"{write_matrix(drawn.matrix)} {after[0]}".strip(), False
        styled = after[1] if after else False
        value = Value(name, before[0] if before else None, after[0] if after else None, styled)
        if not _is_kept(value, after is None and before is not None):
            yield value
    if "transform" not in old and "transform" not in new and drawn.matrix != IDENTITY:
        yield Value("transform", None, write_matrix(drawn.matrix))


def _is_kept(value: Value, gone: bool) -> bool:
    name, old, new, _ = value
    if old is not None and new is not None:
        return is_same(name, old, new)
    if name == "transform":
        return is_same(name, old or "translate(0 0)", new or "translate(0 0)")
    if name in _PLACED:
        return is_same(name, old or "0", new or "0")
    if name == "style":
        return True
    return not gone and new == _DEFAULTS.get(name)


def split_look(attributes: dict[str, str]) -> dict[str, tuple[str, bool]]:
    """Attributes, and properties of the style among them, each with whether it is one of those."""
    found = {
        "href" if name == "xlink:href" else name: (value, False)
        for name, value in attributes.items()
        if name != "style"
    }
    try:
        styled = parse_declarations(attributes.get("style", ""))
    except ValueError:
        return {**found, "style": (attributes["style"], False)}
    return found | {
        name: (value, True) for name, value in styled.items() if not name.startswith("-")
    }


def _compare_text(change: SampleChange, comparison: SampleComparison) -> None:
    element = change.drawn.element
    spans = [inner for inner in change.drawn.walk() if inner is not change.drawn]
    fresh = [inner.element for inner in spans if inner.node is None]
    if len(fresh) > _MOST_SPANS:
        raise ValueError(f"there are more than {_MOST_SPANS} new tspans in it")
    wrapped = WRAPPED in split_look(change.node.attributes) or any(
        "x" in e.attributes and "sodipodi:role" not in e.attributes for e in fresh
    )
    lines = [e for e in fresh if e.attributes.get("sodipodi:role") == "line"]
    change.lines = 0 if wrapped else max(0, len(lines) - 1)
    change.looks = [
        f"{name}:{value}"
        for inner in fresh
        for name, (value, _) in split_look(inner.attributes).items()
        if name in PROPERTIES
        and not (wrapped and _was_there(change.node, name, value, comparison.look))
    ]
    letters = normalise(list(change.node.letters))
    old, new = "".join(letter.letter for letter in letters), read_letters(element)
    change.letters = letters
    if old == new or (wrapped and old.replace(" ", "") == new.replace(" ", "")):
        return
    comparison.left -= len(old) * len(new)
    if comparison.left < 0:
        raise ValueError("too much text was changed to be compared")
    # Editors drop the white space at the edge of a tspan.
    nested = any(True for _ in change.node.elements)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    change.typed = [
        Typing(a, b, new[c:d])
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal" and not (nested and not f"{old[a:b]}{new[c:d]}".strip(" "))
    ]


def _was_there(node: FilledNode, name: str, value: str, look: Stylesheet) -> bool:
    """Whether a text had words with such a look, which editors write in their own way."""
    if (name, value) in (("display", "block"), ("display", "inline")):
        return True
    for inner in node.elements:
        own = split_look(inner.attributes)
        classes = inner.attributes.get("class", "").split()
        ruled, urgent = look.match(inner.tag, inner.attributes.get("id", ""), classes)
        plain, is_styled = own.get(name, (None, False))
        known = urgent.get(name, plain if is_styled else ruled.get(name, plain))
        if known is not None and is_same(name, known, value):
            return True
        if _was_there(inner, name, value, look):
            return True
    return False


def describe(value: Value) -> str:
    """Return a word or two for a changed value, such as `moved by 2, 3`."""
    name, old, new, _ = value
    if name in ("transform", *OUTLINES):
        if name == "transform":
            move = (find_moves(old or "", new or "") or (None,))[0]
        else:
            move = find_shift(name, old or "", new or "")
        if move is not None and is_move(move):
            return f"moved by {fmt(move[4], 2)}, {fmt(move[5], 2)}"
        return "turned or stretched" if name == "transform" else "redrawn"
    if name in (*_PLACED, "dx", "dy"):
        try:
            return f"{name} moved by {fmt(float(new or 0) - float(old or 0), 2)}"
        except ValueError:
            return f"{name} {old} → {new}"
    if not (old and new):
        return f"{name} set to {new}" if new else f"{name} removed"
    return f"{name} {old} → {new}"


# Reports of an adoption: changes, and those that can't be taken back, with their places


CANT_ADOPT = declare(
    "cant-adopt",
    "error",
    """Something that was redrawn in a sample can't become part of its template.

    Why: A template is printed for every ship. What was done to one of several repetitions, or to a
    value that comes from a definition, has no meaning for the others, and no change is ever dropped
    silently.

    Example:
    # the third of twelve boxes was moved: move the first, or all of them, by the same distance
    """,
)

T = TypeVar("T")


class Report:
    """A report of an adoption: the changes taken over, and the problems."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Diagnostic] = []
        self.changes: list[str] = []

    def refuse(self, element: Element | None, message: str, hint: str = "") -> None:
        """Notes what can't be taken back, at an element of the drawing."""
        place = element.place._replace(file=self.file) if element else Place(self.file)
        self.problems.append(CANT_ADOPT.at(place, message, hint))

    def say(self, element: Element, node: FilledNode, what: str, count: int, done: int) -> None:
        """Notes what was changed in an element that is drawn so often, and in how many of these."""
        share = f", all {count} of them" if count > 1 else ""
        if done < count:
            share = f"; this is the first of {count}, and the others follow"
        line = f"{self.file}:{element.line}: {name_node(node)}: {what}{share}"
        self.changes.append(line)

    def settle(
        self,
        changes: Sequence[SampleChange],
        steps: Sequence[T | None],
        like: Callable[[Any, Any], bool],
    ) -> T | None:
        """Return the step made to all, or to the first alone; None for none or a refused one."""
        first = steps[0]
        if all(step is None for step in steps):
            return None
        others = [step for step in steps[1:] if step is not None]
        if first is not None and (not others or all(like(first, step) for step in steps)):
            return first
        at = next(
            i
            for i, step in enumerate(steps)
            if (step is None) != (first is None) or (step is not None and not like(first, step))
        )
        change = changes[at]
        self.refuse(
            change.drawn.element,
            f"{name_node(change.node)} is drawn {len(steps)} times, and number {at + 1} was"
            " changed in its own way",
            "change the first one, which all follow, or all of them alike",
        )
        return None
