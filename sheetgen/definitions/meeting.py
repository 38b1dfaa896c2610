"""Definitions that meet in a run: what distinguishes each, and how it compares with the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.systems.fault import catch_faults


def tell_apart(definitions: Sequence[Definition]) -> list[Definition]:
    """The definitions of a run; those that meet get what distinguishes them, such as IDs.

    Raises ProblemError where a game's code fails.
    """
    told: dict[Definition, Definition] = {}
    for sides in _group(definitions):
        meet = getattr(type(sides[0].values), "meet", None)
        if meet is None or len(sides) == 1:
            continue
        with catch_faults(sides[0].system, "meet", sides[0].find_place):
            marks = list(zip(sides, meet([side.values for side in sides]), strict=True))
        told |= {side: side.take(mark) for side, mark in marks}
    return [told.get(definition, definition) for definition in definitions]


def compare(definitions: Iterable[Definition]) -> Iterator[Diagnostic]:
    """The findings about definitions beside the others of a run."""
    for sides in _group(definitions):
        before: list[Any] = []
        for side in sides if any(check.beside for check in sides[0].kind.checks) else ():
            yield from side.compare(before)
            before.append(side.values)


def _group(definitions: Iterable[Definition]) -> Iterable[list[Definition]]:
    """The definitions, grouped by the kinds of each game."""
    groups: dict[Any, list[Definition]] = {}
    for definition in definitions:
        groups.setdefault(definition.kind, []).append(definition)
    return groups.values()
