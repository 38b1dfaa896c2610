"""The wrapper: a book's cover in one piece, with the back on the left and the spine between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.book.definition import Book
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.matter import fill_cover
from sheetgen.drawing.drawing import Drawing
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM
from sheetgen.pages.composition import share_drawing
from sheetgen.pages.page import Page, Placement

USUAL = "book/clean"
"""The folder whose spine is used for themes without one."""


@dataclass(frozen=True, slots=True)
class Wrapping:
    """What a print shop wants of a book; lengths in points.

    The spine is `spine` wide, or as `leaf` and `board` make it. From `spine_text` on it bears the
    title. `barcode` is kept free on the back, `inset` from its edges, as a white box with `box`.
    The interior has a multiple of `multiple` pages, and no fewer than `least`. Texts keep `safe`
    from the cut.
    """

    spine: float | None = None
    leaf: float = 0.0
    board: float = 0.0
    spine_text: float = 0.0
    barcode: tuple[float, float] | None = None
    inset: float = 0.0
    box: bool = False
    multiple: int = 1
    least: int = 0
    safe: float = 0.0

    def measure(self, pages: int) -> float:
        """How wide the spine of so many pages is."""
        return (pages + 1) // 2 * self.leaf + self.board if self.spine is None else self.spine

    @property
    def free(self) -> float:
        """The height of the back that texts stay above."""
        return self.inset * 2 + self.barcode[1] if self.barcode else 0.0


def wrap(
    covers: Sequence[Leaf], book: Book, furniture: Furniture, wrapping: Wrapping, pages: int
) -> Page:
    """The page of a whole cover, from those of front and back."""
    design = furniture.design
    geometry, resources = design.geometry, design.setter.resources
    front, back = covers
    bleed, across, high = geometry.bleed, geometry.width, geometry.height
    thick = wrapping.measure(pages)
    fold = bleed + across  # where the spine begins
    wide, tall = fold + thick + across + bleed, high + 2 * bleed

    def clip(x: float, width: float) -> str:
        return f"{fmt(x)} 0 {fmt(width)} {fmt(tall)} re W n"

    parts = [f"q {clip(0, fold)} 1 0 0 1 {fmt(bleed)} {fmt(bleed)} cm {back.operators} Q"]
    if wrapping.barcode and wrapping.box:
        w, h = wrapping.barcode
        x, y = fold - wrapping.inset - w, bleed + wrapping.inset
        parts.append(f"q 1 g {fmt(x)} {fmt(y)} {fmt(w)} {fmt(h)} re f Q")
    if thick > 0:
        drawing = _draw_spine(book, furniture, thick, thick >= wrapping.spine_text)
        x, y = fold - drawing.bleed, bleed - drawing.bleed
        name = share_drawing(drawing, resources)
        parts.append(f"q {clip(fold, thick)} 1 0 0 1 {fmt(x)} {fmt(y)} cm /{name} Do Q")
    begin = fold + thick
    parts.append(
        f"q {clip(begin, across + bleed)} 1 0 0 1 {fmt(begin)} {fmt(bleed)} cm {front.operators} Q"
    )
    whole = Drawing(wide, tall, "\n".join(parts), resources)
    trim = (bleed, bleed, wide - bleed, tall - bleed)
    return Page(wide, tall, (Placement(whole, 0.0, 0.0),), trim=trim)


def _draw_spine(book: Book, furniture: Furniture, thick: float, words: bool) -> Drawing:
    """The spine; one that is too narrow has no words."""
    art = replace(fill_cover(book, furniture), width=round(thick / MM, 3), words=words)
    own = f"{furniture.design.folder}/spine.svg"
    is_there = furniture.press.templates.find(own) is not None
    template = own if is_there else f"{USUAL}/spine.svg"
    return furniture.press.draw(template, art, "spine", furniture.source)
