"""Spans: stretches of text of one look, of which paragraphs are made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheetgen.book.flow.reference import References
from sheetgen.book.flow.style import TextStyle
from sheetgen.ground.diagnostics import Place


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text of one look.

    `colour` is the PDF operator of its fill. `rise` lifts it, in points. `link` is its target: a
    URL, or `#` and the name of an anchor. `terms` are the entries of the index that it stands
    for. A `\\n` ends the line.
    """

    text: str
    family: str
    size: float
    colour: str
    weight: int = 400
    italic: bool = False
    rise: float = 0.0
    tracking: float = 0.0
    link: str = ""
    struck: bool = False
    terms: tuple[str, ...] = ()
    place: Place | None = None
    language: bool = True  # whether it is text in the book's language, to be hyphenated
    refers: bool = False  # whether it is a reference, whose text names the page of its link

    def resolve(self, references: References) -> Span:
        """A reference with the page of its target; any other span unchanged."""
        return replace(self, text=references.name_page(self.link)) if self.refers else self


def make_span(text: str, style: TextStyle, colour: str, place: Place | None = None) -> Span:
    """A text in the look of its paragraph."""
    return Span(
        text.upper() if style.capitals else text,
        style.family,
        style.size,
        colour,
        style.weight,
        style.italic,
        tracking=style.tracking,
        place=place,
        language=style.hyphenate,
    )
