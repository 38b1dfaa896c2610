"""The map of a scenario's table, drawn to scale. Lengths are millimetres on paper, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.record import record
from sheetgen.systems.kit import terrain as terrain_art
from sheetgen.systems.kit.scenario.frame import (
    ACROSS,
    BESIDE,
    HIGHEST,
    LONG,
    MapFrame,
    MapLabel,
    MapSpot,
    Scale,
    ScaleBar,
    draw_bar,
    draw_grid,
    number_grid,
)
from sheetgen.systems.kit.scenario.scenario import LinkedScenario
from sheetgen.systems.kit.scenario.table import WORDS, Deployment, Point, name_pieces
from sheetgen.systems.kit.scenario.text import letter
from sheetgen.systems.kit.text import TextWriter

Linked = LinkedScenario

BADGE = 2.5  # the radius of a badge
MARK = 4.4  # how far below a badge a mark stands
_LABEL, _SMALLEST = 3.0, 2.12  # sizes of a side's name


@record
class MapPiece:
    """A piece of terrain: its outline, what is drawn inside it, its letter's place and mark."""

    letter: str
    type: str
    outline: str
    details: Sequence[str]
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


@record
class TableMap:
    """The map: its size with everything around it, and where in it the table lies."""

    width: float
    height: float
    left: float
    top: float
    wide: float
    deep: float
    grid: str
    ticks: Sequence[MapLabel]
    zones: Sequence[MapZone]
    pieces: Sequence[MapPiece]
    labels: Sequence[MapLabel]
    bar: ScaleBar


def draw_map(
    linked: Linked, writer: TextWriter, highest: float = HIGHEST, scale: Scale | None = None
) -> TableMap:
    """The map of a scenario, its table at most `highest` millimetres from top to bottom.

    `scale` is what the bar below it shows.
    """
    scenario = linked.scenario
    frame, right = _make_frame(linked, highest)
    margins = {_margin_of(d) for d in scenario.deployment}
    under = frame.top + frame.deep + 4.2
    foot = under + 4.6 * ("bottom" in margins)
    spots: list[MapSpot] = []
    numbers = {side.name: at for at, side in enumerate(linked.sides)}
    zones = [
        _draw_zone(d, numbers[d.side], deepen(linked.sides[numbers[d.side]].colour), frame, spots)
        for d in scenario.deployment
        if d.side in numbers
    ]
    return TableMap(
        width=frame.left + frame.wide + right,
        height=foot + 9.4,
        left=frame.left,
        top=frame.top,
        wide=frame.wide,
        deep=frame.deep,
        grid=draw_grid(frame),
        ticks=list(number_grid(frame)),
        zones=zones,
        pieces=_draw_pieces(linked, frame, spots),
        labels=_label_zones(linked, frame, under, writer),
        bar=draw_bar(scale, frame, foot + 3.4),
    )


def _make_frame(linked: Linked, highest: float) -> tuple[MapFrame, float]:
    """Return the table's frame on the map, and the margin to its right in millimetres."""
    table = linked.scenario.table
    margins = {_margin_of(d) for d in linked.scenario.deployment}
    left = 5.0 + 4.6 * ("left" in margins)
    right = 1.2 + 4.6 * ("right" in margins)
    top = 0.4 + 4.6 * ("top" in margins)
    widest = ACROSS if table.box.x1 >= LONG * table.box.y1 else BESIDE
    return MapFrame(table, left, top, widest - left - right, highest), right


def describe_map(linked: Linked) -> dict[str, Any]:
    """Describe the look of a map on paper for one on a screen: the sides' colours, and terrain.

    Each piece is paths with the classes that the sheet's templates give them, around its middle,
    in millimetres on paper; `scale` are millimetres for a unit of the table.
    """
    frame, _ = _make_frame(linked, HIGHEST)
    pieces = []
    for terrain, name in name_pieces(linked.scenario.terrain):
        size = tuple(length * frame.scale for length in terrain.extent)
        outline, details = terrain_art.draw(
            terrain.look, terrain.outline, name, (0.0, 0.0), (size[0], size[1])
        )
        edge, inside = _CLASSES.get(terrain.look, ("field", "shard"))
        paths = [[edge, outline], *([inside, detail] for detail in details)]
        pieces.append({"type": terrain.type, "size": list(terrain.extent), "paths": paths})
    colours = {side.name: deepen(side.colour) for side in linked.sides}
    return {"scale": frame.scale, "colours": colours, "pieces": pieces}


