"""The table of a scenario: its size, and the words for places on it.

Places are measured from the table's bottom left corner. Lengths are inches on a table in feet or
inches, and centimetres on one in centimetres or metres.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Annotated, ClassVar, Literal, get_args

from sheetgen.ground.record import NamedTuple, record
from sheetgen.ground.words import tr
from sheetgen.reading.field import Before, Field, RefusedError, Text, verify
from sheetgen.reading.model import Model

WORDS: dict[str, tuple[int, int]] = {
    "centre": (0, 0), "center": (0, 0), "bottom": (0, -1), "top": (0, 1),
    "left": (-1, 0), "right": (1, 0), "bottom-left": (-1, -1), "bottom-right": (1, -1),
    "top-left": (-1, 1), "top-right": (1, 1),
}  # fmt: skip
"""The direction of each word from the table's centre."""

LEAST, MOST = {"in": 12, "cm": 30}, {"in": 240, "cm": 600}
"""The least and the greatest length of a table's side."""

TOLERANCE = 1e-6

NO_BREAK = "\u00a0"
"""A space that stays in its line."""

Length = Annotated[float, Field(gt=0, le=600)]


class Point(NamedTuple):
    """A place on the table."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle on the table, or on its map."""

    x0: float
    y0: float
    x1: float
    y1: float

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside it."""
        return (
            self.x0 - TOLERANCE <= other.x0
            and self.y0 - TOLERANCE <= other.y0
            and other.x1 <= self.x1 + TOLERANCE
            and other.y1 <= self.y1 + TOLERANCE
        )

    def meets(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        wide = min(self.x1, other.x1) - max(self.x0, other.x0)
        deep = min(self.y1, other.y1) - max(self.y0, other.y0)
        return min(wide, deep) > TOLERANCE


class GamingTable(Model):
    """The table's size."""

    width: float = Field(gt=0, description="from left to right")
    depth: float = Field(gt=0, description="from bottom to top")
    unit: Literal["ft", "in", "cm", "m"] = Field("ft", description="ft, in, cm or m")

    @verify()
    def _limit(self) -> None:
        box, unit = self.box, self.length_unit
        for side in (box.x1, box.y1):
            if not LEAST[unit] <= side <= MOST[unit]:
                limits = f"{LEAST[unit]} to {MOST[unit]} {unit}"
                message = f"a table's sides measure {limits}, but this one {side:g}"
                raise RefusedError("out-of-range", message)

    @property
    def length_unit(self) -> Literal["in", "cm"]:
        """The unit of lengths on the table."""
        return "in" if self.unit in ("ft", "in") else "cm"

    @property
    def box(self) -> Box:
        """The whole table."""
        factor = {"ft": 12, "in": 1, "cm": 1, "m": 100}[self.unit]
        return Box(0, 0, self.width * factor, self.depth * factor)

    @property
    def centre(self) -> Point:
        """The table's middle."""
        return Point(self.box.x1 / 2, self.box.y1 / 2)

    @property
    def text(self) -> str:
        """The size in words, such as `4 × 4 ft`."""
        return f"{self.width:g} × {self.depth:g} {self.unit}"

    def show(self, length: float) -> str:
        """A length with its unit, such as `6″`."""
        return f"{length:g}{'″' if self.length_unit == 'in' else ' cm'}"


class InchTable(GamingTable):
    """The table's size, where all of the game is measured in inches."""

    unit: Literal["ft", "in"] = Field("ft", description="ft or in")


# Deployment of the sides of a scenario.


Corner = Literal["bottom-left", "bottom-right", "top-left", "top-right"]
Edge = Literal["bottom", "top", "left", "right"]
Facing = Literal[
    "centre", "center", "any", "bottom", "top", "left", "right",
    "bottom-left", "bottom-right", "top-left", "top-right",
]  # fmt: skip


