"""Font files: the faces in one, with their families and traits, as its tables say them.

OpenType 1.9: TTF and OTF files, collections of them, and variable fonts, of which each named
instance (table fvar) is a face. HarfBuzz makes a font of its own of each face that is used.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from pathlib import Path

import uharfbuzz as hb

from sheetgen.ground.files import Files
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.textfile import FileError

# Traits that tell the faces of a family apart, and the choice of a face by them.
# CSS Fonts 4 §2.3 (the names of widths) and §5.2 (how a face is matched).


WIDTHS = {
    "ultra-condensed": 50.0,
    "extra-condensed": 62.5,
    "condensed": 75.0,
    "semi-condensed": 87.5,
    "normal": 100.0,
    "semi-expanded": 112.5,
    "expanded": 125.0,
    "extra-expanded": 150.0,
    "ultra-expanded": 200.0,
}
"""The names of widths in CSS, as percentages; a font file counts them from 1 to 9."""


class Slope(IntEnum):
    """How letters lean: not at all, with letters of their own, or as if pushed over."""

    NORMAL = 0
    ITALIC = 1
    OBLIQUE = 2


class Traits(NamedTuple):
    """A weight from 1 to 1000, a Slope (True is italic), and a width in percent."""

    weight: int
    slope: int = Slope.NORMAL
    width: float = 100.0

    @property
    def style(self) -> str:
        """The slope as the property `font-style` has it."""
        return Slope(self.slope).name.lower()


_NEAREST_SLOPES = {
    Slope.NORMAL: (Slope.NORMAL, Slope.OBLIQUE, Slope.ITALIC),
    Slope.ITALIC: (Slope.ITALIC, Slope.OBLIQUE, Slope.NORMAL),
    Slope.OBLIQUE: (Slope.OBLIQUE, Slope.ITALIC, Slope.NORMAL),
}


def choose(known: Iterable[Traits], wanted: Traits) -> Traits:
    """Return the traits that CSS takes among those known: width decides first, weight last."""
    slopes = _NEAREST_SLOPES[Slope(wanted.slope)]

    def rank(traits: Traits) -> tuple[object, ...]:
        return (
            _rank_width(traits.width, wanted.width),
            slopes.index(Slope(traits.slope)),
            _rank_weight(traits.weight, wanted.weight),
        )

    return min(known, key=rank)


def _rank_width(width: float, wanted: float) -> tuple[bool, float]:
    """Narrow ones first for one that is normal or narrow, wide ones first for a wide one."""
    beyond = width > wanted if wanted <= 100 else width < wanted
    return beyond, abs(width - wanted)


def _rank_weight(weight: int, wanted: int) -> tuple[int, int]:
    """Light ones first for a light one, bold ones first for a bold one.

    Between 400 and 500, those up to 500 come first, then lighter ones, then bolder ones.
    """
    if 400 <= wanted <= 500:
        group = 0 if wanted <= weight <= 500 else 1 if weight < wanted else 2
    else:
        group = int(weight > wanted if wanted < 400 else weight < wanted)
    return group, abs(weight - wanted)


MOST_BYTES = 64_000_000
"""A larger font file is refused; those of Chinese, Japanese and Korean have up to 30 MB."""
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""Endings of the files that are looked at; those for web pages are refused with a hint."""
_MOST_FACES = 256  # of a file, instances included
_SFNT = (b"\0\1\0\0", b"true", b"OTTO")
_COLLECTION = b"ttcf"
_WEB = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}
_NEEDED = ("head", "hhea", "maxp", "hmtx", "cmap")
_OUTLINES = ("glyf", "CFF ", "CFF2")
_STYLE_WORDS = (
    r"(?i)(extra|ultra|semi|demi)?[ -]?(thin|hairline|light|regular|normal|book|roman|medium|bold"
    r"|black|heavy|italic|oblique|slanted|condensed|narrow|compressed|expanded|extended|wide)?"
)
_STYLE_AXES = ("wght", "wdth", "ital", "slnt")
_RESTRICTED, _BITMAPS, _WHOLE = 0x2, 0x200, 0x100  # of OS/2's fsType


