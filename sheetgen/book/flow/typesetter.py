"""Sets spans in faces: measures and hyphenates words, and writes lines as PDF operators."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

from sheetgen.book.flow.flowable import Span
from sheetgen.drawing.drawing import Resources
from sheetgen.drawing.tag import END_MARK, SOFT_HYPHEN
from sheetgen.ground.colour import Ink, color_operator, ink_components, parse_color
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.number import fmt, shorten
from sheetgen.svg.problem import MISSING_GLYPH
from sheetgen.type.face import Face
from sheetgen.type.fonts import Fonts, clean, measure, split_faces
from sheetgen.type.glyphs import show_glyphs
from sheetgen.type.linebreak import LineElement, Manner, WordPiece, cut_words

_JOINTS = re.compile(r"(?<=\w[-–—/])(?=[\w“‘])")
_CODE = Manner(re.compile(r"(?<=\w[-–—/._:=?&])(?=\w)"))
_HANG = {"-": 0.6, ".": 0.6, ",": 0.6, "’": 0.5, "”": 0.4, "‐": 0.6}
"""How far a character hangs out of the measure at the end of a justified line."""
_START = {"“": 0.4, "‘": 0.5}


class Typesetter:
    """Fonts, hyphenation and ink of a book, and the problems found with them."""

    def __init__(self, fonts: Fonts, ink: Ink = Ink.COLOR, language: str = "en-GB") -> None:
        self.fonts = fonts
        self.ink = ink
        self.resources = Resources()
        self.problems: list[Diagnostic] = []
        self.place: Place | None = None  # for texts that no file has at a place of their own
        self._missed: set[str] = set()
        self._widths: dict[tuple[str, int, bool, str], float] = {}
        self.language = language

    def fill(self, colour: str) -> str:
        """The operator that fills with a CSS colour, in the ink of the book, for texts."""
        return self._operator(colour, "text", stroke=False)

    def tint(self, colour: str) -> str:
        """The operator that fills an area with a CSS colour."""
        return self._operator(colour, "fill", stroke=False)

    def stroke(self, colour: str) -> str:
        """The operator that draws lines in a CSS colour."""
        return self._operator(colour, "stroke", stroke=True)

    def _operator(self, colour: str, use: str, stroke: bool) -> str:
        rgba = parse_color(colour) or (1.0, 1.0, 1.0, 1.0)
        return color_operator(ink_components(rgba[:3], self.ink, use), stroke)

    def faces(self, span: Span) -> tuple[Face, ...]:
        """The faces tried for a character, one after the other."""
        look = (span.weight, span.italic)
        return self.fonts.list_faces(span.family, *look) or self.fonts.list_faces(
            "sans-serif", *look
        )

    def width(self, span: Span, text: str) -> float:
        """The width of a text in the look of a span, in points."""
        key = (span.family, span.weight, span.italic, text)
        known = self._widths.get(key)
        if known is None:
            known = self._widths[key] = measure(text, self.faces(span))
        return (known + span.tracking * len(text)) * span.size / 1000

    def ascent(self, span: Span) -> float:
        """Return the height of a span's letters above the baseline, in points."""
        return self.faces(span)[0].ascent * span.size / 1000

    def descent(self, span: Span) -> float:
        """Return the depth of a span's letters below the baseline, in points, a negative number."""
        return self.faces(span)[0].descent * span.size / 1000

    def cut(
        self, spans: Sequence[Span], hyphenate: bool, most: float = inf
    ) -> tuple[list[LineElement], list[WordPiece]]:
        """The items of a paragraph for breaking it into lines, each with what it stands for.

        Parts of words wider than `most` are cut into letters.
        """
        manners = [
            Manner(_JOINTS, (span.tongue or self.language) if hyphenate else "", most)
            if span.language
            else _CODE._replace(most=most)
            for span in spans
        ]
        texts = [span.text for span in spans]
        return cut_words(texts, manners, lambda at, text: self.width(spans[at], text), False)

    def show(self, span: Span, text: str, words: float = 0.0, divided: bool = False) -> str:
        """The operators that show a text where the pen is, each space widened by `words`.

        The hyphen at its end, if a word is `divided` there, is not read out.
        """
        if divided:
            hyphen = f"{SOFT_HYPHEN} {self.show(span, text[-1])} {END_MARK}"
            return f"{self.show(span, text[:-1], words)} {hyphen}"
        parts: list[str] = []
        track = span.tracking * span.size / 1000
        if track:
            parts.append(f"{fmt(track)} Tc")
        if span.rise:
            parts.append(f"{fmt(span.rise)} Ts")
        pieces, missing = split_faces(clean(text), self.faces(span))
        for character in missing:
            self._miss(character, text, span)
        for face, part in pieces:
            glyphs = face.shape(part)
            name = face.name
            self.resources.faces[name] = face
            used = self.resources.glyphs.setdefault(name, {})
            for glyph in glyphs:
                if glyph.text or glyph.id not in used:
                    used[glyph.id] = glyph.text
            parts.append(f"/{name} {fmt(span.size)} Tf")
            parts.append(show_glyphs(glyphs, face.codes, span.size, track, words))
        if track:
            parts.append("0 Tc")
        if span.rise:
            parts.append("0 Ts")
        return " ".join(parts)

    def hang(self, span: Span, text: str, start: bool = False) -> float:
        """Return how far a line's last (or first) character may hang out of the measure."""
        share = (_START if start else _HANG).get(text[:1] if start else text[-1:], 0.0)
        return share * self.width(span, text[0] if start else text[-1]) if share else 0.0

    def _miss(self, character: str, text: str, span: Span) -> None:
        if character in self._missed:
            return
        self._missed.add(character)
        message = f"no font has '{character}' (U+{ord(character):04X}) of '{shorten(text)}'"
        hint = "put a font that has it into the project's fonts/ folder"
        self.problems.append(MISSING_GLYPH.at(span.place or self.place, message, hint))
