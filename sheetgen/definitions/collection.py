"""Files and folders → definitions: all of them, linked and checked, with every problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sheetgen.definitions.definition import Definition, define, identify
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, Rule, declare, find_nearest
from sheetgen.reading import source
from sheetgen.reading.source import Source
from sheetgen.systems.catalogue import Systems
from sheetgen.systems.fault import catch_faults

NO_DEFINITIONS = declare(
    "no-definitions",
    "error",
    """There is nothing to work on.

    Why: The given files and folders hold no definitions. A definition is a YAML file with a
    `system:` key; `sheetgen new asfos "My Ship"` writes one to start from.

    Example:
    # sheetgen render ships/      the folder holds no .yaml file
    """,
)
DUPLICATE_ID = declare(
    "duplicate-id",
    "error",
    """Two definitions of a game have the same id.

    Why: Fleets and books name ships by their id, and could not tell which is meant. A
    definition's id is its file's name without the ending, or its `id:` key.

    Example:
    id: warrior      # and another file warrior.yaml
    """,
)
UNKNOWN_DEFINITION = declare(
    "unknown-definition",
    "error",
    """A fleet or book names a ship that is not there.

    Why: It is looked up by its id among what is being read, beside the file that names it, in a
    ships/ folder there or of the project, and among the shipped ones (`sheetgen list ships`).

    Example:
    ships: [{ship: warior}]    # did you mean warrior?
    """,
)

CIRCULAR_NAMES = declare(
    "circular-names",
    "error",
    """Definitions name each other in a circle.

    Why: Each is worked out from those that it names, so none of them could be the first.

    Example:
    ships: [{ship: first}]     # and the definition first names this one
    """,
)

SUFFIXES = (".yaml", ".yml")
_SKIPPED = ("templates", "fonts", "build", "__pycache__", "node_modules")


@dataclass
class Collection:
    """What was read: definitions, diagnostics, and the files' texts by the names shown.

    `borrowed` are those that were not asked for, but are named by others. `books` are files that
    hold none, but publish some.
    """

    definitions: list[Definition] = field(default_factory=list)
    borrowed: list[Definition] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    books: list[Path] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)  # ids of what can't be used

    @property
    def printed(self) -> list[Definition]:
        """The definitions to print by themselves: a fleet's ships are printed with the fleet."""
        inside = {(d.system.id, d.id) for whole in self.definitions for d in whole.links}
        return [d for d in self.definitions if (d.system.id, d.id) not in inside]


def read_definitions(paths: Sequence[Path], systems: Systems) -> Collection:
    """Every definition in the files and folders, with those that they name looked up."""
    collection = Collection()
    files, found = find_files(paths)
    collection.diagnostics += found
    for path in files:
        read = source.read(path, assets.display_name(path))
        add_source(read, path, systems, collection)
    _check_ids(collection)
    _link(collection, systems)
    for definition in (*collection.definitions, *collection.borrowed):
        collection.diagnostics += _check(definition)
    for definition in (*collection.definitions, *collection.borrowed):
        definition.settle()
    return collection


def _check(definition: Definition) -> Iterator[Diagnostic]:
    """What the checks of its kind find in a definition."""
    for check in definition.kind.checks:
        doing = f"the check {check.rule.name}"
        try:
            with catch_faults(definition.system, doing, definition.place):
                yield from list(check.run(definition.values, definition.document))
        except ProblemError as error:
            yield from error.diagnostics


def find_files(paths: Iterable[Path]) -> tuple[list[Path], list[Diagnostic]]:
    """The YAML files among the paths and in the folders, sorted, and what is wrong with them.

    Folders are searched with their subfolders; hidden ones, and templates and fonts, are not.
    """
    files: list[Path] = []
    found: list[Diagnostic] = []
    for path in paths:
        if assets.is_folder(path):
            inside = sorted(_search(path), key=_natural_key)
            if not inside:
                message = "this folder holds no definitions (.yaml files)"
                hint = 'write one with: sheetgen new asfos "My Ship"'
                found.append(NO_DEFINITIONS.at(Place(assets.display_name(path)), message, hint))
            files += inside
        else:
            files.append(path)
    return list(dict.fromkeys(files)), found


def _search(folder: Path, above: frozenset[Path] = frozenset()) -> Iterator[Path]:
    try:
        here = folder.resolve()
        entries = list(folder.iterdir()) if here not in above else []
    except (OSError, RuntimeError):  # RuntimeError: links that lead round in a circle
        return
    for path in entries:
        if path.name.startswith("."):
            continue
        if path.is_dir():
            if path.name not in _SKIPPED:
                yield from _search(path, above | {here})
        elif path.suffix.lower() in SUFFIXES:
            yield path


def _natural_key(path: Path) -> list[tuple[int, int | str]]:
    """Sorts `bb2` before `bb10`."""
    parts = re.split(r"(\d+)", path.as_posix().lower())
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in parts]


def add_source(read: Source, path: Path | None, systems: Systems, collection: Collection) -> None:
    """Adds a file's definitions to the collection, not linked or checked yet."""
    collection.texts[read.file] = read.text
    collection.diagnostics += read.diagnostics
    several = len(read.documents) > 1
    for document in read.documents:
        definition = None
        if isinstance(document.data, dict):
            if is_book(document.data):
                collection.books.append(path or Path(read.file))
                continue
            definition = define(document, path, several, systems, collection.diagnostics)
        if definition:
            collection.definitions.append(definition)
        else:
            collection.broken.add(identify(document, path))
    if not read.documents:
        collection.broken.add(path.stem if path else read.file)
        if not read.diagnostics:
            message = "this file holds no definition"
            collection.diagnostics.append(NO_DEFINITIONS.at(Place(read.file), message))


def is_book(data: Mapping[str, Any]) -> bool:
    """Whether a document is a book file, which tells how to publish definitions and is none."""
    return "book" in data and "system" not in data


def _check_ids(collection: Collection) -> None:
    seen: dict[tuple[str, str], Definition] = {}
    for definition in collection.definitions:
        first = seen.setdefault((definition.system.id, definition.id), definition)
        if first is not definition:
            path = ("id",) if "id" in definition.document.data else ()
            message = f"the id {definition.id} is taken by {first.document.file}"
            hint = "rename the file, or give it an id: of its own"
            place = definition.document.place(path)
            collection.diagnostics.append(DUPLICATE_ID.at(place, message, hint))


def _link(collection: Collection, systems: Systems) -> None:
    """Gives each definition that names others the values of those."""
    shelf = _Shelf(collection, systems)
    linked = [shelf.link(definition) for definition in collection.definitions]
    collection.definitions = [definition for definition in linked if definition]
    borrowed = [shelf.link(definition) for definition in shelf.borrowed]
    collection.borrowed = [definition for definition in borrowed if definition]


@dataclass
class _Finder:
    """The Lookup given to one definition's link."""

    definition: Definition
    shelf: _Shelf
    found: list[Definition] = field(default_factory=list)
    complete: bool = True

    def find(self, path: tuple[str | int, ...], id: str, kind: str = "ship") -> Any:
        named = self.shelf.find(self.definition, id, kind)
        if named is None:
            if not self.shelf.is_broken(self.definition, id):
                self._report_unknown(path, id, kind)
        elif named in self.shelf.open:
            names = " → ".join(d.id for d in (*self.shelf.open, named))
            self._report(CIRCULAR_NAMES, path, f"definitions name each other: {names}")
        elif linked := self.shelf.link(named):
            self.found += (linked, *linked.links)
            return linked.values
        self.complete = False
        return None

    def _report_unknown(self, path: tuple[str | int, ...], id: str, kind: str) -> None:
        near = find_nearest(id, self.shelf.list_ids(self.definition, kind))
        hint = "`sheetgen list ships` shows the shipped ones"
        if other := self.shelf.find_other(self.definition, id):
            hint = f"{id} is a {other.kind.name} of {other.system.name}"
        elif near:
            hint = f"did you mean {near}?"
        self._report(UNKNOWN_DEFINITION, path, f"there is no {kind} called '{id}'", hint)

    def _report(
        self, rule: Rule, path: tuple[str | int, ...], message: str, hint: str = ""
    ) -> None:
        place = self.definition.document.place(path)
        self.shelf.collection.diagnostics.append(rule.at(place, message, hint))


