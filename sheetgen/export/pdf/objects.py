"""The objects of one PDF file being made, numbered in the order in which they are asked for.

A value is kept as the text that the file will contain, as written by `dictionary` and the like.
Streams go into the file one by one, all other objects together into compressed ones, which keeps a
file of many small objects small. ISO 32000-1 §7.3 (objects), §7.5.7 (object streams) and §7.5.8
(cross-reference streams).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import blake2b, md5
from io import BytesIO
from itertools import pairwise
from typing import Any

from sheetgen.drawing.drawing import Image, Shading, SharedForm
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.number import fmt
from sheetgen.ground.record import replace
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import BAD_FONT

_HEADER = "%PDF-{}\n%\xe2\xe3\xcf\xd3\n"
_MOST_PACKED = 200  # objects in a compressed one; a reader unpacks all of them to read any
_ESCAPED = ("\\", r"\\"), ("(", r"\("), (")", r"\)"), ("\r", r"\r")
_SIGNS = str.maketrans("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™", "".join(map(chr, range(0x80, 0x93))))
_WESTERN = re.compile(r"[\x20-\x7e\xa1-\xac\xae-\xff•†‡…—–ƒ⁄‹›−‰„“”‘’‚™]*")
_LATIN = re.compile("[\0-\xff]*")
"""The characters of PDFDocEncoding besides line ends (ISO 32000-1 annex D)."""
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
    if text.isascii() or _WESTERN.fullmatch(text):
        for sign, escaped in _ESCAPED:
            text = text.replace(sign, escaped)
        return f"({text if _LATIN.fullmatch(text) else text.translate(_SIGNS)})"
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


# Forms, images and shadings as PDF objects


def add_form(objects: Objects, form: SharedForm) -> str:
    """Adds a form XObject; returns its reference."""
    return objects.add_stream(
        form.operators.encode("latin-1"),
        Type="/XObject",
        Subtype="/Form",
        BBox=array_of(*form.box),
        Resources=objects.resources,
        Group=_describe_group(form),
    )


def _describe_group(form: SharedForm) -> str | None:
    if form.is_mask:
        return dictionary(S="/Transparency", CS="/DeviceGray", I="true")
    return dictionary(S="/Transparency") if form.group else None


def make_state(state: Mapping[str, Any], forms: Mapping[str, str]) -> str:
    """A graphics state dictionary; `forms` are the references to the forms of soft masks."""
    mask: SharedForm | None = state.get("SMask")
    soft = dictionary(Type="/Mask", S="/Luminosity", G=forms[mask.name]) if mask else None
    numbers = {key: fmt(value) for key, value in state.items() if key != "SMask"}
    return dictionary(**numbers, SMask=soft)


def add_image(objects: Objects, image: Image, known: dict[str, str]) -> str:
    """Adds an image with its mask; returns its reference, also kept in `known` by its name."""
    if image.name in known:
        return known[image.name]
    mask = add_image(objects, image.mask, known) if image.mask else None
    known[image.name] = objects.add_packed(
        image.pixels,
        Type="/XObject",
        Subtype="/Image",
        Width=image.width,
        Height=image.height,
        ColorSpace=f"/{image.space}",
        BitsPerComponent=8,
        Interpolate="true" if image.smooth else None,
        Filter=f"/{image.codec}",
        SMask=mask,
    )
    return known[image.name]


def make_shading(shading: Shading) -> str:
    """A shading dictionary."""
    space = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}[len(shading.stops[0][1])]
    return dictionary(
        ShadingType=shading.kind,
        ColorSpace=space,
        Coords=array_of(*shading.coords),
        Extend="[true true]",
        Function=_stitch(shading.stops),
    )


def _stitch(stops: Sequence[tuple[float, tuple[float, ...]]]) -> str:
    """The function from offset to colour, linear between neighbouring stops."""
    if len(stops) == 1:
        stops = [(0.0, stops[0][1]), (1.0, stops[0][1])]
    stops = list(stops)
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    # Between two stops at one place there is nothing.
    pairs = [(a, b) for a, b in pairwise(stops) if a[0] < b[0]]
    parts = [
        dictionary(FunctionType=2, Domain="[0 1]", C0=array_of(*a), C1=array_of(*b), N=1)
        for (_, a), (_, b) in pairs
    ]
    if len(parts) == 1:
        return parts[0]
    return dictionary(
        FunctionType=3,
        Domain="[0 1]",
        Functions=list_of(parts),
        Bounds=array_of(*(offset for (offset, _), _ in pairs[1:])),
        Encode=array_of(*([0, 1] * len(parts))),
    )


# Faces as embedded, subset PDF fonts, addressed by glyph id, with their text for searching


def add_font(objects: Objects, face: Face, glyphs: dict[int, str]) -> str:
    """Embeds the glyphs of a face, each with the text it stands for; returns the reference.

    Raises ProblemError for a font that is damaged.
    """
    ids = sorted(glyphs)
    tag_number = int.from_bytes(blake2b(repr(ids).encode(), digest_size=4).digest(), "big")
    tag = "".join(chr(65 + tag_number // 26**place % 26) for place in range(6))
    base = f"/{tag}+{face.name}"
    try:
        data = face.subset(set(ids))
    except FaceError as error:
        found = BAD_FONT.at(Place(assets.display_name(face.path)), str(error))
        raise ProblemError([replace(found, severity="error")]) from None
    descriptor = dictionary(
        Type="/FontDescriptor",
        FontName=base,
        Flags=4 | (64 if face.italic else 0),
        FontBBox=array_of(*face.box),
        ItalicAngle=fmt(face.slant),
        Ascent=fmt(face.ascent),
        Descent=fmt(face.descent),
        CapHeight=fmt(face.cap_height),
        StemV=fmt(50 + face.weight / 8),
        **_add_file(objects, face, data),
    )
    inner = dictionary(
        Type="/Font",
        Subtype="/CIDFontType0" if face.is_postscript else "/CIDFontType2",
        BaseFont=base,
        CIDSystemInfo="<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
        FontDescriptor=objects.add(descriptor),
        CIDToGIDMap=None if face.is_postscript else "/Identity",
        DW=1000,
        W=_widths(face, ids),
    )
    font = dictionary(
        Type="/Font",
        Subtype="/Type0",
        BaseFont=base,
        Encoding="/Identity-H",
        DescendantFonts=list_of([objects.add(inner)]),
        ToUnicode=objects.add_stream(_unicode_map(face, glyphs).encode("ascii")),
    )
    return objects.add(font)


def _add_file(objects: Objects, face: Face, data: bytes) -> dict[str, str]:
    """Adds a font file; returns the entry that refers to it (ISO 32000-1 §9.9, table 126).

    A CFF font has no CIDs but its glyph ids: it has no charset of its own, or one that is equal.
    """
    add = partial(objects.add_packed, _compress_font(data), Filter="/FlateDecode")
    if face.is_postscript:
        return {"FontFile3": add(Subtype="/CIDFontType0C")}
    return {"FontFile2": add(Length1=len(data))}


@lru_cache(maxsize=32)
def _compress_font(data: bytes) -> bytes:
    """A font file compressed; most prints of a project have the same."""
    return zlib.compress(data, 6)


def _widths(face: Face, ids: Iterable[int]) -> str:
    """The W array: runs of neighbouring glyph ids, each with its list of widths."""
    parts: list[str] = []
    start = previous = -2
    for glyph in ids:
        if glyph != previous + 1:
            if start >= 0:
                parts.append("]")
            parts.append(f"{glyph} [")
            start = glyph
        parts.append(fmt(face.advance(glyph)))
        previous = glyph
    return list_of([*parts, "]"] if parts else [])


def _unicode_map(face: Face, glyphs: dict[int, str]) -> str:
    """The ToUnicode CMap: the text of each glyph, so that it can be searched and copied."""
    spelt = ((glyph, face.spell(glyph, text)) for glyph, text in sorted(glyphs.items()))
    rows = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in spelt if text
    ]
    blocks = [
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        for block in (rows[at : at + 100] for at in range(0, len(rows), 100))
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )
