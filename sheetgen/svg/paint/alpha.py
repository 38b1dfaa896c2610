"""Transparency: graphics states with alphas, and groups that are faded as a whole.

ISO 32000-1 §11.6.4.4 (alphas) and §11.6.6 (transparency groups).
"""

from __future__ import annotations

from functools import lru_cache

from sheetgen.drawing.drawing import Resources


def fade(
    operators: str, fill_alpha: float, stroke_alpha: float
) -> tuple[str, tuple[Resources, ...]]:
    """The operators drawn with transparency, and the resources that this needs."""
    if fill_alpha >= 1 and stroke_alpha >= 1:
        return operators, ()
    name, resources = make_alpha(fill_alpha, stroke_alpha)
    opaque, solid = make_alpha(1, 1)
    return f"/{name} gs {operators} /{opaque} gs", (resources, solid)


@lru_cache(maxsize=256)
def make_alpha(fill_alpha: float, stroke_alpha: float) -> tuple[str, Resources]:
    """The name of a graphics state with these alphas, and the resources that hold it."""
    fill, stroke = round(fill_alpha, 3), round(stroke_alpha, 3)
    name = f"A{round(fill * 1000)}-{round(stroke * 1000)}"
    return name, Resources(states={name: {"ca": fill, "CA": stroke}})
