"""The appendix: displays, counters and other sheets at true size, to copy or to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sheetgen.book.definition import Appendix, Book
from sheetgen.book.library import Illustrator
from sheetgen.book.problem import TOO_LARGE
from sheetgen.book.theme import Geometry
from sheetgen.definitions.definition import Definition
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.units import MM, Paper, format_size
from sheetgen.order import Batch, Order
from sheetgen.pages.duplex import Duplex
from sheetgen.pages.imposition import impose
from sheetgen.pages.layout import Arrangement, Layout
from sheetgen.pages.page import Page
from sheetgen.pages.presssheet import Item

MARGIN = 6.5 * MM
_FOOT = 8 * MM


def find_foot(geometry: Geometry) -> float:
    """The space left free at the foot of the page for its number."""
    return max(_FOOT, geometry.safe + 1.2 * geometry.leading if geometry.safe else 0.0)


@dataclass(frozen=True, slots=True)
class Cutouts:
    """Pages of one sheet of cut-outs; pages of wide pieces are `turned` on their side."""

    title: str
    pages: tuple[Page, ...]
    turned: bool = False


def cut_out(
    definitions: Sequence[Definition],
    book: Book,
    studio: Illustrator,
    geometry: Geometry,
    problems: list[Diagnostic],
) -> Iterator[Cutouts]:
    """The cut-outs of definitions, sheet by sheet; those larger than the page are left out."""
    copies = book.appendix.copies if isinstance(book.appendix, Appendix) else 1
    width, height = geometry.width, geometry.height - find_foot(geometry)
    layout = Layout(Paper("book", width, height), margin=MARGIN, duplex=Duplex.FOLD)
    order = Order(layout, copies)
    batches: dict[tuple[str, str], tuple[Batch, list[Item]]] = {}
    for definition in definitions:
        names = list_cutouts(definition, book, studio)
        if not names:
            continue
        for batch, item in studio.press.draw_sheets([definition], replace(order, sheets=names)):
            kept = batches.setdefault((batch.system, batch.sheet), (batch, []))[1]
            kept.append(replace(item, bookmark=""))
    upright = width <= height
    for batch, items in batches.values():
        rest = items
        # What is too large for the part that is safe from the knife may reach out of it.
        margins = dict.fromkeys((max(MARGIN, geometry.safe), MARGIN))
        for margin, lying in product(margins, (not upright, upright)):
            tried = replace(layout, landscape=lying, margin=margin)
            fitted, rest = _impose(rest, tried, batch.arrange())
            if fitted:
                yield Cutouts(batch.title, fitted, lying == upright)
        for item in rest:
            drawing = item.drawing
            size = format_size(drawing.trim_width, drawing.trim_height)
            message = f"{item.name} measures {size} and is left out of the appendix"
            hint = "print it with `sheetgen render` on larger paper"
            problems.append(TOO_LARGE.at(item.place, message, hint))


def _impose(
    items: Sequence[Item], layout: Layout, arrangement: Arrangement
) -> tuple[tuple[Page, ...], list[Item]]:
    """The pages of those items that fit a layout, and the others."""
    fitting, rest = [], []
    for item in items:
        try:
            impose([item], layout, arrangement=arrangement)
            fitting.append(item)
        except ProblemError:
            rest.append(item)
    return tuple(impose(fitting, layout, arrangement=arrangement)) if fitting else (), rest


def list_cutouts(definition: Definition, book: Book, studio: Illustrator) -> list[str]:
    """The sheets of a definition that are among the book's cut-outs."""
    if isinstance(book.appendix, Appendix) and book.appendix.sheets:
        return book.appendix.sheets
    if not book.appendix:
        return []
    roles = {"all": ("display", "counter"), "counters": ("counter",), "none": ()}[book.cutouts]
    chosen = [studio.choose(definition, role) for role in roles]
    return [sheet.name for sheet in chosen if sheet]
