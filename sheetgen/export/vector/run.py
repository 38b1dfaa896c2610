"""A run of text as glyph outlines."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from sheetgen.drawing.drawing import Matrix, multiply
from sheetgen.export.vector.attribute import (
    drop_unprintable,
    move_outline,
    write_attributes,
    write_matrix,
)
from sheetgen.export.vector.defs import Defs
from sheetgen.export.vector.state import GraphicsState
from sheetgen.ground.number import fmt

_PAINTS = {"0": (True, False), "1": (False, True), "2": (True, True)}  # filled, stroked


class Run:
    """Text set with one paint and font; `along` is its advance, 1000 to the em, unstretched."""

    def __init__(self, state: GraphicsState, matrix: Matrix) -> None:
        self.state = state
        self.matrix = matrix
        self.along = 0.0
        self._text = ""
        self._elements: list[str] = []

    @property
    def end(self) -> Matrix:
        """The matrix of what follows the run."""
        return multiply((1, 0, 0, 1, self.along * self._scale[0], 0), self.matrix)

    @property
    def _scale(self) -> tuple[float, float]:
        """Points to a thousandth of an em, across and up."""
        return self.state.size * self.state.stretch / 100_000, self.state.size / 1000

    def add_glyph(self, glyph: int, state: GraphicsState, document: Defs) -> None:
        """Sets a glyph at the run's end, with the spacing and rise of `state`."""
        resources, font, size = document.resources, state.font, state.size
        face = resources.faces[font]
        x, y = self.along, state.rise * 1000 / size
        if self.state.mode == "0":
            defined = document.define_glyph(font, glyph)
            place = write_attributes({"x": fmt(x, 1), "y": fmt(y, 1)})
            element = f'<use xlink:href="#{defined}"{place}/>' if defined else ""
        else:
            # A pen is not stretched with its letter, so the letter's points are moved instead.
            across, up = self._scale
            matrix = multiply((across, 0, 0, up, across * x, up * y), self.matrix)
            outline = move_outline(face.outline(glyph), matrix)
            element = f'<path d="{outline}"/>' if outline else ""
        self._elements += [element] if element else []
        self._text += resources.glyphs[font].get(glyph, "")
        self.along += face.advance(glyph) + state.spacing * 1000 / size

    def write(self) -> str:
        """The element that draws the run; empty for one without ink."""
        if not self._elements:
            return ""
        label = drop_unprintable(self._text).strip()
        attributes = f' role="img" aria-label={quoteattr(label)}' if label else ""
        if self.state.mode == "0":
            across, up = self._scale
            matrix = multiply((across, 0, 0, up, 0, 0), self.matrix)
            attributes += f' transform="{write_matrix(matrix)}"'
        attributes += write_attributes(self.state.describe_paint(*_PAINTS[self.state.mode]))
        return f"<g{attributes}>{''.join(self._elements)}</g>"
