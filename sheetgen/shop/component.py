"""Components: the pieces of a print that a shop cuts to one size, on pages with their bleed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from sheetgen.drawing.drawing import Drawing
from sheetgen.export.pdf import Facts, write_pdf
from sheetgen.ground.diagnostics import Diagnostic, Place
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import INCH, MM, format_size
from sheetgen.ground.visible import make_id
from sheetgen.pages.cutting import LONGEST, crop, take_name
from sheetgen.pages.page import Page, Placement
from sheetgen.pages.presssheet import Item
from sheetgen.shop.preflight.problem import PageOrigin
from sheetgen.shop.problem import LEFT_OUT
from sheetgen.shop.profile import TOLERANCE, Wanted

if TYPE_CHECKING:
    from sheetgen.printing.order import Batch

_CUT = 0.2 * MM
"""How wide a cut is."""


@record
class Component:
    """A piece with its other side, under a name that no other one has; printed `count` times."""

    name: str
    title: str
    sheet: str
    front: Page
    back: Page | None
    count: int
    place: Place | None = None

    @property
    def origin(self) -> PageOrigin:
        """Its name and where it was written; faults of one sheet are reported together."""
        return PageOrigin(f"{self.title}, {self.sheet}", self.place, self.sheet)

    @property
    def sides(self) -> Iterator[tuple[str, Page]]:
        """The pages of the component, each with the name of its file."""
        yield f"{self.name}-front", self.front
        if self.back:
            yield f"{self.name}-back", self.back


def make_components(
    pieces: Iterable[tuple[Batch, Item]], wanted: Wanted
) -> tuple[list[Component], list[Diagnostic]]:
    """The pieces of the size of a profile, and a warning for each sheet with others.

    Pieces that look alike are one component.
    """
    whole: set[str] = set()  # sheets of papers, whose size may grow
    fitting: dict[tuple[str, str, str], tuple[str, Item]] = {}
    others: dict[str, list[Item]] = {}
    for batch, item in pieces:
        sheet = batch.sheet
        if not batch.grid:
            whole.add(sheet)
        if not fits(item.drawing, wanted):
            others.setdefault(sheet, []).append(item)
            continue
        look = (sheet, item.drawing.operators, item.back.operators if item.back else "")
        known = fitting.get(look)
        copies = item.copies + (known[1].copies if known else 0)
        fitting[look] = sheet, replace(known[1] if known else item, copies=copies)
    made = [
        Component(
            name,
            item.title or item.name,
            sheet,
            lay_component(item.drawing, wanted, sheet in whole),
            lay_component(item.back, wanted, sheet in whole) if item.back else None,
            item.copies,
            item.place,
        )
        for name, (sheet, item) in name_all(list(fitting.values()))
    ]
    return made, [_left_out_warning(sheet, items, wanted) for sheet, items in others.items()]


def fits(drawing: Drawing, wanted: Wanted) -> bool:
    """Whether a drawing has the size that a profile cuts, upright or across."""
    if wanted.size is None:
        return True
    own = sorted((drawing.trim_width, drawing.trim_height))
    size = sorted(wanted.size)
    # A template of one's own may have the whole size, and not care for the safe zone.
    return any(
        all(abs(a + more - b) <= TOLERANCE for a, b in zip(own, size, strict=True))
        for more in {0.0, 2 * wanted.inset}
    )


def lay_component(drawing: Drawing, wanted: Wanted, grows: bool = False) -> Page:
    """The page of a drawing with the bleed of a profile, turned to stand as the profile does.

    One that `grows`, and has no bleed, gets a margin in which a knife may stray.
    """
    own = drawing.trim_width, drawing.trim_height
    margin = wanted.safe if grows and wanted.bleed and not drawing.bleed else 0.0
    across, up = wanted.size or (own[0] + 2 * margin, own[1] + 2 * margin)
    turn = int((own[0] - own[1]) * (across - up) < -TOLERANCE)
    bleed = wanted.bleed
    if bleed and not drawing.bleed:
        drawing = trim_marks(drawing)
    width, height = across + 2 * bleed, up + 2 * bleed
    placed = Placement(drawing, 0.0, 0.0, turn)
    placed = replace(placed, x=(width - placed.width) / 2, y=(height - placed.height) / 2)
    trim = (bleed, bleed, width - bleed, height - bleed)
    return Page(width, height, (placed,), trim=trim, covered=width * height)


@lru_cache(maxsize=4096)
def trim_marks(drawing: Drawing) -> Drawing:
    """A drawing without what is printed on its cut, such as marks for scissors."""
    edge, width, height = _CUT / 2, drawing.width - _CUT, drawing.height - _CUT
    clip = f"{fmt(edge)} {fmt(edge)} {fmt(width)} {fmt(height)} re W n"
    return replace(drawing, operators=f"{clip}\n{drawing.operators}")


def _left_out_warning(sheet: str, items: Sequence[Item], wanted: Wanted) -> Diagnostic:
    size = format_size(items[0].drawing.trim_width, items[0].drawing.trim_height)
    count = sum(item.copies for item in items)
    pieces = "piece" if count == 1 else "pieces"
    asked = format_size(*(wanted.size or (0.0, 0.0)))
    message = (
        f"{count} {pieces} of the sheet {sheet} ({size}) are left out: {wanted.name} takes {asked}"
    )
    return LEFT_OUT.at(items[0].place, message, f"print them at home, with --sheet {sheet}")


def name_all(pieces: Sequence[tuple[str, Item]]) -> Iterator[tuple[str, tuple[str, Item]]]:
    """Every piece under the name of its definition and its sheet, and where needed its title."""
    alike = Counter((item.of, sheet) for sheet, item in pieces)
    taken: set[str] = set()
    for sheet, item in pieces:
        name = f"{make_id(item.of)[:LONGEST]}-{sheet}".lstrip("-")
        if alike[item.of, sheet] > 1:
            title = make_id(item.title).removeprefix(f"{make_id(item.of)}-")
            name = f"{name}-{title[:LONGEST]}".rstrip("-")
        yield take_name(name, taken), (sheet, item)


# Stock: the pieces of a print sorted by what they are on a table, for play on screen.


Sort = Literal["card", "ship", "token", "display", "aid", "page"]
"""Cards lie in decks, ships start on the table, tokens and aids are put there; a display is where
damage is struck off, a page is read."""


@record
class TablePiece:
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
        """The width and height of the piece, in inches."""
        return self.front.width / INCH, self.front.height / INCH


def sort_pieces(pieces: Sequence[tuple[Batch, Item]]) -> list[TablePiece]:
    """The pieces of a print, in its order."""
    named = name_all([(batch.sheet, item) for batch, item in pieces])
    return [
        TablePiece(
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


def list_sides(pieces: Iterable[TablePiece]) -> list[str]:
    """List the sides that have something to play with, in the order in which they first appear.

    Tokens alone make no side where others have more: they are those of a scenario.
    """
    found = [(p.side, p.sort) for p in pieces if p.side and p.sort not in ("aid", "page")]
    players = [side for side, sort in found if sort != "token"] or [side for side, _ in found]
    return list(dict.fromkeys(players))


def list_decks(pieces: Iterable[TablePiece]) -> list[tuple[str, list[TablePiece]]]:
    """The decks with their names: the cards of one sheet and ship with the same back.

    Where each card has a back of its own, they are one deck.
    """
    heaps: dict[tuple[str, ...], dict[str, list[TablePiece]]] = {}
    for piece in pieces:
        if piece.sort == "card":
            heap = heaps.setdefault(piece.heap, {})
            heap.setdefault(_describe(piece.back), []).append(piece)
    decks: list[list[TablePiece]] = []
    for heap in heaps.values():
        alike = list(heap.values())
        single = all(len(cards) == 1 for cards in alike)
        decks += [[card for cards in alike for card in cards]] if single else alike
    return [(_name_deck(cards), cards) for cards in decks]


def _describe(page: Page | None) -> str:
    """A text that is the same for backs that look the same."""
    return "\n".join(placed.drawing.operators for placed in page.placements) if page else ""


def _name_deck(cards: Sequence[TablePiece]) -> str:
    """Return the words that all cards' titles begin with, or else the name of their sheet."""
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
