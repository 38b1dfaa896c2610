"""Web links: a definition, with the files that it names, as letters of an address."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import find_base
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.files import Files
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.source import parse

MOST_LETTERS = 8_000
"""Letters of a link, without the address of the site."""
ENDINGS = (".yaml", ".yml")
"""Endings of the files that a link may have."""


class WeblinkError(ValueError):
    """A definition can't be sent as a link."""


def write_address(site: str, letters: str) -> str:
    """The link that opens in the studio without a server which is found at `site`."""
    return f"{site}#/look/{letters}"


def pack_letters(definition: Definition, shelf: Shelf, files: Files, folder: Path) -> str:
    """A definition, with those of the project in `folder` that it names, as letters.

    Raises WeblinkError.
    """
    texts = dict(_list_texts(definition, shelf, files, folder.absolute()))
    told = json.dumps([definition.id, texts], ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(told.encode()) + packer.flush()
    letters = urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(letters) > MOST_LETTERS:
        raise WeblinkError("this is too much for a link; send the project as a zip")
    return letters


def _list_texts(
    definition: Definition, shelf: Shelf, files: Files, folder: Path
) -> Iterator[tuple[str, str]]:
    """The files of a definition and of all in the project that it names, by their names."""
    waiting, seen = [definition, *definition.links], set[str]()
    for one in waiting:  # which grows
        if one.path is None:
            continue
        base = find_base(one, shelf)
        waiting += [base] if base else []
        plain = one.path.suffix.lower() in ENDINGS
        if not plain or one.path.name in seen:
            continue
        own = one.path.absolute().is_relative_to(folder)
        if not own and one is not definition:  # which everybody has
            continue
        seen.add(one.path.name)
        yield one.path.name, _leave_out_art(one, one.path, files)


def _leave_out_art(definition: Definition, path: Path, files: Files) -> str:
    """The text of a file without its pictures, which no link has room for."""
    name = definition.document.file
    text, found = files.read_text(path, name)
    if found:
        raise WeblinkError(found[0].message)
    read = [document.data for document in parse(text, name).documents]
    with_art = [at for at, data in enumerate(read) if isinstance(data, dict) and "art" in data]
    try:
        return amend(text, [Change(at, ("art",), "remove") for at in with_art])
    except AmendError as error:
        raise WeblinkError(str(error)) from None
