"""Draws one element and what is below it: the whole supported subset, one function a kind."""

from __future__ import annotations

from difflib import get_close_matches
from hashlib import blake2b

from sheetgen.drawing import IDENTITY, Field, Form, Matrix, Resources, multiply
from sheetgen.svg import image, path
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import Box, Fragment, Stream
from sheetgen.svg.gradient import paint_gradient
from sheetgen.svg.number import fmt, numbers
from sheetgen.svg.paint import alpha_state, fade, fill_operator, has_stroke, stroke_operators
from sheetgen.svg.problem import (
    BAD_IMAGE,
    BAD_VALUE,
    MISSING_REFERENCE,
    OVERFLOW,
    TOO_COMPLEX,
    UNSUPPORTED_ELEMENT,
    UNSUPPORTED_PROPERTY,
)
from sheetgen.svg.style import PROPERTIES, Own, Style, user_length
from sheetgen.svg.text import check_attributes, set_text
from sheetgen.svg.transform import matrix_operator, parse_transform, viewbox_matrix
from sheetgen.svg.tree import Element
from sheetgen.units import MM

SHAPES = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "path": ("d", "pathLength"),
}
_REFERENCE = ("href", "xlink:href")
_ATTRIBUTES = {
    **SHAPES,
    "g": (),
    "svg": ("x", "y", "width", "height", "viewBox", "preserveAspectRatio", "version", "baseProfile"),
    "use": ("x", "y", "width", "height", *_REFERENCE),
    "image": ("x", "y", "width", "height", "preserveAspectRatio", *_REFERENCE),
    "text": ("x", "y", "dx", "dy", "textLength", "lengthAdjust", "rotate"),
    "tspan": ("x", "y", "dx", "dy", "textLength", "rotate"),
    "symbol": ("viewBox", "preserveAspectRatio", "x", "y", "width", "height", "refX", "refY"),
}
_ANYWHERE = {"id", "class", "style", "transform", "lang", "role", "tabindex", "requiredFeatures"}
_UNDRAWN = {
    "defs", "symbol", "clipPath", "linearGradient", "radialGradient", "style", "title", "desc",
    "metadata", "stop",
}  # fmt: skip
_FIELDS = ("checkbox", "text")
_HUGE = 20_000  # half the side of a form's box where nothing clips it
EDGE_TOLERANCE = 0.3
"""Points by which a text may reach over the drawing's edge."""
MOST_WEIGHT = 500_000
_MOST_USES = 24


def draw_children(element: Element, style: Style, context: Context, stream: Stream) -> None:
    """Draws every child element, in order."""
    for child in element.elements:
        draw_element(child, style, context, stream)


def draw_element(element: Element, parent: Style, context: Context, stream: Stream) -> None:
    """Draws an element whose parent has the style `parent`."""
    tag = element.tag
    if tag in _UNDRAWN or ":" in tag:
        return  # another namespace's elements are drawn by nobody
    outer, context.current = context.current, element
    try:
        if tag not in _ATTRIBUTES:
            near = get_close_matches(tag, [*_ATTRIBUTES, *_UNDRAWN], 1)
            hint = f"did you mean <{near[0]}>?" if near else "see docs/svg.md for what is drawn"
            context.report(UNSUPPORTED_ELEMENT, f"<{tag}> is not drawn", hint)
            return
        check_names(element, context)
        style, own = context.resolve_style(parent, element)
        if own.display == "none":
            return
        before = len(stream.extents)
        _draw_own(element, style, own, context, stream)
        if stream is context.top and tag in ("text", "use"):
            _check_edge(element, stream.extents[before:], context)
        if stream.weight > MOST_WEIGHT:
            raise TooComplexError
    finally:
        context.current = outer


def _check_edge(element: Element, extents: list[Box], context: Context) -> None:
    """Reports text that would be cut off at the drawing's edge."""
    width, height = context.edge
    for x0, y0, x1, y1 in extents:
        beyond = max(-x0, -y0, x1 - width, y1 - height)
        if beyond > EDGE_TOLERANCE:
            text = " ".join(element.text.split())[:60] or f"<{element.tag}>"
            message = f"'{text}' reaches {beyond / MM:.1f} mm over the edge of the drawing"
            context.report(OVERFLOW, message, "give it a data-width, or move it")
            return


class TooComplexError(Exception):
    """The drawing has more shapes than anyone can print."""


