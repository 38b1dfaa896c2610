"""Links: a ship or a small fleet as letters of an address, and what such an address shows."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import find_base, gather
from sheetgen.definitions.mark import write_mark
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.project.project import open_folder
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.source import parse
from sheetgen.studio.desk import Desk, is_own
from sheetgen.studio.folder import check_name
from sheetgen.studio.preview import find_definition
from sheetgen.studio.request import Asked, AskError, EntryOf

MOST_LETTERS, MOST_TEXT, MOST_FILES, MOST_PAGES = 8_000, 100_000, 40, 6
"""Letters of a link, of the texts in it, its files, and the pages that it shows."""
_ENDINGS = (".yaml", ".yml")


class Opened(Asked):
    """The letters of a link."""

    data: str


def make_link(desk: Desk, asked: EntryOf) -> dict[str, Any]:
    """POST api/link: a definition, with those of the project that it names, as letters."""
    definition = find_definition(desk, asked.file, asked.document)
    texts = dict(_list_texts(desk, definition))
    told = json.dumps([definition.id, texts], ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(told.encode()) + packer.flush()
    data = urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(data) > MOST_LETTERS:
        raise AskError(400, "this is too much for a link; send the project as a zip")
    return {"data": data}


def _list_texts(desk: Desk, definition: Definition) -> Iterator[tuple[str, str]]:
    """The files of a definition and of all in the project that it names, by their names."""
    waiting, seen = [definition, *definition.links], set[str]()
    for one in waiting:  # which grows
        if one.path is None:
            continue
        name = desk.folder.name(one.path)
        base = find_base(one, desk.project.shelf)
        waiting += [base] if base else []
        plain = name is not None and one.path.suffix.lower() in _ENDINGS
        if name is None or not plain or one.path.name in seen:
            continue
        if not is_own(name) and one is not definition:  # which everybody has
            continue
        seen.add(one.path.name)
        yield one.path.name, _leave_out_art(desk, name)


def _leave_out_art(desk: Desk, name: str) -> str:
    """The text of a file without its pictures, which no link has room for."""
    draft = desk.open(name)
    read = [document.data for document in parse(draft.text, name).documents]
    with_art = [at for at, data in enumerate(read) if isinstance(data, dict) and "art" in data]
    try:
        return amend(draft.text, [Change(at, ("art",), "remove") for at in with_art])
    except AmendError as error:
        raise AskError(400, str(error)) from None


def open_link(desk: Desk, asked: Opened) -> dict[str, Any]:
    """POST api/look: what a link shows, and its files; nothing is kept."""
    id, texts = _read(asked.data)
    told: dict[str, Any] = {"title": id, "files": texts, "pages": [], "total": 0, "error": None}
    with TemporaryDirectory() as name:
        folder = Path(name)
        for inner, text in {assets.MARK: write_mark("link"), **texts}.items():
            (folder / inner).write_text(text, "utf-8")
        project = open_folder(folder, (), ())
        found = gather([folder / inner for inner in texts], project.shelf).definitions
        told["title"] = next((one.name for one in found if one.id == id), id)
        try:
            result = project.render(id)
            told["total"] = result.pages
            result.sides = result.sides[:MOST_PAGES]
            told["pages"] = [page.decode() for page in result.svg()]
        except ProblemError as error:
            problem = error.diagnostics[0]
            told["error"] = f"{Path(problem.file).name}, line {problem.line}: {problem.message}"
    return told


def _read(data: str) -> tuple[str, Mapping[str, str]]:
    """The definition that a link shows, by its ID, and the texts in it. Raises AskError."""
    refusal = AskError(400, "this link is not whole; copy all of it")
    if len(data) > MOST_LETTERS:
        raise refusal
    try:
        packed = urlsafe_b64decode(data + "=" * (-len(data) % 4))
        whole = zlib.decompressobj(-15).decompress(packed, MOST_TEXT)
        id, texts = json.loads(whole)
    except (ValueError, zlib.error, TypeError, RecursionError):
        raise refusal from None
    if not (isinstance(id, str) and isinstance(texts, dict) and 0 < len(texts) <= MOST_FILES):
        raise refusal
    for name, text in texts.items():
        check_name(name)
        if not (isinstance(text, str) and name.lower().endswith(_ENDINGS) and name != assets.MARK):
            raise refusal
    return id, texts
