"""One font face: its metrics, its glyphs, and text set in it with kerning.

HarfBuzz does the shaping and the subsetting, so text carries glyph ids from the start and means
the same in every document it is put into.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb

from sheetgen.ground.files import Files
from sheetgen.ground.plainfile import FileError

MOST_BYTES = 64_000_000
"""A larger font file is refused; those of Chinese, Japanese and Korean have up to 30 MB."""
_FEATURES = {"liga": False, "clig": False, "dlig": False}
_MOST_SHAPED = 500  # texts that a face remembers
_LONGEST_NAME = 63  # of a PostScript name, as the OpenType specification has it
_NEEDED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca")
_OTHERS = {
    b"OTTO": "this is an OpenType font with PostScript outlines (CFF)",
    b"ttcf": "this is a collection of several fonts",
    b"wOFF": "this is a font for web pages (WOFF)",
    b"wOF2": "this is a font for web pages (WOFF2)",
}
"""Other kinds of font files, by how they begin."""


class FaceError(Exception):
    """A file that can't be used as a font face; the text says why, `family` whose face it is."""

    def __init__(self, reason: str, family: str = "") -> None:
        self.family = family
        super().__init__(reason)


def read_font(path: Path, files: Files) -> bytes:
    """The contents of a font file. Raises FaceError."""
    try:
        data = files.read_bytes(path, MOST_BYTES, "a font")
    except FileError as error:
        raise FaceError(f"this {error}") from None
    except OSError as error:
        raise FaceError(f"the font can't be read: {error.strerror}") from None
    if not data:
        raise FaceError("the file is empty")
    return data


class Glyph(NamedTuple):
    """One glyph of a shaped text; lengths in thousandths of the font size."""

    id: int
    advance: float
    dx: float
    dy: float
    text: str  # what it stands for; empty for a second glyph of the same characters


class _Glyphs(dict[tuple[int, tuple[int, ...], str], Glyph]):
    """Glyphs by id, place in font units and text: every e before an r is the same object."""

    def __init__(self, scale: float) -> None:
        self._scale = scale

    def __missing__(self, key: tuple[int, tuple[int, ...], str]) -> Glyph:
        code, (dx, dy, advance, _), text = key
        scale = self._scale
        made = self[key] = Glyph(code, advance * scale, dx * scale, dy * scale, text)
        return made


class _Codes(dict[int, tuple[str, float]]):
    """Each glyph's id as PDF text has it, in hexadecimal, and its advance width without kerning."""

    def __init__(self, font: hb.Font, scale: float) -> None:
        self._font = font
        self._scale = scale

    def __missing__(self, glyph: int) -> tuple[str, float]:
        advance = float(self._font.get_glyph_h_advance(glyph)) * self._scale
        made = self[glyph] = f"{glyph:04X}", advance
        return made


