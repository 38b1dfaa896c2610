"""A run of text as glyph outlines."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.sax.saxutils import quoteattr

from sheetgen.drawing.drawing import Matrix, multiply
from sheetgen.export.vector.attribute import (
    drop_unprintable,
    fmt,
    move_outline,
    write_attributes,
    write_matrix,
)
from sheetgen.export.vector.defs import Defs
from sheetgen.export.vector.state import GraphicsState
from sheetgen.type.face import Face

_PIECE = re.compile(r"<[^>]*>|[^\s<\[\]]+")  # of a TJ array
_PAINTS = {"0": (True, False), "1": (False, True), "2": (True, True)}  # filled, stroked


class Run:
    """Text set with one paint and font; `along` is its unstretched advance, 1000 to the em."""

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
        """Points per thousandth of an em, across and up."""
        return self.state.size * self.state.stretch / 100_000, self.state.size / 1000

    def add_text(self, array: str, state: GraphicsState, document: Defs) -> None:
        """Sets the glyphs of a TJ array at the run's end, with the spacing and rise of `state`."""
        resources, font, size = document.resources, state.font, state.size
        face = resources.faces[font]
        space, y = state.spacing * 1000 / size, state.rise * 1000 / size
        glyphs, self.along = place_glyphs(face, array, self.along, space)
        texts = resources.glyphs[font]
        for glyph, x in glyphs:
            if self.state.mode == "0":
                defined = document.define_glyph(font, glyph)
                if defined:
                    self._elements.append(f'<use xlink:href="#{defined}"{_place(x, y)}/>')
            else:
                # A stroke must not be stretched with its letter, so the points are moved instead.
                across, up = self._scale
                matrix = multiply((across, 0, 0, up, across * x, up * y), self.matrix)
                outline = move_outline(face.outline(glyph), matrix)
                self._elements += [f'<path d="{outline}"/>'] if outline else []
            self._text += texts.get(glyph, "")

    def write(self) -> str:
        """The element that draws the run; empty for one without ink."""
        if not self._elements:
            return ""
        attributes = _label(self._text)
        if self.state.mode == "0":
            across, up = self._scale
            matrix = multiply((across, 0, 0, up, 0, 0), self.matrix)
            attributes += f' transform="{write_matrix(matrix)}"'
        attributes += write_attributes(self.state.describe_paint(*_PAINTS[self.state.mode]))
        return f"<g{attributes}>{''.join(self._elements)}</g>"


@lru_cache(maxsize=20_000)
def place_glyphs(
    face: Face, array: str, along: float, space: float
) -> tuple[tuple[tuple[int, float], ...], float]:
    """The glyphs of a TJ array with their positions, and the next position; 1000 to the em.

    `along` is the position of the first one, `space` is added after each.
    """
    placed = []
    for piece in _PIECE.findall(array):
        if piece[0] != "<":
            along -= float(piece)
            continue
        for at in range(1, len(piece) - 1, 4):
            glyph = int(piece[at : at + 4], 16)
            placed.append((glyph, along))
            along += face.advance(glyph) + space
    return tuple(placed), along


@lru_cache(maxsize=20_000)
def _label(text: str) -> str:
    """The attributes that give a text to those who can't see it."""
    label = drop_unprintable(text).strip()
    return f' role="img" aria-label={quoteattr(label)}' if label else ""


@lru_cache(maxsize=20_000)
def _place(x: float, y: float) -> str:
    return write_attributes({"x": fmt(x, 1), "y": fmt(y, 1)})
