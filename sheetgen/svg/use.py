"""<use>: a symbol or any other element drawn again, as a form that all its uses share.

SVG 1.1 §5.6; SVG 2 §5.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sheetgen.drawing.drawing import IDENTITY, Matrix, invert, map_box
from sheetgen.ground.number import read_number
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.svg.attribute import check_names, read_size, read_view
from sheetgen.svg.context import Context
from sheetgen.svg.paint.form import fade_group, share_form
from sheetgen.svg.paint.outline import list_segments
from sheetgen.svg.problem import (
    BAD_VALUE,
    MISSING_REFERENCE,
    UNSUPPORTED_ELEMENT,
    UNSUPPORTED_PROPERTY,
)
from sheetgen.svg.read.path import Segment
from sheetgen.svg.read.property import REFERENCE
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import measure_scale, read_length, viewbox_matrix
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, suggest
from sheetgen.svg.stream import EMPTY, Fragment, Stream, map_extents
from sheetgen.svg.viewport import check_reach, fit_view

_MOST_USES = 24
_MOST_NAMES = 1_000  # searched for the one that was probably meant


def draw_use(element: Element, style: Style, context: Context, stream: Stream) -> None:
    """Draws what a <use> element refers to, at its x and y."""
    attributes = element.attributes
    reference = element.reference
    name = reference[1:]
    target = context.definitions.get(name) if reference.startswith("#") else None
    if target is None:
        message = f"there is no element {reference or '(no href)'} in this drawing"
        hint = suggest(name, list(context.definitions)[:_MOST_NAMES], "", "#{}")
        context.report(MISSING_REFERENCE, message, hint)
        return
    if target.tag in NEVER_SHOWN and target.tag != "symbol":
        context.report(UNSUPPORTED_ELEMENT, f"<use> of a <{target.tag}> draws nothing")
        return
    x, y = (read_size(element, name, style, context) for name in ("x", "y"))
    if x is None or y is None:
        return
    # Only these two kinds have a size that a <use> can change.
    sized = target.tag in ("symbol", "svg")
    size = (attributes.get("width", ""), attributes.get("height", "")) if sized else ("", "")
    form = _find_form(name, target, style, size, context)
    if form.fields:
        form = _tell_fields(form, attributes)
    if x or y:
        stream.save((1.0, 0.0, 0.0, 1.0, x, y))
        stream.add(form)
        stream.restore()
    else:
        stream.add(form)


def _tell_fields(form: Fragment, attributes: dict[str, str]) -> Fragment:
    """The same with the form fields as this <use> names them, or ticks them, or describes them.

    Several fields keep their own names after the one that is given here.
    """
    name, value, tip = (attributes.get(f"data-{part}", "") for part in ("name", "value", "tip"))
    if not (name or value or tip):
        return form
    several = len(form.fields) > 1
    fields = []
    for way, field in form.fields:
        own = f"{name} {field.name}" if name and several else name or field.name
        changed = field._replace(name=own, value=value or field.value, tooltip=tip or field.tooltip)
        fields.append((way, changed))
    return replace(form, fields=tuple(fields))


def _find_form(
    name: str,
    target: Element,
    style: Style,
    size: tuple[str, str],
    context: Context,
) -> Fragment:
    key = (name, style, size)
    known = context.forms.get(key)
    if known is not None:
        return known
    if name in context.uses or (context.lenient and target in context.open):
        if context.lenient:
            context.report(MISSING_REFERENCE, f"#{name} uses itself, and is not drawn again")
            return EMPTY
        context.give_up(f"#{name} uses itself")
    if len(context.uses) >= _MOST_USES:
        context.give_up("uses are nested too deeply")
    with context.use(name, context.current):
        if target.tag == "symbol" and _is_group(target, context):
            form = _draw_instance(target, style, size, context)
        elif target.tag == "symbol":
            with context.enter(target):
                form = _draw_symbol(target, style, size, context)
        else:
            form = _draw_element(target, style, size, context)
    context.forms[key] = form
    return form


def _is_group(target: Element, context: Context) -> bool:
    """Whether a symbol is more than the elements in it: it has a size, or an effect of its own."""
    if context.lenient or "transform" in target.attributes:
        return True
    if "width" in target.attributes or "height" in target.attributes:
        return True
    _, own = context.resolve_style(context.root_style, target)
    return bool(own.clip_path or own.mask) or own.opacity < 1


def _draw_instance(
    target: Element, style: Style, size: tuple[str, str], context: Context
) -> Fragment:
    """A symbol drawn as a nested drawing would be (SVG 2, 5.6)."""
    sizes = {name: text for name, text in zip(("width", "height"), size, strict=True) if text}
    instance = Element("symbol", target.attributes | sizes, target.place)
    instance.children = target.children
    context.shown.add(instance)
    if context.family:
        context.family.adopt(instance, target)
    stream = Stream()
    context.draw(instance, style, context, stream)
    context.shown.discard(instance)
    return share_form(stream.fragment())


def choose_child(element: Element) -> list[Element]:
    """The first child of a <switch> that is for readers of English, if there is one.

    What other languages than SVG draw is left to the next child, as draw.io expects.
    """
    for child in element.elements:
        is_foreign = ":" in child.tag or child.tag == "foreignObject"
        if not is_foreign and is_for_readers(child.attributes):
            return [child]
    return []


def is_for_readers(attributes: dict[str, str]) -> bool:
    """Whether an element is for readers of English who have no extensions (SVG 2, 5.9)."""
    languages = attributes.get("systemLanguage")
    spoken = languages is None or any(
        language.strip().lower().split("-")[0] == "en" for language in languages.split(",")
    )
    return spoken and "requiredExtensions" not in attributes


def _draw_element(
    target: Element, style: Style, size: tuple[str, str], context: Context
) -> Fragment:
    if any(size):
        sizes = {name: text for name, text in zip(("width", "height"), size, strict=True) if text}
        resized = Element(target.tag, target.attributes | sizes, target.place)
        resized.file, resized.children = target.file, target.children
        target = resized
    stream = Stream()
    context.draw(target, style, context, stream)
    return share_form(stream.fragment())


def _draw_symbol(
    target: Element, outer: Style, size: tuple[str, str], context: Context
) -> Fragment:
    check_names(target, context)
    style, own = context.resolve_style(outer, target)
    stream = Stream()
    matrix, room = IDENTITY, None
    if "viewBox" in target.attributes:
        view = fit_view(target, outer, context, size)
        if view is None:
            return EMPTY
        matrix = view.matrix
        style = context.place_style(style, measure_scale(view.matrix), view.viewport)
        if own.overflow not in ("visible", "auto"):
            room = (0.0, 0.0, view.width, view.height)
    # Without a viewBox, a symbol is not clipped, as in most drawing programs.
    if matrix != IDENTITY:
        stream.save(matrix)
    for child in target.elements:
        context.draw(child, style, context, stream)
    if matrix != IDENTITY:
        stream.restore()
    form = share_form(stream.fragment(), room)
    if room:
        check_reach(map_extents(form.extents), room, outer.unit, target, context)
    return form


# Markers: small drawings at the corners and ends of lines, such as arrow heads
# (SVG 1.1 §11.6; SVG 2 §13.7).


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
    """Return the content of a marker as a form with its reference point at 0, 0."""
    name = f"<marker> {target.attributes.get('id', '')}"
    if name in context.uses:
        context.refuse(BAD_VALUE, "a marker uses itself")
        return EMPTY
    key = (target, style.unit, style.stroke_width)
    known = context.forms.get(key)
    if known is not None:
        return known
    with context.use(name, target):
        try:
            form = _draw(target, style, context)
        except ValueError as error:
            context.report(BAD_VALUE, f"marker: {error}")
            form = EMPTY
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
    shown = share_form(content.fragment(), room)
    refer = [
        _read_reference(attributes, name, size, context)
        for name, size in zip(("refX", "refY"), style.viewport, strict=True)
    ]
    stream = Stream()
    stream.save((*matrix[:4], -refer[0] * matrix[0], -refer[1] * matrix[3]))
    stream.add(shown)
    stream.restore()
    placed = stream.fragment()
    return fade_group(placed, own.opacity) if own.opacity < 1 else placed


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
