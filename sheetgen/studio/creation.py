"""Creation: new definitions, copies of others, and other names for them."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from typing import Any

from sheetgen.book.starter import start_book
from sheetgen.definitions.definition import Definition, locate_art
from sheetgen.ground.hidden import find_hidden, is_blank
from sheetgen.ground.plainfile import FileError
from sheetgen.ground.slug import make_id
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.scribe import write_scalar
from sheetgen.reading.source import parse
from sheetgen.studio.bin import find_free, list_chunks
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.folder import check_name, is_plain
from sheetgen.studio.form import find_kind
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf, Request, answer_json
from sheetgen.systems.contract import Kind

SHIPS = "ships"
"""The folder of a project for what fleets name."""
MOST_COPIED = 40 * 1024 * 1024


class New(Asked):
    """A definition to begin; a book belongs to no game."""

    game: str = ""
    kind: str
    name: str


class Copy(EntryOf):
    """A definition to copy under another name."""

    name: str = ""


def create(desk: Desk, request: Request) -> Answer:
    """POST api/new: a definition to start from, with notes; or a book about all that there is."""
    asked = request.read(New)
    check_title(asked.name)
    with desk.lock:
        if asked.kind == "book":
            return answer_json(_start_book(desk, asked.name))
        _, kind = find_kind(desk, asked.game, asked.kind)
        if not kind.starter:
            raise AskError(404, f"there is nothing to start a {kind.name} from")
        text = kind.starter.replace("@NAME@", write_scalar(asked.name))
        return answer_json(_add(desk, kind, asked.name, text))


def _start_book(desk: Desk, title: str) -> dict[str, Any]:
    """Writes a book with a first chapter, beside which there is no file of its name yet."""
    stem = make_id(title)[:80]
    stem = stem if stem and is_plain(f"{stem}.yaml") else "book"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    stem = next(name for name in names if not _is_taken(desk, name, f"{name}.yaml"))
    files = start_book(desk.project.select().definitions, title, stem)
    desk.create({desk.folder.find_own(name): text.encode() for name, text in files.items()})
    return {"file": f"{stem}.yaml", "document": 0}


def _is_taken(desk: Desk, *names: str) -> bool:
    return any(desk.project.files.is_taken(desk.folder.path / name) for name in names)


def copy(desk: Desk, request: Request) -> Answer:
    """POST api/copy: a copy of a definition, also of a shipped one, in a file of its own."""
    asked = request.read(Copy)
    with desk.lock:
        draft = desk.open(asked.file)
        if desk.project.shelf.read(draft.path).book:
            return answer_json(_copy_book(desk, draft))
        chunks = list_chunks(draft.text) if draft.path.suffix in (".yaml", ".yml") else []
        if not 0 <= asked.document < len(chunks):
            raise AskError(400, "this can't be copied from here")
        start, end = chunks[asked.document]
        text = draft.text[start:end].removeprefix("---\n")
        definition = _find(desk, draft.path, asked.document)
        if definition is None:
            raise AskError(400, "this definition has mistakes that must be fixed first")
        kind = definition.kind
        name = asked.name or (definition.name if not is_own(asked.file) else f"{definition.name} 2")
        check_title(name)
        changes = [Change(0, (find_title(kind),), "set", name)]
        if "id" in parse(text, "").documents[0].data:
            changes.append(Change(0, ("id",), "remove"))
        try:
            text = amend(text, changes)
        except AmendError as error:
            raise AskError(400, str(error)) from None
        picture = locate_art(definition.written, definition.path)
        return answer_json(_add(desk, kind, name, text, picture, asked.file))


def _copy_book(desk: Desk, draft: Draft) -> dict[str, Any]:
    """Copies a book file with the folder of its name, where its chapters are."""
    name = find_free(desk, draft.path.name)
    home = draft.path.with_suffix("")
    files = {desk.folder.find_own(name): draft.text.encode()}
    target = desk.folder.path / home.name
    if home.is_dir() and target != home:
        for path in sorted(home.iterdir()):
            file = target / check_name(path.name)
            if path.is_file() and not desk.project.files.is_taken(file):
                files[file] = _read(desk, path, "a chapter")
    desk.create(files)
    return {"file": name, "document": 0}


def find_title(kind: Kind) -> str:
    """The key under which a kind's definitions have their names."""
    keys = kind.model.model_json_schema(by_alias=True).get("properties", {})
    return "name" if "name" in keys else kind.marker


def _find(desk: Desk, path: Path, document: int) -> Definition | None:
    found = desk.project.shelf.read(path).definitions
    return next((d for d in found if d.document.index == document), None)


def _add(
    desk: Desk,
    kind: Kind,
    name: str,
    text: str,
    picture: Path | None = None,
    origin: str = "",
) -> dict[str, Any]:
    """Writes a new file for a definition, with the picture that it names."""
    stem = make_id(name) or kind.name
    folder = "" if kind.marker else f"{SHIPS}/"
    if origin and is_own(origin):
        folder = origin.rpartition("/")[0]
        folder += "/" if folder else ""
    stem = stem[:80] if is_plain(f"{stem[:80]}.yaml") else f"{stem[:80]}-{kind.name}"
    file = find_free(desk, f"{folder}{check_name(f'{stem}.yaml')}")
    path = desk.folder.find_own(file)
    files = {path: text.encode()}
    if picture:
        target = path.parent / picture.name
        if not desk.project.files.is_taken(target) and target.resolve() != picture:
            files[target] = _read(desk, picture, "a picture")
    desk.create(files)
    return {"file": file, "document": 0}


def _read(desk: Desk, path: Path, what: str) -> bytes:
    """The contents of a file that is copied along. Raises AskError."""
    try:
        return desk.project.files.read_bytes(path, MOST_COPIED, what)
    except (FileError, OSError) as error:
        reason = getattr(error, "strerror", None) or f"it {error}"
        raise AskError(403, f"{path.name} can't be copied: {reason}") from None


def check_title(name: str) -> None:
    """Refuses names that nobody could read. Raises AskError."""
    if is_blank(name) or len(name) > 120:
        raise AskError(400, "a name has 1 to 120 letters")
    if find_hidden(name) or any(char in name for char in "\n\t\u2028\u2029"):
        raise AskError(400, "the name has something in it that can't be seen on a sheet")
