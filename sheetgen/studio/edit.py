"""Edits of a file: its state, changes of values and texts, steps back, and saving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sheetgen.ground.guard import StoppedError
from sheetgen.ground.record import replace
from sheetgen.ground.worker import Wish
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.field import Field
from sheetgen.reading.model import write_data
from sheetgen.reading.schema import write_schema
from sheetgen.reading.source import parse
from sheetgen.studio.desk import Desk
from sheetgen.studio.draft import Draft
from sheetgen.studio.form import Schema, complete, find_value, list_keys
from sheetgen.studio.looks import find_look, write_look_schema
from sheetgen.studio.preview import View, begin_view
from sheetgen.studio.request import Asked, AskError
from sheetgen.studio.shelf import find_game
from sheetgen.studio.state import describe_state, note_good

MOST_CHANGES = 200
_NOT_GIVEN = object()


class FileOf(Asked):
    """A file."""

    file: str


class ChangeOf(Asked):
    """A change of a value; exactly one of what can be done to it."""

    document: int = 0
    path: list[str | int]
    value: Any = None
    insert: Any = _NOT_GIVEN
    remove: bool = False
    move: int | None = None
    rename: str | None = None

    def read(self) -> Change:
        """The change as it is made in a text."""
        path = tuple(self.path)
        if self.move is not None:
            return Change(self.document, path, "move", self.move)
        if self.rename is not None:
            return Change(self.document, path, "rename", self.rename)
        if self.insert is not _NOT_GIVEN:
            return Change(self.document, path, "insert", self.insert)
        if self.remove or self.value is None:
            return Change(self.document, path, "remove")
        return Change(self.document, path, "set", self.value)


class Edit(Asked):
    """Changes of a file, or its whole text; `merge` makes them part of the step before."""

    file: str
    version: int
    changes: list[ChangeOf] = Field(default_factory=list)
    text: str | None = None
    merge: bool = False
    preview: View | None = None


class Save(Asked):
    """A file to be saved; `force` overwrites what has changed on the disk."""

    file: str
    version: int
    force: bool = False


def show_file(desk: Desk, asked: FileOf) -> dict[str, Any]:
    """GET api/file: the state of a file."""
    return describe_state(desk, desk.open(asked.file))


def show_disk(desk: Desk, asked: FileOf) -> dict[str, Any]:
    """GET api/disk: what a file says on the disk, beside its draft."""
    draft = desk.open(asked.file)
    return {"disk": desk.read_disk(draft.path), "draft": draft.text}


def edit(desk: Desk, asked: Edit) -> dict[str, Any] | Callable[[], dict[str, Any]]:
    """POST api/edit: changes values or the text of a file."""
    draft = desk.open_own(asked.file)
    _check_version(desk, draft, asked.version)
    text = asked.text
    if text is None:
        if len(asked.changes) > MOST_CHANGES:
            raise AskError(413, f"more than {MOST_CHANGES} changes at once")
        changes = [change.read() for change in asked.changes]
        text = change_text(desk, draft, changes)
    elif "\r\n" in draft.text and "\r" not in text:  # a text area knows no other ends of lines
        text = text.replace("\n", "\r\n")
    _check_text(text)
    note_good(draft)
    draft.change(text, asked.merge)
    view = asked.preview
    if view is None:
        return _describe_changed(desk, draft)
    desk.lay(draft)
    view = replace(view, file=view.file or draft.file)
    older = desk.drawings.get(draft.file)
    if older:
        older.end()  # the newest edit wins
    desk.drawings[draft.file] = wish = Wish()
    with wish:
        finish = begin_view(desk, view, patient=False)  # at an easel, while the state is described
    state = describe_state(desk, draft)

    def add_view() -> dict[str, Any]:
        with suppress(StoppedError):
            return _add_view(state, finish())
        return state  # a newer edit has another sheet

    return add_view


def undo(desk: Desk, asked: FileOf) -> dict[str, Any]:
    """POST api/undo: a step back."""
    draft = desk.open_own(asked.file)
    draft.undo()
    return _describe_changed(desk, draft)


def redo(desk: Desk, asked: FileOf) -> dict[str, Any]:
    """POST api/redo: a step back taken again."""
    draft = desk.open_own(asked.file)
    draft.redo()
    return _describe_changed(desk, draft)


def discard(desk: Desk, asked: FileOf) -> dict[str, Any]:
    """POST api/discard: what is on the disk, in place of unsaved work."""
    draft = desk.open_own(asked.file)
    disk = desk.read_disk(draft.path)
    if disk is None:
        desk.forget(draft.file)
        raise AskError(404, f"the file {draft.file} no longer exists")
    draft.change(disk)
    draft.mark_saved()
    return _describe_changed(desk, draft)


def _describe_changed(desk: Desk, draft: Draft) -> dict[str, Any]:
    """The state of a file after a change, which is announced to all open pages."""
    desk.lay(draft)
    return describe_state(desk, draft)


def _add_view(state: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The state of a file, and the sheet that is shown if it can be drawn."""
    known = {(p["rule"], p["line"], p["column"]) for p in state["problems"]}
    found = told.get("preview_problems", ())
    new = [p for p in found if (p["rule"], p["line"], p["column"]) not in known]
    return {**state, **told, "problems": [*state["problems"], *new]}


