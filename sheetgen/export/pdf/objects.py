"""The objects of one PDF file being made, numbered in the order in which they are asked for.

A value is kept as the text that the file will contain, as written by `dictionary` and the like.
Streams go into the file one by one, all other objects together into compressed ones, which keeps a
file of many small objects small. ISO 32000-1 §7.3 (objects), §7.5.7 (object streams) and §7.5.8
(cross-reference streams).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from hashlib import md5
from io import BytesIO

from sheetgen.ground.number import fmt

_HEADER = "%PDF-{}\n%\xe2\xe3\xcf\xd3\n"
_MOST_PACKED = 200  # objects in a compressed one; a reader unpacks all of them to read any
_ESCAPED = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r"})
_ROW = 8  # bytes that say where an object is


class Objects:
    """The file so far; a reference is a text such as `12 0 R`."""

    version = "1.7"

    def __init__(self) -> None:
        self._file = BytesIO()  # parts in a list would be there twice when they are joined
        self._file.write(_HEADER.format(self.version).encode("latin-1"))
        self._seed = md5(usedforsecurity=False)
        self._rows: list[bytes] = [_row(0, 0, 65535)]  # where each object is; the first is none
        self._packed: list[tuple[int, bytes]] = []  # waiting to be compressed together
        self._resources = self.reserve()

    @property
    def resources(self) -> str:
        """A reference to the one resource dictionary of all pages and forms."""
        return self._resources

    def reserve(self) -> str:
        """A reference to an object that will be added later."""
        self._rows.append(b"")
        return f"{len(self._rows) - 1} 0 R"

    def add(self, value: str, reference: str = "") -> str:
        """Keeps a value, as the reserved object if one is given; returns the reference to it."""
        reference = reference or self.reserve()
        self._packed.append((_number_of(reference), value.encode("latin-1")))
        if len(self._packed) >= _MOST_PACKED:
            self._pack()
        return reference

    def add_stream(self, content: bytes, **entries: object) -> str:
        """Compresses a stream (zlib at level 6) and writes it; returns the reference to it."""
        return self.add_packed(zlib.compress(content, 6), Filter="/FlateDecode", **entries)

    def add_packed(self, content: bytes, **entries: object) -> str:
        """Writes a stream compressed as its entry Filter says; returns the reference to it."""
        reference = self.reserve()
        self._write(_number_of(reference), dictionary(**entries, Length=len(content)), content)
        return reference

    def finish(self, catalog: str, information: str) -> bytes:
        """The whole file. Its identifier follows from its contents: same contents, same file."""
        root, info = self.add(catalog), self.add(information)
        if self._packed:
            self._pack()
        start, own = self._file.tell(), self.reserve()
        self._rows[-1] = _row(1, start, 0)
        assert all(self._rows), "an object was reserved but never added"
        mark = f"<{self._seed.hexdigest()}>"
        content = zlib.compress(_predict(self._rows), 9)
        table = dictionary(
            Type="/XRef",
            Size=len(self._rows),
            W=f"[1 {_ROW - 3} 2]",
            Root=root,
            Info=info,
            ID=f"[{mark}{mark}]",
            Filter="/FlateDecode",
            DecodeParms=dictionary(Predictor=12, Columns=_ROW),
            Length=len(content),
        )
        self._write(_number_of(own), table, content)
        self._file.write(f"startxref\n{start}\n%%EOF\n".encode())
        return self._file.getvalue()

    def _pack(self) -> None:
        """Writes the waiting objects into a compressed one."""
        number = _number_of(self.reserve())
        heads, values = [], []
        at = 0
        for index, (each, value) in enumerate(self._packed):
            self._rows[each] = _row(2, number, index)
            heads.append(f"{each} {at}")
            values.append(value)
            at += len(value) + 1
        head = " ".join(heads).encode() + b" "
        content = zlib.compress(head + b"\n".join(values), 6)
        entries = dictionary(
            Type="/ObjStm",
            N=len(heads),
            First=len(head),
            Filter="/FlateDecode",
            Length=len(content),
        )
        self._write(number, entries, content)
        self._packed.clear()

    def _write(self, number: int, entries: str, content: bytes) -> None:
        self._rows[number] = _row(1, self._file.tell(), 0)
        head = f"{number} 0 obj\n{entries}stream\n".encode("latin-1")
        for part in (head, content, b"\nendstream\nendobj\n"):
            self._file.write(part)
            self._seed.update(part)


class PlainObjects(Objects):
    """Objects as the oldest readers know them, each by itself, in a table (ISO 32000-1 §7.5.4)."""

    def __init__(self, version: str) -> None:
        self.version = version
        super().__init__()

    def add(self, value: str, reference: str = "") -> str:
        """Writes a value, as the reserved object if one is given; returns the reference to it."""
        reference = reference or self.reserve()
        number = _number_of(reference)
        self._rows[number] = _row(1, self._file.tell(), 0)
        part = f"{number} 0 obj\n{value}\nendobj\n".encode("latin-1")
        self._file.write(part)
        self._seed.update(part)
        return reference

    def finish(self, catalog: str, information: str) -> bytes:
        """The whole file. Its identifier follows from its contents: same contents, same file."""
        root, info = self.add(catalog), self.add(information)
        start = self._file.tell()
        assert all(self._rows), "an object was reserved but never added"
        mark = f"<{self._seed.hexdigest()}>"
        trailer = dictionary(Size=len(self._rows), Root=root, Info=info, ID=f"[{mark}{mark}]")
        rows = ["0000000000 65535 f \n"]
        rows += [f"{int.from_bytes(row[1:-2], 'big'):010} 00000 n \n" for row in self._rows[1:]]
        table = (
            f"xref\n0 {len(rows)}\n{''.join(rows)}trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n"
        )
        self._file.write(table.encode())
        return self._file.getvalue()


def dictionary(**values: object) -> str:
    """A dictionary; entries that are None are left out."""
    return f"<<{' '.join([f'/{key} {v}' for key, v in values.items() if v is not None])}>>"


def array_of(*values: float) -> str:
    """An array of numbers."""
    return list_of(fmt(value) for value in values)


def list_of(values: Iterable[str]) -> str:
    """An array of values, such as references."""
    return f"[{' '.join(values)}]"


def text_of(text: str) -> str:
    """A text to be read by people, in any script."""
    if text.isascii():
        return f"({text.translate(_ESCAPED)})"
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


def _number_of(reference: str) -> int:
    return int(reference[: reference.index(" ")])


def _row(kind: int, where: int, index: int) -> bytes:
    """Where an object is: 1, its offset, 0; or 2, the number of a compressed one, its index."""
    return bytes((kind,)) + where.to_bytes(_ROW - 3, "big") + index.to_bytes(2, "big")


def _predict(rows: Sequence[bytes]) -> bytes:
    """Each row as its difference from the one above: PNG's filter for data that hardly changes.

    All bytes of all rows are subtracted at once, as one number: the highest bit of each is set
    aside, so that none borrows from its neighbour.
    """
    size = _ROW * len(rows)
    high = int.from_bytes(b"\x80" * size, "big")
    own = int.from_bytes(b"".join(rows), "big")
    above = own >> 8 * _ROW
    found = ((own | high) - (above & ~high) ^ (own ^ ~above) & high).to_bytes(size, "big")
    out = bytearray(b"\2" * (size + len(rows)))
    for at in range(_ROW):
        out[at + 1 :: _ROW + 1] = found[at::_ROW]
    return bytes(out)
