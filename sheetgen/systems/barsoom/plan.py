"""A ship's deck plan, seen from above: its class's hull with its own weapons on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from sheetgen.ground.colour import deepen
from sheetgen.ground.geometry import Point, aim, complete, mirror, orient, scale
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems import Look, Print
from sheetgen.systems.kit.fleet import list_members
from sheetgen.systems.kit.silhouette import (
    Contour,
    Layer,
    Outline,
    draw_disc,
    draw_line,
    draw_outline,
    draw_soft,
    lay,
    measure,
    print_portrait,
    read_hull,
)

if TYPE_CHECKING:
    from sheetgen.systems.barsoom.battery import Weapon

COLOUR = "#7a3b16"
"""The accent of anything printed without a colour."""
RADIUS = {"heavy": 0.5, "medium": 0.36, "light": 0.26}
"""Inches from the middle of a weapon's mount to its edge, by type; its barrel is longer."""
_RAIL = 0.22  # inches
_PLANK = 0.5  # inches
# The outline of a barrel, along it and across, in radii.
_BARREL = ((-0.55, -0.34), (0.5, -0.26), (1.55, -0.2), (1.55, 0.2), (0.5, 0.26), (-0.55, 0.34))
_HEADINGS: dict[str, float] = {"bow": 0, "turret": 0, "stern": 180, "port": -90, "starboard": 90}


class PlannedShip(NamedTuple):
    """A ship as far as its plan goes, as formulas know it; lengths are inches."""

    class_name: str
    weapons: Sequence[Weapon]
    length: float
    beam: float


@record
class PlanHull:
    """A class's hull, in shares of beam and length: hulls.yaml explains the keys."""

    outline: Outline
    fins: tuple[Outline, ...]
    fore: float
    aft: float
    hatch: Sequence[float]
    masts: Sequence[float]
    turrets: Sequence[float]
    battery: Sequence[float]
    helm: float


class PlanLabel(NamedTuple):
    """A word on a plan, at the middle of its line."""

    x: float
    y: float
    label: str


@record
class DeckPlan:
    """Shapes from the bottom up, in millimetres: the keel is x = 0, the bow y = 0."""

    parts: tuple[Layer, ...]
    length: float
    beam: float
    mounts: tuple[PlanLabel, ...]  # initials of weapons, and other labels
    guns: tuple[tuple[float, float], ...] = ()  # where each begins and ends behind the bow


