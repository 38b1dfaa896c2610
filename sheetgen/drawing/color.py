"""Colours as PDF prints them, in three grades of ink: ISO 32000-1 §8.6.8."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from sheetgen.ground.number import fmt, shorten


class Ink(Enum):
    """How much ink to use: full colour, greys, or greys with light areas."""

    COLOR = "color"
    GREY = "grey"
    LOW = "low"


def ink_components(rgb: tuple[float, float, float], ink: Ink, use: str) -> tuple[float, ...]:
    """The colour to print `rgb` with: 3 components, or 1 for a grey, printed with black alone.

    `use` is fill, stroke or text. Low ink lightens fills until black is 65 % white; text must
    then stay legible both on paper and on such a fill. Raises ValueError for any other `use`.
    """
    if use not in ("fill", "stroke", "text"):
        raise ValueError(f"use '{shorten(use)}' is unknown; it is fill, stroke or text")
    r, g, b = rgb
    if r == g == b:
        grey = r
    elif ink is Ink.COLOR:
        return rgb
    else:
        grey = min(1.0, 0.2126 * r + 0.7152 * g + 0.0722 * b)  # Rec. 709 luminance
    if ink is not Ink.LOW or use == "stroke":
        return (grey,)
    if use == "fill":
        return (1 - (1 - grey) * 0.35,)
    # Dark text is black anyway; light text was meant for a dark area, which is now light.
    return (0.35 if 0.5 <= grey <= 0.6 else 0.0,)


def color_operator(components: Sequence[float], stroke: bool) -> str:
    """The operator that sets the colour of strokes or of fills. Raises ValueError."""
    names = {1: ("g", "G"), 3: ("rg", "RG")}.get(len(components))
    if names is None:
        raise ValueError(f"a colour has 1 or 3 components, not {len(components)}")
    return " ".join([*(fmt(c, 3) for c in components), names[stroke]])
