"""The frame of a drawing: its size in points, and the matrix from its user units to points."""

from __future__ import annotations

from functools import cached_property
from math import inf

from sheetgen.drawing.drawing import Matrix, matrix_operator
from sheetgen.drawing.outline import transform_operators
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import LIMIT, fmt, numbers, read_number, shorten
from sheetgen.ground.record import record
from sheetgen.ground.units import MM, UNITS
from sheetgen.svg.attribute import read_view
from sheetgen.svg.read.path import path_operators
from sheetgen.svg.read.transform import read_length, viewbox_matrix
from sheetgen.svg.read.tree import Element

_LARGEST = 6000 * MM
_WINDOW, _EM = (300.0, 150.0), 16.0
"""The sizes in pixels that CSS assumes for a picture without one, and for a font."""


@record(slots=False)
class Frame:
    """The root's size in points, the matrix from its user units to points, and its view.

    `width` and `height` include `bleed` on all sides, which lies outside the view. `cut` are the
    path operators of a cut that is no rectangle, in points.
    """

    width: float
    height: float
    matrix: Matrix
    view: tuple[float, float, float, float]
    bleed: float = 0.0
    cut: str = ""

    @property
    def edge(self) -> Box:
        """The box that text has to stay in, so that it is not cut off with the bleed."""
        bleed = self.bleed
        return bleed, bleed, self.width - bleed, self.height - bleed

    @property
    def unit(self) -> float:
        """Points per user unit, vertically."""
        return abs(self.matrix[3])

    @cached_property
    def prelude(self) -> str:
        """The operators that clip to the drawing and turn its y axis downwards."""
        clip = f"0 0 {fmt(self.width)} {fmt(self.height)} re W n"
        return f"{clip} {matrix_operator(self.matrix)}"


def read_frame(root: Element, most_bleed: float = inf) -> Frame:
    """The frame of a root element. Raises ValueError if its size can't be determined.

    `most_bleed` is the most that the drawing keeps of its bleed, in points.
    """
    a = root.attributes
    view = read_view(root)
    # Without width and height, a drawing is as large as its viewBox in px.
    sizes = [_read_side(a, name, view, at) for at, name in enumerate(("width", "height"))]
    width, height = (size * UNITS["px"] for size in sizes)
    view = view or (0.0, 0.0, sizes[0], sizes[1])
    if a.get("data-size"):
        # The template's own size is for drawing programs; this is the size once it is filled.
        wide, high = _read_size(a["data-size"])
        width, height = width * wide / view[2], height * high / view[3]
        view = (view[0], view[1], wide, high)
    if a.get("data-scale"):
        scale = read_number(a["data-scale"])
        width, height = width * scale, height * scale
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        raise ValueError("a drawing must measure between 0 and 6000 mm on each side")
    m = viewbox_matrix(view, width, height, a.get("preserveAspectRatio", ""))
    if not max(m[0], m[3], abs(m[4]), abs(m[5])) < LIMIT:
        raise ValueError("viewBox: it is too small, or too far away")
    bleed = min(_read_bleed(a.get("data-bleed", "0")) * m[3], most_bleed)
    matrix = (m[0], 0.0, 0.0, -m[3], m[4] + bleed, height - m[5] + bleed)
    cut = transform_operators(path_operators(a.get("data-cut", "")), matrix)
    return Frame(width + 2 * bleed, height + 2 * bleed, matrix, view, bleed, cut)


def mend_root(root: Element) -> tuple[Element, list[str]]:
    """The root of a drawing from elsewhere with a size that can be used, and what was wrong.

    SVG 2 §8.2; a percentage is one of the viewBox, as there is no window to fill.
    """
    attributes, faults = dict(root.attributes), list[str]()
    view = None
    try:
        view = read_view(root)
    except ValueError as error:
        faults.append(str(error))
        del attributes["viewBox"]
    try:
        viewbox_matrix((0.0, 0.0, 1.0, 1.0), 1.0, 1.0, attributes.get("preserveAspectRatio", ""))
    except ValueError as error:
        faults.append(str(error))
        del attributes["preserveAspectRatio"]
    sizes: dict[str, float] = {}
    for at, name in enumerate(("width", "height")):
        try:
            text = attributes.pop(name, "auto").strip()
            if text != "auto":
                sizes[name] = read_length(text, view[2 + at] if view else _WINDOW[at], _EM)
        except ValueError as error:
            faults.append(f"{name}: {error}")
    if view and len(sizes) == 1:  # the other one follows from the proportions
        ratio = view[2] / view[3]
        sizes.setdefault("width", sizes.get("height", 0.0) * ratio)
        sizes.setdefault("height", sizes["width"] / ratio)
    if not view:
        sizes = {"width": _WINDOW[0], "height": _WINDOW[1]} | sizes
    mended = Element(root.tag, attributes | {k: str(v) for k, v in sizes.items()}, root.place)
    mended.file, mended.children = root.file, root.children
    return mended, faults


def _read_bleed(text: str) -> float:
    """How far a drawing extends beyond its edges, in user units."""
    bleed = read_number(text)
    if not 0 <= bleed <= 1000:
        raise ValueError(f"data-bleed: '{shorten(text)}' must be from 0 to 1000")
    return bleed


def _read_side(
    attributes: dict[str, str], name: str, view: tuple[float, ...] | None, at: int
) -> float:
    text = attributes.get(name, "auto").strip()
    if text != "auto" and not text.endswith("%"):
        try:
            size = read_length(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        if size <= 0:
            raise ValueError(f"{name}: '{shorten(text)}' must be above 0")
        return size
    if view is None:
        raise ValueError(f"the root <svg> needs a {name} such as 125mm, or a viewBox")
    return view[2 + at]


def _read_size(text: str) -> tuple[float, float]:
    values = numbers(text)
    if len(values) != 2 or min(values) <= 0:
        raise ValueError(f"data-size: '{shorten(text)}' is not a width and a height above 0")
    return values[0], values[1]
