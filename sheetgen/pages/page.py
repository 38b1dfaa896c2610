"""Pages, which the exporters know: drawings at positions, with crop marks and bookmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from hashlib import blake2b

from sheetgen.drawing.drawing import (
    Drawing,
    Joined,
    LaterDrawing,
    Resources,
    SharedForm,
    Tag,
    TagPath,
    TextResources,
    finish,
    map_box,
    matrix_operator,
)
from sheetgen.drawing.tag import END_MARK, begin_mark, has_cells, mark_cells, renumber, strip_cells
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record, replace


@record
class Placement:
    """A drawing whose lower left corner is at (x, y), in points from the page's lower left.

    `turn` is a number of quarter turns anticlockwise. The lower left corner of the space that a
    turned drawing takes is still at (x, y). `alt` says what it is before its words are read out;
    without it, and without tags in the drawing, it is no more than furniture of the page.
    """

    drawing: Drawing
    x: float
    y: float
    turn: int = 0
    alt: str = ""

    @property
    def width(self) -> float:
        """The width of the space it takes, in points."""
        return self.drawing.height if self.turn % 2 else self.drawing.width

    @property
    def height(self) -> float:
        """The height of the space it takes, in points."""
        return self.drawing.width if self.turn % 2 else self.drawing.height

    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """The matrix from the drawing's own coordinates to the page's."""
        x, y, w, h = self.x, self.y, self.drawing.width, self.drawing.height
        match self.turn % 4:
            case 0:
                return 1.0, 0.0, 0.0, 1.0, x, y
            case 1:
                return 0.0, 1.0, -1.0, 0.0, x + h, y
            case 2:
                return -1.0, 0.0, 0.0, -1.0, x + w, y + h
            case _:
                return 0.0, -1.0, 1.0, 0.0, x, y + w


@record
class Bookmark:
    """An entry of the PDF's outline that leads to a place on its page.

    `level` is 0 for a heading, and otherwise one more than that of the entry it is under. `page`
    is the index of another page that it leads to.
    """

    title: str
    x: float
    y: float
    level: int = 0
    page: int | None = None


class Link(NamedTuple):
    """A part of a page that leads elsewhere: to a `url`, or to a height on another page.

    `page` counts from 0; `top` is a height in points. `words` say where it leads, and `tags` are
    those of the text that it lies on.
    """

    box: Box
    url: str = ""
    page: int = 0
    top: float = 0.0
    words: str = ""
    tags: TagPath = ()


@record
class Page:
    """One side of a sheet of paper; lengths in points, origin at its lower left.

    `marks` are hairlines (x0, y0, x1, y1) of `MARK_WIDTH`, printed over everything else. `label`
    is what the page is called where its number is shown, such as `iv`. `trim` is the box to which
    the page is cut, None if nothing is printed beyond it, and `bleed` the box up to which it is
    printed, None for the whole page. `covered` is the area of the pieces on it, 0 on a page of
    backs.
    """

    width: float
    height: float
    placements: tuple[Placement, ...] = ()
    marks: tuple[tuple[float, float, float, float], ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    label: str = ""
    links: tuple[Link, ...] = ()
    trim: Box | None = None
    covered: float = 0.0
    bleed: Box | None = None


def finish_page(page: Page) -> Page:
    """The page with drawings that are drawn, if some were for later. Raises ProblemError."""
    if not any(isinstance(put.drawing, LaterDrawing) for put in page.placements):
        return page
    drawn = tuple(replace(put, drawing=finish(put.drawing)) for put in page.placements)
    return replace(page, placements=drawn)


MARK_WIDTH = 0.25
"""Width of a crop mark, in points."""


# Pages → content streams with shared resources, from which every exporter starts


Marks = tuple[Box, ...]
"""Lines, each from x, y to x, y."""


class Composition:
    """Pages that go into one file.

    A drawing placed on them more than once becomes a form, and so do marks that pages share.

    `resources` are those of all pages, including these forms.
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        self.resources = gather_resources(pages)
        uses = Counter(placement.drawing for page in pages for placement in page.placements)
        self._shared: dict[Drawing, str] = {}
        self._tables: dict[Drawing, str] = {}  # of these, the operators of those with cells
        for drawing, count in uses.items():
            if count > 1:
                operators = drawing.operators  # which are joined each time
                self._shared[drawing] = share_drawing(drawing, self.resources, operators)
                if has_cells(operators):
                    self._tables[drawing] = operators
        self._marks = {
            marks: _share_marks(marks, self.resources) if count > 1 else write_marks(marks)
            for marks, count in Counter(page.marks for page in pages).items()
            if marks
        }

    def compose(self, page: Page, tags: list[TagPath] | None = None) -> str:
        """The operators of one of the pages; with `tags`, as marked content whose tags are added.

        What is marked is numbered in the order of the list.
        """
        parts = []
        for placement in page.placements:
            drawing, place = placement.drawing, matrix_operator(placement.matrix)
            name = self._shared.get(drawing)
            operators = self._tables.get(drawing, "") if name else drawing.operators
            if tags is not None and placement.alt and has_cells(operators):
                describe = partial(_describe_part, placement)
                inner, paths = mark_cells(operators, len(tags), describe)
                parts.append(f"q {place}\n{inner}\nQ")
                tags += paths
            elif tags is None or not drawing.tags:
                shown = f"/{name} Do " if name else f"\n{strip_cells(operators)}\n"
                path = (_describe(placement),) if placement.alt else ()
                parts.append(_mark(f"q {place} {shown}Q", path, tags))
            else:
                parts.append(f"q {place}\n{renumber(operators or drawing.operators, len(tags))}\nQ")
                tags += drawing.tags
        if page.marks:
            parts.append(_mark(self._marks[page.marks], (), tags))
        return "\n".join(parts)


