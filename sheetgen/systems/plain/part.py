"""Parts of a game.yaml: what is written under their keys, be it a formula, a text or a loop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sheetgen.ground.diagnostics import ProblemError, find_nearest
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.ground.words import say
from sheetgen.systems.plain.desk import SLUG, GameDesk, Locate, Path_, shift
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.problem import FORMULA_FAILS, FORMULA_SYNTAX, FailureError
from sheetgen.systems.plain.formula.value import (
    BLANK,
    FLAG,
    NUMBER,
    TEXT,
    Frame,
    ListOf,
    TableType,
    Type,
    find_item,
    spell_value,
)
from sheetgen.systems.plain.gamefile import SheetSpec
from sheetgen.systems.plain.problem import BAD_GAME

_LOOP = r"\s*([^\W\d]\w*)\s+in\s+"
_MANY = r"[^\W\d]\w*s"
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")

# Phrases: texts with formulas in braces, such as `a sail of {sail}`.

Phrase = tuple[str | Formula, ...]


def read_phrase(desk: GameDesk, text: str, locate: Locate, names: FormulaNames) -> Phrase | None:
    """The parts of a text whose characters have these places; None if a formula is wrong."""
    parts: list[str | Formula] = []
    end = 0
    right = True
    for found in _BRACES.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found[1] is not None:
            formula = desk.parse_text(found[1], shift(locate, found.start(1)), is_printed=True)
            compiled = desk.compile(formula, names, NUMBER, TEXT, FLAG, loose=True)
            right = right and compiled is not None
            parts += [compiled] if compiled else []
        elif len(found[0]) == 2:
            parts.append(found[0][0])
        else:
            message = f"there is a single {found[0]}, without its other half"
            hint = "formulas stand in braces: {sail}; {{ is a brace in the text"
            desk.found.append(FORMULA_SYNTAX.at(locate(found.start()), message, hint))
            right = False
    parts.append(text[end:])
    return tuple(part for part in parts if part) if right else None


def write_phrase(phrase: Phrase, frame: Frame, whose: str) -> str:
    """The text with the values of its formulas. Raises ProblemError."""
    return "".join(
        part if isinstance(part, str) else write_value(part.work_out(frame, whose))
        for part in phrase
    )


def write_value(value: Any) -> str:
    """A value in print; nothing where it is missing or left open."""
    return "" if value is None or value is BLANK else say(spell_value(value))


# Loops: what is said of every item of a list, and under a condition.


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


class GamePart:
    """A part of a game.yaml: its path, what it says, and the names that its formulas know.

    Whatever is wrong is noted on the desk, and what is read is None then, or left out.
    """

    def __init__(self, desk: GameDesk, path: Path_, spec: Any, names: FormulaNames) -> None:
        self.desk, self.path, self.spec, self.names = desk, path, spec, names

    def find(self, *steps: str | int) -> Path_:
        """The path at which something in the part is written."""
        return (*self.path, *steps)

    def enter(self, *steps: str | int, names: FormulaNames | None = None) -> GamePart:
        """The part to which keys and numbers of items lead."""
        spec: Any = self.spec
        for step in steps:
            listed = isinstance(spec, (dict, list))
            spec = spec[step] if listed else getattr(spec, str(step))
        return GamePart(self.desk, self.find(*steps), spec, names or self.names)

    def items(self, *key: str, names: FormulaNames | None = None) -> Iterator[GamePart]:
        """Yield the items of the part, or those under a key, as parts."""
        whole = self.enter(*key, names=names)
        written = whole.spec
        for step in written if isinstance(written, dict) else range(len(written)):
            yield whole.enter(step)

    def report(self, steps: str | Path_, message: str, hint: str = "") -> None:
        """Notes a problem at the value to which a key leads, or several steps."""
        path = self.find(*([steps] if isinstance(steps, str) else steps))
        self.desk.report(BAD_GAME, path, message, hint)

    def report_key(self, key: str, message: str, hint: str = "") -> None:
        """Notes that a key of the part can't be what it is."""
        self.desk.report_key(self.find(key), message, hint)

    def report_whole(self, message: str, hint: str = "") -> None:
        """Notes that the part can't be what it is, at its key."""
        self.desk.report_key(self.path, message, hint)

    def read(self, key: str, *wanted: Type) -> Formula | None:
        """The formula under a key, if there is one, of a type that is wanted."""
        return self.desk.read(self.find(key), getattr(self.spec, key), self.names, *wanted)

    def read_phrase(self, *steps: str | int) -> Phrase | None:
        """The text under a key, with its formulas compiled; an empty one if there is none."""
        text = self.enter(*steps).spec or ""
        path = self.find("as") if steps == ("sum",) else self.find(*steps)
        return read_phrase(self.desk, text, self.desk.locate(path), self.names)

    def read_loops(self) -> Iterator[Loop]:
        """Yield the loops of the part that are right; their names are added to the others."""
        for at, text in enumerate(self.spec.each):
            if loop := self._read_loop(self.find("each", at), text):
                yield loop

    def _read_loop(self, path: Path_, text: str) -> Loop | None:
        """The loop of a text; `guns` is short for `gun in guns`."""
        desk, names, found = self.desk, self.names, re.match(_LOOP, text)
        name = found[1] if found else text[:-1] if re.fullmatch(_MANY, text) else ""
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

    @contextmanager
    def open_loops(self) -> Iterator[Repeated | None]:
        """The loops of the part, with their names among the others; None if one is wrong."""
        known = dict(self.names.known)
        loops = tuple(self.read_loops())
        right = len(loops) == len(self.spec.each)
        when = self.read("when", FLAG) if right else None
        right = right and (when is None) == (self.spec.when is None)
        try:
            yield Repeated(loops, when) if right else None
        finally:
            self.names.known = known

    def read_line(
        self, texts: Sequence[str], values: Sequence[str] = (), wanted: Sequence[Type] = ()
    ) -> RepeatedLine | None:
        """The line in the loops of the part: texts and formulas under these keys, and `parts`."""
        with self.open_loops() as found:
            if found is None:
                return None
            said = {key: self.read_phrase(key) for key in texts if getattr(self.spec, key)}
            made = {key: self.read(key, *wanted) for key in values}
            parts: Sequence[RepeatedLine] = ()
            if hasattr(self.spec, "parts"):
                parts = self.read_lines("parts", ["label"], ["value"], wanted)
        right = {key: text for key, text in said.items() if text is not None}
        formulas = {key: formula for key, formula in made.items() if formula}
        return RepeatedLine(found, right, formulas, parts)

    def read_lines(
        self,
        key: str,
        texts: Sequence[str],
        values: Sequence[str] = (),
        wanted: Sequence[Type] = (),
        names: FormulaNames | None = None,
    ) -> list[RepeatedLine]:
        """The line of each item under a key."""
        made = (part.read_line(texts, values, wanted) for part in self.items(key, names=names))
        return [line for line in made if line]