def _draw_own(element: Element, style: Style, own: Own, context: Context, stream: Stream) -> None:
    """Draws it inside its transform, clip and opacity."""
    matrix = _read_transform(element, context)
    if own.opacity == 0:
        return
    clip = _clip_operators(own.clip_path, context) if own.clip_path not in ("", "none") else ""
    if matrix == IDENTITY and not clip and own.opacity == 1 and element.tag not in ("g", "svg"):
        _draw_kind(element, style, own, context, stream)
        return
    stream.save(matrix, clip)
    if own.opacity == 1:
        _draw_kind(element, style, own, context, stream)
    else:
        inner = Stream()
        _draw_kind(element, style, own, context, inner)
        stream.add(_group(inner, own.opacity))
    stream.restore()


def _draw_kind(
    element: Element, style: Style, own: Own, context: Context, stream: Stream
) -> None:
    tag = element.tag
    if tag == "g":
        draw_children(element, style, context, stream)
    elif tag == "text":
        check_attributes(element, context)
        for fragment in set_text(element, style, own.inline_size, context):
            stream.add(fragment)
    elif tag == "use":
        _draw_use(element, style, context, stream)
    elif tag == "image":
        _draw_image(element, context, stream)
    elif tag == "svg":
        _draw_viewport(element, style, context, stream)
    else:
        stream.add(_draw_shape(element, style, context))


def _draw_shape(element: Element, style: Style, context: Context) -> Fragment:
    outline = shape_path(element, context)
    if not outline:
        return Fragment("", weight=0)
    fields = _read_field(element, outline, context)
    if style.visibility != "visible":
        return Fragment("", fields=fields)
    even_odd = style.fill_rule == "evenodd"
    resources = Resources()
    operators = ""
    if style.fill.reference:
        operators, resources = paint_gradient(outline, even_odd, style.fill.reference, context)
    if style.stroke.reference:
        context.report(UNSUPPORTED_PROPERTY, "a gradient stroke is not drawn", "use a plain colour")
    filled = style.fill.rgb is not None and element.tag != "line"
    stroked = has_stroke(style)
    if filled or stroked:
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[filled, stroked]
        paint += "*" if even_odd and filled else ""
        operators = f"{operators} {outline} {paint}".lstrip()
    if not operators:
        return Fragment("", fields=fields)
    alphas = style.fill_opacity * style.fill.alpha, style.stroke_opacity * style.stroke.alpha
    operators, faded = fade(operators, *alphas)
    if faded:
        resources.add(faded)
    used = resources if faded or resources.shadings else None
    return Fragment(
        operators,
        fill=fill_operator(style.fill.rgb, context) if filled and style.fill.rgb else "",
        stroke=stroke_operators(style, context) if stroked else "",
        resources=used,
        fields=fields,
    )


def shape_path(element: Element, context: Context) -> str:
    """The PDF path of a shape element; empty when it draws nothing or can't be read."""
    a = element.attributes
    try:
        if element.tag == "path":
            return path.path_operators(a.get("d", ""))
        if element.tag in ("polyline", "polygon"):
            return path.poly_operators(a.get("points", ""), element.tag == "polygon")
        names = SHAPES[element.tag]
        size = context.viewport
        lengths = {n: _length(a[n], n, size) for n in names if a.get(n, "auto") != "auto"}

        def at(name: str) -> float:
            return lengths.get(name, 0.0)

        if element.tag == "rect":
            if at("width") <= 0 or at("height") <= 0:
                return ""
            rx = lengths.get("rx", at("ry"))
            ry = lengths.get("ry", at("rx"))
            return path.rect_operators(at("x"), at("y"), at("width"), at("height"), rx, ry)
        if element.tag == "circle":
            return path.circle_operators(at("cx"), at("cy"), at("r")) if at("r") > 0 else ""
        if element.tag == "ellipse":
            rx, ry = lengths.get("rx", at("ry")), lengths.get("ry", at("rx"))
            return path.ellipse_operators(at("cx"), at("cy"), rx, ry) if rx > 0 and ry > 0 else ""
        return path.line_operators(at("x1"), at("y1"), at("x2"), at("y2"))
    except (ValueError, OverflowError) as error:
        context.report(BAD_VALUE, str(error))
        return ""


def _length(text: str, name: str, viewport: tuple[float, float]) -> float:
    try:
        if text.endswith("%"):
            width, height = viewport
            whole = height if name in ("y", "height", "cy", "ry", "y1", "y2") else width
            return whole * float(text[:-1]) / 100
        return user_length(text)
    except ValueError:
        raise ValueError(f"{name}: '{text}' is no length") from None


def _read_transform(element: Element, context: Context) -> Matrix:
    text = element.attributes.get("transform")
    if not text:
        return IDENTITY
    try:
        return parse_transform(text)
    except (ValueError, OverflowError) as error:
        context.report(BAD_VALUE, f"transform: {error}")
        return IDENTITY


