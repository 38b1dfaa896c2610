"""Variants of sheets: a sheet that is like another but for what it says itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.formula.formula import Formula
from sheetgen.systems.plain.formula.value import Type
from sheetgen.systems.plain.gamefile import SheetSpec
from sheetgen.systems.plain.phrase import Phrase, read_phrase
from sheetgen.systems.plain.problem import BAD_GAME


class SheetPart(NamedTuple):
    """A part of the game that describes a sheet: all that is said of it, and where.

    `levels` are the paths of the sheet and of those that it is like, each with its written keys.
    """

    desk: GameDesk
    spec: SheetSpec
    levels: Sequence[tuple[Path_, Mapping[str, Any]]]

    @property
    def path(self) -> Path_:
        """The path of the sheet itself."""
        return self.levels[0][0]

    def mentions(self, word: str) -> bool:
        """Whether a word is anywhere in what is written of the sheet."""
        return any(word in str(written) for _, written in self.levels)

    def find(self, *steps: str | int) -> Path_:
        """The path at which a key of the sheet is written, its own or that of another sheet."""
        for path, written in self.levels:
            value: Any = written
            for step in steps:
                known = isinstance(value, dict) and step in value
                listed = isinstance(value, list) and isinstance(step, int)
                if not (known or listed):
                    break
                value = value[step]
            else:
                return (*path, *steps)
        return (*self.path, *steps)

    def read(self, key: str, names: FormulaNames, *wanted: Type) -> Formula | None:
        """The formula under a key of the sheet, read and compiled, if there is one."""
        return self.desk.read(self.find(key), getattr(self.spec, key), names, *wanted)

    def read_phrase(self, key: str, names: FormulaNames) -> Phrase | None:
        """The phrase under a key of the sheet, if there is one; None if it is wrong."""
        return read_phrase(self.desk, self.find(key), getattr(self.spec, key), names)

    def report(self, steps: Sequence[str | int], message: str, hint: str = "") -> None:
        """Notes a problem at the value to which steps lead from the sheet."""
        self.desk.report(BAD_GAME, self.find(*steps), message, hint)


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
        part = SheetPart(desk, spec, [(path, desk.look_up(path))])
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
    return SheetPart(own.desk, replace(other.spec, **changes), [*own.levels, *other.levels])
