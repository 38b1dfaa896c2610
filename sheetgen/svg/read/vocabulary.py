"""The elements and attributes that exist, and the search for misspelt ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.svg.read.property import PROPERTIES

SHAPES = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "path": ("d",),
}
"""The basic shapes with the attributes that give them their form."""

_REFERENCE = ("href", "xlink:href")
_VIEW = ("x", "y", "width", "height", "viewBox", "preserveAspectRatio")
_PLACE = ("x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust")
_FIT = ("data-dpi", "data-trim")
_FIELD = (
    *("data-field", "data-name", "data-value", "data-tip"),
    *("data-lines", "data-align", "data-sum", "data-left"),
)
_ROOM = ("data-width", "data-height", "inline-size")
_OLD = ("version", "baseProfile", "zoomAndPan", "contentScriptType", "contentStyleType")
_GRADIENT = (*_REFERENCE, "gradientUnits", "gradientTransform", "spreadMethod")
_LINK = (*_REFERENCE, "target", "download", "rel", "hreflang", "type", "referrerpolicy", "ping")

ATTRIBUTES: dict[str, frozenset[str]] = {
    **{tag: frozenset((*names, "pathLength", *_FIELD)) for tag, names in SHAPES.items()},
    "g": frozenset(("data-cell",)),
    "a": frozenset(_LINK),
    "svg": frozenset((*_VIEW, "data-size", "data-scale", "data-bleed", "data-cut", *_OLD)),
    "switch": frozenset(),
    "symbol": frozenset((*_VIEW, "refX", "refY")),
    "pattern": frozenset(
        (*_VIEW, *_REFERENCE, "patternUnits", "patternContentUnits", "patternTransform")
    ),
    "mask": frozenset((*_VIEW[:4], "maskUnits", "maskContentUnits")),
    "marker": frozenset(
        (*_VIEW[4:], "markerWidth", "markerHeight", "refX", "refY", "orient", "markerUnits")
    ),
    "use": frozenset(("x", "y", "width", "height", *_REFERENCE, *_FIELD[1:4])),
    "image": frozenset(
        (*_VIEW[:4], "preserveAspectRatio", "crossorigin", "decoding", *_REFERENCE, *_FIT)
    ),
    "text": frozenset((*_PLACE, *_ROOM)),
    "tspan": frozenset((*_PLACE, "data-like", "data-first")),
    "clipPath": frozenset(("clipPathUnits",)),
    "linearGradient": frozenset((*_GRADIENT, "x1", "y1", "x2", "y2")),
    "radialGradient": frozenset((*_GRADIENT, "cx", "cy", "r", "fx", "fy", "fr")),
    "stop": frozenset(("offset",)),
}
"""The attributes of each element that is drawn or helps to draw."""

_HELPERS = ("defs", "symbol", "clipPath", "linearGradient", "radialGradient", "stop", "style")
_OF_EFFECTS = ("marker", "mask", "pattern", "filter", "view")
NEVER_SHOWN = frozenset((*_HELPERS, *_OF_EFFECTS, "title", "desc", "metadata"))
"""Elements that leave no ink where they are. References to those not drawn are reported."""

_FOR_SCREENS = (
    "lang",
    "role",
    "tabindex",
    "focusable",
    "slot",
    "requiredFeatures",
    "systemLanguage",
)
_HARMLESS = frozenset(("id", "class", "style", "externalResourcesRequired", *_FOR_SCREENS))
_NEVER_MOVED = ("tspan", "stop", "linearGradient", "radialGradient", "pattern", "mask", "marker")
_OF_OTHERS = ("aria-", "xmlns", "on")
"""Beginnings of names that concern screen readers, namespaces and scripts."""
_OURS = sorted({"data-cell", *_FIELD, *_FIT, *_ROOM[:2], "data-size", "data-scale", "data-bleed"})
ATTRIBUTE_PROPERTIES = PROPERTIES - {
    *("transform", "rotate", "scale", "translate", "marker", "font")
}
"""Properties that may also be written as attributes."""


def find_unknown(tag: str, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The attributes of an element that nothing reads, each with a hint."""
    allowed = ATTRIBUTES[tag]
    for name in attributes:
        if name in allowed or ":" in name or name.startswith(_OF_OTHERS):
            continue
        if name == "transform":
            if tag in _NEVER_MOVED:
                yield name, "put it on the element that is drawn"
        elif name not in _HARMLESS and name not in ATTRIBUTE_PROPERTIES:
            hint = _explain(name, allowed)
            if hint:
                yield name, hint


def _explain(name: str, allowed: frozenset[str]) -> str:
    """A hint for an attribute that is not read; none for data- attributes that others may use."""
    tags = [f"<{tag}>" for tag, names in ATTRIBUTES.items() if name in names]
    if tags:
        return f"it works on {', '.join(tags)}"
    if name.startswith("data-"):
        from difflib import get_close_matches

        near = get_close_matches(name[:40], _OURS, 1, 0.85)
        return f"did you mean {near[0]}?" if near else ""
    return suggest(name, [*allowed, *ATTRIBUTE_PROPERTIES], "remove it")


def suggest(name: str, known: Iterable[str], otherwise: str, form: str = "{}") -> str:
    """A hint with the name that is spelt most alike, written in `form`, or `otherwise`."""
    near = find_nearest(name[:40], known)
    return f"did you mean {form.format(near)}?" if near else otherwise