class FaceError(Exception):
    """A file that can't be used as a font face; the text says why, `family` whose face it is."""

    def __init__(self, reason: str, family: str = "") -> None:
        self.family = family
        super().__init__(reason)


class FontMember(NamedTuple):
    """A face of a family that has not been opened: where it is, and what it says about itself.

    `at` is its place in a collection, and `axes` are the places on the axes of a variable
    font. `families` are the names that it may be asked for by, the best one first.
    """

    path: Path
    traits: Traits
    families: tuple[str, ...] = ("",)
    at: int = 0
    axes: tuple[tuple[str, float], ...] = ()
    name: str = ""  # its PostScript name, unless the file gives it itself
    is_sound: bool = False  # whether its file is known to be without a fault, as a shipped one is


class Tables:
    """The tables of one face, as far as they say something about the whole of it."""

    def __init__(self, face: hb.Face) -> None:
        self.face = face

    def read(self, tag: str) -> bytes:
        """A table; nothing if there is none."""
        blob = self.face.reference_table(tag)
        return bytes(blob.data) if blob else b""

    def has(self, tag: str) -> bool:
        """Whether there is a table with something in it."""
        blob = self.face.reference_table(tag)
        return bool(blob) and len(blob) > 0

    def word(self, tag: str, offset: int) -> int:
        """The signed number of two bytes at an offset of a table; 0 if it is too short."""
        table = self.read(tag)
        return int(struct.unpack_from(">h", table, offset)[0]) if len(table) >= offset + 2 else 0

    def name(self, number: int) -> str:
        """A name from the file, without what can't be shown; empty if it can't be read."""
        try:
            return clean_name(self.face.get_name(number) or "")
        except UnicodeError:
            return ""

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The family as a typographer counts it, then as old programs do, if that is another.

        Old programs know four faces a family, so they take each width and most weights for one.
        """
        names = hb.OTNameIdPredefined
        found = (self.name(names.TYPOGRAPHIC_FAMILY), self.name(names.FONT_FAMILY))
        return tuple(dict.fromkeys(filter(None, found)))

    @cached_property
    def traits(self) -> Traits:
        """The traits of the face, those of the default instance for a variable font."""
        if len(self.read("OS/2")) < 64:
            return Traits(400)
        weight, width = self.word("OS/2", 4), self.word("OS/2", 6)
        selection = self.word("OS/2", 62)
        slope = Slope.ITALIC if selection & 1 else Slope.OBLIQUE if selection & 512 else 0
        widths = tuple(WIDTHS.values())
        return Traits(
            weight if 1 <= weight <= 1000 else 400,
            slope,
            widths[width - 1] if 1 <= width <= len(widths) else 100.0,
        )

    @cached_property
    def is_restricted(self) -> bool:
        """Whether its maker does not allow it to be embedded."""
        permissions = self.word("OS/2", 8)
        return permissions & 0xE == _RESTRICTED or bool(permissions & _BITMAPS)

    @cached_property
    def is_whole(self) -> bool:
        """Whether its maker wants it to be embedded with all of its glyphs."""
        return bool(self.word("OS/2", 8) & _WHOLE)

    def list_instances(self) -> list[tuple[str, dict[str, float]]]:
        """The named instances of a variable font with their axes, and what its axes offer besides.

        If all have one weight or one width, there are steps for those.
        """
        axes = {axis.tag: axis for axis in self.face.axis_infos[:64]}
        default = {tag: float(axis.default_value) for tag, axis in axes.items()}
        found = [("", default)]
        for instance in self.face.named_instances[:_MOST_FACES]:
            places = dict(zip(axes, map(float, instance.design_coords), strict=False))
            found.append((self.name(instance.subfamily_name_id), default | places))
        hundreds = [float(weight) for weight in range(100, 1000, 100)]
        for tag, steps in (("wght", hundreds), ("wdth", [*WIDTHS.values()])):
            if tag in axes and len({places[tag] for _, places in found}) == 1:
                within = [s for s in steps if axes[tag].min_value <= s <= axes[tag].max_value]
                found += [(name, {**places, tag: s}) for s in within for name, places in found]
        # Those at the usual place of axes that CSS has no name for come first.
        found.sort(key=lambda one: sum(one[1][tag] != default[tag] for tag in _list_others(axes)))
        return found[:_MOST_FACES]


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


def list_members(path: Path, data: bytes) -> list[FontMember]:
    """The faces of a font file. Raises FaceError, also for tables outside of the file."""
    starts = _list_starts(data)
    found: list[FontMember] = []
    for index, start in enumerate(starts):
        tables = Tables(hb.Face(hb.Blob(data), index))
        families = tables.families or (clean_name(path.stem),)
        _check_tables(data, start, families[0])
        face = FontMember(path, tables.traits, families, index)
        try:
            found += _list_variable(face, tables) if tables.has("fvar") else [face]
        except UnicodeError:  # in the names of its axes
            raise FaceError("its axes can't be read", families[0]) from None
    return found[:_MOST_FACES]


def open_member(member: FontMember, data: bytes) -> hb.Face:
    """The face as a font of its own, with outlines that a PDF may hold. Raises FaceError.

    A sound variable font stays as it is: HarfBuzz sets text at any place on its axes, and cutting
    out the letters of a print takes less than a hundredth of what the whole font takes.
    """
    face = hb.Face(hb.Blob(data), member.at)
    varies = member.axes and not member.is_sound
    if data[:4] != _COLLECTION and not varies and not Tables(face).has("CFF2"):
        return face
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    for tag, value in member.axes:
        wanted.pin_axis_location(face, tag, value)
    return cut_face(face, wanted)


def cut_face(face: hb.Face, wanted: hb.SubsetInput) -> hb.Face:
    """A part of a face. Raises FaceError if its tables contradict each other."""
    try:
        return hb.subset(face, wanted)
    except (RuntimeError, MemoryError):
        raise FaceError("its glyphs can't be embedded: its tables are damaged") from None


def clean_name(text: str) -> str:
    """A name of a family or face with nothing but visible characters, not too many of them."""
    return " ".join("".join(c for c in text if c.isprintable()).split())[:100]


def _list_variable(default: FontMember, tables: Tables) -> Iterator[FontMember]:
    """The instances of a variable font, one for each family and traits."""
    names = hb.OTNameIdPredefined
    prefix = tables.name(names.VARIATIONS_PS_PREFIX) or default.families[0]
    known: set[tuple[str, Traits]] = set()
    for name, places in tables.list_instances():
        words = [word for word in name.split() if not re.fullmatch(_STYLE_WORDS, word)]
        family = " ".join([default.families[0], *words])
        traits = _place_traits(default.traits, places)
        if (family, traits) not in known:
            known.add((family, traits))
            width = "" if traits.width == 100 else f"-{traits.width:g}"
            called = f"{prefix}-{name.replace(' ', '') or 'Regular'}{width}"
            yield FontMember(
                default.path,
                traits,
                (family,),
                default.at,
                tuple(places.items()),
                called if name or width else "",
            )


def _place_traits(default: Traits, places: dict[str, float]) -> Traits:
    """The traits at some places on the axes."""
    slope = default.slope
    if "slnt" in places:
        slope = Slope.OBLIQUE if places["slnt"] else Slope.NORMAL
    if "ital" in places:
        slope = Slope.ITALIC if places["ital"] >= 0.5 else slope
    weight = round(places.get("wght", default.weight))
    width = places.get("wdth", default.width)
    return Traits(min(1000, max(1, weight)), slope, min(1000.0, max(1.0, width)))


def _list_others(tags: Sequence[str] | dict[str, object]) -> list[str]:
    return [tag for tag in tags if tag not in _STYLE_AXES]


def _list_starts(data: bytes) -> list[int]:
    """Where the directories of a file's faces begin. Raises FaceError."""
    kind = data[:4]
    if kind in _SFNT:
        return [0]
    if kind in _WEB:
        raise FaceError(f"this is a font for web pages ({_WEB[kind]})")
    if kind != _COLLECTION:
        raise FaceError("this is not a font file (TTF or OTF)")
    count = int.from_bytes(data[8:12], "big")
    if not 0 < count <= _MOST_FACES or len(data) < 12 + 4 * count:
        raise FaceError("the file is cut short, or damaged")
    return list(struct.unpack_from(f">{count}I", data, 12))


