"""The report of a book: a contact sheet of its pages, with how full each of them is."""

from __future__ import annotations

import io
from collections.abc import Sequence

from sheetgen.ground.record import NamedTuple

_WIDE, _GAP, _LINE = 150, 14, 16
_ACROSS = 8
_POOR = 0.5


class Measured(NamedTuple):
    """A page as a report tells of it: its label, and the share of its height that is filled.

    `fill` is None for pages that have no text of their own, such as the cover.
    """

    label: str
    fill: float | None


def find_mean(pages: Sequence[Measured]) -> float:
    """Return the mean fill of the pages that have text; 1 if none has."""
    fills = [page.fill for page in pages if page.fill is not None]
    return sum(fills) / len(fills) if fills else 1.0


def draw_report(pdf: bytes, pages: Sequence[Measured]) -> bytes:
    """A PNG picture of all pages in rows, spreads side by side, each with its fill below."""
    from PIL import Image, ImageDraw, ImageFont

    from sheetgen.export.png import open_pages

    pictures = []
    for page in open_pages(pdf):
        scale = _WIDE / page.get_width()
        pictures.append(page.render(scale=scale).to_pil().convert("RGB"))
    high = max(picture.height for picture in pictures)
    cell = high + _LINE + _GAP
    rows = (len(pictures) + _ACROSS) // _ACROSS  # the first place is empty: page 1 is on the right
    size = (_ACROSS * (_WIDE + _GAP) + _GAP, rows * cell + _GAP + _LINE + _GAP)
    sheet = Image.new("RGB", size, "#d9dde2")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(12)
    words = f"{len(pages)} pages, mean fill of inner pages {find_mean(pages):.0%}"
    draw.text((_GAP, _GAP), words, "#161b21", font)
    for at, (picture, page) in enumerate(zip(pictures, pages, strict=True), start=1):
        row, column = divmod(at, _ACROSS)
        # Left and right pages touch, as they do in the book.
        x = _GAP + column * (_WIDE + _GAP) + (_GAP // 2 if column % 2 == 0 else -_GAP // 2)
        y = 2 * _GAP + _LINE + row * cell
        sheet.paste(picture, (x, y))
        told = page.label if page.fill is None else f"{page.label}: {page.fill:.0%}"
        ink = "#b00020" if page.fill is not None and page.fill < _POOR else "#161b21"
        draw.text((x, y + high + 2), told, ink, font)
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()
