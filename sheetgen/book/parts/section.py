"""The pages that are made for you: ships, fleets, imprint, contents, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from sheetgen.book.definition import Book
from sheetgen.book.flow.box import Note, Space
from sheetgen.book.flow.canvas import Leaf
from sheetgen.book.flow.entry import ContentsEntry
from sheetgen.book.flow.opening import Opening
from sheetgen.book.flow.paragraph import Paragraph
from sheetgen.book.flow.span import make_span
from sheetgen.book.library import Illustrator
from sheetgen.book.parts.index import invert
from sheetgen.book.parts.printable import list_facts, tabulate_fleet, tabulate_ships
from sheetgen.book.parts.shippage import Profile
from sheetgen.book.theme import Design, StyleName
from sheetgen.definitions.definition import Definition

Convert = Callable[[Definition], list[Any]]
"""Makes the flowables of a definition's description."""


def write(
    text: str, name: StyleName, design: Design, anchor: str = "", level: int = -1
) -> Paragraph:
    """A paragraph of plain text."""
    style = design.style(name)
    head = text if level >= 0 else ""
    anchors = [anchor] if anchor else []
    made = Paragraph(
        [make_span(text, style, style.colour)], style, design.setter, (), anchors, head, level
    )
    made.wide = level == 0
    return made


def open_chapter(
    title: str, design: Design, anchor: str, kicker: str = "", recto: bool = False
) -> Iterator[Any]:
    """The head of a part of the book, on a new page."""
    yield Opening("opener", recto and design.theme.recto, title)
    yield Space(design.theme.sink * design.line, opens=True)
    if kicker:
        above = write(kicker, "kicker", design)
        above.wide = True
        yield above
    yield write(title, "h1", design, anchor, level=0)


def show_ships(
    ships: Sequence[Definition],
    design: Design,
    studio: Illustrator,
    convert: Convert,
    colours: dict[Any, str],
) -> Iterator[Any]:
    """All ships in a table, then a page, or part of one, for every ship, in order of class."""
    kinds = {ship.kind for ship in ships}
    name = next(iter(kinds)).name.capitalize() if len(kinds) == 1 else "Ship"
    yield from open_chapter(f"{name}s", design, "ships", recto=True)
    for _, alike in groupby(sort_ships(ships), key=lambda ship: ship.kind.columns):
        table = tabulate_ships(list(alike), design, link=True)
        table.wide = True
        yield table
    for group, members in groupby(sort_ships(ships), key=group_of):
        first = True
        for ship in members:
            yield Note(
                anchor=f"ship-{ship.id}",
                terms=[invert(ship.name), *list_terms(ship)],
                main=True,
            )
            heading = group if first else ""
            first = False
            yield from show_ship(ship, heading, design, studio, convert, colours.get(ship, ""))


def show_ship(
    ship: Definition, group: str, design: Design, studio: Illustrator, convert: Convert, colour: str
) -> Iterator[Any]:
    """What there is of one ship: portrait, description, statistics and display."""
    portrait = studio.portray(ship, colour)
    facts = {k: v for k, v in list_facts(ship).items() if v not in (None, "", [])}
    sheet = studio.choose(ship, "display")
    displays = studio.draw(ship, sheet, colour) if sheet else []
    text = convert(ship)

    def make(words: list[Any]) -> Profile:
        title = (ship.name, group_of(ship), facts, portrait)
        return Profile(*title, words, displays, design, group)

    profile = make(text)
    geometry = design.geometry
    if profile.wrap(geometry.measure, geometry.depth)[1] <= geometry.depth:
        yield profile
    else:  # a long description goes on over pages of its own
        yield make([])
        yield from text


def sort_ships(ships: Sequence[Definition]) -> list[Definition]:
    """Ships game by game in order of class, then by name."""

    def key(ship: Definition) -> tuple[Any, ...]:
        order = ship.ask("order")
        return ship.system.id, ship.kind.name, 0 if order is None else order, ship.name

    return sorted(ships, key=key)


def group_of(ship: Definition) -> str:
    """The class of a ship, or what kind of thing it is."""
    group = ship.ask("group")
    return ship.kind.name.capitalize() if group is None else str(group)


def list_terms(definition: Definition) -> list[str]:
    """The entries of the index that a definition belongs under."""
    return list(definition.ask("terms") or ())


def show_fleets(fleets: Sequence[Definition], design: Design, convert: Convert) -> Iterator[Any]:
    """The list of every fleet, with its totals."""
    for fleet in fleets:
        heading = write(fleet.name, "h2", design, f"fleet-{fleet.id}", level=1)
        heading.wide = True
        note = Note(terms=[invert(fleet.name)], main=True)
        note.wide = True
        yield note
        yield heading
        yield from convert(fleet)
        table = tabulate_fleet(fleet, design)
        table.wide = True
        yield table


def list_contents(leaves: Sequence[Leaf], design: Design, deepest: int = 1) -> Iterator[Any]:
    """The entries of the table of contents."""
    for leaf in leaves:
        for at, heading in enumerate(leaf.headings):
            if heading.level <= deepest:
                name: StyleName = "contents-entry" if heading.level else "contents"
                style = design.style(name)
                style = replace(style, left=style.left * max(1, heading.level))
                target = f"#page-{leaf.number}-{at}"
                yield ContentsEntry(heading.title, leaf.label, target, style, design.setter)


def list_credits(book: Book, design: Design) -> Iterator[Any]:
    """Who did what, the author first."""
    lines = [("Written by", book.author)] if book.author else []
    lines += [(credit.role, credit.names) for credit in book.credits]
    for role, names in lines:
        yield write(role, "term", design)
        yield write(", ".join(names), "body", design)
