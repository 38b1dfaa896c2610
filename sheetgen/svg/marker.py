"""Markers: small drawings at the corners and ends of lines, such as arrow heads.

SVG 1.1 §11.6; SVG 2 §13.7.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sheetgen.drawing.drawing import IDENTITY, Matrix, invert, map_box
from sheetgen.ground.number import read_number
from sheetgen.ground.row import NamedTuple
from sheetgen.svg.attribute import check_names, read_view
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import EMPTY, Fragment
from sheetgen.svg.paint.form import fade_group, share_form
from sheetgen.svg.paint.outline import list_segments
from sheetgen.svg.problem import BAD_VALUE, MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.length import read_length
from sheetgen.svg.read.path import Segment
from sheetgen.svg.read.property import REFERENCE
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import measure_scale, viewbox_matrix
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Stream

_MOST = 5_000
_ANGLES = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


class _Vertex(NamedTuple):
    """A place on a path, the direction into it and out of it in radians, if there are any."""

    x: float
    y: float
    before: float | None
    after: float | None

    def aim(self) -> float:
        """The direction of a marker: half-way between the two."""
        if self.before is None or self.after is None:
            return (self.before if self.after is None else self.after) or 0.0
        x = math.cos(self.before) + math.cos(self.after)
        y = math.sin(self.before) + math.sin(self.after)
        return math.atan2(y, x) if abs(x) + abs(y) > 1e-9 else self.before + math.pi / 2


def draw_markers(element: Element, style: Style, context: Context, stream: Stream) -> None:
    """Draws the markers of a shape."""
    if style.visibility != "visible":
        return
    given = context.find_declared(element).get("paint-order") or element.attributes.get(
        "paint-order"
    )
    if "markers" in (given or "").split()[:2]:
        context.refuse(UNSUPPORTED_PROPERTY, "markers below what they are on are not drawn")
    vertices = list(_list_vertices(list_segments(element, style, context)))
    if len(vertices) > _MOST:
        context.give_up(f"a line has more than {_MOST:,} corners with markers")
    names = (style.marker_start, style.marker_mid, style.marker_end)
    for at, (value, chosen) in enumerate(
        zip(names, (vertices[:1], vertices[1:-1], vertices[-1:]), strict=True)
    ):
        target = _find(value, context)
        if target is not None and chosen:
            form = _draw_content(target, style, context)
            for vertex in chosen:
                _place(target, form, vertex, at == 0, style, context, stream)


def _find(value: str, context: Context) -> Element | None:
    if value == "none":
        return None
    match = REFERENCE.fullmatch(value)
    target = context.definitions.get(match[2][1:]) if match else None
    if target is None or target.tag != "marker":
        context.report(MISSING_REFERENCE, f"there is no marker {value} in this drawing")
        return None
    return target


def _draw_content(target: Element, style: Style, context: Context) -> Fragment:
    """What a marker shows, as a form with its reference point at 0, 0."""
    name = f"<marker> {target.attributes.get('id', '')}"
    if name in context.uses:
        context.refuse(BAD_VALUE, "a marker uses itself")
        return EMPTY
    key = (target, style.unit, style.stroke_width)
    known = context.forms.get(key)
    if known is not None:
        return known
    outer, context.current = context.current, target
    context.uses.append(name)
    try:
        form = _draw(target, style, context)
    except ValueError as error:
        context.report(BAD_VALUE, f"marker: {error}")
        form = EMPTY
    finally:
        context.uses.pop()
        context.current = outer
    context.forms[key] = form
    return form


def _draw(target: Element, style: Style, context: Context) -> Fragment:
    check_names(target, context)
    attributes = target.attributes
    inner, own = context.resolve_style(context.find_outer(target), target)
    width, height = (
        read_length(attributes.get(name, "3"), whole, inner.font_size)
        for name, whole in zip(("markerWidth", "markerHeight"), style.viewport, strict=True)
    )
    if width <= 0 or height <= 0:
        return EMPTY
    view = read_view(target)
    matrix: Matrix = IDENTITY
    box = (0.0, 0.0, width, height)
    if view:
        preserve = attributes.get("preserveAspectRatio", "")
        matrix = viewbox_matrix(view, width, height, preserve)
        box = (view[0], view[1], view[0] + view[2], view[1] + view[3])
        if "slice" in preserve:  # cut off at the marker's own size
            back = invert(matrix)
            box = map_box(back, (0.0, 0.0, width, height)) if back else box
    scale = 1.0 if attributes.get("markerUnits") == "userSpaceOnUse" else style.stroke_width
    unit = style.unit * scale * measure_scale(matrix)
    inner = context.place_style(inner, unit / inner.unit, view[2:] if view else (width, height))
    content = Stream()
    for child in target.elements:
        context.draw(child, inner, context, content)
    room = None if own.overflow in ("visible", "auto") else box
    shown = share_form(content, room)
    refer = [
        _read_reference(attributes, name, size, context)
        for name, size in zip(("refX", "refY"), style.viewport, strict=True)
    ]
    stream = Stream()
    stream.save((*matrix[:4], -refer[0] * matrix[0], -refer[1] * matrix[3]))
    stream.add(shown)
    stream.restore()
    return fade_group(stream, own.opacity) if own.opacity < 1 else stream.fragment()


def _read_reference(attributes: dict[str, str], name: str, whole: float, context: Context) -> float:
    """One coordinate of the point that lies on the line; words such as center mean 0."""
    try:
        return read_length(attributes.get(name, "0"), whole)
    except ValueError as error:
        context.report(BAD_VALUE, f"{name}: {error}")
        return 0.0


def _place(
    target: Element,
    form: Fragment,
    vertex: _Vertex,
    is_start: bool,
    style: Style,
    context: Context,
    stream: Stream,
) -> None:
    """Adds a marker's form at a vertex."""
    if not form.operators:
        return
    attributes = target.attributes
    scale = 1.0 if attributes.get("markerUnits") == "userSpaceOnUse" else style.stroke_width
    angle = _read_angle(attributes.get("orient", "0"), vertex, is_start, context)
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    stream.save((cos, sin, -sin, cos, vertex.x, vertex.y))
    stream.add(form)
    stream.restore()


