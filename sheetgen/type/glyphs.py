"""Shaped glyphs as PDF text operators.

ISO 32000-1 §9.4.3 (TJ adjusts in thousandths of the font size) and §9.3.7 (the rise).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.ground.number import fmt
from sheetgen.type.face import Face
from sheetgen.type.glyphtable import ODD, Glyph, find_back


def show_glyphs(
    glyphs: Sequence[Glyph], face: Face, size: float, letters: float = 0.0, words: float = 0.0
) -> str:
    """The operators that show glyphs at a font size, with kerning, and marks in their places.

    `letters` is the letter spacing in force (Tc), and `words` the space to add to each space.
    """
    if not words:
        shown = "".join([glyph.shown for glyph in glyphs])
        if ODD not in shown and shown:
            if "<" not in shown:
                return f"<{shown}> Tj"
            return f"[<{shown[:-1] if shown[-1] == '<' else shown + '>'}] TJ"
    line = _Line()
    hexes, codes = line.hexes, face.codes
    for code, advance, dx, dy, text, _ in glyphs:
        if dy:
            line.end_array()
            line.operators.append(f"{fmt(dy * size / 1000)} Ts")
        if dx or not text:
            # A mark belongs to the letter before it, which already has its letter spacing.
            line.move((0.0 if text else letters * 1000 / size) - dx)
        digits, natural = codes[code]
        hexes.append(digits)
        adjust = natural - advance + dx
        if words and text == " ":
            adjust -= words * 1000 / size
        if back := find_back(adjust):
            line.move(back)
        if dy:
            line.end_array()
            line.operators.append("0 Ts")
    line.end_array()
    return " ".join(line.operators)


class _Line:
    """Operators, and the contents of the next TJ array."""

    def __init__(self) -> None:
        self.operators: list[str] = []
        self.hexes: list[str] = []
        self._items: list[str] = []
        self._back = 0.0

    def move(self, back: float) -> None:
        """Moves the next glyph back by thousandths of the font size."""
        self._end_string()
        self._back += back

    def end_array(self) -> None:
        """Writes the operator that shows the array so far."""
        self._end_string()
        self._end_number()
        if self._items:
            plain = len(self._items) == 1 and self._items[0][0] == "<"
            shown = self._items[0] if plain else f"[{''.join(self._items)}]"
            self.operators.append(f"{shown} {'Tj' if plain else 'TJ'}")
            self._items.clear()

    def _end_number(self) -> None:
        if self._back:
            self._items.append(fmt(self._back))
            self._back = 0.0

    def _end_string(self) -> None:
        if self.hexes:
            self._end_number()
            self._items.append(f"<{''.join(self.hexes)}>")
            self.hexes.clear()
