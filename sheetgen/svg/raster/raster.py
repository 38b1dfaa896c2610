"""Parts of a drawing from elsewhere that can't be drawn as vectors, as pictures in their places.

The nearest element that stands on its own takes back what it has drawn, and asks for a picture of
itself. It is written as an SVG text that stands alone (writer.py) and drawn in a process of its own
(worker.py): once small, to see where there is ink, then that part at 600 dpi.
"""

from __future__ import annotations

import importlib.util
import io
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from sheetgen.drawing.drawing import Matrix, Resources, invert
from sheetgen.ground.geometry import Box
from sheetgen.ground.number import fmt
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.units import UNITS
from sheetgen.svg.cascade import UndrawnError
from sheetgen.svg.context import Context
from sheetgen.svg.frame import Frame
from sheetgen.svg.paint.image import ImageError, convert_raster
from sheetgen.svg.problem import DRAWN_AS_PICTURE, Problem
from sheetgen.svg.raster.writer import RasterWriter, frame_text
from sheetgen.svg.read.style import Style
from sheetgen.svg.read.tree import Element
from sheetgen.svg.stream import EMPTY, Fragment, Stream, join_way
from sheetgen.type.fonts import Fonts

# SVG texts → PNG pictures, by resvg in a process of its own


SECONDS = 16
"""Time of the processor that all pictures of a drawing may take."""
_WAITED = 2
"""How many times as long a process may take as the time of the processor that it is given."""
_MEMORY = 3_000_000_000
_WORKER = Path(__file__).with_name("worker.py")


class BitmapError(Exception):
    """resvg can't draw it; the text says why."""


class TooSlowError(BitmapError):
    """Raised where a picture takes too much time or memory; fewer pixels may do."""


class Lettering(NamedTuple):
    """The font files that a picture needs, and the families that stand for the general names."""

    files: tuple[str, ...]
    sans: str
    serif: str
    mono: str


def find_lettering(named: Iterable[str], fonts: Fonts) -> Lettering:
    """The files of the families in CSS lists, and of those that stand in for missing letters."""
    wanted = ("sans-serif", *named)
    files = dict.fromkeys(str(path) for family in wanted for path in fonts.list_files(family))
    sans = _name(fonts, "sans-serif")
    serif, mono = (_name(fonts, family, sans) for family in ("serif", "monospace"))
    return Lettering(tuple(files), sans, serif, mono)


def _name(fonts: Fonts, family: str, otherwise: str = "") -> str:
    face = fonts.find(family, 400, False)
    return face.family if face else otherwise


class PictureBudget:
    """The seconds of the processor that all pictures of a drawing may take together."""

    def __init__(self) -> None:
        self.left = float(SECONDS)

    @property
    def is_half_spent(self) -> bool:
        """Whether only so much is left as is kept for a picture of the whole drawing."""
        return self.left < SECONDS / 2

    def spend(self, draw: Callable[[int], bytes], share: float = 1.0) -> bytes:
        """The picture that `draw` makes in a share of the seconds left. Raises BitmapError."""
        seconds = int(self.left * share)
        if not seconds:
            raise TooSlowError("the pictures of this drawing take too long to draw")
        before, started = _measure_processes(), monotonic()
        try:
            return draw(seconds)
        finally:
            waited = (monotonic() - started) / _WAITED
            self.left -= max(_measure_processes() - before, waited)


