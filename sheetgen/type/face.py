"""One font face: its metrics, its glyphs, and text set in it with kerning.

HarfBuzz does the shaping and the subsetting, so text carries glyph ids from the start and means
the same in every document it is put into.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import uharfbuzz as hb

from sheetgen.ground.files import Files
from sheetgen.type.fontfile import (
    FaceError,
    FontMember,
    Tables,
    cut_face,
    find_unit,
    list_members,
    open_member,
    read_font,
)
from sheetgen.type.glyphs import Codes, Glyph, Glyphs, Plain, measure_glyphs

_APART = {"liga": False, "clig": False}
_JOINED: dict[str, bool] = {}
_SLACK = 0.01  # by which outlines may be larger or smaller
_MOST_SHAPED = 500  # texts that a face remembers
_MOST_CUT = 4  # sets of glyphs whose files it remembers: most prints of a project need the same
_LONGEST_NAME = 63  # of a PostScript name, as the OpenType specification has it
# A PDF reader has no use for layout and names: text is already shaped.
_LAYOUT = ("GSUB", "GPOS", "GDEF", "kern", "DSIG", "STAT")
_NAMES = ("name", "OS/2", "cmap", "post")
_SCRIPTS = {
    "Latin": "AZaz",
    "Greek": "ΑΩαω",
    "Cyrillic": "АЯая",
    "Armenian": "ԱՖաֆ",
    "Georgian": "აჰ",
    "Hebrew": "את",
    "Arabic": "ابي",
    "Devanagari": "अह",
    "Bengali": "অহ",
    "Tamil": "அஹ",
    "Thai": "กฮ",
    "Kana": "あんアン",
    "Han": "一人",
    "Hangul": "가힣",
    "Runic": "ᚠᛟ",
}
"""Letters of scripts; a font that has these has as good as all of them."""
_MARKS = range(0x300, 0x370)
"""Combining marks, which are glyphs of their own where a font lacks the letter with its mark."""
_FLAGS = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.CFF_IDENTITY_CHARSET


class Face:
    """A face with TrueType or PostScript outlines; `data` is the contents of its file.

    Lengths are in thousandths of the font size (1000 to the em).
    """

    def __init__(self, member: FontMember, files: Files | None = None, data: bytes = b"") -> None:
        """Reads the file, unless its `data` are given. Raises FaceError if that fails."""
        self.path = member.path
        self.family = member.families[0]
        self.member = member
        self.traits = member.traits
        self.data = data or read_font(member.path, files or Files())
        self._face = open_member(member, self.data)
        self._tables = Tables(self._face)
        self._font = hb.Font(self._face)
        self._axes = member.axes if member.is_sound else ()
        if self._axes:
            self._font.set_variations(dict(self._axes))
        self._scale = 1000 / (self._face.upem or 1000)
        self._shaped: dict[tuple[str, bool], tuple[Glyph, ...]] = {}
        self.codes = Codes(self._font, self._scale)
        self._glyphs = Glyphs(self._scale, self.codes)
        self.plain = Plain(self.find_glyph)
        self._outlines: dict[int, str] = {}
        self._cut: dict[frozenset[int], bytes] = {}

    @classmethod
    def from_file(cls, path: Path, files: Files | None = None) -> Face:
        """Opens a user's font, the first face that is in the file, and checks it.

        Raises FaceError for one that could not be measured, drawn and embedded; if its family is
        known nevertheless, the error names it.
        """
        data = read_font(path, files or Files())
        face = cls(list_members(path, data)[0], data=data)
        face.check()
        return face

    def check(self) -> None:
        """Makes sure that everything a print needs is in the file. Raises FaceError."""
        try:
            self._check()
        except FaceError as error:
            raise FaceError(str(error), self.family) from None

    def _check(self) -> None:
        if not self.glyph_count:
            raise FaceError("this font has no outlines")
        if not 16 <= self._word("head", 18) <= 16384:
            raise FaceError("this font does not say how large it is (unitsPerEm)")
        if not 0 < self.ascent - self.descent <= 10_000:
            raise FaceError("this font does not say how high its lines are (hhea)")
        if self.is_postscript and not self._agrees():
            raise FaceError("its outlines and its widths differ in size (FontMatrix, unitsPerEm)")
        glyphs = (self.find_glyph(code) for code in self._face.unicodes)
        if not any(self.advance(glyph) > 0 and self.outline(glyph) for glyph in glyphs if glyph):
            raise FaceError("none of its characters has a width and an outline")
        self._subset(set(range(self.glyph_count)))

    def _agrees(self) -> bool:
        """Whether its table CFF says that the outlines are as large as they are drawn here."""
        try:
            unit = find_unit(self._tables.read("CFF "))
        except ValueError:
            return False
        return unit is None or abs(unit * self._face.upem - 1) < _SLACK

    @property
    def weight(self) -> int:
        """Its weight, from 1 to 1000."""
        return self.traits.weight

    @property
    def italic(self) -> bool:
        """Whether its letters lean."""
        return bool(self.traits.slope)

    @property
    def is_restricted(self) -> bool:
        """Whether its maker does not allow it to be embedded."""
        return self._tables.is_restricted

    @cached_property
    def is_postscript(self) -> bool:
        """Whether its outlines are PostScript ones (CFF)."""
        return not self._tables.has("glyf")

    @cached_property
    def name(self) -> str:
        """Its PostScript name, the resource name of the face in a PDF."""
        own = self._tables.name(hb.OTNameIdPredefined.POSTSCRIPT_NAME)
        name = self.member.name or own or self.path.stem
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
    def strikeout(self) -> float:
        """Height of the middle of a line through letters."""
        return self._word("OS/2", 28) * self._scale or self.x_height / 2

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
        table = self._tables.read("post")
        return float(struct.unpack_from(">i", table, 4)[0] / 65536) if len(table) >= 8 else 0.0

    @property
    def glyph_count(self) -> int:
        """The number of glyphs in the file."""
        return int(self._face.glyph_count)

    @cached_property
    def scripts(self) -> tuple[str, ...]:
        """The scripts that it has the letters of."""
        return tuple(name for name, some in _SCRIPTS.items() if self.covers_all(some))

    def covers(self, character: str) -> bool:
        """Whether it has a glyph for the character."""
        return bool(self.plain[character])

    def covers_all(self, text: str) -> bool:
        """Whether it has a glyph for every character."""
        return all(map(self.plain.__getitem__, text))

    def spell(self, glyph: int, text: str) -> str:
        """Return the characters of a glyph by itself, where several glyphs may stand for `text`."""
        if len(text) > 1 and self.find_glyph(ord(text[0])) == glyph:
            return text[0]
        if not text and glyph:
            return next((chr(mark) for mark in _MARKS if self.find_glyph(mark) == glyph), "")
        return text

    def shape(self, text: str, joined: bool = False) -> tuple[Glyph, ...]:
        """The glyphs that print `text`, kerned, with combining marks placed.

        With `joined`, there are ligatures, such as one glyph for ffi, as browsers set it.
        """
        key = text, joined
        known = self._shaped.get(key)
        if known is None:
            if len(self._shaped) >= _MOST_SHAPED:
                self._shaped.clear()
            known = self._shaped[key] = self._shape(text, _JOINED if joined else _APART)
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

        Of a face with PostScript outlines, it is the table CFF alone. All glyphs are drawn if
        that is its maker's wish. Raises FaceError if its tables contradict each other.
        """
        key = frozenset(glyphs)
        known = self._cut.get(key)
        if known is None:
            if len(self._cut) >= _MOST_CUT:
                self._cut.clear()
            known = self._cut[key] = self._subset(glyphs)
        return known

    def _subset(self, glyphs: set[int]) -> bytes:
        wanted = self._want(glyphs, {*_LAYOUT, *_NAMES})
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | _FLAGS
        cut = cut_face(self._face, wanted)
        return Tables(cut).read("CFF ") if self.is_postscript else bytes(cut.blob.data)

    def subset_letters(self, letters: str) -> bytes:
        """The font file with the glyphs of some letters, and what leads from those to them."""
        wanted = self._want(
            set(map(self.find_glyph, map(ord, letters))), {*_LAYOUT, "name", "post"}
        )
        wanted.sets(hb.SubsetInputSets.UNICODE).set(set(map(ord, letters)))
        wanted.flags = _FLAGS
        return bytes(cut_face(self._face, wanted).blob.data)

    def renumber(self, glyphs: set[int]) -> tuple[bytes, Mapping[int, int]]:
        """The font file with only these glyphs, and the id that each of them has in it.

        It has no character map. Raises FaceError if its tables contradict each other.
        """
        wanted = self._want(glyphs, {*_LAYOUT, "cmap"})
        wanted.flags = _FLAGS
        try:
            plan = hb.SubsetPlan(self._face, wanted)
            return bytes(plan.execute().blob.data), dict(plan.old_to_new_glyph_mapping)
        except (RuntimeError, MemoryError):
            raise FaceError("its glyphs can't be embedded: its tables are damaged") from None

    def _want(self, glyphs: set[int], drop: Iterable[str]) -> hb.SubsetInput:
        wanted = hb.SubsetInput()
        drawn = range(self.glyph_count) if self._tables.is_whole else {0, *glyphs}
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set(set(drawn))
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).set({_tag(t) for t in drop})
        for tag, value in self._axes:
            wanted.pin_axis_location(self._face, tag, value)
        return wanted

    def _shape(self, text: str, features: dict[str, bool]) -> tuple[Glyph, ...]:
        if not text:
            return ()
        buffer = self._set(text, features)
        infos, end = buffer.glyph_infos, self.glyph_count
        # A damaged font's substitutions may lead to glyphs that it does not have.
        codes = [code if (code := info.codepoint) < end else 0 for info in infos]
        places = [place.position for place in buffer.glyph_positions]
        parts: Iterable[str] = text
        if not self.is_plain(text, codes):
            parts = _split_text(text, [info.cluster for info in infos])
        return tuple(map(self._glyphs.__getitem__, zip(codes, places, parts, strict=True)))

    def _set(self, text: str, features: dict[str, bool]) -> hb.Buffer:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, features)
        return buffer

    def is_plain(self, text: str, glyphs: list[int]) -> bool:
        """Whether a text without marks is set with the glyphs that its characters have."""
        return text.isascii() and glyphs == list(map(self.plain.__getitem__, text))

    def find_glyph(self, code: int) -> int:
        """The glyph of a character, 0 if there is none in the file."""
        glyph = int(self._font.get_nominal_glyph(code) or 0)
        return glyph if glyph < self.glyph_count else 0

    def _word(self, tag: str, offset: int) -> int:
        return self._tables.word(tag, offset)


def _split_text(text: str, clusters: list[int]) -> list[str]:
    """Return the characters of each glyph; empty for a second glyph of the same characters."""
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