def _describe(placement: Placement) -> Tag:
    """Return the tag of a piece on a page."""
    drawing = placement.drawing
    box = map_box(placement.matrix, (0.0, 0.0, drawing.width, drawing.height))
    return Tag("Figure", placement.alt, drawing, box)


def _describe_part(placement: Placement, operators: str, is_first: bool) -> Tag:
    """Return the tag of what is around the tables of a piece, which is read out by its words."""
    part = Drawing(placement.width, placement.height, operators, Resources())
    return Tag("Figure", placement.alt if is_first else "", part, _describe(placement).box)


def _mark(operators: str, path: TagPath, tags: list[TagPath] | None) -> str:
    """Operators as marked content, if their tags are wanted."""
    if tags is None:
        return operators
    begin = begin_mark(path, len(tags))
    tags += [path] if path else []
    return f"{begin}\n{operators}\n{END_MARK}"


def gather_resources(pages: Sequence[Page]) -> Resources:
    """The joined resources of all drawings and of the forms inside them."""
    joined = Resources()
    seen: set[object] = set()
    for page in pages:
        for placement in page.placements:
            _gather(placement.drawing.resources, joined, seen)
    return joined


def _gather(resources: Resources, joined: Resources, seen: set[object]) -> None:
    """Adds what has not been seen yet."""
    if isinstance(resources, Joined):
        for part in resources.parts:
            if part not in seen:
                seen.add(part)
                for own in part.resources:
                    _gather(own, joined, seen)
    elif resources not in seen:
        seen.add(resources)
        joined.add(resources)
        if not isinstance(resources, TextResources):
            for form in resources.forms.values():
                _gather(form.resources, joined, seen)


def write_marks(marks: Marks) -> str:
    """The operators that draw crop marks."""
    lines = [f"{fmt(x)} {fmt(y)} m {fmt(x1)} {fmt(y1)} l" for x, y, x1, y1 in marks]
    return f"q 0 G {MARK_WIDTH} w {' '.join(lines)} S Q"


def share_drawing(drawing: Drawing, resources: Resources, operators: str = "") -> str:
    """Makes a form of a drawing, perhaps by its `operators`; returns its resource name."""
    box = (0.0, 0.0, drawing.width, drawing.height)
    return _add_form(resources, box, strip_cells(operators or drawing.operators), drawing.resources)


def _share_marks(marks: Marks, resources: Resources) -> str:
    """Makes a form of crop marks; returns the operators that draw it."""
    xs = [x for mark in marks for x in mark[::2]]
    ys = [y for mark in marks for y in mark[1::2]]
    w = MARK_WIDTH
    box = (min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w)
    return f"/{_add_form(resources, box, write_marks(marks), Resources())} Do"


def _add_form(resources: Resources, box: Box, operators: str, inner: Resources) -> str:
    """Adds a form, named after what it draws; returns its resource name."""
    name = "D" + blake2b(operators.encode("latin-1"), digest_size=6).hexdigest()
    if name not in resources.forms:
        resources.forms[name] = SharedForm(name, box, operators, inner)
    return name
