"""A page of a PDF → a PNG picture, drawn by PDFium as fast as the machine has room for."""

from __future__ import annotations

import math
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sheetgen.ground.diagnostics import ProblemError, declare
from sheetgen.ground.record import NamedTuple

MOST_PIXELS = 100_000_000
"""A larger picture is refused; an A4 page has this many pixels at 1,050 dpi."""
_LEVEL = 4
"""Of zlib. Drawings shrink best without PNG's filters, and from here on hardly any further."""
_PEAK = 5  # bytes that a pixel takes while it is written

TOO_MANY_PIXELS = declare(
    "too-many-pixels",
    "error",
    """A page would become a picture of more than 100 million pixels.

    Why: It would take gigabytes of memory, and few programs could open it. 300 dpi is as fine as a
    printer can show; twice that is plenty for zooming in. For posters, print PDF or SVG, which are
    sharp at any size.

    Example:
    # sheetgen ... --dpi 2400   use --dpi 600
    """,
)


_PDFIUM = Lock()
"""PDFium works for one thread at a time."""


@contextmanager
def open_page(pdf: bytes, page: int) -> Iterator[Any]:
    """A page of a PDF as PDFium knows it, which no other thread may use meanwhile."""
    from pypdfium2 import PdfDocument

    with _PDFIUM, closing(PdfDocument(pdf)) as document, closing(document[page]) as sheet:
        yield sheet


def open_pages(pdf: bytes) -> Iterator[Any]:
    """The pages of a PDF as PDFium knows them, which no other thread may use meanwhile."""
    from pypdfium2 import PdfDocument

    with _PDFIUM, closing(PdfDocument(pdf)) as document:
        for page in document:
            with closing(page):
                yield page


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
        raster = _render(document, page, dpi)
    return _encode(raster, dpi)


def write_pngs(
    pdf: bytes, dpi: int, jobs: int | None = None, clear: bool = False
) -> Iterator[bytes]:
    """The PNG files of all pages of a PDF, as `write_png` makes them, `jobs` at a time.

    Without `jobs`, as many as there are processors, but no more than fit into half of the free
    memory. While PDFium draws one page, others are compressed. With `clear` they have a transparent
    ground in place of the white one. Raises ProblemError.
    """
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    from pypdfium2 import PdfDocument

    with _PDFIUM:
        document = PdfDocument(pdf)
        sizes = [document.get_page_size(at) for at in range(len(document))]

    def write(page: int) -> bytes:
        with _PDFIUM:
            raster = _render(document, page, dpi, clear)
        return _encode(raster, dpi)

    try:
        pixels = [math.prod(_measure(width, height, dpi)) for width, height in sizes]
        room = measure_memory() // 2 // (_PEAK * max(pixels, default=1))
        jobs = jobs or max(1, min(count_processors(), room))
        with ThreadPoolExecutor(jobs) as pool:
            begun: deque[Future[bytes]] = deque()
            for page in range(len(sizes)):  # none is begun long before it is wanted
                begun.append(pool.submit(write, page))
                if len(begun) > jobs:
                    yield begun.popleft().result()
            yield from (picture.result() for picture in begun)
    finally:
        with _PDFIUM:
            document.close()


class _Raster(NamedTuple):
    """A page in pixels: rows of a zero, which is PNG's mark for no filter, and RGB samples.

    With four `samples` the last one of each pixel is how opaque it is.
    """

    width: int
    height: int
    rows: bytearray
    samples: int = 3


