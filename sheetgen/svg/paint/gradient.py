"""Linear and radial gradients as PDF shadings, painted through the shape as a clip.

Painting a shading in the current coordinates, rather than with a pattern, allows the same
operators to be used anywhere: a pattern's matrix would depend on every group around it.
SVG 1.1 §13.2; ISO 32000-1 §8.7.4.
"""

from __future__ import annotations

import math
from hashlib import blake2b
from typing import NamedTuple

from sheetgen.drawing.color import ink_components
from sheetgen.drawing.drawing import Matrix, Resources, Shading, multiply
from sheetgen.drawing.outline import operators_box
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import read_number
from sheetgen.svg.attribute import check_names
from sheetgen.svg.context import Context, Stops
from sheetgen.svg.problem import BAD_VALUE, MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.length import read_length
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import matrix_operator, parse_transform
from sheetgen.svg.read.tree import Element

_LINEAR, _RADIAL = 2, 3
_MOST_STOPS = 256
_MOST = 20  # gradients that refer to each other
_TAGS = ("linearGradient", "radialGradient")
_COORDINATES = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%", "fr": "0%"},
}
"""The attributes that place a gradient, with their defaults."""


class Gradient(NamedTuple):
    """Operators that fill a path with a gradient, what they name, and how opaque it is."""

    operators: str
    resources: Resources
    alpha: float


def paint_gradient(path: str, even_odd: bool, style: Style, context: Context) -> Gradient | None:
    """The gradient of a style that fills `path`; None if there is none to draw.

    If the gradient is missing and the style names a colour to use instead, that is not a fault.
    """
    paint = style.fill
    element = context.definitions.get(paint.reference)
    if element is None or element.tag not in _TAGS:
        if paint.rgb is None:
            _report_missing(paint.reference, element, context)
        return None
    box = operators_box(path)
    if box is None:
        return None
    outer, context.current = context.current, element
    try:
        attributes, stops, alpha = _read(element, context)
        place = _place(element.tag, attributes, box, style)
        if place is None:
            return None
        coords, matrix = place
        if coords[:2] == coords[2:] or (len(coords) == 6 and not coords[-1]):
            # Everything lies beyond the last stop of a gradient without length (SVG 1.1, 13.2.2).
            coords, stops = (0.0, 0.0, 1.0, 0.0), stops[-1:]
    except ValueError as error:
        context.report(BAD_VALUE, f"gradient #{paint.reference}: {error}")
        return None
    finally:
        context.current = outer
    kind = _LINEAR if len(coords) == 4 else _RADIAL
    key = repr((kind, coords, stops)).encode()
    name = "S" + blake2b(key, digest_size=6).hexdigest()
    shading = Shading(name, kind, coords, stops)
    clip = "W* n" if even_odd else "W n"
    operators = f"q {path} {clip} {matrix_operator(matrix)} /{name} sh Q"
    return Gradient(operators, Resources(shadings={name: shading}), alpha)


def _report_missing(name: str, element: Element | None, context: Context) -> None:
    if element is None:
        message = f"there is no gradient #{name} in this drawing"
        context.report(MISSING_REFERENCE, message)
    else:
        message = f"<{element.tag}> as a fill is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "use a plain colour or a gradient")


