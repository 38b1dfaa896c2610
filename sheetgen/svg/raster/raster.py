"""Parts of a drawing from elsewhere that can't be drawn as vectors, as pictures in their places."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence

from sheetgen.drawing.drawing import Resources, invert, map_box
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.svg.context import Context, UndrawnError
from sheetgen.svg.fragment import EMPTY, Fragment, join_way
from sheetgen.svg.frame import Frame
from sheetgen.svg.paint.image import ImageError, convert_picture
from sheetgen.svg.problem import DRAWN_AS_PICTURE, Problem
from sheetgen.svg.raster.bitmap import BitmapError, draw_bitmap, find_lettering
from sheetgen.svg.raster.writer import Writer, frame_text
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import Stream

DPI = 600
"""Pixels to the inch on paper."""
MOST_PIXELS = 36_000_000
"""Pixels of all such pictures of a drawing: a page of A4 at 600 dpi."""
_MOST_PARTS = 8
_PROBE = 1000
"""Pixels along the longer side of the picture by which it is found where there is ink."""
_OWN = ("opacity", "filter", "mask", "clip-path", "transform", "mix-blend-mode", "display")
_LEAST = 1e-9

Shoot = Callable[[Box, float], tuple[bytes, Box]]
"""Draws a box at so many pixels to the unit; returns the PNG picture and the box that it shows."""


class Raster:
    """Makes the pictures of one drawing.

    `zoom` is how many points on paper one point of the drawing becomes.
    """

    def __init__(self, frame: Frame, zoom: float) -> None:
        self.frame, self.zoom = frame, zoom
        self.dpi = float(DPI)  # the lowest that was used
        self.reasons: list[Problem] = []
        self.is_whole = False
        self._pixels = MOST_PIXELS

    def draw_part(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the element that is being drawn, inside one with this style.

        Raises UndrawnError for the whole drawing after too many.
        """
        if len(self.reasons) >= _MOST_PARTS:
            raise UndrawnError(reason, whole=True)
        assert context.root is not None  # a drawing that is being drawn has one
        outer = [context.root, *context.open[:-1]]
        return self._draw(reason, outer, context.open[-1:], {}, style, context, stream)

    def draw_whole(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the whole drawing."""
        root = context.root
        assert root is not None
        values = root.attributes | context.find_declared(root)
        own = {name: values[name] for name in _OWN if name in values}
        self.is_whole, self._pixels = True, MOST_PIXELS
        return self._draw(reason, [root], list(root.elements), own, style, context, stream)

    def _draw(
        self,
        reason: Problem,
        outer: Sequence[Element],
        inner: Sequence[Element],
        own: dict[str, str],
        style: Style,
        context: Context,
        stream: Stream,
    ) -> Fragment:
        matrix = join_way(stream.whole_way)
        back = invert(matrix)
        if back is None:
            return EMPTY
        box = map_box(back, (0.0, 0.0, self.frame.width, self.frame.height))
        scale = DPI / 72 * self.zoom
        scale *= max(math.hypot(*matrix[:2]), math.hypot(*matrix[2:4]))
        writer = Writer(context)
        body = writer.write(outer, inner, own, style.viewport)
        letters = find_lettering(sorted(writer.families), context.fonts) if writer.has_text else None
        self.reasons.append(reason)

        def shoot(box: Box, scale: float) -> tuple[bytes, Box]:
            width, height = (max(1, math.ceil(s * scale)) for s in _measure(box))
            shown = (box[0], box[1], box[0] + width / scale, box[1] + height / scale)
            return draw_bitmap(frame_text(body, shown, width, height), width, height, letters), shown

        try:
            return self._fit(box, scale, shoot, context)
        except (BitmapError, ImageError) as error:
            message = f"{reason.message}, and it can't be made a picture either: {error}"
            context.note(reason._replace(message=message))
            return EMPTY

    def _fit(self, box: Box, scale: float, shoot: Shoot, context: Context) -> Fragment:
        """The picture of what there is in a box."""
        probe = min(scale, _PROBE / max(*_measure(box), _LEAST))
        data, shown = shoot(box, probe)
        ink = find_ink(data)
        if ink is None:
            return EMPTY
        left, top, right, bottom = (value / probe for value in ink)
        spare = 2 / probe
        x0, y0 = max(box[0], shown[0] + left - spare), max(box[1], shown[1] + top - spare)
        x1, y1 = min(shown[2], shown[0] + right + spare), min(shown[3], shown[1] + bottom + spare)
        box = (x0, y0, x1, y1)
        across, down = _measure(box)
        pixels = across * down * scale * scale
        if pixels > self._pixels:
            smaller = math.sqrt(max(self._pixels, MOST_PIXELS / 100) / pixels)
            scale, self.dpi = scale * smaller, min(self.dpi, DPI * smaller)
        data, shown = shoot(box, scale)
        self._pixels -= round(across * down * scale * scale)
        picture = convert_picture(data, context.ink)
        width, height = _measure(shown)
        place = f"{fmt(width)} 0 0 {fmt(-height)} {fmt(shown[0])} {fmt(shown[3])} cm"
        operators = f"q {place} /{picture.name} Do Q"
        return Fragment(operators, resources=(Resources(images={picture.name: picture}),))

    def tell(self) -> Problem | None:
        """The hint that says what was made a picture; None if nothing was."""
        if not self.reasons:
            return None
        first = self.reasons[0]
        if self.is_whole:
            what = "the drawing is printed as a picture"
        elif len(self.reasons) == 1:
            what = "a part of the drawing is printed as a picture"
        else:
            what = f"{len(self.reasons)} parts of the drawing are printed as pictures"
        at = f"of {self.dpi:.0f} dpi" if round(self.dpi) < DPI else f"at {DPI} dpi"
        message = f"{what} {at}: {first.message}"
        return first._replace(rule=DRAWN_AS_PICTURE, message=message)


def find_ink(png: bytes) -> tuple[int, int, int, int] | None:
    """The box of a picture, in pixels, outside which it is transparent; None if all of it is."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(png), formats=("PNG",)) as picture:
        return picture.convert("RGBA").getchannel("A").getbbox()


def _measure(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]
