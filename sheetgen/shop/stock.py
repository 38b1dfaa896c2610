"""Stock: the pieces of a print sorted by what they are on a table, for play on screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from os.path import commonprefix
from typing import Literal, Protocol

from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.units import INCH
from sheetgen.pages.cutting import crop
from sheetgen.pages.page import Page
from sheetgen.pages.presssheet import Item
from sheetgen.shop.component import name_all

Sort = Literal["card", "ship", "token", "display", "aid", "page"]
"""Cards lie in decks, ships start on the table, tokens and aids are put there; a display is where
damage is struck off, a page is read."""


class Lot(Protocol):
    """What is known of a piece's sheet, and whose it is."""

    @property
    def whose(self) -> str: ...
    @property
    def sheet(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def cut(self) -> bool: ...
    @property
    def grid(self) -> bool: ...
    @property
    def role(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with its other side, `count` times; `name` is for files, and no other one has it.

    `side` is whose it is, empty for a ship by itself, and `heap` what else lies with it.
    """

    name: str
    title: str
    sort: Sort
    sheet: str
    side: str
    heap: tuple[str, ...]
    front: Page
    back: Page | None
    count: int
    is_round: bool

    @property
    def inches(self) -> tuple[float, float]:
        """Its width and height."""
        return self.front.width / INCH, self.front.height / INCH


def sort_pieces(pieces: Sequence[tuple[Lot, Item]]) -> list[Piece]:
    """The pieces of a print, in its order."""
    named = name_all([(lot.sheet, item) for lot, item in pieces])
    return [
        Piece(
            name,
            item.name.rpartition(", ")[0] or item.name or name,
            _sort(lot, item),
            lot.title,
            lot.whose,
            (lot.whose, lot.sheet, item.ship),
            crop(item.drawing, False),
            crop(item.back, False) if item.back else None,
            item.copies,
            " c" in item.drawing.cut,
        )
        for (lot, item), (name, _) in zip(pieces, named, strict=True)
    ]


def _sort(lot: Lot, item: Item) -> Sort:
    if lot.role == "counter":
        return "ship"
    if lot.grid:
        return "card" if item.back or lot.role == "card" else "token"
    if lot.role == "display":
        return "display"
    return "aid" if lot.cut else "page"


def list_sides(pieces: Iterable[Piece]) -> list[str]:
    """The sides, in the order in which they first appear."""
    return list(dict.fromkeys(piece.side for piece in pieces if piece.side))


def list_decks(pieces: Iterable[Piece]) -> list[tuple[str, list[Piece]]]:
    """The decks with their names: the cards of one sheet and ship."""
    heaps: dict[tuple[str, ...], list[Piece]] = {}
    for piece in pieces:
        if piece.sort == "card":
            heaps.setdefault(piece.heap, []).append(piece)
    return [(_name_deck(cards), cards) for cards in heaps.values()]


def _name_deck(cards: Sequence[Piece]) -> str:
    """What the titles of the cards begin with, or else that of the only one or of their sheet."""
    shared: list[str] = commonprefix([card.title.split(", ") for card in cards])
    return ", ".join(shared) or cards[0].sheet


def paint_pages(
    pages: Sequence[Page], dpi: Callable[[Page], int] | int, clear: bool
) -> list[bytes]:
    """The PNG files of pages, each once if several are equal. Raises ProblemError."""
    from sheetgen.export.png import write_pngs

    fine = [dpi if isinstance(dpi, int) else dpi(page) for page in pages]
    painted: dict[tuple[int, int], bytes] = {}
    for each in sorted(set(fine)):
        wanted = [page for page, own in zip(pages, fine, strict=True) if own == each]
        made = write_pngs(write_pdf(wanted, Facts()), each, clear=clear)
        keys = ((each, id(page)) for page in wanted)
        painted |= dict(zip(keys, made, strict=True))
    return [painted[own, id(page)] for page, own in zip(pages, fine, strict=True)]