def _check_tables(data: bytes, start: int, family: str) -> None:
    """Makes sure that the tables are there, inside the file. Raises FaceError."""
    count = int.from_bytes(data[start + 4 : start + 6], "big")
    first = start + 12
    if len(data) < first + 16 * count:
        raise FaceError("the file is cut short, or damaged", family)
    entries = [struct.unpack_from(">4s4xII", data, first + 16 * at) for at in range(count)]
    ends = (begin + length for _, begin, length in entries)
    if max(ends, default=0) > len(data) + 3:  # the last table may lack its padding
        raise FaceError("the file is cut short, or damaged", family)
    tags = {tag.decode("latin-1") for tag, _, _ in entries}
    missing = [tag for tag in _NEEDED if tag not in tags]
    if missing:
        raise FaceError(f"this font lacks its table {missing[0]}", family)
    if not tags.intersection(_OUTLINES):
        raise FaceError("this font has no outlines", family)
    if "glyf" in tags and "loca" not in tags:
        raise FaceError("this font lacks its table loca", family)


# CFF tables: the unit of their outlines, which a PDF reader takes from there and nowhere else.
# Adobe Technical Note 5176, §4 (DICT data), §5 (INDEX data) and §9 (Top DICT).


_USUAL = 0.001
_NIBBLES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "E", "E-", "", "-")
"""The texts of the half bytes of a real number; 15 ends it."""
_ESCAPE, _MATRIX, _CIDS = 12, 7, 30  # operators; the latter two after an escape
_SHORT, _LONG, _REAL, _LONGER = 28, 29, 30, 247  # what operands begin with


