"""A folder with a game.yaml → a game like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import SHARED, Files
from sheetgen.ground.textfile import read_text
from sheetgen.ground.words import PLAIN, Words
from sheetgen.reading import source
from sheetgen.reading.document import Source
from sheetgen.reading.model import prove, read
from sheetgen.reading.refusal import validate
from sheetgen.reading.source import parse_once
from sheetgen.systems.column import Column
from sheetgen.systems.contract import ID, Combat, Kind, Sheet, System, later, postpone
from sheetgen.systems.fault import catch_faults
from sheetgen.systems.plain.code import GameCode
from sheetgen.systems.plain.desk import WHAT, GameDesk, Path_
from sheetgen.systems.plain.field import describe_field, has_default, spell_key
from sheetgen.systems.plain.gamefile import GameFile
from sheetgen.systems.plain.icon import check_tables, read_icons
from sheetgen.systems.plain.kind import make_kind, make_types
from sheetgen.systems.plain.kindfile import FieldSpec, FleetSpec, KindSpec
from sheetgen.systems.plain.problem import BAD_GAME
from sheetgen.systems.plain.routine import read_functions
from sheetgen.systems.plain.subject import ValuePlan, Whose
from sheetgen.systems.plain.table import read_readings, read_tables

if TYPE_CHECKING:
    from sheetgen.systems.plain.filler import Filler
    from sheetgen.systems.plain.part import SheetPart

# Starters of a plain game: definitions to start from, made from the samples of its fields.


_PLAIN_TEXT = "abcdefghijklmnopqrstuvwxyz"


_SHIP = r"\b(?:ship|{}):\s*([\w-]+)"


def read_starter(desk: GameDesk, kind: str = "") -> str:
    """The `starter.yaml`, or `starter-KIND.yaml`, beside game.yaml; empty if there is none."""
    file = name_starter(kind)
    read = desk.read_file(BAD_GAME, (), file) if assets.is_there(desk.folder / file) else None
    return read[0] if read else ""


def name_starter(kind: str = "") -> str:
    """The name of the file with the starter of a kind; that of the first kind has no name."""
    return f"starter-{kind}.yaml" if kind else "starter.yaml"


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
        if sample is None or name == "name":
            continue
        rows.append((f"{spell_key(name, spec)}: {_write(sample)}", describe_field(spec)))
    width = min(max((len(line) for line, _ in rows), default=0), 40)
    for line, about in rows:
        yield f"{line:{width}}   # {about}" if about else line


def pick_sample(spec: FieldSpec) -> Any:
    """Return a starter's value for a field; None if it may be left out and nothing is better."""
    if spec.sample is not None:
        return spec.sample
    if spec.default not in (None, ""):
        return spec.default
    if spec.optional or has_default(spec):
        return None
    if spec.type in ("int", "number"):
        return spec.min if spec.min is not None else min(1, spec.max or 1)
    if spec.type == "record":
        return {spell_key(name, field): pick_sample(field) for name, field in spec.fields.items()}
    if spec.type == "flag":
        return False
    if spec.type == "map":
        return {}
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
SHIPPED = "sheetgen."
"""The beginning of the names under which games that come with sheetgen are imported."""
FIRST = "first-ship"
"""The id of the ship that a new project begins with, where a game comes with none."""


