"""Lines: a `<text>` with nothing but words at one place, whose style is examined only once.

Names are new on every sheet, while everything around them stays the same. What needs more than
this, such as another face for some of its letters, is drawn by `text.py`.
"""

from __future__ import annotations

import re

from sheetgen.ground.number import fmt
from sheetgen.svg.context import Context
from sheetgen.svg.paint.paint import Colours, make_state, resolve_colours
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import EMPTY, TEXT_WEIGHT, Fragment, StreamSetting
from sheetgen.svg.text.chunk import LETTERS, Collector, TextRun, is_straight, transform
from sheetgen.svg.text.text import find_extent, lower, read_room
from sheetgen.svg.text.wrap import fit_width
from sheetgen.type.face import Face
from sheetgen.type.glyphs import show_glyphs

_LONGEST = 1000
"""Letters of the longest text that is drawn here."""
_SPACES = " {2,}"
_PLAIN = Own()
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_MORE = ("dx", "dy", "textLength", "lengthAdjust", "data-height", "transform")
"""Attributes that a line knows nothing of."""


class Line:
    """The place, face and colours of a line; lengths in user units."""

    __slots__ = (
        "_anchor",
        "_colours",
        "_context",
        "_face",
        "_lower",
        "_room",
        "_style",
        "_usual",
        "x",
        "y",
    )

    def __init__(
        self, element: Element, style: Style, face: Face, colours: Colours, context: Context
    ) -> None:
        """Raises FaultError for a place or width that can't be read."""
        collector = Collector(context, flowing=False)
        collector.collect(Element("text", element.attributes), style)
        self.x, self.y = collector.chunks[0].x or 0.0, collector.chunks[0].y or 0.0
        self._room = read_room(element, "data-width", style, context)
        self._style, self._face, self._colours, self._context = style, face, colours, context
        self._lower = lower(TextRun("", style, face, ()))
        self._anchor = _ANCHORS[style.text_anchor]
        self._usual: tuple[StreamSetting, str, str, float, float] | None = None  # at full size

    def draw(self, text: str) -> Fragment | None:
        """Return the drawing of printable words; None if they need more than a line.

        Raises FaultError if they do not fit.
        """
        if len(text) > _LONGEST:
            return None
        face, style, context = self._face, self._style, self._context
        text = transform(text, style.text_transform)
        if not (face.covers_all(text) and is_straight(text)):
            return None
        context.work -= len(text) // LETTERS
        words = (re.sub(_SPACES, " ", text) if "  " in text else text).strip(" ")
        if not words:
            return EMPTY
        glyphs = face.shape(words)
        run = TextRun(words, style, face, glyphs)
        width, scale, letter = run.width, 1.0, style.letter_spacing
        if self._room is not None and width > self._room:
            scale = fit_width((run,), self._room, context)
            width, letter = width * scale, letter * scale
        usual = self._usual if scale == 1 else None
        if usual is None:
            usual = self._prepare(style.font_size * scale, scale)
            if scale == 1:
                self._usual = usual
        state, left, down, top, bottom = usual
        x = self.x
        if self._anchor:
            x -= width * self._anchor
            left = fmt(x)
        shown = show_glyphs(glyphs, face.codes, style.font_size * scale, letter)
        operators = f"1 0 0 -1 {left} {down} Tm {shown}"
        if letter:
            operators = f"{fmt(letter)} Tc {operators} 0 Tc"
        extents = (((), (x, top, x + width - max(0.0, letter), bottom)),)
        return Fragment(
            operators, state, extents, (context.list_glyphs(face, words),), weight=TEXT_WEIGHT
        )

    def _prepare(self, size: float, scale: float) -> tuple[StreamSetting, str, str, float, float]:
        """The state of letters of a size, their y, and where they end above and below."""
        font = f"/{self._face.name} {fmt(size)} Tf"
        state = make_state(self._colours, self._style, self._context, "text", font)
        y = self.y + self._lower * scale
        ((_, (_, top, _, bottom)),) = find_extent(self._face, size, 0.0, 0.0, y)
        return state, fmt(self.x), fmt(y), top, bottom


def plan_line(element: Element, style: Style, own: Own, context: Context) -> Line | None:
    """The line of a <text> in a style; None if it needs more. Raises FaultError."""
    face = context.fonts.find(style.font_family, *style.traits)
    if face is None or own != _PLAIN or any(name in element.attributes for name in _MORE):
        return None
    spaced = style.word_spacing or style.white_space != "normal"
    served = style.fill.reference or style.stroke.reference
    if spaced or style.text_decoration or served or style.visibility != "visible":
        return None
    colours = resolve_colours(style, style.fill, style.stroke)
    opaque = colours.fill_alpha >= 1 and colours.stroke_alpha >= 1
    if not opaque or list(colours.passes) != ["f"]:
        return None
    return Line(element, style, face, colours, context)