# Sheets, and variants: a sheet that is like another but for what it says itself.


Level = tuple[Path_, Mapping[str, Any]]
"""The path of a sheet, and the keys that are written of it."""


class SheetPart(GamePart):
    """A part of the game that describes a sheet, with the `levels` of those that it is like.

    Its formulas know no names before it is known whose data it shows.
    """

    def __init__(self, desk: GameDesk, spec: SheetSpec, *levels: Level) -> None:
        super().__init__(desk, levels[0][0], spec, FormulaNames({}))
        self.levels = levels

    def mentions(self, word: str) -> bool:
        """Whether a word is anywhere in what is written of the sheet."""
        return any(word in str(written) for _, written in self.levels)

    def find(self, *steps: str | int) -> Path_:
        """The path at which a key of the sheet is written, its own or that of another sheet."""
        inside = super().find(*steps)[len(self.path) :]
        paths = [(*path, *inside) for path, _ in self.levels]
        return max(paths, key=lambda path: len(self.desk.look_up(path)[0]))


def list_sheets(desk: GameDesk) -> Iterator[SheetPart]:
    """The sheets of a game, variants with all that they share; what is wrong is reported."""
    known: dict[str, SheetPart] = {}
    for at, spec in enumerate(desk.written.sheets):
        path: Path_ = ("sheets", at)
        if not SLUG.fullmatch(spec.name) or spec.name in known:
            message = f"{spec.name[:60]} can't be the name of a sheet"
            hint = "another has it" if spec.name in known else "use letters and hyphens: ship-card"
            desk.report(BAD_GAME, (*path, "name"), message, hint)
            continue
        part = SheetPart(desk, spec, desk.look_up(path))
        if spec.like is not None:
            other = known.get(spec.like)
            if other is None:
                near = find_nearest(spec.like, known)
                hint = f"did you mean {near}?" if near else "write that sheet above this one"
                message = f"there is no sheet {spec.like[:60]} above this one"
                desk.report(BAD_GAME, (*path, "like"), message, hint)
                continue
            part = _vary(other, part)
        known[spec.name] = part
        if not part.spec.title:
            message, hint = "a sheet needs a title", "title: Ship card"
            desk.report(BAD_GAME, (*path, "name"), message, hint)
            continue
        yield part


def _vary(other: SheetPart, own: SheetPart) -> SheetPart:
    """The variant of a sheet: its own keys, with those values of the other that it has not."""
    (_, written), *_ = own.levels
    names = {"for": "kinds"}
    changes = {names.get(key, key): getattr(own.spec, names.get(key, key)) for key in written}
    if "values" in changes:
        changes["values"] = {**other.spec.values, **own.spec.values}
    return SheetPart(own.desk, replace(other.spec, **changes), *own.levels, *other.levels)
