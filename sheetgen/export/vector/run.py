"""A run of text: as glyph outlines, or as letters of a font that is in the file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property, lru_cache
from xml.sax.saxutils import escape, quoteattr

from sheetgen.drawing.drawing import Matrix, invert, multiply
from sheetgen.export.vector.defs import (
    Defs,
    GraphicsState,
    Webfonts,
    drop_unprintable,
    fmt,
    move_outline,
    write_attributes,
    write_matrix,
)
from sheetgen.type.face import Face

_PIECE = re.compile(r"<[^>]*>|[^\s<\[\]]+")  # of a TJ array
_LEFTWARD = ("R", "AL", "AN")
PAINTS = {"0": (True, False), "1": (False, True), "2": (True, True)}
"""Whether a text is filled, and stroked, by its mode."""


class GlyphRun:
    """Text set with one paint and font; `along` is its unstretched advance, 1000 to the em.

    Its `glyphs` come with the text that each stands for, and its place; 1000 to the em.
    """

    def __init__(self, state: GraphicsState, matrix: Matrix, face: Face) -> None:
        self.state, self.matrix, self.face = state, matrix, face
        self.along = 0.0
        self.glyphs: list[tuple[str, int, float, float]] = []

    @property
    def end(self) -> Matrix:
        """The matrix of what follows the run."""
        return multiply((1, 0, 0, 1, self.along * self.scale[0], 0), self.matrix)

    @property
    def scale(self) -> tuple[float, float]:
        """Points per thousandth of an em, across and up."""
        return self.state.size * self.state.stretch / 100_000, self.state.size / 1000

    def add_text(self, array: str, state: GraphicsState, texts: Mapping[int, str]) -> None:
        """Sets the glyphs of a TJ array at the run's end, with the spacing and rise of `state`."""
        space, y = state.spacing * 1000 / state.size, state.rise * 1000 / state.size
        glyphs, self.along = place_glyphs(self.face, array, self.along, space)
        self.glyphs += [(texts.get(glyph, ""), glyph, x, y) for glyph, x in glyphs]

    def write(self, document: Defs) -> str:
        """The element that draws the run as outlines; empty for one without ink."""
        elements = []
        across, up = self.scale
        for _, glyph, x, y in self.glyphs:
            if self.state.mode == "0":
                defined = document.define_glyph(self.state.font, glyph)
                if defined:
                    elements.append(f'<use xlink:href="#{defined}"{_place(x, y)}/>')
            else:
                # A stroke must not be stretched with its letter, so the points are moved instead.
                matrix = multiply((across, 0, 0, up, across * x, up * y), self.matrix)
                outline = move_outline(self.face.outline(glyph), matrix)
                elements += [f'<path d="{outline}"/>'] if outline else []
        if not elements:
            return ""
        attributes = _label("".join([text for text, _, _, _ in self.glyphs]))
        if self.state.mode == "0":
            matrix = multiply((across, 0, 0, up, 0, 0), self.matrix)
            attributes += f' transform="{write_matrix(matrix)}"'
        attributes += self.state.write_paint(*PAINTS[self.state.mode])
        return f"<g{attributes}>{''.join(elements)}</g>"

    # As text that stays text

    @cached_property
    def letters(self) -> list[str]:
        """The letter of each glyph, empty for one that can't be written as a letter."""
        return [_spell(self.face, glyph, text) for text, glyph, _, _ in self.glyphs]

    @property
    def is_text(self) -> bool:
        """Whether all of its glyphs are letters that a browser would place as they are here."""
        stroked = self.state.mode != "0"
        upright = self.matrix[:4] in ((1, 0, 0, -1), (1, 0, 0, 1)) and self.state.stretch == 100
        return all(self.letters) and (upright or not stroked)


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


# Lines of text that stays text: runs joined in one element, so that words in several fonts can be
# found and copied. Each letter has its own x, as browsers round widths at small sizes.


_GAP, _STEP = 0.06, 0.8
"""How far apart, in font sizes, runs of one line may be: along it, and up or down."""
_PLACES = 3  # decimals of a letter's place


class TextLine:
    """Runs of which each begins where the one before it ends."""

    def __init__(self, run: GlyphRun) -> None:
        self.runs = [run]
        self._matrix = _turn(run)
        self._inverse = invert(self._matrix)

    def takes(self, run: GlyphRun) -> bool:
        """Whether a run continues the line, perhaps a little higher or lower."""
        matrix, last = _turn(run), self.runs[-1]
        if matrix[:4] != self._matrix[:4] or self._inverse is None:
            return False
        x, y = self._locate(run.matrix)
        end, base = self._locate(last.end)
        size = max(run.state.size, last.state.size)
        return abs(x - end) < _GAP * size and abs(y - base) < _STEP * size

    def add(self, run: GlyphRun) -> None:
        """Continues the line."""
        self.runs.append(run)

    def write(self, fonts: Webfonts) -> str:
        """The element of the line; empty for one without letters."""
        if not "".join(letter for run in self.runs for letter in run.letters).strip():
            return ""
        turned = self._matrix[:4] != (1, 0, 0, 1)
        place = f' transform="{write_matrix(self._matrix)}"' if turned else ""
        parts = [self._describe(run, fonts) for run in self.runs]
        if len(parts) == 1:
            return f"<text{place}{parts[0]}</text>"
        return f"<text{place}>{''.join(f'<tspan{part}</tspan>' for part in parts)}</text>"

    def _locate(self, matrix: Matrix) -> tuple[float, float]:
        """Where a run begins, in the coordinates of the text element."""
        if self._matrix[:4] == (1, 0, 0, 1):
            return matrix[4], matrix[5]
        assert self._inverse is not None
        x, y = multiply(matrix, self._inverse)[4:]
        return x, y

    def _describe(self, run: GlyphRun, fonts: Webfonts) -> str:
        """The attributes and letters of a run."""
        state = run.state
        numbers = (glyph for _, glyph, _, _ in run.glyphs)
        font = fonts.choose(run.face, zip(run.letters, numbers, strict=True))
        left, base = self._locate(run.matrix)
        em = state.size / 1000
        xs = [fmt(left + x * em, _PLACES) for _, _, x, _ in run.glyphs]
        ys = [fmt(base - y * em, _PLACES) for _, _, _, y in run.glyphs]
        if len(set(ys)) == 1:
            del ys[1:]
        place = f' x="{" ".join(xs)}" y="{" ".join(ys)}"'
        look = f' class="{font.look}" font-size="{fmt(state.size)}"'
        paint = state.write_paint(*PAINTS[state.mode])
        return f"{place}{look}{paint}>{escape(''.join(run.letters))}"


def _turn(run: GlyphRun) -> Matrix:
    """The matrix from letters that stand upright, y downwards, to where the run is."""
    return multiply((run.state.stretch / 100, 0, 0, -1, 0, 0), run.matrix)
