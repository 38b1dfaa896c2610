"""The outlines of shape elements, read from their attributes, as PDF paths."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.number import read_numbers
from sheetgen.svg.attribute import read_size
from sheetgen.svg.context import Context
from sheetgen.svg.paint import shape
from sheetgen.svg.problem import BAD_VALUE
from sheetgen.svg.read.length import read_length
from sheetgen.svg.read.path import OutlineError, Segment, path_operators
from sheetgen.svg.read.path import list_segments as read_segments
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import SHAPES

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
            return shape.poly_operators(points, element.tag == "polygon")
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
        return shape.line_operators(v["x1"], v["y1"], v["x2"], v["y2"])
    if tag == "circle":
        return shape.circle_operators(v["cx"], v["cy"], v["r"])
    # A missing radius equals the other one (SVG 1.1, 9.2 and SVG 2, 7.4).
    rx, ry = (0.0 if name in missing else v[name] for name in _ROUND)
    rx, ry = ry if "rx" in missing else rx, rx if "ry" in missing else ry
    if tag == "ellipse":
        return shape.ellipse_operators(v["cx"], v["cy"], rx, ry)
    return shape.rect_operators(v["x"], v["y"], v["width"], v["height"], rx, ry)
