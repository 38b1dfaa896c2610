"""The outlines of shape elements, read from their attributes, as PDF paths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sheetgen.drawing.drawing import map_box
from sheetgen.drawing.outline import operators_box
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt, numbers, read_numbers
from sheetgen.svg.attribute import read_size, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.path import OutlineError, Segment, check_length, path_operators
from sheetgen.svg.read.path import list_segments as read_segments
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import read_length
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, SHAPES

_ROUND = ("rx", "ry")
_MARKED = ("path", "line", "polyline", "polygon")
"""Shapes that may have markers."""


def has_markers(element: Element, style: Style) -> bool:
    """Whether there are markers on an element."""
    named = {style.marker_start, style.marker_mid, style.marker_end}
    return element.tag in _MARKED and named != {"none"}


def list_segments(element: Element, style: Style, context: Context) -> list[Segment]:
    """The segments of a path or of straight lines, as far as they can be read."""
    a = element.attributes
    if element.tag == "path":
        return read_segments(a.get("d", ""))
    if element.tag == "line":
        x1, y1, x2, y2 = (read_size(element, n, style, context) for n in ("x1", "y1", "x2", "y2"))
        return read_segments(f"M{x1 or 0} {y1 or 0}L{x2 or 0} {y2 or 0}")
    values, _ = read_numbers(a.get("points", ""), 0)
    points = " ".join(map(str, values[: len(values) // 2 * 2]))
    return read_segments(f"M{points}{'Z' * (element.tag == 'polygon')}") if points else []


def trace_shape(element: Element, style: Style, context: Context) -> str:
    """The PDF path of a shape element; empty if it draws nothing or can't be read."""
    attributes = element.attributes
    try:
        if element.tag == "path":
            return path_operators(attributes.get("d", ""))
        if element.tag in ("polyline", "polygon"):
            points = attributes.get("points", "")
            return poly_operators(points, element.tag == "polygon")
    except OutlineError as error:
        context.report(BAD_VALUE, str(error))
        return error.drawn if context.lenient else ""
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return ""
    given = {n: read_size(element, n, style, context) for n in SHAPES[element.tag]}
    if None in given.values():
        return ""
    sizes = {n: v or 0.0 for n, v in given.items()}
    missing = [n for n in ("rx", "ry") if element.attributes.get(n, "auto") == "auto"]
    if context.lenient:
        missing += [n for n in _ROUND if sizes.get(n, 0.0) < 0 or not _is_read(element, n, style)]
    try:
        return _trace_basic(element.tag, sizes, missing)
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return ""


def _is_read(element: Element, name: str, style: Style) -> bool:
    """Whether an attribute is a length."""
    try:
        read_length(element.attributes.get(name, "0"), style.viewport[0], style.font_size)
    except ValueError:
        return False
    return True


def _trace_basic(tag: str, v: dict[str, float], missing: Sequence[str]) -> str:
    """A basic shape with sizes; `missing` are radii that equal the other one."""
    if tag == "line":
        return line_operators(v["x1"], v["y1"], v["x2"], v["y2"])
    if tag == "circle":
        return circle_operators(v["cx"], v["cy"], v["r"])
    # A missing radius equals the other one (SVG 1.1, 9.2 and SVG 2, 7.4).
    rx, ry = (0.0 if name in missing else v[name] for name in _ROUND)
    rx, ry = ry if "rx" in missing else rx, rx if "ry" in missing else ry
    if tag == "ellipse":
        return ellipse_operators(v["cx"], v["cy"], rx, ry)
    return rect_operators(v["x"], v["y"], v["width"], v["height"], rx, ry)


# Basic shapes as PDF path operators, in the shape's own coordinates (nothing is flipped).
# SVG 1.1 §9; operators: ISO 32000-1 §8.5.2.


KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""The distance of a quarter circle's control points from its ends, in radii."""


def rect_operators(x: float, y: float, w: float, h: float, rx: float = 0, ry: float = 0) -> str:
    """A rectangle, rounded if both radii are above 0; empty if it has no area.

    A missing radius equals the other one (§9.2), which is left to the caller.
    Raises ValueError for a negative size.
    """
    _check_sizes(width=w, height=h, rx=rx, ry=ry)
    if not (w and h):
        return ""
    if not (rx and ry):
        return f"{_join(x, y, w, h)} re"
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    x1, y1, kx, ky = x + w, y + h, rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        f"{_join(x + rx, y)} m {_join(x1 - rx, y)} l "
        f"{_join(x1 - kx, y, x1, y + ky, x1, y + ry)} c {_join(x1, y1 - ry)} l "
        f"{_join(x1, y1 - ky, x1 - kx, y1, x1 - rx, y1)} c {_join(x + rx, y1)} l "
        f"{_join(x + kx, y1, x, y1 - ky, x, y1 - ry)} c {_join(x, y + ry)} l "
        f"{_join(x, y + ky, x + kx, y, x + rx, y)} c h"
    )


def circle_operators(cx: float, cy: float, r: float) -> str:
    """A circle; empty if it has no area. Raises ValueError for a negative radius."""
    _check_sizes(r=r)
    return ellipse_operators(cx, cy, r, r)


def ellipse_operators(cx: float, cy: float, rx: float, ry: float) -> str:
    """An ellipse; empty if it has no area. Raises ValueError for a negative radius."""
    _check_sizes(rx=rx, ry=ry)
    if not (rx and ry):
        return ""
    x0, y0, x1, y1, kx, ky = cx - rx, cy - ry, cx + rx, cy + ry, rx * KAPPA, ry * KAPPA
    return (
        f"{_join(x1, cy)} m {_join(x1, cy + ky, cx + kx, y1, cx, y1)} c "
        f"{_join(cx - kx, y1, x0, cy + ky, x0, cy)} c "
        f"{_join(x0, cy - ky, cx - kx, y0, cx, y0)} c {_join(cx + kx, y0, x1, cy - ky, x1, cy)} c h"
    )


def line_operators(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f"{_join(x1, y1)} m {_join(x2, y2)} l"


def poly_operators(points: str, close: bool) -> str:
    """A polyline, or a polygon with `close`; empty if it has no points. Raises ValueError."""
    check_length(points)
    fault = ""
    try:
        values = numbers(points)
    except ValueError as error:
        values, fault = read_numbers(points, 0)[0], str(error)
    if len(values) % 2:
        fault = fault or f"points: {len(values)} numbers; they come in pairs, such as 0,0 10,5"
        values = values[:-1]
    parts = [f"{_join(*values[i : i + 2])} {'l' if i else 'm'}" for i in range(0, len(values), 2)]
    drawn = " ".join([*parts, "h"] if close and parts else parts)
    if fault:
        raise OutlineError(fault, drawn)
    return drawn


def _join(*values: float) -> str:
    return " ".join([fmt(v) for v in values])


def _check_sizes(**sizes: float) -> None:
    for name, size in sizes.items():
        if not size >= 0:
            raise ValueError(f"{name} is {size:g}; it must be 0 or more")


# The boxes around elements, without their strokes (SVG 1.1 §7.11, object bounding boxes)


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
