"""Linear and radial gradients as PDF shadings, painted through a clip or a soft mask.

Painting a shading in the current coordinates, rather than with a pattern, allows the same
operators to be used anywhere: a pattern's matrix would depend on every group around it.
SVG 1.1 §13.2 and SVG 2 §14.2; ISO 32000-1 §8.7.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from sheetgen.drawing.drawing import (
    Matrix,
    Resources,
    Shading,
    invert,
    matrix_operator,
    multiply,
)
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import read_number
from sheetgen.ground.record import NamedTuple
from sheetgen.svg.attribute import check_names
from sheetgen.svg.context import Context, Stops
from sheetgen.svg.paint.form import make_mask
from sheetgen.svg.problem import BAD_VALUE, MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import parse_transform, read_length
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment

# Gradients beyond their ends: repeated, reflected, or with a step (SVG 1.1 §13.2.2). A PDF shading
# only goes on with its last colour, so it is made longer until it covers what is painted.


Stop = tuple[float, tuple[float, ...]]
_MOST_ROUNDS = 200
_MOST_SPREAD = 2_000
_SLACK = 1e-6


class SpreadError(Exception):
    """A gradient repeats itself too often to be drawn as one shading."""


def spread(
    coords: tuple[float, ...],
    stops: Sequence[Stop],
    method: str,
    corners: Sequence[tuple[float, float]],
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:
    """The coordinates and stops of a shading that covers `corners` as `method` says.

    Raises SpreadError.
    """
    if method == "pad" and not _has_step_at_end(stops):
        return coords, tuple(stops)
    low, high = _reach(coords, corners) if method == "pad" else _measure(coords, corners)
    if method == "pad" and low > -_SLACK and high < 1 + _SLACK:
        return coords, tuple(stops)
    if len(coords) == 6:
        fr, r = coords[2], coords[5]
        low = max(low, -fr / (r - fr)) if r > fr else low
    first, last = math.floor(low), math.ceil(high)
    if last - first > _MOST_ROUNDS or (last - first) * len(stops) > _MOST_SPREAD:
        raise SpreadError
    rounds = list(_list_rounds(stops, method, first, last))
    made = _cut(rounds, low)
    length = last - low
    moved = tuple(((offset - low) / length, value) for offset, value in made)
    return _stretch(coords, low, last), moved


def _has_step_at_end(stops: Sequence[Stop]) -> bool:
    """Whether several stops are at the very start or end, so that something lies beyond them."""
    if len(stops) < 2:
        return False
    at_start = stops[0][0] == stops[1][0] == 0 or stops[0][0] == stops[-1][0] == 0
    at_end = stops[-1][0] == stops[-2][0] == 1
    return at_start or at_end


def _reach(
    coords: tuple[float, ...], corners: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """From where to where the colours of both ends have to be drawn, a length beyond at most."""
    if len(coords) == 6 or not corners:
        return -1.0, 2.0
    low, high = _measure(coords, corners)
    return max(-1.0, low), min(2.0, high)


def _measure(
    coords: tuple[float, ...], corners: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """From where to where, in lengths of the gradient, it has to be drawn. Raises SpreadError."""
    if len(coords) == 4:
        x0, y0, x1, y1 = coords
        dx, dy = x1 - x0, y1 - y0
        along = [((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) for x, y in corners]
        return min(along), max(along) + 1e-9
    fx, fy, fr, cx, cy, r = coords
    if math.hypot(cx - fx, cy - fy) >= abs(r - fr) or r <= fr:
        raise SpreadError  # a cone covers only a part of the plane
    far = 1.0
    while far <= _MOST_ROUNDS:
        x, y, reach = fx + far * (cx - fx), fy + far * (cy - fy), fr + far * (r - fr)
        if all(math.hypot(px - x, py - y) <= reach for px, py in corners):
            return -fr / (r - fr), far
        far += 1.0
    raise SpreadError


def _list_rounds(stops: Sequence[Stop], method: str, first: int, last: int) -> Iterator[Stop]:
    """The stops of all rounds; with `pad`, the first and last colour goes on."""
    whole = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    if method == "pad":
        yield float(first), stops[0][1]
        yield from whole
        yield float(last), stops[-1][1]
        return
    for number in range(first, last):
        if method == "reflect" and number % 2:
            yield from ((number + 1 - offset, value) for offset, value in reversed(whole))
        else:
            yield from ((number + offset, value) for offset, value in whole)


def _cut(stops: Sequence[Stop], low: float) -> list[Stop]:
    """The stops from an offset on, with the colour that there is at that offset."""
    after = [stop for stop in stops if stop[0] > low]
    before = [stop for stop in stops if stop[0] <= low]
    if not before or not after:
        return list(stops)
    (a, one), (b, other) = before[-1], after[0]
    share = (low - a) / (b - a)
    mixed = tuple(p + (q - p) * share for p, q in zip(one, other, strict=True))
    return [(low, mixed), *after]


def _stretch(coords: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """The coordinates of the places that lie `low` and `high` lengths of the gradient from 0."""
    half = len(coords) // 2
    start, end = coords[:half], coords[half:]
    return tuple(a + (b - a) * at for at in (low, high) for a, b in zip(start, end, strict=True))


def list_corners(box: Box, back: Matrix) -> list[tuple[float, float]]:
    """The corners of a box in the coordinates that `back` leads to."""
    a, b, c, d, e, f = back
    x0, y0, x1, y1 = box
    return [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]


_LINEAR, _RADIAL = 2, 3
_MOST_STOPS = 256
_MOST = 20  # gradients that refer to each other
TAGS = ("linearGradient", "radialGradient")
_UNITS = ("objectBoundingBox", "userSpaceOnUse")
_COORDINATES = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%", "fr": "0%"},
}
"""The attributes that place a gradient, with their defaults."""


class Paintwork(NamedTuple):
    """Operators that paint something, what they name, and how opaque they are."""

    operators: str
    resources: tuple[Resources, ...]
    alpha: float


def paint_gradient(
    element: Element, box: Box, region: Box, style: Style, context: Context
) -> Paintwork | None:
    """Return the paint of a gradient over a region, for a shape with this box; None for none."""
    outer, context.current = context.current, element
    try:
        attributes, stops, alphas = _read(element, context)
        method = _read_choice(attributes, "spreadMethod", ("pad", "reflect", "repeat"), context)
        place = _place(element.tag, attributes, box, style, context)
        if place is None:
            return None
        coords, matrix = place
        if len(stops) == 1 or _is_point(coords):
            # Everything lies beyond the last stop of a gradient without length (SVG 1.1, 13.2.2).
            coords, stops, alphas, method = (0.0, 0.0, 1.0, 0.0), stops[-1:], alphas[-1:], "pad"
        elif len(coords) == 6 and abs(coords[5] - coords[2]) < 1e-3 * coords[5]:
            coords = (*coords[:5], coords[5] * (1 + 2e-3))  # a step from the first to the last
        back = invert(matrix)
        corners = list_corners(region, back) if back else []
        pairs = tuple((o, (*c, a)) for (o, c), a in zip(stops, alphas, strict=True))
        try:
            coords, pairs = spread(coords, pairs, method, corners)
        except SpreadError:
            message = f"spreadMethod {method} is not drawn so many times, or around a point outside"
            context.refuse(UNSUPPORTED_PROPERTY, message, "use pad, with more stops")
    except ValueError as error:
        context.report(BAD_VALUE, f"gradient #{element.attributes.get('id', '')}: {error}")
        return None
    finally:
        context.current = outer
    return _shade(coords, pairs, matrix, region)


def _shade(coords: tuple[float, ...], stops: Stops, matrix: Matrix, region: Box) -> Paintwork:
    """The shading of stops whose last component is how opaque they are."""
    place = matrix_operator(matrix)
    shading = _make_shading(coords, tuple((o, c[:-1]) for o, c in stops))
    resources = Resources(shadings={shading.name: shading})
    alphas = [c[-1] for _, c in stops]
    if max(alphas) - min(alphas) < 1e-6:
        return Paintwork(f"{place} /{shading.name} sh", (resources,), alphas[0])
    veil = _make_shading(coords, tuple((o, c[-1:]) for o, c in stops))
    used = Resources(shadings={veil.name: veil})
    mask, named = make_mask(Fragment(f"{place} /{veil.name} sh", resources=(used,)), region)
    return Paintwork(f"{mask} {place} /{shading.name} sh", (*named, resources), 1.0)


def _make_shading(coords: tuple[float, ...], stops: Stops) -> Shading:
    kind = _LINEAR if len(coords) == 4 else _RADIAL
    key = repr((kind, coords, stops)).encode()
    return Shading("S" + blake2b(key, digest_size=6).hexdigest(), kind, coords, stops)


def _is_point(coords: tuple[float, ...]) -> bool:
    if len(coords) == 4:
        return coords[:2] == coords[2:]
    return coords[5] <= 0


def _read_choice(
    attributes: dict[str, str], name: str, choices: tuple[str, ...], context: Context
) -> str:
    """One of some words, of which the first is the default. Raises ValueError."""
    text = attributes.get(name, choices[0])
    if text in choices:
        return text
    message = f"{name}: '{text}' is unknown"
    if not context.lenient:
        raise ValueError(message)
    context.report(BAD_VALUE, message)
    return choices[0]


def _place(
    tag: str, attributes: dict[str, str], box: Box, style: Style, context: Context
) -> tuple[tuple[float, ...], Matrix] | None:
    """The shading's coordinates and the matrix from them to user space; None if not painted."""
    units = _read_choice(attributes, "gradientUnits", _UNITS, context)
    matrix = _read_matrix(attributes, context)
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
        try:
            return read_length(attributes.get(name, default), size, style.font_size)
        except ValueError as error:
            if not context.lenient:
                raise
            context.report(BAD_VALUE, f"{name}: {error}")
            return read_length(default, size, style.font_size)

    values = [read(name, default) for name, default in _COORDINATES[tag].items()]
    if tag == "linearGradient":
        return tuple(values), matrix
    cx, cy, r, fr = values
    if (r < 0 or fr < 0) and not context.lenient:
        raise ValueError("a radius must not be negative")
    r, fr = max(0.0, r), max(0.0, fr)
    fx = read("fx", attributes.get("cx", "50%"))
    fy = read("fy", attributes.get("cy", "50%"))
    away, reach = math.hypot(fx - cx, fy - cy), r - fr
    if reach * 0.999 < away <= reach * 1.001:  # on the edge, nothing would be beyond it
        fx, fy = cx + (fx - cx) * reach * 0.999 / away, cy + (fy - cy) * reach * 0.999 / away
    return (fx, fy, fr, cx, cy, r), matrix


