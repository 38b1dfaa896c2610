"""The pages that are made without being written: ships and fleets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sheetgen.book.definition import Book
from sheetgen.book.flow.box import Note
from sheetgen.book.flow.figure import Figure, fit, turn
from sheetgen.book.flow.flowable import Flowable
from sheetgen.book.library import Illustrator
from sheetgen.book.parts.cutout import list_cutouts
from sheetgen.book.parts.heading import open_chapter, write
from sheetgen.book.parts.index import invert
from sheetgen.book.parts.parade import Entrant, Parade
from sheetgen.book.parts.printable import catch_part, list_facts, tabulate_fleet, tabulate_ships
from sheetgen.book.parts.shippage import Profile, Subject
from sheetgen.book.theme import Design
from sheetgen.definitions.definition import Definition

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
    """All ships in a table, then a page, or part of one, for every ship, in order of class."""
    kinds = {ship.kind for ship in ships}
    name = next(iter(kinds)).name.capitalize() if len(kinds) == 1 else "Ship"
    yield from open_chapter(f"{name}s", design, "ships", design.theme.recto)
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
    """The ships of one game; displays that have no room on the pages of theirs come after them."""
    depth = design.geometry.depth
    entrants: list[Entrant] = []
    apart: list[Flowable] = []
    for ship in ships:
        note = Note(f"ship-{ship.id}", [invert(ship.name), *list_terms(ship)], main=True)
        text, colour = convert(ship), colours.get(ship, "")
        subject = portray(ship, book, studio, colour)
        profile = Profile(subject, text, design)
        if subject.displays and profile.find_scale(design.geometry.measure) < LEAST_DISPLAY:
            subject = subject._replace(displays=())
            profile = Profile(subject, text, design)
            apart += show_displays(ship, design, studio, colour)
        if profile.wrap(design.geometry.measure, depth)[1] <= depth:
            entrants.append(Entrant(note, profile))
            continue
        if entrants:
            yield Parade(entrants, design.line, depth)
        entrants = []  # a long description has pages of its own
        yield from (note, Profile(subject, [], design), *text)
    if entrants:
        yield Parade(entrants, design.line, depth)
    yield from apart


def show_displays(
    ship: Definition, design: Design, studio: Illustrator, colour: str
) -> Iterator[Flowable]:
    """The displays of a ship, as large as a page allows: on their side if they are larger so."""
    sheet = studio.choose(ship, "display")
    geometry, step = design.geometry, design.line
    for drawing in studio.draw(ship, sheet, colour, small=True) if sheet else []:
        shown = max(drawing, turn(drawing), key=lambda d: fit(d, geometry.measure, geometry.depth))
        room = (geometry.depth, step / 2, step)
        yield Figure(shown, 1.0, None, *room, wide=True, place=ship.place)


def portray(ship: Definition, book: Book, studio: Illustrator, colour: str) -> Subject:
    """All there is of one ship apart from its description.

    A display is printed once: here, or among the cut-outs.
    """
    facts = {k: v for k, v in list_facts(ship).items() if v not in (None, "", [])}
    sheet = studio.choose(ship, "display")
    if sheet and sheet.name in list_cutouts(ship, book, studio):
        sheet = None
    displays = studio.draw(ship, sheet, colour) if sheet else []
    portrait = studio.portray(ship, colour)
    return Subject(ship.name, group_of(ship), facts, portrait, displays, ship.place)


def sort_ships(ships: Sequence[Definition]) -> list[Definition]:
    """Ships game by game, by class, then by name."""

    def find_kind(ship: Definition) -> tuple[str, str]:
        return ship.system.id, ship.kind.name

    def find_order(ship: Definition) -> tuple[Any, str]:
        order = ship.ask("order")
        return 0 if order is None else order, ship.name

    found: list[Definition] = []
    for _, alike in groupby(sorted(ships, key=find_kind), key=find_kind):
        group = list(alike)
        with catch_part(group[0], "order"):
            found += sorted(group, key=find_order)
    return found


def group_of(ship: Definition) -> str:
    """The class of a ship, or the name of its kind."""
    group = ship.ask("group")
    return ship.kind.name.capitalize() if group is None else str(group)


def list_terms(definition: Definition) -> list[str]:
    """The entries of the index that a definition belongs under."""
    given = definition.ask("terms")
    if given is None:
        return []
    with catch_part(definition, "terms"):
        if isinstance(given, str) or not all(isinstance(term, str) for term in given):
            raise TypeError(f"{given} is not a list of texts")
        return list(given)


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
