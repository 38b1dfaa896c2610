"""Silhouettes: ships seen from above, as layers from the bottom up, and from the side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import pairwise
from math import copysign
from pathlib import Path
from typing import Any, TypeVar

from sheetgen.ground.geometry import (
    Box,
    Point,
    bound,
    clip,
    complete,
    mirror,
    orient,
    read_points,
    scale,
    soften,
    trace,
    trace_circle,
    trace_soft,
)
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading import source
from sheetgen.systems.contract import Look, Print

# Hulls of a hulls.yaml: points, outlines and dimensions.


Outline = tuple[Point, ...]
Made = TypeVar("Made")


@record(kw_only=True, eq=False)
class Hull:
    """The right half of a hull from bow to stern, with what is raised on it and drawn on it."""

    outline: Outline
    decks: tuple[Outline, ...]
    trims: tuple[Outline, ...]
    lines: tuple[Outline, ...]


@record(kw_only=True)
class Yard:
    """A yard's way of building the hulls of a family, in shares of their breadth and length.

    `breadth` has how many times as broad as drawn a hull is, and from which share of its length;
    `full` below 1 makes what is slender fuller; `sweep` is how far back it sets what stands out at
    the sides; `soft` rounds corners. `paint` are the left, upper, right and lower edges of panels
    in the fleet's colour, and `hull` any other keys that it changes.
    """

    breadth: Outline = ((1.0, 0.0), (1.0, 1.0))
    full: float = 1.0
    sweep: float = 0.0
    soft: float = 0.0
    paint: Sequence[Sequence[float]] = ()
    hull: Mapping[str, Any] = field(default_factory=dict)

    def build(self, written: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of a hull, with points in place of the texts `x,y x,y …`."""
        keys = {**written, **self.hull}
        drawn = _decode(keys)
        edge = [
            point
            for half in (drawn.get("outline", _LENGTH), *drawn.get("fins", ()))
            for point in half
        ]
        _, top, half, bottom = bound(edge)

        def bend(point: Point) -> Point:
            x, y = point
            times = measure(self.breadth, min(max((y - top) / (bottom - top), 0.0), 1.0))
            x = copysign(half * times * (abs(x) / half) ** self.full, x)
            return x, y + self.sweep * abs(x)

        _, high, wide, low = bound(map(bend, edge))
        across, along = min(half / wide, 1.0), (bottom - top) / (low - high)

        def fit(point: Point) -> Point:
            x, y = bend(point)
            return x * across, top + (y - high) * along

        built: dict[str, Any] = _decode(keys, fit)
        if self.soft:
            built["outline"] = _round_off(built["outline"], self.soft)
            built["decks"] = tuple(_round_off(deck, self.soft) for deck in built["decks"])
        panels = [
            (half * left, top + (bottom - top) * upper, half * right, top + (bottom - top) * lower)
            for left, upper, right, lower in self.paint
        ]
        if panels:
            built["trims"] = tuple(filter(None, (clip(built["outline"], box) for box in panels)))
        return built


_LENGTH = ((0.0, -48.0), (0.0, 48.0))
"""The bow and the stern of what has no outline."""


def measure(half: Sequence[Point], y: float) -> float:
    """Half the breadth of an outline at a place; 0 before its bow and behind its stern."""
    for (x0, y0), (x1, y1) in pairwise(half):
        if y0 <= y <= y1 and y1 > y0:
            return x0 + (x1 - x0) * (y - y0) / (y1 - y0)
    return 0.0


def _round_off(half: Outline, radius: float) -> Outline:
    """A right half with its corners rounded off, but for those on the centre line."""
    corners = [*soften(half, radius)][1:-1]
    middles = [
        (start[0] / 4 + at[0] / 2 + end[0] / 4, start[1] / 4 + at[1] / 2 + end[1] / 4)
        for start, at, end in corners
    ]
    rounded = (
        point
        for (start, _, end), at in zip(corners, middles, strict=True)
        for point in (start, at, end)
    )
    return (half[0], *rounded, half[-1])


def find_hull(family: str, key: str, make: Callable[..., Made], fleet: str = "") -> Made:
    """A hull of a family, made by its class."""
    return read_hull(str(HULLS / f"{family}.yaml"), key, make, fleet)


HULLS = Path(__file__).with_name("hulls")
"""The folder with a YAML file for each family."""