_CLASSES = {
    "gas-cloud": ("gas-edge", "gas"),
    "cloud": ("cloud-edge", "cloud"),
    "storm": ("storm-edge", "storm"),
    "island": ("island-edge", "island"),
    "planet": ("planet", "night"),
    "marker": ("marker", "cross"),
    "asteroids": ("field", "rock"),
}
"""The classes of a piece's outline and of what is inside it, as in `common/table-map.svg`."""


def _margin_of(deployment: Deployment) -> str:
    """The edge of the map at which a deployment's side is named."""
    where = deployment.area.corner or deployment.area.edge or ""
    return where.partition("-")[0]


def _draw_zone(
    deployment: Deployment, number: int, colour: str, frame: MapFrame, spots: list[MapSpot]
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
    return MapZone(str(number + 1), colour, outline, _hatch(number, a, b), badge, arrow)


def _hatch(number: int, a: MapSpot, b: MapSpot) -> str:
    """Parallel lines over a rectangle, in a different direction for each side."""
    wide, deep, gap = b.x - a.x, b.y - a.y, 2.0
    if number == 2:
        steps = [gap * at for at in range(1, int(deep / gap) + 1)]
        return "".join(f"M{a.x:.2f} {a.y + at:.2f}h{wide:.2f}" for at in steps)
    if number == 3:
        steps = [gap * at for at in range(1, int(wide / gap) + 1)]
        return "".join(f"M{a.x + at:.2f} {a.y:.2f}v{deep:.2f}" for at in steps)
    steps = [gap * 1.4 * at for at in range(1, int((wide + deep) / gap / 1.4) + 1)]
    if number == 0:
        return "".join(f"M{a.x + at:.2f} {a.y:.2f}l{-deep:.2f} {deep:.2f}" for at in steps)
    return "".join(f"M{b.x - at:.2f} {a.y:.2f}l{deep:.2f} {deep:.2f}" for at in steps)


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
    for at, (terrain, name) in enumerate(name_pieces(linked.scenario.terrain)):
        centre = frame.at(terrain.locate(frame.table))
        wide, deep = (length * frame.scale for length in terrain.extent)
        outline, details = terrain_art.draw(
            terrain.look, terrain.outline, name, (centre.x, centre.y), (wide, deep)
        )
        # A letter would hide a small piece, so it goes beside it.
        near = 0.0 if min(wide, deep) > 4 * BADGE else max(wide, deep) / 2 + BADGE + 0.5
        badge = _avoid(centre, spots, frame, near)
        spots.append(badge)
        if terrain.mark:
            spots.append(MapSpot(badge.x, badge.y + MARK))
        pieces.append(MapPiece(letter(at), terrain.look, outline, details, badge, terrain.mark))
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
        beside = [o for o in deployments if _margin_of(o) == margin]
        room = frame.deep if margin in ("left", "right") else frame.wide / min(len(beside), 3)
        room -= 2.0
        if writer.measure(d.side, _SMALLEST, bold=True) > room:
            continue
        right, _ = WORDS[where]
        x, y = frame.left + frame.wide * (1 + right) / 2, frame.top - 1.4
        anchor, turn = {-1: "start", 0: "middle", 1: "end"}[right], 0
        if margin == "bottom":
            y = under + 3.0
        elif margin in ("left", "right"):
            x = frame.left - 6.2 if margin == "left" else frame.left + frame.wide + 3.6
            y, anchor, turn = frame.top + frame.deep / 2, "middle", -90
        labels.append(MapLabel(d.side, x, y, anchor, turn, room, colours[d.side]))
    return labels
