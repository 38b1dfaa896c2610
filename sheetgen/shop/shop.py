"""Files of a print for a print shop or a table top, by its profile; pictures for any table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sheetgen.export.pdf import Facts
from sheetgen.ground.diagnostics import Diagnostic
from sheetgen.ground.files import Files
from sheetgen.ground.number import join_words
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import MM, format_size
from sheetgen.pages.page import Page
from sheetgen.pages.presssheet import Item
from sheetgen.printing.options import ChoiceError, choose_names
from sheetgen.shop.component import (
    Component,
    TablePiece,
    fits,
    list_decks,
    make_components,
    paint_pages,
)
from sheetgen.shop.profile import Goods, Wanted, list_names, list_profiles, read_profile

if TYPE_CHECKING:
    from sheetgen.printing.order import Batch
    from sheetgen.shop.battlefield import Battlefield

PIECES: Sequence[Goods] = ("cards", "counters", "sheets")
"""The products that definitions are printed as; a book is a book."""


class MadeFiles(NamedTuple):
    """A PDF of pages, or files by their names, and what the shop would find fault with."""

    pages: list[Page]
    files: dict[str, bytes] | None
    components: list[Component]
    problems: list[Diagnostic]
    pdf: bytes | None = None


class Finish(NamedTuple):
    """The choices of a user besides the profile: facts for the PDF, an ICC profile, black alone."""

    facts: Facts
    icc: str = ""
    grey: bool = False


def choose_profile(name: str, project: Path, files: Files, goods: Sequence[Goods]) -> Wanted:
    """The profile of that name, if it suits what is printed. Raises ProblemError, ChoiceError."""
    [name] = choose_names([name], list_names(project), "for")
    wanted = read_profile(name, project, files)
    if not set(goods) & set(wanted.asks.prints):
        known = list_profiles(project, files)
        fitting = ", ".join(w.name for w in known if set(goods) & set(w.asks.prints))
        what = " and ".join(wanted.asks.prints)
        raise ChoiceError("for", f"{name} is for {what}; for this there are {fitting}")
    return wanted


def refuse_icc(wanted: Wanted, icc: str) -> None:
    """Raises ChoiceError if there is an ICC profile where none is used."""
    if icc:
        message = f"it is for CMYK, and {wanted.name} makes no PDF for a press"
        raise ChoiceError("profile", message)


def make_for(
    wanted: Wanted,
    pieces: Sequence[tuple[Batch, Item]],
    project: Path,
    files: Files,
    finish: Finish,
    told: bool = False,
) -> MadeFiles:
    """Make the files of a profile from pieces.

    Whether sheets of other sizes are `told` depends on whether they were asked for. Raises
    ChoiceError if no piece has the size of the profile.
    """
    components, problems = make_components(pieces, wanted)
    if not told:
        problems = []
    if not components:
        fitting = [
            other.name
            for other in list_profiles(project, files)
            if other.asks.size and make_components(pieces, other)[0]
        ]
        advice = f"; these suit: {', '.join(fitting)}" if fitting else ""
        size = " × ".join(f"{side / MM:.1f}" for side in wanted.size or ())
        raise ChoiceError("for", f"nothing here has the size of {wanted.name}, {size} mm{advice}")
    if wanted.asks.makes == "pictures":
        refuse_icc(wanted, finish.icc)
        from sheetgen.shop.plate import paint_components

        made, found = paint_components(components, wanted)
        return MadeFiles([], made, components, [*problems, *found])
    from sheetgen.shop.plate import choose_press, print_plates
    from sheetgen.shop.preflight.document import inspect
    from sheetgen.shop.preflight.problem import demand

    press = choose_press(wanted, finish.icc, project, files, finish.grey)
    pages, names = [], []
    for component in components:
        sides = [component.front, *([component.back] if component.back else [])]
        pages += component.count * sides[::-1]  # back 1, front 1, back 2 …
        names += component.count * len(sides) * [component.origin]
    pdf, found = print_plates(pages, names, finish.facts, press)
    found += inspect(pdf, demand(wanted))[0].tell(names, components[0].place)
    return MadeFiles(pages, None, components, [*problems, *found], pdf)


def list_suiting(
    draw: Callable[[float], Iterable[tuple[Batch, Item]]], project: Path, files: Files
) -> list[tuple[Wanted, str]]:
    """The profiles for pieces, each with what it needs that is not among them; else with nothing.

    `draw` makes the pieces that come in sizes, or the counters as chits of a size in millimetres.
    """
    pieces = list(draw(0.0))
    found = []
    for wanted in list_profiles(project, files):
        size, goods = wanted.size, wanted.asks.prints
        if set(PIECES).isdisjoint(goods):
            continue
        mine = draw(wanted.chit) if wanted.chit else pieces
        suits = size is None or any(fits(item.drawing, wanted) for _, item in mine)
        needs = f"{join_words(list(goods))} of {format_size(*(size or ()))}" if not suits else ""
        found.append((wanted, needs))
    return found


def make_screen(
    wanted: Wanted,
    pieces: Sequence[tuple[Batch, Item]],
    title: str,
    field: Battlefield,
    url: str = "",
) -> dict[str, bytes]:
    """The files for play on screen, by their names. Raises ProblemError."""
    from sheetgen.shop.component import sort_pieces

    stock = sort_pieces(pieces)
    if wanted.asks.makes == "vassal":
        from sheetgen.shop.vassal import make_vassal

        return make_vassal(stock, title, field)
    if wanted.asks.makes == "table":
        return make_table(stock, field, wanted.asks.format)
    from sheetgen.shop.tabletop import make_tabletop

    return make_tabletop(stock, title, field, url)


_HEADINGS = ("front", "back", "name", "kind", "side", "deck", "count", "width mm", "height mm")
_FINE, _LARGE = 300, 1500
"""Pixels to the inch, unless a picture would be larger than so many pixels."""


def make_table(
    pieces: Sequence[TablePiece], field: Battlefield, form: Literal["png", "svg"]
) -> dict[str, bytes]:
    """The pictures by their names, for any table: both sides of all pieces, the table, a list.

    Raises ProblemError.
    """
    from sheetgen.shop.plate import MANIFEST, write_table

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