class _Shelf:
    """Where definitions are looked up by id: this run, then beside the file, then the shipped.

    `open` are the definitions that are being linked, each named by the one before it, and
    `borrowed` those from outside this run.
    """

    def __init__(self, collection: Collection, systems: Systems) -> None:
        self.collection = collection
        self.systems = systems
        self.open: list[Definition] = []
        self.borrowed: list[Definition] = []
        self._linked: dict[Definition, Definition | None] = {}
        self._folders: dict[Path, Collection] = {}

    def link(self, definition: Definition) -> Definition | None:
        """The definition with the values of all that it names, and that those name.

        None where one of them is missing, which is then reported.
        """
        if definition.kind.link is None:
            return definition
        if definition not in self._linked:
            finder = _Finder(definition, self)
            self.open.append(definition)
            whole = None
            try:
                with catch_faults(definition.system, "link", definition.place):
                    values = definition.kind.link(definition.written, finder)
                links = tuple(dict.fromkeys(finder.found))
                whole = replace(definition, values=values, links=links)
            except ProblemError as error:
                # What is missing is told already, and a link need not know what to do without.
                if finder.complete:
                    self.collection.diagnostics += error.diagnostics
            self.open.pop()
            self._linked[definition] = whole if finder.complete else None
        return self._linked[definition]

    def find(self, asker: Definition, id: str, kind: str) -> Definition | None:
        for definition in self._candidates(asker):
            same = definition.id == id and definition.kind.name == kind
            if same and definition.system is asker.system:
                self._borrow(definition)
                return definition
        return None

    def list_ids(self, asker: Definition, kind: str) -> list[str]:
        """Every id that would have been found."""
        return [
            d.id
            for d in self._candidates(asker)
            if d.kind.name == kind and d.system is asker.system
        ]

    def find_other(self, asker: Definition, id: str) -> Definition | None:
        """A definition of that id of any kind and game, to tell what it is."""
        games = [self._read_folder(f) for f in sorted(assets.shipped("ships").iterdir())]
        own = list(self._candidates(asker))
        known = own + [d for folder in games for d in folder.definitions]
        return next((d for d in known if d.id == id), None)

    def is_broken(self, asker: Definition, id: str) -> bool:
        """Whether a definition would have been found but can't be used; says why it can't."""
        if id in self.collection.broken:
            return True
        for folder in self._search(asker):
            if id in folder.broken:
                own = [d for d in folder.diagnostics if Path(d.file).stem == id]
                for diagnostic in own or folder.diagnostics:
                    self.collection.diagnostics.append(diagnostic)
                    self.collection.texts[diagnostic.file] = folder.texts[diagnostic.file]
                return True
        return False

    def _candidates(self, asker: Definition) -> Iterator[Definition]:
        yield from self.collection.definitions
        for folder in self._search(asker):
            yield from folder.definitions

    def _search(self, asker: Definition) -> Iterator[Collection]:
        """What the folders hold where the names in a definition are looked up."""
        folders = [assets.shipped("ships") / asker.system.id]
        if asker.system.folder:
            folders.insert(0, asker.system.folder / "ships")
        if asker.path:
            here = asker.path.parent.absolute()
            folders = [here, here / "ships", assets.find_project(here) / "ships", *folders]
        for folder in dict.fromkeys(folders):
            yield self._read_folder(folder)

    def _read_folder(self, folder: Path) -> Collection:
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = Collection()
            for path in sorted(folder.glob("*.y*ml")) if folder.is_dir() else ():
                name = assets.display_name(path)
                if name not in self.collection.texts:
                    add_source(source.read(path, name), path, self.systems, known)
        return known

    def _borrow(self, definition: Definition) -> None:
        """Takes over what there is to say about a definition from outside this run."""
        if definition in self.borrowed:
            return
        file = definition.document.file
        for folder in self._folders.values():
            if definition in folder.definitions:
                self.borrowed.append(definition)
                if file not in self.collection.texts:
                    self.collection.texts[file] = folder.texts[file]
                    self.collection.diagnostics += [d for d in folder.diagnostics if d.file == file]
