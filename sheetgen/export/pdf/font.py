"""Faces as embedded, subset PDF fonts addressed by glyph id, with their text for searching."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

from sheetgen.export.pdf.objects import Objects, array_of, dictionary, list_of
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.number import fmt
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import BAD_FONT


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
    if face.is_postscript:
        return {"FontFile3": objects.add_stream(data, Subtype="/CIDFontType0C")}
    return {"FontFile2": objects.add_stream(data, Length1=len(data))}


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