class DeploymentArea(Model):
    """The area in which a side deploys: near a corner, along an edge, or a rectangle."""

    corner: Corner | None = Field(
        None, description="bottom-left, bottom-right, top-left, top-right"
    )
    edge: Edge | None = Field(None, description="bottom, top, left or right")
    within: Length | None = Field(None, description="how far from the corner or edge")
    width: Length | None = Field(None, description="how much of the edge, about its middle")
    rectangle: list[float] | None = Field(
        None, min_length=4, max_length=4, description="[left, bottom, width, depth]"
    )

    @verify()
    def _choose_one(self) -> None:
        given = [key for key in ("corner", "edge", "rectangle") if getattr(self, key) is not None]
        hint = "write {corner: bottom-left, within: 6}, {edge: top, within: 6} or {rectangle: …}"
        problem = ""
        if len(given) != 1:
            problem = "an area is either a corner, an edge or a rectangle"
        elif self.rectangle is None and self.within is None:
            problem = f"the key within is missing: how far from the {given[0]}?"
        elif self.rectangle is not None and (self.within or min(self.rectangle[2:]) <= 0):
            problem = "a rectangle needs a width and a depth of more than 0, and no within"
        elif self.width is not None and self.edge is None:
            problem = "only an edge has a width"
        if problem:
            raise RefusedError("wrong-value", problem, hint)

    @property
    def reach(self) -> float:
        """The distance that the area reaches from its corner or edge; 0 for a rectangle."""
        return self.within or 0.0

    def bound(self, table: GamingTable) -> Box:
        """The rectangle that it fills."""
        _, _, width, depth = table.box
        if self.rectangle is not None:
            x, y, wide, deep = self.rectangle
            return Box(x, y, x + wide, y + deep)
        right, up = WORDS[self.corner or self.edge or "centre"]
        wide = deep = self.reach
        if self.edge in ("bottom", "top"):
            wide = self.width or width
        elif self.edge:
            deep = self.width or depth
        x = (width - wide) * (1 + right) / 2
        y = (depth - deep) * (1 + up) / 2
        return Box(x, y, x + wide, y + deep)

    def anchor(self, table: GamingTable) -> Point:
        """A place well inside it."""
        x0, y0, x1, y1 = self.bound(table)
        share = 0.42 if self.corner else 0.5  # of a quarter disc: its centre of gravity
        right, up = WORDS[self.corner or "centre"]
        x = x1 - share * (x1 - x0) if right > 0 else x0 + share * (x1 - x0)
        y = y1 - share * (y1 - y0) if up > 0 else y0 + share * (y1 - y0)
        return Point(x, y)

    def point(self, table: GamingTable) -> Point:
        """The table's corner from which it is measured, for an area in a corner."""
        right, up = WORDS[self.corner or "centre"]
        return Point(table.box.x1 * (1 + right) / 2, table.box.y1 * (1 + up) / 2)

    def holds(self, place: Point, table: GamingTable) -> bool:
        """Whether a place lies inside it."""
        if self.corner:
            x, y = self.point(table)
            return hypot(place.x - x, place.y - y) <= self.reach + TOLERANCE
        return self.bound(table).holds(Box(*place, *place))

    def describe(self, table: GamingTable) -> str:
        """The area in words, such as `within 6″ of the top edge`."""
        if self.rectangle is not None:
            x0, y0, x1, y1 = self.bound(table)
            return tr("between {} and {} on the map", f"({x0:g}, {y0:g})", f"({x1:g}, {y1:g})")
        text = tr(_WITHIN[self.corner or self.edge or "top"], table.show(self.reach))
        wide = tr(", in the middle {} of it", table.show(self.width)) if self.width else ""
        return text + wide


_WITHIN = {
    "top": "within {} of the top edge",
    "bottom": "within {} of the bottom edge",
    "left": "within {} of the left edge",
    "right": "within {} of the right edge",
    "top-left": "within {} of the top left corner",
    "top-right": "within {} of the top right corner",
    "bottom-left": "within {} of the bottom left corner",
    "bottom-right": "within {} of the bottom right corner",
}
_FACING = {
    "any": "facing any way",
    "centre": "facing the centre",
    "center": "facing the centre",
    "top": "facing the top edge",
    "bottom": "facing the bottom edge",
    "left": "facing the left edge",
    "right": "facing the right edge",
    "top-left": "facing the top left corner",
    "top-right": "facing the top right corner",
    "bottom-left": "facing the bottom left corner",
    "bottom-right": "facing the bottom right corner",
}


class Deployment(Model):
    """The area where a side deploys, and the way its ships face."""

    side: Text = Field(description="the name of one of the sides")
    area: DeploymentArea = Field(
        description="{corner: bottom-left, within: 6}, or edge:, or rectangle:"
    )
    facing: Facing = Field("centre", description="centre, any, or an edge or corner of the table")

    @property
    def note(self) -> str:
        """A remark of the game in a few words, such as the height at which ships begin."""
        return ""

    def direction(self, table: GamingTable) -> Point | None:
        """The direction its ships face, as a vector of length 1; None if they may face any way."""
        if self.facing == "any":
            return None
        return _look(self.facing, self.area.anchor(table), table)

    def describe(self, table: GamingTable) -> str:
        """The deployment in words."""
        way = tr(_FACING[self.facing])
        note = tr(self.note).replace(" ", NO_BREAK)
        return ", ".join(filter(None, (self.area.describe(table), way, note)))


def _look(facing: str, place: Point, table: GamingTable) -> Point | None:
    """The direction from a place that a word means; None from the centre to the centre."""
    x, y = map(float, WORDS[facing])
    if (x, y) == (0, 0):
        x, y = table.centre.x - place.x, table.centre.y - place.y
    length = hypot(x, y)
    return Point(x / length, y / length) if length > TOLERANCE else None


Way = Literal[
    "centre", "center", "bottom", "top", "left", "right",
    "bottom-left", "bottom-right", "top-left", "top-right",
]  # fmt: skip


def _check_way(value: object) -> object:
    if isinstance(value, str) and value not in get_args(Way):
        hint = f"write {', '.join(get_args(Way)[2:])}, centre, or degrees clockwise from the top"
        raise RefusedError("wrong-value", "facing: there is no such direction", hint)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and not 0 <= value < 360:  # type: ignore[operator]
        message = f"facing: must be from 0 to less than 360 degrees, not {value}"
        raise RefusedError("out-of-range", message)
    return value


def _check_point(value: object) -> object:
    return _check_numbers(value, "at", _FROM)


class ShipPlace(Model):
    """The place where a ship begins on the table, and the way it faces."""

    at: Annotated[list[float], Before(_check_point)] = Field(
        description="[x, y] from the bottom left corner"
    )
    facing: Annotated[Way | float | None, Before(_check_way)] = Field(
        None,
        description="centre, an edge or corner of the table, or degrees clockwise from its top"
        " edge; without it, that of its side",
    )

    @property
    def point(self) -> Point:
        """Where its middle is."""
        return Point(self.at[0], self.at[1])

    def find_turn(self, usual: Deployment | None, table: GamingTable) -> float:
        """The degrees clockwise from the table's top edge that it faces; `usual` is its side's."""
        if isinstance(self.facing, int | float):
            return float(self.facing)
        facing = self.facing or (usual.facing if usual else "centre")
        if facing == "any":
            return 0.0
        return measure_turn(_look(facing, self.point, table))

    def describe(self) -> str:
        """The place in the language of the sheet, with the direction if that is written."""
        where = tr("at {}", f"({self.at[0]:g},{NO_BREAK}{self.at[1]:g})")
        if self.facing is None:
            return where
        if isinstance(self.facing, str):
            return f"{where}, {tr(_FACING[self.facing])}"
        return f"{where}, {tr('facing {}°', f'{self.facing:g}')}"

    def describe_at(self) -> str:
        """The place as messages say it."""
        return f"at ({self.at[0]:g}, {self.at[1]:g})"


def measure_turn(way: Point | None) -> float:
    """The degrees clockwise from the table's top edge of a direction; 0 for none."""
    return degrees(atan2(way.x, way.y)) if way else 0.0


def overlap(one: DeploymentArea, two: DeploymentArea, table: GamingTable) -> bool:
    """Whether two areas on the table have more than a border in common."""
    if one.corner and two.corner:
        p, q = one.point(table), two.point(table)
        return hypot(p.x - q.x, p.y - q.y) < one.reach + two.reach - TOLERANCE
    a, b = one.bound(table), two.bound(table)
    if not (one.corner or two.corner):
        return a.meets(b)
    disc, box = (one, b) if one.corner else (two, a)
    x, y = disc.point(table)
    near = Point(min(max(x, box.x0), box.x1), min(max(y, box.y0), box.y1))
    return hypot(near.x - x, near.y - y) < disc.reach - TOLERANCE


# Terrain on the table of a scenario; each game has its own types of it.


_FROM = "[x, y] from the bottom left corner"

Shape = Literal["round", "irregular"]
Spot = Literal[
    "centre", "center", "bottom", "top", "left", "right",
    "bottom-left", "bottom-right", "top-left", "top-right",
]  # fmt: skip

LARGEST = 600
"""The greatest size or coordinate, in inches or centimetres."""