def _measure_processes() -> float:
    """The seconds that processes which have ended took; always 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system


def draw_bitmap(
    svg: str, width: int, height: int, letters: Lettering | None, seconds: int = SECONDS
) -> bytes:
    """The PNG picture of an SVG text, so many pixels large, in so much time. Raises BitmapError.

    The text must name no files: resvg would open them. Without `letters`, texts are left out.
    """
    library = importlib.util.find_spec("resvg_py")
    if library is None or library.origin is None:
        raise BitmapError("the library resvg-py is not installed")
    # Without a resolution, resvg takes millimetres and inches for nothing.
    options: dict[str, object] = {"width": width, "height": height, "dpi": 96.0}
    if letters:
        options |= {
            "font_files": list(letters.files),
            "font_family": letters.sans,
            "sans_serif_family": letters.sans,
            "serif_family": letters.serif,
            "monospace_family": letters.mono,
            "cursive_family": letters.sans,
            "fantasy_family": letters.sans,
        }
    order = {
        "svg": svg,
        "options": options,
        "library": str(Path(library.origin).parent.parent),
        "seconds": seconds,
        "memory": _MEMORY,
    }
    command = [sys.executable, "-I", "-S", str(_WORKER)]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(order).encode(),
            capture_output=True,
            timeout=_WAITED * seconds,
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError("it takes too long to draw") from None
    except OSError as error:
        raise BitmapError(f"no process can be started for it: {error.strerror}") from None
    if done.returncode or not done.stdout:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if reason:
            raise BitmapError(reason[-1][:200])
        raise TooSlowError("it takes too much time or memory")
    return done.stdout


DPI = 600
"""Pixels to the inch on paper."""
MOST_PIXELS = 36_000_000
"""Pixels of all such pictures of a drawing: a page of A4 at 600 dpi."""
_LEAST_PIXELS = 1_000_000
"""Pixels that a picture may have in any case."""
_MOST_PARTS = 8
_PROBE = 1000
"""Pixels along the longer side of the picture by which it is found where there is ink."""
_OWN = ("opacity", "filter", "mask", "clip-path", "transform", "mix-blend-mode", "display")
_COARSER = 4
"""How many times larger the pixels are of what takes too long to draw."""
_STEP = 4 * UNITS["px"]
"""Edges of pictures lie on multiples of this many points, so that few pixels are cut by them."""
_SPREAD = 8
"""Pixels by which colours reach into what is transparent, where the two are mixed in print."""


class Raster:
    """Makes the pictures of one drawing.

    `zoom` is how many points on paper one point of the drawing becomes.
    """

    def __init__(self, frame: Frame, zoom: float, budget: PictureBudget) -> None:
        self.frame, self.zoom, self.budget = frame, zoom, budget
        self.dpi = float(DPI)  # the lowest that was used
        self.why = ""  # no more were
        self.reasons: list[Problem] = []
        self.is_whole = False
        self._pixels = MOST_PIXELS

    def draw_part(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the element that is being drawn, inside one with this style.

        Raises UndrawnError for the whole drawing after too many.
        """
        if len(self.reasons) >= _MOST_PARTS or self.budget.is_half_spent:
            raise UndrawnError(reason, whole=True)
        assert context.root is not None  # a drawing that is being drawn has one
        outer = [context.root, *context.open[:-1]]
        return self._draw(reason, (outer, context.open[-1:], {}), style, context, stream)

    def draw_whole(
        self, reason: Problem, style: Style, context: Context, stream: Stream
    ) -> Fragment:
        """A picture of the whole drawing."""
        root = context.root
        assert root is not None
        values = root.attributes | context.find_declared(root)
        own = {name: values[name] for name in _OWN if name in values}
        self.is_whole, self._pixels = True, MOST_PIXELS
        return self._draw(reason, ([root], list(root.elements), own), style, context, stream)

    def _draw(
        self,
        reason: Problem,
        what: tuple[Sequence[Element], Sequence[Element], dict[str, str]],
        style: Style,
        context: Context,
        stream: Stream,
    ) -> Fragment:
        """A picture in the directions of the paper, placed in the coordinates of a stream."""
        frame = self.frame
        # Pictures are drawn with y downwards, in points from the upper left corner.
        matrix = join_way((*stream.whole_way, (1.0, 0.0, 0.0, -1.0, 0.0, frame.height)))
        back = invert(matrix)
        if back is None:
            return EMPTY
        writer = RasterWriter(context)
        body = writer.write(*what, style.viewport)
        letters = find_lettering(writer.families, context.fonts) if writer.has_text else None
        self.reasons.append(reason)
        try:
            return self._fit(partial(_shoot, body, matrix, letters), back, context)
        except (BitmapError, ImageError) as error:
            message = f"{reason.message}, and it can't be made a picture either: {error}"
            context.note(reason._replace(message=message))
            return EMPTY

    def _fit(self, shoot: partial[bytes], back: Matrix, context: Context) -> Fragment:
        """The picture of what there is, and no more."""
        width, height = self.frame.width, self.frame.height
        probe = min(DPI / 72 * self.zoom, _PROBE / max(width, height))
        whole = (0.0, 0.0, width, height)
        found = find_ink(self._shoot(shoot, whole, probe, 0.5))
        if found is None:
            return EMPTY
        left, top, right, bottom = (value / probe for value in found)
        spare = 2 / probe
        x0, y0 = _align(left - spare, -1), _align(top - spare, -1)
        box = (x0, y0, _align(right + spare, 1), _align(bottom + spare, 1))
        across, down = box[2] - box[0], box[3] - box[1]
        scale = DPI / 72 * self.zoom
        most = max(self._pixels, _LEAST_PIXELS)
        if across * down * scale * scale > most:
            scale = math.sqrt(most / (across * down))
            self._lower(
                scale, f"more than {MOST_PIXELS // 1_000_000} million pixels would be too many"
            )
        self._pixels -= round(across * down * scale * scale)
        try:
            png = self._shoot(shoot, box, scale, 0.5)
        except TooSlowError:  # at the size of the probe, it was not
            scale /= _COARSER
            self._lower(scale, "more would take too long to draw")
            png = self._shoot(shoot, box, scale)
        picture = convert_raster(png, context.ink, _SPREAD)
        turn = " ".join([*(fmt(v, 8) for v in back[:4]), fmt(back[4], 6), fmt(back[5], 6), "cm"])
        place = f"{fmt(across)} 0 0 {fmt(-down)} {fmt(box[0])} {fmt(box[3])} cm"
        operators = f"q {turn} {place} /{picture.name} Do Q"
        return Fragment(operators, resources=(Resources(images={picture.name: picture}),))

    def _shoot(self, shoot: partial[bytes], box: Box, scale: float, share: float = 1.0) -> bytes:
        """The PNG picture of a box, in a share of the time that is left. Raises BitmapError."""
        return self.budget.spend(partial(shoot, box, scale), share)

    def _lower(self, scale: float, why: str) -> None:
        """Notes that a picture has so many pixels to the point only."""
        self.dpi, self.why = min((self.dpi, self.why), (scale * 72 / self.zoom, why))

    def find_hint(self) -> Problem | None:
        """Return the hint about parts that became pictures; None if none did."""
        if not self.reasons:
            return None
        first = self.reasons[0]
        if self.is_whole:
            what = "the drawing is printed as a picture"
        elif len(self.reasons) == 1:
            what = "a part of the drawing is printed as a picture"
        else:
            what = f"{len(self.reasons)} parts of the drawing are printed as pictures"
        at = f"of {self.dpi:.0f} dpi" + f", as {self.why}" * (round(self.dpi) < DPI)
        message = f"{what} {at}: {first.message}"
        return first._replace(rule=DRAWN_AS_PICTURE, message=message)


def _shoot(
    body: str, matrix: Matrix, letters: Lettering | None, box: Box, scale: float, seconds: int
) -> bytes:
    """The PNG picture of a box, in points, of a body whose coordinates `matrix` maps to points."""
    width, height = (max(1, round((box[at + 2] - box[at]) * scale)) for at in (0, 1))
    text = frame_text(body, matrix, box, width, height)
    return draw_bitmap(text, width, height, letters, seconds)


def _align(value: float, way: int) -> float:
    """The next multiple of a step below (-1) or above (1)."""
    return way * math.ceil(way * value / _STEP - 1e-6) * _STEP


def find_ink(png: bytes) -> Box | None:
    """The box of a picture, in pixels, outside which it is transparent; None if all of it is."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(png), formats=("PNG",)) as picture:
        return picture.convert("RGBA").getchannel("A").getbbox()
