"""The boxes around elements, without their strokes, by which others are placed on them.

SVG 1.1 §7.11 (object bounding boxes).
"""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.drawing.drawing import map_box
from sheetgen.drawing.outline import operators_box
from sheetgen.ground.geometry import Box
from sheetgen.svg.attribute import read_size, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.paint.outline import trace_shape
from sheetgen.svg.problem import UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, SHAPES


def find_box(element: Element, style: Style, context: Context) -> Box | None:
    """The box around an element of this style; None if there is none.

    That of a text or a <use> is not known here, which is reported.
    """
    if element.tag in SHAPES:
        return operators_box(trace_shape(element, style, context))
    if element.tag == "image":
        values = [read_size(element, n, style, context) for n in ("x", "y", "width", "height")]
        x, y, width, height = (value or 0.0 for value in values)
        return (x, y, x + width, y + height) if width and height else None
    if element.tag in ("g", "a"):
        return _unite(_list_boxes(element, style, context))
    message = f"the box around a <{element.tag}> is not known"
    context.refuse(UNSUPPORTED_PROPERTY, message, "use userSpaceOnUse")
    return None


def _list_boxes(element: Element, style: Style, context: Context) -> Iterable[Box | None]:
    for child in element.elements:
        if child.tag in NEVER_SHOWN or ":" in child.tag:
            continue
        inner, own = context.resolve_style(style, child)
        box = find_box(child, inner, context) if own.display != "none" else None
        yield map_box(read_transform(child, context), box) if box else None


def _unite(boxes: Iterable[Box | None]) -> Box | None:
    found = [box for box in boxes if box]
    if not found:
        return None
    left, top, right, bottom = zip(*found, strict=True)
    return min(left), min(top), max(right), max(bottom)