class _Plain(dict[str, int]):
    """The glyph that a face has for a character, 0 for none, and for what is not one character."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, text: str) -> int:
        made = self[text] = self._find(ord(text)) if len(text) == 1 else 0
        return made


def measure_glyphs(glyphs: Sequence[Glyph]) -> float:
    """The advance width of shaped glyphs, in thousandths of the font size."""
    return sum([glyph.advance for glyph in glyphs])


class Face:
    """A TrueType face. Lengths are in thousandths of the font size (1000 to the em)."""

    def __init__(
        self, path: Path, family: str, weight: int, italic: bool, files: Files | None = None
    ) -> None:
        """Reads the file. Raises FaceError if that fails."""
        self.path = path
        self.family = family
        self.weight = weight
        self.italic = italic
        self.data = read_font(path, files or Files())
        self._face = hb.Face(hb.Blob(self.data))
        self._font = hb.Font(self._face)
        self._scale = 1000 / (self._face.upem or 1000)
        self._shaped: dict[str, tuple[Glyph, ...]] = {}
        self._glyphs = _Glyphs(self._scale)
        self._covered: dict[str, bool] = {}
        self._covering: set[str] = set()
        self.codes = _Codes(self._font, self._scale)
        self.plain = _Plain(self._find_glyph)
        self._outlines: dict[int, str] = {}

    @classmethod
    def from_file(cls, path: Path, files: Files | None = None) -> Face:
        """Opens a user's font, taking family, weight and slant from the file.

        Raises FaceError for one that could not be measured, drawn and embedded; if its family is
        known nevertheless, the error names it.
        """
        face = cls(path, _clean_name(path.stem), 400, False, files)
        names = hb.OTNameIdPredefined
        face.family = (
            face._name(names.TYPOGRAPHIC_FAMILY) or face._name(names.FONT_FAMILY) or face.family
        )
        try:
            face._check()
        except FaceError as error:
            raise FaceError(str(error), face.family) from None
        os2 = face._table("OS/2")
        if len(os2) >= 64:
            weight = struct.unpack_from(">H", os2, 4)[0]
            face.weight = weight if 1 <= weight <= 1000 else 400
            face.italic = bool(struct.unpack_from(">H", os2, 62)[0] & 1)
        return face

    def _check(self) -> None:
        """Makes sure that everything a print needs is in the file. Raises FaceError."""
        if self.data[:4] not in (b"\0\1\0\0", b"true"):
            kind = _OTHERS.get(self.data[:4], "this is not a TrueType font file (TTF)")
            raise FaceError(kind)
        tags = _list_tables(self.data)
        missing = [tag for tag in _NEEDED if tag.encode() not in tags]
        if missing:
            raise FaceError(f"this font lacks its table {missing[0]}")
        if b"glyf" not in tags or not self.glyph_count:
            raise FaceError("this font has no TrueType outlines")
        if not 16 <= self._word("head", 18) <= 16384:
            raise FaceError("this font does not say how large it is (unitsPerEm)")
        if not 0 < self.ascent - self.descent <= 10_000:
            raise FaceError("this font does not say how high its lines are (hhea)")
        glyphs = (self._find_glyph(code) for code in self._face.unicodes)
        if not any(self.advance(glyph) > 0 and self.outline(glyph) for glyph in glyphs if glyph):
            raise FaceError("none of its characters has a width and an outline")
        self.subset(set(range(self.glyph_count)))

    @cached_property
    def name(self) -> str:
        """Its PostScript name, the resource name of the face in a PDF."""
        name = self._name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        plain = "".join(c for c in name if c.isascii() and (c.isalnum() or c in "-_"))
        return plain[:_LONGEST_NAME] or "Face"

    @cached_property
    def ascent(self) -> float:
        """Height of the line above the baseline."""
        return self._word("hhea", 4) * self._scale

    @cached_property
    def descent(self) -> float:
        """Depth of the line under the baseline, a negative number."""
        return self._word("hhea", 6) * self._scale

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital letter."""
        return self._word("OS/2", 88) * self._scale or 700.0

    @cached_property
    def x_height(self) -> float:
        """Height of a small x."""
        return self._word("OS/2", 86) * self._scale or 500.0

    @cached_property
    def underline(self) -> float:
        """Height of an underline's middle, a negative number."""
        return self._word("post", 8) * self._scale or -100.0

    @cached_property
    def thickness(self) -> float:
        """The thickness of an underline."""
        return self._word("post", 10) * self._scale or 50.0

    @cached_property
    def box(self) -> tuple[float, ...]:
        """The box around all glyphs: x0, y0, x1, y1."""
        return tuple(self._word("head", at) * self._scale for at in (36, 38, 40, 42))

    @cached_property
    def slant(self) -> float:
        """The italic angle in degrees, negative when it leans to the right."""
        table = self._table("post")
        return float(struct.unpack_from(">i", table, 4)[0] / 65536) if len(table) >= 8 else 0.0

    @property
    def glyph_count(self) -> int:
        """The number of glyphs in the file."""
        return int(self._face.glyph_count)

    def covers(self, character: str) -> bool:
        """Whether it has a glyph for the character."""
        known = self._covered.get(character)
        if known is None:
            known = bool(self._find_glyph(ord(character)))
            self._covered[character] = known
            if known:
                self._covering.add(character)
        return known

    def covers_all(self, text: str) -> bool:
        """Whether it has a glyph for every character."""
        return self._covering.issuperset(text) or all(map(self.covers, text))

    def shape(self, text: str) -> tuple[Glyph, ...]:
        """The glyphs that print `text`, kerned, with combining marks placed. No ligatures."""
        known = self._shaped.get(text)
        if known is None:
            if len(self._shaped) >= _MOST_SHAPED:
                self._shaped.clear()
            known = self._shaped[text] = self._shape(text)
        return known

    def measure(self, text: str) -> float:
        """The advance width of a text, kerned, without letter or word spacing."""
        return measure_glyphs(self.shape(text))

    def advance(self, glyph: int) -> float:
        """A glyph's advance width without kerning."""
        return self.codes[glyph][1]

    def outline(self, glyph: int) -> str:
        """A glyph's outline as SVG path data, y upwards, 1000 units to the em."""
        known = self._outlines.get(glyph)
        if known is None:
            pen = _OutlinePen(self._scale)
            self._font.draw_glyph_with_pen(glyph, pen)
            known = self._outlines[glyph] = "".join(pen.parts)
        return known

    def subset(self, glyphs: set[int]) -> bytes:
        """The font file with only these glyphs (and .notdef) drawn, their ids kept.

        Raises FaceError if its tables contradict each other.
        """
        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set({0, *glyphs})
        # A PDF reader has no use for layout and names: text is already shaped.
        drop = {"GSUB", "GPOS", "GDEF", "kern", "name", "OS/2", "cmap", "post", "DSIG", "STAT"}
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).set({_tag(t) for t in drop})
        try:
            return bytes(hb.subset(self._face, wanted).blob.data)
        except RuntimeError:
            raise FaceError("its glyphs can't be embedded: its tables are damaged") from None

    def _shape(self, text: str) -> tuple[Glyph, ...]:
        if not text:
            return ()
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, _FEATURES)
        infos, end = buffer.glyph_infos, self.glyph_count
        # A damaged font's substitutions may lead to glyphs that it does not have.
        codes = [info.codepoint if info.codepoint < end else 0 for info in infos]
        places = [place.position for place in buffer.glyph_positions]
        parts = _split_text(text, [info.cluster for info in infos])
        return tuple(map(self._glyphs.__getitem__, zip(codes, places, parts, strict=True)))

    def _find_glyph(self, code: int) -> int:
        """The glyph of a character, 0 if there is none in the file."""
        glyph = int(self._font.get_nominal_glyph(code) or 0)
        return glyph if glyph < self.glyph_count else 0

    def _table(self, tag: str) -> bytes:
        blob = self._face.reference_table(tag)
        return bytes(blob.data) if blob else b""

    def _word(self, tag: str, offset: int) -> int:
        table = self._table(tag)
        return int(struct.unpack_from(">h", table, offset)[0]) if len(table) >= offset + 2 else 0

    def _name(self, name_id: int) -> str:
        """A name from the file, without what can't be shown; empty if it can't be read."""
        try:
            return _clean_name(self._face.get_name(name_id) or "")
        except UnicodeError:
            return ""


