"""Booklets: the pages of a book two by two on sheets, in the order in which these are folded.

Every sheet is printed on both sides and turned along its short edge. The sheets of a signature lie
inside each other; those further inside stick out by their thickness once folded, so that their
pages are moved towards the fold.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.drawing.drawing import Drawing, Resources, TagPath
from sheetgen.drawing.tag import renumber
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import PAPERS
from sheetgen.pages.page import Page, Placement

QUARTER = 4
"""The pages of a sheet, two on each side."""


class Folding(NamedTuple):
    """How sheets are folded: so many to a signature, 0 for all; `creep` is in points a sheet."""

    sheets: int = 0
    creep: float = 0.0


def fold(pages: Sequence[Page], folding: Folding) -> list[Page]:
    """The sides of the sheets of a booklet, front and back of each in turn.

    Empty pages at the end fill the last sheet. The pages have one size.
    """
    count = -(-len(pages) // QUARTER) * QUARTER
    every: list[Page | None] = [*pages, *[None] * (count - len(pages))]
    size = folding.sheets * QUARTER or count
    made: list[Page] = []
    for start in range(0, count, size):
        part = every[start : start + size]
        for at in range(len(part) // QUARTER):
            first, last = 2 * at, len(part) - 1 - 2 * at
            shift = at * folding.creep
            made.append(_join(part[last], part[first], pages[0], shift))
            made.append(_join(part[first + 1], part[last - 1], pages[0], shift))
    return made


def _join(left: Page | None, right: Page | None, like: Page, shift: float) -> Page:
    """Two pages side by side in the middle of a sheet, each moved towards the fold."""
    wide, high = _measure(like)
    across, up = _choose_paper(2 * wide, high)
    fold, low = across / 2, (up - high) / 2
    resources = Resources()
    parts = []
    tags: list[TagPath] = []
    for page, x, move in ((left, fold - wide, shift), (right, fold, -shift)):
        if page:
            clip = f"{fmt(x)} {fmt(low)} {fmt(wide)} {fmt(high)} re W n"
            box = page.trim or (0.0, 0.0, page.width, page.height)
            for placed in page.placements:
                shown = placed.drawing
                resources.add(shown.resources)
                dx, dy = x + move + placed.x - box[0], low + placed.y - box[1]
                operators = renumber(shown.operators, len(tags))
                parts.append(f"q {clip} 1 0 0 1 {fmt(dx)} {fmt(dy)} cm\n{operators}\nQ")
                tags += shown.tags
    drawing = Drawing(across, up, "\n".join(parts), resources, tags=tags)
    names = [page.label for page in (left, right) if page]
    return Page(across, up, (Placement(drawing, 0.0, 0.0),), label=", ".join(names))


def _measure(page: Page) -> tuple[float, float]:
    """The size of a page once it is cut, in points."""
    x0, y0, x1, y1 = page.trim or (0.0, 0.0, page.width, page.height)
    return x1 - x0, y1 - y0


def _choose_paper(width: float, height: float) -> tuple[float, float]:
    """The least of the usual papers, on its side, that holds a spread; or else just the spread."""
    papers = [PAPERS[name].landscape for name in ("a4", "letter", "a3", "tabloid")]
    sizes = [(paper.width, paper.height) for paper in papers]
    fitting = [s for s in sizes if s[0] >= width - 1 and s[1] >= height - 1]
    return min(fitting, key=lambda s: s[0] * s[1], default=(width, height))