def _read_field(element: Element, outline: str, context: Context) -> tuple[Field, ...]:
    kind = element.attributes.get("data-field")
    if not kind:
        return ()
    if kind not in _FIELDS:
        message = f"data-field: '{kind}' is none of {', '.join(_FIELDS)}"
        context.report(BAD_VALUE, message)
        return ()
    box = path.operators_box(outline)
    name = element.attributes.get("data-name", kind)
    value = element.attributes.get("data-value", "")
    tip = element.attributes.get("data-tip", "")
    return (Field(kind, name, box, 0.0, value, tip),) if box else ()


def _clip_operators(text: str, context: Context) -> str:
    name = text[4:].strip(" )'\"").lstrip("#") if text.startswith("url(") else text
    target = context.definitions.get(name)
    if target is None or target.tag != "clipPath":
        context.report(MISSING_REFERENCE, f"there is no clipPath #{name} in this drawing")
        return ""
    if target.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        context.report(UNSUPPORTED_PROPERTY, "clipPathUnits objectBoundingBox is not drawn")
    outer = _read_transform(target, context)
    paths, even_odd = [], False
    for child in target.elements:
        if child.tag in ("title", "desc"):
            continue
        if child.tag not in SHAPES:
            message = f"<{child.tag}> in a clipPath is not drawn"
            context.report(UNSUPPORTED_ELEMENT, message, "use a shape", child)
            continue
        style, _ = context.resolve_style(_CLIP_STYLE, child)
        even_odd = even_odd or style.clip_rule == "evenodd"
        matrix = multiply(_read_transform(child, context), outer)
        paths.append(path.transform_operators(shape_path(child, context), matrix))
    # An empty clip path hides everything (SVG 2, 14.3.5): a rectangle without an area does.
    outline = " ".join(p for p in paths if p) or "0 0 0 0 re"
    return f"{outline} {'W*' if even_odd else 'W'} n"


_CLIP_STYLE = Style()


def _draw_use(element: Element, style: Style, context: Context, stream: Stream) -> None:
    a = element.attributes
    reference = a.get("href", a.get("xlink:href", ""))
    name = reference.lstrip("#")
    target = context.definitions.get(name)
    if target is None:
        message = f"there is no element {reference or '(no href)'} in this drawing"
        near = get_close_matches(name, context.definitions, 1)
        context.report(MISSING_REFERENCE, message, f"did you mean #{near[0]}?" if near else "")
        return
    if name in context.uses or len(context.uses) >= _MOST_USES:
        context.report(TOO_COMPLEX, f"#{name} uses itself" if name in context.uses else "uses are nested too deep")
        return
    try:
        x, y = (_length(a.get(n, "0"), n, context.viewport) for n in ("x", "y"))
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return
    size = (a.get("width", ""), a.get("height", "")) if "viewBox" in target.attributes else ("", "")
    key = (name, style, size)
    made = context.made.get(key)
    if made is None:
        context.uses.append(name)
        made = context.made[key] = _make_form(target, style, size, context)
        context.uses.pop()
    stream.save((1.0, 0.0, 0.0, 1.0, x, y))
    stream.add(made)
    stream.restore()


def _make_form(target: Element, style: Style, size: tuple[str, str], context: Context) -> Fragment:
    """A symbol's or element's drawing as a shared form, with what its texts and fields take."""
    inner = Stream()
    box: Box = (-_HUGE, -_HUGE, _HUGE, _HUGE)
    outer, context.current = context.current, target
    if target.tag == "symbol":
        check_names(target, context)
        own_style, _ = context.resolve_style(style, target)
        view = target.attributes.get("viewBox")
        matrix = IDENTITY
        if view:
            matrix, box = _fit_view(target, size, context)
        inner.save(matrix)
        draw_children(target, own_style, context, inner)
        inner.restore()
    else:
        draw_element(target, style, context, inner)
    context.current = outer
    whole = inner.fragment()
    return _share(whole, box)


def _fit_view(
    target: Element, size: tuple[str, str], context: Context
) -> tuple[Matrix, Box]:
    """The matrix that fits a viewBox into a size, and the box that clips it."""
    try:
        view = numbers(target.attributes["viewBox"])
        if len(view) != 4 or view[2] <= 0 or view[3] <= 0:
            raise ValueError("viewBox takes four numbers: left, top, width, height")
        width = _length(size[0] or target.attributes.get("width", fmt(view[2])), "width", context.viewport)
        height = _length(size[1] or target.attributes.get("height", fmt(view[3])), "height", context.viewport)
        preserve = target.attributes.get("preserveAspectRatio", "")
        matrix = viewbox_matrix((view[0], view[1], view[2], view[3]), width, height, preserve)
        return matrix, (0.0, 0.0, width, height)
    except (ValueError, OverflowError) as error:
        context.report(BAD_VALUE, str(error))
        return IDENTITY, (-_HUGE, -_HUGE, _HUGE, _HUGE)