def list_records(values: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the ships of a fleet, or a ship on its own, each with all that formulas know of it."""
    for member in list_members(values):
        yield member, getattr(member, "record", None) or member.ship.record


def fit_scale(ship: PlannedShip, width: float, height: float) -> float:
    """Millimetres to an inch at which its plan fits a place of this size."""
    return float(min(width / ship.beam, height / ship.length))


def draw_plan(ship: PlannedShip, scale: float, planks: bool = False, fleet: str = "") -> DeckPlan:
    """The plan at some millimetres to an inch; `planks` shows the planking of its deck."""
    return _Draught(ship, scale, fleet).build(planks)


def fill_portrait(ship: Any, look: Look) -> Iterable[Print]:
    """The portrait of a ship with its planks, as large as a place of 44 × 100 mm allows."""
    plan = draw_plan(ship.record, fit_scale(ship.record, 44.0, 100.0), planks=True)
    yield print_portrait(ship, plan.parts, look, deepen(look.colour or COLOUR))


class _Draught:
    """A plan in the making. Lengths are inches until they are traced."""

    def __init__(self, ship: PlannedShip, scale: float, fleet: str) -> None:
        self.ship, self.scale = ship, scale
        self.hull = read_hull(__file__, ship.class_name, PlanHull, fleet)
        self.length, self.half = float(ship.length), float(ship.beam) / 2
        self.outline = self.place(self.hull.outline)
        # Guns are drawn at their size, but never so large that two of them fill a narrow deck.
        broadest = max(x for x, _ in self.outline)
        self.gauge = min(1.0, broadest / 1.8, self.length / 10)

    def build(self, planks: bool) -> DeckPlan:
        parts = (
            *self.draw_fins(),
            *self.draw_hull(planks),
            *self.draw_fittings(),
            *self.draw_guns(),
        )
        k = self.scale
        guns = tuple((top * k, bottom * k) for top, bottom in self.span_guns())
        return DeckPlan(parts, self.length * k, 2 * self.half * k, tuple(self.name_places()), guns)

    def span_guns(self) -> Iterator[tuple[float, float]]:
        """Return the span of each gun with its carriage along the ship, in inches."""
        for place, heading, type_ in self.place_guns():
            radius = RADIUS[type_] * self.gauge
            ys = [y for _, y in orient(scale(_BARREL, radius), heading, place)]
            round_ = (place[1] - 0.8 * radius, place[1] + 0.8 * radius)
            yield min(*ys, *round_), max(*ys, *round_)

    def name_places(self) -> Iterator[PlanLabel]:
        """The initials of the weapons' types behind them, and the place where repairs are made."""
        k = self.scale
        for (x, y), heading, type_ in self.place_guns():
            behind = aim(heading + 180, 1.15 * RADIUS[type_] * self.gauge, (x, y))
            yield PlanLabel(behind[0] * k, behind[1] * k, type_[0].upper())
        yield PlanLabel(0.0, sum(self.hull.hatch) / 2 * self.length * k, "Repairs")

    def place(self, shares: Sequence[Point]) -> list[Point]:
        """Shares of the hull as inches."""
        return [(x * self.half, y * self.length) for x, y in shares]

    def size(self, points: Sequence[Point]) -> list[Point]:
        return scale(points, self.scale)

    def soften(self, half: Sequence[Point], radius: float) -> Contour:
        """The outline from a right half, its corners rounded off by some inches."""
        return draw_soft(self.size(complete(half)), radius * self.scale)

    def round(self, radius: float, y: float, x: float = 0.0) -> Contour:
        return draw_disc(radius * self.scale, (x * self.scale, y * self.scale))

    def draw_fins(self) -> Iterator[Layer]:
        for shares in self.hull.fins:
            fin = self.size(self.place(shares))
            yield from lay("fin", map(draw_outline, (fin, mirror(fin))))

    def draw_hull(self, planks: bool) -> Iterator[Layer]:
        yield from lay("hull", [self.soften(self.outline, 0.5)])
        rail = min(_RAIL, self.half / 6)
        share = (self.length - 2.2 * rail) / self.length
        inner = [(max(x - rail, 0.0), y * share + 1.2 * rail) for x, y in self.outline]
        inner = [(0.0, 1.2 * rail), *(point for point in inner if point[0] > 0)]
        yield from lay("deck", [self.soften(inner, 0.5)])
        yield from lay("plank", self.lay_planks(rail) if planks else ())
        for top, bottom in ((0.0, self.hull.fore), (self.hull.aft, 1.0)):
            raised = self.raise_deck(inner, top * self.length, bottom * self.length)
            yield from lay("raised", [raised])

    def raise_deck(self, inner: Sequence[Point], top: float, bottom: float) -> Contour:
        """The part of the deck between two places, as a separate deck."""
        inside = [(x, y) for x, y in inner if top < y < bottom]
        edges = [
            (measure(self.outline, y) - _RAIL, y) for y in (top, bottom) if 0 < y < self.length
        ]
        half = sorted((*inside, *(e for e in edges if e[0] > 0)), key=lambda point: point[1])
        return self.soften(half, 0.12)

    def lay_planks(self, rail: float) -> Iterator[Contour]:
        """Lines along the deck between the raised decks."""
        top, bottom = self.hull.fore * self.length, self.hull.aft * self.length
        steps = (top + at * 0.1 for at in range(ceil((bottom - top) / 0.1)))
        rooms = [(y, measure(self.outline, y) - rail) for y in steps]
        for at in range(1, ceil(self.half / _PLANK)):
            x = at * _PLANK
            ends = [y for y, room in rooms if room > x]
            if ends and ends[-1] - ends[0] > 1:
                for side in (-x, x):
                    yield draw_line(self.size([(side, ends[0]), (side, ends[-1])]))

    def draw_fittings(self) -> Iterator[Layer]:
        top, bottom = (share * self.length for share in self.hull.hatch)
        wide = min(self.half * 0.28, 1.0)
        yield from lay("hatch", [self.soften([(wide, top), (wide, bottom)], 0.1)])
        mast = min(0.3, self.half * 0.14)
        for share in self.hull.masts:
            yield from lay("mast", [self.round(mast, share * self.length)])
        wheel = min(0.34, self.half * 0.2)
        hub = (0.0, self.hull.helm * self.length)
        spokes = [[hub, aim(turn, 1.35 * wheel, hub)] for turn in range(0, 360, 45)]
        rim = self.round(wheel, hub[1])
        yield from lay("helm", [rim, *(draw_line(self.size(spoke)) for spoke in spokes)])

    def draw_guns(self) -> Iterator[Layer]:
        for place, heading, type_ in self.place_guns():
            radius = RADIUS[type_] * self.gauge
            yield from lay("carriage", [self.round(radius * 0.8, place[1], place[0])])
            barrel = orient(scale(_BARREL, radius), heading, place)
            yield from lay("gun", [draw_outline(self.size(barrel))])

    def place_guns(self) -> Iterator[tuple[Point, float, str]]:
        """Every weapon's place, heading and type on its side, as far as there is space."""
        for side, heading in _HEADINGS.items():
            types = [w.type for w in self.ship.weapons if w.side == side for _ in range(w.count)]
            types.sort(key=RADIUS.__getitem__, reverse=True)
            if types:
                places = self.find_places(side, len(types), RADIUS[types[0]] * self.gauge)
                for place, type_ in zip(places, types, strict=False):
                    yield place, heading, type_

    def find_places(self, side: str, count: int, radius: float) -> list[Point]:
        """Places for at most `count` weapons of a side, the largest of this radius."""
        if side == "turret":
            return [(0.0, share * self.length) for share in self.hull.turrets[:count]]
        if side in ("port", "starboard"):
            first, last = (share * self.length for share in self.hull.battery)
            shown = min(count, floor((last - first) / (2.2 * radius)) + 1)
            step = (last - first) / shown
            ys = [first + (at + 0.5) * step for at in range(shown)]
            sign = 1 if side == "starboard" else -1
            return [(sign * (measure(self.outline, y) - radius * 1.4), y) for y in ys]
        return self.find_ends(side, count, radius)

    def find_ends(self, side: str, count: int, radius: float) -> list[Point]:
        """Places in rows from the bow or the stern inwards, as broad as the deck is there."""
        ahead = side == "bow"
        y = (0.36 * self.hull.fore if ahead else 0.925) * self.length
        limit = (self.hull.fore + 0.02 if ahead else self.hull.helm + 0.03) * self.length
        step = 2.7 * radius * (1 if ahead else -1)
        places: list[Point] = []
        while len(places) < count and (y <= limit if ahead else y >= limit):
            row = min(
                count - len(places),
                1 + floor(max(measure(self.outline, y) - _RAIL - radius, 0) / (1.15 * radius)),
            )
            places += [((at - (row - 1) / 2) * 2.3 * radius, y) for at in range(row)]
            y += step
        return places
