"""Definitions of an SVG file that are used by their ids: glyphs, clips, pictures, gradients."""

from __future__ import annotations

import base64
import io
import zlib
from typing import TYPE_CHECKING

from sheetgen.drawing.drawing import Image, Resources, Shading
from sheetgen.export.vector.attribute import RULES, fmt, write_attributes, write_color
from sheetgen.export.vector.state import GraphicsState

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from sheetgen.export.vector.webfont import Webfonts


class Defs:
    """What all of the page's streams share: resources, and the definitions made from them.

    `forms` are the elements that draw the forms met so far, by name and by the state they were
    drawn from.
    """

    def __init__(self, resources: Resources, fonts: Webfonts | None = None) -> None:
        """With `fonts`, text stays text, set in these."""
        self.resources = resources
        self.fonts = fonts
        self.definitions: list[str] = []
        self.forms: dict[tuple[str, GraphicsState], str] = {}
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
    picture = _unpack(image)
    if image.mask:
        picture = picture.convert("LA" if picture.mode == "L" else "RGBA")
        picture.putalpha(_unpack(image.mask).resize(picture.size))
    elif picture.mode == "CMYK":
        picture = picture.convert("RGB")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def _unpack(image: Image) -> Picture:
    from PIL import Image as Pillow

    if image.codec == "DCTDecode":
        return Pillow.open(io.BytesIO(image.pixels))
    mode = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}[image.space]
    return Pillow.frombytes(mode, (image.width, image.height), zlib.decompress(image.pixels))
