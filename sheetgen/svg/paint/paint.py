"""Fills, strokes and transparency as PDF operators."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sheetgen.drawing.color import color_operator, ink_components
from sheetgen.drawing.drawing import Resources
from sheetgen.ground.number import fmt
from sheetgen.svg.context import Context
from sheetgen.svg.fragment import EMPTY, Fragment, Setting
from sheetgen.svg.paint.gradient import paint_gradient
from sheetgen.svg.problem import UNSUPPORTED_PROPERTY
from sheetgen.svg.read.property import RGB, Paint
from sheetgen.svg.read.style import Style

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
        """What is painted, in order: f, S, or B for both at once.

        With PDF's B, a translucent stroke would show no fill under it (ISO 32000-1 §11.7.4.4).
        """
        if self.fill is None or self.stroke is None:
            return ("f",) * (self.fill is not None) + ("S",) * (self.stroke is not None)
        if self.stroke_first:
            return "S", "f"
        return ("B",) if self.stroke_alpha >= 1 else ("f", "S")


def resolve_colours(style: Style, fill: Paint, context: Context) -> Colours:
    """The plain colours of a style, with `fill` as its fill; a gradient stroke is reported."""
    stroke = style.stroke
    if stroke.reference and style.stroke_width > 0:
        message = "a gradient or pattern as a stroke is not drawn"
        context.refuse(UNSUPPORTED_PROPERTY, message, "use a plain colour")
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
    fill, gradient = style.fill, None
    if fill.reference:
        gradient = paint_gradient(outline, even_odd, style, context)
        fill = Paint(alpha=gradient.alpha) if gradient else fill
    colours = resolve_colours(style, fill, context)
    star = "*" if even_odd else ""
    passes = [f"{outline} {p}{star if p != 'S' else ''}" for p in colours.passes]
    if gradient:
        passes.insert(len(passes) if colours.stroke_first else 0, gradient.operators)
    if not passes:
        return EMPTY
    operators, resources = fade(" ".join(passes), colours.fill_alpha, colours.stroke_alpha)
    if gradient:
        resources = (*resources, gradient.resources)
    return Fragment(operators, make_state(colours, style, context, use), resources=resources)


def make_state(
    colours: Colours, style: Style, context: Context, use: str, font: str = ""
) -> Setting:
    """The state in which a style's fills and strokes are painted; with a font, that of texts."""
    return Setting(
        is_text=bool(font),
        fill=_fill_operator(colours.fill, context, use) if colours.fill else "",
        stroke=_stroke_operators(colours.stroke, style, context) if colours.stroke else "",
        font=font,
    )


def fade(
    operators: str, fill_alpha: float, stroke_alpha: float
) -> tuple[str, tuple[Resources, ...]]:
    """The operators drawn with transparency, and the resources that this needs."""
    if fill_alpha >= 1 and stroke_alpha >= 1:
        return operators, ()
    name, resources = make_alpha(fill_alpha, stroke_alpha)
    opaque, solid = make_alpha(1, 1)
    return f"/{name} gs {operators} /{opaque} gs", (resources, solid)


@lru_cache(maxsize=256)
def make_alpha(fill_alpha: float, stroke_alpha: float) -> tuple[str, Resources]:
    """The name of a graphics state with these alphas, and the resources that hold it."""
    fill, stroke = round(fill_alpha, 3), round(stroke_alpha, 3)
    name = f"A{round(fill * 1000)}-{round(stroke * 1000)}"
    return name, Resources(states={name: {"ca": fill, "CA": stroke}})


def _fill_operator(rgb: RGB, context: Context, use: str) -> str:
    return color_operator(ink_components(rgb, context.ink, use), stroke=False)


def _stroke_operators(rgb: RGB, style: Style, context: Context) -> str:
    """Sets colour, width, cap, join, miter limit and dashes.

    It always sets all of them, so that two strokes are equal exactly if their texts are.
    """
    color = color_operator(ink_components(rgb, context.ink, "stroke"), stroke=True)
    dashes = " ".join(fmt(v) for v in style.stroke_dasharray)
    return (
        f"{color} {fmt(style.stroke_width)} w {_CAPS[style.stroke_linecap]} J"
        f" {_JOINS[style.stroke_linejoin]} j {fmt(style.stroke_miterlimit)} M"
        f" [{dashes}] {fmt(style.stroke_dashoffset if dashes else 0)} d"
    )
