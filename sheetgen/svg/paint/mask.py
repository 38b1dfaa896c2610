"""<mask>: an element is seen as far as other elements are bright.

SVG 1.1 §14.4; SVG 2 and CSS Masking 1 §8.
"""

from __future__ import annotations

from sheetgen.drawing.drawing import Matrix
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import replace
from sheetgen.svg.attribute import check_names
from sheetgen.svg.context import Clip, Context
from sheetgen.svg.paint.clip import NOTHING_SHOWN, find_target
from sheetgen.svg.paint.form import limit, make_mask, share_form
from sheetgen.svg.paint.outline import find_box
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import measure_scale, read_length
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Fragment, Stream

_BOX, _USER = "objectBoundingBox", "userSpaceOnUse"
_PLACE = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}


def mask_element(value: str, element: Element, style: Style, context: Context) -> Clip:
    """Return the clip of an element's `mask`; one that hides nothing if there is none."""
    target = find_target(value, "mask", context)
    if target is None:
        return Clip()
    name = f"<mask> {target.attributes.get('id', '')}"
    if name in context.uses:
        context.refuse(BAD_VALUE, "a mask uses itself")
        return Clip()
    with context.use(name, target):
        try:
            return _draw_mask(target, element, style, context)
        except ValueError as error:
            context.report(BAD_VALUE, f"mask: {error}")
            return Clip()


def _draw_mask(target: Element, element: Element, style: Style, context: Context) -> Clip:
    check_names(target, context)
    attributes = target.attributes
    units = attributes.get("maskUnits", _BOX)
    content = attributes.get("maskContentUnits", _USER)
    inner, own = context.resolve_style(context.find_outer(target), target)
    by_alpha = own.mask_type == "alpha"
    if attributes.get("color-interpolation") == "linearRGB" and not by_alpha:
        context.refuse(UNSUPPORTED_PROPERTY, "a mask in linearRGB is not drawn")
    box = find_box(element, style, context) if units != _USER or content == _BOX else None
    if box is None and (units != _USER or content == _BOX):
        return NOTHING_SHOWN
    region = _find_region(attributes, units, box, style)
    if region[0] >= region[2] or region[1] >= region[3]:
        return NOTHING_SHOWN
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    if content == _BOX and box:
        matrix = (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])
    viewport = (1.0, 1.0) if content == _BOX else style.viewport
    inner = context.place_style(inner, style.unit / inner.unit * measure_scale(matrix), viewport)
    with context.draw_greys(white=by_alpha):
        fragment = _draw_content(target, inner, own, matrix, element, style, context)
    operators = f"q {limit(region)} {fragment.operators} Q"
    mask, resources = make_mask(replace(fragment, operators=operators), region)
    return Clip(mask, resources)


def _draw_content(
    target: Element,
    inner: Style,
    own: Own,
    matrix: Matrix,
    element: Element,
    style: Style,
    context: Context,
) -> Fragment:
    """Return the content of a mask, seen through the mask's own mask."""
    clips = []  # a clip path on a mask means nothing
    if own.mask:
        clips.append(mask_element(own.mask, element, style, context))
    stream = Stream()
    stream.save(matrix)
    for child in target.elements:
        context.draw(child, inner, context, stream)
    stream.restore()
    return wrap(stream.fragment(), clips)


def wrap(fragment: Fragment, clips: list[Clip]) -> Fragment:
    """Return a fragment seen through clips and masks one after the other."""
    for clip in clips:
        if not clip.operators:
            continue
        if clip.resources:
            fragment = share_form(fragment, group=True)
        if fragment.operators:
            fragment = replace(
                fragment,
                operators=f"q {clip.operators} {fragment.operators} Q",
                resources=(*clip.resources, *fragment.resources),
            )
    return fragment


def _find_region(attributes: dict[str, str], units: str, box: Box | None, style: Style) -> Box:
    """The area outside which nothing is seen. Raises ValueError."""
    whole = style.viewport if units == _USER else (1.0, 1.0)
    values = [
        read_length(attributes.get(name, default), size, style.font_size)
        for (name, default), size in zip(_PLACE.items(), whole * 2, strict=True)
    ]
    x, y, width, height = values
    if units != _USER and box:
        across, down = box[2] - box[0], box[3] - box[1]
        x, y, width, height = box[0] + x * across, box[1] + y * down, width * across, height * down
    return x, y, x + width, y + height
