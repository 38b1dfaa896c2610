"""Battlefields: the table of a scenario for play on screen, and where its ships start on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from math import cos, radians, sin, sqrt

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
    start in `zones`, or along its edges, and some of their ships in `places`, by whose they are.
    """

    game: str = ""
    width: float = TABLE
    height: float = TABLE
    unit: str = "in"
    page: Page | None = None
    zones: Mapping[str, Zone] | None = None
    places: Mapping[str, Mapping[str, Zone]] = field(default_factory=dict)
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

    def deploy(
        self, pieces: Sequence[TablePiece], side: str, number: int
    ) -> Iterator[tuple[TablePiece, Place, float]]:
        """The ships of a side, each with its place in millimetres and the degrees that it faces.

        Several pieces of one ship that has a place stand side by side, the first of them there.
        """
        ships = [p for p in pieces if p.sort == "ship" and (p.side == side or not side)]
        zone, places = self.find_zone(side, number), self.places.get(side, {})
        owners = [ship.heap[-1].rpartition("\n")[2] for ship in ships]
        free = [ship for ship, own in zip(ships, owners, strict=True) if own not in places]
        spots = spread(zone, free)
        beside: dict[str, float] = {}
        for ship, own in zip(ships, owners, strict=True):
            if own not in places:
                yield ship, next(spots), zone.facing
                continue
            there, wide = places[own], 1.15 * 25.4 * ship.inches[0]
            off = beside.get(own, -wide / 2) + wide / 2
            beside[own] = off + wide / 2
            turn = radians(there.facing)
            yield ship, (there.x + off * cos(turn), there.y + off * sin(turn)), there.facing


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
