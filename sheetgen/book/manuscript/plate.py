"""Plates: pictures in a chapter, as wide as they are asked to be, or a page of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.book.flow.figure import Figure
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.flow.ornament import FullPage
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.style import Align, TextStyle
from sheetgen.book.manuscript.picture import Pictures
from sheetgen.book.problem import BAD_PICTURE
from sheetgen.book.theme import Design
from sheetgen.ground.diagnostics import Place, ProblemError
from sheetgen.ground.number import shorten
from sheetgen.ground.units import UNITS

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

LEAST_WIDTH = 10.0
_WIDTH = re.compile(r"(\d+(?:\.\d+)?)\s*(%|mm|cm|in|pt)")


def make_plate(
    node: Node,
    design: Design,
    pictures: Pictures,
    base: Path,
    place: Place,
    write_caption: Callable[[TextStyle], Paragraph],
) -> Flowable:
    """`![Caption](file){width=60% .wide .bleed}`, the file seen from `base`. Raises ProblemError.

    `write_caption` sets the caption in a style, where there is one.
    """
    geometry = design.geometry
    classes = str(node.attrs.get("class", "")).split()
    name = str(node.attrs["src"])
    if "bleed" in classes:
        width = geometry.width + 2 * geometry.bleed
        height = geometry.height + 2 * geometry.bleed
        drawing, pixels = pictures.open(name, base, place, width)
        scale = max(width / drawing.trim_width, height / drawing.trim_height)
        pictures.check(name, pixels, drawing.trim_width * scale, place)
        return FullPage(drawing, scale, place)
    wide = "wide" in classes
    measure = geometry.measure if wide else geometry.column
    width = _read_width(str(node.attrs.get("width", "100%")), measure, place)
    drawing, pixels = pictures.open(name, base, place, width)
    caption = None
    if node.children:
        align: Align = "left" if width > 0.6 * measure else "centre"
        caption = write_caption(replace(design.style("caption"), align=align))
    scale, step = width / drawing.trim_width, design.line
    figure = Figure(drawing, scale, caption, geometry.depth, step / 2, step, wide=wide, place=place)
    pictures.check(name, pixels, drawing.trim_width * figure.fit(measure), place)
    return figure


def _read_width(text: str, measure: float, place: Place) -> float:
    """The points of a width, which may be a share of the measure and is no more than that.

    Raises ProblemError.
    """
    asked = _WIDTH.fullmatch(text)
    number = float(asked[1]) if asked else 0.0
    unit = asked[2] if asked else "%"
    width = measure * number / 100 if unit == "%" else number * UNITS[unit]
    if width < LEAST_WIDTH:
        message = f"width={shorten(text)} is not a width that a picture can have"
        hint = f"write a share such as 60%, or a length such as 50mm, of {LEAST_WIDTH:g} pt or more"
        raise ProblemError([BAD_PICTURE.at(place, message, hint)])
    return min(measure, width)
