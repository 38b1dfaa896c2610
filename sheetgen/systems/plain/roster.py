"""The roster of a plain game: all columns of its ships, as wide as their contents need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheetgen.ground.record import replace
from sheetgen.ground.row import NamedTuple
from sheetgen.systems import Column, Look, Print
from sheetgen.systems.kit import roster
from sheetgen.systems.kit.room import limit_height
from sheetgen.systems.kit.text import Writer
from sheetgen.systems.plain.gamefile import GameFile
from sheetgen.systems.plain.subject import LinkedFleet

WIDTH, IDS, NAMES, LEAST_NAMES = 186.0, 16.0, 62.0, 44.0
"""The width of a roster, of its IDs and of its names, in millimetres."""
AROUND, ROW, LINE = 34.0, 7.0, 4.08
"""The heights of a page without its rows, of a row, and of every further line of a name."""
_TEXT, _HEAD, _GAP = 3.4, 2.6, 3.0


class Head(NamedTuple):
    """A heading: the name of its values in the rows, and its place, centred at `x`."""

    title: str
    name: str
    total: bool
    x: float = 0.0
    width: float = 0.0


def make_roster(
    columns: Sequence[Column], most: int, game: GameFile
) -> Callable[[Any, Look], Iterator[Print]]:
    """What fills the roster of a fleet whose ships have these columns."""
    heads = [
        Head(column.show, column.sheet, column.total)
        for column in columns
        if column.sheet and column.show
    ]
    limit = game.fleet.limit if game.fleet else None

    def fill(linked: LinkedFleet, look: Look) -> Iterator[Print]:
        written = getattr(linked.fleet, f"{limit}_limit", None) if limit else None
        rows = roster.make_rows(columns, linked.members)
        writer = Writer(look.fonts)
        placed, names = place_heads(heads, rows, writer)
        more = {"game": game.name, "heads": placed, "limit": written, "names": names}
        more["sums"] = sum(head.total for head in heads)
        room = min(most * ROW, limit_height(look, WIDTH, AROUND + most * ROW) - AROUND)
        pages = roster.place_rows(
            rows, lambda row: ROW + LINE * (roster.count_lines(writer, row, names, _TEXT) - 1), room
        )
        for piece in roster.print_roster(linked, look, pages, columns, **more):
            colour = piece.data.colour or game.colour
            yield replace(piece, data=replace(piece.data, colour=colour))

    return fill


def place_heads(
    heads: Sequence[Head], rows: Sequence[Any], writer: Writer
) -> tuple[list[Head], float]:
    """The headings at their places, and the width that is left for names."""
    wishes = []
    for head in heads:
        cells = [writer.measure(str(getattr(row, head.name)), _TEXT) for row in rows]
        wishes.append(max([writer.measure(head.title.upper(), _HEAD, True), *cells]) + _GAP)
    whole = sum(wishes) or 1.0
    room = min(max(whole, WIDTH - IDS - NAMES), WIDTH - IDS - LEAST_NAMES)
    x = WIDTH - room
    placed = []
    for head, wish in zip(heads, wishes, strict=True):
        width = room * wish / whole
        placed.append(head._replace(x=round(x + width / 2, 2), width=round(width - 1, 2)))
        x += width
    return placed, round(WIDTH - room - IDS - 1, 2)