@record
class Stuff:
    """A type of terrain in a game; `look` is the type that it is drawn like.

    No ship can be where it is `solid`.
    """

    name: str
    shape: Shape
    rule: str
    look: str
    solid: bool = False


def _check_spot(value: object) -> object:
    if isinstance(value, str):
        if value in get_args(Spot):
            return value
        hint = f"write centre, {', '.join(get_args(Spot)[2:])}, or [x, y]"
        raise RefusedError("wrong-value", "at: there is no such place", hint)
    return _check_numbers(value, "at", f"{_FROM}, or a word like centre")


def _check_size(value: object) -> object:
    both = value if isinstance(value, list) else [value, value]
    sizes = _check_numbers(both, "size", "one number, or [width, depth]")
    if not all(0 < size <= LARGEST for size in sizes):
        raise RefusedError("out-of-range", "size: must be more than 0 and at most 600")
    return value


def _check_numbers(value: object, key: str, hint: str) -> list[float]:
    if isinstance(value, list) and len(value) == 2:
        numbers = [n for n in value if isinstance(n, int | float) and not isinstance(n, bool)]
        if len(numbers) == 2:
            return numbers
    raise RefusedError("wrong-type", f"{key}: this is not a place or a size", f"{key}: {hint}")


class Terrain(Model):
    """A piece of terrain; a game's own says which types there are, and what `stuff` they are."""

    types: ClassVar[Mapping[str, Stuff]]

    type: str
    name: Text | None = Field(None, max_length=60, description="what it is called")
    at: Annotated[Spot | list[float], Before(_check_spot)] = Field(
        "centre",
        description="its middle: [x, y] from the bottom left corner, or a word like centre",
    )
    size: Annotated[float | list[float], Before(_check_size)] = Field(
        description="how far across, or [width, depth]"
    )
    shape: Shape | None = Field(None, description="round or irregular")
    rule: Text | None = Field(None, description="its rule, instead of the usual one")

    @property
    def stuff(self) -> Stuff:
        """The name, shape and rule of the piece's type of terrain."""
        return self.types[self.type]

    @property
    def title(self) -> str:
        """The name of the piece, or of its type if it has none."""
        return self.name or self.kind_name

    @property
    def kind_name(self) -> str:
        """The name of its type, such as `Gas cloud`."""
        return self.stuff.name

    @property
    def outline(self) -> Shape:
        """The shape of the piece: round or irregular."""
        return self.shape or self.stuff.shape

    @property
    def look(self) -> str:
        """The type that it is drawn like."""
        return self.stuff.look

    @property
    def note(self) -> str:
        """A remark of the game beside the piece's name, such as its height."""
        return ""

    @property
    def mark(self) -> str:
        """A short form of the note, for the map."""
        return ""

    @property
    def extent(self) -> tuple[float, float]:
        """The width and depth of the piece."""
        if isinstance(self.size, list):
            return self.size[0], self.size[1]
        return self.size, self.size

    def locate(self, table: GamingTable) -> Point:
        """Return the middle of the piece; a word means the middle of that half or quarter."""
        if isinstance(self.at, list):
            return Point(self.at[0], self.at[1])
        right, up = WORDS[self.at]
        width, depth = table.box.x1, table.box.y1
        return Point(width * (2 + right) / 4, depth * (2 + up) / 4)

    def bound(self, table: GamingTable) -> Box:
        """The rectangle that it fills."""
        (x, y), (width, depth) = self.locate(table), self.extent
        return Box(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)

    def covers(self, place: Point, table: GamingTable) -> bool:
        """Whether a place lies on it, as if its outline were an ellipse."""
        (x, y), (width, depth) = self.locate(table), self.extent
        return hypot((place.x - x) / width, (place.y - y) / depth) < 0.5

    def write_rule(self, **words: str) -> str:
        """Return the piece's own rule, or the usual one of its type with these words in it."""
        if self.rule:
            return self.rule
        rule = self.stuff.rule
        for name, word in words.items():
            rule = rule.replace(name, word)
        return rule


def name_pieces(pieces: Sequence[Terrain]) -> Iterator[tuple[Terrain, str]]:
    """Pieces of terrain with the names that decide how they look; namesakes are numbered."""
    seen: dict[str, int] = {}
    for terrain in pieces:
        repeat = seen[terrain.title] = seen.get(terrain.title, 0) + 1
        yield terrain, terrain.title + f" {repeat}" * (repeat > 1)
