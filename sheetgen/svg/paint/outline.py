"""The outlines of shape elements, read from their attributes, as PDF paths."""

from __future__ import annotations

from sheetgen.svg.attribute import read_size
from sheetgen.svg.context import Context
from sheetgen.svg.paint import shape
from sheetgen.svg.problem import BAD_VALUE
from sheetgen.svg.read.path import path_operators
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import SHAPES


def trace_shape(element: Element, style: Style, context: Context) -> str:
    """The PDF path of a shape element; empty if it draws nothing or can't be read."""
    attributes = element.attributes
    try:
        if element.tag == "path":
            return path_operators(attributes.get("d", ""))
        if element.tag in ("polyline", "polygon"):
            points = attributes.get("points", "")
            return shape.poly_operators(points, element.tag == "polygon")
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return ""
    given = {n: read_size(element, n, style, context) for n in SHAPES[element.tag]}
    if None in given.values():
        return ""
    try:
        return _trace_basic(element, {n: v or 0.0 for n, v in given.items()})
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return ""


def _trace_basic(element: Element, v: dict[str, float]) -> str:
    given = element.attributes
    if element.tag == "line":
        return shape.line_operators(v["x1"], v["y1"], v["x2"], v["y2"])
    if element.tag == "circle":
        return shape.circle_operators(v["cx"], v["cy"], v["r"])
    # A missing radius equals the other one (SVG 1.1, 9.2 and SVG 2, 7.4).
    rx = v["rx"] if given.get("rx", "auto") != "auto" else v["ry"]
    ry = v["ry"] if given.get("ry", "auto") != "auto" else v["rx"]
    if element.tag == "ellipse":
        return shape.ellipse_operators(v["cx"], v["cy"], rx, ry)
    return shape.rect_operators(v["x"], v["y"], v["width"], v["height"], rx, ry)
