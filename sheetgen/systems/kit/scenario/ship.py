"""Ships on the map of a scenario: at their places with their names, or where they deploy.

Lengths are millimetres on paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import atan2, cos, hypot, radians, sin
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record
from sheetgen.systems.kit.fleet import name_yard
from sheetgen.systems.kit.scenario.frame import BADGE, MapFrame, MapSpot
from sheetgen.systems.kit.scenario.scenario import (
    LinkedScenario,
    LinkedSide,
    call_ship,
    find_deployments,
)
from sheetgen.systems.kit.scenario.table import Box, Deployment, measure_turn
from sheetgen.systems.kit.text import TextWriter

_SIZES = (8.0, 7.0, 6.0, 5.2, 4.5, 3.9, 3.4)
"""How long ships may be on the map: as long as there is room for, at least 0.7 of that apart."""
_LETTERS = 2.3  # the size of a ship's name
_LINE, _BASE = 3.0, 2.25  # what its line takes from top to bottom, and down to its letters' foot
_NUMBER = 3.0  # what the number of its side takes before it


@record
class MapShip:
    """A ship on the map: its place, the degrees that it is turned by, and its drawing.

    `side` is the place of its side, from 0, `id` what `call_ship` calls it. One that has a place of
    its own has a `label`.
    """

    side: int
    id: str
    spot: MapSpot
    turn: float
    parts: Sequence[Any]
    size: float  # its length
    label: MapName | None = None

    @property
    def ends(self) -> Sequence[MapSpot]:
        """Where its bow and its stern are, which nothing should hide."""
        t, (x, y), half = radians(self.turn), self.spot, self.size * 0.4
        return [MapSpot(x + n * half * sin(t), y - n * half * cos(t)) for n in (1, -1)]


@record
class MapName:
    """The name of a ship beside it, with the number and colour of its side; where it begins."""

    text: str
    x: float
    y: float
    width: float
    number: str
    colour: str


DrawShip = Callable[[Any, str], Sequence[Any]]
"""A function that takes a ship and the yard of its fleet, and gives the layers of its drawing."""


def draw_placed(
    linked: LinkedScenario, frame: MapFrame, draw: DrawShip, writer: TextWriter
) -> list[MapShip]:
    """The ships that have a place of their own, all of one size, with their names beside them."""
    found = list(_list_placed(linked, frame))
    spots = [spot for _, _, spot, _ in found]
    near = min((hypot(a.x - b.x, a.y - b.y) for a, b in combinations(spots, 2)), default=99.0)
    size = next((one for one in _SIZES[1:] if 0.85 * one <= near), _SIZES[-1])
    half = size * 0.42
    taken = [Box(x - half, y - half, x + half, y + half) for x, y in spots]
    ships = []
    for side, member, spot, turn in found:
        label = _name_ship(side, member, spot, half, taken, frame, writer)
        parts = draw(member, name_yard(side.fleet))
        ships.append(MapShip(side.at, call_ship(member), spot, turn, parts, size, label))
    return ships


def _list_placed(
    linked: LinkedScenario, frame: MapFrame
) -> Iterator[tuple[LinkedSide, Any, MapSpot, float]]:
    for side in linked.sides:
        usual = next(iter(find_deployments(linked, side.name)), None)
        for member in side.fleet.members:
            place = side.places.get(call_ship(member))
            if place:
                spot = frame.clamp(frame.at(place.point), 0.0)
                yield side, member, spot, place.find_turn(usual, frame.table)


def _name_ship(
    side: LinkedSide,
    member: Any,
    spot: MapSpot,
    half: float,
    taken: list[Box],
    frame: MapFrame,
    writer: TextWriter,
) -> MapName:
    """The name of a ship where it hides nothing; only its ID where there is no room for more."""
    texts = dict.fromkeys((member.title, call_ship(member)))
    widths = {text: _NUMBER + writer.measure(text, _LETTERS, bold=True) for text in texts}
    table = Box(frame.left, frame.top, frame.left + frame.wide, frame.top + frame.deep)
    spots = [(text, patch) for text in widths for patch in _try(spot, half, widths[text], table)]
    clear = (one for one in spots if not any(one[1].meets(other) for other in taken))
    text, patch = next(clear, spots[-1])
    taken.append(patch)
    colour = deepen(side.colour)
    return MapName(text, patch.x0, patch.y0 + _BASE, widths[text], str(side.at + 1), colour)


def _try(spot: MapSpot, half: float, width: float, table: Box) -> Iterator[Box]:
    """The places of a name beside a ship, the best first, as far as they lie on the table."""
    below, above, level = spot.y + half + 0.2, spot.y - half - 0.2 - _LINE, spot.y - _LINE / 2
    middle = min(max(spot.x - width / 2, table.x0 + 0.3), table.x1 - 0.3 - width)
    right, left = spot.x + half + 0.5, spot.x - half - 0.5 - width
    for x, y in ((middle, below), (middle, above), (right, level), (left, level)):
        if table.x0 < x < table.x1 - width and table.y0 < y < table.y1 - _LINE:
            yield Box(x, y, x + width, y + _LINE)
    yield Box(middle, above, middle + width, above + _LINE)


Drawn = Sequence[tuple[str, Sequence[Any]]]
"""The names of ships, each with its drawing."""


def draw_deployed(side: LinkedSide, draw: DrawShip) -> Drawn:
    """The ships of a side that have no place of their own."""
    free = [member for member in side.fleet.members if call_ship(member) not in side.places]
    return [(call_ship(member), draw(member, name_yard(side.fleet))) for member in free]


def place_ships(
    side: LinkedSide,
    drawn: Drawn,
    badge: MapSpot,
    zone: tuple[MapSpot, MapSpot],
    deployment: Deployment,
    frame: MapFrame,
    taken: Sequence[MapShip] = (),
) -> Iterator[MapShip]:
    """The ships of a side on both sides of its badge, along its edge or around its corner.

    They are as large as there is room for, and clear of those `taken` places; where there is too
    little room, they are not shown.
    """
    area, (a, b) = deployment.area, zone
    turn = measure_turn(deployment.direction(frame.table))
    level = b.x - a.x >= b.y - a.y
    length, deep = (b.x - a.x, b.y - a.y) if level else (b.y - a.y, b.x - a.x)
    corner, r = frame.at(area.point(frame.table)), area.reach * frame.scale * 0.8
    most = r * 0.74 if area.corner else length / 2
    gap = 1.3 if area.corner else BADGE + 0.6  # around the arrow, or around the badge
    last = (len(drawn) - 1) // 2
    size = next((s for s in _SIZES if gap + 0.35 * s + 0.7 * s * (last + 0.5) <= most), 0.0)
    if not size or (not area.corner and deep < size):
        return
    free = (most - gap - 0.35 * size) / (last + 0.5)
    step = size * 0.7 if area.corner else min(max(free, 0.7 * size), 1.3 * size)
    waiting = list(reversed(drawn))
    for at in range(len(drawn) + 2 * len(taken)):
        along = gap + 0.35 * size + step * (at // 2)
        if not waiting or (taken and along + 0.35 * size > most + 1e-6):
            return
        offset = along * (-1, 1)[at % 2]
        if area.corner:
            t = atan2(badge.y - corner.y, badge.x - corner.x) + offset / r
            spot = MapSpot(corner.x + r * cos(t), corner.y + r * sin(t))
        else:
            spot = MapSpot(badge.x + offset * level, badge.y + offset * (not level))
        if all(_is_clear(spot, size, other) for other in taken):
            name, parts = waiting.pop()
            yield MapShip(side.at, name, spot, turn, parts, size)


def _is_clear(spot: MapSpot, size: float, ship: MapShip) -> bool:
    """Whether a ship of a size hides neither another one that has a place, nor its name."""
    half = 0.35 * size
    own = Box(spot.x - half, spot.y - half, spot.x + half, spot.y + half)
    at, half = ship.spot, 0.35 * ship.size
    there = [Box(at.x - half, at.y - half, at.x + half, at.y + half)]
    if label := ship.label:
        top = label.y - _BASE
        there.append(Box(label.x, top, label.x + label.width, top + _LINE))
    return not any(own.meets(other) for other in there)
