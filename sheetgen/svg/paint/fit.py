"""Pictures fitted to their print: transparent margins cut off, spare pixels taken away."""

from __future__ import annotations

import io
from math import ceil
from typing import TYPE_CHECKING

from sheetgen.ground.row import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SEEN = 8
"""The alpha, of 255, from which on a pixel counts as seen: fainter ones are a brush's traces."""
_QUALITY = 92  # of JPEG: no block shows at 300 pixels to the inch


class Fit(NamedTuple):
    """What is done to a picture: whether it is trimmed, and its most pixels, 0 for no limit."""

    trim: bool = False
    width: int = 0
    height: int = 0

    def apply(self, picture: Picture) -> Picture:
        """The picture trimmed and shrunk; the same object if there is nothing to do.

        It keeps its proportions and never gains pixels. Raises ValueError for a picture in which
        nothing is visible.
        """
        if self.trim and "A" in picture.getbands():
            seen = picture.getchannel("A").point([255 * (a >= _SEEN) for a in range(256)]).getbbox()
            if seen is None:
                raise ValueError("all of it is transparent")
            if seen != (0, 0, *picture.size):
                picture = picture.crop(seen)
        if not (self.width and self.height):
            return picture
        scale = min(self.width / picture.width, self.height / picture.height)
        if scale >= 1:
            return picture
        from PIL.Image import Resampling

        size = ceil(picture.width * scale), ceil(picture.height * scale)
        return picture.resize(size, Resampling.LANCZOS, reducing_gap=3.0)


def write_jpeg(picture: Picture) -> bytes:
    """The JPEG file of a picture in RGB or grey, always the same for the same picture."""
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()
