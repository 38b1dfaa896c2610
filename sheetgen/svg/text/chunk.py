"""Chunks: the pieces of a <text> that are placed on their own, with white space folded.

SVG 1.1 §10.5 and §10.15; SVG 2 §11.4 and §11.7.1.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import field

from sheetgen.ground.number import shorten
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM
from sheetgen.svg.attribute import check_names, read_size
from sheetgen.svg.context import Context
from sheetgen.svg.problem import (
    MISSING_GLYPH,
    OVERFLOW,
    UNKNOWN_FONT,
    UNSUPPORTED_ELEMENT,
    UNSUPPORTED_PROPERTY,
    Problem,
)
from sheetgen.svg.read.style import Own, Style
from sheetgen.svg.read.tree import Element
from sheetgen.type.face import Face
from sheetgen.type.fonts import clean, split_faces
from sheetgen.type.glyphs import Glyph, measure_glyphs

_WORD = r"(?<![\w'’])[^\W\d_]"
_LEFTWARD = ("R", "AL", "AN")


@record(frozen=False)
class TextRun:
    """Characters of one style and face, set in one go; lengths in user units.

    `dx` and `dy` move it and everything after it; `shift` moves only the run itself, upwards.
    In a `joined` run, one glyph may stand for several letters, such as ffi. `letters` counts the
    characters that take letter spacing (marks belong to the letter before them), and `width` is the
    advance width with letter and word spacing. A run is narrowed by its `stretch`.
    """

    text: str
    style: Style
    face: Face
    glyphs: tuple[Glyph, ...]
    shift: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    joined: bool = False
    stretch: float = 1.0

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
        self.width *= self.stretch

    def cut(self, text: str) -> TextRun:
        """The same with another text, which this run's face also has."""
        made = _shape(text, self.style, self.face, self.shift, self.joined)
        return replace(made, stretch=self.stretch) if self.stretch != 1 else made


def _shape(text: str, style: Style, face: Face, shift: float, joined: bool) -> TextRun:
    return TextRun(text, style, face, face.shape(text, joined), shift, joined=joined)


def split_runs(text: str, style: Style, context: Context, shift: float = 0.0) -> list[TextRun]:
    """A text in runs of one face each."""
    text = transform(text, style.text_transform)
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
        return first + [r for line in lines for r in (TextRun("\n", style, face, ()), *line)]
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


def measure_text(text: str, style: Style, context: Context) -> float:
    """The width of a text in user units."""
    return sum(run.width for run in split_runs(text, style, context))


def is_straight(text: str) -> bool:
    """Whether a text is set with the characters that it has, from left to right."""
    return text.isascii() or (clean(text) == text and _list_directions(text).isdisjoint(_LEFTWARD))


def transform(text: str, how: str) -> str:
    """A text in the letters that `text-transform` asks for."""
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


MOST_LETTERS = 20_000
LETTERS = 16  # take as long as one more element
"""Letters in one text; more would be a document, not a drawing."""
_SPACE = re.compile(r"[ \t\r\n]")
_SPACES = re.compile(r"[ \t\r\n]+")
_SPACES_IN_LINE = r"[ \t\r]+"
_AROUND_BREAK = r"[ \t\r]*\n[ \t\r]*"
_PLAIN = Own()
_HIDDEN = ("title", "desc", "metadata")
_DRAWN = ("textPath", "tref", "switch")
"""Elements in a text that a picture of it shows."""
_SLACK, _MORE, _NARROWEST, _BOTH = 1.1, 0.6, 0.72, 0.8
"""How much wider words may be than the English ones, times and in sizes of their letters; and how
narrow they are set at most, alone and with those of a second language."""


@record(frozen=False)
class Chunk:
    """Runs set one after the other from an anchor point, in user units.

    If x or y is None, they continue where the previous chunk ended. In a flowing text, a chunk is
    a paragraph with its `own` margins, written at `element`.
    """

    x: float | None
    y: float | None
    runs: list[TextRun] = field(default_factory=list)
    own: Own = _PLAIN
    element: Element | None = None

    @property
    def keeps(self) -> bool:
        """Whether no column ends with it."""
        return self.own.break_after == "avoid"