def read_hull(home: str, key: str, make: Callable[..., Made], fleet: str = "") -> Made:
    """A hull by its key in the hulls.yaml beside a module's file, or in a YAML file; made once.

    `make` takes what is written there, as the yard builds it that the name of a fleet leads to:
    two names often lead to two of the `yards` of the file, and one always to the same.
    """
    path = Path(home) if home.endswith(".yaml") else Path(home).with_name("hulls.yaml")
    yards = len(_read_hulls(path).get("yards", "-"))
    made: Made = _build_hull(path, key, make, (sum(fleet.encode()) + len(fleet)) % yards)
    return made


@cache
def _read_hulls(path: Path) -> Mapping[str, Any]:
    data: Mapping[str, Any] = source.read(path).documents[0].data
    return data


@cache
def _build_hull(path: Path, key: str, make: Callable[..., Any], yard: int) -> Any:
    hulls = _read_hulls(path)
    if not yard:
        return make(**_decode(hulls[key]))
    keys = dict(hulls["yards"][yard])
    if "breadth" in keys:
        keys["breadth"] = read_points(keys["breadth"])
    return make(**Yard(**keys).build(hulls[key]))


def _decode(value: Any, fit: Callable[[Point], Point] = lambda point: point) -> Any:
    if isinstance(value, str):
        return tuple(map(fit, read_points(value)))
    if isinstance(value, list):
        return tuple(_decode(inner, fit) for inner in value)
    if isinstance(value, dict):
        return {key: _decode(inner, fit) for key, inner in value.items()}
    return value


# Outlines through points, as path data that knows how far it reaches.


class Contour(NamedTuple):
    """One or more lines or outlines: SVG path data, and the box around it."""

    path: str
    box: Box


def draw_outline(points: Sequence[Point]) -> Contour:
    """A closed outline of straight lines."""
    return Contour(trace(points), bound(points))


def draw_line(points: Sequence[Point]) -> Contour:
    """An open line through points."""
    return Contour(trace(points, close=False), bound(points))


def draw_soft(points: Sequence[Point], radius: float) -> Contour:
    """A closed outline with rounded corners; its box is that of its straight sides."""
    corners = list(soften(points, radius))
    return Contour(trace_soft(corners), bound(end for a, _, b in corners for end in (a, b)))


def draw_disc(radius: float, centre: Point = (0.0, 0.0)) -> Contour:
    """A circle."""
    x, y = centre
    return Contour(trace_circle(radius, centre), (x - radius, y - radius, x + radius, y + radius))


def draw_bar(
    place: Point, heading: float, start: float, end: float, half: float, right: float = 0.0
) -> Contour:
    """A bar along a heading from a place, `half` its width to each side, moved to the right."""
    corners = ((start, -half), (end, -half), (end, half), (start, half))
    foot = orient([(0, right)], heading, place)[0] if right else place
    return draw_outline(orient(corners, heading, foot))


def draw_halves(halves: Iterable[Sequence[Point]]) -> list[Contour]:
    """Outlines from their right halves; one that does not begin on x = 0 is drawn on both sides."""
    wholes: list[Sequence[Point]] = []
    for half in halves:
        wholes += [complete(half)] if half[0][0] == 0 else [half, mirror(half)]
    return list(map(draw_outline, wholes))


def draw_turret(
    place: Point, heading: float, radius: float, foot: Point, barrel: float, half: float
) -> list[Contour]:
    """A turret with two barrels of equal length; `foot` is where the right one begins."""
    along, right = foot
    barrels = [
        draw_bar(place, heading, along, along + barrel, half, side * right) for side in (-1, 1)
    ]
    return [draw_disc(radius, place), *barrels]


HALF = 50.0
"""Half a side of the box about (0, 0) that a silhouette is drawn in, with the bow up."""


class Layer(NamedTuple):
    """Contours of one look: SVG path data, the class of its look, and the box around it.

    A `shade` is laid over the layer before it, on the side away from the light; a `trim` takes
    the fleet's colour; a `line` is open.
    """

    path: str
    kind: str
    box: Box


def lay(kind: str, contours: Iterable[Contour]) -> Iterator[Layer]:
    """The layer of these contours; no layer if there are none."""
    found = list(contours)
    if len(found) == 1:
        yield Layer(found[0].path, kind, found[0].box)
    elif found:
        paths, boxes = zip(*found, strict=True)
        yield Layer("".join(paths), kind, join(boxes))


