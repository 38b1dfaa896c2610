"""The bin: what was deleted, kept in a hidden folder of the project until it is restored."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from sheetgen.ground.assets import list_names
from sheetgen.reading.scribe import read_spans
from sheetgen.reading.source import parse
from sheetgen.studio.desk import Desk
from sheetgen.studio.draft import Draft
from sheetgen.studio.request import Asked, AskError, EntryOf

HOME = (".sheetgen", "bin")
"""The folder of the bin in a project; nothing looks for definitions in it."""
_FACTS = "deleted.json"
_TITLES = ("name", "fleet", "scenario", "book")


class Restore(Asked):
    """Something in the bin."""

    id: str


def delete(desk: Desk, asked: EntryOf) -> dict[str, Any]:
    """POST api/delete: moves a definition, or a whole file of another kind, into the bin."""
    draft = desk.open_own(asked.file)
    chunks = list_chunks(draft)
    alone = len(chunks) < 2
    if not alone and not 0 <= asked.document < len(chunks):
        raise AskError(404, "there is no such definition in the file")
    start, end = (0, len(draft.text)) if alone else chunks[asked.document]
    text = draft.text[start:end]
    id = _keep(desk, asked.file, text, find_name(text) or draft.path.stem)
    if alone:
        _remove(draft.path)
        desk.forget(asked.file)
    else:
        rest = draft.text[:start] + draft.text[end:]
        draft.change(rest.removeprefix("---\n") if not start else rest)
        desk.save(draft)
    desk.look()
    desk.tell("shelf")
    return {"id": id, "file": asked.file, "document": asked.document}


def restore(desk: Desk, asked: Restore) -> dict[str, Any]:
    """POST api/restore: puts something back where it was, under another name if that is taken."""
    kept = next((one for one in list_kept(desk) if one["id"] == asked.id), None)
    if kept is None:
        raise AskError(404, "there is no such thing in the bin")
    home = _find_home(desk) / asked.id
    text = desk.read_disk(home / Path(kept["file"]).name)
    if text is None:
        raise AskError(404, "this is no longer in the bin")
    name = find_free(desk, kept["file"])
    desk.create({desk.folder.find_own(name): text.encode()})
    for path in (home / Path(kept["file"]).name, home / _FACTS):
        path.unlink(missing_ok=True)
    home.rmdir()
    return {"file": name, "document": 0}


def show_bin(desk: Desk) -> dict[str, Any]:
    """GET api/bin: what was deleted, the latest first."""
    return {"entries": list_kept(desk)}


def list_kept(desk: Desk) -> list[dict[str, Any]]:
    """Return the entries of the bin, the latest first."""
    home = _find_home(desk)
    found = []
    for id in sorted(list_names(home), reverse=True):
        try:
            facts = json.loads(desk.read_disk(home / id / _FACTS) or "")
            file, when, name = (str(facts[key]) for key in ("file", "when", "name"))
            desk.folder.find_own(file)
        except (AskError, ValueError, TypeError, KeyError):
            continue  # nothing that the studio has put there
        found.append({"id": id, "name": name, "file": file, "when": when})
    return found


def find_free(desk: Desk, name: str) -> str:
    """A name of a file that is not taken: `kestrel.yaml`, or else `kestrel-2.yaml` and so on."""
    stem, dot, ending = name.rpartition(".")
    number, free = 1, name
    while desk.project.files.is_taken(desk.folder.find_own(free)):
        number += 1
        free = f"{stem}-{number}{dot}{ending}"
    return free


def list_chunks(draft: Draft) -> list[tuple[int, int]]:
    """Where each document of a YAML file begins and ends, with the comments before it."""
    text = draft.text
    starts = [root.start for root in read_spans(text)] if draft.is_yaml else []
    chunks: list[tuple[int, int]] = []
    last = 0
    for at, start in enumerate(starts):
        if at:
            mark = text.rfind("\n---", 0, start) + 1
            chunks.append((last, mark))
            last = mark
    return [*chunks, (last, len(text))] if starts else []


def _find_home(desk: Desk) -> Path:
    home = desk.folder.path.joinpath(*HOME)
    if any(part.is_symlink() for part in (home, home.parent)):
        raise AskError(403, "the bin is a link; the studio doesn't write to links")
    return home


def find_name(text: str) -> str:
    """Return the name of the first definition of a text; empty if that can't be read."""
    documents = parse(text, "").documents
    data = documents[0].data if documents else None
    if not isinstance(data, dict):
        return ""
    return str(next((data[key] for key in _TITLES if isinstance(data.get(key), str)), ""))


def _keep(desk: Desk, file: str, text: str, title: str) -> str:
    """Puts a text into the bin; returns under which id."""
    home = _find_home(desk)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 1
    while (home / f"{stamp}-{number}").exists():
        number += 1
    id = f"{stamp}-{number}"
    facts = {"name": title, "file": file, "when": time.strftime("%Y-%m-%d %H:%M")}
    name = Path(file).name
    desk.create({home / id / name: text.encode(), home / id / _FACTS: json.dumps(facts).encode()})
    return id


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise AskError(403, f"this can't be deleted: {error.strerror}") from None
