"""Paint servers: gradients and patterns on fills, strokes and texts.

SVG 2 §14.1. What is filled with one is clipped to its outline; a stroke or a text becomes a soft
mask, as PDF can't clip to the former and clips to the latter without smooth edges.
"""

from __future__ import annotations

import math

from sheetgen.drawing.drawing import IDENTITY, Matrix, invert, map_box, multiply
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple
from sheetgen.svg.attribute import read_view
from sheetgen.svg.cascade import FaultError
from sheetgen.svg.context import Context
from sheetgen.svg.paint.form import limit, make_mask, share_form
from sheetgen.svg.paint.gradient import TAGS, Paintwork, inherit, paint_gradient
from sheetgen.svg.problem import BAD_VALUE, MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Paint, Style
from sheetgen.svg.read.transform import measure_scale, parse_transform, read_length, viewbox_matrix
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment, Stream


def has_server(paint: Paint, context: Context) -> bool:
    """Whether a paint names a gradient or pattern; without one, its plain colour is used.

    If it is missing and a colour is named to be used instead, that is not a fault.
    """
    if not paint.reference:
        return False
    element = context.definitions.get(paint.reference)
    if element is not None and element.tag in (*TAGS, "pattern"):
        return True
    if paint.rgb is None:
        if element is None:
            message = f"there is no gradient #{paint.reference} in this drawing"
            context.report(MISSING_REFERENCE, message)
        else:
            message = f"<{element.tag}> as a fill is not drawn"
            context.report(UNSUPPORTED_PROPERTY, message, "use a plain colour or a gradient")
    elif context.strict:
        raise FaultError  # it may be defined elsewhere in the drawing
    return False


def _paint(paint: Paint, box: Box, region: Box, style: Style, context: Context) -> Paintwork | None:
    element = context.definitions[paint.reference]
    if element.tag == "pattern":
        return paint_pattern(element, box, region, style, context)
    return paint_gradient(element, box, region, style, context)


def fill_with(
    paint: Paint, path: str, even_odd: bool, box: Box, style: Style, context: Context
) -> Paintwork | None:
    """A path filled with a paint server; None if that leaves nothing."""
    work = _paint(paint, box, box, style, context)
    if work is None:
        return None
    clip = "W* n" if even_odd else "W n"
    return Paintwork(f"q {path} {clip} {work.operators} Q", work.resources, work.alpha)


def reach_around(box: Box, style: Style) -> Box:
    """The area that the stroke of a path with this box may cover."""
    reach = style.stroke_width * max(1.0, style.stroke_miterlimit / 2)
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def see_through(
    paint: Paint, shape: Fragment, box: Box, region: Box, style: Style, context: Context
) -> Paintwork | None:
    """A paint server seen through a shape that is drawn in white inside a region."""
    work = _paint(paint, box, region, style, context)
    if work is None:
        return None
    mask, named = make_mask(shape, region)
    operators, used = work.operators, work.resources
    if " gs" in operators:  # a mask of its own would take the place of this one
        group = share_form(Fragment(operators, resources=used), region, group=True)
        operators, used = group.operators, group.resources
    return Paintwork(f"q {mask} {limit(region)} {operators} Q", (*named, *used), work.alpha)


# <pattern>, a form drawn again and again (SVG 1.1 §13.3, SVG 2 §14.3). PDF has patterns too, but
# their places would depend on every group around them (see gradient.py).


_BOX, _USER = "objectBoundingBox", "userSpaceOnUse"
_MOST_TILES = 20_000


class _Tile(NamedTuple):
    """A tile: its box, the way from it to user space, and the way from its contents to it."""

    x: float
    y: float
    width: float
    height: float
    matrix: Matrix
    inner: Matrix
    viewport: tuple[float, float]