def _place(
    tag: str, attributes: dict[str, str], box: Box, style: Style
) -> tuple[tuple[float, ...], Matrix] | None:
    """The shading's coordinates and the matrix from them to user space; None if not painted."""
    units = attributes.get("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise ValueError(f"gradientUnits: '{units}' is unknown")
    matrix = parse_transform(attributes.get("gradientTransform", ""))
    whole = (1.0, 1.0)
    if units == "objectBoundingBox":
        x0, y0, x1, y1 = box
        if x0 >= x1 or y0 >= y1:
            return None  # SVG 1.1, 7.11: a box without an area has no units
        matrix = multiply(matrix, (x1 - x0, 0.0, 0.0, y1 - y0, x0, y0))
    else:
        whole = style.viewport
    if not matrix[0] * matrix[3] - matrix[1] * matrix[2]:
        raise ValueError("its gradientTransform flattens everything")

    def read(name: str, default: str) -> float:
        diagonal = math.hypot(*whole) / math.sqrt(2)
        size = {"x": whole[0], "y": whole[1]}.get(name.strip("12cf"), diagonal)
        return read_length(attributes.get(name, default), size, style.font_size)

    values = [read(name, default) for name, default in _COORDINATES[tag].items()]
    if tag == "linearGradient":
        return tuple(values), matrix
    cx, cy, r, fr = values
    if r < 0 or fr < 0:
        raise ValueError("a radius must not be negative")
    fx = read("fx", attributes.get("cx", "50%"))
    fy = read("fy", attributes.get("cy", "50%"))
    away, reach = math.hypot(fx - cx, fy - cy), max(0.0, r - fr) * 0.999
    if away > reach:  # a focus outside is moved onto the circle (SVG 1.1, 13.2.3)
        fx, fy = cx + (fx - cx) * reach / away, cy + (fy - cy) * reach / away
    return (fx, fy, min(fr, r), cx, cy, r), matrix


def _read(element: Element, context: Context) -> tuple[dict[str, str], Stops, float]:
    """The gradient's attributes, its stops in the ink's colours, and their opacity."""
    known = context.gradients.get(element)
    if known is None:
        attributes, holder = _inherit(element, context)
        known = context.gradients[element] = (attributes, *_read_stops(holder, context))
    return known


def _inherit(element: Element, context: Context) -> tuple[dict[str, str], Element]:
    """The gradient's attributes, with those it inherits by href, and the element with the stops."""
    attributes: dict[str, str] = {}
    holder, seen = element, [element]
    current: Element | None = element
    while current is not None:
        check_names(current, context)
        attributes = current.attributes | attributes
        if not any(e.tag == "stop" for e in holder.elements):
            holder = current
        reference = current.attributes.get("href", current.attributes.get("xlink:href", ""))
        if not reference:
            break
        current = context.definitions.get(reference[1:]) if reference[0] == "#" else None
        if current is None or current.tag not in _TAGS or current in seen or len(seen) > _MOST:
            message = f"there is no other gradient {reference} in this drawing"
            context.report(MISSING_REFERENCE, message)
            break
        seen.append(current)
    if attributes.get("spreadMethod", "pad") != "pad":
        message = f"spreadMethod {attributes['spreadMethod']} is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "use pad, with more stops")
    return attributes, holder


def _read_stops(holder: Element, context: Context) -> tuple[Stops, float]:
    """The stops in the ink's colours, and the opacity that they share."""
    found: list[tuple[float, tuple[float, ...]]] = []
    alphas: list[float] = []
    outer, _ = context.resolve_style(context.root_style, holder)
    for element in holder.elements:
        if element.tag != "stop":
            continue
        if len(found) >= _MOST_STOPS:
            raise ValueError(f"it has more than {_MOST_STOPS} stops")
        check_names(element, context)
        _, own = context.resolve_style(outer, element)
        text = element.attributes.get("offset", "0")
        offset = read_number(text[:-1]) / 100 if text.endswith("%") else read_number(text)
        offset = min(1.0, max(found[-1][0] if found else 0.0, offset))
        rgb = own.stop_color.rgb or (0.0, 0.0, 0.0)
        found.append((offset, ink_components(rgb, context.ink, "fill")))
        alphas.append(own.stop_opacity * own.stop_color.alpha)
    if not found:
        raise ValueError("it has no stops")
    if max(alphas) - min(alphas) > 1e-6:
        message = "a gradient from opaque to transparent is not drawn"
        hint = "give its stops the colours that they should have on the paper"
        context.report(UNSUPPORTED_PROPERTY, message, hint)
    if len({len(c) for _, c in found}) > 1:  # one colour space for all of them
        found = [(o, c * 3 if len(c) == 1 else c) for o, c in found]
    return tuple(found), alphas[0]
