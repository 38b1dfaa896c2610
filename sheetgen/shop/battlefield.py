"""Battlefields: the table of a scenario for play on screen, and where its ships start on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from sheetgen.ground.record import record
from sheetgen.pages.page import Page
from sheetgen.shop.component import TablePiece
from sheetgen.systems.contract import Zone

TABLE = 48 * 25.4
"""Millimetres along each side of a table where no scenario says more: four feet."""
_EDGE = 6 * 25.4  # millimetres from the edge of a table in which a side starts

Place = tuple[float, float]


@record
class Battlefield:
    """A table in millimetres, on which distances are measured in a unit, and its picture.

    `game` is what is played on it, `version` the project's, empty if it names none. The sides
    start in `zones`, or along its edges.
    """

    game: str = ""
    width: float = TABLE
    height: float = TABLE
    unit: str = "in"
    page: Page | None = None
    zones: Mapping[str, Zone] | None = None
    version: str = ""

    def find_zone(self, side: str, number: int) -> Zone:
        """Find the zone in which a side starts."""
        if self.zones and side in self.zones:
            return self.zones[side]
        wide, high, deep = self.width, self.height, min(_EDGE, self.width / 4, self.height / 4)
        edges = (
            Zone(0, high - deep, wide, deep, 0.0),
            Zone(0, 0, wide, deep, 180.0),
            Zone(0, deep, deep, high - 2 * deep, 90.0),
            Zone(wide - deep, deep, deep, high - 2 * deep, 270.0),
        )
        return edges[number % len(edges)]


def spread(zone: Zone, ships: Sequence[TablePiece]) -> Iterator[Place]:
    """Places for ships in a zone, in millimetres: in rows, closer where they are many."""
    if not ships:
        return
    size = 1.15 * 25.4 * max(max(ship.inches) for ship in ships)
    count = len(ships)
    fair = round(sqrt(count * zone.width / zone.height))
    least = -(-count // max(1, int(zone.height / size)))
    columns = max(1, min(int(zone.width / size), count, max(fair, least)))
    rows = -(-count // columns)
    for at in range(count):
        row, column = divmod(at, columns)
        in_row = min(columns, count - row * columns)
        yield (
            zone.x + zone.width * (column + 0.5) / in_row,
            zone.y + zone.height * (row + 0.5) / rows,
        )
