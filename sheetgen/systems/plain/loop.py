"""Loops of a game.yaml: what is said of every item of a list, and under a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.formula import Formula, FormulaNames
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS, FailureError
from sheetgen.systems.plain.formula.value import FLAG, TEXT, Frame, ListOf, TableType, limit_text
from sheetgen.systems.plain.gamefile import RepeatedSpec
from sheetgen.systems.plain.problem import BAD_GAME

_LOOP = re.compile(r"\s*([^\W\d]\w*)\s+in\s+")


class Loop(NamedTuple):
    """A loop such as `gun in guns`: its name, the formula of its list, and the slot of its item."""

    name: str
    source: Formula
    slot: int


class Repeated(NamedTuple):
    """The loops in which something is said, each inside the one before, and when it is."""

    loops: tuple[Loop, ...]
    when: Formula | None

    def walk(self, frame: Frame, whose: str, at: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """Yield the places of the items, from 0, with which it is said; they are in the frame then.

        Raises ProblemError.
        """
        if len(at) == len(self.loops):
            if self.when is None or self.when.work_out(frame, whose):
                yield at
            return
        loop = self.loops[len(at)]
        items: list[Any] = list(loop.source.work_out(frame, whose))
        try:
            frame[0].spend(len(items), 0)
        except FailureError as error:
            place = loop.source.place(0)
            message = f"it was working on {whose}"
            raise ProblemError([FORMULA_FAILS.at(place, error.message, message)]) from None
        for number, item in enumerate(items):
            frame[loop.slot] = item
            yield from self.walk(frame, whose, (*at, number))


@contextmanager
def open_loops(
    desk: GameDesk, path: Path_, spec: RepeatedSpec, names: FormulaNames
) -> Iterator[Repeated | None]:
    """The loops at a path, with their names among those of formulas; None if one is wrong."""
    known = dict(names.known)
    loops = []
    listed = spec.each and not isinstance(desk.look_up((*path, "each")), str)
    for at, text in enumerate(spec.each):
        loop = _read_loop(desk, (*path, "each", at) if listed else (*path, "each"), text, names)
        loops += [loop] if loop else []
    right = len(loops) == len(spec.each)
    when = None
    if right and spec.when is not None:
        when = desk.read((*path, "when"), spec.when, names, FLAG)
        right = when is not None
    try:
        yield Repeated(tuple(loops), when) if right else None
    finally:
        names.known = known


def _read_loop(desk: GameDesk, path: Path_, text: str, names: FormulaNames) -> Loop | None:
    """The loop of a text, whose name is added to the others."""
    found = _LOOP.match(text)
    if not found or found[1] in names.known:
        message = "a loop gives a new name to each item of a list"
        desk.report(BAD_GAME, path, message, "such as: gun in guns")
        return None
    formula = desk.parse(path, text[found.end() :], found.end())
    formula = desk.compile(formula, names)
    if formula is None:
        return None
    form = formula.type
    if isinstance(form, TableType):
        item = limit_text(form.keys) if form.key == TEXT else form.key
    elif isinstance(form, ListOf):
        item = form.item
    else:
        desk.report(BAD_GAME, path, f"this is {form}, and each needs a list")
        return None
    return Loop(found[1], formula, names.add(found[1], item))
