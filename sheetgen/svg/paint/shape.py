"""Basic shapes as PDF path operators, in the shape's own coordinates (nothing is flipped).

SVG 1.1 §9; operators: ISO 32000-1 §8.5.2.
"""

from __future__ import annotations

import math

from sheetgen.ground.number import fmt, numbers, read_numbers
from sheetgen.svg.read.path import OutlineError, check_length

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""The distance of a quarter circle's control points from its ends, in radii."""


def rect_operators(x: float, y: float, w: float, h: float, rx: float = 0, ry: float = 0) -> str:
    """A rectangle, rounded if both radii are above 0; empty if it has no area.

    A missing radius equals the other one (§9.2), which is left to the caller.
    Raises ValueError for a negative size.
    """
    _check_sizes(width=w, height=h, rx=rx, ry=ry)
    if not (w and h):
        return ""
    if not (rx and ry):
        return f"{_join(x, y, w, h)} re"
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    x1, y1, kx, ky = x + w, y + h, rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        f"{_join(x + rx, y)} m {_join(x1 - rx, y)} l "
        f"{_join(x1 - kx, y, x1, y + ky, x1, y + ry)} c {_join(x1, y1 - ry)} l "
        f"{_join(x1, y1 - ky, x1 - kx, y1, x1 - rx, y1)} c {_join(x + rx, y1)} l "
        f"{_join(x + kx, y1, x, y1 - ky, x, y1 - ry)} c {_join(x, y + ry)} l "
        f"{_join(x, y + ky, x + kx, y, x + rx, y)} c h"
    )


def circle_operators(cx: float, cy: float, r: float) -> str:
    """A circle; empty if it has no area. Raises ValueError for a negative radius."""
    _check_sizes(r=r)
    return ellipse_operators(cx, cy, r, r)


def ellipse_operators(cx: float, cy: float, rx: float, ry: float) -> str:
    """An ellipse; empty if it has no area. Raises ValueError for a negative radius."""
    _check_sizes(rx=rx, ry=ry)
    if not (rx and ry):
        return ""
    x0, y0, x1, y1, kx, ky = cx - rx, cy - ry, cx + rx, cy + ry, rx * KAPPA, ry * KAPPA
    return (
        f"{_join(x1, cy)} m {_join(x1, cy + ky, cx + kx, y1, cx, y1)} c "
        f"{_join(cx - kx, y1, x0, cy + ky, x0, cy)} c "
        f"{_join(x0, cy - ky, cx - kx, y0, cx, y0)} c {_join(cx + kx, y0, x1, cy - ky, x1, cy)} c h"
    )


def line_operators(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f"{_join(x1, y1)} m {_join(x2, y2)} l"


def poly_operators(points: str, close: bool) -> str:
    """A polyline, or a polygon with `close`; empty if it has no points. Raises ValueError."""
    check_length(points)
    fault = ""
    try:
        values = numbers(points)
    except ValueError as error:
        values, fault = read_numbers(points, 0)[0], str(error)
    if len(values) % 2:
        fault = fault or f"points: {len(values)} numbers; they come in pairs, such as 0,0 10,5"
        values = values[:-1]
    parts = [f"{_join(*values[i : i + 2])} {'l' if i else 'm'}" for i in range(0, len(values), 2)]
    drawn = " ".join([*parts, "h"] if close and parts else parts)
    if fault:
        raise OutlineError(fault, drawn)
    return drawn


def _join(*values: float) -> str:
    return " ".join([fmt(v) for v in values])


def _check_sizes(**sizes: float) -> None:
    for name, size in sizes.items():
        if not size >= 0:
            raise ValueError(f"{name} is {size:g}; it must be 0 or more")
