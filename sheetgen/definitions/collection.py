"""Files and folders → definitions, not linked yet, and every problem of the files."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

from sheetgen.definitions.definition import Definition, define, identify
from sheetgen.definitions.likeness import Originals
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, declare
from sheetgen.ground.files import Files
from sheetgen.ground.record import record
from sheetgen.ground.textfile import FileError, read_with
from sheetgen.reading import source
from sheetgen.reading.document import Source
from sheetgen.reading.problem import MAX_PROBLEMS
from sheetgen.reading.refusal import drop_reported, fold_unknown
from sheetgen.systems.loading import Systems

UNREADABLE = declare(
    "unreadable-folder",
    "error",
    """A folder can't be searched.

    Why: Its contents would be left out silently, and a name could lead to another ship.

    Example:
    # chmod u+rx ships      or name the files that are wanted
    """,
)
PARTLY_SEARCHED = declare(
    "partly-searched",
    "warning",
    """A folder is too large to look for names in all of it.

    Why: Names are looked up below the current folder. A folder that nothing marks as a project may
    hold anything, so only the files and folders that are nearest are searched, and a name could
    lead to another ship than the one that is meant.

    Example:
    # cd ~/Documents; sheetgen render kestrel      change to the folder of the ships first
    """,
)
NO_DEFINITIONS = declare(
    "no-definitions",
    "error",
    """There is nothing to work on.

    Why: The given files and folders contain no definitions. A definition is a YAML file with a
    `system:` key; `sheetgen new asfos "My Ship"` writes one to start from.

    Example:
    # sheetgen render ships/      the folder contains no .yaml file
    """,
)
DUPLICATE_ID = declare(
    "duplicate-id",
    "error",
    """Two definitions of a game have the same id.

    Why: Fleets and books name ships by their id, and it would not be clear which one is meant. A
    definition's id is its file's name without the ending, or its `id:` key.

    Example:
    id: warrior      # while there is another file called warrior.yaml
    """,
)

TABLE, WORKBOOK = ".csv", ".xlsx"
SUFFIXES = (".yaml", ".yml", TABLE)
"""The endings of files that are looked for in folders; workbooks are only read where named."""
_SPECIAL = (assets.GAME, assets.MARK, assets.PACK)
_SKIPPED = ("templates", "fonts", "build", "__pycache__", "node_modules")


@record(slots=False)
class Reading:
    """The contents of one file. Its definitions are not linked or checked.

    `broken` are the ids of definitions that can't be used, with the game that each names, if any;
    `games` are all the games that its documents name. `kinds` are what its other documents are: a
    `book`, a `game` itself, the `profile` of a print shop, the `pack` that a folder makes, or a
    `mapping` of files to import. One that `follows` has a definition that is like another one,
    perhaps of another file.
    """

    path: Path
    file: str
    text: str
    definitions: tuple[Definition, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    broken: Mapping[str, str] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    follows: bool = False

    @cached_property
    def by_id(self) -> dict[str, list[Definition]]:
        """Its definitions by their ids; only definitions of different games share one."""
        found: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            found.setdefault(definition.id, []).append(definition)
        return found


@record(frozen=False, slots=False)
class Collection:
    """Everything that was read: definitions, diagnostics, and the files' texts by displayed name.

    `borrowed` are definitions that were not asked for, but are named by others. `books` are files
    that contain no definitions, but publish some, `games` are folders of games, `profiles` files of
    print shops.
    """

    definitions: list[Definition] = field(default_factory=list)
    borrowed: list[Definition] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    books: list[Path] = field(default_factory=list)
    games: list[Path] = field(default_factory=list)
    profiles: list[Path] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    @property
    def printed(self) -> list[Definition]:
        """The definitions to print on their own: a fleet's ships are printed with the fleet."""
        inside = {(d.system.id, d.id, d.path) for whole in self.definitions for d in whole.links}
        return [d for d in self.definitions if (d.system.id, d.id, d.path) not in inside]

    def add(self, reading: Reading) -> None:
        """Adds everything that a file contains."""
        self.note(reading)
        self.definitions += reading.definitions
        self.broken |= set(reading.broken)
        if "book" in reading.kinds:
            self.books.append(reading.path)
        if "game" in reading.kinds:
            self.games.append(reading.path.parent)
        if "profile" in reading.kinds:
            self.profiles.append(reading.path)

    def note(self, reading: Reading) -> None:
        """Adds a file's text and diagnostics."""
        if reading.file not in self.texts:
            self.texts[reading.file] = reading.text
            self.diagnostics += reading.diagnostics

    def check_ids(self, systems: Systems) -> None:
        """Reports definitions of one game with the same id, as far as they are of one pack."""
        seen: dict[tuple[Any, ...], Definition] = {}
        for definition in self.definitions:
            pack = systems.find_pack(definition.path)
            first = seen.setdefault((definition.system.id, definition.id, pack), definition)
            if first is not definition:
                self.diagnostics.append(_report_same(definition, first))


