"""The map of a scenario's table, drawn to scale, with its grid, numbers and scale bar.

Lengths are millimetres on paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, sin
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.systems.kit import terrain as terrain_art
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.scenario.table import WORDS, Deployment, GamingTable, Point, name_pieces
from sheetgen.systems.kit.text import TextWriter

ACROSS, TALLEST = 195.0, 190.0
"""The most that a map takes from left to right, and its table from top to bottom."""

BORDER = 3.0
"""The width of the border around the table."""

_DIGIT = 1.5  # the width of a digit of the grid's numbers
_NUMBER = 12.0  # the most that a number below the map takes

GRID = {"in": 12, "cm": 30}
"""The grid's step: a foot, or 30 cm."""


class MapSpot(NamedTuple):
    """A place on paper."""

    x: float
    y: float


@record
class MapLabel:
    """A text on the map; `turn` in degrees."""

    text: str
    x: float
    y: float
    anchor: str = "middle"
    turn: int = 0
    width: float = 0.0
    colour: str = ""


class Scale(NamedTuple):
    """A measure of a game, such as its speeds: a step in the table's unit, and the name of each."""

    step: int
    names: Sequence[str]


@record
class ScaleBar:
    """The scale bar: its top, the ends of its parts, and the labels below it."""

    y: float
    ends: Sequence[float]
    labels: Sequence[MapLabel]


class MapFrame:
    """Converts places on the table into places on paper."""

    def __init__(
        self, table: GamingTable, left: float, top: float, widest: float, highest: float
    ) -> None:
        box = table.box
        self.table = table
        self.scale = min(widest / box.x1, highest / box.y1)
        self.left, self.top = left, top
        self.wide, self.deep = box.x1 * self.scale, box.y1 * self.scale

    def at(self, point: Point) -> MapSpot:
        """A place on paper."""
        return MapSpot(
            self.left + point.x * self.scale, self.top + self.deep - point.y * self.scale
        )

    def clamp(self, spot: MapSpot, room: float) -> MapSpot:
        """The nearest place at that distance from the table's edges."""
        x = min(max(spot.x, self.left + room), self.left + self.wide - room)
        y = min(max(spot.y, self.top + room), self.top + self.deep - room)
        return MapSpot(x, y)


def draw_grid(frame: MapFrame) -> str:
    """The lines at every foot or 30 cm inside the table."""
    box, step = frame.table.box, GRID[frame.table.length_unit]
    upright = [frame.left + at * frame.scale for at in range(step, ceil(box.x1), step)]
    across = [frame.top + frame.deep - at * frame.scale for at in range(step, ceil(box.y1), step)]
    data = "".join(f"M{x:.2f} {frame.top:.2f}v{frame.deep:.2f}" for x in upright)
    return data + "".join(f"M{frame.left:.2f} {y:.2f}h{frame.wide:.2f}" for y in across)


def number_grid(frame: MapFrame) -> Iterator[MapLabel]:
    """The distances along the bottom and left edges, from their common corner."""
    box, step = frame.table.box, GRID[frame.table.length_unit]
    while step * frame.scale < 7:
        step *= 2
    bottom = frame.top + frame.deep
    for at in range(0, int(box.x1) + 1, step):
        yield _label_below(str(at), frame.left + at * frame.scale, bottom + BORDER + 3.2)
    for at in range(step, int(box.y1) + 1, step):
        y = max(bottom - at * frame.scale + 0.8, frame.top + 1.8)
        x = frame.left - BORDER - 1.2
        yield MapLabel(str(at), x, y, "end", width=x)


def _label_below(text: str, x: float, y: float) -> MapLabel:
    """A number below its place, or to its left where that is at the edge of the sheet."""
    if x + _DIGIT * len(text) / 2 > ACROSS:
        return MapLabel(text, ACROSS, y, "end", width=_NUMBER)
    return MapLabel(text, x, y, width=_NUMBER)


def draw_bar(scale: Scale | None, frame: MapFrame, y: float) -> ScaleBar:
    """The ranges of a game if the map is wide enough for the first of them, or else one square."""
    step, names = GRID[frame.table.length_unit], [tr("one square")]
    if scale and scale.step * frame.scale <= frame.wide:
        step, names = scale.step, list(scale.names)
    part = step * frame.scale
    count = min(len(names), int(frame.wide / part + 1e-6))
    ends = [frame.left + at * part for at in range(count + 1)]
    labels = [MapLabel("0", ends[0], y + 4.6, "start", width=_NUMBER)]
    for at, (start, end) in enumerate(pairwise(ends)):
        mark = ("″" if frame.table.length_unit == "in" else " cm") if at == count - 1 else ""
        labels.append(_label_below(f"{(at + 1) * step}{mark}", end, y + 4.6))
        if part > 5 + 1.2 * len(names[at]):
            labels.append(MapLabel(names[at], (start + end) / 2, y + 4.6, width=part))
    return ScaleBar(y, ends, labels)