def join(boxes: Iterable[Box]) -> Box:
    """The box around boxes. Raises ValueError if there are none."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def draw_engines(nozzles: Sequence[Point], half: float) -> Iterator[Layer]:
    """Nozzles of that breadth to either side, and their glow down to the edge of the box."""
    glows = [
        [(x - half * 0.8, y + 2), (x + half * 0.8, y + 2), (x, HALF - 0.5)] for x, y in nozzles
    ]
    yield from lay("glow", map(draw_outline, glows))
    bells = [complete([(half * 0.7, y - 2), (half, y + 3.5)], x) for x, y in nozzles]
    yield from lay("engine", map(draw_outline, bells))


def draw_hull(
    hull: Hull, beam: float = 1.0, plates: Sequence[Sequence[Point]] = ()
) -> Iterator[Layer]:
    """A hull with its trims and decks, shaded, then plates and seams; `beam` scales its breadth."""
    raised = (
        ("hull", (hull.outline,)),
        ("trim", hull.trims),
        ("deck", hull.decks),
        ("plate", plates),
    )
    for kind, halves in raised:
        for half in (scale(half, beam, 1) for half in halves):
            yield from lay(kind, draw_halves([half]))
            if kind != "plate":
                yield from lay("shade", [draw_outline(half)])
    seams = [scale(line, beam, 1) for line in hull.lines]
    yield from lay("line", (draw_line(side) for seam in seams for side in (seam, mirror(seam))))


# Ships with turrets from the side: what their layers from above tell of them, bow to the right. The
# breadth of a hull is its depth.


class SideShape(NamedTuple):
    """A shape of a ship from the side: SVG path data, what it is, and the width of its line.

    It is `plain`, `dark`, a `line` without a ground, a `barrel`, a row of `ports`, the `shade` of a
    hull, or its `trim` in the fleet's colour.
    """

    path: str
    kind: str
    width: float


def draw_side(layers: Sequence[Layer]) -> Iterator[SideShape]:
    """Draw a ship with turrets from the side, from what is farthest to what is nearest.

    A ship under sail, whose hull is of timber, has no such sides.
    """
    hull = next((layer for layer in layers if layer.kind == "hull"), None)
    if hull is None:
        return
    half = [(x, y) for x, y in _read_outline(hull.path) if x >= 0]
    for _, top, _, foot in [layer.box for layer in layers if layer.kind == "spinal"][:1]:
        bow, end = -top, fmt(-foot)
        yield SideShape(f"M{end} -0.7H{fmt(bow)}V0.7H{end}Z", "plain", 0.14)
        rings = "".join(f"M{fmt(bow - back)} -1.2V1.2" for back in (1.2, 3.2, 5.2))
        yield SideShape(rings, "line", 0.16)
    for engine in (layer for layer in layers if layer.kind == "engine"):
        yield from _draw_bells(hull.box[3], half, min(engine.path.count("M"), 3))
    decks = [layer for layer in layers if layer.kind == "deck" and layer.path.count("M") == 1]
    yield from _draw_towers(decks, half)

    def close(above: tuple[float, float], below: tuple[float, float]) -> str:
        """An outline between two edges: the height of each at the ends, and more by the breadth."""
        upper = [(-y, above[0] + above[1] * x) for x, y in half]
        return trace([*upper, *((-y, below[0] + below[1] * x) for x, y in reversed(half))])

    keel = (0.9, 0.17)
    yield SideShape(close((-1.2, -0.24), keel), "plain", 0.3)
    yield SideShape(close((0.2, 0.03), keel), "shade", 0)
    yield SideShape(close((-0.5, -0.1), (0.04, -0.045)), "trim", 0.1)
    for layer in layers:
        if layer.kind in ("turret", "dome"):
            yield from _draw_mounts(layer, half)


def _read_outline(path: str) -> Iterator[Point]:
    """The corners of an outline of straight lines."""
    for corner in path[1:-1].split("L"):
        x, y = corner.split(" ")
        yield float(x), float(y)


def _find_depth(half: Sequence[Point], y: float) -> float:
    """The height of a hull's edge above its middle line, at a place along the ship.

    Where the outline turns back, its widest part counts, not its first as in `measure`.
    """
    found = [
        x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in pairwise(half)
        if y0 < y1 and y0 <= y <= y1
    ]
    return 1.2 + 0.24 * max(found, default=0.0)


def _draw_bells(stern: float, half: Sequence[Point], bells: int) -> Iterator[SideShape]:
    """Draw the bells of engines at the stern, one above the other."""
    deep, end = _find_depth(half, stern - 1) * 0.85, fmt(-stern - 3.4)
    r = min(deep / bells, 3.2) * 0.7
    start, rim = fmt(2 - stern), fmt(-stern - 2.2)
    for at in range(bells):
        y = (at - (bells - 1) / 2) * 2 * deep / bells - 0.15 * deep
        a, b, c, d, e, f = (fmt(y + r * k) for k in (-1.15, -0.75, -0.4, 0.4, 0.75, 1.15))
        yield SideShape(f"M{start} {b}L{end} {a}V{f}L{start} {e}Z", "plain", 0.2)
        yield SideShape(f"M{rim} {c}H{end}M{rim} {d}H{end}", "plain", 0.1)


def _draw_towers(decks: Sequence[Layer], half: Sequence[Point]) -> Iterator[SideShape]:
    """Draw a storey for each deck, with its ports, and the mast on the last one."""
    base, middle, rows = 0.0, 0.0, ""
    storeys: list[str] = []
    for deck in decks:
        _, start, beam, end = deck.box
        if not storeys:
            places = (start * 0.75 + end * 0.25, (start + end) / 2)
            base = max(_find_depth(half, place) for place in places)
        lift = min(1.3 + 0.09 * beam, 3.4)
        base += lift
        rows += f"M{2 - end:.2f} {lift * 0.55 - base:.2f}H{-start - 2 - lift:.2f}"
        roof = (0.8 - end, -base), (-start - 1.2 - lift, -base)
        storeys.append(trace([(-end, 0), *roof, (-start - 0.6, lift - base), (-start, 0)]))
        middle = -start * 0.4 - end * 0.6
    x, yard, truck = (fmt(middle - aside) for aside in (0, 1.4, 0.9))
    arms = f"M{yard} {fmt(-base - 3.4)}h2.8M{truck} {fmt(-base - 4.2)}h1.8"
    yield SideShape(f"M{x} {fmt(-base)}v-5{arms}", "line", 0.16)
    for storey in reversed(storeys):
        yield SideShape(storey, "plain", 0.2)
    if rows:
        yield SideShape(rows, "ports", 0.5)


def _draw_mounts(layer: Layer, half: Sequence[Point]) -> Iterator[SideShape]:
    """Draw the turrets or domes of the middle and of one side, each turret with its barrels."""
    x = high = 0.0
    for piece in layer.path.split("M")[1:]:
        if "A" in piece:
            start, arc = piece.split("A")[:2]
            r = float(arc.split(" ")[0])
            x, y = (float(part) for part in start.split(" "))
            x, high = x + r, _find_depth(half, y) - 0.2 * (x + r)
            foot, wide = fmt(-high), fmt(2 * r)
            if x > -1 and layer.kind == "dome":
                arcs = f"a{fmt(r)} {fmt(r)} 0 1 1 {wide} 0a{fmt(r)} {fmt(r)} 0 1 1 -{wide} 0Z"
                yield SideShape(f"M{fmt(-y - r)} {foot}{arcs}", "plain", 0.12)
            elif x > -1:
                left, right = (f"{fmt(side * r * 1.1 - y)} {foot}" for side in (-1, 1))
                roof = f"L{fmt(-y - r * 0.8)} {fmt(-high - r * 0.9)}H{fmt(r * 0.8 - y)}"
                yield SideShape(f"M{left}{roof}L{right}Z", "dark", 0.12)
        elif x > -1 and layer.kind == "turret":
            near, far = (corner.split(" ")[1] for corner in piece.split("L")[:2])
            barrel = f"M{fmt(-float(near))} {fmt(-high - 0.9)}H{fmt(-float(far))}"
            yield SideShape(barrel, "barrel", 0.4)


# Portraits of ships for books: drawn from their hulls, or the user's own pictures.


_MARGIN = 2.0


@record
class Portrait:
    """A ship from above, bow to the right, in a space 104 mm wide and `beam` mm high.

    `box` is the space that its layers take, with the bow up.
    """

    parts: Sequence[Layer]
    box: Box
    beam: float
    colour: str
    art: str

    @property
    def side(self) -> Sequence[SideShape]:
        """The shapes of a ship with turrets, seen from the side."""
        return tuple(draw_side(self.parts))


def print_portrait(
    ship: Any, layers: Sequence[Layer], look: Look, colour: str, art_height: float = 62.0
) -> Print:
    """The portrait of a ship of these layers, in millimetres.

    `colour` is its accent, and `art_height` the height of the space for a picture.
    """
    art = look.art(ship)
    box = join(layer.box for layer in layers)
    reach = round(max(-box[0], box[2]), 2)
    beam = art_height if art else round(2 * reach + 2 * _MARGIN, 1)
    return Print(Portrait(layers, box, beam, colour, art), ship.name)
