"""A folder with a game.yaml → a game like any other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import SHARED, Files
from sheetgen.ground.record import record, replace
from sheetgen.ground.textfile import read_text
from sheetgen.reading import model, source
from sheetgen.reading.document import Source
from sheetgen.systems import Column, Kind, System
from sheetgen.systems.contract import ID
from sheetgen.systems.kit.starter import make_project
from sheetgen.systems.plain.desk import WHAT, Desk
from sheetgen.systems.plain.fleet import make_fleet
from sheetgen.systems.plain.formula.compiler import Names
from sheetgen.systems.plain.gamefile import GameFile
from sheetgen.systems.plain.kind import make_kind
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.sheet import Filler, Whose, make_game_plan, make_sheets
from sheetgen.systems.plain.starter import write_fleet_starter, write_starter
from sheetgen.systems.plain.table import read_tables

FILE = "game.yaml"
FIRST = "first-ship"
"""The id of the ship that a new project begins with, where a game comes with none."""


@record(frozen=False)
class PlainGame:
    """A plain game with what it was made from, which `validate` looks at.

    `ship` is the kind of what its fleets name, `first` the id of the first of them.
    """

    system: System
    written: GameFile
    desk: Desk
    ship: str
    first: str
    fillers: Mapping[str, Filler] = field(default_factory=dict)


def load(folder: Path) -> System:
    """The game in a folder. Raises ProblemError with everything that is wrong with it."""
    return build(folder).system


def build(folder: Path) -> PlainGame:
    """The game in a folder, with what it was made from. Raises ProblemError."""
    files = SHARED.confine([folder])
    found = read_game(folder, files)
    if found.diagnostics or not found.documents:
        if not found.diagnostics:
            message = "there is nothing in this file"
            raise ProblemError([BAD_GAME.at(found.start, message, "game: my-game")])
        raise ProblemError(found.diagnostics)
    document = found.documents[0]
    written, problems = model.validate(GameFile, document)
    if written is None:
        raise ProblemError(problems)
    desk = Desk(folder, document, files)
    desk.found += source.refuse_more(found)
    if not ID.fullmatch(written.game):
        message = f"{written.game[:60]} can't be the id of a game"
        desk.report(BAD_GAME, ("game",), message, "use lower-case letters, digits and hyphens")
    read_tables(desk, written.tables)
    desk.stop()
    return _assemble(desk, written)


def read_game(folder: Path, files: Files) -> Source:
    """The game.yaml of a folder. Never raises."""
    path = folder / FILE
    return source.read(path, assets.display_name(path), partial(files.read_text, what=WHAT))


def _assemble(desk: Desk, written: GameFile) -> PlainGame:
    """The game whose tables stand on the desk. Raises ProblemError."""
    plans, makers = {}, {}
    for at, (name, spec) in enumerate(written.kinds.items()):
        made = make_kind(desk, written.game, name, spec, marked=at > 0)
        if made:
            plans[name], makers[name] = made
    desk.stop()
    kinds: dict[str, Kind] = {}
    for name, make in makers.items():
        kind = make()
        starter = write_starter(written.game, name, written.kinds[name], bool(kind.marker))
        kinds[name] = replace(kind, starter=starter)
    ship = next(iter(kinds))
    fleet_plan: Any = None
    members: tuple[Column, ...] = ()
    first = FIRST
    if written.fleet:
        ship = written.fleet.of or ship
        if ship not in kinds:
            message = f"there is no kind {ship[:60]}"
            desk.report(BAD_GAME, ("fleet", "of"), message, f"there are {', '.join(kinds)}")
            desk.stop()
        made_fleet = make_fleet(desk, written.game, written.fleet, plans[ship], kinds[ship].model)
        desk.stop()
        assert made_fleet
        fleet_plan, finish = made_fleet
        fleet, members = finish(written.kinds[ship].columns)
        first = find_ship(desk.folder, ship, list(kinds))
        text = write_fleet_starter(written.game, written.fleet, written.colour, first)
        kinds["fleet"] = replace(fleet, starter=text)
    whose = _list_whose(written, plans, fleet_plan, ship, desk)
    sheets = list(make_sheets(desk, written, whose, members))
    desk.stop()
    project = {}
    if "fleet" in kinds:
        project = make_project(kinds[ship], kinds["fleet"], first)
    system = System(
        id=written.game,
        name=written.name,
        about=written.about,
        kinds=tuple(kinds.values()),
        sheets=tuple(sheet for sheet, _ in sheets),
        project=project,
        folder=desk.folder,
    )
    fillers = {sheet.name: filler for sheet, filler in sheets if filler}
    return PlainGame(system, written, desk, ship, first, fillers)


def _list_whose(
    written: GameFile, plans: Mapping[str, Any], fleet: Any, ship: str, desk: Desk
) -> dict[str, Whose]:
    """What a sheet can be of, with the kinds that it is printed for."""
    both = ("fleet",) if fleet else ()
    found = {}
    for name, plan in plans.items():
        kinds = (name, *both) if name == ship else (name,)
        found[name] = Whose(name, plan, kinds, kinds)
    if fleet:
        found["fleet"] = Whose("fleet", fleet, both, both)
    game = make_game_plan(Names(desk.tables))
    found["game"] = Whose("game", game, (ship, *both), both)
    return found


def find_ship(folder: Path, ship: str, kinds: Sequence[str]) -> str:
    """The id of the first ship that comes with a game, which a fleet may name.

    `ship` is the kind of ships; definitions of all `kinds` but the first have its name as a key.
    """
    keys = "|".join(map(re.escape, [*kinds[1:], "fleet"]))
    for name in assets.list_names(folder / "ships"):
        path = folder / "ships" / name
        if path.suffix in (".yaml", ".yml") and path.is_file():
            text, found = read_text(path, name)
            marker = re.search(rf"^({keys})[ \t]*:", text, re.MULTILINE)
            if not found and (marker[1] if marker else kinds[0]) == ship:
                return path.stem
    return FIRST