def find_unit(table: bytes) -> float | None:
    """Return the size of one outline unit in font sizes, from the FontMatrix of the Top DICT.

    None if it may stand elsewhere, as in fonts with CIDs. Raises ValueError for nonsense.
    """
    try:
        _, names_end = _find_first(table, table[2])
        data, _ = _find_first(table, names_end)
        return _read_unit(data)
    except IndexError:
        raise ValueError("the table is cut short") from None


def _find_first(table: bytes, at: int) -> tuple[bytes, int]:
    """The first object of the INDEX at some place, and where the INDEX ends."""
    count, size = int.from_bytes(table[at : at + 2], "big"), table[at + 2]
    if not count:
        return b"", at + 2
    places = (at + 3 + size * number for number in (0, 1, count))
    first, second, last = (int.from_bytes(table[p : p + size], "big") for p in places)
    base = at + 2 + size * (count + 1)  # offsets count from the byte before the objects
    return table[base + first : base + second], base + last


def _read_unit(data: bytes) -> float | None:
    """The first number of FontMatrix in the data of a Top DICT."""
    at, first, has_cids = 0, 0.0, False
    fresh, unit = True, _USUAL
    while at < len(data):
        kind = data[at]
        if kind < _SHORT:  # an operator
            escaped = data[at + 1] if kind == _ESCAPE else None
            unit = first if escaped == _MATRIX else unit
            has_cids |= escaped == _CIDS
            at, fresh = at + (1 if escaped is None else 2), True
            continue
        number, at = _read_number(data, at)
        first, fresh = number if fresh else first, False
    return None if has_cids else unit


def _read_number(data: bytes, at: int) -> tuple[float, int]:
    """A number of a DICT, and where it ends. Whole ones are taken for 1: no unit is any of them."""
    kind = data[at]
    if kind != _REAL:
        lengths = {_SHORT: 3, _LONG: 5}
        return 1.0, at + lengths.get(kind, 2 if kind >= _LONGER else 1)
    text = ""
    while True:
        at += 1
        for nibble in (data[at] >> 4, data[at] & 15):
            if nibble == len(_NIBBLES):
                return float(text or 0), at + 1
            text += _NIBBLES[nibble]
