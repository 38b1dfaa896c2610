"""The objects of one PDF file in the making, by the names that refer to them."""

from __future__ import annotations

import zlib
from hashlib import md5
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFObjectReference,
    PDFStream,
)

from sheetgen.svg.number import fmt

SHARED = PDFObjectReference("resources")
"""The one resource dictionary of all pages and forms."""


class Objects:
    """What a PDF file will hold. ReportLab's object layer keeps and writes it."""

    def __init__(self) -> None:
        self.document = PDFDocument(compression=1, invariant=1, dummyoutline=1, pdfVersion=(1, 7))

    def register(self, thing: Any, name: str) -> Any:
        """Keeps an object under a name; the reference to it."""
        return self.document.Reference(thing, name)

    def find(self, name: str) -> Any:
        """The object kept under a name, or None."""
        return self.document.idToObject.get(name)

    def write(self, catalog: Any, information: Any) -> bytes:
        """The file. Its identifier follows from the contents, so the same file has the same one."""
        document = self.document
        document.Catalog, document.info = catalog, information
        seed = md5(usedforsecurity=False)
        for name in sorted(document.idToObject):
            seed.update(getattr(document.idToObject[name], "content", b""))
        mark = f"<{seed.hexdigest()}>".encode()
        document._ID = b"[" + mark + mark + b"]"
        return bytes(document.format())


def dictionary(**values: Any) -> Any:
    """A PDF dictionary."""
    return PDFDictionary(values)


def stream_of(content: bytes) -> Any:
    """A stream, compressed at once (zlib at level 6) so that no page is kept at full length."""
    stream = PDFStream(content=zlib.compress(content, 6), filters=[])
    stream.dictionary["Filter"] = "/FlateDecode"
    return stream


def array_of(*values: float) -> Any:
    """An array of numbers."""
    return PDFArray([fmt(value) for value in values])
