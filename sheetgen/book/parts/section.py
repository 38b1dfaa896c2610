"""The pages that are made without being written: ships and fleets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Any

from sheetgen.book.definition import Appendix, Book
from sheetgen.book.flow.box import Note
from sheetgen.book.flow.figure import Figure, fit, turn
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.library import Illustrator
from sheetgen.book.parts.matter import invert, open_chapter, write
from sheetgen.book.parts.printable import list_facts, tabulate_fleet, tabulate_ships
from sheetgen.book.parts.shippage import Entrant, Parade, ShipProfile, ShipSubject, name_display
from sheetgen.book.problem import TOO_LARGE
from sheetgen.book.theme import Design, Geometry
from sheetgen.definitions.definition import Definition
from sheetgen.ground.diagnostics import Diagnostic, ProblemError
from sheetgen.ground.record import record, replace
from sheetgen.ground.units import MM, Paper, format_size
from sheetgen.ground.words import say, tr
from sheetgen.pages.imposition import impose
from sheetgen.pages.layout import Arrangement, Duplex, Layout
from sheetgen.pages.page import Page
from sheetgen.pages.presssheet import Item
from sheetgen.printing.order import Batch, Order

# The appendix: displays, counters and other sheets at true size, to copy or to cut out.


MARGIN = 6.5 * MM
_FOOT = 8 * MM


def find_foot(geometry: Geometry) -> float:
    """The space left free at the foot of the page for its number."""
    return max(_FOOT, geometry.safe + 1.2 * geometry.leading if geometry.safe else 0.0)


@record
class Cutouts:
    """Pages of one sheet of cut-outs; pages of wide pieces are `turned` on their side.

    Where the last of them has hardly any pieces, as many pages are `even`.
    """

    title: str
    pages: tuple[Page, ...]
    turned: bool = False
    even: tuple[Page, ...] = ()


def share_cutouts(parts: Sequence[Cutouts]) -> list[Cutouts]:
    """The cut-outs, with the last few of a sheet below the last ones of an earlier one."""
    made: list[Cutouts] = []
    for part in parts:
        last, high = part.pages[-1], _reach(part.pages[-1])
        for at, other in enumerate(made if len(part.pages) > 1 else ()):
            low = _reach(other.pages[-1])[0]
            drop = high[1] - low + _BETWEEN
            if other.turned == part.turned and high[0] - drop >= MARGIN:
                joined = _put_below(other.pages[-1], last, drop)
                made[at] = replace(other, pages=(*other.pages[:-1], joined))
                made.append(replace(part, pages=part.pages[:-1]))
                break
        else:
            made.append(replace(part, pages=part.even or part.pages))
    return made


_BETWEEN = 8 * MM


def _reach(page: Page) -> tuple[float, float]:
    """The heights between which there are pieces on a page."""
    pieces = page.placements
    return min(p.y for p in pieces), max(p.y + p.height for p in pieces)


def _put_below(page: Page, other: Page, drop: float) -> Page:
    """A page with the pieces of another one too, lower by so much, and their crop marks."""
    pieces = [replace(piece, y=piece.y - drop) for piece in other.placements]
    marks = [(x0, y0 - drop, x1, y1 - drop) for x0, y0, x1, y1 in other.marks]
    placements = (*page.placements, *pieces)
    return replace(page, placements=placements, marks=(*page.marks, *marks))


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
            fitting, rest = _part(rest, tried, batch.arrange())
            if fitting:
                pages = tuple(impose(fitting, tried, arrangement=batch.arrange()))
                turned = lying == upright
                even = _even_out(fitting, tried, batch.arrange(), pages, turned)
                yield Cutouts(batch.title, pages, turned, even)
        for item in rest:
            drawing = item.drawing
            size = format_size(drawing.trim_width, drawing.trim_height)
            message = f"{item.name} measures {size} and is left out of the appendix"
            hint = "print it with `sheetgen render` on larger paper"
            problems.append(TOO_LARGE.at(item.place, message, hint))


def _part(
    items: Sequence[Item], layout: Layout, arrangement: Arrangement
) -> tuple[list[Item], list[Item]]:
    """The items that fit a layout, and the others."""
    fitting, rest = [], []
    for item in items:
        try:
            impose([item], layout, arrangement=arrangement)
            fitting.append(item)
        except ProblemError:
            rest.append(item)
    return fitting, rest


LEAST_FILL = 0.25
"""A page that is less full should not be there."""


def measure_fill(page: Page, turned: bool) -> float:
    """The share of a page's height that its pieces reach over."""
    spans = [
        (p.x, p.x + p.width) if turned else (p.y, p.y + p.height) for p in page.placements
    ] or [(0.0, 0.0)]
    high = max(end for _, end in spans) - min(start for start, _ in spans)
    return min(1.0, high / ((page.width if turned else page.height) - 2 * MARGIN))


