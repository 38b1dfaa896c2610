"""Web links: a definition as the letters of an address, and as a QR code to cut out."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.linking import find_base
from sheetgen.definitions.shelf import Shelf
from sheetgen.ground.diagnostics import declare
from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading.amendment import AmendError, Change, amend
from sheetgen.reading.source import parse
from sheetgen.systems.contract import Print, Sheet

LONG_LINK = declare(
    "long-link",
    "warning",
    """A link is too long for a QR code that a phone reads well.

    Why: The code of a long link has many small squares. Beyond 125 of them in a row with its white
    edge, a phone has to be held so close that it no longer sees them sharply.

    Example:
    # sheetgen render fleet.yaml --link https://example.org/fleet/    of forty ships
    """,
)
LABEL = Sheet(
    name="label",
    title="QR code",
    about="a link to what is printed, as a QR code",
    template="common/label.svg",
    kinds=(),
    fill=lambda values, look: (),
    grid=True,
    place=5,
)
MOST_VERSION, MOST_BYTES = 25, 1273
"""The largest QR code that is drawn, and the bytes that it holds at the error level L."""
QUIET, LEAST_SQUARE, LEAST_SIDE = 4, 0.4, 34.0
"""White squares around a code; millimetres of a square, and of a code with its white edge."""


class QrCode(NamedTuple):
    """A QR code: the path of its dark squares, and how many there are in a row.

    A unit of the path is a square, from the corner of the white edge.
    """

    path: str
    squares: int


@record
class LinkLabel:
    """A label as its template knows it; `side` is that of the code, `width` all of it, in mm."""

    name: str
    game: str
    code: QrCode
    side: float
    width: float


def make_code(address: str) -> QrCode:
    """The QR code of a link, with its white edge. Raises WeblinkError for one that is too long."""
    import segno

    length = len(address.encode())
    if length > MOST_BYTES:
        raise WeblinkError(
            f"this link has {length:,} letters, and a QR code that scans well holds {MOST_BYTES:,};"
            " one ship, or less text in the file, makes a shorter link"
        )
    code = segno.make(address, error="l", mode="byte", micro=False)
    path = "".join(_trace(enumerate(code.matrix, QUIET)))
    return QrCode(path, len(code.matrix) + 2 * QUIET)


def _trace(rows: Iterable[tuple[int, Iterable[int]]]) -> Iterator[str]:
    """The runs of dark squares of numbered rows, as parts of a path."""
    for y, row in rows:
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                yield f"M{x} {y}h{width}v1h-{width}z"
            x += width


def make_label(definition: Definition, site: str, letters: str) -> Print:
    """The label of a definition with its link. Raises WeblinkError for one that is too long."""
    code = make_code(write_address(site, letters))
    side = max(LEAST_SIDE, code.squares * LEAST_SQUARE)
    label = LinkLabel(definition.name, definition.system.name, code, side, max(40.0, side + 2))
    return Print(label, definition.name)


# The letters of an address


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
