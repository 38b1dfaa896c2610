"""Variants of sheets: a sheet that is like another but for what it says itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.record import replace
from sheetgen.systems.plain.desk import SLUG, GameDesk, Path_
from sheetgen.systems.plain.formula.compiler import FormulaNames
from sheetgen.systems.plain.gamefile import SheetSpec
from sheetgen.systems.plain.part import GamePart
from sheetgen.systems.plain.problem import BAD_GAME

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