class Collector:
    """Collects the chunks of a <text> element.

    A new one starts wherever x or y is given. With `flowing`, those are for programs that can't
    wrap, and paragraphs are the only chunks. In a `shaped` text, everything must be so placed.
    """

    def __init__(
        self, context: Context, flowing: bool, shaped: bool = False, room: float = 0.0
    ) -> None:
        """`room` is the width that a line may have, if that is known."""
        self.context, self.room = context, room
        self.flowing, self.shaped = flowing, shaped
        self.chunks: list[Chunk] = []
        self._dx = self._dy = 0.0
        self._length = 0
        self._is_placed = False  # whether the text now being read is placed by x and y

    def collect(self, element: Element, style: Style) -> list[Chunk]:
        """The chunks of a <text> that are not empty."""
        self.chunks = [Chunk(self._read(element, "x", style), self._read(element, "y", style))]
        self._move(element, style)
        self._walk(element, style, 0.0)
        kept: list[Chunk] = []
        place: tuple[float | None, float | None] = (None, None)
        for chunk in self.chunks:
            _trim(chunk)
            # A chunk without text only says where the next one begins.
            x = place[0] if chunk.x is None else chunk.x
            y = place[1] if chunk.y is None else chunk.y
            place = (None, None) if chunk.runs else (x, y)
            if chunk.runs:
                chunk.x, chunk.y = x, y
                kept.append(chunk)
        return kept

    def _walk(self, parent: Element, style: Style, shift: float) -> None:
        for child in parent.children:
            if isinstance(child, str):
                self._add_text(child, style, shift)
            elif child.tag in ("tspan", "a"):
                with self.context.enter(child):
                    self._add_span(child, style, shift)
            elif child.tag not in _HIDDEN and ":" not in child.tag:
                message = f"<{child.tag}> is not drawn in a text"
                hint = "convert the text to paths" if child.tag == "textPath" else ""
                told = self.context.refuse if child.tag in _DRAWN else self.context.report
                told(UNSUPPORTED_ELEMENT, message, hint, child)

    def _add_span(self, element: Element, outer: Style, shift: float) -> None:
        check_names(element, self.context)
        style, own = self.context.resolve_style(outer, element)
        self._check(element, own)
        if self.context.lenient and _keeps_spaces(style) != _keeps_spaces(outer):
            message = "white space that is kept in a part of a text is not drawn"
            self.context.refuse(UNSUPPORTED_PROPERTY, message)
        if own.display == "none":
            return
        before = self._is_placed
        x, y = (
            self._read(element, name, style) if name in element.attributes else None
            for name in ("x", "y")
        )
        if not self.flowing and (x is not None or y is not None):
            self.chunks.append(Chunk(x, y))
            self._is_placed = True
        self._move(element, style)
        is_block = self.flowing and own.display == "block"
        if is_block:
            self.chunks.append(Chunk(None, None, own=own, element=element))
        if "data-like" in element.attributes and not self.flowing:
            self._add_words(element, style, shift + own.baseline_shift)
        else:
            self._walk(element, style, shift + own.baseline_shift)
        if is_block:
            self.chunks.append(Chunk(None, None))
        self._is_placed = before

    def _add_words(self, element: Element, style: Style, shift: float) -> None:
        """Adds words in the room of the English ones: narrowed, or without a second language."""
        like = " ".join(element.attributes["data-like"].split())
        usual = measure_text(like, style, self.context)
        room = max(_SLACK * usual + _MORE * style.font_size, self.room)
        words = "".join(child for child in element.children if isinstance(child, str))
        natural = measure_text(words, style, self.context)
        first = element.attributes.get("data-first")
        if first and natural * _BOTH > room:
            words, natural = first, measure_text(first, style, self.context)
        if natural * _NARROWEST > room:
            needed, unit = natural * _NARROWEST, style.unit / MM
            message = (
                f"'{shorten(words)}' does not fit: narrowed, it is {needed * unit:.1f} mm wide,"
                f" but '{shorten(like)}' has {room * unit:.1f} mm"
            )
            self.context.report(OVERFLOW, message, "write shorter words in the catalogue")
        runs, stretch = self.chunks[-1].runs, min(1.0, max(room / (natural or 1), _NARROWEST))
        start = len(runs)
        self._add_text(words, style, shift)
        if stretch < 1:
            for at in range(start, len(runs)):
                run = runs[at]
                runs[at] = replace(run, stretch=stretch)

    def _add_text(self, text: str, style: Style, shift: float) -> None:
        self._length += len(text)
        if self._length > MOST_LETTERS:
            self.context.give_up(f"a text has more than {MOST_LETTERS} letters")
        self.context.work -= len(text) // LETTERS
        chunk = self.chunks[-1]
        text = self._fold(text, style)
        last = chunk.runs[-1] if chunk.runs else None
        if not _keeps_spaces(style) and (last is None or last.text[-1] in " \n"):
            text = text.lstrip(" ")
        if not text:
            return
        if self.shaped and not self._is_placed and text.strip():
            message = "shape-inside is not drawn"
            self.context.report(UNSUPPORTED_PROPERTY, message, "use inline-size")
        runs = [run for run in split_runs(text, style, self.context, shift) if run.text]
        if runs:
            runs[0].dx, runs[0].dy = self._dx, self._dy
            self._dx = self._dy = 0.0
        chunk.runs += runs

    def _fold(self, text: str, style: Style) -> str:
        """Folds white space as the style asks; line ends stay only where lines can be broken."""
        how = style.white_space
        if self.flowing and how.startswith("pre"):
            if how == "pre-line":
                text = re.sub(_AROUND_BREAK, "\n", re.sub(_SPACES_IN_LINE, " ", text))
            return text.replace("\r", "").replace("\t", " ")
        return (_SPACE if _keeps_spaces(style) else _SPACES).sub(" ", text)

    def _move(self, element: Element, style: Style) -> None:
        for name in ("rotate", *(("textLength",) if element.tag == "tspan" else ())):
            if element.attributes.get(name, "0").strip() not in ("", "0"):
                message = f"{name} on a <{element.tag}> is not drawn"
                hint = "turn a <text> of its own with transform" if name == "rotate" else ""
                self.context.refuse(UNSUPPORTED_PROPERTY, message, hint, element)
        if not self.flowing:
            self._dx += self._read(element, "dx", style)
            self._dy += self._read(element, "dy", style)

    def _read(self, element: Element, name: str, style: Style) -> float:
        text = element.attributes.get(name)
        if text is None:
            return 0.0
        if len(text.replace(",", " ").split()) > 1:
            message = f"{name} places single letters, which are not drawn"
            self.context.refuse(UNSUPPORTED_PROPERTY, message, "give one number", element)
            return 0.0
        return read_size(element, name, style, self.context) or 0.0

    def _check(self, element: Element, own: Own) -> None:
        if own.opacity < 1 or own.clip_path:
            name = "opacity" if own.opacity < 1 else "clip-path"
            message = f"{name} on a <{element.tag}> inside a text is not drawn"
            self.context.refuse(UNSUPPORTED_PROPERTY, message, f"put the {name} on the <text>")
        if own.display != "block" and (own.margin_top or own.margin_left or own.break_after):
            message = "margins and break-after are for paragraphs"
            self.context.report(UNSUPPORTED_PROPERTY, message, "also give it display: block")
        elif own.display == "block" and not self.flowing:
            message = "display: block makes paragraphs only in a text that has an inline-size"
            self.context.report(UNSUPPORTED_PROPERTY, message)


def _keeps_spaces(style: Style) -> bool:
    return style.white_space in ("pre", "pre-wrap")


def _trim(chunk: Chunk) -> None:
    """Drops the space that ends a chunk."""
    while chunk.runs and not _keeps_spaces(chunk.runs[-1].style):
        last = chunk.runs[-1]
        text = last.text.rstrip(" ")
        if text == last.text:
            break
        if text:
            cut = last.cut(text)
            cut.dx, cut.dy = last.dx, last.dy
            chunk.runs[-1] = cut
            break
        chunk.runs.pop()
