"""A page → one SVG file that looks like the PDF page: the Drawing's operators written as SVG.

The operators of a Drawing are the only source of both files, so these cannot drift apart. Text
becomes glyph outlines and needs no font, or stays text and brings its fonts along; anything drawn
more than once is defined once. Only the
operators that the drafter emits are known; a new one raises AssertionError until it is added.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from sheetgen.export.vector.defs import Defs, GraphicsState, Webfonts, drop_unprintable
from sheetgen.export.vector.painter import Painter
from sheetgen.ground.number import fmt
from sheetgen.ground.units import MM
from sheetgen.pages.page import Composition, Page


def write_svg(page: Page, title: str = "", text: bool = False) -> str:
    """The SVG file of one page, which measures the page's size in mm and counts in points.

    With `text`, texts stay text that can be selected and searched, in fonts that are in the file.
    The same page and title always give the same text. Raises ProblemError for a damaged font.
    """
    composition = Composition([page])
    fonts = Webfonts() if text else None
    document = Defs(composition.resources, fonts)
    paper = (0.0, 0.0, page.width, page.height)
    body = Painter(document, GraphicsState(box=paper)).paint(composition.compose(page))
    width, height = fmt(page.width), fmt(page.height)
    style = fonts.describe() if fonts else ""
    spaces = ' xml:space="preserve"' if style else ""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{fmt(page.width / MM)}mm" height="{fmt(page.height / MM)}mm"'
        f' viewBox="0 0 {width} {height}"{spaces}>',
        *([f"<title>{escape(drop_unprintable(title))}</title>"] if title else []),
        *([style] if style else []),
        *(["<defs>", *document.definitions, "</defs>"] if document.definitions else []),
        f'<g transform="matrix(1 0 0 -1 0 {height})">',
        *body,
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
