"""Fills, strokes and transparency as PDF operators."""

from __future__ import annotations

from sheetgen.drawing.drawing import FormField
from sheetgen.drawing.outline import mark_points, operators_box
from sheetgen.ground.colour import color_operator
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple
from sheetgen.svg.context import Context
from sheetgen.svg.paint.form import fade
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import NOTHING, RGB, Paint, Style
from sheetgen.svg.stream import EMPTY, Fragment, StreamSetting, Way

_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "round": "1", "bevel": "2"}


class Colours(NamedTuple):
    """A style's plain fill and stroke, each None if it has none, and how opaque they are."""

    fill: RGB | None
    stroke: RGB | None
    fill_alpha: float
    stroke_alpha: float
    stroke_first: bool

    @property
    def passes(self) -> tuple[str, ...]:
        """The PDF operators that paint, in order: f to fill, S to stroke, or B for both at once.

        With PDF's B, a translucent stroke would show no fill under it (ISO 32000-1 §11.7.4.4).
        """
        if self.fill is None or self.stroke is None:
            return ("f",) * (self.fill is not None) + ("S",) * (self.stroke is not None)
        if self.stroke_first:
            return "S", "f"
        return ("B",) if self.stroke_alpha >= 1 else ("f", "S")


def resolve_colours(style: Style, fill: Paint, stroke: Paint) -> Colours:
    """The plain colours of a style, with these in place of its own fill and stroke."""
    fill_alpha, stroke_alpha = style.fill_opacity * fill.alpha, style.stroke_opacity * stroke.alpha
    return Colours(
        fill.rgb if fill_alpha > 0 else None,
        stroke.rgb if stroke_alpha > 0 and style.stroke_width > 0 else None,
        fill_alpha,
        stroke_alpha,
        style.paint_order,
    )


def paint_outline(
    outline: str, style: Style, context: Context, even_odd: bool = False, use: str = "fill"
) -> Fragment:
    """The fragment that fills and strokes a path as its style says; `use` is fill or text."""
    if style.stroke_linecap != "butt" and style.stroke != NOTHING:
        outline = mark_points(outline)
    if style.fill.reference or style.stroke.reference:
        return _paint_with_servers(outline, style, context, even_odd, use)
    colours = resolve_colours(style, style.fill, style.stroke)
    passes = list_passes(outline, colours, even_odd)
    if not passes:
        return EMPTY
    operators, resources = fade(" ".join(passes), colours.fill_alpha, colours.stroke_alpha)
    return Fragment(operators, make_state(colours, style, context, use), resources=resources)


def list_passes(outline: str, colours: Colours, even_odd: bool) -> list[str]:
    """The operators of each pass over a path."""
    star = "*" if even_odd else ""
    return [f"{outline} {p}{star if p != 'S' else ''}" for p in colours.passes]


def _paint_with_servers(
    outline: str, style: Style, context: Context, even_odd: bool, use: str
) -> Fragment:
    """The same with gradients or patterns."""
    from sheetgen.svg.paint.server import fill_with, has_server, reach_around, see_through

    fill, stroke = style.fill, style.stroke
    inside = around = None
    box = operators_box(outline)
    if fill.reference and has_server(fill, context):
        inside = fill_with(fill, outline, even_odd, box, style, context) if box else None
        fill = Paint(alpha=inside.alpha) if inside else fill
    if stroke.reference and style.stroke_width > 0 and has_server(stroke, context):
        pen = describe_stroke("1 G", style, context)
        if box:
            white = Fragment(f"{pen} {outline} S")
            around = see_through(stroke, white, box, reach_around(box, style), style, context)
        stroke = NOTHING if around else stroke
    colours = resolve_colours(style, fill, stroke)
    passes = list_passes(outline, colours, even_odd)
    if inside:
        passes.insert(len(passes) if colours.stroke_first else 0, inside.operators)
    operators, resources = fade(" ".join(passes), colours.fill_alpha, colours.stroke_alpha)
    if inside:
        resources = (*resources, *inside.resources)
    if around:
        shown, named = fade(around.operators, around.alpha * style.stroke_opacity, 1.0)
        parts = [shown, operators] if colours.stroke_first else [operators, shown]
        operators = " ".join(filter(None, parts))
        resources = (*resources, *around.resources, *named)
    if not operators:
        return EMPTY
    return Fragment(operators, make_state(colours, style, context, use), resources=resources)


def make_state(
    colours: Colours, style: Style, context: Context, use: str, font: str = ""
) -> StreamSetting:
    """The state in which a style's fills and strokes are painted; with a font, that of texts."""
    return StreamSetting(
        is_text=bool(font),
        fill=_fill_operator(colours.fill, context, use) if colours.fill else "",
        stroke=_stroke_operators(colours.stroke, style, context) if colours.stroke else "",
        font=font,
    )


def _fill_operator(rgb: RGB, context: Context, use: str) -> str:
    return color_operator(context.mix(rgb, use), stroke=False)


def _stroke_operators(rgb: RGB, style: Style, context: Context) -> str:
    """Sets colour, width, cap, join, miter limit and dashes."""
    color = color_operator(context.mix(rgb, "stroke"), stroke=True)
    return describe_stroke(color, style, context)


def describe_stroke(color: str, style: Style, context: Context) -> str:
    """The operators that set a stroke.

    They always set all of it, so that two strokes are equal exactly if their texts are.
    """
    if style.stroke_linecap == "square" and 0 in style.stroke_dasharray and context.lenient:
        message = "square caps on dashes without a length lie along the line"
        context.refuse(UNSUPPORTED_PROPERTY, message)
    dashes = " ".join(fmt(v) for v in style.stroke_dasharray)
    return (
        f"{color} {fmt(style.stroke_width)} w {_CAPS[style.stroke_linecap]} J"
        f" {_JOINS[style.stroke_linejoin]} j {fmt(style.stroke_miterlimit)} M"
        f" [{dashes}] {fmt(style.stroke_dashoffset if dashes else 0)} d"
    )


# Form fields, from a shape's `data-field` and the attributes beside it


_KINDS = ("checkbox", "text")
_SIDES = ("start", "center", "end")
_MOST_LINES = 200


def read_field(
    attributes: dict[str, str], outline: str, context: Context
) -> tuple[tuple[Way, FormField], ...]:
    """The field that a shape becomes, if it becomes one: the box around its outline."""
    kind = attributes["data-field"]
    if not kind:
        return ()
    lines, align = attributes.get("data-lines", "1"), attributes.get("data-align", "")
    if kind not in _KINDS:
        return _refuse("data-field", kind, f"one of {', '.join(_KINDS)}", context)
    if align and align not in _SIDES:
        return _refuse("data-align", align, f"one of {', '.join(_SIDES)}", context)
    if not (lines.isascii() and lines.isdigit() and 1 <= int(lines[:4]) <= _MOST_LINES):
        return _refuse("data-lines", lines, f"a number from 1 to {_MOST_LINES}", context)
    box = operators_box(outline)
    if not box:
        return ()
    value, tip, total, left = (
        attributes.get(f"data-{name}", "") for name in ("value", "tip", "sum", "left")
    )
    name = attributes.get("data-name") or kind
    return (((), FormField(kind, name, box, value, tip, int(lines), align, total, left)),)


def _refuse(name: str, value: str, known: str, context: Context) -> tuple[()]:
    context.report(BAD_VALUE, f"{name}: '{value[:60]}' is not {known}")
    return ()
