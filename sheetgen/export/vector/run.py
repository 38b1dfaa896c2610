"""A run of text: as glyph outlines, or as letters of a font that is in the file."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple
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
_LEFTWARD = ("R", "AL", "AN")
PAINTS = {"0": (True, False), "1": (False, True), "2": (True, True)}
"""Whether a text is filled, and stroked, by its mode."""


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
        return multiply((1, 0, 0, 1, self.along * self.scale[0], 0), self.matrix)

    @property
    def scale(self) -> tuple[float, float]:
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
                across, up = self.scale
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
            across, up = self.scale
            matrix = multiply((across, 0, 0, up, 0, 0), self.matrix)
            attributes += f' transform="{write_matrix(matrix)}"'
        attributes += write_attributes(self.state.describe_paint(*PAINTS[self.state.mode]))
        return f"<g{attributes}>{''.join(self._elements)}</g>"


class Letter(NamedTuple):
    """A letter, empty where it can't be one, with its glyph and place; 1000 to the em."""

    text: str
    glyph: int
    x: float
    y: float


class LetterRun(Run):
    """A run that may stay text: its letters are kept, and what its outlines are made of."""

    def __init__(self, state: GraphicsState, matrix: Matrix) -> None:
        super().__init__(state, matrix)
        self.letters: list[Letter] = []
        self._arrays: list[tuple[str, GraphicsState]] = []

    @property
    def text(self) -> str:
        """Its letters as a text."""
        return "".join(letter.text for letter in self.letters)

    @property
    def is_text(self) -> bool:
        """Whether all of its glyphs are letters that a browser would place as they are here."""
        stroked = self.state.mode != "0"
        upright = self.matrix[:4] in ((1, 0, 0, -1), (1, 0, 0, 1)) and self.state.stretch == 100
        return all(letter.text for letter in self.letters) and (upright or not stroked)

    def add_text(self, array: str, state: GraphicsState, document: Defs) -> None:
        """Sets the glyphs of a TJ array at the run's end, with the spacing and rise of `state`."""
        face = document.resources.faces[state.font]
        texts = document.resources.glyphs[state.font]
        space, y = state.spacing * 1000 / state.size, state.rise * 1000 / state.size
        glyphs, self.along = place_glyphs(face, array, self.along, space)
        for glyph, x in glyphs:
            self.letters.append(Letter(_spell(face, glyph, texts.get(glyph, "")), glyph, x, y))
        self._arrays.append((array, state))

    def trace(self, document: Defs) -> Run:
        """The same run as outlines."""
        run = Run(self.state, self.matrix)
        for array, state in self._arrays:
            run.add_text(array, state, document)
        return run


@lru_cache(maxsize=20_000)
def _spell(face: Face, glyph: int, text: str) -> str:
    """The letter that a glyph stands for; empty where a browser might choose or place another."""
    letter = face.spell(glyph, text)
    if not glyph or len(letter) != 1 or letter > "\uffff":
        return ""
    shown = letter.isprintable() or letter == "\xa0"
    plain = shown and not unicodedata.combining(letter)
    return letter if plain and unicodedata.bidirectional(letter) not in _LEFTWARD else ""


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
