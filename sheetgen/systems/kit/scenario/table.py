"""The table of a scenario: its size, and the words for places on it.

Places are measured from the table's bottom left corner. Lengths are inches on a table in feet or
inches, and centimetres on one in centimetres or metres.
"""

from __future__ import annotations

from typing import Annotated, Literal

from sheetgen.ground.row import NamedTuple
from sheetgen.systems import Field, Model, RefusedError, verify

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
    """A rectangle on the table."""

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
