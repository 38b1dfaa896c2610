"""Wording: the texts in a formula that are printed, and the same formula in another language.

Texts that are put together with others are printed, and so is whatever a formula in a phrase gives.
Texts that are compared, or that find a line of a table, are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheetgen.ground.record import read_values, replace
from sheetgen.systems.plain.formula.parser import (
    Binary,
    Call,
    Choice,
    Constant,
    Each,
    Listing,
    Node,
    RecordParts,
)

_PASSING = ("capital", "lower", "upper", "unique", "join", "sorted", "reversed", "first")


def turn_texts(node: Node, change: Callable[[str], str], printed: bool = False) -> Node:
    """The tree of a formula with its printed texts changed; all of it may be `printed`."""
    if isinstance(node, Constant):
        text = node.value
        return replace(node, value=change(text)) if printed and isinstance(text, str) else node
    changes: dict[str, Any] = {}
    for key, value in read_values(node).items():
        several = value if isinstance(value, (list, tuple)) else (value,)
        if not several or not isinstance(several[0], Node):
            continue
        made = tuple(
            turn_texts(one, change, _is_printed(node, key, at, printed))
            for at, one in enumerate(several)
        )
        changes[key] = made if several is value else made[0]
    return replace(node, **changes) if changes else node


def _is_printed(node: Node, key: str, at: int, printed: bool) -> bool:
    """Whether a part of a node is printed, where that itself is or not."""
    if isinstance(node, Binary):  # lists that are added up are no texts
        is_list = isinstance(getattr(node, key), (Listing, Each))
        return node.operator == "+" and (printed or not is_list)
    if isinstance(node, Call):
        if call_words(node):
            return at > 0 or isinstance(node.arguments[0], (Choice, Call))
        return _is_argument_printed(node, at, printed)
    if isinstance(node, (Choice, Each)):
        return printed and key in ("yes", "no", "item")
    return printed and isinstance(node, (Listing, RecordParts))


def call_words(call: Call) -> bool:
    """Whether a call is one of `tr`, which looks its words up when they are filled in."""
    return call.name in ("tr", "tr_many")


def _is_argument_printed(call: Call, at: int, printed: bool) -> bool:
    if call.name == "switch":
        return printed and at > 0 and (at % 2 == 0 or at == len(call.arguments) - 1)
    passes = call.name in _PASSING or (call.name == "either" and at == 1)
    return call.name == "join" or (printed and passes)


def list_texts(node: Node, printed: bool = False) -> list[str]:
    """The printed texts in the tree of a formula."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text.strip())
        return text

    turn_texts(node, note, printed)
    return found