def _read_angle(text: str, vertex: _Vertex, is_start: bool, context: Context) -> float:
    """The direction of a marker in radians."""
    text = text.strip()
    if text in ("auto", "auto-start-reverse"):
        found = vertex.aim()
        return found + math.pi if is_start and text != "auto" else found
    unit = next((unit for unit in _ANGLES if text.endswith(unit)), "")
    if text.endswith("grad"):
        unit = "grad"
    try:
        return math.radians(read_number(text.removesuffix(unit)) * _ANGLES.get(unit, 1.0))
    except ValueError as error:
        context.report(BAD_VALUE, f"orient: {error}")
        return 0.0


def _list_vertices(segments: Sequence[Segment]) -> Iterator[_Vertex]:
    """The vertices of a path; a segment without a length points to the right, as in browsers."""
    ways = [
        tuple(0.0 if angle is None and segment.curves else angle for angle in segment.aim())
        for segment in segments
    ]
    for at, segment in enumerate(segments):
        ends = at + 1 == len(segments) or segments[at + 1].is_move
        after = None if ends else ways[at + 1][0]
        if segment.is_move:
            closing = _find_close(segments, at)
            yield _Vertex(segment.x, segment.y, ways[closing][1] if closing else None, after)
            continue
        if segment.closes:
            start = _find_start(segments, at)
            after = ways[start + 1][0] if start + 1 < len(ways) else None
        yield _Vertex(segment.x, segment.y, ways[at][1], after)


def _find_close(segments: Sequence[Segment], start: int) -> int:
    """The segment that closes the subpath that starts at a place; 0 for none."""
    for at in range(start + 1, len(segments)):
        if segments[at].is_move:
            return 0
        if segments[at].closes:
            return at
    return 0


def _find_start(segments: Sequence[Segment], end: int) -> int:
    return next((at for at in range(end, -1, -1) if segments[at].is_move), 0)
