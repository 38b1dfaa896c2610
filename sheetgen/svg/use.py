"""<use>: a symbol or any other element drawn again, as a form that all its uses share.

SVG 1.1 §5.6; SVG 2 §5.5.
"""

from __future__ import annotations

from sheetgen.drawing.drawing import IDENTITY
from sheetgen.svg.attribute import check_names, read_size
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import EMPTY, Fragment, map_extents
from sheetgen.svg.paint.form import share_form
from sheetgen.svg.problem import MISSING_REFERENCE, UNSUPPORTED_ELEMENT
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import measure_scale
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import NEVER_SHOWN, suggest
from sheetgen.svg.stream import Stream
from sheetgen.svg.viewport import Draw, check_reach, fit_view

_MOST_USES = 24
_MOST_NAMES = 1_000  # searched for the one that was probably meant


def draw_use(element: Element, style: Style, context: Context, stream: Stream, draw: Draw) -> None:
    """Draws what a <use> element refers to, at its x and y."""
    attributes = element.attributes
    reference = attributes.get("href", attributes.get("xlink:href", "")).strip()
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
    form = _find_form(name, target, style, size, context, draw)
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
    return form._replace(fields=tuple(fields))


def _find_form(
    name: str,
    target: Element,
    style: Style,
    size: tuple[str, str],
    context: Context,
    draw: Draw,
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
    context.uses.append(name)
    try:
        if target.tag == "symbol" and _is_group(target, context):
            form = _draw_instance(target, style, size, context, draw)
        elif target.tag == "symbol":
            with context.enter(target):
                form = _draw_symbol(target, style, size, context, draw)
        else:
            form = _draw_element(target, style, size, context, draw)
    finally:
        context.uses.pop()
    context.forms[key] = form
    return form


def _is_group(target: Element, context: Context) -> bool:
    """Whether a symbol is more than the elements in it: it has a size, or an effect of its own."""
    if context.lenient or "transform" in target.attributes:
        return True
    if "width" in target.attributes or "height" in target.attributes:
        return True
    _, own = context.resolve_style(context.root_style, target)
    effects = {own.clip_path, own.mask} - {"", "none"}
    return bool(effects) or own.opacity < 1


def _draw_instance(
    target: Element, style: Style, size: tuple[str, str], context: Context, draw: Draw
) -> Fragment:
    """A symbol drawn as a nested drawing would be (SVG 2, 5.6)."""
    sizes = {name: text for name, text in zip(("width", "height"), size, strict=True) if text}
    instance = Element("symbol", target.attributes | sizes, target.place)
    instance.children = target.children
    context.shown.add(instance)
    if context.family:
        context.family.adopt(instance, target)
    stream = Stream()
    draw(instance, style, context, stream)
    context.shown.discard(instance)
    return share_form(stream)


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
    target: Element, style: Style, size: tuple[str, str], context: Context, draw: Draw
) -> Fragment:
    if any(size):
        sizes = {name: text for name, text in zip(("width", "height"), size, strict=True) if text}
        resized = Element(target.tag, target.attributes | sizes, target.place)
        resized.file, resized.children = target.file, target.children
        target = resized
    stream = Stream()
    draw(target, style, context, stream)
    return share_form(stream)


def _draw_symbol(
    target: Element, outer: Style, size: tuple[str, str], context: Context, draw: Draw
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
        draw(child, style, context, stream)
    if matrix != IDENTITY:
        stream.restore()
    form = share_form(stream, room)
    if room:
        check_reach(map_extents(form.extents), room, outer.unit, target, context)
    return form
