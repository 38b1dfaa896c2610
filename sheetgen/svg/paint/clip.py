"""Clip paths: what a clipPath element shows of the elements that name it.

SVG 1.1 §14.3. PDF has no union of clips, so several shapes are joined into one path; if that
would show something else, they are drawn in white as a soft mask.
"""

from __future__ import annotations

import re
from itertools import combinations

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.drawing.outline import operators_box, transform_operators
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple
from sheetgen.svg.attribute import check_names, read_size, read_transform
from sheetgen.svg.context import Clip, Context
from sheetgen.svg.paint.form import UNBOUNDED
from sheetgen.svg.paint.outline import trace_shape
from sheetgen.svg.problem import (
    BAD_VALUE,
    MISSING_REFERENCE,
    UNSUPPORTED_ELEMENT,
    UNSUPPORTED_PROPERTY,
)
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import measure_scale
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import SHAPES
from sheetgen.svg.stream import Stream

_URL = r"""url\(\s*(["']?)#([^"'()]*?)\s*\1\s*\)"""
_MOST_PARTS = 500
_USER, _BOX = "userSpaceOnUse", "objectBoundingBox"
_EVERYWHERE = (-UNBOUNDED, -UNBOUNDED, UNBOUNDED, UNBOUNDED)
_WHITE = ";".join(
    f"{name}:{value}!important"
    for name, value in {
        "fill": "#fff",
        "stroke": "none",
        "fill-opacity": "1",
        "opacity": "1",
        "mask": "none",
        "marker-start": "none",
        "marker-mid": "none",
        "marker-end": "none",
    }.items()
)
_KEPT = ("style", "class", "transform", "clip-path", "display", "visibility", "clip-rule")
"""Attributes that a <use> in a clip path gives to the group that stands for it."""
_NOTHING = "0 0 0 0 re"
"""An empty clip path hides everything (SVG 2, 14.3.5), as a rectangle without an area does."""
NOTHING_SHOWN = Clip(f"{_NOTHING} W n")


class _ClipShape(NamedTuple):
    """One shape of a clip path; `simple` ones look the same under either fill rule."""

    path: str
    box: Box
    even_odd: bool
    simple: bool
    mirrored: bool


def find_target(value: str, tag: str, context: Context) -> Element | None:
    """The clipPath or mask that a property names; None, and a report, if there is none."""
    match = re.fullmatch(_URL, value)
    if match is None:
        name = {"clipPath": "clip-path"}.get(tag, tag)
        message = f"{name}: {value} is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, f"name a <{tag}>, as in url(#name)")
        return None
    target = context.definitions.get(match[2])
    if target is None or target.tag != tag:
        context.report(MISSING_REFERENCE, f"there is no {tag} #{match[2]} in this drawing")
        return None
    return target


def clip_element(value: str, element: Element, style: Style, context: Context) -> Clip:
    """Return the clip of an element's `clip-path`; one that hides nothing if there is none."""
    target = find_target(value, "clipPath", context)
    if target is None:
        return Clip()
    units = target.attributes.get("clipPathUnits", _USER)
    if units not in (_USER, _BOX):
        context.report(BAD_VALUE, f"clipPathUnits: '{units}' is unknown", element=target)
        units = _USER
    if units == _BOX:
        from sheetgen.svg.paint.outline import find_box

        box = find_box(element, style, context)
        if box is None:
            return NOTHING_SHOWN
        matrix: Matrix = (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])
        return _join(target, element, style, matrix, context)
    _, own = context.resolve_style(context.find_outer(target), target)
    if own.clip_path:  # which may depend on the element
        return _join(target, element, style, IDENTITY, context)
    key = (target, style.viewport, style.unit)
    known = context.clips.get(key)
    if known is None:
        known = context.clips[key] = _join(target, element, style, IDENTITY, context)
    return known


def is_boxed(value: str, context: Context) -> bool:
    """Whether a clip path depends on the box around what it clips."""
    target = find_target(value, "clipPath", context)
    chain: list[Element] = []
    while target is not None and target not in chain:
        if target.attributes.get("clipPathUnits") == _BOX:
            return True
        chain.append(target)
        _, own = context.resolve_style(context.find_outer(target), target)
        target = find_target(own.clip_path, "clipPath", context) if own.clip_path else None
    return False