class PlainGame:
    """A plain game: the parts of its file, each of which is made when it is asked for.

    `ship` is the kind of what its fleets name.
    """

    def __init__(self, desk: GameDesk, written: GameFile) -> None:
        self.desk, self.written = desk, written
        self.ship = (written.fleet and written.fleet.of) or next(iter(written.kinds))
        self.fillers: dict[str, Filler] = {}
        """The functions that fill the sheets that are none of the kit, by their names."""
        self._kinds: dict[str, tuple[ValuePlan, Kind] | None] = {}
        self._sheets: dict[str, Sheet] = {}

    @cached_property
    def system(self) -> System:
        """The game as everything else knows it; its sheets are made when they are asked for."""
        kinds = [self._name_kind(name) for name in self.kinds]
        return System(
            id=self.written.game,
            name=self.written.name,
            about=self.written.about,
            rank=self.written.rank,
            look=self.written.look or "",
            needs=self.written.needs,
            words=self.desk.words,
            kinds=tuple(kinds),
            folder=self.desk.folder,
            combat=self._find_combat(),
            table=_find_table if self.written.scenario else None,
            **postpone(lambda: self, ["project", "sheets"]),
        )

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Everything that can be printed. Raises ProblemError for a sheet that is wrong."""
        sheets = tuple(self._name_sheets())
        self.desk.stop()
        return sheets

    @property
    def kinds(self) -> list[str]:
        """The names of all kinds; the first one has no marker."""
        more = {"fleet": self.written.fleet, "scenario": self.written.scenario}
        return [*self.written.kinds, *(name for name, spec in more.items() if spec)]

    def build(self) -> None:
        """Makes all parts. Raises ProblemError with everything that is wrong."""
        for name in self.written.kinds:
            self._read_kind(name)
        self.desk.stop()
        for name in self.kinds:
            kind = self.kind(name)
            for key in Kind.__slots__:
                getattr(kind, key)
        self.desk.stop()
        for sheet in self.system.sheets:
            getattr(sheet, "fill")  # noqa: B009 (which makes it)
        if callable(self._find_combat()):
            _ = self.combat
        self._check_imports()
        self.desk.stop()

    def _check_imports(self) -> None:
        """Note what is wrong with mappings, as far as it is known without a file to import."""
        for name, spec in self.written.imports.items():
            path, own = ("imports", name), spec.fleets
            if spec.kind and spec.kind not in self.kinds:
                message = f"there is no kind {spec.kind[:60]}"
                hint = f"there are {', '.join(self.kinds)}"
                self.desk.report(BAD_GAME, (*path, "kind"), message, hint)
            if own and self.written.fleet is None:
                self.desk.report_key((*path, "fleets"), "this game has no fleets")
            texts: dict[Path_, str] = {("each",): spec.each}
            texts |= {("values", key): text for key, text in spec.values.items()}
            texts |= {("set", key): text for key, text in spec.set.items()}
            texts |= {("ignore", at): text for at, text in enumerate(spec.ignore)}
            if own:
                texts |= {("fleets", key): getattr(own, key) for key in ("each", "name", "ships")}
                texts |= {("fleets", "set", key): text for key, text in own.set.items()}
            for key, text in texts.items():
                self.desk.parse((*path, *key), text)

    def _read_kind(self, name: str) -> tuple[ValuePlan, Kind] | None:
        """Read the fields and values of a kind; None if they are wrong, which is reported."""
        if name not in self._kinds:
            if name == "fleet":
                self._kinds[name] = self._read_fleet()
            elif name == "scenario":
                self._kinds[name] = self._read_scenario()
            else:
                self._kinds[name] = make_kind(self.desk, name)
        return self._kinds[name]

    def _read_fleet(self) -> tuple[ValuePlan, Kind] | None:
        ship = self.ship
        if ship not in self.written.kinds:
            message = f"there is no kind {ship[:60]}"
            hint = f"there are {', '.join(self.written.kinds)}"
            self.desk.report(BAD_GAME, ("fleet", "of"), message, hint)
            return None
        from sheetgen.systems.plain.fleet import make_fleet

        return make_fleet(self.desk, self.plan(ship))

    def _read_scenario(self) -> tuple[ValuePlan, Kind] | None:
        from sheetgen.systems.plain.scenario import make_scenarios

        if self.written.fleet is None:
            message = "a scenario needs fleets"
            self.desk.report_key(("scenario",), message, "write a part fleet: {code: A}")
            return None
        fleets = self.kind("fleet"), self.plan("fleet")
        members = self._list_members()
        made = make_scenarios(self.desk, *fleets, self.plan(self.ship), members, self.first)
        if made is None:
            return None
        made.plan.block = made
        return made.plan, made.kind

    def _list_members(self) -> Sequence[Column]:
        """The columns of a fleet's ships."""
        if self.written.fleet is None:
            return ()
        return next(column.of for column in self.kind("fleet").columns if column.of)

    def plan(self, name: str) -> ValuePlan:
        """The plan of a kind. Raises ProblemError."""
        return self._find_kind(name)[0]

    def kind(self, name: str) -> Kind:
        """A kind, whose parts are made when they are asked for. Raises ProblemError."""
        return self._find_kind(name)[1]

    def _find_kind(self, name: str) -> tuple[ValuePlan, Kind]:
        made = self._read_kind(name)
        self.desk.stop()
        assert made
        return made

    def write_starter(self, name: str) -> str:
        """The text of a definition of a kind to start from. Raises ProblemError."""
        written, marked = self.written, name != next(iter(self.written.kinds))
        text = read_starter(self.desk, name if marked else "")
        if text or name == "scenario":
            return text or self.kind(name).starter
        if name != "fleet":
            return write_starter(written.game, name, written.kinds[name], marked)
        assert written.fleet
        return write_fleet_starter(written.game, written.fleet, written.colour, self.first)

    def _name_kind(self, name: str) -> Kind:
        """A kind of which no more is made yet than what recognises its definitions."""
        known: dict[str, Any] = {"name": name}
        if name != "scenario":
            known["parts"] = None
        known["marker"] = "" if name == next(iter(self.written.kinds)) else name
        known["starter"] = later(partial(self.write_starter, name))
        make = partial(self.kind, name)
        return Kind(**known, **postpone(make, [key for key in Kind.__slots__ if key not in known]))

    @property
    def first(self) -> str:
        """The id of the ship that the fleet's starter names."""
        named = re.search(_SHIP.format(self.ship), read_starter(self.desk, "fleet"))
        return (
            named[1] if named else find_ship(self.desk.folder, self.ship, list(self.written.kinds))
        )

    @property
    def project(self) -> dict[str, str]:
        """The files of a project to start from."""
        if not self.written.fleet:
            return {}
        first, title = f"first-{self.ship}", f"First {self.ship.capitalize()}"
        fleet = self.write_starter("fleet").replace("@NAME@", "First Fleet")
        return {
            f"ships/{first}.yaml": self.write_starter(self.ship).replace("@NAME@", title),
            "fleet.yaml": fleet.replace(self.first, first),
        }

    def _find_combat(self) -> Callable[[], Combat] | str:
        """The function that makes the rules of duels, or a text that says why there are none."""
        written = self.written.combat
        if isinstance(written, str) and not all(map(str.isidentifier, written.split("."))):
            return written
        return (lambda: self.combat) if written else "its game.yaml has no combat"

    @cached_property
    def combat(self) -> Combat:
        """The rules by which duels are fought. Raises ProblemError."""
        from sheetgen.systems.plain.combat import make_combat

        written = self.written.combat
        if isinstance(written, str):
            made = self._call_combat(written)
        else:
            made = make_combat(self.desk, self.plan(self.ship))
        self.desk.stop()
        assert made
        return made

    def _call_combat(self, name: str) -> Combat | None:
        """The rules that a function of the game's code makes; None if it is wrong, as reported."""
        call = self.desk.code.find(("combat",), name)
        if call is None:
            return None
        with catch_faults(self.system, "its combat"):
            made = call()
        if isinstance(made, Combat):
            return made
        hint = "it is a class of sheetgen.systems"
        self.desk.report(BAD_GAME, ("combat",), f"{name[:60]} returns no Combat", hint)
        return None

    def _name_sheets(self) -> Iterator[Sheet]:
        """Yield the sheets, of which no more is made yet than what says when they are printed."""
        from sheetgen.systems.plain.part import list_sheets
        from sheetgen.systems.plain.sheet import outline_sheet

        for part in list_sheets(self.desk):
            chosen = outline_sheet(part, self._whose)
            if chosen is None:
                continue
            own = {"name": part.spec.name, "kinds": chosen.kinds, "default": chosen.default}
            known: dict[str, Any] = own
            make = partial(self.sheet, part, chosen)
            keys = [key for key in Sheet.__slots__ if key not in known]
            yield Sheet(**known, **postpone(make, keys))

    def sheet(self, part: SheetPart, whose: Whose) -> Sheet:
        """A sheet with all its parts. Raises ProblemError."""
        from sheetgen.systems.plain.sheet import make_sheet

        name = part.spec.name
        if name not in self._sheets:
            fleet = None
            # The fleet of a shipped game is not read for a sheet that never speaks of it.
            spoken = part.mentions("fleet") or not self.desk.is_shipped
            if self.written.fleet and spoken and whose.of not in ("fleet", "scenario"):
                fleet = self.plan("fleet").record
            made = make_sheet(part, whose, fleet, self._list_members)
            self.desk.stop()
            assert made
            self._sheets[name], filler = made
            if filler:
                self.fillers[name] = filler
        return self._sheets[name]

    @cached_property
    def _whose(self) -> dict[str, Whose]:
        """The subjects that a sheet can have, each with the kinds that it is printed for."""
        from sheetgen.systems.plain.sheet import make_game_plan

        both = ("fleet",) if self.written.fleet else ()
        found = {}
        for name in self.written.kinds:
            kinds = (name, *both) if name == self.ship else (name,)
            found[name] = Whose(name, partial(self.plan, name), kinds, kinds)
        if self.written.fleet and self.written.fleet.members:
            kinds, plan = (self.ship, *both), self.plan("fleet").units.plan
            found[plan.kind] = Whose(plan.kind, lambda: plan, kinds, kinds)
        if both:
            found["fleet"] = Whose("fleet", partial(self.plan, "fleet"), both, both)
        if self.written.scenario:
            only = ("scenario",)
            found["scenario"] = Whose("scenario", partial(self.plan, "scenario"), only, only)
        battle = ("scenario",) if self.written.scenario else ()
        own = cache(lambda: make_game_plan(self.desk.make_names()))
        found["game"] = Whose("game", own, (self.ship, *both, *battle), both)
        return found