def _report_same(definition: Definition, first: Definition) -> Diagnostic:
    """Reports that another definition has the id of a definition already."""
    document = definition.document
    where = first.document.file
    has_id = "id" in document.data
    if document.file == where:
        where = f"line {first.place.line} of {where}"
    path: tuple[str, ...]
    if document.cells:
        path = ("id",) if has_id else ("name",)
        hint = "give it another id" if has_id else "give it another name, or an id in a column id"
    else:
        path = ("id",) if has_id else ()
        hint = "give it another id" if has_id else "rename the file, or give it an id: of its own"
    message = f"the id {definition.id} is taken by {where}"
    return DUPLICATE_ID.at(document.place(path), message, hint)


def read_source(path: Path, files: Files) -> Source:
    """Reads the documents of a file of definitions. Never raises."""
    name = assets.display_name(path)
    is_table = path.suffix.lower() in (TABLE, WORKBOOK)
    return _read_table(path, name, files) if is_table else source.read(path, name, files.read_text)


def read_file(
    path: Path, files: Files, systems: Systems, library: Originals | None = None
) -> Reading:
    """Reads the contents of a file. Never raises. What definitions are like is in the `library`."""
    name = assets.display_name(path)
    if path.name in _SPECIAL and (found_other := _read_special(path, name, files)):
        return found_other
    is_table = path.suffix.lower() in (TABLE, WORKBOOK)
    read = read_source(path, files)
    reported = read.diagnostics
    found: list[Diagnostic] = []
    several = len(read.documents) > 1
    definitions: list[Definition] = []
    broken: dict[str, str] = {}
    kinds = set()
    games: set[str] = set()
    follows = False
    # Where no row of a table names its game, the first one says so for all.
    is_lost = is_table and not any("system" in document.data for document in read.documents)
    for document in read.documents:
        data, definition, kind = document.data, None, ""
        if isinstance(data, dict):
            games.add(find_game(data))
            follows = follows or "like" in data
            kind = _find_other(data, path)
            if not kind and len(found) < MAX_PROBLEMS and not (is_lost and document.index):
                definition = define(document, path, several, systems, found, files, library)
        if kind:
            kinds.add(kind)
        elif definition:
            definitions.append(definition)
        else:
            broken[identify(document, path)] = find_game(data)
    if not read.documents:
        broken[path.stem] = ""
        # An empty file has one line, too: there something has to be written.
        none = NO_DEFINITIONS.at(Place(read.file, 1, 1), "this file contains no definition")
        reported = reported or [none]
    # Rows of a table report a wrong heading at the same place.
    found = [*reported, *drop_reported(list(dict.fromkeys(found)), reported)]
    if is_table:
        found = fold_unknown(found)
    made = tuple(definitions), tuple(found), broken, frozenset(games), frozenset(kinds), follows
    return Reading(path, read.file, read.text, *made)


def _read_special(path: Path, name: str, files: Files) -> Reading | None:
    """The reading of a file with a name of its own; None for a definition called pack."""
    if path.name == assets.GAME:  # whose contents are checked when it is played
        return Reading(path, name, "", kinds=frozenset({"game"}))
    if path.name == assets.MARK:
        from sheetgen.definitions.mark import read_mark

        _, wrong = read_mark(path.parent, files)
        return Reading(path, name, files.texts[name], diagnostics=tuple(wrong))
    from sheetgen.reading.packfile import is_pack, judge_pack

    read = source.read(path, name, files.read_text)
    if read.documents and not is_pack(read.documents[0].data):
        return None
    _, reported = judge_pack(read)
    return Reading(path, name, read.text, diagnostics=tuple(reported), kinds=frozenset({"pack"}))


def find_game(data: Any) -> str:
    """The game that a document names."""
    return str(data.get("system") or "") if isinstance(data, dict) else ""


def _find_other(data: Mapping[str, Any], path: Path) -> str:
    """The kind of a document that is no definition of a game: a book or a profile."""
    if path.suffix.lower() in (TABLE, WORKBOOK):
        return ""
    if is_book(data):
        return "book"
    if "mapping" in data and "set" in data:  # of files of other programs, for `import`
        return "mapping"
    is_profile = "system" not in data and path.parent.name == assets.PROFILES
    return "profile" if is_profile else ""


def _read_table(path: Path, name: str, files: Files) -> Source:
    """The definitions in a table or a spreadsheet's own file. Never raises."""
    from sheetgen.reading import table, workbook

    if path.suffix.lower() == TABLE:
        return table.read(path, name, files.read_text)
    data = b""

    def read() -> bytes:
        nonlocal data
        data = files.read_bytes(path, workbook.MAX_BYTES, "a definition")
        return b""  # it is no text

    _, found = read_with(read, path, name)
    return Source(name, diagnostics=found) if found else workbook.parse(data, name)


def is_book(data: Mapping[str, Any]) -> bool:
    """Whether a document is a book file, which publishes definitions but is not one."""
    return "book" in data and "system" not in data