Linked = LinkedScenario

BADGE = 2.5  # the radius of a badge
MARK = 4.4  # how far below a badge a mark stands
_LABEL, _SMALLEST = 3.0, 2.3  # sizes of a side's name
_NAMED = 4.8  # what a side's name takes at an edge of the map
_SIZES = (8.0, 7.0, 6.0, 5.2, 4.5, 3.9, 3.4)
"""How long ships may be on the map: as long as there is room for, at least 0.7 of that apart."""


@record
class MapPiece:
    """A piece of terrain: its drawing, its letter's place and mark."""

    letter: str
    type: str
    outline: str
    details: Sequence[str]
    edge: str
    strokes: str
    dots: str
    shores: Sequence[str]
    badge: MapSpot
    mark: str = ""


@record
class MapShip:
    """A ship where it may deploy: its place, the degrees that it is turned by, and its drawing."""

    spot: MapSpot
    turn: float
    parts: Sequence[Any]
    size: float  # its length


@record
class MapZone:
    """A deployment area: its outline, hatching, number of the side, and arrow of its facing."""

    number: str
    colour: str
    outline: str
    hatch: str
    badge: MapSpot
    arrow: str
    ships: Sequence[MapShip] = ()


@record
class TableMap:
    """The map: its size with everything around it, and where in it the table lies."""

    width: float
    height: float
    left: float
    top: float
    wide: float
    deep: float
    step: float  # of the grid
    grid: str
    ticks: Sequence[MapLabel]
    zones: Sequence[MapZone]
    pieces: Sequence[MapPiece]
    labels: Sequence[MapLabel]
    bar: ScaleBar


def letter(at: int) -> str:
    """The letter of the terrain piece `at` (from 0), which is used on the map and in the text."""
    return chr(ord("A") + at)


def draw_map(
    linked: Linked,
    writer: TextWriter,
    highest: float = TALLEST,
    scale: Scale | None = None,
    draw_ship: Callable[[Any, str], Sequence[Any]] | None = None,
) -> TableMap:
    """The map of a scenario, its table at most `highest` millimetres from top to bottom.

    `scale` is what the bar below it shows, and `draw_ship` draws what a fleet deploys on it.
    """
    scenario = linked.scenario
    frame, width, height = measure_map(linked, highest)
    under = frame.top + frame.deep + BORDER + 4.2
    spots: list[MapSpot] = []
    numbers = {side.name: at for at, side in enumerate(linked.sides)}
    placed = [d for d in scenario.deployment if d.side in numbers]
    zones = []
    for at, deployment in enumerate(placed):
        number = numbers[deployment.side]
        side = linked.sides[number]
        first = deployment.side not in [d.side for d in placed[:at]]
        members = side.fleet.members if draw_ship and first else ()
        drawn = [draw_ship(member, side.fleet.name) for member in members] if draw_ship else []
        zones.append(_draw_zone(deployment, number, deepen(side.colour), frame, spots, drawn))
    return TableMap(
        width=width,
        height=height,
        left=frame.left,
        top=frame.top,
        wide=frame.wide,
        deep=frame.deep,
        step=GRID[scenario.table.length_unit] * frame.scale,
        grid=draw_grid(frame),
        ticks=list(number_grid(frame)),
        zones=zones,
        pieces=_draw_pieces(linked, frame, spots),
        labels=_label_zones(linked, frame, under, writer),
        bar=draw_bar(scale, frame, height - 5.6),
    )


def measure_map(linked: Linked, highest: float) -> tuple[MapFrame, float, float]:
    """Return the table's frame on the map, and the width and height of the whole map."""
    table = linked.scenario.table
    margins = {_margin_of(d) for d in linked.scenario.deployment}
    left = BORDER + 5.0 + _NAMED * ("left" in margins)
    right = BORDER + 1.2 + _NAMED * ("right" in margins)
    top = BORDER + 0.4 + _NAMED * ("top" in margins)
    frame = MapFrame(table, left, top, ACROSS - left - right, highest)
    foot = top + frame.deep + BORDER + 4.2 + _NAMED * ("bottom" in margins)
    return frame, left + frame.wide + right, foot + 8.6


