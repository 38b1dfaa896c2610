"""Clip paths: what a clipPath element shows of the elements that name it.

SVG 1.1 §14.3. PDF has no union of clips, so several shapes are joined into one path; if that
would show something else, the clip path is refused.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

from sheetgen.drawing.drawing import Matrix, multiply
from sheetgen.drawing.outline import operators_box, transform_operators
from sheetgen.ground.geometry import Box
from sheetgen.svg.attribute import check_names, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.paint.outline import trace_shape
from sheetgen.svg.problem import MISSING_REFERENCE, UNSUPPORTED_ELEMENT, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import SHAPES

_URL = re.compile(r"""url\(\s*(["']?)#([^"'()]*?)\s*\1\s*\)""")
_MOST_PARTS = 500
_NOTHING = "0 0 0 0 re"
"""An empty clip path hides everything (SVG 2, 14.3.5), as a rectangle without an area does."""


class _ClipShape(NamedTuple):
    """One shape of a clip path; `simple` ones look the same under either fill rule."""

    path: str
    box: Box
    even_odd: bool
    simple: bool
    mirrored: bool


def clip_operators(value: str, style: Style, context: Context) -> str:
    """The operators for a `clip-path` property; none if it names nothing that can be drawn."""
    match = _URL.fullmatch(value)
    if match is None:
        message = f"clip-path: {value} is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "name a <clipPath>, as in url(#name)")
        return ""
    target = context.definitions.get(match[2])
    if target is None or target.tag != "clipPath":
        context.report(MISSING_REFERENCE, f"there is no clipPath #{match[2]} in this drawing")
        return ""
    key = (match[2], style.viewport)
    known = context.clips.get(key)
    if known is None:
        known = context.clips[key] = _join(target, style, context)
    return known


def _join(target: Element, style: Style, context: Context) -> str:
    """The operators of a clip path's shapes, joined into one."""
    outer, context.current = context.current, target
    try:
        parts = _collect(target, style, context)
        if len(parts) > _MOST_PARTS:
            context.give_up(f"a clipPath has more than {_MOST_PARTS} shapes")
        rule = _find_rule(parts)
        if not rule:
            message = "shapes that overlap in a clipPath are not drawn"
            context.report(UNSUPPORTED_ELEMENT, message, "unite them into one path")
    finally:
        context.current = outer
    outline = " ".join(part.path for part in parts)
    return f"{outline or _NOTHING} {rule or 'W'} n"


def _collect(target: Element, style: Style, context: Context) -> list[_ClipShape]:
    check_names(target, context)
    if target.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        message = "clipPathUnits other than userSpaceOnUse are not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "draw the clip path in user units")
    matrix = read_transform(target, context)
    outer, own = context.resolve_style(context.root_style, target)
    _check_nesting(own, context)
    outer = context.place_style(outer, viewport=style.viewport)
    parts: list[_ClipShape] = []
    for child in target.elements:
        if child.tag in ("title", "desc", "metadata") or ":" in child.tag:
            continue
        if child.tag not in SHAPES:
            message = f"<{child.tag}> in a clipPath is not drawn"
            context.report(UNSUPPORTED_ELEMENT, message, "use a single path", child)
            continue
        context.current = child
        part = _read_part(child, outer, matrix, context)
        context.current = target
        if part:
            parts.append(part)
    return parts


def _read_part(
    element: Element, outer: Style, matrix: Matrix, context: Context
) -> _ClipShape | None:
    check_names(element, context)
    style, own = context.resolve_style(outer, element)
    if own.display == "none" or style.visibility != "visible" or element.tag == "line":
        return None
    _check_nesting(own, context)
    matrix = multiply(read_transform(element, context), matrix)
    path = transform_operators(trace_shape(element, style, context), matrix)
    box = operators_box(path)
    if box is None:
        return None
    simple = element.tag in ("rect", "circle", "ellipse")
    mirrored = matrix[0] * matrix[3] < matrix[1] * matrix[2]
    return _ClipShape(path, box, style.clip_rule == "evenodd", simple, mirrored)


def _check_nesting(own: Own, context: Context) -> None:
    if own.clip_path not in ("", "none"):
        message = "a clip-path on a clipPath is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "intersect the two paths")


def _find_rule(parts: list[_ClipShape]) -> str:
    """The operator that clips to all parts joined; none if that differs from their union."""
    rules = {part.even_odd for part in parts if not part.simple}
    if len(rules) > 1:
        return ""
    even_odd = True in rules
    for one, other in combinations(parts, 2):
        a, b = one.box, other.box
        apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
        alike = one.simple and other.simple and one.mirrored == other.mirrored
        if not apart and (even_odd or not alike):
            return ""
    return "W*" if even_odd else "W"
