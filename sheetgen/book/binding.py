"""Leaves to pages: labels, links that lead to their pages, the outline, and blank leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sheetgen.book.definition import Book
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.parts.matter import fill_cover
from sheetgen.book.problem import BROKEN_LINK
from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.ground.diagnostics import Diagnostic, Names, Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM
from sheetgen.pages.page import Bookmark, Link, Page, Placement, share_drawing

DEEPEST = 2
"""The lowest level of headings in the outline."""


class Binding:
    """The leaves of a book in order."""

    def __init__(self, furniture: Furniture) -> None:
        self.furniture, self.design = furniture, furniture.design
        self.resources: Resources = furniture.design.setter.resources
        self.leaves: list[Leaf] = []
        self.labels: list[str] = []

    def add(self, leaves: Sequence[Leaf], label: Callable[[int], str]) -> None:
        """Adds a part whose pages are labelled by their numbers."""
        for leaf in leaves:
            self.add_leaf(leaf, label(leaf.number))

    def add_leaf(self, leaf: Leaf, label: str) -> None:
        """Adds a page."""
        self.leaves.append(leaf)
        self.labels.append(label)

    def finish(self, signature: int, back: Leaf | None, least: int = 0) -> None:
        """Adds blank pages up to a multiple of `signature`, with the back cover as the last one.

        There are no fewer than `least`.
        """
        last = self.leaves[-1].number
        multiple = max(signature, 2 if back else 1)
        while (count := len(self.leaves) + (back is not None)) % multiple or count < least:
            last += 1
            self.add_leaf(self.furniture.make_blank(last), str(last))
        if back is not None:
            back.number = last + 1
            self.add_leaf(back, str(back.number))

    @property
    def targets(self) -> dict[str, tuple[int, float]]:
        """Every place that a link may name: the position of its page in the book, and a height."""
        found: dict[str, tuple[int, float]] = {}
        height = self.design.geometry.height
        for at, (leaf, label) in enumerate(zip(self.leaves, self.labels, strict=True)):
            for name, top in leaf.anchors.items():
                found.setdefault(f"#{name}", (at, top))
            found.setdefault(f"#page-{label}", (at, height))
            for number, heading in enumerate(leaf.headings):
                found.setdefault(f"#page-{label}-{number}", (at, heading.top))
        return found

    def check(self, links: Sequence[tuple[str, Place]]) -> list[Diagnostic]:
        """Reports the links of the text that lead nowhere."""
        return check_links(links, self.targets)

    @property
    def pages(self) -> list[Page]:
        """The pages, with their labels, links and outline."""
        geometry, targets = self.design.geometry, self.targets
        bleed = geometry.bleed
        wide, high = geometry.width + 2 * bleed, geometry.height + 2 * bleed
        pages = []
        for leaf, label in zip(self.leaves, self.labels, strict=True):
            size = geometry.width, geometry.height
            drawing = Drawing(*size, leaf.operators, self.resources, tags=leaf.tags)
            links = []
            for (x0, y0, x1, y1), target, words, tags in leaf.links:
                box = (x0 + bleed, y0 + bleed, x1 + bleed, y1 + bleed)
                if target.startswith("#"):
                    if target in targets:
                        at, top = targets[target]
                        where = at, top + bleed + 12
                        links.append(Link(box, "", *where, words=words, tags=tags))
                else:
                    links.append(Link(box, url=target, words=words, tags=tags))
            marks = [
                Bookmark(heading.title, bleed, heading.top + bleed + 12, heading.level)
                for heading in leaf.headings
                if heading.level <= DEEPEST
            ]
            trim = (bleed, bleed, wide - bleed, high - bleed)
            pages.append(
                Page(
                    wide,
                    high,
                    (Placement(drawing, bleed, bleed),),
                    bookmarks=tuple(marks),
                    label=label,
                    links=tuple(links),
                    trim=trim,
                )
            )
        return pages


def check_links(links: Sequence[tuple[str, Place]], targets: Collection[str]) -> list[Diagnostic]:
    """Reports the links of a text that lead to none of the targets."""
    named = Names(target for target in targets if not target.startswith("#page-"))
    found = []
    for target, place in links:
        if target.startswith("#") and target not in targets:
            near = named.find(target)
            hint = f"did you mean {near}?" if near else "name a heading, such as #the-wall"
            found.append(BROKEN_LINK.at(place, f"this link leads nowhere: {target}", hint))
    return found


# The wrapper: a book's cover in one piece, with the back on the left and the spine between.


USUAL = "book/clean"
"""The folder whose spine is used for themes without one."""


@record
class Wrapping:
    """The requirements of a print shop for a book; lengths in points.

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
        """Return the width of the spine of so many pages."""
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
    if wrapping.barcode and wrapping.box and not book.isbn:
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
