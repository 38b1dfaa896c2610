"""Creation: new definitions, copies and variants of others, and other names for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from sheetgen.book.definition import start_book
from sheetgen.definitions.comparison import ComparisonLine, compare, show_values, spell
from sheetgen.definitions.definition import Definition, locate_art
from sheetgen.definitions.linking import find_base
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.files import is_plain
from sheetgen.ground.textfile import FileError
from sheetgen.ground.visible import find_hidden, is_blank, make_id
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.model import list_keys
from sheetgen.reading.schema import write_schema
from sheetgen.reading.scribe import write_scalar
from sheetgen.reading.source import parse
from sheetgen.studio.bin import find_free, list_chunks
from sheetgen.studio.desk import Desk, check_name, is_own
from sheetgen.studio.draft import Draft
from sheetgen.studio.form import find_kind, find_least
from sheetgen.studio.looks import start_look
from sheetgen.studio.preview import find_definition
from sheetgen.studio.request import Asked, AskError, EntryOf
from sheetgen.systems.contract import Kind, System

SHIPS = "ships"
"""The folder of a project for what fleets name."""
MOST_COPIED = 40 * 1024 * 1024


class New(Asked):
    """A definition to begin; a book belongs to no game, and a chapter to the book in `file`.

    A look starts from the one that it is `like`.
    """

    game: str = ""
    kind: str
    name: str
    file: str = ""
    empty: bool = False
    like: str = ""


class Copy(EntryOf):
    """A definition to copy under another name; a variant only says what differs from it."""

    name: str = ""
    variant: bool = False


def create(desk: Desk, asked: New) -> dict[str, Any]:
    """POST api/new: a definition to start from, with notes; or a book about all that there is."""
    check_title(asked.name)
    if asked.kind == "book":
        return _start_book(desk, asked.name)
    if asked.kind == "look":
        return start_look(desk, asked.name, asked.like)
    if asked.kind == "chapter":
        return _start_chapter(desk, asked.file, asked.name)
    system, kind = find_kind(desk, asked.game, asked.kind)
    if asked.empty:
        return _add(desk, kind, asked.name, write_empty(system, kind, asked.name))
    if not kind.starter:
        raise AskError(404, f"there is nothing to start a {kind.name} from")
    text = kind.starter.replace("@NAME@", write_scalar(asked.name))
    return _add(desk, kind, asked.name, text)


def _start_book(desk: Desk, title: str) -> dict[str, Any]:
    """Writes a book with a first chapter, beside which there is no file of its name yet."""
    stem = make_id(title)[:80]
    stem = stem if stem and is_plain(f"{stem}.yaml") else "book"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    stem = next(name for name in names if not _is_taken(desk, name, f"{name}.yaml"))
    files = start_book(desk.project.select().definitions, title, stem)
    desk.create({desk.folder.find_own(name): text.encode() for name, text in files.items()})
    return {"file": f"{stem}.yaml", "document": 0}


def _start_chapter(desk: Desk, book: str, title: str) -> dict[str, Any]:
    """Writes an empty chapter into the folder of a book; `name` is what the book calls it."""
    home = desk.open_own(book).file.rpartition(".")[0]
    file = find_free(desk, f"{home}/{make_id(title)[:80] or 'chapter'}.md")
    desk.create({desk.folder.find_own(file): f"# {title}\n\n".encode()})
    return {"file": file, "name": file.removeprefix(book.rpartition("/")[0]).lstrip("/")}


def _is_taken(desk: Desk, *names: str) -> bool:
    return any(desk.project.files.is_taken(desk.folder.path / name) for name in names)


def copy(desk: Desk, asked: Copy) -> dict[str, Any]:
    """POST api/copy: a copy of a definition, also of a shipped one, in a file of its own."""
    draft = desk.open(asked.file)
    if "book" in desk.project.shelf.read(draft.path).kinds:
        return _copy_book(desk, draft)
    chunks = list_chunks(draft)
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
    if asked.variant:
        return _add(desk, kind, name, write_variant(definition, name), None, asked.file)
    changes = [Change(0, (find_title(kind),), "set", name)]
    if "id" in parse(text, "").documents[0].data:
        changes.append(Change(0, ("id",), "remove"))
    try:
        text = amend(text, changes)
    except AmendError as error:
        raise AskError(400, str(error)) from None
    picture = locate_art(definition.written, definition.path)
    return _add(desk, kind, name, text, picture, asked.file)


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


# Renaming a definition: its name, and its id, which those that name it follow


class Rename(EntryOf):
    """Another name for a definition, and another id if that is to change as well."""

    name: str = ""
    id: str = ""


def rename(desk: Desk, asked: Rename) -> dict[str, Any]:
    """POST api/rename: changes the name on the sheet, the id, or both."""
    draft = desk.open_own(asked.file)
    definition = find_definition(desk, asked.file, asked.document)
    changes = []
    if asked.name and asked.name != definition.name:
        check_title(asked.name)
        changes.append(Change(asked.document, (find_title(definition.kind),), "set", asked.name))
    if not asked.id or asked.id == definition.id:
        _change(desk, draft, changes)
        return {"file": asked.file, "document": asked.document}
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
    return {"file": file, "document": asked.document}


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
        desk.save(draft)
    else:
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


# Variants: definitions that are like another one, begun in a few lines


def find_title(kind: Kind) -> str:
    """The key under which a kind's definitions have their names."""
    return "name" if "name" in list_keys(kind.model) else kind.marker


def write_variant(definition: Definition, name: str) -> str:
    """The text of a definition that is like another one in all but its name."""
    return _write(definition.system, {find_title(definition.kind): name, "like": definition.id})


def write_empty(system: System, kind: Kind, name: str) -> str:
    """The text of a definition with nothing but what its kind needs, each with its least value."""
    schema = write_schema(kind.model)
    values = {find_title(kind): name}
    for key in schema.get("required", ()):
        if key != "system" and key not in values:
            values[key] = find_least(schema, schema, key)
    return _write(system, values)


def _write(system: System, values: Mapping[str, Any]) -> str:
    changes = [Change(0, (key,), "set", value) for key, value in values.items()]
    return amend(f"system: {system.id}\n", changes)


def describe_base(desk: Desk, definition: Definition, own: Any) -> dict[str, Any] | None:
    """The definition that one is like, and what differs; None if it is like no other.

    `own` is the data that is written in the document itself.
    """
    try:
        base = find_base(definition, desk.project.shelf)
        lines = compare([base, definition]) if base else []
    except ProblemError:
        return None
    if base is None or base.path is None:
        return None
    return {
        "name": base.name,
        "file": desk.folder.name(base.path),
        "document": base.document.index,
        "lines": [_describe_line(line, own) for line in lines if line.differs],
    }


def _describe_line(line: ComparisonLine, own: Any) -> dict[str, Any]:
    """A value that differs; `path` leads to what the document says of it, if it does."""
    path = list(_follow(own, line.key.split(".")))
    before, now = show_values(line)
    return {
        "key": line.key.replace(".", " "),
        "label": spell(line.key).capitalize(),
        "before": before,
        "now": now,
        "path": path or None,
    }


def _follow(value: Any, keys: Sequence[str]) -> Iterator[str]:
    """The keys that lead into a record, as far as they are there."""
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            return
        yield key
        value = value[key]