def _even_out(
    items: Sequence[Item],
    layout: Layout,
    arrangement: Arrangement,
    pages: tuple[Page, ...],
    turned: bool,
) -> tuple[Page, ...]:
    """As many pages with equal shares of the items, if the last would be nearly empty."""
    if len(pages) < 2 or measure_fill(pages[-1], turned) >= LEAST_FILL:
        return ()
    share = -(-len(items) // len(pages))
    parts = [items[at : at + share] for at in range(0, len(items), share)]
    even = [page for part in parts for page in impose(part, layout, arrangement=arrangement)]
    return tuple(even) if len(even) == len(pages) else ()


def list_cutouts(definition: Definition, book: Book, studio: Illustrator) -> list[str]:
    """The sheets of a definition that are among the book's cut-outs."""
    if isinstance(book.appendix, Appendix) and book.appendix.sheets:
        return book.appendix.sheets
    if not book.appendix:
        return []
    roles = {"all": ("display", "counter"), "counters": ("counter",), "none": ()}[book.cutouts]
    chosen = [studio.choose(definition, role) for role in roles]
    return [sheet.name for sheet in chosen if sheet]


LEAST_DISPLAY = 0.8
"""A display that would be smaller on the page of its ship has a page of its own."""
Convert = Callable[[Definition], list[Flowable]]
"""Makes the flowables of a definition's description."""


def show_ships(
    ships: Sequence[Definition],
    book: Book,
    design: Design,
    studio: Illustrator,
    convert: Convert,
    colours: Mapping[Definition, str],
) -> Iterator[Flowable]:
    """Show the ships in a table, then each on a page, or part of one, in order of class."""
    kinds = {ship.kind for ship in ships}
    name = next(iter(kinds)).name.capitalize() if len(kinds) == 1 else "Ship"
    yield from open_chapter(tr(f"{name}s"), design, "ships", design.theme.recto)
    for _, alike in groupby(sort_ships(ships), key=lambda ship: ship.kind.columns):
        yield tabulate_ships(list(alike), design, link=True).widen()
    for _, alike in groupby(sort_ships(ships), key=lambda ship: ship.system):
        yield from _show_game(list(alike), book, design, studio, convert, colours)


def _show_game(
    ships: Sequence[Definition],
    book: Book,
    design: Design,
    studio: Illustrator,
    convert: Convert,
    colours: Mapping[Definition, str],
) -> Iterator[Flowable]:
    """The ships of one game; displays that have no room beside their ships come after them."""
    depth = design.geometry.depth
    entrants: list[Entrant] = []
    for ship in ships:
        note = Note(f"ship-{ship.id}", [invert(ship.name), *list_terms(ship)], main=True)
        text, colour = convert(ship), colours.get(ship, "")
        subject = portray(ship, book, studio, colour)
        profile, apart = ShipProfile(subject, text, design), list[Flowable]()
        if subject.displays and profile.find_scale(design.geometry.measure) < LEAST_DISPLAY:
            subject = subject._replace(displays=())
            profile = ShipProfile(subject, text, design)
            apart = list(show_displays(ship, design, studio, colour))
        if profile.wrap(design.geometry.measure, depth)[1] <= depth:
            entrants.append(Entrant(note, profile, apart))
            continue
        if entrants:
            yield Parade(entrants, design.line, depth)
        entrants = []  # a long description has pages of its own
        yield from (note, ShipProfile(subject, [], design), *text, *apart)
    if entrants:
        yield Parade(entrants, design.line, depth)


def show_displays(
    ship: Definition, design: Design, studio: Illustrator, colour: str
) -> Iterator[Flowable]:
    """The displays of a ship, as large as a page allows: on their side if they are larger so."""
    sheet = studio.choose(ship, "display")
    geometry, step = design.geometry, design.line
    for drawing in studio.draw(ship, sheet, colour, small=True) if sheet else []:
        shown = max(drawing, turn(drawing), key=lambda d: fit(d, geometry.measure, geometry.depth))
        room = (geometry.depth, step / 2, step)
        alt = name_display(ship.name)
        yield Figure(shown, 1.0, None, *room, alt=alt, wide=True, floats=True, place=ship.place)


def portray(ship: Definition, book: Book, studio: Illustrator, colour: str) -> ShipSubject:
    """Gather the contents of a ship's page apart from its description.

    A display is printed once: here, or among the cut-outs.
    """
    facts = {k: v for k, v in list_facts(ship).items() if v not in (None, "", [])}
    sheet = studio.choose(ship, "display")
    if sheet and sheet.name in list_cutouts(ship, book, studio):
        sheet = None
    displays = studio.draw(ship, sheet, colour) if sheet else []
    portrait = studio.portray(ship, colour)
    return ShipSubject(ship.name, group_of(ship), facts, portrait, displays, ship.place)


def sort_ships(ships: Sequence[Definition]) -> list[Definition]:
    """Ships game by game, by class, then by name."""

    def find_kind(ship: Definition) -> tuple[str, str]:
        return ship.system.id, ship.kind.name

    def find_order(ship: Definition) -> tuple[Any, str]:
        order = ship.ask("order")
        return 0 if order is None else order, ship.name

    found: list[Definition] = []
    for _, alike in groupby(sorted(ships, key=find_kind), key=find_kind):
        found += sorted(alike, key=find_order)
    return found


def group_of(ship: Definition) -> str:
    """The class of a ship, or the name of its kind."""
    group = ship.ask("group")
    return tr(ship.kind.name.capitalize()) if group is None else str(say(group))


def list_terms(definition: Definition) -> list[str]:
    """The entries of the index that a definition belongs under."""
    return [say(term) for term in definition.ask("terms") or []]


def show_fleets(
    fleets: Sequence[Definition], design: Design, convert: Convert
) -> Iterator[Flowable]:
    """The list of every fleet, with its totals."""
    for fleet in fleets:
        yield Note(terms=[invert(fleet.name)], main=True, wide=True)
        anchor = f"fleet-{fleet.id}"
        yield write(fleet.name, "h2", design, anchor, level=1, wide=True, place=fleet.place)
        yield from convert(fleet)
        yield tabulate_fleet(fleet, design).widen()