def _list_tables(data: bytes) -> set[bytes]:
    """The names of the tables in a font file. Raises FaceError if one lies outside of it."""
    count = int.from_bytes(data[4:6], "big")
    if len(data) >= 12 + 16 * count:
        entries = [struct.unpack_from(">4s4xII", data, 12 + 16 * at) for at in range(count)]
        ends = (start + length for _, start, length in entries)
        if max(ends, default=0) <= len(data) + 3:  # the last table may lack its padding
            return {tag for tag, _, _ in entries}
    raise FaceError("the file is cut short, or damaged")


def _clean_name(text: str) -> str:
    """A name of a family or face with nothing but visible characters, not too many of them."""
    return " ".join("".join(c for c in text if c.isprintable()).split())[:100]


def _split_text(text: str, clusters: list[int]) -> list[str]:
    """What each glyph stands for; nothing for a second glyph of the same characters."""
    if clusters == list(range(len(text))):
        return list(text)
    ends = dict(pairwise([*sorted(set(clusters)), len(text)]))
    # Each text is taken out where it is first met.
    return [text[at : ends.pop(at)] if at in ends else "" for at in clusters]


def _tag(text: str) -> int:
    return int.from_bytes(text.encode("ascii"), "big")


class _OutlinePen:
    """Writes what HarfBuzz draws as SVG path data (the pen protocol of fontTools)."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.parts: list[str] = []

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        numbers = (f"{round(v * self.scale, 1):g}" for point in points for v in point)
        self.parts.append(letter + " ".join(numbers))

    def moveTo(self, p: tuple[float, float]) -> None:  # noqa: N802
        self._add("M", p)

    def lineTo(self, p: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", p)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add("Q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add("C", *points)

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")

    def endPath(self) -> None:  # noqa: N802
        pass
