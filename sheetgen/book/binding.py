"""Leaves to pages: labels, links that lead to their pages, the outline, and blank leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.parts.furniture import Furniture
from sheetgen.book.problem import BROKEN_LINK
from sheetgen.drawing.drawing import Drawing, Resources
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.nearest import Names
from sheetgen.pages.page import Bookmark, Link, Page, Placement

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
        targets = self.targets
        named = Names(target for target in targets if not target.startswith("#page-"))
        found = []
        for target, place in links:
            if target.startswith("#") and target not in targets:
                near = named.find(target)
                hint = f"did you mean {near}?" if near else "name a heading, such as #the-wall"
                found.append(BROKEN_LINK.at(place, f"this link leads nowhere: {target}", hint))
        return found

    @property
    def pages(self) -> list[Page]:
        """The pages, with their labels, links and outline."""
        geometry, targets = self.design.geometry, self.targets
        bleed = geometry.bleed
        wide, high = geometry.width + 2 * bleed, geometry.height + 2 * bleed
        pages = []
        for leaf, label in zip(self.leaves, self.labels, strict=True):
            drawing = Drawing(geometry.width, geometry.height, leaf.operators, self.resources)
            links = []
            for (x0, y0, x1, y1), target in leaf.links:
                box = (x0 + bleed, y0 + bleed, x1 + bleed, y1 + bleed)
                if target.startswith("#"):
                    if target in targets:
                        at, top = targets[target]
                        links.append(Link(box, page=at, top=top + bleed + 12))
                else:
                    links.append(Link(box, url=target))
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
