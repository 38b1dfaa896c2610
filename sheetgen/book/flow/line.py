"""A line of text placed on a page: its letters, with their links, terms and strokes."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.book.flow.canvas import Recorder
from sheetgen.book.flow.span import Span, make_span
from sheetgen.book.flow.style import TextStyle
from sheetgen.book.flow.typesetter import Typesetter
from sheetgen.ground.number import fmt

Run = tuple[Span, str]
"""Part of a line: a text in the look of its span."""


def write_line(
    canvas: Recorder,
    setter: Typesetter,
    x: float,
    base: float,
    runs: Sequence[Run],
    words: float = 0.0,
) -> None:
    """Writes runs one after the other on a baseline, each space widened by `words`."""
    parts = ["BT", f"1 0 0 1 {fmt(x)} {fmt(base)} Tm"]
    colour = ""
    strokes: list[tuple[float, float, Span]] = []
    for span, text in runs:
        if span.colour != colour:
            colour = span.colour
            parts.append(colour)
        parts.append(setter.show(span, text, words))
        width = setter.width(span, text) + words * text.count(" ")
        if span.link:
            box = (x, base - 0.25 * span.size, x + width, base + 0.8 * span.size)
            canvas.link(box, span.link)
        for term in span.terms:
            canvas.note(term)
        if span.struck:
            strokes.append((x, width, span))
        x += width
    parts.append("ET")
    canvas.show(" ".join(parts))
    for left, width, span in strokes:
        height, thick = base + 0.27 * span.size, span.size * 0.05
        canvas.show(f"q {span.colour} {fmt(left)} {fmt(height)} {fmt(width)} {fmt(thick)} re f Q")


def find_baseline(style: TextStyle, setter: Typesetter) -> float:
    """How far below the top of a line its baseline lies."""
    span = make_span("x", style, "")
    up, down = setter.ascent(span), setter.descent(span)
    return (style.leading - (up - down)) / 2 + up
