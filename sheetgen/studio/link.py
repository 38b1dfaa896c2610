"""Links: a ship or a small fleet as letters of an address, and what such an address shows."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sheetgen.definitions.linking import gather
from sheetgen.definitions.mark import write_mark
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.visible import make_id
from sheetgen.printing.options import ChoiceError
from sheetgen.printing.weblink import ENDINGS, MOST_BYTES, MOST_LETTERS, WeblinkError, pack_letters
from sheetgen.project.project import open_folder
from sheetgen.studio.desk import Desk, check_name
from sheetgen.studio.preview import find_definition
from sheetgen.studio.printing import MIME
from sheetgen.studio.request import Answer, Asked, AskError, EntryOf

MOST_TEXT, MOST_FILES, MOST_PAGES = 100_000, 40, 6
"""Letters of the texts in a link, its files, and the pages that it shows."""


class Opened(Asked):
    """The letters of a link."""

    data: str


class Labelled(EntryOf):
    """A definition, and the address of the site that its link opens."""

    site: str
    format: Literal["svg", "pdf"] = "svg"


def make_link(desk: Desk, asked: EntryOf) -> dict[str, Any]:
    """POST api/link: a definition, with those of the project that it names, as letters.

    `most` are the letters of the whole address for which there is a label.
    """
    definition = find_definition(desk, asked.file, asked.document)
    project = desk.project
    try:
        data = pack_letters(definition, project.shelf, project.files, desk.folder.path)
        return {"data": data, "most": MOST_BYTES}
    except WeblinkError as error:
        raise AskError(400, str(error)) from None


def make_label(desk: Desk, asked: Labelled) -> Answer:
    """POST api/label: the link's QR code with the name below which it is stuck on, to print."""
    definition = find_definition(desk, asked.file, asked.document)
    try:
        result = desk.project.print_label(definition, asked.site)
        data = result.pdf() if asked.format == "pdf" else next(iter(result.cut("svg").values()))
    except (WeblinkError, ChoiceError) as error:
        raise AskError(400, str(error)) from None
    except ProblemError as error:
        raise AskError(400, error.diagnostics[0].message) from None
    name = f"{make_id(definition.name)}-label.{asked.format}"
    return Answer(200, MIME[asked.format], data, name)


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
        if not (isinstance(text, str) and name.lower().endswith(ENDINGS) and name != assets.MARK):
            raise refusal
    return id, texts
