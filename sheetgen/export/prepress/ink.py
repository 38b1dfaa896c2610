"""Inks: how a colour of the screen is mixed from those of a press.

The formula takes out all grey that cyan, magenta and yellow have in common and prints it with
black (grey component replacement): K = 1 - max(R, G, B), C = (max - R) / max, and so on. So what
is grey is printed with black alone, and letters stay sharp when plates are out of register.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sheetgen.ground.number import fmt

RGB = tuple[float, float, float]
Space = Literal["rgb", "cmyk", "grey"]
NEUTRAL = 0.02
"""By how much the parts of a colour may differ that is still printed as a grey."""
BLACKISH = 0.3
"""Text whose parts are no lighter is printed in pure black, which is not screened."""


def luminance(rgb: Sequence[float]) -> float:
    """How light a colour is (Rec. 709)."""
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def mix_inks(rgb: Sequence[float]) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black for a colour, from 0 to 1, by the formula above."""
    high = max(rgb)
    if high - min(rgb) <= NEUTRAL:
        return 0.0, 0.0, 0.0, 1 - luminance(rgb)
    c, m, y = ((high - part) / high for part in rgb)
    return c, m, y, 1 - high


class Inks:
    """The inks of a press, and how much of them its paper takes.

    `excess` holds the colours that needed more than `limit` percent, with what they needed. Their
    coloured inks were reduced, in equal parts; black was kept.
    """

    def __init__(self, space: Space, limit: int | None = None) -> None:
        self.space, self.limit = space, (limit or 400) / 100
        self.excess: dict[RGB, float] = {}
        self._known: dict[tuple[RGB, bool], tuple[float, ...]] = {}

    def mix(self, rgb: RGB, is_text: bool = False) -> tuple[float, ...]:
        """The components of a colour: four, one, or three where colours stay RGB."""
        known = self._known.get((rgb, is_text))
        if known is None:
            known = self._known[rgb, is_text] = self._mix(rgb, is_text)
        return known

    def _mix(self, rgb: RGB, is_text: bool) -> tuple[float, ...]:
        if self.space == "rgb":
            return rgb[:1] if rgb[0] == rgb[1] == rgb[2] else rgb
        is_black = is_text and max(rgb) <= BLACKISH
        if self.space == "grey":
            return (0.0,) if is_black else (luminance(rgb),)
        if is_black:
            return 0.0, 0.0, 0.0, 1.0
        c, m, y, k = mix_inks(rgb)
        total = c + m + y + k
        if total > self.limit + 1e-9:
            self.excess[rgb] = total
            share = (self.limit - k) / (c + m + y)
            return c * share, m * share, y * share, k
        return c, m, y, k

    def write(self, rgb: RGB, stroke: bool, is_text: bool = False) -> str:
        """The operator that sets a colour."""
        parts = self.mix(rgb, is_text)
        name = {1: "g", 3: "rg", 4: "k"}[len(parts)]
        return f"{' '.join(fmt(p, 4) for p in parts)} {name.upper() if stroke else name}"
