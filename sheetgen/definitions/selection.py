"""From the ids, files and folders that a user names to the definitions that are meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.definitions.collection import SUFFIXES, WORKBOOK, Collection, find_files
from sheetgen.definitions.definition import Definition, list_all
from sheetgen.definitions.linking import Linker
from sheetgen.definitions.piece import list_parts, list_sheets
from sheetgen.definitions.shelf import Shelf, split_name
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Names, Place
from sheetgen.ground.files import Files
from sheetgen.ground.record import replace
from sheetgen.ground.textfile import NO_FILE
from sheetgen.systems.contract import Companion, Sheet

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
        if not _is_in_pack(name, start, shelf) and _is_path(path, name, shelf.files):
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
    collection.check_ids(shelf.systems)
    Linker(shelf, collection).link_all()
    collection.diagnostics += shelf.unreadable
    return collection


def _is_in_pack(name: Name, start: Path, shelf: Shelf) -> bool:
    """Whether a name says in which pack something is, and nothing of that name is here."""
    pack = split_name(Path(name).as_posix()).pack
    return bool(pack) and not assets.is_there(start / name) and shelf.has_pack(pack, start)


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
    if not found and (rivals := shelf.list_rivals(id, start)):
        place = Place(id)
        collection.diagnostics.append(shelf.explain_rivals(place, id, "definition", rivals))
    elif not reading and not found:
        near = list_ids().find(id)
        hint = f"did you mean {near}?" if near else shelf.advise(id, start)
        message = "there is no such file, and no definition with this id"
        collection.diagnostics.append(NO_FILE.at(Place(id), message, hint))
    return found


# Narrowing a print to the definitions and ships with certain ids, for `--only`


def list_ids(definitions: Iterable[Definition]) -> list[str]:
    """Everything that can be asked for: definitions, and the ships of fleets by design and ID."""
    found: dict[str, None] = {}
    for definition in definitions:
        found[definition.id] = None
        parts = list_parts(definition)
        for part in parts:
            found |= dict.fromkeys(_name_fleet(definition, part))
        for values in (definition.values, *(part.values for part in parts)):
            for member in _list_members(values):
                found |= dict.fromkeys(sorted(_name_member(definition, member)))
    return list(found)


def narrow_all(
    definitions: Sequence[Definition],
    ids: Sequence[str],
    names: Sequence[str],
    skipped: Sequence[str],
) -> tuple[list[Definition], Iterator[tuple[Definition, Companion, Sheet]]]:
    """The definitions, with fleets of only the ships with these ids, and the sheets to print.

    What is left out is still among the definitions, as the rest keeps its liveries and counts.
    """
    narrowed = [_narrow(definition, ids) for definition in definitions]
    chosen = [definition for definition in narrowed if definition]
    sheets = (
        (definition, small, sheet)
        for definition, part, sheet in list_sheets(chosen, names, skipped)
        if (small := _narrow_part(definition, part, ids))
        and not _is_left_out(sheet, definition, ids)
    )
    return [small or d for small, d in zip(narrowed, definitions, strict=True)], sheets


def _narrow(definition: Definition, ids: Sequence[str]) -> Definition | None:
    """The definition, or its fleet of only the ships with these ids; None if nothing remains.

    One with parts, such as the fleets of a scenario, stays whole if any part has such ships.
    """
    if definition.id in ids:
        return definition
    if any(_narrow_part(definition, part, ids) for part in list_parts(definition)):
        return definition
    own = _narrow_part(definition, Companion("", definition.values, ""), ids)
    return replace(definition, values=own.values) if own else None


def _narrow_part(definition: Definition, part: Companion, ids: Sequence[str]) -> Companion | None:
    """A definition's own part, or another, of only the ships with these ids; None if none has."""
    if definition.id in ids:
        return part
    named = {*ids}
    if named.intersection(_name_fleet(definition, part)):
        return part
    members = [
        m for m in _list_members(part.values) if named.intersection(_name_member(definition, m))
    ]
    if not members:
        return None
    return part._replace(values=replace(part.values, members=tuple(members)))


def _is_left_out(sheet: Sheet, definition: Definition, ids: Sequence[str]) -> bool:
    """Whether a sheet is about a whole fleet, of which only some ships are printed."""
    if definition.id in ids:
        return False
    kinds = {known.kind.name for known in list_all([definition])[1:] if not known.links}
    return sheet.once or kinds.isdisjoint(sheet.kinds)


def _name_fleet(definition: Definition, part: Companion) -> list[str]:
    """The id of the definition that a part comes from, such as a scenario's fleet."""
    links = (link for link in definition.links if link.kind.name == part.kind)
    return [link.id for link in links if link.name == getattr(part.values, "name", None)]


def _list_members(values: Any) -> Sequence[Any]:
    members: Sequence[Any] = getattr(values, "members", ())
    return members


def _name_member(definition: Definition, member: Any) -> set[str]:
    """The ids of a ship of a fleet: its own, and that of its design."""
    values = {id(value) for value in (getattr(member, "ship", 0), getattr(member, "fighter", 0))}
    known = list_all([definition])[1:]
    designs = {link.id for link in known if id(link.values) in values}
    own = getattr(member, "id", "")
    return {*designs, own} if own else designs
