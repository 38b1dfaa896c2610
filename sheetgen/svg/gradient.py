"""Linear and radial gradients as PDF shadings, painted through the shape as a clip.

Painting a shading in the current coordinates, rather than with a pattern, lets the same
operators stand anywhere: a pattern's matrix would depend on every group around it.
"""

from __future__ import annotations

from hashlib import blake2b

from sheetgen.drawing import Matrix, Resources, Shading, multiply
from sheetgen.svg.color import ink_components
from sheetgen.svg.context import ROOT_STYLE, Context
from sheetgen.svg.fragment import Box
from sheetgen.svg.path import operators_box
from sheetgen.svg.problem import BAD_VALUE, MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.style import user_length
from sheetgen.svg.transform import matrix_operator, parse_transform
from sheetgen.svg.tree import Element

Stops = tuple[tuple[float, tuple[float, ...]], ...]
_LINEAR, _RADIAL = 2, 3


def paint_gradient(path: str, even_odd: bool, name: str, context: Context) -> tuple[str, Resources]:
    """Operators that fill `path` with the gradient called `name`; none when it can't be drawn."""
    element = context.definitions.get(name)
    if element is None or element.tag not in ("linearGradient", "radialGradient"):
        context.report(MISSING_REFERENCE, f"there is no gradient #{name} in this drawing")
        return "", Resources()
    box = operators_box(path)
    if box is None:
        return "", Resources()
    try:
        shading, matrix = _make_shading(element, box, context)
    except (ValueError, OverflowError) as error:
        context.report(BAD_VALUE, f"gradient #{name}: {error}", element=element)
        return "", Resources()
    clip = "W* n" if even_odd else "W n"
    operators = f"q {path} {clip} {matrix_operator(matrix)} /{shading.name} sh Q"
    return operators, Resources(shadings={shading.name: shading})


def _make_shading(element: Element, box: Box, context: Context) -> tuple[Shading, Matrix]:
    attributes, stops_holder = _inherit(element, context)
    if attributes.get("spreadMethod", "pad") != "pad":
        method = attributes["spreadMethod"]
        context.report(UNSUPPORTED_PROPERTY, f"spreadMethod {method} is not drawn", element=element)
    in_box = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    matrix = parse_transform(attributes.get("gradientTransform", ""))
    if in_box:
        x0, y0, x1, y1 = box
        matrix = multiply(matrix, (x1 - x0, 0.0, 0.0, y1 - y0, x0, y0))

    def read(name: str, default: str) -> float:
        text = attributes.get(name, default)
        return float(text[:-1]) / 100 if text.endswith("%") else user_length(text)

    if element.tag == "linearGradient":
        kind = _LINEAR
        coords = tuple(read(n, d) for n, d in (("x1", "0"), ("y1", "0"), ("x2", "100%"), ("y2", "0")))
    else:
        kind = _RADIAL
        cx, cy, r = (read(n, "50%") for n in ("cx", "cy", "r"))
        fx = read("fx", attributes.get("cx", "50%"))
        fy = read("fy", attributes.get("cy", "50%"))
        coords = (fx, fy, read("fr", "0"), cx, cy, r)
    stops = _read_stops(stops_holder, context)
    key = repr((kind, coords, stops)).encode()
    name = "S" + blake2b(key, digest_size=6).hexdigest()
    return Shading(name, kind, coords, stops), matrix


def _inherit(element: Element, context: Context) -> tuple[dict[str, str], Element]:
    """The gradient's attributes with those it takes over by href, and who has the stops."""
    attributes: dict[str, str] = {}
    holder, seen = element, {id(element)}
    current: Element | None = element
    while current is not None:
        attributes = current.attributes | attributes
        if not any(e.tag == "stop" for e in holder.elements):
            holder = current
        reference = current.attributes.get("href", current.attributes.get("xlink:href", ""))
        current = context.definitions.get(reference.lstrip("#")) if reference else None
        if reference and current is None:
            message = f"there is no gradient {reference} in this drawing"
            context.report(MISSING_REFERENCE, message, element=element)
        if current is not None and id(current) in seen:
            break
        seen.add(id(current))
    return attributes, holder


def _read_stops(holder: Element, context: Context) -> Stops:
    found: list[tuple[float, tuple[float, ...]]] = []
    for element in holder.elements:
        if element.tag != "stop":
            continue
        _, own = context.resolve_style(ROOT_STYLE, element)
        if own.stop_opacity * own.stop_color.alpha < 1:
            message = "a gradient's transparent stop is not drawn"
            hint = "use the colour that it should have on the paper"
            context.report(UNSUPPORTED_PROPERTY, message, hint, element)
        text = element.attributes.get("offset", "0")
        offset = float(text[:-1]) / 100 if text.endswith("%") else float(text)
        offset = min(1.0, max(found[-1][0] if found else 0.0, offset))
        rgb = own.stop_color.rgb or (0.0, 0.0, 0.0)
        found.append((offset, ink_components(rgb, context.ink, "fill")))
    if not found:
        raise ValueError("it has no stops")
    if len({len(c) for _, c in found}) > 1:  # one colour space for all of them
        found = [(o, c * 3 if len(c) == 1 else c) for o, c in found]
    return tuple(found)