def _render(document: Any, page: int, dpi: int, clear: bool = False) -> _Raster:
    """A page drawn by PDFium straight into the rows of a PNG picture. Raises ProblemError."""
    import ctypes

    import pypdfium2.raw as pdfium

    with closing(document[page]) as sheet:
        across, up = sheet.get_size()
        width, height = _measure(across, up, dpi)
        # PDFium needs whole words for pixels of four samples, and PNG's mark is put in later.
        samples, mark = (4, 0) if clear else (3, 1)
        stride = mark + samples * width
        rows = bytearray(stride * height)
        memory = (ctypes.c_ubyte * len(rows)).from_buffer(rows)
        start = ctypes.c_void_p(ctypes.addressof(memory) + mark)
        form = pdfium.FPDFBitmap_BGRA if clear else pdfium.FPDFBitmap_BGR
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, form, start, stride)
        if not bitmap:
            raise MemoryError
        ground = 0x00FFFFFF if clear else 0xFFFFFFFF
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground)
        how = pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER
        pdfium.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, how)
        pdfium.FPDFBitmap_Destroy(bitmap)
    if clear:
        parts = (rows[at : at + stride] for at in range(0, len(rows), stride))
        rows = bytearray(b"".join(part for row in parts for part in (b"\0", row)))
    return _Raster(width, height, rows, samples)


def _encode(raster: _Raster, dpi: int) -> bytes:
    """A PNG file (W3C PNG §5 and §11): header, resolution in pixels per metre, and pixels."""
    width, height, rows, count = raster
    grey = _find_grey(raster) if count == 3 else None
    kind, samples = ({3: 2, 4: 6}[count], rows) if grey is None else (0, grey)
    metre = int(dpi / 0.0254 + 0.5)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        (b"IDAT", zlib.compress(samples, _LEVEL)),
        (b"IEND", b""),
    )
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, content in chunks:
        check = zlib.crc32(content, zlib.crc32(name))
        parts += [struct.pack(">I", len(content)), name, content, struct.pack(">I", check)]
    return b"".join(parts)


def _find_grey(raster: _Raster) -> bytes | None:
    """The rows with one sample a pixel; None if any pixel is not grey."""
    length = 3 * raster.width
    found = []
    for start in range(1, len(raster.rows), 1 + length):
        row = raster.rows[start : start + length]
        red = row[::3]
        if red != row[1::3] or red != row[2::3]:
            return None
        found.append(red)
    return b"".join([part for red in found for part in (b"\0", red)])


def _measure(width: float, height: float, dpi: int) -> tuple[int, int]:
    """The pixels of a page of this size in points. Raises ProblemError if there are too many."""
    across, up = math.ceil(width * dpi / 72), math.ceil(height * dpi / 72)
    if across * up <= MOST_PIXELS:
        return across, up
    # Rounding up above can add a row and a column, so the hint stays a little lower.
    best = math.floor(math.sqrt(MOST_PIXELS / (width * height)) * 72 * 0.99)
    message = f"at {dpi} dpi a page has {across:,} × {up:,} pixels, more than 100 million"
    raise ProblemError([TOO_MANY_PIXELS.at(None, message, f"use --dpi {best} or less")])


# The machine: how many processors and how much memory there are for this process


_GROUP = Path("/sys/fs/cgroup")
"""Where Linux says what a container may use; see cgroups(7), version 2."""
_MEMORY = Path("/proc/meminfo")
_UNKNOWN = 2**31  # bytes, where nobody says how much memory is free


def count_processors(group: Path = _GROUP) -> int:
    """How many processors this process may use at the same time, at least 1."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # neither macOS nor Windows has it
        count = os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no limit is written as the word max
        quota, period = map(int, (group / "cpu.max").read_text("ascii").split())
        count = min(count, quota // period)
    return max(1, count)


def measure_memory(group: Path = _GROUP) -> int:
    """The bytes of memory that are free, as far as the machine says so."""
    free = _UNKNOWN
    with suppress(OSError, ValueError, StopIteration):
        lines = _MEMORY.read_text("ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        free = 1024 * int(line.split()[1])
    with suppress(OSError, ValueError):
        used = int((group / "memory.current").read_text("ascii"))
        free = min(free, int((group / "memory.max").read_text("ascii")) - used)
    return max(0, free)
