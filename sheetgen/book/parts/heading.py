"""Plain texts in the styles of the book, and the heads of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.book.flow.box import Space
from sheetgen.book.flow.flowable import NO_END, Flowable
from sheetgen.book.flow.opening import Opening
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.theme import Design, StyleName
from sheetgen.ground.diagnostics import Place


def write(
    text: str,
    name: StyleName,
    design: Design,
    anchor: str = "",
    level: int = -1,
    wide: bool = False,
    place: Place | None = None,
) -> Paragraph:
    """A paragraph of plain text; with a `level` (from 0) it is a heading."""
    style = design.style(name)
    return Paragraph(
        [make_span(text, style, style.colour, place)],
        style,
        design.setter,
        anchors=[anchor] if anchor else [],
        head=text if level >= 0 else "",
        level=level,
        wide=wide or level == 0,
    )


def open_chapter(
    title: str, design: Design, anchor: str, recto: bool = False, most: float = NO_END
) -> Iterator[Flowable]:
    """The head of a part of the book, on a new page, with at most `most` lines of space above."""
    yield Opening("opener", recto, title)
    yield Space(min(most, design.theme.sink) * design.line, opens=True)
    yield write(title, "h1", design, anchor, level=0)
