"""Definitions of an SVG file that are used by their ids: glyphs, clips, pictures, gradients."""

from __future__ import annotations

import base64
import io
import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from sheetgen.drawing.drawing import IDENTITY, Image, Matrix, Resources, Shading, invert, map_box
from sheetgen.ground import assets, number
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple, record, replace
from sheetgen.type.face import Face
from sheetgen.type.fontfile import FaceError
from sheetgen.type.fonts import BAD_FONT

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


# Values of SVG attributes: matrices, colours, path data, and text that XML can contain


RULES = ("nonzero", "evenodd")
"""The fill rules, by whether they are PDF's even-odd one."""
fmt = lru_cache(maxsize=100_000)(number.fmt)
"""Numbers as text; those of one page return on the next."""
_POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")  # of a glyph's outline
_UNPRINTABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 §2.2
_DEFAULTS = {
    "fill": "#000",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "",
    "stroke-dashoffset": "0",
    "opacity": "1",
    "x": "0",
    "y": "0",
}
"""The values that SVG assumes for attributes that are left out."""


def write_attributes(values: dict[str, str]) -> str:
    """Attributes with a space before each, without those that have their default value."""
    return "".join(f' {k}="{v}"' for k, v in values.items() if v != _DEFAULTS.get(k))


@lru_cache(maxsize=20_000)
def write_matrix(m: Matrix) -> str:
    """A matrix as a transform."""
    if m[:4] == IDENTITY[:4]:
        return f"translate({fmt(m[4])} {fmt(m[5])})"
    # Glyphs measure 1000 units, so the numbers of their matrices are small.
    return f"matrix({' '.join([*(fmt(v, 8) for v in m[:4]), fmt(m[4]), fmt(m[5])])})"


@lru_cache(maxsize=2_000)
def write_color(*components: str | float) -> str:
    """A colour of 1 or 3 components from 0 to 1, as #rgb or #rrggbb."""
    levels = [round(float(c) * 255) for c in components]
    digits = "".join(f"{level:02x}" for level in (levels * 3)[:3])
    return f"#{digits[::2]}" if digits[::2] == digits[1::2] else f"#{digits}"


def trace_box(x0: float, y0: float, x1: float, y1: float) -> str:
    """The path data of a rectangle."""
    return f"M{fmt(x0)} {fmt(y0)}H{fmt(x1)}V{fmt(y1)}H{fmt(x0)}Z"


def move_outline(outline: str, matrix: Matrix) -> str:
    """A glyph's outline with its points moved by `matrix`."""
    a, b, c, d, e, f = matrix

    def move(found: re.Match[str]) -> str:
        x, y = map(float, found.groups())
        return f"{fmt(a * x + c * y + e)} {fmt(b * x + d * y + f)}"

    return _POINT.sub(move, outline)


def drop_unprintable(text: str) -> str:
    """A text without the characters that XML cannot contain."""
    return _UNPRINTABLE.sub("", text)


# The graphics state of PDF, and its paint


_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


class GraphicsState(NamedTuple):
    """PDF's graphics state. Values that are only written out again are kept as text."""

    # Around the clip, in current coordinates; None if those are flat.
    box: Box | None
    fill: str = "#000"
    stroke: str = "#000"
    fill_alpha: str = "1"
    stroke_alpha: str = "1"
    width: str = "1"
    cap: str = "0"
    join: str = "0"
    miter: str = "10"
    dashes: str = ""
    phase: str = "0"
    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 100.0
    rise: float = 0.0
    mode: str = "0"

    def transform(self, matrix: Matrix) -> GraphicsState:
        """The state in new coordinates, which `matrix` maps to the current ones."""
        return self._replace(box=self.box and _move_box(self.box, matrix))

    def write_paint(self, filled: bool, stroked: bool, rule: str = RULES[0]) -> str:
        """The attributes that paint according to the state."""
        return _write_paint(filled, stroked, rule, self[1:11])


@lru_cache(maxsize=20_000)
def _move_box(box: Box, matrix: Matrix) -> Box | None:
    """The box around another in new coordinates; None if these are flat."""
    inverse = invert(matrix)
    return map_box(inverse, box) if inverse else None


