"""A page of a PDF → a PNG picture, drawn by PDFium."""

from __future__ import annotations

import io
import math
from contextlib import closing
from threading import Lock
from typing import TYPE_CHECKING

from sheetgen.ground.diagnostics import ProblemError, declare

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 100_000_000
"""A larger picture is refused; an A4 page has this many pixels at 1,050 dpi."""
_STRIP = 256  # rows that are searched together for colour

TOO_MANY_PIXELS = declare(
    "too-many-pixels",
    "error",
    """A page would become a picture of more than 100 million pixels.

    Why: It would take gigabytes of memory, and hardly any program could open it. 300 dpi is as
    fine as a printer can show; twice that is plenty for zooming in. For posters, print PDF or SVG,
    which are sharp at any size.

    Example:
    # sheetgen ... --dpi 2400   use --dpi 600
    """,
)


_PDFIUM = Lock()
"""PDFium works for one thread at a time."""


def count_pages(pdf: bytes) -> int:
    """The number of pages in a PDF file."""
    from pypdfium2 import PdfDocument

    with _PDFIUM, closing(PdfDocument(pdf)) as document:
        return len(document)


def write_png(pdf: bytes, page: int, dpi: int) -> bytes:
    """The PNG file of a PDF's page, counted from 0, on white at `dpi` pixels per inch.

    A page without colour becomes a greyscale picture. The same page and dpi always give the same
    bytes. Raises ProblemError if the picture would be too large, IndexError for a page that does
    not exist.
    """
    from pypdfium2 import PdfDocument

    with _PDFIUM, closing(PdfDocument(pdf)) as document:
        if not 0 <= page < len(document):
            raise IndexError(f"there is no page {page} among {len(document)}")
        with closing(document[page]) as sheet:
            width, height = sheet.get_size()
            _check_size(width, height, dpi)
            with closing(sheet.render(scale=dpi / 72, rev_byteorder=True)) as bitmap:
                # The picture may use the bitmap's memory, so it is written before that is freed.
                return _encode(bitmap.to_pil(), dpi)


def _encode(picture: Image, dpi: int) -> bytes:
    if not _has_color(picture):
        picture = picture.getchannel("R")
    file = io.BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _check_size(width: float, height: float, dpi: int) -> None:
    """Raises ProblemError if a page of this size in points has too many pixels at `dpi`."""
    across, up = math.ceil(width * dpi / 72), math.ceil(height * dpi / 72)
    if across * up <= MOST_PIXELS:
        return
    # Rounding up above can add a row and a column, so the hint stays a little lower.
    best = math.floor(math.sqrt(MOST_PIXELS / (width * height)) * 72 * 0.99)
    message = f"at {dpi} dpi a page has {across:,} × {up:,} pixels, more than 100 million"
    raise ProblemError([TOO_MANY_PIXELS.at(None, message, f"use --dpi {best} or less")])


def _has_color(picture: Image) -> bool:
    """Whether any pixel of an RGB picture is not grey."""
    for top in range(0, picture.height, _STRIP):
        strip = picture.crop((0, top, picture.width, min(top + _STRIP, picture.height)))
        red, green, blue = (band.tobytes() for band in strip.split())
        if not red == green == blue:
            return True
    return False
