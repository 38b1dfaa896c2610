"""Style: the inherited properties of an element, from attributes, `style=""` and stylesheets.

A Style is immutable and made once for a parent style and a set of declarations, so equal elements
share one, and their equality can be seen from its identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheetgen.ground.assets import name_page
from sheetgen.ground.diagnostics import find_nearest
from sheetgen.ground.number import shorten
from sheetgen.ground.record import record, replace
from sheetgen.svg.read.property import (
    ALIASES,
    BLACK,
    FIRST,
    INHERITED,
    INSTEAD,
    NOTHING,
    OWN,
    PROPERTIES,
    UNDRAWN,
    Paint,
    Reader,
)
from sheetgen.type.fontfile import Slope

Complain = Callable[[str, str, bool, str, str], None]
"""Called with a property and its text, whether that can't be read (or else is not drawn), a
message and a hint."""


@record(eq=False)
class Style:
    """The inherited properties; lengths in user units. Compared by identity.

    `unit` and `viewport` are not properties, but are inherited like them: the points in a user
    unit here, and the size in user units that percentages refer to.
    """

    color: Paint = BLACK
    fill: Paint = BLACK
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = NOTHING
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    paint_order: bool = False  # whether the stroke comes first
    font_family: str = "sans-serif"
    font_size: float = 16.0
    font_weight: int = 400
    font_style: str = "normal"
    font_stretch: float = 100.0  # in percent
    font_variant_ligatures: bool = True  # whether there may be any
    text_anchor: str = "start"
    text_transform: str = "none"
    text_decoration: tuple[str, ...] = ()
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    line_height: float = 1.2  # in font sizes
    dominant_baseline: str = "auto"
    visibility: str = "visible"
    white_space: str = "normal"
    hyphens: str = "manual"
    overflow_wrap: str = "normal"
    text_wrap: str = "wrap"
    marker_start: str = "none"
    marker_mid: str = "none"
    marker_end: str = "none"
    unit: float = 0.75
    viewport: tuple[float, float] = (0.0, 0.0)

    @property
    def traits(self) -> tuple[int, int, float]:
        """The weight, slope and width of the face that is asked for (see type/fontfile.py)."""
        slope = 0 if self.font_style == "normal" else Slope[self.font_style.upper()]
        return self.font_weight, slope, self.font_stretch


@record
class Own:
    """Properties of one element that its children do not inherit."""

    opacity: float = 1.0
    clip_path: str = ""
    mask: str = ""
    mask_type: str = "luminance"
    display: str = ""
    overflow: str = ""
    stop_color: Paint = BLACK
    stop_opacity: float = 1.0
    inline_size: float = 0.0
    shape_inside: str = ""
    baseline_shift: float = 0.0
    align_content: str = "normal"
    column_count: int = 1
    column_gap: float = 0.0
    margin_top: float = 0.0
    margin_left: float = 0.0
    break_after: str = ""


_INITIAL, _PLAIN = Style(), Own()


MOST_UNKNOWN = 100
"""Properties of an element that do not exist and are told."""


def derive_style(
    parent: Style, declared: Mapping[str, str], complain: Complain
) -> tuple[Style, Own]:
    """The style under `parent` with `declared` properties, and the element's own properties.

    `complain` is called for anything that can't be read or would not be drawn.
    """
    changes: dict[str, Any] = {}
    own: dict[str, Any] = {}
    base = parent
    unknown = 0
    for name, text in sorted(declared.items(), key=lambda item: item[0] not in FIRST):
        name, text = ALIASES.get(name, name), text.strip()
        if name in INHERITED:
            _set(changes, name, INHERITED[name], text, base, _INITIAL, complain)
            if name in FIRST:
                base = replace(parent, **changes)
        elif name in OWN:
            # A shift is measured in the surrounding text's units, all others in the element's own.
            around = parent if name == "baseline-shift" else base
            _set(own, name, OWN[name], text, around, _PLAIN, complain)
        elif name in UNDRAWN or (unknown := unknown + 1) <= MOST_UNKNOWN:
            _check_undrawn(name, text, complain)
    if "color" in changes:
        for name in ("fill", "stroke"):
            if name not in changes and getattr(parent, name).current:
                changes[name] = changes["color"]._replace(current=True)
    return replace(parent, **changes) if changes else parent, Own(**own) if own else _PLAIN


def _set(
    target: dict[str, Any],
    name: str,
    read: Reader,
    text: str,
    base: Style,
    initial: Style | Own,
    complain: Complain,
) -> None:
    field, word = name.replace("-", "_"), text.lower()
    if word in ("initial", "unset", "revert") or (word == "inherit" and initial is _PLAIN):
        if word == "inherit" and name != "display":
            hint = "write the value itself"
            complain(name, text, True, f"{name}: inherit is not read", hint)
        elif word == "initial" or initial is _PLAIN:
            target[field] = getattr(initial, field)
    elif word != "inherit":
        try:
            target[field] = read(text, base)
        except ValueError as error:
            complain(name, text, True, f"{name}: {error}", "")


def _check_undrawn(name: str, text: str, complain: Complain) -> None:
    if name.startswith("-"):
        return  # a drawing program's own, such as -inkscape-font-specification
    if name not in UNDRAWN:
        near = find_nearest(name[:40], PROPERTIES)
        page = name_page("svg.md")
        hint = f"did you mean {near}?" if near else f"{page} lists those that exist"
        complain(name, text, False, f"there is no property {shorten(name)}", hint)
        return
    neutral = UNDRAWN[name]
    words = ("inherit", "initial", "unset", "revert")
    if neutral is not None and text.lower() not in neutral and text.lower() not in words:
        message = f"the property {name}: {shorten(text)} is not drawn"
        complain(name, text, False, message, INSTEAD.get(name) or f"see {name_page('svg.md')}")
