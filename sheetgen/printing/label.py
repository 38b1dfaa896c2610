"""Labels: the link to what is printed as a QR code, to be cut out and put where it is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sheetgen.definitions.definition import Definition
from sheetgen.definitions.weblink import WeblinkError, write_address
from sheetgen.ground.diagnostics import declare
from sheetgen.ground.record import NamedTuple, record
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
