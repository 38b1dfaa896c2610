"""Quick references: a game's tables and rules in brief, on pages that everybody shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Literal

from sheetgen.ground.record import NamedTuple
from sheetgen.ground.words import tr
from sheetgen.systems.contract import Look, Print
from sheetgen.systems.kit.roster import limit_height, limit_width


class TableLine(NamedTuple):
    """A line of a table: its heading, and its cells."""

    head: str
    cells: Sequence[Any]


class Reference(SimpleNamespace):
    """A page as its template knows it: texts, numbers and tables by their given names."""


class ReferencePart(NamedTuple):
    """A part of a reference: where it is on the whole page, and its height with the gap below.

    On small paper it may go into a `column`: the left one, the right one, any of the two, or both
    if it is wide. Lengths are millimetres.
    """

    name: str
    x: float
    y: float
    height: float
    column: Literal["left", "right", "any", "wide"] = "any"


class ReferenceSpot(NamedTuple):
    """The place of a part on its page."""

    x: float
    y: float


class ReferenceForm(NamedTuple):
    """The page of a reference: its size, its parts, and where the right column begins.

    On small paper parts begin at `top` on the first page, and higher on those that follow.
    """

    width: float
    height: float
    right: float
    top: float
    parts: Sequence[ReferencePart]

    @property
    def column(self) -> float:
        """The width of the wider column."""
        return max(self.right - GUTTER, self.width - self.right)


GUTTER = 6.0
"""The space between the columns."""
NEXT = 8.0
"""Where parts begin on a page that is not the first."""
GAP = 5.0
"""The space that a part at the end of a column can do without."""


def print_parts(look: Look, form: ReferenceForm, title: str, **data: Any) -> Iterator[Print]:
    """The pages of a reference: one, or as many as its parts need on the paper of the run.

    Where two columns have no room, there is one. Templates know the `places` of the parts on the
    page by their names, its `width` and `height`, and whether it is the `first`, besides the
    `data`.
    """
    parted = all(part.column != "wide" for part in form.parts)
    width = limit_width(look, form.width, form.column) if parted else form.width
    height = limit_height(look, width, form.height)
    if width < form.width:
        pages = list(_stack_parts(form, height))
    elif height == form.height:
        pages = [({part.name: ReferenceSpot(part.x, part.y) for part in form.parts}, height)]
    else:
        orders = form.parts, sorted(form.parts, key=lambda part: -part.height)
        tries = [_share_parts(form, height, parts) for parts in orders]
        pages = [(places, height) for places in min(tries, key=len)]
    for at, (places, high) in enumerate(pages):
        number = tr(", page {} of {}", at + 1, len(pages)) * (len(pages) > 1)
        page = Reference(places=places, width=width, height=high, first=at == 0, **data)
        yield Print(page, f"{title}{number}")


def _stack_parts(
    form: ReferenceForm, height: float
) -> Iterator[tuple[dict[str, ReferenceSpot], float]]:
    """The parts below each other, with the heights of their pages.

    They keep their order, on equally full pages, unless there are fewer pages in another one.
    """
    pages, fewer = _cut_stack(form, height), _fill_stacks(form, height)
    for at, page in enumerate(fewer if len(fewer) < len(pages) else pages):
        y = NEXT if at else form.top
        places = {}
        for part in page:
            places[part.name] = ReferenceSpot(0.0, round(y, 2))
            y += part.height
        yield places, round(min(height, y), 2)


def _cut_stack(form: ReferenceForm, height: float) -> list[list[ReferencePart]]:
    """The parts in their order on as few pages as possible, equally full."""
    parts = list(form.parts)
    # From each part on: how many pages, the squares of what they lack, and the next page's start.
    best: list[tuple[int, float, int]] = [(0, 0.0, len(parts))] * (len(parts) + 1)
    for first in reversed(range(len(parts))):
        options = []
        for after in range(first + 1, len(parts) + 1):
            lack = height - _stack_height(form, parts[first:after], not first)
            if lack >= 0 or after == first + 1:
                count, lacks, _ = best[after]
                options.append((count + 1, lacks + lack**2, after))
        best[first] = min(options)
    pages: list[list[ReferencePart]] = []
    first = 0
    while first < len(parts):
        after = best[first][2]
        pages.append(parts[first:after])
        first = after
    return pages


def _fill_stacks(form: ReferenceForm, height: float) -> list[list[ReferencePart]]:
    """The parts, the highest first, each on the first page that has room for it."""
    pages: list[list[ReferencePart]] = []
    for part in sorted(form.parts, key=lambda part: -part.height):
        for at, page in enumerate(pages):
            if _stack_height(form, [*page, part], not at) <= height:
                page.append(part)
                break
        else:
            pages.append([part])
    return [sorted(page, key=form.parts.index) for page in pages]


def _stack_height(form: ReferenceForm, parts: Sequence[ReferencePart], is_first: bool) -> float:
    """The height of a page with parts below each other."""
    return (form.top if is_first else NEXT) + sum(part.height for part in parts) - GAP


def _share_parts(
    form: ReferenceForm, height: float, parts: Sequence[ReferencePart]
) -> list[dict[str, ReferenceSpot]]:
    """The parts on pages of a height, each in the first column that has room."""
    pages: list[dict[str, ReferenceSpot]] = []
    ends: list[list[float]] = []  # of the columns of each page

    def put(part: ReferencePart, page: int) -> bool:
        columns = {"left": (0,), "right": (1,), "any": (0, 1), "wide": (0,)}[part.column]
        for column in columns:
            y = max(ends[page]) if part.column == "wide" else ends[page][column]
            if y + part.height - GAP <= height or y <= form.top:
                x = part.x if part.column == "wide" else column * form.right
                pages[page][part.name] = ReferenceSpot(x, round(y, 2))
                ends[page][column] = y + part.height
                if part.column == "wide":
                    ends[page] = [y + part.height] * 2
                return True
        return False

    for part in parts:
        if not any(put(part, page) for page in range(len(pages))):
            pages.append({})
            ends.append([NEXT if len(pages) > 1 else form.top] * 2)
            put(part, len(pages) - 1)
    return pages
