"""Fonts inside an SVG file, for texts that stay text: only the letters that are needed.

Such a font has nothing to shape with: each character leads to the one glyph that the page has for
it, and whatever moves a letter is written beside it. OpenType 1.9, tables cmap and head.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import escape

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import BAD_FONT

_SUM, _MAGIC = 8, 0xB1B0AFBA  # of the table head: the whole file and it make this number
_MOST = 0xFFFFFFFF


@dataclass
class Webfont:
    """A face under a name of its own, and the glyph of each character."""

    face: Face
    number: int
    glyphs: dict[str, int] = field(default_factory=dict)

    @property
    def look(self) -> str:
        """The name of the class of texts that are set in it."""
        return f"f{self.number}"

    def describe(self) -> str:
        """The rules of a stylesheet that bring the font, and set texts in it.

        Where fonts in files are not understood, the family is looked for on the machine.
        Raises ProblemError for a font that is damaged.
        """
        face, own = self.face, f"{self.face.name}-{self.number}"
        traits = face.traits
        shape = (
            f"font-weight:{traits.weight};font-style:{traits.style};font-stretch:{traits.width:g}%"
        )
        data = base64.b64encode(make_font(face, self.glyphs)).decode()
        kind = "opentype" if face.is_postscript else "truetype"
        family = face.family.replace("\\", "").replace("'", "")
        return (
            f"@font-face{{font-family:'{own}';{shape};"
            f"src:url(data:font/ttf;base64,{data}) format('{kind}')}}\n"
            f".{self.look}{{font-family:'{own}','{escape(family)}';{shape}}}"
        )


class Webfonts:
    """The fonts of one SVG file."""

    def __init__(self) -> None:
        self._fonts: list[Webfont] = []

    def choose(self, face: Face, letters: Iterable[tuple[str, int]]) -> Webfont:
        """The font that has the letters of a face, each with its glyph.

        A face has several if it has two glyphs for a character.
        """
        wanted = dict(letters)
        for font in self._fonts:
            if font.face is face and _agree(font.glyphs, wanted):
                break
        else:
            font = Webfont(face, len(self._fonts) + 1)
            self._fonts.append(font)
        font.glyphs |= wanted
        return font

    def describe(self) -> str:
        """The stylesheet of all fonts; empty if there are none. Raises ProblemError."""
        if not self._fonts:
            return ""
        rules = [
            "text{white-space:pre;text-rendering:geometricPrecision;font-synthesis:none}",
            *(font.describe() for font in self._fonts),
        ]
        return "\n".join(["<style>", *rules, "</style>"])


def make_font(face: Face, glyphs: Mapping[str, int]) -> bytes:
    """A font file with a character map and the glyphs in it. Raises ProblemError."""
    try:
        data, ids = face.renumber(set(glyphs.values()))
    except FaceError as error:
        found = BAD_FONT.at(Place(assets.display_name(face.path)), str(error))
        raise ProblemError([replace(found, severity="error")]) from None
    count = int.from_bytes(data[4:6], "big")
    tables = {
        tag: data[start : start + length]
        for tag, start, length in struct.iter_unpack(">4s4xII", data[12 : 12 + 16 * count])
    }
    tables[b"cmap"] = _map_characters({ord(c): ids[glyph] for c, glyph in glyphs.items()})
    return _join_tables(data[:4], tables)


def _agree(some: Mapping[str, int], others: Mapping[str, int]) -> bool:
    return all(some.get(letter, glyph) == glyph for letter, glyph in others.items())


def _map_characters(ids: Mapping[int, int]) -> bytes:
    """The table cmap, with a segment for each character of the basic plane (format 4)."""
    codes = [*sorted(ids), 0xFFFF]
    deltas = [(ids.get(code, 0) - code) % 65536 for code in codes]
    count = len(codes)
    power = 1 << (count.bit_length() - 1)
    head = (2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    words = [*codes, 0, *codes, *deltas, *[0] * count]
    body = struct.pack(f">4H{len(words)}H", *head, *words)
    table = struct.pack(">3H", 4, len(body) + 6, 0) + body
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _join_tables(kind: bytes, tables: Mapping[bytes, bytes]) -> bytes:
    """The font file of some tables, each padded to four bytes and with its sum."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(
        ">4s4H", kind, count, 16 * power, power.bit_length() - 1, 16 * (count - power)
    )
    entries, bodies, at, summed = [], [], 12 + 16 * count, 0
    for tag in sorted(tables):
        table = tables[tag]
        if tag == b"head":
            summed = at + _SUM
            table = table[:_SUM] + bytes(4) + table[_SUM + 4 :]
        padded = table + bytes(-len(table) % 4)
        entries.append(struct.pack(">4s3I", tag, _add_up(padded), at, len(table)))
        bodies.append(padded)
        at += len(padded)
    whole = bytearray(b"".join([head, *entries, *bodies]))
    struct.pack_into(">I", whole, summed, (_MAGIC - _add_up(whole)) & _MOST)
    return bytes(whole)


def _add_up(data: bytes | bytearray) -> int:
    words: tuple[int, ...] = struct.unpack(f">{len(data) // 4}I", data)
    return sum(words) & _MOST