def find_table(page: Any) -> tuple[float, float, float, float] | None:
    """Where the table is on a page of a scenario, as left, top, width and height, if it is."""
    shown = page.map
    return shown and (shown.left, page.map_y + shown.top, shown.wide, shown.deep)


def _margin_of(deployment: Deployment) -> str:
    """The edge of the map at which a deployment's side is named."""
    where = deployment.area.corner or deployment.area.edge or ""
    return where.partition("-")[0]


def _draw_zone(
    deployment: Deployment,
    number: int,
    colour: str,
    frame: MapFrame,
    spots: list[MapSpot],
    drawn: Sequence[Sequence[Any]],
) -> MapZone:
    area, table = deployment.area, frame.table
    x0, y0, x1, y1 = area.bound(table)
    a, b = frame.at(Point(x0, y1)), frame.at(Point(x1, y0))
    if area.corner:
        right, up = WORDS[area.corner]
        corner, reach = frame.at(area.point(table)), area.reach * frame.scale
        sweep = int(right * up < 0)
        outline = (
            f"M{corner.x:.2f} {corner.y:.2f}h{-right * reach:.2f}"
            f"A{reach:.2f} {reach:.2f} 0 0 {sweep} {corner.x:.2f} {corner.y + up * reach:.2f}Z"
        )
    else:
        outline = f"M{a.x:.2f} {a.y:.2f}H{b.x:.2f}V{b.y:.2f}H{a.x:.2f}Z"
    badge = frame.clamp(frame.at(area.anchor(table)), BADGE + 0.6)
    badge = _avoid(badge, spots, frame)
    spots.append(badge)
    way = deployment.direction(table)
    arrow = _draw_arrow(badge, way, frame, spots) if way else ""
    ships = list(_place_ships(drawn, badge, (a, b), deployment, frame))
    spots += [ship.spot for ship in ships]
    return MapZone(str(number + 1), colour, outline, _hatch(number, a, b), badge, arrow, ships)


