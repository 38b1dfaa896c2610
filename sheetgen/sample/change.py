"""Changes: what differs between a sample and what an editor made of it, element by element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.ground.number import fmt
from sheetgen.sample.drawn import Drawn, is_silent, read_letters
from sheetgen.sample.filled import Letter, Node, normalise
from sheetgen.sample.likeness import (
    OUTLINES,
    find_moves,
    find_shift,
    is_move,
    is_same,
    write_matrix,
)
from sheetgen.svg.read.css import StyleRule, Stylesheet, parse_declarations, parse_stylesheet
from sheetgen.svg.read.property import INHERITED, OWN

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


@dataclass
class Change:
    """All that was changed in one element."""

    node: Node
    drawn: Drawn
    values: list[Value] = field(default_factory=list)
    typed: list[Typing] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    is_other: bool = False  # it became another kind of element
    looks: list[str] = field(default_factory=list)  # of words in a text
    lines: int = 0  # that were begun in a text


@dataclass
class Comparison:
    """What the style sheets of a sample say, and how much may still be compared."""

    look: Stylesheet
    left: int = _MOST_COMPARED


def start_comparison(nodes: Sequence[Node]) -> Comparison:
    """The comparison of a sample's elements with what became of them."""
    rules: list[StyleRule] = []
    for node in nodes:
        if node.tag == "style":
            with suppress(ValueError):  # reported when it is drawn
                rules += parse_stylesheet("".join(letter.letter for letter in node.letters))
    return Comparison(Stylesheet(rules))


def find_change(node: Node, drawn: Drawn, comparison: Comparison) -> Change:
    """What was changed in an element, apart from the elements in it. Raises ValueError."""
    change = Change(node, drawn)
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


def _compare_values(node: Node, drawn: Drawn) -> Iterator[Value]:
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


def _compare_text(change: Change, comparison: Comparison) -> None:
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


def _was_there(node: Node, name: str, value: str, look: Stylesheet) -> bool:
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
    """What was done to an element, in a word or two."""
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
