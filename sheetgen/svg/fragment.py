"""Operators of one element, ready to be put into any drawing.

A fragment says which fill, stroke and font it expects, so that the stream which joins fragments
writes those only where they change.
"""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing import Field, Resources
from sheetgen.face import Face

Box = tuple[float, float, float, float]
Glyphs = dict[Face, dict[int, str]]
"""The glyphs of each face that are shown, with the text that each stands for."""


class State(NamedTuple):
    """What must be in force: inside a text object or not, and operators (empty: any will do)."""

    is_text: bool = False
    fill: str = ""
    stroke: str = ""
    font: str = ""


PLAIN = State()


class Fragment(NamedTuple):
    """What one element draws. Lengths are in the user units where it stands, y downwards.

    `extents` are the boxes around its texts, by which text that leaves the drawing is found;
    `weight` counts shapes and texts, those inside forms each time they are drawn.
    """

    operators: str
    state: State = PLAIN
    glyphs: Glyphs | None = None
    extents: tuple[Box, ...] = ()
    resources: Resources | None = None
    fields: tuple[Field, ...] = ()
    weight: int = 1


EMPTY = Fragment("", weight=0)


def surround(boxes: tuple[Box, ...] | list[Box]) -> Box:
    """The box around one or more boxes."""
    if len(boxes) == 1:
        return boxes[0]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
