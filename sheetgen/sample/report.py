"""Reports of an adoption: what was changed, and what can't be taken back, with their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.sample.change import Change
from sheetgen.sample.filled import Node
from sheetgen.sample.naming import name_node
from sheetgen.svg.read.tree import Element

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
    """What is found while a sample is adopted."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Diagnostic] = []
        self.changes: list[str] = []

    def refuse(self, element: Element | None, message: str, hint: str = "") -> None:
        """Notes what can't be taken back, at an element of the drawing."""
        place = element.place._replace(file=self.file) if element else Place(self.file)
        self.problems.append(CANT_ADOPT.at(place, message, hint))

    def say(self, element: Element, node: Node, what: str, count: int, done: int) -> None:
        """Notes what was changed in an element that is drawn so often, and in how many of these."""
        share = f", all {count} of them" if count > 1 else ""
        if done < count:
            share = f"; this is the first of {count}, and the others follow"
        line = f"{self.file}:{element.line}: {name_node(node)}: {what}{share}"
        self.changes.append(line)

    def settle(
        self,
        changes: Sequence[Change],
        steps: Sequence[T | None],
        like: Callable[[Any, Any], bool],
    ) -> T | None:
        """What was done to all, or to the first alone; None if nothing is to be done."""
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