def _find_table() -> Callable[[Any], Any]:
    from sheetgen.systems.kit.scenario.board import lay_table

    return lay_table


def load(folder: Path, package: str = "", words: Words = PLAIN) -> System:
    """The game in a folder. Raises ProblemError with everything that is wrong with it.

    Its code is run if the folder is imported as a `package`. What it prints is in the `words`.
    """
    return build(folder, package, words).system


def build(folder: Path, package: str = "", words: Words = PLAIN) -> PlainGame:
    """The game in a folder, with all its parts made. Raises ProblemError."""
    game = open_game(folder, package, words)
    game.build()
    return game


def open_game(folder: Path, package: str = "", words: Words = PLAIN) -> PlainGame:
    """The game in a folder, of which nothing but its tables has been read. Raises ProblemError."""
    files = SHARED.confine([folder])
    found = read_game(folder, files)
    if found.diagnostics or not found.documents:
        if not found.diagnostics:
            message = "there is nothing in this file"
            raise ProblemError([BAD_GAME.at(found.start, message, "game: my-game")])
        raise ProblemError(found.diagnostics)
    document = found.documents[0]
    data, is_right = document.data, package.startswith(SHIPPED)  # as its tests have shown
    if not is_right:
        checked, problems = validate(GameFile, document)
        if checked is None:
            raise ProblemError(problems)
        written = checked
    if words.is_foreign:
        from sheetgen.systems.plain.wording import GAME, put_words

        data = put_words(data, GAME, words)
    if is_right or words.is_foreign:
        written = read(GameFile, prove(data))
    desk = GameDesk(folder, document, written, files, words)
    desk.found += source.refuse_more(found)
    if not ID.fullmatch(written.game):
        message = f"{written.game[:60]} can't be the id of a game"
        desk.report(BAD_GAME, ("game",), message, "use lower-case letters, digits and hyphens")
    desk.icons = read_icons(desk, written.icons)
    read_tables(desk, written.tables)
    read_readings(desk, written.readings)
    desk.code = GameCode(desk, written.python, package)
    desk.is_shipped = package.startswith(SHIPPED)
    read_functions(desk, written.functions)
    if desk.icons:
        check_tables(desk, desk.icons, written.tables)
    desk.stop()
    make_types(desk, written.types)
    desk.stop()
    return PlainGame(desk, written)


def read_game(folder: Path, files: Files) -> Source:
    """The game.yaml of a folder. Never raises."""
    path = folder / FILE
    name = assets.display_name(path)
    text, found = files.read_text(path, name, WHAT)
    return Source(name, text, diagnostics=found) if found else parse_once(text, name)


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
