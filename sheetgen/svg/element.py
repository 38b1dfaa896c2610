"""Draws one element and those inside it: the whole supported subset in one short match."""

from __future__ import annotations

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.ground.assets import name_page
from sheetgen.ground.record import replace
from sheetgen.svg.attribute import check_names, read_transform
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import EMPTY, MOST_WEIGHT, OUTLINE_WEIGHT, TEXT_WEIGHT, Fragment
from sheetgen.svg.paint.clip import clip_operators
from sheetgen.svg.paint.field import read_field
from sheetgen.svg.paint.form import fade_group
from sheetgen.svg.paint.outline import trace_shape
from sheetgen.svg.paint.paint import paint_outline
from sheetgen.svg.paint.picture import draw_picture
from sheetgen.svg.problem import BAD_VALUE, OVERFLOW, UNSUPPORTED_ELEMENT, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.property import NOTHING
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.transform import is_flat, measure_scale
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, SHAPES, suggest
from sheetgen.svg.stream import Stream
from sheetgen.svg.text.text import draw_text
from sheetgen.svg.use import draw_use
from sheetgen.svg.viewport import check_reach, draw_viewport

GROUPS = ("g", "a")
"""Elements that only contain others; a link is drawn, but leads nowhere on paper."""
DRAWN = (*SHAPES, *GROUPS, "svg", "use", "image", "text")
_HINTS = {
    "tspan": "put it into a <text>",
    "textPath": "convert the text to paths",
    "foreignObject": "write a <text> with inline-size",
    "flowRoot": "convert the text to a plain <text>",
    "switch": "keep one of its children",
    "script": "drawings are printed without running scripts",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "remove it"),
}


def draw_element(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    """Draws an element whose parent has the style `parent`."""
    if element.tag in NEVER_SHOWN or ":" in element.tag:
        return  # elements of other namespaces are not drawn
    depth = stream.depth
    with context.enter(element):
        try:
            _draw_checked(element, parent, context, stream)
        except (ValueError, OverflowError) as error:
            # Each number was within bounds when it was read, but their products are not.
            while stream.depth > depth:
                stream.restore()
            context.report(BAD_VALUE, str(error))


def _draw_checked(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    tag = element.tag
    if tag not in DRAWN:
        known = (*DRAWN, *NEVER_SHOWN)
        hint = _HINTS.get(tag) or suggest(tag, known, f"see {name_page('svg.md')}", "<{}>")
        context.report(UNSUPPORTED_ELEMENT, f"<{tag}> is not drawn", hint)
        return
    check_names(element, context)
    style, own = context.resolve_style(parent, element)
    if own.display == "none":
        return
    before, told = stream.texts, len(context.problems)
    draw_styled(element, style, own, context, stream)
    is_told = any(problem.rule is OVERFLOW for problem in context.problems[told:])
    if stream is context.top and not (tag in GROUPS and own.opacity == 1) and not is_told:
        check_reach(stream.map_extents(before), context.edge, 1.0, element, context)
    if stream.weight > MOST_WEIGHT:
        context.give_up()


def draw_styled(element: Element, style: Style, own: Own, context: Context, stream: Stream) -> None:
    """Draws an element of this style inside its transform, clip and opacity."""
    matrix = read_transform(element, context)
    if own.opacity == 0 or is_flat(matrix):
        return
    clipped = own.clip_path not in ("", "none")
    style = context.place_style(style, measure_scale(matrix))
    clip = clip_operators(own.clip_path, style, context) if clipped else ""
    if own.opacity < 1 and element.tag in SHAPES:
        style, own = _fold_opacity(style, own)
    grouped = matrix != IDENTITY or clip
    if grouped:
        stream.save(matrix, clip)
    if own.opacity == 1:
        _draw_kind(element, style, own, context, stream)
    else:
        inner = Stream()
        _draw_kind(element, style, own, context, inner)
        stream.add(fade_group(inner, own.opacity))
    if grouped:
        stream.restore()


def _fold_opacity(style: Style, own: Own) -> tuple[Style, Own]:
    """For a shape that is only filled or only stroked, makes the opacity that of the paint."""
    if style.fill != NOTHING and style.stroke != NOTHING:
        return style, own
    fill, stroke = style.fill_opacity * own.opacity, style.stroke_opacity * own.opacity
    return replace(style, fill_opacity=fill, stroke_opacity=stroke), replace(own, opacity=1.0)


def _draw_kind(element: Element, style: Style, own: Own, context: Context, stream: Stream) -> None:
    match element.tag:
        case "g" | "a":
            for child in element.elements:
                draw_element(child, style, context, stream)
        case "text":
            for fragment in draw_text(element, style, own, context):
                stream.add(fragment._replace(weight=TEXT_WEIGHT))
        case "use":
            draw_use(element, style, context, stream, draw_element)
        case "image":
            draw_picture(element, style, context, stream)
        case "svg":
            draw_viewport(element, style, own, context, stream, draw_element)
        case _:
            stream.add(_draw_shape(element, style, context))


def _draw_shape(element: Element, style: Style, context: Context) -> Fragment:
    attributes = element.attributes
    if "pathLength" in attributes and style.stroke_dasharray:
        message = "pathLength with dashes is not drawn"
        context.report(UNSUPPORTED_PROPERTY, message, "give the dashes their real lengths")
    outline = trace_shape(element, style, context)
    if not outline:
        return EMPTY
    weight = 1 + len(outline) // OUTLINE_WEIGHT
    fields = read_field(attributes, outline, context) if "data-field" in attributes else ()
    if style.visibility != "visible":
        return EMPTY._replace(fields=fields, weight=weight)
    if element.tag == "line" and style.fill != NOTHING:
        style = replace(style, fill=NOTHING)  # a line has nothing inside
    shape = paint_outline(outline, style, context, style.fill_rule == "evenodd")
    return shape._replace(fields=fields, weight=weight) if fields or weight > 1 else shape
