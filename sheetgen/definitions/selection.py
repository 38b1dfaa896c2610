"""From the ids, files and folders that a user names to the definitions that are meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from sheetgen.definitions.collection import SUFFIXES, WORKBOOK, Collection, find_files
from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import Linker
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.files import Files
from sheetgen.ground.nearest import Names
from sheetgen.ground.textfile import NO_FILE

Name = str | Path
"""The id of a definition, or the path of a file or folder."""


def select(names: Sequence[Name], base: Path, shelf: Shelf) -> Collection:
    """The definitions that are named, as seen from the folder `base`; linked and checked.

    Whatever is wrong is in the collection's diagnostics.
    """
    collection = Collection()
    start = base.absolute()

    @cache
    def list_ids() -> Names:
        return Names(d.id for d in shelf.list_all(start))

    wanted: dict[Definition, None] = {}
    seen: set[Path] = set()
    for name in names:
        path = base / name
        if _is_path(path, name, shelf.files):
            if elsewhere := _find_elsewhere(path, start, shelf):
                collection.diagnostics.append(elsewhere)
                continue
            files, found = find_files([path], shelf.files)
            collection.diagnostics += found
            for file in files:
                if file not in seen:
                    seen.add(file)
                    collection.add(shelf.read(file))
        elif definition := _find(str(name), start, shelf, collection, list_ids):
            wanted[definition] = None
    collection.definitions = list(dict.fromkeys((*collection.definitions, *wanted)))
    collection.check_ids()
    Linker(shelf, collection).link_all()
    collection.diagnostics += shelf.unreadable
    return collection


def _is_path(path: Path, name: Name, files: Files) -> bool:
    """Whether a name is meant as a path: there is such a file, or it looks like one."""
    looks = len(Path(name).parts) != 1 or Path(name).suffix.lower() in (*SUFFIXES, WORKBOOK)
    return looks or assets.is_there(path) or files.is_file(path)


def _find_elsewhere(path: Path, start: Path, shelf: Shelf) -> Diagnostic | None:
    """The diagnostic for a file that is missing here, if there is one of its name elsewhere."""
    if assets.is_there(path) or shelf.files.is_file(path):
        return None
    there = list(shelf.walk(start))
    near = next((file for file in there if file.name == path.name), None)
    if path.suffix:  # .yml for .yaml
        near = near or next((file for file in there if file.stem == path.stem), None)
    if near is None:
        return None
    is_own = near.is_relative_to(start)
    what = assets.display_name(near) if is_own else f"the id {near.stem}"
    hint = f"did you mean {what}?"
    return NO_FILE.at(Place(assets.display_name(path)), "there is no such file", hint)


def _find(
    id: str, start: Path, shelf: Shelf, collection: Collection, list_ids: Callable[[], Names]
) -> Definition | None:
    """The definition with an id, not linked; the collection notes what is wrong with it."""
    found = shelf.find(id, start)
    reading = shelf.find_reading(found) if found else None
    reading = reading or shelf.find_broken(id, start)
    if reading:
        collection.note(reading)
    if not reading and not found:
        near = list_ids().find(id)
        hint = f"did you mean {near}?" if near else "`sheetgen list ships` shows the shipped ones"
        message = "there is no such file, and no definition with this id"
        collection.diagnostics.append(NO_FILE.at(Place(id), message, hint))
    return found
