"""The shelf: every definition that can be named, looked up in one order.

The user's own come first: those beside the file that names them, then those below its folder,
then those of the project. Next come those of packs, then those of games from outside, and last the
shipped ones. What lies in a pack sees that pack, and the packs that it needs, in place of the
project. Fleets, books and the command line all look names up here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sheetgen.definitions.collection import (
    TABLE,
    Reading,
    find_game,
    list_below,
    list_inside,
    read_file,
    read_source,
)
from sheetgen.definitions.definition import Definition, identify
from sheetgen.definitions.likeness import Found, Originals
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.files import Files, Stamp, locate
from sheetgen.ground.number import join_words
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import Words
from sheetgen.reading.document import Document
from sheetgen.systems.contract import System
from sheetgen.systems.loading import Systems

if TYPE_CHECKING:
    pass

UNKNOWN_DEFINITION = declare(
    "unknown-definition",
    "error",
    """A fleet, a book or a command names a ship that does not exist.

    Why: It is looked up by its id in the files being read, then beside the file that names it
    and in the folders below, then in the rest of the project, then in the packs that are installed,
    then among the ships that come with your own games, and last among the shipped ones
    (`sheetgen list ships`).

    Example:
    ships: [{ship: warior}]    # did you mean warrior?
    """,
)

AMBIGUOUS_ID = declare(
    "ambiguous-id",
    "error",
    """A name leads to ships in several packs.

    Why: Which one is meant can't be seen from the id alone. The name of the pack before it says so;
    a version behind that name takes another one than the newest.

    Example:
    ships: [{ship: kai/border-patrol/kestrel}]    # or kai/border-patrol@1.0.0/kestrel
    """,
)

# Begun by plain letters, which are found quickly; what comes before them is looked at afterwards.
_ID = r"""id(?<!\wid)["']?[ \t]*:[ \t]*["']?([^\n"',{}\[\]#]+)"""
_IN_PACK = re.compile(r"([a-z0-9-]+/[a-z0-9-]+)(?:@([0-9.]+))?/(.+)")
_SHIPPED = assets.shipped("ships")
_DEPTH = 3
"""How many levels below a folder names are looked up."""
_MOST = 2_000
"""Files and folders below one that is no project in which they are looked up."""


def _fits_all(definition: Definition) -> bool:
    return True


class PackName(NamedTuple):
    """An id with the pack that it is looked up in; of any version, unless one is given."""

    pack: str
    version: str
    id: str


def split_name(name: str) -> PackName:
    """The parts of `pack/id`, such as `kai/border-patrol@1.0.0/kestrel`, or of an id alone."""
    found = _IN_PACK.fullmatch(name)
    return PackName(found[1], found[2] or "", found[3]) if found else PackName("", "", name)


def is_broken(reading: Reading, id: str, system: System | None) -> bool:
    """Whether a file contains a definition that can't be used, of a system if one is given."""
    game = reading.broken.get(id)
    return game is not None and (system is None or game in ("", system.id))


class Shelf(Originals):
    """Reads each file once, until it changes, and finds definitions by their ids."""

    def __init__(self, systems: Systems, files: Files | None = None) -> None:
        self.systems = systems
        self.unreadable: list[Diagnostic] = []
        """The folders in which names could not be looked up, or not in all of them."""
        self.files = files or Files()
        self._readings: dict[str, tuple[Stamp, Reading]] = {}
        self._listings: dict[tuple[Path, bool], list[Path]] = {}
        self._indices: dict[tuple[Path, bool], dict[str, list[Path]]] = {}
        self._ids: dict[str, tuple[Stamp, Path, set[str]]] = {}
        self._documents: dict[str, dict[str, list[Document]]] = {}
        self._suspects: dict[tuple[str, Path, str], list[Path]] = {}
        self._open: set[str] = set()
        self._linked: WeakKeyDictionary[Definition, Definition] = WeakKeyDictionary()
        self._editions: dict[Sequence[str], tuple[Words, Shelf]] = {}

    def translate(self, languages: Sequence[str]) -> tuple[Words, Shelf]:
        """The words of one or two languages, and a shelf on which all games have them.

        It is this one where the words are those of English. Raises ProblemError.
        """
        key = tuple(languages)
        if key not in self._editions:
            systems = self.systems.translate(key)
            words = systems.find_words()
            other = Shelf(systems, self.files) if words.is_foreign else self
            self._editions[key] = words, other
        return self._editions[key]

    def _list_editions(self) -> list[Shelf]:
        return [shelf for _, shelf in self._editions.values() if shelf is not self]

    def read(self, path: Path) -> Reading:
        """Reads the contents of a file. Never raises."""
        key = locate(path)
        known = self._readings.get(key)
        if known is None:
            stamp = self.files.stamp(path)
            self._open.add(key)
            try:
                reading = read_file(path, self.files, self.systems, self)
            finally:
                self._open.discard(key)
            known = self._readings[key] = stamp, reading
        return known[1]

    @property
    def known(self) -> list[Path]:
        """The files that were read."""
        return [reading.path for _, reading in self._readings.values()]

    @property
    def followed(self) -> list[Path]:
        """The files in which it was looked up what definitions are like."""
        return [Path(key) for key in self._documents]

    def refresh(self) -> bool:
        """Forgets the files that have changed; returns whether there are any, or new ones."""
        for key, (words, other) in list(self._editions.items()):
            if self.systems.translate(key).find_words().key != words.key:
                del self._editions[key]
            elif other is not self:
                other.refresh()
        read = {key: (stamp, reading.path) for key, (stamp, reading) in self._readings.items()}
        seen = {key: (stamp, path) for key, (stamp, path, _) in self._ids.items()}
        stale = [
            key for key, (stamp, path) in (seen | read).items() if stamp != self.files.stamp(path)
        ]
        for key in stale:
            self._readings.pop(key, None)
            self._ids.pop(key, None)
        listings, self._listings, self._indices = self._listings, {}, {}
        self.unreadable.clear()
        moved = any(self._list(*folder) != there for folder, there in listings.items())
        if moved or stale:
            self._forget_likenesses()
        return moved or bool(stale)

    def _forget_likenesses(self) -> None:
        """Forgets what depends on other files: any of them may have changed."""
        self._documents.clear()
        self._suspects.clear()
        for key in [key for key, (_, reading) in self._readings.items() if reading.follows]:
            del self._readings[key]

    def clear(self) -> None:
        """Forgets all files."""
        for other in self._list_editions():
            other.clear()
        self._readings.clear()
        self._documents.clear()
        self._suspects.clear()
        self._ids.clear()
        self._listings, self._indices = {}, {}

    def forget(self, path: Path) -> None:
        """Forgets one file, which has changed, appeared or disappeared."""
        for other in self._list_editions():
            other.forget(path)
        key = locate(path)
        self._indices = {}
        self._forget_likenesses()
        read = self._readings.pop(key, None), self._ids.pop(key, None)
        if not any(read) or not self.files.is_file(path):
            self._listings = {}

    def find(
        self,
        id: str,
        start: Path | None,
        fits: Callable[[Definition], bool] = _fits_all,
        system: System | None = None,
    ) -> Definition | None:
        """The first definition with an id, not linked, as seen from a folder; None without one.

        With a `system`, the ships of other games are skipped. A definition that can't be used hides
        those after it: nobody wants a shipped ship in place of their own with a mistake in it. None
        as well if it is in several packs.
        """
        own = split_name(id).id
        for reading in self.seek(id, start, system):
            for definition in reading.by_id.get(own, ()):
                if fits(definition):
                    return None if self.list_rivals(id, start, fits, system) else definition
            if is_broken(reading, own, system):
                return None
        return None

    def list_rivals(
        self,
        id: str,
        start: Path | None,
        fits: Callable[[Definition], bool] = _fits_all,
        system: System | None = None,
    ) -> list[str]:
        """The whole names of what an id may mean, if it is in several packs and nowhere nearer."""
        found: dict[str, None] = {}
        own = split_name(id)
        for reading in self.seek(id, start, system) if self.systems.packs and not own.pack else ():
            pack = self.systems.find_pack(reading.path)
            if pack is None or pack is self.systems.find_pack(start):
                break
            if is_broken(reading, id, system) or any(map(fits, reading.by_id.get(id, ()))):
                found[f"{pack.name}/{id}"] = None
        return list(found) if len(found) > 1 else []

    def find_broken(
        self, id: str, start: Path | None, system: System | None = None
    ) -> Reading | None:
        """The contents of the file with the definition that has this id but can't be used."""
        found = self.seek(id, start, system)
        own = split_name(id).id
        return next((reading for reading in found if is_broken(reading, own, system)), None)

    def seek(self, id: str, start: Path | None, system: System | None = None) -> Iterator[Reading]:
        """The contents of the files that may contain a definition with an id."""
        for path in self._seek_files(id, start, system):
            yield self.read(path)

    def _seek_files(self, id: str, start: Path | None, system: System | None) -> Iterator[Path]:
        """The files that may contain a definition with an id, or with a pack's name before it."""
        pack, version, own = split_name(id)
        folders = self._list_folders(start, system)
        if pack:
            packs = self.systems.list_packs(start, version)
            folders = ((one.root, True) for one in packs if one.name == pack)
        for folder in folders:
            yield from self._suspect(*folder, own)

    def seek_documents(self, id: str, path: Path, system: System) -> Iterator[Found]:
        """Yield the documents of a game with an id, and their files, as seen from a file."""
        asked, own = (id, path.parent, system.id), split_name(id).id
        if asked not in self._suspects:
            files = self._seek_files(id, path.parent.absolute(), system)
            self._suspects[asked] = list(files)
        for file in (*(() if own != id else (path,)), *self._suspects[asked]):
            for document in self._list_documents(file).get(own, ()):
                if find_game(document.data) == system.id:
                    yield document, file

    def _list_documents(self, path: Path) -> Mapping[str, Sequence[Document]]:
        """The documents of a file by their ids, as they are written."""
        key = locate(path)
        if key not in self._documents:
            found = self._documents[key] = {}
            for document in read_source(path, self.files).documents:
                found.setdefault(identify(document, path), []).append(document)
        return self._documents[key]

    def list_all(self, start: Path | None, system: System | None = None) -> Iterator[Definition]:
        """Every definition that can be named from a folder, not linked, in the order of lookup."""
        for path in self.walk(start, system):
            yield from self.read(path).definitions

    def walk(self, start: Path | None, system: System | None = None) -> Iterator[Path]:
        """The files in which names are looked up, each once, in the order of lookup."""
        seen: set[str] = set()
        for folder, deep in self._list_folders(start, system):
            for path in self._list(folder, deep):
                key = locate(path)
                if key not in seen:
                    seen.add(key)
                    yield path

    def guess_all(self, start: Path | None) -> Iterator[str]:
        """The ids that definitions named from a folder may have, without parsing YAML files."""
        for path in self.walk(start):
            yield from self._guess_ids(path)

    def find_reading(self, definition: Definition) -> Reading | None:
        """The contents of a definition's file."""
        return self.read(definition.path) if definition.path else None

    def keep(self, definition: Definition, linked: Definition) -> Definition:
        """The linked definition, or the same object as before if nothing that it names changed."""
        known = self._linked.get(definition)
        if known is not None and known.links == linked.links:
            return known
        self._linked[definition] = linked
        return linked

    def _suspect(self, folder: Path, deep: bool, id: str) -> Sequence[Path]:
        """The files of a folder that may contain a definition with an id."""
        if folder.parent == _SHIPPED:  # no id is given twice there, so no other file is read
            for path in self._list(folder, deep):
                if path.stem == id:
                    return [path]
        return self._index(folder, deep).get(id, ())

    def _index(self, folder: Path, deep: bool) -> dict[str, list[Path]]:
        """The files of a folder by the possible ids of their definitions.

        These are found without parsing the files, most of which are never needed.
        """
        known = self._indices.get((folder, deep))
        if known is None:
            known = self._indices[folder, deep] = {}
            for path in self._list(folder, deep):
                for id in self._guess_ids(path):
                    known.setdefault(id, []).append(path)
        return known

    def _guess_ids(self, path: Path) -> set[str]:
        key = locate(path)
        if key not in self._ids:
            stamp = self.files.stamp(path)
            if path.suffix.lower() == TABLE:  # ids may follow from names
                ids = {*self._list_documents(path)}
            else:
                text, _ = self.files.read_text(path, "")
                ids = {path.stem, *(id.strip() for id in re.findall(_ID, text))}
            self._ids[key] = stamp, path, ids
        return self._ids[key][2]

    def _list_folders(
        self, start: Path | None, system: System | None
    ) -> Iterator[tuple[Path, bool]]:
        """The folders to look in, each with whether its subfolders count."""
        if start is not None:
            for folder in _list_own(start):
                yield folder, False
                # Nobody keeps a fleet in a folder that holds everything.
                yield folder / "ships" if assets.holds_everything(folder) else folder, True
        for pack in self.systems.list_packs(start):
            yield pack.root, True
        if system is None:
            for folder in self.systems.stock:
                yield folder, True
            for name in self.systems.names:
                yield _SHIPPED / name, False
        else:
            if system.folder:
                yield system.folder / "ships", True
            yield _SHIPPED / system.id, False

    def explain_rivals(
        self, place: Place | None, id: str, kind: str, rivals: Sequence[str]
    ) -> Diagnostic:
        """Says that an id leads to several packs, and what to write in its place."""
        packs = join_words([name.rpartition("/")[0] for name in rivals])
        message = f"the {kind} '{id}' is in several packs: {packs}"
        return AMBIGUOUS_ID.at(place, message, f"write {join_words(rivals, 'or')}")

    def has_pack(self, name: str, start: Path | None) -> bool:
        """Whether a pack can be named from a folder."""
        return any(pack.name == name for pack in self.systems.list_packs(start))

    def advise(self, name: str, start: Path | None) -> str:
        """A hint for a name that leads to nothing."""
        pack, version, _ = split_name(name)
        known = [one.name for one in self.systems.list_packs(start, version)] if pack else []
        if not pack or pack in known:
            return "`sheetgen list ships` shows the shipped ones"
        which = f"{pack} {version}".strip()
        return f"there is no pack {which} here; `sheetgen list packs` shows those that there are"

    def _list(self, folder: Path, deep: bool) -> list[Path]:
        known = self._listings.get((folder, deep))
        if known is None:
            if deep:
                most = inf if assets.locate_project(folder).signs else _MOST
                known = list_below(folder, self.files, self.unreadable, _DEPTH, most)
            else:
                known = list_inside(folder, self.files, self.unreadable)
            self._listings[folder, deep] = known
        return known


def _list_own(start: Path) -> Iterator[Path]:
    """A folder, and that of its project, which is only looked for once somebody asks."""
    yield start
    project = assets.find_project(start)
    if project != start:
        yield project
