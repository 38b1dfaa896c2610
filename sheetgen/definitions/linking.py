"""Links definitions: finds what each names on the shelf, hands it over, and checks the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from sheetgen.definitions.collection import Collection, find_files
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.shelf import UNKNOWN_DEFINITION, Shelf, split_name
from sheetgen.ground.diagnostics import Diagnostic, Mend, Names, ProblemError
from sheetgen.ground.record import record, replace
from sheetgen.systems.contract import System
from sheetgen.systems.fault import catch_faults

# Definitions that meet in a run


def tell_apart(definitions: Sequence[Definition]) -> list[Definition]:
    """The definitions of a run; those that meet get what distinguishes them, such as IDs."""
    told: dict[Definition, Definition] = {}
    for sides in _group(definitions):
        meet = getattr(type(sides[0].values), "meet", None)
        if meet is None or len(sides) == 1:
            continue
        marks = meet([side.values for side in sides])
        told |= {side: side.take(mark) for side, mark in zip(sides, marks, strict=True)}
    return [told.get(definition, definition) for definition in definitions]


def compare(definitions: Iterable[Definition]) -> Iterator[Diagnostic]:
    """The findings about definitions beside the others of a run."""
    for sides in _group(definitions):
        before: list[Any] = []
        for side in sides if any(check.beside for check in sides[0].kind.checks) else ():
            yield from side.compare(before)
            before.append(side.values)


def _group(definitions: Iterable[Definition]) -> Iterable[list[Definition]]:
    """The definitions, grouped by the kinds of each game."""
    groups: dict[Any, list[Definition]] = {}
    for definition in definitions:
        groups.setdefault(definition.kind, []).append(definition)
    return groups.values()


def gather(paths: Sequence[Path], shelf: Shelf) -> Collection:
    """Every definition in the files and folders, linked and checked."""
    collection = Collection()
    files, found = find_files(paths, shelf.files)
    collection.diagnostics += found
    for path in files:
        collection.add(shelf.read(path))
    collection.check_ids(shelf.systems)
    Linker(shelf, collection).link_all()
    return collection


def find_base(definition: Definition, shelf: Shelf) -> Definition | None:
    """The definition that one says it is like, linked; None if it is like no other."""
    like = getattr(definition.written, "like", None)
    if not like:
        return None
    own = definition.path, definition.document.index
    readings = shelf.seek(like, definition.folder, definition.system)
    there = (one for reading in readings for one in reading.by_id.get(like, ()))
    for one in there:
        if one.kind is definition.kind and (one.path, one.document.index) != own:
            return Linker(shelf, Collection()).link(one)
    return None


class Linker:
    """Links the definitions of one collection, and what they borrow from outside it."""

    def __init__(self, shelf: Shelf, collection: Collection) -> None:
        self.shelf, self.collection = shelf, collection
        given = reversed(collection.definitions)
        self._given = {self._name(d, d.kind.name, d.id): d for d in given}
        self._linked: dict[Definition, Definition | None] = {}
        self._borrowed: dict[Definition, None] = {}
        self._names: dict[tuple[Path | None, str, str], Names] = {}
        self._owners: dict[Path | None, dict[str, Definition]] = {}

    def link_all(self) -> None:
        """Links and checks the collection's definitions and those that they borrow."""
        collection = self.collection
        linked = [self.link(definition) for definition in collection.definitions]
        collection.definitions = [definition for definition in linked if definition]
        borrowed = [self.link(definition) for definition in self._borrowed]
        collection.borrowed = [definition for definition in borrowed if definition]
        for definition in (*collection.definitions, *collection.borrowed):
            collection.diagnostics += definition.findings
        collection.diagnostics += compare(collection.printed)
        for definition in (*collection.definitions, *collection.borrowed):
            definition.settle()

    def borrow(self, definition: Definition) -> Definition | None:
        """Links a definition from outside the collection, and notes its diagnostics."""
        if definition not in self._borrowed:
            self._borrowed[definition] = None
            reading = self.shelf.find_reading(definition)
            if reading:
                self.collection.note(reading)
        return self.link(definition)

    def link(self, definition: Definition) -> Definition | None:
        """The definition with the values of everything that it names, directly or indirectly.

        None if one of them is missing, which is then reported.
        """
        if definition.kind.link is None:
            return definition
        if definition not in self._linked:
            self._linked[definition] = self._link(definition)
        return self._linked[definition]

    def _link(self, definition: Definition) -> Definition | None:
        link = definition.kind.link
        assert link is not None
        finder = _Finder(definition, self)
        whole = None
        try:
            with catch_faults(definition.system, "link", definition.find_place):
                values = link(definition.written, finder)
            links = tuple(dict.fromkeys(finder.found))
            whole = self.shelf.keep(definition, replace(definition, values=values, links=links))
        except ProblemError as error:
            # What is missing is already reported, and a link need not be able to do without it.
            if finder.complete:
                self.collection.diagnostics += error.diagnostics
        return whole if finder.complete else None

    def is_given(self, definition: Definition) -> bool:
        """Whether a definition is one of the collection's own."""
        key = self._name(definition, definition.kind.name, definition.id)
        return self._given.get(key) is definition

    def _name(self, near: Definition, kind: str, id: str) -> tuple[Any, ...]:
        """The name for a definition that one of the same pack and game names."""
        return self.shelf.systems.find_pack(near.path), near.system.id, kind, id

    def find(self, asker: Definition, id: str, kind: str) -> Definition | None:
        """Finds what a definition names: among those given, then on the shelf; in its own game."""
        given = self._given.get(self._name(asker, kind, id))
        if given is not None:
            return given
        return self.shelf.find(id, asker.folder, *_narrow(asker, kind))

    def list_rivals(self, asker: Definition, id: str, kind: str) -> list[str]:
        """The whole names of what a definition may mean by an id that is in several packs."""
        return self.shelf.list_rivals(id, asker.folder, *_narrow(asker, kind))

    def find_near(self, asker: Definition, id: str, kind: str) -> str:
        """The id that was probably meant by one that a definition names; empty if none is near."""
        key = (asker.folder, asker.system.id, kind)
        if key not in self._names:
            known = [*self._given.values(), *self.shelf.list_all(asker.folder, asker.system)]
            fitting = (d.id for d in known if d.kind.name == kind and d.system is asker.system)
            self._names[key] = Names(fitting)
        return self._names[key].find(id)

    def find_owner(self, asker: Definition, id: str) -> Definition | None:
        """The definition that has an id, of whichever kind and game."""
        if asker.folder not in self._owners:
            known = [*self._given.values(), *self.shelf.list_all(asker.folder)]
            self._owners[asker.folder] = {d.id: d for d in reversed(known)}
        return self._owners[asker.folder].get(id)


