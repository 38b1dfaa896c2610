"""Paint servers: gradients and patterns on fills, strokes and texts.

SVG 2 §14.1. What is filled with one is clipped to its outline; a stroke or a text becomes a soft
mask, as PDF can't clip to the former and clips to the latter without smooth edges.
"""

from __future__ import annotations

from sheetgen.drawing.drawing import Resources
from sheetgen.ground.geometry import Box
from sheetgen.ground.row import NamedTuple
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import Fragment
from sheetgen.svg.paint.form import share_form
from sheetgen.svg.paint.gradient import TAGS, Paintwork, paint_gradient
from sheetgen.svg.paint.softmask import limit, make_mask
from sheetgen.svg.problem import MISSING_REFERENCE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.property import Paint
from sheetgen.svg.read.style import Style
from sheetgen.svg.stream import Stream


class Coat(NamedTuple):
    """Operators that paint something with a paint server, what they name, and how opaque."""

    operators: str
    resources: tuple[Resources, ...]
    alpha: float


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
    return False


def _paint(paint: Paint, box: Box, region: Box, style: Style, context: Context) -> Paintwork | None:
    element = context.definitions[paint.reference]
    if element.tag == "pattern":
        from sheetgen.svg.paint.pattern import paint_pattern

        return paint_pattern(element, box, region, style, context)
    return paint_gradient(element, box, region, style, context)


def fill_with(
    paint: Paint, path: str, even_odd: bool, box: Box, style: Style, context: Context
) -> Coat | None:
    """A path filled with a paint server; None if that leaves nothing."""
    work = _paint(paint, box, box, style, context)
    if work is None:
        return None
    clip = "W* n" if even_odd else "W n"
    return Coat(f"q {path} {clip} {work.operators} Q", work.resources, work.alpha)


def reach_around(box: Box, style: Style) -> Box:
    """The area that the stroke of a path with this box may cover."""
    reach = style.stroke_width * max(1.0, style.stroke_miterlimit / 2)
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def see_through(
    paint: Paint, shape: Fragment, box: Box, region: Box, style: Style, context: Context
) -> Coat | None:
    """A paint server seen through a shape that is drawn in white inside a region."""
    work = _paint(paint, box, region, style, context)
    if work is None:
        return None
    mask, named = make_mask(shape, region)
    operators, used = work.operators, work.resources
    if " gs" in operators:  # a mask of its own would take the place of this one
        stream = Stream()
        stream.add(Fragment(operators, resources=used))
        group = share_form(stream, region, group=True)
        operators, used = group.operators, group.resources
    return Coat(f"q {mask} {limit(region)} {operators} Q", (*named, *used), work.alpha)
