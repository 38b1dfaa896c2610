"""Atlases: the pictures of a deck as Tabletop Simulator takes them, many cards on each."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheetgen.pages.page import Page
from sheetgen.shop.stock import Piece, paint_pages

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, ROWS, LARGEST = 10, 7, 4096
"""The most cards across and down, and the most pixels along a side of a picture."""
HOLDS = COLUMNS * ROWS - 1
"""Cards on one picture: the last place is what others see of a card in a hand."""
_DPI = 300


@dataclass(frozen=True, slots=True)
class Atlas:
    """Some cards of a deck on one picture, and their backs: one for all, or a picture of all."""

    cards: Sequence[Piece]
    columns: int
    rows: int
    faces: bytes
    backs: bytes
    unique: bool
    sideways: bool


def make_atlases(cards: Sequence[Piece]) -> Iterator[Atlas]:
    """The pictures of a deck, as few as will do, with as many cards on each."""
    count = -(-len(cards) // HOLDS)
    each = -(-len(cards) // count)
    for at in range(0, len(cards), each):
        yield _make_atlas(cards[at : at + each])


def _make_atlas(cards: Sequence[Piece]) -> Atlas:
    wide, high = cards[0].inches
    sideways = wide > high  # such a card lies on its side in the picture
    wide, high = sorted((wide, high))
    columns, rows, width, height = arrange(len(cards) + 1, wide, high)
    size = width, height
    faces = [_fit(data, size, sideways) for data in _paint([c.front for c in cards])]
    pages = [card.back for card in cards]
    known = list(dict.fromkeys(_paint([page for page in pages if page])))
    backs = [_fit(data, size, sideways) for data in known] or [_blank(size)]
    unique = len(backs) > 1
    if unique:
        painted = iter(_paint([page for page in pages if page]))
        backs = [_fit(next(painted), size, sideways) if page else _blank(size) for page in pages]
    sheet = _join([*faces, backs[0]], columns, rows, size)
    other = _join([*backs, backs[0]], columns, rows, size) if unique else backs[0]
    return Atlas(cards, columns, rows, _encode(sheet), _encode(other), unique, sideways)


def arrange(count: int, wide: float, high: float) -> tuple[int, int, int, int]:
    """Columns and rows for so many cards, and the pixels of one, whose size is in inches.

    The cards are as large as the limits allow, but not larger than they are printed.
    """
    best = (0.0, 0, 0, 0)
    for columns in range(2, COLUMNS + 1):
        rows = max(2, -(-count // columns))
        if rows <= ROWS:
            dpi = min(LARGEST / columns / wide, LARGEST / rows / high, _DPI)
            best = max(best, (dpi, -columns * rows, columns, rows))
    dpi, _, columns, rows = best
    return columns, rows, int(wide * dpi), int(high * dpi)


def _paint(pages: Sequence[Page]) -> list[bytes]:
    return paint_pages(pages, _DPI, clear=False)


def _fit(data: bytes, size: tuple[int, int], sideways: bool) -> Image:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    if sideways:
        picture = picture.transpose(Pillow.Transpose.ROTATE_90)
    return picture.resize(size, Pillow.Resampling.LANCZOS)


def _blank(size: tuple[int, int]) -> Image:
    from PIL import Image as Pillow

    return Pillow.new("RGB", size, "#dddddd")


def _join(cards: Sequence[Image], columns: int, rows: int, size: tuple[int, int]) -> Image:
    """Cards row by row; the last one is put into the last place."""
    from PIL import Image as Pillow

    sheet = Pillow.new("RGB", (columns * size[0], rows * size[1]), "#dddddd")
    places = [*range(len(cards) - 1), columns * rows - 1]
    for at, card in zip(places, cards, strict=True):
        sheet.paste(card, (at % columns * size[0], at // columns * size[1]))
    return sheet


def _encode(picture: Image) -> bytes:
    made = io.BytesIO()
    picture.save(made, "PNG", compress_level=6)
    return made.getvalue()
