"""Reads attributes of elements, and reports those that can't be read."""

from __future__ import annotations

import math

from sheetgen.drawing.drawing import IDENTITY, Matrix
from sheetgen.ground.number import numbers, shorten
from sheetgen.svg.context import Context
from sheetgen.svg.problem import BAD_VALUE, UNSUPPORTED_PROPERTY
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.transform import parse_transform, read_length
from sheetgen.svg.read.tree import Element
from sheetgen.svg.read.vocabulary import find_unknown

_DOWN = ("y", "height", "cy", "ry", "y1", "y2", "dy", "data-height")
_AROUND = ("r",)


def read_size(
    element: Element, name: str, style: Style, context: Context, default: float = 0.0
) -> float | None:
    """The length in an attribute, in user units; None after a problem.

    Percentages refer to the viewport's width, height or diagonal, depending on the attribute.
    """
    text = element.attributes.get(name, "auto")
    if text == "auto":
        return default
    width, height = style.viewport
    whole = height if name in _DOWN else width
    if name in _AROUND:
        whole = math.hypot(width, height) / math.sqrt(2)
    try:
        return read_length(text, whole, style.font_size)
    except ValueError as error:
        context.report(BAD_VALUE, f"{name}: {error}")
        return default if context.lenient else None


def read_transform(element: Element, context: Context) -> Matrix:
    """The matrix of its `transform`; after a problem, the matrix that changes nothing."""
    text = element.attributes.get("transform")
    if not text:
        return IDENTITY
    try:
        return parse_transform(text)
    except (ValueError, OverflowError) as error:
        context.report(BAD_VALUE, str(error))
        return IDENTITY


def read_view(element: Element) -> tuple[float, float, float, float] | None:
    """The left, top, width and height of its viewBox; None if it has none. Raises ValueError."""
    text = element.attributes.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if len(values) != 4 or min(values[2:]) <= 0:
        raise ValueError(
            f"viewBox: '{shorten(text)}' is not left, top, width and height, the last two above 0"
        )
    return values[0], values[1], values[2], values[3]


def check_names(element: Element, context: Context) -> None:
    """Reports attributes that nothing reads, most of which are misspelt."""
    if context.has_told_enough:
        return
    for name, hint in find_unknown(element.tag, element.attributes):
        value = shorten(element.attributes[name])
        given = f' "{value}"' if value else ""
        message = f"the attribute {shorten(name)}{given} of <{element.tag}> has no effect"
        context.report(UNSUPPORTED_PROPERTY, message, hint, element)
        if context.has_told_enough:
            return