def _read_matrix(attributes: dict[str, str], context: Context) -> Matrix:
    try:
        return parse_transform(attributes.get("gradientTransform", ""))
    except (ValueError, OverflowError) as error:
        if not context.lenient:
            raise
        context.report(BAD_VALUE, str(error))
        return parse_transform("")


def _read(element: Element, context: Context) -> tuple[dict[str, str], Stops, tuple[float, ...]]:
    """The gradient's attributes, its stops in the ink's colours, and how opaque each is."""
    known = context.gradients.get(element)
    if known is None:
        attributes, holder = inherit(element, TAGS, ("stop",), context)
        known = context.gradients[element] = (attributes, *_read_stops(holder, context))
    return known


def inherit(
    element: Element, tags: tuple[str, ...], content: tuple[str, ...], context: Context
) -> tuple[dict[str, str], Element]:
    """An element's attributes, with those it inherits by href, and the element with the content.

    `tags` are those that may be referred to; without `content`, any child counts as such.
    """
    attributes: dict[str, str] = {}
    holder, seen = element, [element]
    current: Element | None = element
    while current is not None:
        check_names(current, context)
        attributes = current.attributes | attributes
        if not any(e.tag in content or not content for e in holder.elements):
            holder = current
        reference = current.reference
        if not reference:
            break
        current = context.definitions.get(reference[1:]) if reference[0] == "#" else None
        if current is None or current.tag not in tags or current in seen or len(seen) > _MOST:
            message = f"there is no other {_name(element.tag)} {reference} in this drawing"
            context.report(MISSING_REFERENCE, message)
            break
        seen.append(current)
    return attributes, holder


