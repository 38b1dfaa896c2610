"""One font face: its metrics, its glyphs, and text set in it with kerning.

HarfBuzz does the shaping and the subsetting, so text carries glyph ids from the start and means
the same in every document it is put into.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb

from sheetgen.ground.files import Files
from sheetgen.ground.plainfile import FileError

MOST_BYTES = 64_000_000
"""A larger font is refused; the largest of Chinese and Japanese have some 20 MB."""

_FEATURES = {"liga": False, "clig": False, "dlig": False}
_MOST_SHAPED = 500  # texts that a face remembers


class FaceError(Exception):
    """A file that can't be used as a font face; the text says why."""


def read_font(path: Path, files: Files) -> bytes:
    """The contents of a font file. Raises FaceError."""
    try:
        return files.read_bytes(path, MOST_BYTES, "a font")
    except FileError as error:
        raise FaceError(f"this {error}") from None
    except OSError as error:
        raise FaceError(f"the font can't be read: {error.strerror}") from None


class Glyph(NamedTuple):
    """One glyph of a shaped text; lengths in thousandths of the font size."""

    id: int
    advance: float
    dx: float
    dy: float
    text: str  # what it stands for; empty for a second glyph of the same characters


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
        self._covered: dict[str, bool] = {}
        self._covering: set[str] = set()
        self._advances: dict[int, float] = {}
        self._outlines: dict[int, str] = {}

    @classmethod
    def from_file(cls, path: Path, files: Files | None = None) -> Face:
        """Opens a user's font, taking family, weight and slant from the file. Raises FaceError."""
        face = cls(path, "", 400, False, files)
        if face.data[:4] not in (b"\0\1\0\0", b"true"):
            raise FaceError("this is not a TrueType font file (TTF)")
        if "glyf" not in face._face.table_tags or not face._face.glyph_count:
            raise FaceError("this font has no TrueType outlines")
        os2 = face._table("OS/2")
        if len(os2) >= 64:
            face.weight = struct.unpack_from(">H", os2, 4)[0] or 400
            face.italic = bool(struct.unpack_from(">H", os2, 62)[0] & 1)
        names = hb.OTNameIdPredefined
        family = face._name(names.TYPOGRAPHIC_FAMILY) or face._name(names.FONT_FAMILY)
        face.family = family or path.stem
        return face

    @cached_property
    def name(self) -> str:
        """Its PostScript name, the resource name of the face in a PDF."""
        name = self._name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        return "".join(c for c in name if c.isascii() and (c.isalnum() or c in "-_")) or "Face"

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
            known = bool(self._font.get_nominal_glyph(ord(character)))
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
        known = self._advances.get(glyph)
        if known is None:
            known = float(self._font.get_glyph_h_advance(glyph)) * self._scale
            self._advances[glyph] = known
        return known

    def outline(self, glyph: int) -> str:
        """A glyph's outline as SVG path data, y upwards, 1000 units to the em."""
        known = self._outlines.get(glyph)
        if known is None:
            pen = _OutlinePen(self._scale)
            self._font.draw_glyph_with_pen(glyph, pen)
            known = self._outlines[glyph] = "".join(pen.parts)
        return known

    def subset(self, glyphs: set[int]) -> bytes:
        """The font file with only these glyphs (and .notdef) drawn, their ids kept."""
        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set({0, *glyphs})
        # A PDF reader has no use for layout and names: text is already shaped.
        drop = {"GSUB", "GPOS", "GDEF", "kern", "name", "OS/2", "cmap", "post", "DSIG", "STAT"}
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).set({_tag(t) for t in drop})
        return bytes(hb.subset(self._face, wanted).blob.data)

    def _shape(self, text: str) -> tuple[Glyph, ...]:
        if not text:
            return ()
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, _FEATURES)
        infos, scale = buffer.glyph_infos, self._scale
        places = [place.position for place in buffer.glyph_positions]
        parts = _split_text(text, [info.cluster for info in infos])
        return tuple(
            [
                Glyph(info.codepoint, advance * scale, dx * scale, dy * scale, part)
                for info, (dx, dy, advance, _), part in zip(infos, places, parts, strict=True)
            ]
        )

    def _table(self, tag: str) -> bytes:
        blob = self._face.reference_table(tag)
        return bytes(blob.data) if blob else b""

    def _word(self, tag: str, offset: int) -> int:
        table = self._table(tag)
        return int(struct.unpack_from(">h", table, offset)[0]) if len(table) >= offset + 2 else 0

    def _name(self, name_id: int) -> str:
        return self._face.get_name(name_id) or ""


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
