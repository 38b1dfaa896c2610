"""Where the sides of a scenario deploy."""

from __future__ import annotations

from math import hypot
from typing import Literal

from sheetgen.systems import Field, Model, RefusedError, Text, verify
from sheetgen.systems.kit.scenario.table import (
    NO_BREAK,
    TOLERANCE,
    WORDS,
    Box,
    GamingTable,
    Length,
    Point,
)

Corner = Literal["bottom-left", "bottom-right", "top-left", "top-right"]
Edge = Literal["bottom", "top", "left", "right"]
Facing = Literal[
    "centre", "center", "any", "bottom", "top", "left", "right",
    "bottom-left", "bottom-right", "top-left", "top-right",
]  # fmt: skip


class Area(Model):
    """Where a side deploys: near a corner, along an edge, or in a rectangle."""

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
        """How far it reaches from its corner or edge."""
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

    def describe(self, table: GamingTable) -> str:
        """The area in words, such as `within 6″ of the top edge`."""
        if self.rectangle is not None:
            x0, y0, x1, y1 = self.bound(table)
            return f"between ({x0:g}, {y0:g}) and ({x1:g}, {y1:g}) on the map"
        where = f"{self.corner} corner".replace("-", " ") if self.corner else f"{self.edge} edge"
        text = f"within {table.show(self.reach)} of the {where}"
        return text + (f", in the middle {table.show(self.width)} of it" if self.width else "")


class Deployment(Model):
    """Where a side deploys, and which way its ships face."""

    side: Text = Field(description="the name of one of the sides")
    area: Area = Field(description="{corner: bottom-left, within: 6}, or edge:, or rectangle:")
    facing: Facing = Field("centre", description="centre, any, or an edge or corner of the table")

    @property
    def note(self) -> str:
        """What a game adds to it, such as the height at which ships begin."""
        return ""

    def direction(self, table: GamingTable) -> Point | None:
        """The direction its ships face, as a vector of length 1; None if they may face any way."""
        if self.facing == "any":
            return None
        x, y = map(float, WORDS[self.facing])
        if (x, y) == (0, 0):
            anchor = self.area.anchor(table)
            x, y = table.centre.x - anchor.x, table.centre.y - anchor.y
        length = hypot(x, y)
        return Point(x / length, y / length) if length > TOLERANCE else None

    def describe(self, table: GamingTable) -> str:
        """The deployment in words."""
        ways = {
            "any": "facing any way",
            "centre": "facing the centre",
            "center": "facing the centre",
        }
        name = self.facing.replace("-", " ")
        kind = "corner" if " " in name else "edge"
        way = ways.get(self.facing, f"facing the {name} {kind}")
        note = self.note.replace(" ", NO_BREAK)
        return ", ".join(filter(None, (self.area.describe(table), way, note)))


def overlap(one: Area, two: Area, table: GamingTable) -> bool:
    """Whether two areas on the table have more than a border in common."""
    if one.corner and two.corner:
        p, q = one.point(table), two.point(table)
        return hypot(p.x - q.x, p.y - q.y) < one.reach + two.reach - TOLERANCE
    a, b = one.bound(table), two.bound(table)
    if not (one.corner or two.corner):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        deep = min(a.y1, b.y1) - max(a.y0, b.y0)
        return min(wide, deep) > TOLERANCE
    disc, box = (one, b) if one.corner else (two, a)
    x, y = disc.point(table)
    near = Point(min(max(x, box.x0), box.x1), min(max(y, box.y0), box.y1))
    return hypot(near.x - x, near.y - y) < disc.reach - TOLERANCE
