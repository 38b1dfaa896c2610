"""The ships and fleets that a book may name, and the drawings of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sheetgen.book.manuscript.chapter import ChapterRecord, NoValueError
from sheetgen.definitions.collection import Collection
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import Linker, tell_apart
from sheetgen.definitions.piece import fill_sheet
from sheetgen.definitions.shelf import UNKNOWN_DEFINITION, Shelf, split_name
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.diagnostics import Diagnostic, Names, Place, ProblemError
from sheetgen.ground.record import replace
from sheetgen.printing.press import Press
from sheetgen.reading.model import write_data
from sheetgen.reading.packfile import LockedPack
from sheetgen.systems.contract import Look, Print, Sheet

LEAST_SCALE = 0.85
"""The smallest scale of a sheet that is read: its smallest letters, 7.1 pt, remain 6 pt."""


class Library:
    """Definitions by id, as seen from the book file: the user's own, then the shipped ones."""

    def __init__(self, path: Path, shelf: Shelf) -> None:
        self.folder, self.shelf = path.parent.absolute(), shelf
        self.collection = Collection()
        self.linker = Linker(shelf, self.collection)
        self.used: dict[Definition, None] = {}
        self._met: dict[Definition, Definition] = {}
        self._names: dict[bool | None, Names] = {}

    @property
    def known(self) -> Iterator[Definition]:
        """Every definition, the user's own first; what each names is not looked up yet."""
        return self.shelf.list_all(self.folder)

    def search(self, name: str, fleets: bool | None = None) -> Definition | None:
        """The definition called `id` or `game/id`; on request only fleets, or only others."""
        found = self._find(name, fleets)
        linked = self.linker.borrow(found) if found else None
        if linked:
            self.used.setdefault(linked)
            return self._met.get(linked, linked)
        return None

    def find(self, name: str, place: Place | None, fleets: bool | None = None) -> Definition:
        """The same; raises ProblemError if there is none, or if it has errors."""
        found = self.search(name, fleets)
        if found is None:
            raise ProblemError(self._explain(name, place, fleets))
        return found

    def meet(self, definitions: Sequence[Definition]) -> list[Definition]:
        """Definitions of the book as they are from now on: told apart, such as by their IDs."""
        told = tell_apart(definitions)
        self._met = dict(zip(definitions, told, strict=True))
        return told

    def _find(self, name: str, fleets: bool | None) -> Definition | None:
        return self.shelf.find(*self._seek(name, fleets))

    def _seek(self, name: str, fleets: bool | None) -> tuple[str, Path, Callable[..., bool]]:
        """A name to be looked up: an id, from which folder, and what fits."""
        game, _, identity = name.rpartition("/") if not split_name(name).pack else ("", "", name)

        def fits(found: Definition) -> bool:
            return game in ("", found.system.id) and fleets in (None, is_fleet(found))

        return identity, self.folder, fits

    def _explain(self, name: str, place: Place | None, fleets: bool | None) -> list[Diagnostic]:
        """Explain why a name leads to nothing that can be printed."""
        id = name.rpartition("/")[2]
        broken = self.shelf.find_broken(*self._seek(name, fleets)[:2])
        if broken:
            self.collection.note(broken)
        if broken or self._find(name, fleets):
            return [d for d in self.collection.diagnostics if d.is_error]
        what = {None: "ship or fleet", True: "fleet", False: "ship"}[fleets]
        if rivals := self.shelf.list_rivals(*self._seek(name, fleets)):
            return [self.shelf.explain_rivals(place, name, what, rivals)]
        if fleets not in self._names:
            fitting = (d.id for d in self.known if fleets in (None, is_fleet(d)))
            self._names[fleets] = Names(fitting)
        near = self._names[fleets].find(id)
        hint = f"did you mean {near}?" if near else self.shelf.advise(name, self.folder)
        return [UNKNOWN_DEFINITION.at(place, f"there is no {what} called '{name}'", hint)]

    def problems(self) -> list[Diagnostic]:
        """The problems of the definitions that the book uses."""
        used = dict.fromkeys(d for whole in self.used for d in (whole, *whole.links))
        found = [*self.collection.diagnostics, *(d for one in used for d in one.findings)]
        return [diagnostic for diagnostic in found if diagnostic.severity != "hint"]

    def list_packs(self) -> list[LockedPack]:
        """The packs from which the book has ships and fleets, as they are noted when installed."""
        used = dict.fromkeys(d for whole in self.used for d in (whole, *whole.links))
        packs = dict.fromkeys(self.shelf.systems.find_pack(one.path) for one in used)
        here = self.shelf.systems.find_pack(self.folder)
        return [pack.noted for pack in packs if pack and pack is not here]

    def names(self, fleets: bool) -> ChapterNames:
        """The values that chapters call `ships` and `fleets`."""
        return ChapterNames(self, fleets)


