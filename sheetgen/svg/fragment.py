"""Fragments: the operators of one element, ready to be put into any drawing.

A fragment says which fill, stroke and font it expects, so that the stream that joins fragments
writes those only where they change.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

from sheetgen.drawing.drawing import IDENTITY, Field, Matrix, Resources, map_box, multiply
from sheetgen.ground.geometry import Box
from sheetgen.ground.row import NamedTuple

Way = tuple[Matrix, ...]
"""The matrices from the place of something outwards, the innermost first.

They are multiplied only at the end and always in this order: in another, the product would not be
exactly the same, and a box around a turned box would be larger than its contents.
"""


class Setting(NamedTuple):
    """What must be in force: inside a text object or not, and operators (empty: any)."""

    is_text: bool = False
    fill: str = ""
    stroke: str = ""
    font: str = ""


PLAIN = Setting()


class Fragment(NamedTuple):
    """What one element draws. Lengths are in the user units of its place, y downwards.

    `extents` are the boxes around its texts, by which text that leaves the drawing is found, each
    with the way from its place to here; `fields` are form fields, with their ways too. `weight`
    counts shapes and texts, counting those inside forms each time they are drawn; long outlines
    count more.
    """

    operators: str
    state: Setting = PLAIN
    extents: tuple[tuple[Way, Box], ...] = ()
    resources: tuple[Resources, ...] = ()
    fields: tuple[tuple[Way, Field], ...] = ()
    weight: int = 1


EMPTY = Fragment("", weight=0)
MOST_WEIGHT = 100_000
"""Shapes and texts in a drawing, counting those of symbols each time; more choke a printer."""
TEXT_WEIGHT = 4
OUTLINE_WEIGHT = 32
"""Letters of an outline's operators that count as much as a shape."""


@lru_cache(maxsize=4096)
def join_way(way: Way) -> Matrix:
    """The product of all matrices of a way."""
    return reduce(multiply, way, IDENTITY)


def map_extents(extents: Iterable[tuple[Way, Box]], way: Way = ()) -> list[Box]:
    """The boxes around texts at the end of a further way."""
    return [map_box(join_way(inner + way), box) for inner, box in extents]


def map_field(field: Field, way: Way) -> Field:
    """A form field at the end of its way; rounded, as the operators are."""
    x0, y0, x1, y1 = map_box(join_way(way), field.box)
    return field._replace(box=(round(x0, 4), round(y0, 4), round(x1, 4), round(y1, 4)))
