"""Items: what a page is painted with, one after the other, each with everything it depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sheetgen.drawing.drawing import Matrix
from sheetgen.drawing.outline import transform_operators
from sheetgen.export.prepress.ink import RGB
from sheetgen.export.prepress.line import outline
from sheetgen.ground.geometry import Box

Kind = Literal["fill", "stroke", "text", "shade", "image", "group", "raster"]
Layer = tuple[RGB, float]
"""A colour laid over others, and how opaque it is."""


class Colour(NamedTuple):
    """A colour set within a text."""

    rgb: RGB
    stroke: bool = False


class Clip(NamedTuple):
    """A path, or letters, outside of which nothing is painted; in coordinates of the page.

    `room` is an upright rectangle that lies wholly inside it, None if none is known.
    """

    operators: str
    box: Box
    room: Box | None


@dataclass(frozen=True, eq=False, slots=True)
class Item:
    """Something painted: a path filled or stroked, a text, a gradient, a picture, a group.

    `body` is what it draws: path operators, parts of a text, or a resource's name. `box` bounds
    what is seen of it, and inside `cover` it hides whatever is below. Over its colours lie
    `layers`; a picture with a mask stands on a `ground`. `raw` is the number of items of the page
    before it and itself, in the page as it was.
    """

    kind: Kind
    clips: tuple[Clip, ...]
    matrix: Matrix
    body: tuple[str | Colour, ...]
    box: Box
    rgb: RGB = (0.0, 0.0, 0.0)
    alpha: float = 1.0
    setup: str = ""
    even_odd: bool = False
    cover: Box | None = None
    layers: tuple[Layer, ...] = ()
    ground: RGB | None = None
    width: float = 0.0
    is_plain: bool = True  # a text of one colour, filled
    has_mask: bool = False
    inner: tuple[Item, ...] = ()
    raw: int = 0

    @property
    def is_opaque(self) -> bool:
        """Whether nothing of what is below shows through it."""
        return self.alpha >= 1 and (not self.has_mask or self.ground is not None)

    @property
    def shown(self) -> RGB:
        """Its colour with the layers over it."""
        return lay_over(self.rgb, self.layers)

    @property
    def shape(self) -> Clip:
        """Its outline as a clip. Only paths and plain texts have one."""
        if self.kind == "text":
            parts = [part for part in self.body if isinstance(part, str)]
            letters = f"BT 7 Tr {' '.join(parts)} ET 0 Tr 0 Tc 100 Tz 0 Ts"
            return Clip(letters, self.box, None)
        if self.kind == "stroke":
            path = outline(str(self.body[0]), self.matrix, self.width, self.setup)
            return Clip(f"{path} W n", self.box, None)
        rule = "W* n" if self.even_odd else "W n"
        path = transform_operators(str(self.body[0]), self.matrix)
        return Clip(f"{path} {rule}", self.box, self.cover)

    def lay(self, rgb: RGB, alpha: float) -> Item:
        """The same under one more layer."""
        return replace(self, layers=(*self.layers, (rgb, alpha)))

    def clip(self, *clips: Clip) -> Item:
        """What is seen of it inside more clips."""
        box, cover = self.box, self.cover
        for one in clips:
            box = meet(box, one.box)
            cover = meet(cover, one.room) if cover and one.room else None
        return replace(self, clips=(*self.clips, *clips), box=box, cover=cover)


def lay_over(rgb: RGB, layers: tuple[Layer, ...]) -> RGB:
    """A colour with others over it."""
    for over, alpha in layers:
        r, g, b = (below * (1 - alpha) + above * alpha
                   for below, above in zip(rgb, over, strict=True))  # fmt: skip
        rgb = r, g, b
    return rgb


def meet(a: Box, b: Box) -> Box:
    """What two boxes have in common; its sides are the wrong way round if that is nothing."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def touch(a: Box, b: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def holds(outer: Box | None, inner: Box) -> bool:
    """Whether a box lies inside another, but for rounding."""
    if outer is None:
        return False
    e = 0.02
    return (
        outer[0] - e <= inner[0]
        and outer[1] - e <= inner[1]
        and outer[2] + e >= inner[2]
        and outer[3] + e >= inner[3]
    )
