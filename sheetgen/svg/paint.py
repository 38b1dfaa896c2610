"""Fills, strokes and transparency as PDF operators."""

from __future__ import annotations

from sheetgen.drawing import Resources
from sheetgen.svg.color import color_operator, ink_components
from sheetgen.svg.context import Context
from sheetgen.svg.number import fmt
from sheetgen.svg.style import RGB, Style

_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "round": "1", "bevel": "2"}


def fill_operator(rgb: RGB, context: Context, use: str = "fill") -> str:
    """What sets a fill colour, converted to the ink; `use` is fill or text."""
    return color_operator(ink_components(rgb, context.ink, use), stroke=False)


def stroke_operators(style: Style, context: Context) -> str:
    """What sets a style's stroke: colour, width, cap, join, miter limit and dashes.

    It always sets all of them, so that two strokes are alike exactly when their texts are.
    """
    rgb = style.stroke.rgb or (0.0, 0.0, 0.0)
    color = color_operator(ink_components(rgb, context.ink, "stroke"), stroke=True)
    dashes = " ".join(fmt(v) for v in style.stroke_dasharray)
    return (
        f"{color} {fmt(style.stroke_width)} w {_CAPS[style.stroke_linecap]} J"
        f" {_JOINS[style.stroke_linejoin]} j {fmt(style.stroke_miterlimit)} M"
        f" [{dashes}] {fmt(style.stroke_dashoffset if dashes else 0)} d"
    )


def has_stroke(style: Style) -> bool:
    """Whether a stroke leaves any ink."""
    return style.stroke.rgb is not None and style.stroke_width > 0


def fade(operators: str, fill_alpha: float, stroke_alpha: float) -> tuple[str, Resources | None]:
    """The operators drawn with transparency, and the resources that takes."""
    if fill_alpha >= 1 and stroke_alpha >= 1:
        return operators, None
    name, resources = alpha_state(fill_alpha, stroke_alpha)
    opaque, _ = alpha_state(1, 1)
    resources.states[opaque] = {"ca": 1, "CA": 1}
    return f"/{name} gs {operators} /{opaque} gs", resources


def alpha_state(fill_alpha: float, stroke_alpha: float) -> tuple[str, Resources]:
    """The name of a graphics state with these alphas, and the resources that hold it."""
    fill, stroke = round(fill_alpha, 3), round(stroke_alpha, 3)
    name = f"A{round(fill * 1000)}-{round(stroke * 1000)}"
    return name, Resources(states={name: {"ca": fill, "CA": stroke}})
