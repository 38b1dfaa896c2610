"""How the value of each property is read.

SVG 1.1 §6.1 and its property index; SVG 2 appendix G; CSS Fonts 3, Text 3 and Text Decoration 3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from sheetgen.ground.colour import parse_color
from sheetgen.ground.number import read_number
from sheetgen.svg.read.style import NOTHING, Paint, Style
from sheetgen.svg.read.transform import read_length
from sheetgen.type.fontfile import WIDTHS

# Properties that are known but not drawn, and what to do instead


_NEVER = frozenset[str]()
_PLAIN = frozenset({"normal"})
_NONE = frozenset({"none"})
_AUTO = frozenset({"auto"})
_BLACK = frozenset({"#000000", "#000", "black", "currentcolor", "rgb(0,0,0)", "auto"})

UNDRAWN: dict[str, frozenset[str] | None] = {
    # Effects that are not drawn, with the values at which they do nothing.
    "filter": _NONE,
    "mix-blend-mode": _PLAIN,
    "vector-effect": _NONE,
    "writing-mode": frozenset({"lr-tb", "lr", "horizontal-tb"}),
    "text-orientation": frozenset({"mixed"}),
    "glyph-orientation-vertical": frozenset({"auto", "0", "0deg"}),
    "glyph-orientation-horizontal": frozenset({"auto", "0", "0deg"}),
    "direction": frozenset({"ltr"}),
    "unicode-bidi": _PLAIN,
    "alignment-baseline": frozenset({"auto", "baseline", "alphabetic"}),
    "font": _NEVER,
    "font-kerning": frozenset({"auto", "normal"}),
    "font-variant": frozenset({"normal", "none"}),
    "font-variant-alternates": _PLAIN,
    "font-variant-caps": _PLAIN,
    "font-variant-east-asian": _PLAIN,
    "font-variant-numeric": _PLAIN,
    "font-variant-position": _PLAIN,
    "font-feature-settings": _PLAIN,
    "font-variation-settings": _PLAIN,
    "font-size-adjust": _NONE,
    "font-synthesis": frozenset({"weight style size", "none"}),
    "text-indent": frozenset({"0", "0px"}),
    "text-shadow": _NONE,
    "text-overflow": frozenset({"clip"}),
    "text-decoration-color": _BLACK,
    "text-decoration-style": frozenset({"solid"}),
    "text-decoration-thickness": _AUTO,
    "text-decoration-fill": _BLACK,
    "text-decoration-stroke": _NONE,
    "shape-subtract": _NONE,
    "clip": _AUTO,
    "transform": _NONE,
    "transform-origin": frozenset({"0 0", "0px 0px"}),
    "transform-box": frozenset({"view-box"}),
    "rotate": frozenset({"none", "0"}),
    "scale": frozenset({"none", "1"}),
    "translate": _NONE,
    "stroke-alignment": frozenset({"center"}),
    # These have no effect on a print. Drawing programs write them by the dozen.
    "background": None,
    "color-interpolation": None,
    "color-interpolation-filters": None,
    "color-profile": None,
    "color-rendering": None,
    "cursor": None,
    "enable-background": None,
    "flood-color": None,
    "flood-opacity": None,
    "font-optical-sizing": None,
    "image-rendering": None,
    "isolation": None,
    "lighting-color": None,
    "line-break": None,
    "pointer-events": None,
    "shape-margin": None,
    "shape-padding": None,
    "shape-rendering": None,
    "solid-color": None,
    "solid-opacity": None,
    "tab-size": None,
    "text-align": None,
    "text-align-all": None,
    "text-align-last": None,
    "text-rendering": None,
    "transition": None,
    "user-select": None,
    "will-change": None,
    "word-break": None,
}
"""Known properties that are not drawn, with the values at which that makes no difference; None
for all values."""

AS_PICTURE = frozenset(
    (
        *("filter", "mix-blend-mode", "writing-mode", "font", "font-stretch", "font-variant"),
        *("font-variant-caps", "alignment-baseline", "transform", "transform-origin"),
        *("font-kerning", "transform-box", "vector-effect"),
    )
)
"""Properties that a picture of the element shows, in drawings from elsewhere."""
_TO_BITMAP = "make a picture of the object (in Inkscape: Edit > Make a Bitmap Copy)"
INSTEAD = {
    "filter": _TO_BITMAP,
    "mix-blend-mode": _TO_BITMAP,
    "vector-effect": "give the stroke the width that it should have on paper",
    "font": "write font-size, font-family and font-weight",
    "font-variant": "write capitals in a smaller font-size",
    "transform": "write it as an attribute",
    "transform-origin": "move the origin with translate in the transform",
    "writing-mode": "turn the text with a transform",
    "text-shadow": "write the text twice",
    "alignment-baseline": "use dominant-baseline or dy",
}
"""Hints at a substitute for some of those properties."""

REFERENCE = re.compile(r"""url\(\s*(["']?)\s*([^"'()]*?)\s*\1\s*\)\s*(.*)""", re.DOTALL)
_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
}
_SUB, _SUPER = -0.2, 0.34
"""How far sub and super raise a baseline, in ems of the surrounding text (as Gecko does)."""
_BASELINES = (
    *("auto", "alphabetic", "middle", "central", "hanging", "mathematical", "ideographic"),
    *("text-before-edge", "text-after-edge"),
    *("text-top", "text-bottom"),
)
_OTHER_BASELINES = {
    "before-edge": "text-before-edge",
    "after-edge": "text-after-edge",
    "use-script": "auto",
    "no-change": "auto",
    "reset-size": "auto",
}
_MOST_DASHES = 100
_MOST_COLUMNS = 12
_JOINED = ("normal", "common-ligatures", "no-discretionary-ligatures", "no-historical-ligatures")
_APART = ("none", "no-common-ligatures")
_LINES = ("underline", "overline", "line-through")


Reader = Callable[[str, Style], Any]
"""Makes a value from a text, under a style that has the parent's values, or the element's own
if those come first. Raises ValueError."""


def _choose(*names: str) -> Reader:
    def read(text: str, style: Style) -> str:
        word = text.lower()
        if word not in names:
            raise ValueError(f"'{text}' is not one of {', '.join(names)}")
        return word

    return read


def _read_share(text: str, style: Style) -> float:
    """A number or percentage, limited to 0 to 1, as SVG says."""
    value = read_number(text[:-1]) / 100 if text.endswith("%") else read_number(text)
    return min(1.0, max(0.0, value))


def _read_miterlimit(text: str, style: Style) -> float:
    value = read_number(text)
    if value < 1:
        raise ValueError(f"'{text}' must be 1 or more")
    return value


def _read_length(text: str, style: Style) -> float:
    return read_length(text, em=style.font_size)


def _read_size(text: str, style: Style) -> float:
    value = read_length(text, em=style.font_size)
    if value < 0:
        raise ValueError(f"'{text}' must be 0 or more")
    return value


def _read_along(text: str, style: Style) -> float:
    """A length of which percentages refer to the viewport's diagonal."""
    return read_length(text, math.hypot(*style.viewport) / math.sqrt(2), style.font_size)


def _read_width(text: str, style: Style) -> float:
    value = _read_along(text, style)
    if value < 0:
        raise ValueError(f"'{text}' must be 0 or more")
    return value


def _read_spacing(text: str, style: Style) -> float:
    """A percentage is one of the font size (CSS Text 4 §8.2)."""
    return 0.0 if text == "normal" else read_length(text, style.font_size, style.font_size)


def _read_paint(text: str, style: Style) -> Paint:
    match = REFERENCE.fullmatch(text)
    if match:
        fallback = _read_color(match[3], style) if match[3] else NOTHING
        if not match[2].startswith("#"):
            raise ValueError(f"'{text}' must name a gradient of this drawing, as in url(#name)")
        return fallback._replace(reference=match[2][1:])
    if text.lower() == "currentcolor":
        return style.color._replace(current=True)
    color = parse_color(text)
    return NOTHING if color is None else Paint(color[:3], color[3])


def _read_color(text: str, style: Style) -> Paint:
    if text.lower() == "currentcolor":
        return style.color
    color = parse_color(text)
    # A transparent colour is still a colour, although painting with it leaves nothing.
    return Paint((0.0, 0.0, 0.0), 0.0) if color is None else Paint(color[:3], color[3])


def _read_dashes(text: str, style: Style) -> tuple[float, ...]:
    if text == "none":
        return ()
    lengths = tuple(_read_along(t, style) for t in text.replace(",", " ").split())
    if len(lengths) > _MOST_DASHES:
        raise ValueError(f"there are more than {_MOST_DASHES} lengths")
    if any(v < 0 for v in lengths):
        raise ValueError(f"'{text}': a dash must not be negative")
    # All zero means a solid line; an odd number of lengths is written twice (SVG 2, 13.5.6).
    return () if not any(lengths) else lengths * 2 if len(lengths) % 2 else lengths


def _read_font_size(text: str, style: Style) -> float:
    if text in _SIZES:
        return _SIZES[text]
    if text in ("larger", "smaller"):
        return style.font_size * (1.2 if text == "larger" else 1 / 1.2)
    value = read_length(text, whole=style.font_size, em=style.font_size)
    if value <= 0:
        raise ValueError(f"'{text}' must be above 0")
    return value


def _read_weight(text: str, style: Style) -> int:
    base = style.font_weight
    names = {
        "normal": 400,
        "bold": 700,
        # CSS Fonts 4 §2.2.1
        "bolder": 400 if base < 350 else 700 if base < 550 else 900,
        "lighter": 100 if base < 550 else 400 if base < 750 else 700,
    }
    weight = names.get(text) or read_number(text)
    if not 1 <= weight <= 1000:
        raise ValueError(f"'{text}' must be between 1 and 1000")
    return int(weight)


def _read_stretch(text: str, style: Style) -> float:
    """In percent."""
    named = WIDTHS.get(text.lower())
    if named is not None:
        return named
    if not text.endswith("%"):
        raise ValueError(f"'{text}' is not a percentage or one of {', '.join(WIDTHS)}")
    value = read_number(text[:-1])
    if value <= 0:
        raise ValueError(f"'{text}' must be above 0")
    return value


def _read_ligatures(text: str, style: Style) -> bool:
    """Whether letters are joined; in templates, they never are."""
    words = text.lower().split()
    if not words or not set(words) <= {*_JOINED, *_APART}:
        raise ValueError(f"'{text}' is not one of {', '.join([*_JOINED, *_APART])}")
    return set(words).isdisjoint(_APART)


def _read_line_height(text: str, style: Style) -> float:
    """In font sizes."""
    if text == "normal":
        return 1.2
    try:
        height = read_number(text)
    except ValueError:
        height = read_length(text, style.font_size, style.font_size) / style.font_size
    if height < 0:
        raise ValueError(f"'{text}' must be 0 or more")
    return height


def _read_text(text: str, style: Style) -> str:
    return text


def _read_name(text: str, style: Style) -> str:
    """Return the name, if there is one."""
    return "" if text == "none" else text


def _read_decoration(text: str, style: Style) -> tuple[str, ...]:
    """The lines, with those of the parent, which continue under its children."""
    words = [w for w in text.lower().split() if w not in ("none", "solid", "auto")]
    if any(word not in _LINES for word in words):
        raise ValueError(f"'{text}' is not one of {', '.join(_LINES)}")
    return tuple(dict.fromkeys([*style.text_decoration, *words]))


def _read_shift(text: str, style: Style) -> float:
    size = style.font_size
    named = {"baseline": 0.0, "sub": _SUB * size, "super": _SUPER * size}
    return named[text] if text in named else read_length(text, whole=size, em=size)


def _read_inline_size(text: str, style: Style) -> float:
    return 0.0 if text == "auto" else _read_size(text, style)


def _read_column_gap(text: str, style: Style) -> float:
    return style.font_size if text == "normal" else _read_size(text, style)


def _read_count(text: str, style: Style) -> int:
    if text == "auto":
        return 1
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_COLUMNS:
        raise ValueError(f"'{text}' is not a whole number from 1 to {_MOST_COLUMNS}")
    return int(text)


def _read_break(text: str, style: Style) -> str:
    if text not in ("auto", "avoid", "avoid-column"):
        raise ValueError(f"'{text}' is not one of auto, avoid")
    return "" if text == "auto" else "avoid"


def _read_paint_order(text: str, style: Style) -> bool:
    """Whether the stroke comes before the fill."""
    words = text.lower().split()
    names = ["fill", "stroke", "markers"]
    if words == ["normal"]:
        return False
    if not words or not set(words) <= set(names) or len(set(words)) < len(words):
        raise ValueError(f"'{text}' is not an order of fill, stroke and markers")
    order = words + [name for name in names if name not in words]
    return order.index("stroke") < order.index("fill")


def _read_baseline(text: str, style: Style) -> str:
    word = text.lower()
    found = {**dict.fromkeys(_BASELINES), **_OTHER_BASELINES}
    if word not in found:
        raise ValueError(f"'{text}' is not one of {', '.join(found)}")
    return found[word] or word


_VISIBLE = _choose("visible", "hidden", "collapse")
_RULE = _choose("nonzero", "evenodd")

FIRST: dict[str, Reader] = {"color": _read_color, "font-size": _read_font_size}
"""Inherited properties that others depend on: `currentColor` and `em`."""

INHERITED: dict[str, Reader] = {
    **FIRST,
    "fill": _read_paint,
    "fill-opacity": _read_share,
    "fill-rule": _RULE,
    "clip-rule": _RULE,
    "stroke": _read_paint,
    "stroke-opacity": _read_share,
    "stroke-width": _read_width,
    "stroke-linecap": _choose("butt", "round", "square"),
    "stroke-linejoin": _choose("miter", "round", "bevel"),
    "stroke-miterlimit": _read_miterlimit,
    "stroke-dasharray": _read_dashes,
    "stroke-dashoffset": _read_along,
    "paint-order": _read_paint_order,
    "font-family": _read_text,
    "font-weight": _read_weight,
    "font-style": _choose("normal", "italic", "oblique"),
    "font-stretch": _read_stretch,
    "font-variant-ligatures": _read_ligatures,
    "text-anchor": _choose("start", "middle", "end"),
    "text-transform": _choose("none", "uppercase", "lowercase", "capitalize"),
    "letter-spacing": _read_spacing,
    "word-spacing": _read_spacing,
    "line-height": _read_line_height,
    "dominant-baseline": _read_baseline,
    "marker-start": _read_text,
    "marker-mid": _read_text,
    "marker-end": _read_text,
    "visibility": _VISIBLE,
    "white-space": _choose("normal", "pre", "pre-wrap", "pre-line", "nowrap"),
    "hyphens": _choose("none", "manual", "auto"),
    "overflow-wrap": _choose("normal", "break-word", "anywhere"),
    "text-wrap": _choose("wrap", "balance", "pretty", "stable"),
    # Not inherited according to the standard, but its lines continue under the element's children.
    "text-decoration": _read_decoration,
}
"""How each property that children inherit is read."""

OWN: dict[str, Reader] = {
    "opacity": _read_share,
    "clip-path": _read_name,
    "mask": _read_name,
    "mask-type": _choose("luminance", "alpha"),
    "display": _read_text,
    "overflow": _choose("visible", "hidden", "scroll", "auto"),
    "stop-color": _read_color,
    "stop-opacity": _read_share,
    "inline-size": _read_inline_size,
    "shape-inside": _read_name,
    "baseline-shift": _read_shift,
    "align-content": _choose("normal", "start", "center", "end"),
    "column-count": _read_count,
    "column-gap": _read_column_gap,
    "margin-top": _read_size,
    "margin-left": _read_size,
    "break-after": _read_break,
}
"""How each property that belongs to one element alone is read."""

ALIASES = {
    "text-decoration-line": "text-decoration",
    "word-wrap": "overflow-wrap",
    "font-width": "font-stretch",  # as CSS Fonts 4 calls it
}
"""Other names of properties."""

TOGETHER = {"marker": ("marker-start", "marker-mid", "marker-end")}
"""Properties that set several others."""

PROPERTIES = {*INHERITED, *OWN, *ALIASES, *TOGETHER, *UNDRAWN}
"""Every property name that is known."""
