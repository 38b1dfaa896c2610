"""The map of a scenario's table, drawn to scale, with its terrain, its areas and its ships.

Lengths are millimetres on paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems.kit import terrain as terrain_art
from sheetgen.systems.kit.scenario.frame import (
    ACROSS,
    BADGE,
    BORDER,
    GRID,
    TALLEST,
    MapFrame,
    MapLabel,
    MapSpot,
    Scale,
    ScaleBar,
    draw_bar,
    draw_grid,
    number_grid,
)
from sheetgen.systems.kit.scenario.scenario import LinkedScenario, LinkedSide, call_ship
from sheetgen.systems.kit.scenario.ship import (
    Drawn,
    DrawShip,
    MapShip,
    draw_deployed,
    draw_placed,
    place_ships,
)
from sheetgen.systems.kit.scenario.table import WORDS, Deployment, Point, name_pieces
from sheetgen.systems.kit.text import TextWriter

Linked = LinkedScenario

MARK = 4.4  # how far below a badge a mark stands
_LABEL, _SMALLEST = 3.0, 2.3  # sizes of a side's name
_NAMED = 4.8  # what a side's name takes at an edge of the map


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
    ships: Sequence[MapShip] = ()  # with places of their own


def letter(at: int) -> str:
    """The letter of the terrain piece `at` (from 0), which is used on the map and in the text."""
    return chr(ord("A") + at)


def draw_map(
    linked: Linked,
    writer: TextWriter,
    highest: float = TALLEST,
    scale: Scale | None = None,
    draw_ship: DrawShip | None = None,
) -> TableMap:
    """The map of a scenario, its table at most `highest` millimetres from top to bottom.

    `scale` is what the bar below it shows, and `draw_ship` draws what a fleet deploys on it.
    """
    scenario = linked.scenario
    frame, width, height = measure_map(linked, highest)
    under = frame.top + frame.deep + BORDER + 4.2
    ships = draw_placed(linked, frame, draw_ship, writer) if draw_ship else []
    spots = [spot for ship in ships for spot in ship.ends]
    numbers = {side.name: at for at, side in enumerate(linked.sides)}
    placed = [d for d in scenario.deployment if d.side in numbers]
    zones = []
    for at, deployment in enumerate(placed):
        number = numbers[deployment.side]
        side = linked.sides[number]
        first = deployment.side not in [d.side for d in placed[:at]]
        drawn = draw_deployed(side, draw_ship) if draw_ship and first else []
        zones.append(_draw_zone(deployment, number, side, frame, spots, drawn, ships))
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
        ships=ships,
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


class MapHold(NamedTuple):
    """The things that can be taken hold of on the map of a page.

    `box` is the table, as left, top, width and height. Each of the `ships` has its `side` from 0,
    its `id`, its `title`, whether it is `placed`, and, if it is shown, the degrees of its `turn`,
    and, in shares of the table's width, its `size` and its place `at` from the upper left corner.
    """

    box: tuple[float, float, float, float]
    ships: Sequence[dict[str, Any]]


def find_table(page: Any, linked: Linked) -> MapHold | None:
    """The things to take hold of on a page of a scenario; None if the map is on another one."""
    shown: TableMap | None = page.map
    if shown is None:
        return None
    drawn = {
        (ship.side, ship.id): ship
        for ships in (*(zone.ships for zone in shown.zones), shown.ships)
        for ship in ships
    }
    ships: list[dict[str, Any]] = []
    for side in linked.sides:
        for member in side.fleet.members:
            name = call_ship(member)
            told = {"side": side.at, "id": name, "title": member.title}
            told["placed"] = name in side.places
            if ship := drawn.get((side.at, name)):
                x, y = ship.spot.x - shown.left, ship.spot.y - shown.top
                told |= {"at": [x / shown.wide, y / shown.wide], "turn": ship.turn}
                told["size"] = ship.size / shown.wide
            ships.append(told)
    return MapHold((shown.left, page.map_y + shown.top, shown.wide, shown.deep), ships)


def _margin_of(deployment: Deployment) -> str:
    """The edge of the map at which a deployment's side is named."""
    where = deployment.area.corner or deployment.area.edge or ""
    return where.partition("-")[0]


def _draw_zone(
    deployment: Deployment,
    number: int,
    side: LinkedSide,
    frame: MapFrame,
    spots: list[MapSpot],
    drawn: Drawn,
    placed: Sequence[MapShip],
) -> MapZone:
    area, table, colour = deployment.area, frame.table, deepen(side.colour)
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
    arrow = _draw_arrow(badge, way, frame, spots, placed) if way else ""
    ships = list(place_ships(side, drawn, badge, (a, b), deployment, frame, placed))
    spots += [ship.spot for ship in ships]
    return MapZone(str(number + 1), colour, outline, _hatch(number, a, b), badge, arrow, ships)


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


def _draw_arrow(
    badge: MapSpot,
    way: Point,
    frame: MapFrame,
    spots: list[MapSpot],
    placed: Sequence[MapShip],
) -> str:
    """An arrow from a badge, as long as the table allows; none across a ship that has a place."""
    start, length = BADGE + 0.9, 8.0
    dx, dy = way.x, -way.y
    while length > 4.0:
        x, y = badge.x + dx * (start + length), badge.y + dy * (start + length)
        if frame.clamp(MapSpot(x, y), 0.6) == MapSpot(x, y):
            break
        length -= 0.5
    middle = MapSpot(badge.x + dx * (start + length / 2), badge.y + dy * (start + length / 2))
    for ship in placed:
        along, off = ship.spot.x - middle.x, ship.spot.y - middle.y
        near = abs(along * dy - off * dx) < ship.size / 2 + 1.0
        if near and abs(along * dx + off * dy) < (length + ship.size) / 2:
            return ""
    spots.append(middle)
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
