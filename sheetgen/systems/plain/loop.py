"""Loops of a game.yaml: what is said of every item of a list, and under a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.plain.desk import GameDesk, Path_
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS, FailureError
from sheetgen.systems.plain.formula.value import (
    FLAG,
    Frame,
    ListOf,
    TableType,
    Type,
    find_item,
)
from sheetgen.systems.plain.kindfile import RepeatedSpec
from sheetgen.systems.plain.phrase import Phrase, read_phrase, write_phrase
from sheetgen.systems.plain.problem import BAD_GAME

_KEYS = {"sum": "as"}
_LOOP = re.compile(r"\s*([^\W\d]\w*)\s+in\s+")
_MANY = re.compile(r"[^\W\d]\w*s")


class Loop(NamedTuple):
    """A loop such as `gun in guns`: its name, the formula of its list, and the slot of its item."""

    name: str
    source: Formula
    slot: int

    @property
    def item(self) -> Type:
        """The type of its items."""
        return find_item(self.source.type)


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
        loop = read_loop(desk, (*path, "each", at) if listed else (*path, "each"), text, names)
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


def read_loop(desk: GameDesk, path: Path_, text: str, names: FormulaNames) -> Loop | None:
    """The loop of a text, whose name is added to the others; `guns` is short for `gun in guns`."""
    found = _LOOP.match(text)
    name = found[1] if found else text[:-1] if _MANY.fullmatch(text) else ""
    if not name or name in names.known:
        message = "a loop gives a new name to each item of a list"
        desk.report(BAD_GAME, path, message, "such as: gun in guns")
        return None
    start = found.end() if found else 0
    formula = desk.compile(desk.parse(path, text[start:], start), names)
    if formula is None:
        return None
    if not isinstance(formula.type, (ListOf, TableType)):
        message = f"this is {formula.type}, and each needs a list"
        desk.found.append(BAD_GAME.at(formula.place(0), message))
        return None
    return Loop(name, formula, names.add(name, find_item(formula.type)))


# Lines: texts and values that are said together, perhaps of every item of a list


class RepeatedLine(NamedTuple):
    """A thing that is said in loops: its texts, its values, and the parts that it has."""

    found: Repeated
    texts: Mapping[str, Phrase]
    values: Mapping[str, Formula]
    parts: Sequence[RepeatedLine]

    def list_said(self, frame: Frame, whose: str) -> Iterator[dict[str, Any]]:
        """Yield its texts and values by their keys, and those of its parts in a list."""
        for _ in self.found.walk(frame, whose):
            said: dict[str, Any] = {
                key: write_phrase(text, frame, whose) for key, text in self.texts.items()
            }
            for key, formula in self.values.items():
                said[key] = formula.work_out(frame, whose)
            said["parts"] = list(list_said(self.parts, frame, whose))
            yield said


def list_said(lines: Sequence[RepeatedLine], frame: Frame, whose: str) -> Iterator[dict[str, Any]]:
    """Yield what all lines say, one after the other."""
    for line in lines:
        yield from line.list_said(frame, whose)


def read_lines(
    desk: GameDesk,
    path: Path_,
    specs: Sequence[RepeatedSpec],
    names: FormulaNames,
    texts: Sequence[str],
    values: Sequence[str] = (),
    wanted: Sequence[Type] = (),
) -> list[RepeatedLine]:
    """The lines at a path, with texts and formulas under these keys; whatever is wrong is noted."""
    made = (
        read_line(desk, (*path, at), spec, names, texts, values, wanted)
        for at, spec in enumerate(specs)
    )
    return [line for line in made if line]


def read_line(
    desk: GameDesk,
    path: Path_,
    spec: RepeatedSpec,
    names: FormulaNames,
    texts: Sequence[str],
    values: Sequence[str] = (),
    wanted: Sequence[Type] = (),
) -> RepeatedLine | None:
    """The line at a path; None if its loops are wrong. Whatever is wrong is noted."""
    whole = isinstance(desk.look_up(path), dict)  # or it is a text alone
    with open_loops(desk, path, spec, names) as found:
        if found is None:
            return None
        said = {
            key: read_phrase(desk, (*path, _KEYS.get(key, key)) if whole else path, text, names)
            for key in texts
            if (text := getattr(spec, key))
        }
        made = {
            key: desk.read((*path, key), text, names, *wanted)
            for key in values
            if (text := getattr(spec, key)) is not None
        }
        inner: Sequence[RepeatedSpec] = getattr(spec, "parts", ())
        parts = read_lines(desk, (*path, "parts"), inner, names, ["label"], ["value"], wanted)
    right = {key: text for key, text in said.items() if text is not None}
    formulas = {key: formula for key, formula in made.items() if formula}
    return RepeatedLine(found, right, formulas, parts)
