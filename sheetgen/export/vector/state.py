"""PDF's graphics state, and the paint it makes."""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing.drawing import Matrix, invert, map_box

_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


class GraphicsState(NamedTuple):
    """PDF's graphics state. Values that are only written out again are kept as text."""

    # Around the clip, in current coordinates; None if those are flat.
    box: tuple[float, float, float, float] | None
    fill: str = "#000"
    stroke: str = "#000"
    fill_alpha: str = "1"
    stroke_alpha: str = "1"
    width: str = "1"
    cap: str = "0"
    join: str = "0"
    miter: str = "10"
    dashes: str = ""
    phase: str = "0"
    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 100.0
    rise: float = 0.0
    mode: str = "0"

    def transform(self, matrix: Matrix) -> GraphicsState:
        """The state in new coordinates, which `matrix` maps to the current ones."""
        inverse = invert(matrix)
        return self._replace(box=map_box(inverse, self.box) if inverse and self.box else None)

    def describe_paint(self, filled: bool, stroked: bool) -> dict[str, str]:
        """The attributes that paint according to the state."""
        values = {"fill": "none"}
        if filled:
            values = {"fill": self.fill, "fill-opacity": self.fill_alpha}
        if stroked:
            values |= {
                "stroke": self.stroke,
                "stroke-opacity": self.stroke_alpha,
                "stroke-width": self.width,
                "stroke-linecap": _CAPS[int(self.cap)],
                "stroke-linejoin": _JOINS[int(self.join)],
                "stroke-miterlimit": self.miter,
                "stroke-dasharray": self.dashes,
                "stroke-dashoffset": self.phase,
            }
        return values