def paint_pattern(
    element: Element, box: Box, region: Box, style: Style, context: Context
) -> Paintwork | None:
    """Return the paint of a pattern over a region, for a shape with this box; None for none."""
    name = f"<pattern> {element.attributes.get('id', '')}"
    if name in context.uses:
        message = f"the pattern #{element.attributes.get('id', '')} uses itself"
        context.refuse(BAD_VALUE, message)
        return None
    outer, context.current = context.current, element
    try:
        attributes, holder = inherit(element, ("pattern",), (), context)
        tile = _place(attributes, box, style)
    except ValueError as error:
        context.report(BAD_VALUE, f"pattern #{element.attributes.get('id', '')}: {error}")
        return None
    finally:
        context.current = outer
    back = invert(tile.matrix) if tile else None
    if tile is None or back is None:
        return None
    with context.use(name, context.current):
        form = _draw_tile(tile, holder, attributes, style, context)
    if not form.operators:
        return None
    x0, y0, x1, y1 = map_box(back, region)
    columns = range(math.floor((x0 - tile.x) / tile.width), math.ceil((x1 - tile.x) / tile.width))
    rows = range(math.floor((y0 - tile.y) / tile.height), math.ceil((y1 - tile.y) / tile.height))
    if len(columns) * len(rows) > _MOST_TILES or form.weight * len(columns) * len(rows) > 50_000:
        message = f"a pattern is not repeated more than {_MOST_TILES:,} times"
        context.refuse(UNSUPPORTED_PROPERTY, message, "make its tile larger")
        return None
    across = Stream()
    for column in columns:
        across.save((1.0, 0.0, 0.0, 1.0, tile.x + column * tile.width, 0.0))
        across.add(form)
        across.restore()
    row_form = share_form(across.fragment())
    whole = Stream()
    whole.save(tile.matrix)
    for row in rows:
        whole.save((1.0, 0.0, 0.0, 1.0, 0.0, tile.y + row * tile.height))
        whole.add(row_form)
        whole.restore()
    whole.restore()
    group = share_form(whole.fragment(), group=True)
    return Paintwork(group.operators, group.resources, 1.0)


def _place(attributes: dict[str, str], box: Box, style: Style) -> _Tile | None:
    """The tile in its place; None for one without a size. Raises ValueError."""
    units = attributes.get("patternUnits", _BOX)
    content = attributes.get("patternContentUnits", _USER)
    matrix = parse_transform(attributes.get("patternTransform", ""))
    bx, by, bw, bh = box[0], box[1], box[2] - box[0], box[3] - box[1]
    whole = style.viewport if units == _USER else (1.0, 1.0)
    sizes = [
        read_length(attributes.get(name, "0"), size, style.font_size)
        for name, size in zip(("x", "y", "width", "height"), whole * 2, strict=True)
    ]
    x, y, width, height = sizes
    if units != _USER:
        x, y, width, height = bx + x * bw, by + y * bh, width * bw, height * bh
    if width <= 0 or height <= 0:
        return None
    view = read_view(Element("pattern", attributes))
    inner = IDENTITY  # contents begin at the tile's own corner
    viewport = style.viewport
    if view:
        inner = viewbox_matrix(view, width, height, attributes.get("preserveAspectRatio", ""))
        viewport = view[2:]
    elif content == _BOX:
        inner = (bw, 0.0, 0.0, bh, 0.0, 0.0)
    return _Tile(x, y, width, height, matrix, inner, viewport)


def _draw_tile(
    tile: _Tile, holder: Element, attributes: dict[str, str], style: Style, context: Context
) -> Fragment:
    """Return the form of a tile's content, with its upper left corner at 0, 0."""
    inner, own = context.resolve_style(context.find_outer(holder), holder)
    scale = measure_scale(multiply(tile.inner, tile.matrix))
    inner = context.place_style(inner, style.unit / inner.unit * scale, tile.viewport)
    stream = Stream()
    stream.save(tile.inner)
    with context.draw_for_others():
        for child in holder.elements:
            context.draw(child, inner, context, stream)
    stream.restore()
    if attributes.get("overflow", own.overflow) in ("visible", "auto"):
        message = "what lies outside the tile of a pattern is not drawn"
        context.refuse(UNSUPPORTED_PROPERTY, message, 'remove overflow="visible"')
    return share_form(stream.fragment(), (0.0, 0.0, tile.width, tile.height))
