"""The ships and fleets of a book, and what depends on all of them together."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.definition import Book
from sheetgen.book.library import Library, is_fleet
from sheetgen.book.manuscript.inline import Terms
from sheetgen.book.parts.index import invert
from sheetgen.book.parts.section import list_terms
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.meeting import compare
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.reading.document import Document


class Muster:
    """The definitions that a book shows; missing ones become `problems`."""

    def __init__(self, book: Book, source: Document, library: Library) -> None:
        self.problems: list[Diagnostic] = []
        self._source, self._library = source, library
        self.fleets = library.meet(self._find("fleets", book.fleets, True))
        self.problems += compare(self.fleets)
        own = self._find("ships", book.ships, False)
        linked = [ship for fleet in self.fleets for ship in fleet.links if not is_fleet(ship)]
        unique: dict[tuple[str, str], Definition] = {}
        for ship in (*linked, *own):
            unique.setdefault((ship.system.id, ship.id), ship)
        self.ships = list(unique.values())
        """The ships of the fleets, and those named on their own."""

    def _find(self, key: str, names: Sequence[str], fleets: bool) -> list[Definition]:
        found = []
        for at, name in enumerate(names):
            try:
                found.append(self._library.find(name, self._source.place((key, at)), fleets))
            except ProblemError as error:
                self.problems += error.diagnostics
        return list(dict.fromkeys(found))

    @property
    def all(self) -> list[Definition]:
        """Every fleet, and the ships that no fleet has."""
        inside = {ship for fleet in self.fleets for ship in fleet.links}
        return [*self.fleets, *(ship for ship in self.ships if ship not in inside)]

    @property
    def colours(self) -> dict[Definition, str]:
        """The colour of each ship: that of the first fleet with this ship."""
        colours: dict[Definition, str] = {}
        for fleet in self.fleets:
            colour = getattr(fleet.written, "colour", "")
            for ship in fleet.links:
                colours.setdefault(ship, colour)
        return colours

    def list_terms(self) -> Terms:
        """The words by which the index knows them. Raises ProblemError where a game fails."""
        exact: dict[str, str] = {}
        loose: dict[str, str] = {}
        for definition in (*self.ships, *self.fleets):
            exact[definition.name] = invert(definition.name)
            first, _, rest = definition.name.partition(" ")
            if first == "The" and rest:
                exact[rest] = invert(definition.name)
            loose |= {term: term for term in list_terms(definition)}
        return Terms(exact, loose)
