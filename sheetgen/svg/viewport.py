"""Viewports: nested <svg> elements, and the view of a symbol or nested drawing.

SVG 1.1 §7.2, §7.7 and §7.9; SVG 2 §5.6.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.ground.geometry import Box
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM
from sheetgen.svg.attribute import read_size, read_view
from sheetgen.svg.context import Context
from sheetgen.svg.paint.outline import rect_operators
from sheetgen.svg.problem import BAD_VALUE, OVERFLOW, Problem
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import measure_scale, read_length, viewbox_matrix
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Stream, map_extents


class ViewBox(NamedTuple):
    """A width and height, the matrix from inside to the upper left corner, and the size inside."""

    width: float
    height: float
    matrix: Matrix
    viewport: tuple[float, float]


def fit_view(
    element: Element, style: Style, context: Context, size: tuple[str, str] = ("", "")
) -> ViewBox | None:
    """The view of an element that may have a viewBox; None if it shows nothing.

    `size` is the width and height that a <use> asks for, empty for the element's own. A missing
    width or height is 100%.
    """
    attributes = element.attributes
    try:
        lengths = []
        for given, name, whole in zip(size, ("width", "height"), style.viewport, strict=True):
            text = given or attributes.get(name, "auto")
            text = "100%" if text == "auto" else text
            lengths.append(read_length(text, whole, style.font_size))
        width, height = lengths
        if width < 0 or height < 0:
            raise ValueError("width and height must be 0 or more")
        if not (width and height):
            return None
        box = read_view(element)
        if box is None:
            return ViewBox(width, height, IDENTITY, (width, height))
        preserve = attributes.get("preserveAspectRatio", "")
        matrix = viewbox_matrix(box, width, height, preserve)
    except ValueError as error:
        context.report(BAD_VALUE, str(error), element=element)
        return None
    return ViewBox(width, height, matrix, box[2:])


def draw_viewport(
    element: Element, style: Style, own: Own, context: Context, stream: Stream
) -> None:
    """A nested <svg>: its own coordinates, clipped to its size."""
    x, y = (read_size(element, name, style, context) for name in ("x", "y"))
    view = fit_view(element, style, context)
    if view is None or x is None or y is None:
        return
    inner = context.place_style(style, measure_scale(view.matrix), view.viewport)
    whole = Stream(base=stream.whole_way)
    whole.save(multiply(view.matrix, (1.0, 0.0, 0.0, 1.0, x, y)))
    for child in element.elements:
        context.draw(child, inner, context, whole)
    whole.restore()
    fragment = whole.fragment()
    if own.overflow in ("visible", "auto"):
        stream.add(fragment)
        return
    room = (x, y, x + view.width, y + view.height)
    check_reach(map_extents(fragment.extents), room, style.unit, element, context)
    stream.save(clip=f"{rect_operators(x, y, view.width, view.height)} W n")
    stream.add(fragment)
    stream.restore()


def check_reach(
    texts: Iterable[Box], room: Box, unit: float, element: Element, context: Context
) -> None:
    """Reports the first text that would be cut off at an edge; `unit` is in points."""
    for box in texts:
        beyond = max(room[0] - box[0], room[1] - box[1], box[2] - room[2], box[3] - room[3])
        if beyond * unit > EDGE_TOLERANCE:
            text = " ".join(element.text.split())
            shown = f"'{text[:59]}'" if text else f"<{element.tag}>"
            message = f"{shown} reaches {beyond * unit / MM:.1f} mm over the edge of the drawing"
            hint = "give it a data-width, or move it"
            if context.lenient:  # it is cut off, as in a browser
                at = element.place
                context.note(Problem(OVERFLOW, message, hint, *at, words=text, severity="warning"))
            else:
                context.report(OVERFLOW, message, hint, element, words=text)
            return


EDGE_TOLERANCE = 0.3
"""Points by which a text may reach over an edge: its box leaves some space around the letters."""