def _draw_viewport(element: Element, style: Style, context: Context, stream: Stream) -> None:
    """A nested <svg>: its own coordinates, clipped to its size."""
    a = element.attributes
    try:
        x, y = (_length(a.get(n, "0"), n, context.viewport) for n in ("x", "y"))
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return
    matrix, clip = IDENTITY, ""
    if "viewBox" in a:
        matrix, (_, _, width, height) = _fit_view(element, ("", ""), context)
        clip = f"{path.rect_operators(x, y, width, height)} W n"
    stream.save(IDENTITY, clip)
    stream.save(multiply(matrix, (1.0, 0.0, 0.0, 1.0, x, y)))
    draw_children(element, style, context, stream)
    stream.restore()
    stream.restore()


def _group(inner: Stream, opacity: float) -> Fragment:
    """Everything drawn so far as one group of this opacity."""
    form = _share(inner.fragment(), (-_HUGE, -_HUGE, _HUGE, _HUGE), group=True)
    name, states = alpha_state(opacity, opacity)
    resources = Resources(states=states.states)
    if form.resources:
        resources.add(form.resources)
    return form._replace(operators=f"/{name} gs {form.operators}", resources=resources)


def _share(whole: Fragment, box: Box, group: bool = False) -> Fragment:
    """A fragment as a form XObject that any number of drawings can share."""
    if not whole.operators:
        return whole
    resources = whole.resources or Resources()
    key = blake2b(whole.operators.encode(), digest_size=6)
    key.update(repr((box, group)).encode())
    name = "X" + key.hexdigest()
    form = Form(name, box, whole.operators, resources, group)
    return whole._replace(operators=f"/{name} Do", resources=Resources(forms={name: form}))


def _draw_image(element: Element, context: Context, stream: Stream) -> None:
    a = element.attributes
    reference = a.get("href", a.get("xlink:href", ""))
    try:
        x, y, width, height = (
            _length(a.get(n, "0"), n, context.viewport) for n in ("x", "y", "width", "height")
        )
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return
    if not reference:
        return  # a template's picture that this ship does not have
    if width <= 0 or height <= 0:
        context.report(BAD_VALUE, "an <image> needs a width and a height")
        return
    shown = reference if len(reference) <= 60 else reference[:40] + "…"
    try:
        media = ""
        if reference.startswith("data:"):
            media, data = image.decode_data_uri(reference)
            picture = None if "svg" in media else image.convert_picture(data, context.ink)
        else:
            file = image.locate(reference, context.base, context.roots)
            if file.suffix.lower() == ".svg":
                media, data = "svg", file.read_bytes()
                picture = None
            else:
                picture = image.read_picture(file, context.ink)
        if picture is None:
            fragment, across, up = context.draw_nested(data.decode("utf-8-sig"), shown)
        else:
            resources = Resources(images={picture.name: picture})
            # A PDF image fills the unit square with its top at y = 1; here y points down.
            fragment = Fragment(
                f"q {picture.width} 0 0 {-picture.height} 0 {picture.height} cm /{picture.name} Do Q",
                resources=resources,
            )
            across, up = float(picture.width), float(picture.height)
        preserve = a.get("preserveAspectRatio", "")
        matrix = viewbox_matrix((0.0, 0.0, across, up), width, height, preserve)
    except (image.ImageError, UnicodeDecodeError) as error:
        context.report(BAD_IMAGE, f"the picture {shown} can't be printed: {error}")
        return
    except ValueError as error:
        context.report(BAD_VALUE, str(error))
        return
    clip = f"{path.rect_operators(x, y, width, height)} W n" if "slice" in preserve else ""
    stream.save(IDENTITY, clip)
    stream.parts.append(matrix_operator(multiply(matrix, (1.0, 0.0, 0.0, 1.0, x, y))))
    stream.add(fragment._replace(extent=None))
    stream.restore()


def check_names(element: Element, context: Context) -> None:
    """Reports attributes that nothing reads: mostly misspelt ones."""
    allowed = _ATTRIBUTES[element.tag]
    for name, text in element.attributes.items():
        if name in _ANYWHERE or name in allowed or name in PROPERTIES or ":" in name:
            continue
        if name.startswith(("data-", "aria-", "xmlns")):
            continue
        near = get_close_matches(name, [*allowed, *_ANYWHERE, *PROPERTIES], 1)
        hint = f"did you mean {near[0]}?" if near else "remove it"
        message = f"<{element.tag}> has no attribute {name}" + (f' ("{text}")' if text else "")
        context.report(UNSUPPORTED_PROPERTY, message, hint)
