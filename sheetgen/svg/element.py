"""Draws one element and those inside it: the whole supported subset in one short match."""

from __future__ import annotations

from sheetgen.drawing.drawing import IDENTITY, Matrix, multiply
from sheetgen.drawing.outline import has_area, measure_length
from sheetgen.drawing.tag import CELLS, END_MARK, begin_cell
from sheetgen.ground.assets import name_page
from sheetgen.ground.number import read_number, shorten
from sheetgen.ground.record import replace
from sheetgen.svg.attribute import check_names, read_size, read_transform
from sheetgen.svg.cascade import UndrawnError
from sheetgen.svg.context import Clip, Context
from sheetgen.svg.paint.clip import clip_element
from sheetgen.svg.paint.form import fade_group
from sheetgen.svg.paint.outline import has_markers, trace_shape
from sheetgen.svg.paint.paint import paint_outline, read_field
from sheetgen.svg.paint.picture import draw_picture
from sheetgen.svg.problem import BAD_VALUE, OVERFLOW, UNSUPPORTED_ELEMENT, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import NOTHING, Own, Style
from sheetgen.svg.read.transform import is_flat, measure_scale
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, SHAPES, suggest
from sheetgen.svg.stream import EMPTY, MOST_WEIGHT, OUTLINE_WEIGHT, TEXT_WEIGHT, Fragment, Stream
from sheetgen.svg.text.text import draw_text
from sheetgen.svg.use import choose_child, draw_use, is_for_readers
from sheetgen.svg.viewport import check_reach, draw_viewport

GROUPS = ("g", "a")
"""Elements that only contain others; a link is drawn, but leads nowhere on paper."""
DRAWN = (*SHAPES, *GROUPS, "svg", "use", "image", "text", "switch")
_LINEAR = ("polyline", "polygon", "path")
"""Shapes that may be nothing but lines."""
_HINTS = {
    "tspan": "put it into a <text>",
    "textPath": "convert the text to paths",
    "foreignObject": "write a <text> with inline-size",
    "flowRoot": "convert the text to a plain <text>",
    "script": "drawings are printed without running scripts",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "remove it"),
}