@lru_cache(maxsize=20_000)
def _write_paint(filled: bool, stroked: bool, rule: str, paint: tuple[str, ...]) -> str:
    fill, stroke, fill_alpha, stroke_alpha, width, cap, join, miter, dashes, phase = paint
    values = {"fill": "none"}
    if filled:
        values = {"fill": fill, "fill-opacity": fill_alpha}
    if stroked:
        values |= {
            "stroke": stroke,
            "stroke-opacity": stroke_alpha,
            "stroke-width": width,
            "stroke-linecap": _CAPS[int(cap)],
            "stroke-linejoin": _JOINS[int(join)],
            "stroke-miterlimit": miter,
            "stroke-dasharray": dashes,
            "stroke-dashoffset": phase,
        }
    return write_attributes(values | {"fill-rule": rule})


class Defs:
    """The resources that all streams of a page share, and the definitions made from them.

    `forms` are the elements that draw the forms met so far, by name and by the state they were
    drawn from.
    """

    def __init__(self, resources: Resources, fonts: Webfonts | None = None) -> None:
        """With `fonts`, text stays text, set in these."""
        self.resources = resources
        self.fonts = fonts
        self.definitions: list[str] = []
        self.forms: dict[tuple[object, ...], str] = {}
        self._ids: dict[str, str] = {}
        self._glyphs: dict[tuple[str, int], str] = {}

    def define(self, kind: str, element: str) -> str:
        """The id of an element, defined unless an equal one is; `kind` begins the id."""
        known = self._ids.get(element)
        if known is None:
            known = self._ids[element] = f"{kind}{len(self._ids) + 1}"
            end = element.find(" ")
            tag = element.find(">")
            end = tag if end < 0 or tag < end else end
            self.definitions.append(f'{element[:end]} id="{known}"{element[end:]}')
        return known

    def define_glyph(self, font: str, glyph: int) -> str:
        """The id of a glyph's outline; empty for a glyph without ink."""
        key = (font, glyph)
        if key not in self._glyphs:
            outline = self.resources.faces[font].outline(glyph)
            self._glyphs[key] = self.define("g", f'<path d="{outline}"/>') if outline else ""
        return self._glyphs[key]

    def define_clip(self, path: str, even_odd: bool) -> str:
        """The id of a clip path."""
        rule = write_attributes({"clip-rule": RULES[even_odd]})
        return self.define("c", f'<clipPath><path d="{path}"{rule}/></clipPath>')

    def define_image(self, image: Image) -> str:
        """The id of a picture in the unit square, with its top at y = 1 as in a PDF."""
        return self.define(
            "i",
            '<image width="1" height="1" preserveAspectRatio="none"'
            f' transform="matrix(1 0 0 -1 0 1)" xlink:href="{_encode_picture(image)}"/>',
        )

    def define_gradient(self, shading: Shading) -> str:
        """The id of a gradient in the coordinates in which it is used."""
        tag, names = {
            2: ("linearGradient", ("x1", "y1", "x2", "y2")),
            3: ("radialGradient", ("fx", "fy", "fr", "cx", "cy", "r")),
        }[shading.kind]
        stops = "".join(
            f'<stop offset="{fmt(offset)}" stop-color="{write_color(*color)}"/>'
            for offset, color in shading.stops
        )
        coords = zip(names, map(fmt, shading.coords), strict=True)
        given = "".join(f' {name}="{value}"' for name, value in coords)
        return self.define("s", f'<{tag} gradientUnits="userSpaceOnUse"{given}>{stops}</{tag}>')


def _encode_picture(image: Image) -> str:
    """A picture as a data: URI: JPEG as it is, samples as PNG with the mask as its alpha."""
    if image.codec == "DCTDecode" and not image.mask:
        return f"data:image/jpeg;base64,{base64.b64encode(image.pixels).decode()}"
    picture = unpack(image)
    if image.mask:
        picture = picture.convert("LA" if picture.mode == "L" else "RGBA")
        picture.putalpha(unpack(image.mask).resize(picture.size))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def unpack(image: Image) -> Picture:
    """The pixels of a picture, which are grey or RGB."""
    from PIL import Image as Pillow

    if image.codec == "DCTDecode":
        found = Pillow.open(io.BytesIO(image.pixels))
        return found if found.mode in ("L", "RGB") else found.convert("RGB")
    mode = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}[image.space]
    picture = Pillow.frombytes(mode, (image.width, image.height), zlib.decompress(image.pixels))
    return picture.convert("RGB") if mode == "CMYK" else picture


# Fonts inside an SVG file, for texts that stay text, with only the letters needed and no shaping:
# each character has one glyph, and moves are written beside it. OpenType 1.9, cmap and head.


_SUM, _MAGIC = 8, 0xB1B0AFBA  # of the table head: the whole file and it make this number
_MOST = 0xFFFFFFFF


@record(frozen=False, slots=False)
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
