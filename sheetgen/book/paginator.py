"""The document that Platypus fills: pages with mirrored margins, and what is on each.

ISO 216 and trade sizes alike: lengths are points from the trimmed page's lower left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.platypus.doctemplate import (
    ActionFlowable,
    BaseDocTemplate,
    LayoutError,
    PageTemplate,
)
from reportlab.platypus.frames import Frame

from sheetgen.book.flow.box import Columns, FullPage, Opening, PageBreak
from sheetgen.book.flow.canvas import Heading, Leaf
from sheetgen.book.flow.flowable import Flowable, References, resolve
from sheetgen.book.flow.galley import Galley
from sheetgen.book.flow.table import TableBlock
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.section import LEAST_FILL, Cutouts, find_foot, measure_fill
from sheetgen.book.problem import NO_PLACE
from sheetgen.book.theme import Geometry
from sheetgen.drawing.drawing import Tag, matrix_operator
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.guard import Piece, renew_piece
from sheetgen.ground.number import fmt
from sheetgen.pages.page import share_drawing, write_marks

MOST_PAGES = 5000


class Paginator(BaseDocTemplate):  # type: ignore[misc]
    """One part of a book: front matter, body or back matter."""

    def __init__(
        self,
        furniture: Furniture,
        first: int = 1,
        style: str = "text",
        looser: int = 0,
        quick: bool = False,
    ) -> None:
        """Paragraphs have `looser` lines more than is best, where that is set well.

        With `quick`, pages that would be nearly empty stay so.
        """
        geometry = furniture.design.geometry
        super().__init__("", pagesize=(geometry.width, geometry.height), allowSplitting=1)
        self.furniture, self.geometry, self.first = furniture, geometry, first
        self.pictures: list[FullPage] = []
        self.looser, self.eases = looser, () if quick else EASES
        self.style, self.title_now = style, Heading("", 0, 0.0)
        self.current: Any = None  # what is being placed
        self._fault: ProblemError | None = None  # what stopped a page, before Platypus changed it
        self.is_begun = False  # whether there is something on this page
        self.addPageTemplates([PageTemplate("page", [Frame(0, 0, 1, 1, 0, 0, 0, 0)])])

    def make(
        self, flowables: Sequence[Flowable], references: References | None = None
    ) -> list[Leaf]:
        """The leaves of the flowables. Raises ProblemError for anything higher than a page.

        A part with pages that would be nearly empty is set again a little tighter or looser.
        """
        known = (references or References()).ease(self.looser, 1.0)
        self._check(flowables)
        leaves: list[Leaf] = []
        for part in divide(flowables):
            made = self._build(resolve(part, known))
            poor = count_poor(made)
            for ease in self.eases if poor else ():
                tried = self._build(resolve(part, known.ease(*ease)))
                if (less := count_poor(tried)) < poor:
                    made, poor = tried, less
                if not poor:
                    break
            leaves += made
            self.first += len(made)
        return leaves

    def _build(self, part: Sequence[Flowable]) -> list[Leaf]:
        """The leaves of a part."""
        design = self.furniture.design
        opening = [thing for thing in part[:1] if isinstance(thing, Opening)]
        flow = arrange(part[len(opening) :], self.geometry)
        rule = design.stroke("rule")
        canvas = self.furniture.open_canvas(self.first)
        style, title, self._fault = self.style, self.title_now, None
        try:
            place = self.furniture.design.setter.place
            with Piece(place.file if place else "a book", has_parts=True):
                galley = [Galley(flow, design.line, rule)] if flow else []
                self.build([*opening, *galley], canvasmaker=lambda *_, **__: canvas)
        except LayoutError:
            raise ProblemError([self._explain()]) from None
        except Exception:
            if self._fault is None:
                raise
            # Platypus makes a new exception of its type, with nothing but its text.
            raise self._fault from None
        finally:
            self.style, self.title_now = style, title
        return canvas.leaves

    def _explain(self) -> Diagnostic:
        """Explain why there is no place for what is being placed."""
        current = self.current
        place = current.locate() if isinstance(current, Flowable) else None
        message = "this is taller than the page, or than the space it has"
        hint = "it can't be split: make it smaller, or make two of it"
        if isinstance(current, PageBreak):
            message, hint = "too many empty pages would follow each other here", "leave some out"
        return NO_PLACE.at(place or self.furniture.design.setter.place, message, hint)

    def handle_flowable(self, flowables: list[Any]) -> None:
        """Places the first of the flowables, which is remembered if that is impossible."""
        self.current = flowables[0] if flowables else None
        super().handle_flowable(flowables)

    def _check(self, flowables: Sequence[Flowable]) -> None:
        """Makes sure that every row of a table fits on a page, and notes which tables do not.

        Raises ProblemError.
        """
        geometry = self.geometry
        for table in flowables:
            if isinstance(table, Columns):
                self._check(table.flowables)
            if not isinstance(table, TableBlock):
                continue
            laid = table.lay(geometry.measure if table.wide else geometry.column)
            table.tall = sum(laid.heights) > geometry.depth
            for row, height in zip(laid.rows.every, laid.heights, strict=True):
                if height > 0.8 * geometry.depth:
                    spans = [span for cell in row for span in cell.spans]
                    message = "this row of a table is nearly as tall as the page, or taller"
                    hint = "a row can't be split: make several rows of it"
                    place = spans[0].place if spans else None
                    raise ProblemError([NO_PLACE.at(place, message, hint)])

    def print_pages(self, parts: Sequence[Cutouts]) -> list[Leaf]:
        """The leaves of pages that are laid out already, with their numbers."""
        canvas = self.furniture.open_canvas(self.first)
        page = self.first
        seen: set[str] = set()
        for part in parts:
            if part.title not in seen:
                canvas.leaf.headings.append(Heading(part.title, 1, self.geometry.height))
            seen.add(part.title)
            turn = f"0 1 -1 0 {fmt(self.geometry.width)}" if part.turned else "1 0 0 1 0"
            for sheet in part.pages:
                self.furniture.dress(canvas, page, "cutout", Heading(part.title, 1, 0.0))
                canvas.put(f"q {turn} {fmt(find_foot(self.geometry))} cm")
                for placed in sheet.placements:
                    name = share_drawing(placed.drawing, canvas.resources)
                    with canvas.within(Tag("Figure", placed.alt, placed.drawing)):
                        canvas.express(f"q {matrix_operator(placed.matrix)} /{name} Do Q")
                canvas.show(write_marks(sheet.marks))
                canvas.put("Q")
                canvas.leaf.fill = measure_fill(sheet, bool(part.turned))
                canvas.showPage()
                page += 1
        return canvas.leaves

    def handle_documentBegin(self) -> None:  # noqa: N802
        """Starts at the number of the first page."""
        super().handle_documentBegin()
        self.page = self.first - 1

    def handle_pageBegin(self) -> None:  # noqa: N802
        """Moves the frame to the side that this page has its margins on."""
        geometry = self.geometry
        if self.page - self.first >= MOST_PAGES:
            message = f"this book has more than {MOST_PAGES:,} pages"
            place = self.furniture.design.setter.place
            raise ProblemError([NO_PLACE.at(place, message, "make several books of it")])
        left, size = geometry.left(self.page + 1), (geometry.measure, geometry.depth)
        self.pageTemplate.frames = [Frame(left, geometry.bottom, *size, 0, 0, 0, 0)]
        self.is_begun = False
        if self.style in ("opener", "blank", "art"):
            self.style = "text"
        super().handle_pageBegin()

    def afterFlowable(self, flowable: Any) -> None:  # noqa: N802
        """Notes that something stands on this page."""
        self.is_begun = self.is_begun or not isinstance(flowable, ActionFlowable)

    def afterPage(self) -> None:  # noqa: N802
        """Draws what stands on a page besides its text, by the part that has begun on it."""
        renew_piece()
        for heading in self.canv.leaf.headings:
            if heading.level == 0:
                self.title_now = heading
        try:
            self.furniture.dress(self.canv, self.page, self.style, self.title_now)
        except ProblemError as error:
            self._fault = error
            raise

    def handle_pageEnd(self) -> None:  # noqa: N802
        """Puts pictures that fill a page after the one that ends."""
        super().handle_pageEnd()
        while self.pictures:
            self.page += 1
            self.pictures.pop(0).paint(self.canv, self.geometry.width, self.geometry.height)
            self.canv.showPage()

    def show_page(self, picture: FullPage) -> None:
        """Puts a picture on the page after this one."""
        self.pictures.append(picture)

    def open_part(self, part: Opening) -> None:
        """Go on to the page that a part of the book begins on."""
        if self.is_begun:
            self._turn_page()
        if part.art:
            if part.recto and self.page % 2:  # the picture faces the part
                self._turn_page("blank")
            part.art.paint(self.canv, self.geometry.width, self.geometry.height)
            self._turn_page("art")
        if part.recto and self.page % 2 == 0:
            self._turn_page("blank")
        self.style = part.dress
        if part.title is not None:
            self.title_now = Heading(part.title, 0, 0.0)

    def _turn_page(self, style: str = "") -> None:
        """Ends this page, in that style, and begins the next."""
        self.style = style or self.style
        self.handle_pageBreak()
        self.clean_hanging()


EASES = (-1, 1.0), (0, 0.8), (-1, 0.8), (1, 1.0), (-1, 0.6), (1, 1.2), (-1, 0.4), (1, 1.5)
"""Ways to set a part again: lines more in each paragraph, and the share of space around things."""


def count_poor(leaves: Sequence[Leaf]) -> int:
    """The number of pages of a part that have hardly anything on them; its only one may be so."""
    fills = [leaf.fill for leaf in leaves if leaf.fill is not None]
    return sum(fill < LEAST_FILL for fill in fills) if len(leaves) > 1 else 0


def divide(flowables: Sequence[Flowable]) -> Iterator[list[Flowable]]:
    """The parts of a book, which begin with their openings."""
    part: list[Flowable] = []
    for flowable in flowables:
        if isinstance(flowable, Opening) and part:
            yield part
            part = []
        part.append(flowable)
    if part:
        yield part


def arrange(flowables: Sequence[Flowable], geometry: Geometry) -> list[Flowable]:
    """The flowables; those not wide are gathered in columns, if the page has columns."""
    if geometry.columns == 1:
        return list(flowables)
    arranged: list[Flowable] = []
    narrow: list[Flowable] = []

    def close() -> None:
        if narrow:
            step = geometry.leading
            looks = (geometry.columns, geometry.gutter, step, 0.5 * step)
            arranged.append(Columns(tuple(narrow), *looks))
            narrow.clear()

    wide = False
    ordered: list[tuple[Flowable, bool]] = []
    for flowable in reversed(flowables):
        # A heading goes with the text below it.
        wide = flowable.wide or (wide and flowable.keep)
        ordered.append((flowable, wide))
    for flowable, wide in reversed(ordered):
        if wide:
            close()
            arranged.append(flowable)
        else:
            narrow.append(flowable)
    close()
    return arranged