def _narrow(asker: Definition, kind: str) -> tuple[Callable[[Definition], bool], System]:
    """The definitions that fit a name in another one, and the game in which it is looked up."""

    def fits(found: Definition) -> bool:
        return found.kind.name == kind and found.system is asker.system

    return fits, asker.system


@record(frozen=False, slots=False)
class _Finder:
    """The Lookup given to the link of one definition."""

    definition: Definition
    linker: Linker
    found: list[Definition] = field(default_factory=list)
    complete: bool = True

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        linker = self.linker
        named = linker.find(self.definition, id, kind)
        if named is None:
            if not self._is_broken(id):
                self._report_unknown(path, id, kind)
        else:
            linked = linker.link(named) if linker.is_given(named) else linker.borrow(named)
            if linked:
                self.found += (linked, *linked.links)
                return linked.values
        self.complete = False
        return None

    def _is_broken(self, id: str) -> bool:
        """Whether there is such a definition, but it can't be used; if so, reports why."""
        if id in self.linker.collection.broken:
            return True
        asker = self.definition
        reading = self.linker.shelf.find_broken(id, asker.folder, asker.system)
        if reading:
            self.linker.collection.note(reading)
        return reading is not None

    def _report_unknown(self, path: tuple[str | int, ...], id: str, kind: str) -> None:
        linker, asker = self.linker, self.definition
        if rivals := linker.list_rivals(asker, id, kind):
            found = linker.shelf.explain_rivals(asker.document.place(path), id, kind, rivals)
            linker.collection.diagnostics.append(found)
            return
        hint = linker.shelf.advise(id, asker.folder)
        mends: list[Mend] = []
        if other := linker.find_owner(asker, id):
            hint = f"{id} is a {other.kind.name} of {other.system.name}"
        elif near := not split_name(id).pack and linker.find_near(asker, id, kind):
            hint, mends = f"did you mean {near}?", [Mend(path, near)]
        place, message = asker.document.place(path), f"there is no {kind} called '{id}'"
        linker.collection.diagnostics.append(UNKNOWN_DEFINITION.at(place, message, hint, mends))
