"""Art of the theme in the text, and pages that are all picture."""

from __future__ import annotations

from typing import Any

from reportlab.platypus.doctemplate import ActionFlowable
from reportlab.platypus.flowables import Flowable

from sheetgen.drawing.drawing import Drawing


class Ornament(Flowable):  # type: ignore[misc]
    """One of the theme's ornaments, in the middle of its line."""

    keep = wide = False

    def __init__(self, name: str, height: float) -> None:
        super().__init__()
        self.name, self.height = name, height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        return width, self.height

    def draw(self) -> None:
        drawing = self.canv.ornament(self.name)
        x = (self.width - drawing.trim_width) / 2
        self.canv.place(drawing, x, (self.height - drawing.trim_height) / 2)


class FullPage(ActionFlowable):  # type: ignore[misc]
    """A picture that fills the next page out to its bleed."""

    keep = False
    wide = True

    def __init__(self, drawing: Drawing, scale: float) -> None:
        super().__init__(())
        self.drawing, self.scale = drawing, scale

    def paint(self, canvas: Any, width: float, height: float) -> None:
        """Fills a page of that size, and its bleed."""
        x = (width - self.drawing.trim_width * self.scale) / 2
        y = (height - self.drawing.trim_height * self.scale) / 2
        canvas.place(self.drawing, x, y, self.scale, cut=False)

    def apply(self, doc: Any) -> None:
        """Puts it on the page after this one; the text goes on where it was."""
        doc.pictures.append(self)
