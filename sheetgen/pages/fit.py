"""What is larger than the paper has room for, and which paper would do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

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


def check_fit(groups: Iterable[tuple[Sequence[Item], Scheme]]) -> Diagnostic | None:
    """One diagnostic for all items that fit in no permitted orientation of the paper.

    The items of a group have one size. It is reported for the first of them, with the number of
    the others.
    """
    large = [
        (item, scheme)
        for items, scheme in groups
        if not any(fits(items[0], paper, scheme.inset) for paper in scheme.ways)
        for item in items
    ]
    if not large:
        return None
    item, scheme = large[0]
    paper, margins = scheme.layout.papers[0], 2 * scheme.layout.margin
    size = format_size(*_bleed_size(item, scheme))
    room = format_size(max(paper.width - margins, 0), max(paper.height - margins, 0))
    way = "either orientation" if scheme.layout.landscape is None else "this orientation"
    message = f"{item.name or 'a component'} measures {size}, but {paper.name} paper has room for "
    message += f"{room} inside its margins, and it does not fit in {way}"
    if others := len(large) - 1:
        message += f"; nor {'does one other piece' if others == 1 else f'do {others} other pieces'}"
    return DOES_NOT_FIT.at(item.place, message, _suggest_paper(large))


def _bleed_size(item: Item, scheme: Scheme) -> tuple[float, float]:
    """The space that an item takes with the layout's bleed on all sides."""
    room = 2 * scheme.bleed
    return item.drawing.trim_width + room, item.drawing.trim_height + room


def _suggest_paper(large: Sequence[tuple[Item, Scheme]]) -> str:
    """The cheapest change that would make all of some items fit."""
    them = "it fits" if len(large) == 1 else "they fit"

    def do(papers: Sequence[Paper], inset: Callable[[Scheme], float]) -> bool:
        return all(any(fits(i, paper, inset(s)) for paper in papers) for i, s in large)

    layout = large[0][1].layout
    if do(_turn_both_ways(layout.paper), lambda s: s.inset):
        return f"{them} this paper in the other orientation"
    if do(layout.papers, lambda s: EDGE + s.bleed):
        return f"{them} this paper with a margin of 5 mm"
    for paper in sorted(PAPERS.values(), key=lambda paper: paper.width * paper.height):
        if do(_turn_both_ways(paper), lambda s: s.inset):
            return f"the smallest paper {them} is {paper.name} ({paper.size_text})"
    sizes = [sorted(_bleed_size(item, scheme)) for item, scheme in large]
    sides = [max(size[at] for size in sizes) for at in (0, 1)]
    if len(large) == 1:
        sides = list(_bleed_size(*large[0]))
    width, height = (math.ceil((s + 2 * layout.margin - TOLERANCE) / MM) for s in sides)
    return f"print a smaller variant of the sheet, or use a paper of {width}x{height}mm or more"


def _turn_both_ways(paper: Paper) -> tuple[Paper, Paper]:
    return paper.portrait, paper.landscape