def draw_element(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    """Draws an element whose parent has the style `parent`."""
    if ":" in element.tag or (element.tag in NEVER_SHOWN and element not in context.shown):
        return  # elements of other namespaces are not drawn
    if context.lenient and not (context.nested or context.uses):
        _draw_somehow(element, parent, context, stream)
        return
    depth = stream.depth
    with context.enter(element):
        try:
            _draw_checked(element, parent, context, stream)
        except (ValueError, OverflowError) as error:
            # Each number was within bounds when it was read, but their products are not.
            while stream.depth > depth:
                stream.restore()
            context.report(BAD_VALUE, str(error))


def _draw_somehow(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    """Draws an element of a drawing from elsewhere: as vectors, or else as a picture of it."""
    mark, depth = stream.mark(), context.depth
    with context.enter(element):
        try:
            _draw_checked(element, parent, context, stream)
        except UndrawnError as error:
            if error.whole or context.draw_part is None:
                raise
            stream.take_back(mark)
            context.depth = depth
            context.current = element
            stream.add(context.draw_part(error.problem, parent, context, stream))
        except (ValueError, OverflowError) as error:
            stream.take_back(mark)
            context.report(BAD_VALUE, str(error))


def _draw_checked(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    tag = element.tag
    if tag not in DRAWN and element not in context.shown:
        if context.has_told_enough:
            return
        known = (*DRAWN, *NEVER_SHOWN)
        hint = _HINTS.get(tag) or suggest(tag, known, f"see {name_page('svg.md')}", "<{}>")
        context.report(UNSUPPORTED_ELEMENT, f"<{tag}> is not drawn", hint)
        return
    check_names(element, context)
    style, own = context.resolve_style(parent, element)
    if own.display == "none" or not is_for_readers(element.attributes):
        return
    before, told = stream.texts, len(context.problems)
    cell = element.attributes.get("data-cell")
    if cell is not None and cell not in CELLS:
        message = f"data-cell: '{shorten(cell)}' is none of {', '.join(CELLS)}"
        context.report(BAD_VALUE, message)
    if cell is not None:
        stream.add(Fragment(begin_cell(cell), weight=0))
    draw_styled(element, style, own, context, stream)
    if cell is not None:
        stream.add(Fragment(END_MARK, weight=0))
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
    clipped = own.clip_path or own.mask
    if clipped and context.lenient and _has_view(element):
        message = "clip paths and masks on what has a view of its own are not drawn"
        context.refuse(UNSUPPORTED_PROPERTY, message)
    if clipped and element.tag == "use":  # what clips it is moved as it is itself
        element, matrix = _take_place(element, matrix, style, context)
    style = context.place_style(style, measure_scale(matrix))
    clip = Clip()
    if clipped:
        clips = _list_clips(element, style, own, context)
        if any(each.resources for each in clips):
            stream.save(matrix)
            _draw_masked(element, style, own, clips, context, stream)
            stream.restore()
            return
        clip = clips[0] if clips else clip
    if own.opacity < 1 and element.tag in SHAPES and not has_markers(element, style):
        style, own = _fold_opacity(style, own)
    grouped = matrix != IDENTITY or clip.operators
    if grouped:
        stream.save(matrix, clip.operators)
    if own.opacity == 1:
        _draw_kind(element, style, own, context, stream)
    else:
        inner = Stream(base=stream.whole_way)
        _draw_kind(element, style, own, context, inner)
        stream.add(fade_group(inner.fragment(), own.opacity))
    if grouped:
        stream.restore()


def _has_view(element: Element) -> bool:
    """Whether a nested <svg> or a symbol has coordinates of its own."""
    names = ("x", "y", "viewBox")
    return element.tag in ("svg", "symbol") and any(n in element.attributes for n in names)


def _take_place(
    element: Element, matrix: Matrix, style: Style, context: Context
) -> tuple[Element, Matrix]:
    """A <use> without its x and y, and its matrix with them."""
    x, y = (read_size(element, name, style, context) or 0.0 for name in ("x", "y"))
    rest = {name: v for name, v in element.attributes.items() if name not in ("x", "y")}
    moved = Element(element.tag, rest, element.place)
    return moved, multiply((1.0, 0.0, 0.0, 1.0, x, y), matrix)


def _list_clips(element: Element, style: Style, own: Own, context: Context) -> list[Clip]:
    """The clip path and the mask of an element."""
    clips = []
    if own.clip_path:
        clips.append(clip_element(own.clip_path, element, style, context))
    if own.mask:
        from sheetgen.svg.paint.mask import mask_element

        clips.append(mask_element(own.mask, element, style, context))
    return clips


def _draw_masked(
    element: Element, style: Style, own: Own, clips: list[Clip], context: Context, stream: Stream
) -> None:
    """Draws an element seen through its clip path and mask, with its opacity."""
    from sheetgen.svg.paint.mask import wrap

    inner = Stream(base=stream.whole_way)
    _draw_kind(element, style, own, context, inner)
    masked = wrap(inner.fragment(), clips)
    stream.add(fade_group(masked, own.opacity) if own.opacity < 1 else masked)


def _fold_opacity(style: Style, own: Own) -> tuple[Style, Own]:
    """For a shape that is only filled or only stroked, makes the opacity that of the paint."""
    if style.fill != NOTHING and style.stroke != NOTHING:
        return style, own
    fill, stroke = style.fill_opacity * own.opacity, style.stroke_opacity * own.opacity
    return replace(style, fill_opacity=fill, stroke_opacity=stroke), replace(own, opacity=1.0)


def _draw_kind(element: Element, style: Style, own: Own, context: Context, stream: Stream) -> None:
    match element.tag:
        case "g" | "a" | "switch":
            for child in element.elements if element.tag != "switch" else choose_child(element):
                draw_element(child, style, context, stream)
        case "text":
            for fragment in draw_text(element, style, own, context):
                stream.add(replace(fragment, weight=TEXT_WEIGHT))
        case "use":
            draw_use(element, style, context, stream)
        case "image":
            draw_picture(element, style, context, stream)
        case "svg" | "symbol":
            draw_viewport(element, style, own, context, stream)
        case _:
            stream.add(_draw_shape(element, style, context))
            if has_markers(element, style):
                from sheetgen.svg.use import draw_markers

                draw_markers(element, style, context, stream)


def _draw_shape(element: Element, style: Style, context: Context) -> Fragment:
    attributes = element.attributes
    outline = trace_shape(element, style, context)
    if not outline:
        return EMPTY
    if "pathLength" in attributes and style.stroke_dasharray:
        style = _scale_dashes(style, attributes["pathLength"], outline, context)
    weight = 1 + len(outline) // OUTLINE_WEIGHT
    fields = read_field(attributes, outline, context) if "data-field" in attributes else ()
    if style.visibility != "visible":
        return replace(EMPTY, fields=fields, weight=weight)
    if style.fill != NOTHING and _is_line(element, outline, context):
        style = replace(style, fill=NOTHING)  # PDF would draw a hairline there
    shape = paint_outline(outline, style, context, style.fill_rule == "evenodd")
    return replace(shape, fields=fields, weight=weight) if fields or weight > 1 else shape


def _is_line(element: Element, outline: str, context: Context) -> bool:
    """Whether there is nothing inside a shape; whoever writes a template says so by its fill."""
    if element.tag == "line":
        return True
    return context.lenient and element.tag in _LINEAR and not has_area(outline)


def _scale_dashes(style: Style, text: str, outline: str, context: Context) -> Style:
    """A style whose dashes were measured on an outline that is as long as `text` says."""
    try:
        length = read_number(text)
    except ValueError as error:
        context.report(BAD_VALUE, f"pathLength: {error}")
        return style
    if length < 0:
        context.report(BAD_VALUE, f"pathLength: '{text}' must be 0 or more")
        return style
    if not length:
        return replace(style, stroke_dasharray=())
    factor = measure_length(outline) / length
    dashes = tuple(factor * dash for dash in style.stroke_dasharray)
    return replace(
        style, stroke_dasharray=dashes, stroke_dashoffset=factor * style.stroke_dashoffset
    )
