"""Cover, imprint and back cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sheetgen import __version__
from sheetgen.book.definition import Book
from sheetgen.book.flow.box import Space
from sheetgen.book.flow.canvas import Heading, Leaf, Recorder
from sheetgen.book.flow.figure import Pictures
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.flow.stack import draw, measure
from sheetgen.book.parts.furniture import Art, Furniture
from sheetgen.book.theme import Design
from sheetgen.reading.source import Document


def fill_cover(book: Book, furniture: Furniture, art: str = "") -> Art:
    """What the drawings of the covers are filled with."""
    return replace(
        furniture.fill("right", "cover"),
        title=book.book,
        subtitle=book.subtitle or "",
        author=", ".join(book.author),
        version=book.version or "",
        publisher=book.publisher or "",
        art=art,
    )


def draw_cover(
    book: Book, furniture: Furniture, pictures: Pictures, path: Path, source: Document
) -> Leaf:
    """The cover. Raises ProblemError."""
    geometry = furniture.design.geometry
    art = ""
    if book.cover:
        place = source.place(("cover",))
        width = geometry.width + 2 * geometry.bleed
        found = pictures.locate(book.cover, path.parent, place)
        drawing, pixels = pictures.open(book.cover, path.parent, place, width)
        # The cover is filled: what matters is the side that is shown whole.
        high = geometry.height + 2 * geometry.bleed
        shown = max(width, high * drawing.trim_width / drawing.trim_height)
        pictures.check(book.cover, pixels, shown, place)
        art = str(found)
    drawing = furniture.draw("cover", fill_cover(book, furniture, art))
    canvas = _canvas(furniture, 1)
    canvas.place(drawing, cut=False)
    canvas.leaf.headings.append(Heading(book.book, 0, geometry.height))
    canvas.showPage()
    return canvas.leaves[0]


def draw_back(flow: list[Any], book: Book, furniture: Furniture) -> Leaf:
    """The back cover, with a text on it."""
    geometry, design = furniture.design.geometry, furniture.design
    canvas = _canvas(furniture, 0)
    canvas.place(furniture.draw("back", fill_cover(book, furniture)), cut=False)
    light = design.fill("light")
    for thing in flow:
        if isinstance(thing, Paragraph):
            thing.spans = [replace(span, colour=light) for span in thing.spans]
    width = geometry.measure * 0.8
    top = geometry.height * 0.5 + measure(flow, width) / 2
    draw(flow, canvas, (geometry.width - width) / 2, top, width)
    canvas.showPage()
    return canvas.leaves[0]


def _canvas(furniture: Furniture, number: int) -> Recorder:
    geometry = furniture.design.geometry
    size = (geometry.width, geometry.height)
    return Recorder(size, furniture.design.setter.resources, number)


def list_imprint(
    book: Book, design: Design, convert: Callable[[str, str], list[Any]]
) -> Iterator[Any]:
    """The imprint, at the foot of its page."""
    style = design.style("imprint")
    bold = replace(style, weight=700, after=0.0)

    def line(text: str, own: Any = style) -> Paragraph:
        return Paragraph([make_span(text, own, own.colour)], own, design.setter)

    flow: list[Any] = [line(book.book, bold)]
    if book.subtitle:
        flow[-1].style = bold
        flow.append(line(book.subtitle))
    made = [", ".join(book.author), book.publisher or ""]
    edition = [book.version or "", book.date or ""]
    for words in (made, edition):
        text = " · ".join(word for word in words if word)
        if text:
            flow.append(line(text))
    if book.licence:
        flow += convert(book.licence, "licence")
    if book.imprint:
        flow += convert(book.imprint, "imprint")
    fonts = sorted({design.family(font) for font in ("body", "head", "title", "narrow")})
    flow.append(line(f"Set in {_join(fonts)}. Made with sheetgen {__version__}."))
    width = min(design.geometry.measure, 36 * style.size)
    for thing in flow:
        thing.wide = True
        if isinstance(thing, Paragraph):
            thing.style = replace(thing.style, right=design.geometry.measure - width)
    room = Space(max(0.0, design.geometry.depth - measure(flow, design.geometry.measure) - 1))
    room.wide = True
    yield room
    yield from flow


def _join(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
