"""Properties that are known but not drawn, and what to do instead."""

from __future__ import annotations

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
"""Those that a picture of the element shows, in drawings from elsewhere."""
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
"""What to do instead of some of those properties."""