def change_text(desk: Desk, draft: Draft, changes: Sequence[Change]) -> str:
    """The text of a file with changes of values. Raises AskError."""
    if not draft.is_yaml:
        raise AskError(400, "this file is changed as text")
    found = desk.project.shelf.read(draft.path).definitions
    written = {d.document.index: d.written for d in found}
    documents = [document.data for document in parse(draft.text, "").documents]
    text = draft.text
    try:
        for change in changes:
            data = documents[change.document] if 0 <= change.document < len(documents) else {}
            _, kind = find_game(desk, data if isinstance(data, dict) else {})
            schema = write_schema(kind.model) if kind else _find_schema(desk, draft, data)
            order = partial(list_keys, schema)
            one = written.get(change.document)
            for part in _take_over(change, data, write_data(one) if one else {}):
                text = amend(text, list(complete(schema, part, data, one)), order)
    except AmendError as error:
        raise AskError(400, str(error)) from None
    return text


def _find_schema(desk: Desk, draft: Draft, data: Any) -> Schema:
    """The schema of a document of no game: that of a look or of a book."""
    if find_look(draft.file):
        return write_look_schema(desk)
    if not isinstance(data, dict) or "book" not in data:
        return {}
    from sheetgen.book.definition import Book

    return write_schema(Book)


def _take_over(change: Change, own: Any, whole: Any) -> Iterator[Change]:
    """Yield a change of a document, which may be like another, after what makes it its own.

    A list is changed as a whole there, and null takes away what the other has.
    """
    if isinstance(own, dict) and "like" in own and find_value(own, change.path) is None:
        for above in (change.path[:length] for length in range(1, len(change.path))):
            there = find_value(whole, above)
            if isinstance(there, list) and find_value(own, above) is None:
                yield Change(change.document, above, "set", there)
                break
        else:
            if change.act == "remove":
                change = Change(change.document, change.path, "set", None)
    yield change


def _check_version(desk: Desk, draft: Draft, version: int) -> None:
    if version != draft.version:
        state = describe_state(desk, draft)
        raise AskError(409, "this was changed somewhere else in the meantime", {"state": state})


def _check_text(text: str) -> None:
    try:
        if len(text.encode()) > 8_000_000:
            raise AskError(413, "the text of a file has at most 8 MB")
    except UnicodeEncodeError:
        raise AskError(400, "this is not text") from None


# Saving a draft in its file, unless that has changed on the disk since


def save(desk: Desk, asked: Save) -> dict[str, Any]:
    """POST api/save: writes the text of a file."""
    draft = desk.open_own(asked.file)
    _check_version(desk, draft, asked.version)
    disk = desk.read_disk(draft.path)
    if disk != draft.saved and disk != draft.text and not asked.force:
        draft.conflict = True
        conflict = {"conflict": {"disk": disk, "draft": draft.text}}
        raise AskError(409, "the file has changed on the disk since", conflict)
    desk.save(draft)
    return describe_state(desk, draft)
