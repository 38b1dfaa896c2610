"""The values of SVG attributes: matrices, colours, path data, and text that XML can contain."""

from __future__ import annotations

import re
from functools import lru_cache

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground import number

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
