"""Tables of a face's glyphs: how each is written, and how wide it is.

Lengths are in thousandths of the font size (1000 to the em).
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
