"""Renaming: another name for a definition, and another id, which those that name it follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.ground.slug import make_id
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.source import parse
from sheetgen.studio.creation import check_title, find_title
from sheetgen.studio.desk import Desk
from sheetgen.studio.draft import Draft
from sheetgen.studio.folder import check_name
from sheetgen.studio.preview import find_definition
from sheetgen.studio.request import Answer, AskError, EntryOf, Request, answer_json


class Rename(EntryOf):
    """Another name for a definition, and another id if that is to change as well."""

    name: str = ""
    id: str = ""


def rename(desk: Desk, request: Request) -> Answer:
    """POST api/rename: changes the name on the sheet, the id, or both."""
    asked = request.read(Rename)
    with desk.lock:
        draft = desk.open_own(asked.file)
        definition = find_definition(desk, asked.file, asked.document)
        changes = []
        if asked.name and asked.name != definition.name:
            check_title(asked.name)
            changes.append(
                Change(asked.document, (find_title(definition.kind),), "set", asked.name)
            )
        if not asked.id or asked.id == definition.id:
            _change(desk, draft, changes)
            return answer_json({"file": asked.file, "document": asked.document})
        if make_id(asked.id) != asked.id or len(asked.id) > 80:
            raise AskError(400, "an id is made of small letters, digits and hyphens")
        others = list(_list_users(desk, definition))
        if desk.project.shelf.find(asked.id, desk.folder.path, system=definition.system):
            raise AskError(409, f"the id {asked.id} is taken")
        has_key = "id" in parse(draft.text, "").documents[asked.document].data
        if has_key:
            changes.append(Change(asked.document, ("id",), "set", asked.id))
        _change(desk, draft, changes)
        file = asked.file if has_key else _move(desk, draft, asked.id)
        for book in desk.project.select().books:
            _rename_in_book(desk, book, definition, asked.id)
        for other, found in others:
            moved = desk.drafts[file] if other is draft else other
            _change(desk, moved, list_changes(found, definition, asked.id))
        desk.look()
        desk.tell("shelf")
        return answer_json({"file": file, "document": asked.document})


def _change(desk: Desk, draft: Draft, changes: Sequence[Change]) -> None:
    """Changes a draft; a file without unsaved work is saved at once."""
    if not changes:
        return
    saved = not draft.unsaved
    try:
        draft.change(amend(draft.text, changes))
    except AmendError as error:
        raise AskError(400, str(error)) from None
    if saved:
        desk.write(draft.path, draft.text)
        draft.mark_saved()
    desk.lay(draft)


def _move(desk: Desk, draft: Draft, id: str) -> str:
    """Gives a file another name; returns it."""
    folder = draft.file.rpartition("/")[0]
    name = f"{folder}/" * bool(folder) + check_name(f"{id}{draft.path.suffix}")
    path = desk.folder.find_own(name)
    if desk.project.files.is_taken(path):
        raise AskError(409, f"there is a file {name} already")
    text, saved = draft.text, draft.saved
    try:
        draft.path.rename(path)
    except OSError as error:
        raise AskError(403, f"the file can't be renamed: {error.strerror}") from None
    desk.forget(draft.file)
    moved = desk.drafts[name] = Draft(name, path, saved, text)
    desk.lay(moved)
    return name


def _list_users(desk: Desk, definition: Definition) -> Iterator[tuple[Draft, Definition]]:
    """The definitions of the project that name another one, with the drafts of their files."""
    known = (*desk.project.select().definitions, *desk.gather_games().definitions)
    for user in {(d.path, d.document.index): d for d in known}.values():
        names = [(d.system.id, d.kind.name, d.id, d.path) for d in user.links]
        own = (definition.system.id, definition.kind.name, definition.id, definition.path)
        file = desk.folder.name(user.path) if user.path else None
        if own in names and file:
            yield desk.open_own(file), user


def _rename_in_book(desk: Desk, path: Path, named: Definition, id: str) -> None:
    """Changes the id of a definition in the lists of a book file."""
    file = desk.folder.name(path)
    draft = desk.open_own(file) if file else None
    documents = parse(draft.text, "").documents if draft else []
    data = documents[0].data if documents else {}
    known = {named.id: id, f"{named.system.id}/{named.id}": f"{named.system.id}/{id}"}
    changes = [
        Change(0, path_, "set", known[value])
        for key in ("ships", "fleets")
        for path_, value in _walk(data, [key], ())
        if isinstance(value, str) and value in known
    ]
    if draft:
        _change(desk, draft, changes)


def list_changes(user: Definition, named: Definition, id: str) -> list[Change]:
    """The changes after which a definition names another one by its new id."""
    form = user.kind.form
    keys = [key.split() for key, kind in (form.refers if form else {}).items()]
    data = user.document.data
    index = user.document.index
    return [
        Change(index, path, "set", id)
        for key in keys
        for path, value in _walk(data, key, ())
        if value == named.id
    ]


def _walk(
    value: Any, keys: Sequence[str], path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value under keys, in each item of the lists on the way."""
    if isinstance(value, list):
        for at, item in enumerate(value):
            yield from _walk(item, keys, (*path, at))
    elif not keys:
        yield path, value
    elif isinstance(value, Mapping) and keys[0] in value:
        yield from _walk(value[keys[0]], keys[1:], (*path, keys[0]))
