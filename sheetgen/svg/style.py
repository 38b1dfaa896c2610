"""Style: the inherited properties of an element, from attributes, `style=""` and stylesheets.

A Style is immutable and made once for a parent style and a set of declarations, so equal
elements share one and can be told equal by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from sheetgen.svg.color import parse_color
from sheetgen.units import UNITS, parse_length

RGB = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Paint:
    """What fills or strokes: nothing, a colour with its alpha, or a gradient by its id."""

    rgb: RGB | None = None
    alpha: float = 1.0
    reference: str = ""


BLACK = Paint((0.0, 0.0, 0.0))
NONE = Paint()


@dataclass(frozen=True, eq=False, slots=True)
class Style:
    """The inherited properties; lengths in user units. Compared by identity."""

    color: Paint = BLACK
    fill: Paint = BLACK
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = NONE
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    font_family: str = "sans-serif"
    font_size: float = 16.0
    font_weight: int = 400
    font_style: str = "normal"
    text_anchor: str = "start"
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    line_height: float = 1.2  # of the font size
    dominant_baseline: str = "auto"
    visibility: str = "visible"
    white_space: str = "normal"


@dataclass(frozen=True, slots=True)
class Own:
    """Properties of one element that its children do not inherit."""

    opacity: float = 1.0
    clip_path: str = ""
    display: str = ""
    stop_color: Paint = BLACK
    stop_opacity: float = 1.0
    inline_size: float = 0.0


Setter = Callable[[str, Style, float], Any]


def user_length(text: str) -> float:
    """A length in user units: a bare number, or a CSS unit at 96 px to the inch."""
    return parse_length(text, "px") / UNITS["px"]


def _number(low: float, high: float) -> Setter:
    def read(text: str, parent: Style, _: float) -> float:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
        if value != value or not low <= value:
            raise ValueError(f"'{text}' is out of range")
        return min(value, high)

    return read


def _one_of(*names: str) -> Setter:
    def read(text: str, parent: Style, _: float) -> str:
        if text not in names:
            raise ValueError(f"'{text}' is none of {', '.join(names)}")
        return text

    return read


def _length(text: str, parent: Style, _: float) -> float:
    if text == "normal":
        return 0.0
    if text.endswith("em") and not text.endswith("rem"):
        return float(text[:-2]) * parent.font_size
    return user_length(text)


def _paint(text: str, parent: Style, _: float) -> Paint:
    if text.startswith("url("):
        return Paint(reference=text[4 : text.find(")")].strip(" '\"").lstrip("#"))
    if text.lower() == "currentcolor":
        return parent.color
    color = parse_color(text)
    return NONE if color is None else Paint(color[:3], color[3])


def _dashes(text: str, parent: Style, _: float) -> tuple[float, ...]:
    if text == "none":
        return ()
    lengths = tuple(user_length(t) for t in text.replace(",", " ").split())
    if any(v < 0 for v in lengths):
        raise ValueError("a dash is never negative")
    # All zero means a solid line; an odd number of lengths is written twice (SVG 2, 13.5.6).
    return () if not any(lengths) else lengths * 2 if len(lengths) % 2 else lengths


def _size(text: str, parent: Style, _: float) -> float:
    if text.endswith("%"):
        return parent.font_size * float(text[:-1]) / 100
    names = {"small": 13.0, "medium": 16.0, "large": 18.0, "x-small": 10.0, "x-large": 24.0}
    value = names.get(text) or _length(text, parent, 0)
    if value <= 0:
        raise ValueError("a font size is more than 0")
    return value


def _weight(text: str, parent: Style, _: float) -> int:
    names = {
        "normal": 400,
        "bold": 700,
        "bolder": min(900, parent.font_weight + 300),
        "lighter": 300,
    }
    weight = names.get(text) or int(text)
    if not 1 <= weight <= 1000:
        raise ValueError("a font weight lies between 1 and 1000")
    return weight


def _line_height(text: str, parent: Style, size: float) -> float:
    if text == "normal":
        return 1.2
    if text.endswith("%"):
        return float(text[:-1]) / 100
    try:
        return float(text)
    except ValueError:
        return _length(text, parent, 0) / size


def _family(text: str, parent: Style, _: float) -> str:
    return text


def _baseline(text: str, parent: Style, _: float) -> str:
    return _one_of("auto", "alphabetic", "middle", "central", "hanging")(text, parent, 0)


INHERITED: dict[str, Setter] = {
    "color": _paint,
    "fill": _paint,
    "fill-opacity": _number(0, 1),
    "fill-rule": _one_of("nonzero", "evenodd"),
    "clip-rule": _one_of("nonzero", "evenodd"),
    "stroke": _paint,
    "stroke-opacity": _number(0, 1),
    "stroke-width": _length,
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-linejoin": _one_of("miter", "round", "bevel"),
    "stroke-miterlimit": _number(1, 1e6),
    "stroke-dasharray": _dashes,
    "stroke-dashoffset": _length,
    "font-size": _size,
    "font-family": _family,
    "font-weight": _weight,
    "font-style": _one_of("normal", "italic", "oblique"),
    "text-anchor": _one_of("start", "middle", "end"),
    "letter-spacing": _length,
    "word-spacing": _length,
    "line-height": _line_height,
    "dominant-baseline": _baseline,
    "visibility": _one_of("visible", "hidden", "collapse"),
    "white-space": _one_of("normal", "pre", "pre-wrap", "nowrap"),
}
"""How each inherited property is read; the order matters, sizes before what depends on them."""

OWN: dict[str, Setter] = {
    "opacity": _number(0, 1),
    "clip-path": _family,
    "display": _family,
    "stop-color": _paint,
    "stop-opacity": _number(0, 1),
    "inline-size": _length,
}

# Properties that change nothing at these values, or nothing that is drawn at all. Drawing
# programs write them by the dozen.
_NEUTRAL = {
    "none", "normal", "auto", "0", "0px", "inherit", "initial", "unset", "visible", "accumulate",
    "baseline", "fill", "medium", "srgb", "linearrgb", "ltr", "lr-tb", "horizontal-tb", "start",
    "fill stroke markers", "nonzero", "1", "100%", "100", "mixed", "false", "#000000", "#000",
    "rgb(0,0,0)", "solid", "weight style size", "manual", "isolate",
}  # fmt: skip
_HARMLESS = {
    "shape-rendering", "text-rendering", "image-rendering", "color-rendering", "pointer-events",
    "cursor", "color-interpolation", "color-interpolation-filters", "solid-color", "solid-opacity",
    "overflow", "enable-background", "isolation", "font-kerning", "text-align", "text-align-last",
    "font-variation-settings", "font-feature-settings", "shape-padding", "shape-margin",
    "user-select", "marker", "color-profile", "stroke-color", "transform-origin-x", "tab-size",
    "block-progression", "text-indent", "font-optical-sizing", "flood-color", "flood-opacity",
    "lighting-color", "mso-style", "will-change",
}  # fmt: skip
_WITH_EFFECT = {
    "filter", "mask", "marker-start", "marker-mid", "marker-end", "mix-blend-mode", "paint-order",
    "text-decoration", "text-decoration-line", "text-transform", "writing-mode", "baseline-shift",
    "vector-effect", "font-variant", "font-stretch", "font-variant-caps", "font-variant-numeric",
    "font-variant-ligatures", "font-variant-position", "font-variant-alternates",
    "font-variant-east-asian", "font-size-adjust", "direction", "unicode-bidi", "text-orientation",
    "shape-inside", "shape-subtract", "text-overflow", "font", "transform", "alignment-baseline",
    "glyph-orientation-vertical", "clip", "transform-box", "text-shadow", "d",
    "text-decoration-color", "text-decoration-style", "text-decoration-thickness", "stroke-alignment",
    "white-space-collapse", "text-wrap",
}  # fmt: skip
PROPERTIES = {*INHERITED, *OWN, *_HARMLESS, *_WITH_EFFECT}
"""Every property name that SVG and CSS know here, drawn or not."""


def derive_style(
    parent: Style, declared: Mapping[str, str], complain: Callable[[bool, str, str, str], None]
) -> tuple[Style, Own]:
    """The style under `parent` with `declared` properties, and the element's own ones.

    `complain(is_value, property, message, hint)` is called for what can't be read (a bad value)
    or would not be drawn.
    """
    changes: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for name, read in INHERITED.items():
        text = declared.get(name)
        if text is None or text == "inherit":
            continue
        base = replace(parent, color=changes["color"]) if "color" in changes else parent
        if "font_size" in changes:
            base = replace(base, font_size=changes["font_size"])
        size = changes.get("font_size", parent.font_size)
        _set(changes, name, read, text.strip(), base, size, complain)
    for name, read in OWN.items():
        if name in declared:
            _set(own, name, read, declared[name].strip(), parent, parent.font_size, complain)
    for name, text in declared.items():
        if name not in INHERITED and name not in OWN:
            _check_undrawn(name, text, complain)
    return replace(parent, **changes) if changes else parent, Own(**own) if own else _PLAIN


_PLAIN = Own()


def _set(
    target: dict[str, Any],
    name: str,
    read: Setter,
    text: str,
    base: Style,
    size: float,
    complain: Callable[[bool, str, str, str], None],
) -> None:
    try:
        target[name.replace("-", "_")] = read(text, base, size)
    except (ValueError, OverflowError) as error:
        message = str(error)
        if "could not convert" in message or "invalid literal" in message:
            message = f"'{text}' is no number"
        complain(True, name, message, "")


def _check_undrawn(name: str, text: str, complain: Callable[[bool, str, str, str], None]) -> None:
    if name.startswith("-") or name in _HARMLESS or text.strip().lower() in _NEUTRAL:
        return  # vendor properties (-inkscape-…), or without effect
    if name in _WITH_EFFECT:
        complain(False, name, f"the property {name}: {text} is not drawn", "see docs/svg.md")
        return
    near = get_close_matches(name, PROPERTIES, 1)
    hint = (
        f"did you mean {near[0]}?" if near else "see docs/svg.md for the properties that are drawn"
    )
    complain(False, name, f"there is no property {name}", hint)
