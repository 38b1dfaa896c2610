"""Runs: characters of one style and one face, shaped."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import field

from sheetgen.ground.number import shorten
from sheetgen.ground.record import record, replace
from sheetgen.svg.context import Context
from sheetgen.svg.problem import MISSING_GLYPH, UNKNOWN_FONT, UNSUPPORTED_PROPERTY, Problem
from sheetgen.svg.read.style import Style
from sheetgen.type.face import Face
from sheetgen.type.fallback import clean, split_faces
from sheetgen.type.glyphtable import Glyph, measure_glyphs

_WORD = r"(?<![\w'’])[^\W\d_]"
_LEFTWARD = ("R", "AL", "AN")


@record(frozen=False)
class Run:
    """Characters of one style and face, set in one go; lengths in user units.

    `dx` and `dy` move it and everything after it; `shift` moves only the run itself, upwards.
    In a `joined` run, one glyph may stand for several letters, such as ffi. `letters` counts the
    characters that take letter spacing (marks belong to the letter before them), and `width` is the
    advance width with letter and word spacing.
    """

    text: str
    style: Style
    face: Face
    glyphs: tuple[Glyph, ...]
    shift: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    joined: bool = False

    letters: int = field(init=False)
    width: float = field(init=False)

    def __post_init__(self) -> None:
        style = self.style
        self.letters = len([1 for glyph in self.glyphs if glyph.text])
        self.width = measure_glyphs(self.glyphs) * style.font_size / 1000
        if style.letter_spacing:
            self.width += style.letter_spacing * self.letters
        if style.word_spacing:
            self.width += style.word_spacing * self.text.count(" ")

    def cut(self, text: str) -> Run:
        """The same with another text, which this run's face also has."""
        return _shape(text, self.style, self.face, self.shift, self.joined)


def _shape(text: str, style: Style, face: Face, shift: float, joined: bool) -> Run:
    glyphs = face.join(text) if joined else face.shape(text)
    return Run(text, style, face, glyphs, shift, joined=joined)


def split_runs(text: str, style: Style, context: Context, shift: float = 0.0) -> list[Run]:
    """A text in runs of one face each."""
    text = _transform(text, style.text_transform)
    if not text.isascii():
        text = clean(text)
        _check_direction(text, context)
        if context.lenient and style.letter_spacing and "AL" in _list_directions(text):
            style = replace(style, letter_spacing=0.0)  # these letters hang together
    traits = style.traits
    face = context.fonts.find(style.font_family, *traits)
    family = style.font_family
    if face is None:
        _report_unknown(family, context)
        family = "sans-serif"
        face = context.fonts.find(family, *traits)
        assert face is not None  # the shipped families are always there
    if "\n" in text:  # a line end that the text asks for, where lines are broken
        first, *lines = (split_runs(t, style, context, shift) for t in text.split("\n"))
        return first + [r for line in lines for r in (Run("\n", style, face, ()), *line)]
    # Browsers set letters apart that have space between them.
    joined = context.lenient and style.font_variant_ligatures and not style.letter_spacing
    if face.covers_all(text):
        return [_shape(text, style, face, shift, joined)]
    faces = context.fonts.list_faces(family, *traits)
    one_way = _list_directions(text).isdisjoint(_LEFTWARD)
    pieces, missing = split_faces(text, faces, by_letter=context.lenient and one_way)
    if missing:
        _report_missing(missing, text, context)
    if len(pieces) > 1 and not one_way:
        message = f"'{shorten(text)}' is written from right to left and needs several fonts"
        context.refuse(UNSUPPORTED_PROPERTY, message, "name a font that has all of it")
    return [_shape(part, style, face, shift, joined) for face, part in pieces]


def is_straight(text: str) -> bool:
    """Whether a text is set with the characters that it has, from left to right."""
    return text.isascii() or (clean(text) == text and _list_directions(text).isdisjoint(_LEFTWARD))


def _transform(text: str, how: str) -> str:
    if how == "uppercase":
        return text.upper()
    if how == "lowercase":
        return text.lower()
    return re.sub(_WORD, lambda m: m[0].upper(), text) if how == "capitalize" else text


def _report_unknown(family: str, context: Context) -> None:
    message, hint = context.fonts.explain(family)
    if context.lenient and context.fonts.is_spoilt(family) and context.current:
        # Somebody has put it there to be used, so it is missed.
        context.note(Problem(UNKNOWN_FONT, message, hint, *context.current.place))
    else:
        context.report(UNKNOWN_FONT, message, hint)


def _check_direction(text: str, context: Context) -> None:
    """Reports text of both directions, since a line can be set in only one."""
    kinds = _list_directions(text)
    if kinds.intersection(_LEFTWARD) and kinds.intersection(("L", "EN")):
        message = f"'{shorten(text)}' mixes writing from left to right and from right to left"
        context.refuse(UNSUPPORTED_PROPERTY, message, "write the parts as texts of their own")


def _list_directions(text: str) -> set[str]:
    return {unicodedata.bidirectional(c) for c in text}


def _report_missing(missing: list[str], text: str, context: Context) -> None:
    names = [f"'{c}' (U+{ord(c):04X})" for c in dict.fromkeys(missing)]
    shown = ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
    hint = "put a font that has it into the project's fonts/ folder"
    message = f"no font has {shown} of '{shorten(text)}'"
    context.report(MISSING_GLYPH, message, hint, words=text)