def _place_ships(
    drawn: Sequence[Sequence[Any]],
    badge: MapSpot,
    zone: tuple[MapSpot, MapSpot],
    deployment: Deployment,
    frame: MapFrame,
) -> Iterator[MapShip]:
    """The ships of a side on both sides of its badge, along its edge or around its corner.

    They are as large as there is room for; where there is too little, none is shown.
    """
    area, (a, b) = deployment.area, zone
    way = deployment.direction(frame.table) or Point(0, 1)
    turn = degrees(atan2(way.x, way.y))
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
    for at, parts in enumerate(drawn):
        offset = (gap + 0.35 * size + step * (at // 2)) * (-1, 1)[at % 2]
        if area.corner:
            t = atan2(badge.y - corner.y, badge.x - corner.x) + offset / r
            spot = MapSpot(corner.x + r * cos(t), corner.y + r * sin(t))
        else:
            spot = MapSpot(badge.x + offset * level, badge.y + offset * (not level))
        yield MapShip(spot, turn, parts, size)


def _hatch(number: int, a: MapSpot, b: MapSpot) -> str:
    """Lines over a rectangle: a side has slanting ones, level ones, upright ones, or crossed."""
    wide, deep, gap = b.x - a.x, b.y - a.y, 1.9
    if number == 1:
        steps = [gap * at for at in range(1, int(deep / gap) + 1)]
        return "".join(f"M{a.x:.2f} {a.y + at:.2f}h{wide:.2f}" for at in steps)
    if number == 2:
        steps = [gap * at for at in range(1, int(wide / gap) + 1)]
        return "".join(f"M{a.x + at:.2f} {a.y:.2f}v{deep:.2f}" for at in steps)
    steps = [gap * 1.4 * at for at in range(1, int((wide + deep) / gap / 1.4) + 1)]
    data = "".join(f"M{a.x + at:.2f} {a.y:.2f}l{-deep:.2f} {deep:.2f}" for at in steps)
    if number == 3:
        data += "".join(f"M{b.x - at:.2f} {a.y:.2f}l{deep:.2f} {deep:.2f}" for at in steps)
    return data


def _draw_arrow(badge: MapSpot, way: Point, frame: MapFrame, spots: list[MapSpot]) -> str:
    """An arrow from a badge, as long as the table allows."""
    start, length = BADGE + 0.9, 8.0
    dx, dy = way.x, -way.y
    while length > 4.0:
        x, y = badge.x + dx * (start + length), badge.y + dy * (start + length)
        if frame.clamp(MapSpot(x, y), 0.6) == MapSpot(x, y):
            break
        length -= 0.5
    spots.append(MapSpot(badge.x + dx * (start + length / 2), badge.y + dy * (start + length / 2)))
    outline = [(0, -0.45), (length - 2.6, -0.45), (length - 2.6, -1.35), (length, 0),
               (length - 2.6, 1.35), (length - 2.6, 0.45), (0, 0.45)]  # fmt: skip
    x, y = badge.x + dx * start, badge.y + dy * start
    points = [f"{x + along * dx - off * dy:.2f} {y + along * dy + off * dx:.2f}"
              for along, off in outline]  # fmt: skip
    return f"M{'L'.join(points)}Z"


def _avoid(spot: MapSpot, taken: Sequence[MapSpot], frame: MapFrame, near: float = 0.0) -> MapSpot:
    """A badge's place clear of those that are taken: there, or as near to it as possible."""
    ring = [(0, 0), (1, 0), (-1, 0), (0, -1), (0, 1), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7),
            (-0.7, 0.7)]  # fmt: skip
    for radius in (near, near + 2 * BADGE + 0.6, near + 4 * BADGE + 1.2, near + 6 * BADGE + 1.8):
        for dx, dy in ring:
            if radius and not (dx or dy):
                continue
            there = MapSpot(spot.x + dx * radius, spot.y + dy * radius)
            clear = all(hypot(there.x - s.x, there.y - s.y) >= 2 * BADGE + 0.5 for s in taken)
            if clear and frame.clamp(there, BADGE + 0.4) == there:
                return there
    return frame.clamp(spot, BADGE + 0.4)


def _draw_pieces(linked: Linked, frame: MapFrame, spots: list[MapSpot]) -> list[MapPiece]:
    pieces = []
    terrains = linked.scenario.terrain
    # A letter of another piece would hide a marker that lies on it.
    spots += [frame.at(t.locate(frame.table)) for t in terrains if t.look == "marker"]
    for at, (terrain, name) in enumerate(name_pieces(terrains)):
        centre = frame.at(terrain.locate(frame.table))
        wide, deep = (length * frame.scale for length in terrain.extent)
        art = terrain_art.draw(
            terrain.look, terrain.outline, name, (centre.x, centre.y), (wide, deep)
        )
        # A letter would hide a small piece, so it goes beside it.
        beside = max(max(wide, deep) / 2 + BADGE, 2 * BADGE) + 0.5
        near = 0.0 if min(wide, deep) > 4 * BADGE else beside
        badge = _avoid(centre, spots, frame, near)
        spots.append(badge)
        if terrain.mark:
            spots.append(MapSpot(badge.x, badge.y + MARK))
        pieces.append(MapPiece(letter(at), terrain.look, *art, badge, terrain.mark))
    return pieces


def _label_zones(
    linked: Linked, frame: MapFrame, under: float, writer: TextWriter
) -> list[MapLabel]:
    """The sides' names beside the areas that touch the table's edge, where they fit."""
    colours = {side.name: deepen(side.colour) for side in linked.sides}
    deployments = [d for d in linked.scenario.deployment if d.side in colours and _margin_of(d)]
    labels: list[MapLabel] = []
    taken: set[str] = set()
    for d in deployments:
        margin, where = _margin_of(d), d.area.corner or d.area.edge or ""
        if where in taken:
            continue
        taken.add(where)
        others = [o for o in deployments if _margin_of(o) == margin]
        room = frame.deep if margin in ("left", "right") else frame.wide / min(len(others), 3)
        room -= 2.0
        if writer.measure(d.side, _SMALLEST, bold=True) > room:
            continue
        right, _ = WORDS[where]
        x, y = frame.left + frame.wide * (1 + right) / 2, frame.top - BORDER - 1.4
        anchor, turn = {-1: "start", 0: "middle", 1: "end"}[right], 0
        if margin == "bottom":
            y = under + 3.0
        elif margin in ("left", "right"):
            beside = BORDER + 6.4 if margin == "left" else -frame.wide - BORDER - 3.6
            x = frame.left - beside
            y, anchor, turn = frame.top + frame.deep / 2, "middle", -90
        labels.append(MapLabel(d.side, x, y, anchor, turn, room, colours[d.side]))
    return labels
