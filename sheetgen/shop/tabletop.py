"""Tabletop Simulator: the pieces of a print as a saved object with its pictures."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.ground.slug import make_id
from sheetgen.ground.units import INCH
from sheetgen.pages.page import Page
from sheetgen.shop import saved
from sheetgen.shop.atlas import LARGEST, make_atlases
from sheetgen.shop.stock import Piece, list_decks, list_sides, paint_pages

_GAP = 0.4  # between things on the table, in inches
_WIDE = 60.0
"""How far a row of things reaches, in inches, unless the table is wider."""
_LONG = 100  # of a file's name


@dataclass(frozen=True, slots=True)
class Board:
    """The table of a battle: its page at true size, and what it is called."""

    title: str
    page: Page

    @property
    def inches(self) -> tuple[float, float]:
        """Its width and height."""
        return self.page.width / INCH, self.page.height / INCH


@dataclass(frozen=True, slots=True)
class _Spread:
    """Things of one side to lay out in a row, each with its size in inches."""

    made: dict[str, Any]
    width: float
    height: float


def make_tabletop(pieces: Sequence[Piece], title: str, board: Board | None) -> dict[str, bytes]:
    """The files of a saved object by their names. Raises ProblemError."""
    files: dict[str, bytes] = {}
    sides = list_sides(pieces) or [""]
    objects: list[dict[str, Any]] = []
    deep, wide = 0.0, _WIDE
    if board:
        files["table.png"] = _paint_tile(board.page)
        tile = saved.make_tile(board.title, "table.png", "table.png", board.inches)
        tile["Locked"] = True
        objects.append(saved.place(tile, 0.0, 0.0))
        deep, wide = board.inches[1] / 2, max(_WIDE, board.inches[0])
    decks = _make_decks(pieces, files)
    edges = {1: deep, -1: deep}
    for at, side in enumerate(sides):
        own = [p for p in pieces if p.side == side or (at == 0 and p.side not in sides)]
        near = [p for p in own if p.sort in ("ship", "token")]
        spread = [
            *_make_tiles(near, files),
            *(deck for whose, deck in decks if whose == side or (at == 0 and whose not in sides)),
            *_make_tiles([p for p in own if p not in near], files),
        ]
        away = -1 if at % 2 == 0 else 1  # the first side sits below the table, the next above it
        for thing, x, z in _lay_out(spread, wide):
            objects.append(saved.place(thing, away * -x, away * (edges[away] + z), away > 0))
        edges[away] += _measure(spread, wide)
    files[f"{make_id(title)[:_LONG] or 'table'}.json"] = saved.write_saved(title, objects)
    return files


def _make_tiles(pieces: Iterable[Piece], files: dict[str, bytes]) -> Iterator[_Spread]:
    """The tiles of all pieces that are no cards; `files` gets their pictures."""
    for piece in pieces:
        if piece.sort == "card":
            continue
        front = back = f"{piece.name}-front.png"
        files[front] = _paint_tile(piece.front)
        if piece.back:
            back = f"{piece.name}-back.png"
            files[back] = _paint_tile(piece.back)
        tile = saved.make_tile(
            piece.title, front, back, piece.inches, piece.sheet, piece.count, piece.cut == "round"
        )
        yield _Spread(tile, *piece.inches)


def _make_decks(pieces: Iterable[Piece], files: dict[str, bytes]) -> list[tuple[str, _Spread]]:
    """Every deck with the side that it belongs to; `files` gets their pictures."""
    made, number = [], 0
    for at, (title, cards) in enumerate(list_decks(pieces), start=1):
        sheets: list[saved.Sheet] = []
        for atlas in make_atlases(cards):
            number += 1
            name = f"deck-{at}-{make_id(title)[:_LONG]}".rstrip("-")
            name += f"-{len(sheets) + 1}" if sheets else ""
            files[f"{name}.png"] = atlas.faces
            files[f"{name}-back.png"] = atlas.backs
            sheets.append(saved.Sheet(number, f"{name}.png", f"{name}-back.png", atlas))
        wide, high = sorted(cards[0].inches)
        made.append((cards[0].side, _Spread(saved.make_deck(title, sheets), wide, high)))
    return made


def _lay_out(
    spread: Iterable[_Spread], wide: float
) -> Iterator[tuple[dict[str, Any], float, float]]:
    """Things in rows, each with its place: from the middle to the right, and from the edge away."""
    for row, start in _make_rows(spread, wide):
        x = -sum(thing.width + _GAP for thing in row) / 2
        for thing in row:
            yield thing.made, x + (thing.width + _GAP) / 2, start + thing.height / 2
            x += thing.width + _GAP


def _measure(spread: Iterable[_Spread], wide: float) -> float:
    """How deep the rows of things are together."""
    rows = [(start, row) for row, start in _make_rows(spread, wide)]
    return max((start + max(t.height for t in row) for start, row in rows), default=0.0)


def _make_rows(spread: Iterable[_Spread], wide: float) -> Iterator[tuple[list[_Spread], float]]:
    """Things in rows, each with the distance of its near edge."""
    row: list[_Spread] = []
    start = _GAP
    for thing in spread:
        if row and sum(t.width + _GAP for t in row) + thing.width > wide:
            yield row, start
            start += max(t.height for t in row) + _GAP
            row = []
        row.append(thing)
    if row:
        yield row, start


def _paint_tile(page: Page) -> bytes:
    """A square picture of a page, as tiles are square until they are scaled."""
    from PIL import Image as Pillow

    long = max(page.width, page.height)
    dpi = max(20, min(300 if long < 4 * INCH else 200, int(LARGEST * INCH / long)))
    [data] = paint_pages([page], dpi, clear=False)
    with Pillow.open(io.BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    side = min(LARGEST, max(picture.size))
    made = io.BytesIO()
    picture.resize((side, side), Pillow.Resampling.LANCZOS).save(made, "PNG", compress_level=6)
    return made.getvalue()
