"""The ships and fleets that a book may name, and what is drawn of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from sheetgen.book.manuscript.record import NoValueError, Record
from sheetgen.definitions.collection import (
    SUFFIXES,
    UNKNOWN_DEFINITION,
    Collection,
    read_definitions,
)
from sheetgen.definitions.definition import Definition
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, find_nearest
from sheetgen.press import Press, fill_sheet
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.contract import Look, Print, Sheet


class Library:
    """Definitions by id: those beside the book file first, then the shipped ones."""

    def __init__(self, path: Path, systems: Systems) -> None:
        self.path, self.systems = path, systems
        self.used: dict[Definition, None] = {}

    @cached_property
    def collection(self) -> Collection:
        """What lies beside the book file, in ships/ there, and in the project's."""
        here = self.path.parent.absolute()
        folders = [
            here,
            here / "ships",
            assets.find_project(here),
            assets.find_project(here) / "ships",
        ]
        files = [
            file
            for folder in dict.fromkeys(folders)
            if folder.is_dir()
            for file in sorted(folder.iterdir())
            if file.suffix.lower() in SUFFIXES and file != self.path.absolute()
        ]
        return read_definitions(files, self.systems)

    @cached_property
    def stock(self) -> Collection:
        """What came along with sheetgen."""
        folders = [assets.shipped("ships") / name for name in self.systems.names]
        return read_definitions([f for f in folders if f.is_dir()], self.systems)

    @property
    def known(self) -> Iterator[Definition]:
        """Every definition, one's own first."""
        yield from self.collection.definitions
        yield from self.stock.definitions

    def search(self, name: str, fleets: bool | None = None) -> Definition | None:
        """The definition called `id` or `game/id`; only fleets, or only others, if asked for."""
        game, _, identity = name.rpartition("/")
        for definition in self.known:
            fits = fleets is None or fleets == is_fleet(definition)
            if definition.id == identity and fits and game in ("", definition.system.id):
                self.used.setdefault(definition)
                return definition
        return None

    def find(self, name: str, place: Place | None, fleets: bool | None = None) -> Definition:
        """The same; raises ProblemError where there is none."""
        found = self.search(name, fleets)
        if found is None:
            raise ProblemError([self.miss(name, place, fleets)])
        return found

    def miss(self, name: str, place: Place | None, fleets: bool | None = None) -> Diagnostic:
        """Says that there is no such definition."""
        what = {None: "ship or fleet", True: "fleet", False: "ship"}[fleets]
        names = [d.id for d in self.known if fleets is None or fleets == is_fleet(d)]
        near = find_nearest(name.rpartition("/")[2], names)
        hint = f"did you mean {near}?" if near else "`sheetgen list ships` shows the shipped ones"
        for identity in self.collection.broken:
            if identity == name:
                hint = "its file has errors: `sheetgen validate` tells them"
        return UNKNOWN_DEFINITION.at(place, f"there is no {what} called '{name}'", hint)

    def problems(self) -> list[Diagnostic]:
        """What is wrong with the definitions that the book uses."""
        files = {d.document.file for used in self.used for d in (used, *used.links)}
        both = [self.collection]
        if "stock" in self.__dict__:
            both.append(self.stock)
        return [d for c in both for d in c.diagnostics if d.file in files and d.severity != "hint"]

    def shelf(self, fleets: bool) -> ChapterNames:
        """What chapters call `ships` and `fleets`."""
        return ChapterNames(self, fleets)


class ChapterNames:
    """Definitions as chapters see them: `ships.warrior`, `ships["game/warrior"]`."""

    __slots__ = ("_fleets", "_library")

    def __init__(self, library: Library, fleets: bool) -> None:
        self._library, self._fleets = library, fleets

    def __getattr__(self, name: str) -> Record:
        for wanted in (name, name.replace("_", "-")):
            found = self._library.search(wanted, self._fleets)
            if found:
                return describe(found)
        known = [d.id for d in self._library.known if is_fleet(d) == self._fleets]
        raise NoValueError(name, "fleets" if self._fleets else "ships", known)

    def __getitem__(self, name: str) -> Record:
        return self.__getattr__(name)


def is_fleet(definition: Definition) -> bool:
    """Whether a definition is made of others."""
    return definition.kind.link is not None


def describe(definition: Definition) -> Record:
    """All values of a definition: as written, and derived."""
    written = definition.written.model_dump(by_alias=True, exclude_none=True, mode="json")
    values = {**written, **definition.derived, "name": definition.name, "id": definition.id}
    return Record(values, definition.id)


class Illustrator:
    """Draws what the sheets of a definition print."""

    def __init__(self, press: Press, accent: str) -> None:
        self.press, self.accent = press, accent

    def choose(self, definition: Definition, role: str) -> Sheet | None:
        """The sheet of a definition of that name or role.

        Of a game that tells no roles, the display is the first piece that is cut out of the usual
        sheets, and counters are those called so.
        """
        fitting = [s for s in definition.system.sheets if definition.kind.name in s.kinds]
        named = [s for s in fitting if s.name == role] or [s for s in fitting if s.role == role]
        named = named or [s for s in fitting if s.name == f"{role}s"]
        if not named and role == "display":
            kind = definition.kind.name
            named = [s for s in fitting if kind in s.default and s.cut and not s.grid]
        return named[0] if named else None

    def fill(self, definition: Definition, sheet: Sheet, colour: str = "") -> list[Print]:
        """The pieces that a sheet has for a definition."""
        look = Look(colour, definition.find_art, (definition.values,), self.press.fonts)
        return fill_sheet(sheet, definition, definition.values, look)

    def draw(self, definition: Definition, sheet: Sheet, colour: str = "") -> list[Drawing]:
        """The same, drawn. Raises ProblemError."""
        return [
            self.press.draw(sheet.template, piece.data, piece.title, definition.place)
            for piece in self.fill(definition, sheet, colour)
        ]

    def portray(self, definition: Definition, colour: str = "") -> Drawing | None:
        """What a definition looks like, None where the game does not show that."""
        sheet = self.choose(definition, "portrait")
        drawn = self.draw(definition, sheet, colour) if sheet else []
        return drawn[0] if drawn else None