class ChapterNames:
    """Definitions as chapters see them: `ships.warrior`, `ships["game/warrior"]`."""

    __slots__ = ("_fleets", "_library")

    def __init__(self, library: Library, fleets: bool) -> None:
        self._library, self._fleets = library, fleets

    def __getattr__(self, name: str) -> ChapterRecord:
        for wanted in (name, name.replace("_", "-")):
            found = self._library.search(wanted, self._fleets)
            if found:
                return describe(found)
        known = [d.id for d in self._library.known if is_fleet(d) == self._fleets]
        raise NoValueError(name, "fleets" if self._fleets else "ships", known)

    def __getitem__(self, name: str) -> ChapterRecord:
        return self.__getattr__(name)


def is_fleet(definition: Definition) -> bool:
    """Whether a definition consists of others."""
    return definition.kind.link is not None


def describe(definition: Definition) -> ChapterRecord:
    """Return the values of a definition, as written and as derived, for chapters."""
    written = write_data(definition.written)
    values = {**written, **definition.derived, "name": definition.name, "id": definition.id}
    return ChapterRecord(values, definition.id)


class Illustrator:
    """Draws the sheets of a definition."""

    def __init__(self, press: Press, accent: str, room: tuple[float, float] | None = None) -> None:
        """`room` is width and height of the book's text in millimetres."""
        self.press, self.accent, self.room = press, accent, room

    def choose(self, definition: Definition, role: str) -> Sheet | None:
        """The sheet of a definition of that name or role.

        For a game that gives its sheets no roles, the display is the first of the usual sheets
        that is cut out, and the counters are the sheet of that name.
        """
        fitting = [s for s in definition.system.sheets if definition.kind.name in s.kinds]
        named = [s for s in fitting if s.name == role] or [s for s in fitting if s.role == role]
        named = named or [s for s in fitting if s.name == f"{role}s"]
        if not named and role == "display":
            kind = definition.kind.name
            named = [s for s in fitting if kind in s.default and s.cut and not s.grid]
        return named[0] if named else None

    def fill(
        self, definition: Definition, sheet: Sheet, colour: str = "", small: bool = False
    ) -> list[Print]:
        """The pieces of a sheet for a definition; in its form for `small` pages, if it has one."""
        dress = self.press.find_dress(definition.system)
        look = Look(colour, definition.find_art, self.press.fonts, dress=dress)
        if small:
            look = replace(look, room=self.room, least=LEAST_SCALE)
        return fill_sheet(sheet, definition, definition.values, look)

    def draw(
        self, definition: Definition, sheet: Sheet, colour: str = "", small: bool = False
    ) -> list[Drawing]:
        """The same, drawn. Raises ProblemError."""
        return [
            self.press.draw(sheet.template, piece.data, piece.title, definition)
            for piece in self.fill(definition, sheet, colour, small)
        ]

    def portray(self, definition: Definition, colour: str = "") -> Drawing | None:
        """Draw the portrait of a definition; None if its game has no portraits."""
        sheet = self.choose(definition, "portrait")
        drawn = self.draw(definition, sheet, colour) if sheet else []
        return drawn[0] if drawn else None