def find_files(paths: Iterable[Path], files: Files) -> tuple[list[Path], list[Diagnostic]]:
    """The files among the paths and in the folders, sorted, and what is wrong with them.

    Folders are searched with their subfolders, except hidden ones, templates and fonts.
    """
    there: list[Path] = []
    found: list[Diagnostic] = []
    for path in paths:
        if assets.is_folder(path):
            before = len(found)
            inside = list_below(path, files, found)
            defining = [file for file in inside if file.name != assets.MARK]
            if not defining and len(found) == before:
                message = "this folder contains no definitions (.yaml or .csv files)"
                hint = 'write one with: sheetgen new asfos "My Ship"'
                found.append(NO_DEFINITIONS.at(Place(assets.display_name(path)), message, hint))
            there += inside
        else:
            there.append(path)
    return list(dict.fromkeys(there)), found


def list_below(
    folder: Path, files: Files, found: list[Diagnostic], depth: int = 100, most: float = inf
) -> list[Path]:
    """The YAML files of a folder and its subfolders, sorted, including unsaved ones.

    Folders that can't be searched are added to what was `found` wrong, and one that is too large.
    """
    unsaved = [path for path in files.list_unsaved(folder) if _may_define(path, files)]
    return sorted({*_search(folder, files, depth, found, most), *unsaved}, key=_natural_key)


def list_inside(folder: Path, files: Files, found: list[Diagnostic]) -> list[Path]:
    """The same for the folder alone."""
    unsaved = [path for path in files.list_unsaved(folder) if path.parent == folder]
    saved = [folder / name for entry in _scan(folder, found) if _has_ending(name := entry.name)]
    there = {path for path in (*saved, *unsaved) if _may_define(path, files)}
    return sorted(there, key=_natural_key)


def _scan(folder: Path, found: list[Diagnostic]) -> list[os.DirEntry[str]]:
    """Return the entries of a folder; none if it is missing or unreadable, as `found` then says."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        message = f"this folder can't be searched: {error.strerror}"
        hint = "look at its permissions, or name the files that are wanted"
        found.append(UNREADABLE.at(Place(assets.display_name(folder)), message, hint))
        return []


def find_closed(folder: Path) -> list[Diagnostic]:
    """Return findings about folders in this one that can't be searched; none if it is missing."""
    found: list[Diagnostic] = []
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        waiting += [
            inside / entry.name
            for entry in _scan(inside, found)
            if entry.is_dir(follow_symlinks=False)
        ]
    return found


def _search(
    folder: Path, files: Files, depth: int, found: list[Diagnostic], most: float
) -> Iterator[Path]:
    """The nearest files first; none below a folder once there were `most` files and folders."""
    above: frozenset[tuple[int, int] | None] = frozenset()
    waiting = deque([(folder, depth, above)])
    seen = 0
    while waiting:
        if seen > most:
            message = f"only the nearest {most:,} files and folders in here are searched for names"
            hint = f"change to the folder of your project; {assets.MARK} marks one of any size"
            found.append(PARTLY_SEARCHED.at(Place(assets.display_name(folder)), message, hint))
            return
        inside, left, above = waiting.popleft()
        seen += 1
        here = None
        with suppress(OSError):  # which searching it tells
            state = inside.stat()
            here = state.st_dev, state.st_ino
        entries = _scan(inside, found) if here not in above else []  # else links form a circle
        if any(entry.name == assets.GAME for entry in entries):
            # What else is in the folder of a game belongs to it; its ships are asked for by name.
            kept = (assets.GAME,) if above else (assets.GAME, "ships")
            entries = [entry for entry in entries if entry.name in kept]
        names = {entry.name for entry in entries}
        # Packs are projects of their own, whose ships are asked for by name.
        closed = assets.PACKS if assets.LOCK in names else None
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = entry.name
            if name.startswith(".") or name == closed:
                continue
            path = inside / name
            if _is_folder(entry):
                if name in _SKIPPED or not left:
                    continue
                if entry.is_symlink() and not files.lies_inside(path):
                    yield path  # not searched; reading it tells why
                else:
                    waiting.append((path, left - 1, above | {here}))
            elif _has_ending(name) and _may_define(path, files):
                seen += 1
                yield path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether something in a folder is a folder, or a link to one."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _has_ending(name: str) -> bool:
    """Whether a file's name ends like one that is looked for in folders."""
    return name.lower().endswith(SUFFIXES)


def _may_define(path: Path, files: Files) -> bool:
    """Whether a file in a folder may contain definitions; tables have a heading `system` then."""
    suffix = path.suffix.lower()
    if suffix != TABLE:
        return suffix in SUFFIXES
    from sheetgen.reading import table

    try:
        return table.has_system(files.peek(path))
    except (FileError, OSError, ValueError):
        return True  # reading it tells why it can't be read


def _natural_key(path: Path) -> list[tuple[int, int | str]]:
    """Sorts `bb2` before `bb10`."""
    parts = re.split(r"(\d+)", path.as_posix().lower())
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in parts]
