"""Pictures of pieces for any table on screen: one a side, and a list of them as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sheetgen.ground.units import MM
from sheetgen.pages.page import Page
from sheetgen.shop.battlefield import Battlefield
from sheetgen.shop.component import TablePiece, list_decks, paint_pages
from sheetgen.shop.plate import MANIFEST, write_table

_HEADINGS = ("front", "back", "name", "kind", "side", "deck", "count", "width mm", "height mm")
_FINE, _LARGE = 300, 1500
"""Pixels to the inch, unless a picture would be larger than so many pixels."""


def make_table(
    pieces: Sequence[TablePiece], field: Battlefield, form: Literal["png", "svg"]
) -> dict[str, bytes]:
    """The files by their names: the sides of all pieces, the table, and their list.

    Raises ProblemError.
    """
    decks = {card.name: title for title, cards in list_decks(pieces) for card in cards}
    pages: dict[str, Page] = {}
    rows: list[list[object]] = []
    for piece in pieces:
        sides = {f"{piece.name}-front.{form}": piece.front}
        if piece.back:
            sides[f"{piece.name}-back.{form}"] = piece.back
        pages |= sides
        size = _measure(piece.front)
        rows.append(
            [*[*sides, ""][:2], piece.title, piece.sort, piece.side, decks.get(piece.name, ""),
             piece.count, *size]
        )  # fmt: skip
    if field.page:
        pages[f"table.{form}"] = field.page
        rows.append([f"table.{form}", "", "Table", "board", "", "", 1, *_measure(field.page)])
    made = _write(list(pages.values()), form)
    return dict(zip(pages, made, strict=True)) | {MANIFEST: write_table([_HEADINGS, *rows])}


def _measure(page: Page) -> tuple[float, float]:
    return round(page.width / MM, 1), round(page.height / MM, 1)


def _write(pages: Sequence[Page], form: Literal["png", "svg"]) -> list[bytes]:
    """Pictures with a clear ground where a piece is not square."""
    if form == "svg":
        from sheetgen.export.vector import write_svg

        return [write_svg(page, "").encode() for page in pages]
    return paint_pages(pages, _choose_dpi, clear=True)


def _choose_dpi(page: Page) -> int:
    return min(_FINE, max(36, int(_LARGE * 72 / max(page.width, page.height))))
