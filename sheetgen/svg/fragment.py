"""Operators of one element, ready to be put into any drawing, and the stream that joins them.

A fragment says which fill, stroke and font it expects; the stream writes those only where they
change, and opens one text object for a run of texts.
"""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing import IDENTITY, Field, Matrix, Resources, map_box, multiply
from sheetgen.svg.transform import matrix_operator

Box = tuple[float, float, float, float]


class Fragment(NamedTuple):
    """What one element draws. Lengths are in the user units where it stands, y downwards.

    `fill`, `stroke` and `font` are the operators that must be in force (empty: any will do);
    `extent` is the box around its texts, by which text that leaves the drawing is found.
    """

    operators: str
    fill: str = ""
    stroke: str = ""
    font: str = ""
    is_text: bool = False
    resources: Resources | None = None
    fields: tuple[Field, ...] = ()
    extent: Box | None = None
    weight: int = 1


EMPTY = Fragment("", weight=0)


class Stream:
    """A content stream in the making."""

    def __init__(self, matrix: Matrix = IDENTITY) -> None:
        self.parts: list[str] = []
        self.resources: dict[int, Resources] = {}  # by identity: most fragments share theirs
        self.fields: list[Field] = []
        self.extents: list[Box] = []
        self.matrix = matrix
        self.weight = 0
        self._fill = self._stroke = self._font = ""
        self._in_text = False
        self._saved: list[tuple[Matrix, str, str, str]] = []

    def add(self, fragment: Fragment) -> None:
        """Draws a fragment."""
        operators, fill, stroke, font, is_text, resources, fields, extent, weight = fragment
        parts = self.parts
        if is_text != self._in_text:
            parts.append("BT" if is_text else "ET")
            self._in_text = is_text
        if fill and fill != self._fill:
            parts.append(fill)
            self._fill = fill
        if stroke and stroke != self._stroke:
            parts.append(stroke)
            self._stroke = stroke
        if font and font != self._font:
            parts.append(font)
            self._font = font
        parts.append(operators)
        self.weight += weight
        if resources is not None:
            self.resources[id(resources)] = resources
        if extent is not None:
            self.extents.append(map_box(self.matrix, extent))
        if fields:
            self.fields += [f._replace(box=map_box(self.matrix, f.box)) for f in fields]

    def save(self, matrix: Matrix = IDENTITY, prelude: str = "") -> None:
        """Begins a group whose own coordinates are those of `matrix`."""
        self._close_text()
        self._saved.append((self.matrix, self._fill, self._stroke, self._font))
        self.parts.append("q")
        if matrix != IDENTITY:
            self.parts.append(matrix_operator(matrix))
            self.matrix = multiply(matrix, self.matrix)
        if prelude:
            self.parts.append(prelude)

    def restore(self) -> None:
        """Ends the group begun last."""
        self._close_text()
        self.parts.append("Q")
        self.matrix, self._fill, self._stroke, self._font = self._saved.pop()

    def finish(self) -> str:
        """The operators so far, as text."""
        self._close_text()
        return "\n".join(self.parts)

    def fragment(self) -> Fragment:
        """All of it as one fragment, in the coordinates of its own start."""
        operators = self.finish()
        if not self.parts:
            return EMPTY
        return Fragment(
            operators,
            resources=join(self.resources),
            fields=tuple(self.fields),
            extent=surround(self.extents),
            weight=self.weight,
        )

    def _close_text(self) -> None:
        if self._in_text:
            self.parts.append("ET")
            self._in_text = False


def join(resources: dict[int, Resources]) -> Resources | None:
    """One Resources for several; the very one where there is only one."""
    if len(resources) <= 1:
        return next(iter(resources.values()), None)
    joined = Resources()
    for part in resources.values():
        joined.add(part)
    return joined


def surround(boxes: list[Box]) -> Box | None:
    """The box around boxes."""
    if not boxes:
        return None
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
