"""A folder with a game.yaml → a game like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import SHARED, Files
from sheetgen.ground.record import record, replace
from sheetgen.ground.textfile import read_text
from sheetgen.reading import source
from sheetgen.reading.document import Source
from sheetgen.reading.refusal import validate
from sheetgen.systems import Column, Kind, System, later
from sheetgen.systems.contract import ID
from sheetgen.systems.kit.starter import make_project
from sheetgen.systems.plain.desk import WHAT, GameDesk
from sheetgen.systems.plain.field import describe_field, has_default
from sheetgen.systems.plain.fleet import make_fleet
from sheetgen.systems.plain.formula.formula import FormulaNames
from sheetgen.systems.plain.gamefile import FieldSpec, FleetSpec, GameFile, KindSpec
from sheetgen.systems.plain.kind import make_kind
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.sheet import Filler, make_game_plan, make_sheets
from sheetgen.systems.plain.subject import Whose
from sheetgen.systems.plain.table import read_tables

# Starters of a plain game: definitions to start from, made from the samples of its fields.


_PLAIN_TEXT = "abcdefghijklmnopqrstuvwxyz"


def write_starter(game: str, name: str, spec: KindSpec, marked: bool) -> str:
    """A definition of a kind with a comment on each key."""
    lines = [f"system: {game}", f"{name if marked else 'name'}: @NAME@"]
    return "\n".join([*lines, *_write_fields(spec.fields), ""])


def write_fleet_starter(game: str, spec: FleetSpec, colour: str, ship: str) -> str:
    """A fleet that has a ship."""
    lines = [f"system: {game}", "fleet: @NAME@", f'colour: "{colour}"']
    if spec.limit:
        lines.append(f"# {spec.limit}_limit: 100     # the most {spec.limit} allowed")
    lines += _write_fields(spec.fields)
    lines += [
        "ships:",
        f"  - {{ship: {ship}, count: 2}}    # add names: [One, Two] if you like",
        "",
    ]
    return "\n".join(lines)


def _write_fields(fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    rows = []
    for name, spec in fields.items():
        sample = pick_sample(spec)
        if sample is None:
            continue
        rows.append((f"{name}: {_write(sample)}", describe_field(spec)))
    width = min(max((len(line) for line, _ in rows), default=0), 40)
    for line, about in rows:
        yield f"{line:{width}}   # {about}" if about else line


def pick_sample(spec: FieldSpec) -> Any:
    """Return a starter's value for a field; None if it may be left out and nothing is better."""
    if spec.sample is not None:
        return spec.sample
    if spec.default is not None:
        return spec.default
    if spec.optional or has_default(spec):
        return None
    if spec.type in ("int", "number"):
        return spec.min if spec.min is not None else min(1, spec.max or 1)
    if spec.type == "record":
        return {name: pick_sample(field) for name, field in spec.fields.items()}
    if spec.type == "flag":
        return False
    return [] if spec.type == "list" and not spec.min else None


def _write(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = (f"{key}: {_write(one)}" for key, one in value.items() if one is not None)
        return f"{{{', '.join(inner)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_write, value))}]"
    if isinstance(value, str):
        plain = value[:1] in _PLAIN_TEXT and value.replace("-", "").isalnum()
        words = ("null", "true", "false", "yes", "no", "on", "off")
        return value if plain and value not in words else json.dumps(value, ensure_ascii=False)
    return str(value)


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
    desk: GameDesk
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
    written, problems = validate(GameFile, document)
    if written is None:
        raise ProblemError(problems)
    desk = GameDesk(folder, document, files)
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


def _assemble(desk: GameDesk, written: GameFile) -> PlainGame:
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
    if written.scenario:
        block = _make_scenarios(desk, written, kinds, plans[ship], fleet_plan, ship, members, first)
        kinds["scenario"] = block.kind
        block.plan.block = block
        whose["scenario"] = Whose("scenario", block.plan, ("scenario",), ("scenario",))
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
        table=later(_TABLE).load if written.scenario else None,
    )
    fillers = {sheet.name: filler for sheet, filler in sheets if filler}
    return PlainGame(system, written, desk, ship, first, fillers)


_TABLE = "sheetgen.systems.kit.scenario.board:lay_table"


def _make_scenarios(
    desk: GameDesk,
    written: GameFile,
    kinds: Mapping[str, Kind],
    ships: Any,
    fleets: Any,
    ship: str,
    members: Sequence[Column],
    first: str,
) -> Any:
    """The scenarios of a game. Raises ProblemError."""
    from sheetgen.systems.plain.scenario import make_scenarios

    made = None
    if "fleet" not in kinds:
        message = "a scenario needs fleets"
        desk.report_key(("scenario",), message, "write a part fleet: {code: A}")
    else:
        pair = (kinds["fleet"], fleets, kinds[ship], ships)
        made = make_scenarios(desk, written, *pair, members, first)
    desk.stop()
    return made


def _list_whose(
    written: GameFile, plans: Mapping[str, Any], fleet: Any, ship: str, desk: GameDesk
) -> dict[str, Whose]:
    """List the subjects that a sheet can have, each with the kinds that it is printed for."""
    both = ("fleet",) if fleet else ()
    found = {}
    for name, plan in plans.items():
        kinds = (name, *both) if name == ship else (name,)
        found[name] = Whose(name, plan, kinds, kinds)
    if fleet:
        found["fleet"] = Whose("fleet", fleet, both, both)
    game = make_game_plan(FormulaNames(desk.tables))
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
