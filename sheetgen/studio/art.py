"""Art: pictures that the page sends for a ship, a fleet or a book, and how well they print."""

from __future__ import annotations

from base64 import b64decode
from pathlib import PurePosixPath
from typing import Any

from sheetgen.book.definition import read_book
from sheetgen.ground.diagnostics import ProblemError
from sheetgen.ground.visible import make_id
from sheetgen.printing.options import Choices
from sheetgen.printing.resolution import LOW_RESOLUTION, WHITE_GROUND
from sheetgen.studio.desk import Desk, check_name
from sheetgen.studio.looks import find_look
from sheetgen.studio.preview import list_sheets
from sheetgen.studio.printing import find_all
from sheetgen.studio.problems import list_problems
from sheetgen.studio.request import Asked, AskError, EntryOf
from sheetgen.studio.state import is_book, note_good

_SIGNS = {b"\x89PNG\r\n\x1a\n": ".png", b"\xff\xd8\xff": ".jpg"}
"""The bytes that pictures begin with, and the endings of their files."""


class SentPicture(Asked):
    """A picture for a file of the project: its name, and its bytes in Base64."""

    file: str
    name: str
    data: str


def take_picture(desk: Desk, asked: SentPicture) -> dict[str, str]:
    """POST api/art: puts a picture beside a file, under a name that is free, which is returned."""
    draft = desk.open_own(asked.file)
    try:
        data = b64decode(asked.data, validate=True)
    except ValueError:
        raise AskError(400, f"{asked.name} did not arrive whole") from None
    ending = next((end for sign, end in _SIGNS.items() if data.startswith(sign)), "")
    if not ending and b"<svg" in data[:4000]:
        ending = ".svg"
    if not ending:
        raise AskError(400, f"{asked.name} is not a PNG, JPEG or SVG picture")
    stem = make_id(PurePosixPath(asked.name).stem)[:60] or "picture"
    if find_look(asked.file) and not stem.startswith("logo"):
        stem = f"logo-{stem}"  # beside a look, other names may be those of its parts
    number, path = 1, draft.path.parent / check_name(f"{stem}{ending}")
    while desk.project.files.is_taken(path) or desk.folder.leads_out(path):
        if path.is_file() and path.read_bytes() == data:
            return {"art": path.name}  # it is there already
        number += 1
        path = path.with_name(f"{stem}-{number}{ending}")
    desk.create({path: data})
    return {"art": path.name}


def judge_art(desk: Desk, asked: EntryOf) -> dict[str, Any]:
    """GET api/art: what is poor about a definition's picture wherever that is printed.

    Of a book it is the picture on the cover, at the size of a page with its bleed.
    """
    draft = desk.open(asked.file)
    note_good(draft)
    try:
        if is_book(draft):
            book, _ = read_book(draft.path, desk.project.files)
            found = desk.project.lay_chapter(draft.path, "", bleed=book.bleed).warnings
        else:
            collection = find_all(desk, [asked])
            [definition] = collection.definitions
            sheets = [sheet["id"] for sheet in list_sheets(definition.system, definition.kind)]
            found = desk.project.print(collection, Choices({"sheet": sheets})).warnings
    except ProblemError as error:
        return {"problems": list_problems(desk, error.diagnostics)}
    rules = {LOW_RESOLUTION.name, WHITE_GROUND.name}
    return {"problems": list_problems(desk, [p for p in found if p.rule in rules])}
