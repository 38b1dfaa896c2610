"""Glyphs of a face, how wide each is, and shaped glyphs as PDF text operators.

Lengths are in thousandths of the font size (1000 to the em). ISO 32000-1 §9.4.3 (TJ adjusts in such
thousandths) and §9.3.7 (the rise).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import uharfbuzz as hb

from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple

ODD = "?"
"""How a glyph is shown that can't be written on its own."""
_SLIGHT = 0.5  # thousandths of the font size by which a glyph may be out of place


class Glyph(NamedTuple):
    """One glyph of a shaped text; lengths in thousandths of the font size."""

    id: int
    advance: float
    dx: float
    dy: float
    text: str  # what it stands for; empty for a second glyph of the same characters
    shown: str  # in the array of a PDF's TJ, with the space after it; ODD if it needs more


class Glyphs(dict[tuple[int, tuple[int, ...], str], Glyph]):
    """Glyphs by id, place in font units and text: every e before an r is the same object."""

    def __init__(self, scale: float, codes: Codes) -> None:
        self._scale = scale
        self._codes = codes

    def __missing__(self, key: tuple[int, tuple[int, ...], str]) -> Glyph:
        code, (dx, dy, advance, _), text = key
        wide = advance * self._scale
        digits, natural = self._codes[code]
        back = find_back(natural - wide)
        shown = (f"{digits}>{fmt(back)}<" if back else digits) if text and not (dx or dy) else ODD
        made = Glyph(code, wide, dx * self._scale, dy * self._scale, text, shown)
        self[key] = made
        return made


class Codes(dict[int, tuple[str, float]]):
    """Each glyph's id as PDF text has it, in hexadecimal, and its advance width without kerning."""

    def __init__(self, font: hb.Font, scale: float) -> None:
        self._font = font
        self._scale = scale

    def __missing__(self, glyph: int) -> tuple[str, float]:
        advance = float(self._font.get_glyph_h_advance(glyph)) * self._scale
        made = self[glyph] = f"{glyph:04X}", advance
        return made


class Plain(dict[str, int]):
    """The glyph that a face has for a character, 0 for none, and for what is not one character."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, text: str) -> int:
        made = self[text] = self._find(ord(text)) if len(text) == 1 else 0
        return made


def find_back(adjust: float) -> float:
    """By how much what follows a glyph is really moved back; nothing for what nobody sees."""
    return 0.0 if -_SLIGHT <= adjust <= _SLIGHT else adjust


def measure_glyphs(glyphs: Sequence[Glyph]) -> float:
    """The advance width of shaped glyphs, in thousandths of the font size."""
    return sum([glyph.advance for glyph in glyphs])


def show_glyphs(
    glyphs: Sequence[Glyph], codes: Codes, size: float, letters: float = 0.0, words: float = 0.0
) -> str:
    """The operators that show glyphs at a font size, with kerning, and marks in their places.

    `codes` are those of their face, `letters` is the letter spacing in force (Tc), and `words` the
    space to add to each space.
    """
    if not words:
        shown = "".join([glyph.shown for glyph in glyphs])
        if ODD not in shown and shown:
            if "<" not in shown:
                return f"<{shown}> Tj"
            return f"[<{shown[:-1] if shown[-1] == '<' else shown + '>'}] TJ"
    line = _Line()
    hexes = line.hexes
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
