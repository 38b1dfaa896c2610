"""Parcels: a whole project as one zip, to take away and to take in where it is wanted."""

from __future__ import annotations

import os
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from sheetgen.ground.files import is_portable
from sheetgen.ground.visible import make_id
from sheetgen.reading.field import Field
from sheetgen.studio.desk import Desk
from sheetgen.studio.printing import MIME, zip_files
from sheetgen.studio.request import Answer, Asked, AskError

MOST, MOST_FILES = 64_000_000, 2_000
"""Bytes of all files of a project together, and how many there may be."""
ENDINGS = (
    ".yaml", ".yml", ".csv", ".md", ".svg", ".png", ".jpg", ".jpeg", ".css", ".ttf", ".otf",
    ".jinja", ".po", ".lock", ".txt",
)  # fmt: skip
"""The endings of a project's files; programs are no part of a parcel."""


class Parcel(Asked):
    """A zip in Base64, or files by their names, each in Base64."""

    name: str = "project"
    zip: str = ""
    files: dict[str, str] = Field(default_factory=dict)
    write: bool = False


class Takeout(Asked):
    """The form in which a project is taken away: a zip, or file by file."""

    files: bool = False


def take_out(desk: Desk, asked: Takeout) -> Answer | dict[str, Any]:
    """POST api/take-out: the project as it is saved."""
    files = dict(_list_own(desk))
    if asked.files:
        return {"files": {name: b64encode(data).decode() for name, data in files.items()}}
    name = make_id(desk.project.name) or "project"
    return Answer(200, MIME["zip"], zip_files(files), f"{name}.zip")


def take_in(desk: Desk, asked: Parcel) -> dict[str, Any]:
    """POST api/take-in: which files of the project would be new or others; `write` writes them."""
    files, left = _sort_out(_read(asked))
    paths = {name: _find(desk, name) for name in files}
    now = dict(_list_own(desk))
    new = [name for name in files if name not in now]
    others = [name for name in files if name in now and now[name] != files[name]]
    if asked.write and (new or others):
        for name in others:
            desk.forget(name)
        desk.replace({paths[name]: files[name] for name in (*new, *others)}, None)
        desk.refresh([*new, *others])
    return {"new": new, "others": others, "left": left, "same": len(files) - len(new) - len(others)}


def _list_own(desk: Desk) -> Iterator[tuple[str, bytes]]:
    """The files of the project by their names; no links, and nothing hidden."""
    top, whole, number = desk.folder.path, 0, 0
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name[0] not in "._")
        for name in sorted(names):
            path = Path(here, name)
            known = name[0] != "." and path.suffix.lower() in ENDINGS
            if not known or path.is_symlink() or not path.is_file():
                continue
            whole, number = whole + path.stat().st_size, number + 1
            if whole > MOST or number > MOST_FILES:
                raise AskError(413, "this project is too large for one file")
            yield path.relative_to(top).as_posix(), path.read_bytes()


def _read(asked: Parcel) -> dict[str, bytes]:
    """The files of a parcel as they were sent. Raises AskError."""
    try:
        if not asked.zip:
            return {name: b64decode(data, validate=True) for name, data in asked.files.items()}
        return _unpack(b64decode(asked.zip, validate=True))
    except (ValueError, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise AskError(400, f"{asked.name} can't be unpacked: {str(error)[:100]}") from None
    except (zipfile.BadZipFile, zlib.error):
        raise AskError(400, f"{asked.name} is not a zip, or damaged") from None


def _unpack(data: bytes) -> dict[str, bytes]:
    """The files in a zip, within bounds whatever it says of itself."""
    found: dict[str, bytes] = {}
    left = MOST
    with zipfile.ZipFile(BytesIO(data)) as bundle:
        entries = [entry for entry in bundle.infolist() if not entry.is_dir()]
        if len(entries) > MOST_FILES:
            raise ValueError("it holds too many files")
        for entry in entries:
            with bundle.open(entry) as packed:
                found[entry.filename] = packed.read(left + 1)
            left -= len(found[entry.filename])
            if left < 0:
                raise ValueError("it holds too much")
    return found


def _sort_out(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The entries that can be files of a project, and the names of the rest.

    Those may all lie in one folder, which is left out. What is hidden is in neither.
    """
    seen = {n: d for n, d in files.items() if not any(p[0] in "._" for p in n.split("/") if p)}
    tops = {name.partition("/")[0] for name in seen}
    if len(tops) == 1 and all("/" in name for name in seen):
        seen = {name.partition("/")[2]: data for name, data in seen.items()}
    left = [n for n in seen if not n.lower().endswith(ENDINGS) or not is_portable(n)]
    taken = {name: data for name, data in seen.items() if name not in left}
    if not taken:
        raise AskError(400, "there is nothing of a project in it")
    return taken, left


def _find(desk: Desk, name: str) -> Path:
    """Where a file is written. Raises AskError."""
    path = desk.folder.path.joinpath(*PurePosixPath(name).parts)
    if desk.folder.leads_out(path):
        raise AskError(403, f"{name} would lie outside the project, or is a link")
    return path
