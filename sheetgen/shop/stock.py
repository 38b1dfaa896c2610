"""Stock: the pieces of a print sorted by what they are on a table, for play on screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from sheetgen.drawing.drawing import Drawing
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.units import INCH
from sheetgen.pages.cutting import crop
from sheetgen.pages.page import Page
from sheetgen.pages.presssheet import Item
from sheetgen.shop.component import name_all, trim_marks

if TYPE_CHECKING:
    from sheetgen.order import Batch

Sort = Literal["card", "ship", "token", "display", "aid", "page"]
"""Cards lie in decks, ships start on the table, tokens and aids are put there; a display is where
damage is struck off, a page is read."""


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
    cut: Literal["square", "round", "other"]

    @property
    def inches(self) -> tuple[float, float]:
        """Its width and height."""
        return self.front.width / INCH, self.front.height / INCH


def sort_pieces(pieces: Sequence[tuple[Batch, Item]]) -> list[Piece]:
    """The pieces of a print, in its order."""
    named = name_all([(batch.sheet, item) for batch, item in pieces])
    return [
        Piece(
            name,
            item.title.strip() or item.name or name,
            _sort(batch, item),
            batch.title,
            batch.whose,
            (batch.whose, batch.sheet, item.ship),
            _show(item.drawing),
            _show(item.back) if item.back else None,
            item.copies,
            "square" if not item.drawing.cut else "round" if " c" in item.drawing.cut else "other",
        )
        for (batch, item), (name, _) in zip(pieces, named, strict=True)
    ]


def _show(drawing: Drawing) -> Page:
    """A side as it is once it is cut out."""
    return crop(drawing if drawing.bleed else trim_marks(drawing), False)


def _sort(batch: Batch, item: Item) -> Sort:
    if batch.role == "counter":
        return "ship"
    if batch.grid:
        return "card" if item.back or batch.role == "card" else "token"
    if batch.role == "display":
        return "display"
    return "aid" if batch.cut else "page"


def list_sides(pieces: Iterable[Piece]) -> list[str]:
    """Those who have something to play with, in the order in which they first appear."""
    players = (p.side for p in pieces if p.side and p.sort not in ("aid", "page"))
    return list(dict.fromkeys(players))


def list_decks(pieces: Iterable[Piece]) -> list[tuple[str, list[Piece]]]:
    """The decks with their names: the cards of one sheet and ship with the same back.

    Where each card has a back of its own, they are one deck.
    """
    heaps: dict[tuple[str, ...], dict[str, list[Piece]]] = {}
    for piece in pieces:
        if piece.sort == "card":
            heap = heaps.setdefault(piece.heap, {})
            heap.setdefault(_describe(piece.back), []).append(piece)
    decks: list[list[Piece]] = []
    for heap in heaps.values():
        alike = list(heap.values())
        single = all(len(cards) == 1 for cards in alike)
        decks += [[card for cards in alike for card in cards]] if single else alike
    return [(_name_deck(cards), cards) for cards in decks]


def _describe(page: Page | None) -> str:
    """A text that is the same for backs that look the same."""
    return "\n".join(placed.drawing.operators for placed in page.placements) if page else ""


def _name_deck(cards: Sequence[Piece]) -> str:
    """What the titles of the cards begin with, or else that of the only one or of their sheet."""
    titles = (card.title.split(", ") for card in cards)
    parts = takewhile(lambda part: len(set(part)) == 1, zip(*titles, strict=False))
    shared = [part[0] for part in parts]
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