def _join(
    target: Element, element: Element, style: Style, matrix: Matrix, context: Context
) -> Clip:
    """The shapes of a clip path joined into one path, or into a soft mask if that can't be."""
    name = f"<clipPath> {target.attributes.get('id', '')}"
    if name in context.uses:
        context.refuse(BAD_VALUE, "a clipPath uses itself")
        return Clip()
    with context.use(name, target):
        check_names(target, context)
        matrix = multiply(matrix, read_transform(target, context))
        around, own = context.resolve_style(context.find_outer(target), target)
        if own.mask:
            message = "a mask on a clipPath is not drawn"
            context.refuse(UNSUPPORTED_PROPERTY, message, "put it on the element")
        around = context.place_style(
            around, style.unit / around.unit * measure_scale(matrix), style.viewport
        )
        first = Clip()
        if own.clip_path:
            first = clip_element(own.clip_path, element, style, context)
        parts = _collect(target, around, matrix, context)
        if parts is not None and len(parts) > _MOST_PARTS:
            context.give_up(f"a clipPath has more than {_MOST_PARTS} shapes")
        rule = _find_rule(parts) if parts is not None else ""
        if parts is not None and (rule or not parts):
            outline = " ".join(part.path for part in parts) or _NOTHING
            shown = Clip(f"{outline} {rule or 'W'} n")
        else:
            shown = _make_soft(target, around, matrix, context)
    if first.resources and shown.resources:
        message = "clip paths that need soft masks are not drawn in each other"
        context.refuse(UNSUPPORTED_PROPERTY, message, "intersect the two paths")
    operators = " ".join(filter(None, (first.operators, shown.operators)))
    return Clip(operators, (*first.resources, *shown.resources))


def _make_soft(target: Element, style: Style, matrix: Matrix, context: Context) -> Clip:
    """A soft mask in which everything in a clip path is white."""
    from sheetgen.svg.paint.form import make_mask

    stream = Stream()
    stream.save(matrix)
    with context.draw_greys():
        for child in target.elements:
            if _is_clipping(child, context):
                context.draw(_whiten(child, style, context), style, context, stream)
    stream.restore()
    mask, resources = make_mask(stream.fragment(), _EVERYWHERE)
    return Clip(mask, resources)


def _is_clipping(child: Element, context: Context) -> bool:
    """Whether a child of a clip path is part of its area."""
    if child.tag == "use":
        used = context.definitions.get(child.reference[1:])
        return used is not None and used.tag in (*SHAPES, "text")
    return child.tag in SHAPES or child.tag == "text"


def _whiten(element: Element, style: Style, context: Context) -> Element:
    """An element as a clip path shows it: its area, all in white."""
    inner, _ = context.resolve_style(style, element)
    force = _WHITE + f";fill-rule:{inner.clip_rule}!important"
    given = element.attributes.get("style", "").rstrip("; ")
    attributes = element.attributes | {"style": f"{given};{force}".lstrip(";")}
    if element.tag == "use":  # its target is whitened by what it inherits, unless it has its own
        attributes["style"] = attributes["style"].replace("!important", "")
        used = context.definitions[element.reference[1:]]
        x, y = (read_size(element, name, inner, context) or 0.0 for name in ("x", "y"))
        white = _whiten(used, inner, context)
        group = Element("g", {k: v for k, v in attributes.items() if k in _KEPT}, element.place)
        group.file = element.file
        mover = Element("g", {"transform": f"translate({x} {y})"}, element.place)
        mover.children = [white]
        group.children = [mover]
        return group
    copy = Element(element.tag, attributes, element.place)
    copy.children = [
        child if isinstance(child, str) else _whiten(child, inner, context)
        for child in element.children
    ]
    return copy


def _collect(
    target: Element, style: Style, matrix: Matrix, context: Context
) -> list[_ClipShape] | None:
    """The shapes in a clip path; None if it contains something else."""
    parts: list[_ClipShape] = []
    for child in target.elements:
        if child.tag in ("title", "desc", "metadata") or ":" in child.tag:
            continue
        if child.tag not in SHAPES:
            if _is_clipping(child, context):
                return None
            message = f"<{child.tag}> in a clipPath has no effect"
            context.report(UNSUPPORTED_ELEMENT, message, "use shapes and texts", child)
            continue
        context.current = child
        inner, own = context.resolve_style(style, child)
        if own.clip_path:
            return None
        part = _read_part(child, inner, own, matrix, context)
        context.current = target
        if part:
            parts.append(part)
    return parts


def _read_part(
    element: Element, style: Style, own: Own, matrix: Matrix, context: Context
) -> _ClipShape | None:
    check_names(element, context)
    if own.display == "none" or style.visibility != "visible" or element.tag == "line":
        return None
    matrix = multiply(read_transform(element, context), matrix)
    path = transform_operators(trace_shape(element, style, context), matrix)
    box = operators_box(path)
    if box is None:
        return None
    simple = element.tag in ("rect", "circle", "ellipse")
    mirrored = matrix[0] * matrix[3] < matrix[1] * matrix[2]
    return _ClipShape(path, box, style.clip_rule == "evenodd", simple, mirrored)


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
