"""Colours that stay legible on white paper."""

from __future__ import annotations

_DARKEST_NEEDED = 0.42  # at this, white letters on it and lines of it on white are legible


def weigh(colour: str) -> float:
    """How light a colour such as `#1f4e79` is in grey, from 0 to 1."""
    red, green, blue = _split(colour)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def deepen(colour: str) -> str:
    """A colour as `#rrggbb`, darker where white letters on it could not be read.

    One written in another way stays as it is.
    """
    if not colour.startswith("#"):
        return colour
    light = weigh(colour)
    share = min(1.0, _DARKEST_NEEDED / light) if light else 1.0
    return "#" + "".join(f"{round(part * share):02x}" for part in _split(colour))


def _split(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue
