"""Two pictures of one drawing compared as a person would: edges may lie a pixel apart."""

from __future__ import annotations

import io

from PIL import Image, ImageChops, ImageFilter
from PIL.Image import Image as Picture

LIMIT = 0.006
"""The share of pixels that may differ."""
_LEVEL = 40


def open_flat(png: bytes) -> Picture:
    """A PNG picture on white."""
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def measure_difference(one: Picture, other: Picture) -> float:
    """The share of pixels unlike any of those around the same place in the other picture."""
    if one.size != other.size:
        return 1.0
    apart = ImageChops.lighter(_list_apart(one, other), _list_apart(other, one))
    return apart.histogram()[255] / (one.width * one.height)


def _list_apart(one: Picture, other: Picture) -> Picture:
    low = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
    high = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
    red, green, blue = ImageChops.lighter(low, high).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return worst.point([255 * (level > _LEVEL) for level in range(256)])