def _name(tag: str) -> str:
    return "gradient" if tag in TAGS else tag


def _read_stops(holder: Element, context: Context) -> tuple[Stops, tuple[float, ...]]:
    """The stops in the ink's colours, and how opaque each of them is."""
    found: list[tuple[float, tuple[float, ...]]] = []
    alphas: list[float] = []
    outer, _ = context.resolve_style(context.find_outer(holder), holder)
    for element in holder.elements:
        if element.tag != "stop":
            continue
        if len(found) >= _MOST_STOPS:
            raise ValueError(f"it has more than {_MOST_STOPS} stops")
        check_names(element, context)
        _, own = context.resolve_style(outer, element)
        offset = _read_offset(element.attributes.get("offset", "0"), context)
        offset = min(1.0, max(found[-1][0] if found else 0.0, offset))
        rgb = own.stop_color.rgb or (0.0, 0.0, 0.0)
        found.append((offset, context.mix(rgb, "fill")))
        alphas.append(own.stop_opacity * own.stop_color.alpha)
    if not found:
        raise ValueError("it has no stops")
    if len({len(c) for _, c in found}) > 1:  # one colour space for all of them
        found = [(o, c * 3 if len(c) == 1 else c) for o, c in found]
    return tuple(found), tuple(alphas)


def _read_offset(text: str, context: Context) -> float:
    text = text.strip()
    try:
        return read_number(text[:-1]) / 100 if text.endswith("%") else read_number(text)
    except ValueError as error:
        if not context.lenient:
            raise
        context.report(BAD_VALUE, f"offset: {error}")
        return 0.0
