"""What is larger than the paper has room for, and which paper would do."""

from __future__ import annotations

import math

from sheetgen.ground.diagnostics import Diagnostic, declare
from sheetgen.ground.units import MM, PAPERS, Paper, format_size
from sheetgen.pages.cropmarks import EDGE, TOLERANCE
from sheetgen.pages.layout import Scheme
from sheetgen.pages.presssheet import Item, fits

DOES_NOT_FIT = declare(
    "does-not-fit",
    "error",
    """A component is larger than the printable area of the paper.

    Why: Components are printed at their true size, because pieces, rulers and maps have to match
    on the table. Printers leave about 5 mm blank along the paper's edge, so a component that
    reached into that margin would lose its border.

    Example:
    # a display of 188 × 60 mm fits A4 (210 × 297 mm) either way, A5 (148 × 210 mm) in landscape
    # only, and one of 250 × 205 mm needs A3
    """,
)


def check_fit(item: Item, scheme: Scheme) -> Diagnostic | None:
    """The diagnostic for an item that fits in no permitted orientation."""
    if any(fits(item, paper, scheme.inset) for paper in scheme.ways):
        return None
    paper, margins = scheme.layout.papers[0], 2 * scheme.layout.margin
    size = format_size(*_bleed_size(item, scheme))
    room = format_size(max(paper.width - margins, 0), max(paper.height - margins, 0))
    way = "either orientation" if scheme.layout.landscape is None else "this orientation"
    message = f"{item.name or 'a component'} measures {size}, but {paper.name} paper has room for "
    message += f"{room} inside its margins, and it does not fit in {way}"
    return DOES_NOT_FIT.at(item.place, message, _suggest_paper(item, scheme))


def _bleed_size(item: Item, scheme: Scheme) -> tuple[float, float]:
    """The space that an item takes with the layout's bleed on all sides."""
    room = 2 * scheme.bleed
    return item.drawing.trim_width + room, item.drawing.trim_height + room


def _suggest_paper(item: Item, scheme: Scheme) -> str:
    """The cheapest change that would make the item fit."""
    if any(fits(item, paper, scheme.inset) for paper in _turn_both_ways(scheme.layout.paper)):
        return "it fits this paper in the other orientation"
    if any(fits(item, paper, EDGE + scheme.bleed) for paper in scheme.layout.papers):
        return "it fits this paper with a margin of 5 mm"
    for paper in sorted(PAPERS.values(), key=lambda paper: paper.width * paper.height):
        if any(fits(item, way, scheme.inset) for way in _turn_both_ways(paper)):
            return f"the smallest paper it fits is {paper.name} ({paper.size_text})"
    sides = _bleed_size(item, scheme)
    width, height = (math.ceil((s + 2 * scheme.layout.margin - TOLERANCE) / MM) for s in sides)
    return f"print a smaller variant of the sheet, or use a paper of {width}x{height}mm or more"


def _turn_both_ways(paper: Paper) -> tuple[Paper, Paper]:
    return paper.portrait, paper.landscape
