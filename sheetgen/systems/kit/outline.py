"""Outlines through points, as path data that knows how far it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.ground.geometry import (
    Box,
    Point,
    bound,
    complete,
    mirror,
    orient,
    soften,
    trace,
    trace_circle,
    trace_soft,
)
from sheetgen.ground.row import NamedTuple


class Contour(NamedTuple):
    """One or more lines or outlines: SVG path data, and the box around it."""

    path: str
    box: Box


def draw_outline(points: Sequence[Point]) -> Contour:
    """A closed outline of straight lines."""
    return Contour(trace(points), bound(points))


def draw_line(points: Sequence[Point]) -> Contour:
    """An open line through points."""
    return Contour(trace(points, close=False), bound(points))


def draw_soft(points: Sequence[Point], radius: float) -> Contour:
    """A closed outline with rounded corners; its box is that of its straight sides."""
    corners = list(soften(points, radius))
    return Contour(trace_soft(corners), bound(end for a, _, b in corners for end in (a, b)))


def draw_disc(radius: float, centre: Point = (0.0, 0.0)) -> Contour:
    """A circle."""
    x, y = centre
    return Contour(trace_circle(radius, centre), (x - radius, y - radius, x + radius, y + radius))


def draw_bar(
    place: Point, heading: float, start: float, end: float, half: float, right: float = 0.0
) -> Contour:
    """A bar along a heading from a place, `half` its width to each side, moved to the right."""
    corners = ((start, -half), (end, -half), (end, half), (start, half))
    foot = orient([(0, right)], heading, place)[0] if right else place
    return draw_outline(orient(corners, heading, foot))


def draw_halves(halves: Iterable[Sequence[Point]]) -> list[Contour]:
    """Outlines from their right halves; one that does not begin on x = 0 is drawn on both sides."""
    wholes: list[Sequence[Point]] = []
    for half in halves:
        wholes += [complete(half)] if half[0][0] == 0 else [half, mirror(half)]
    return list(map(draw_outline, wholes))


def draw_turret(
    place: Point, heading: float, radius: float, foot: Point, barrel: float, half: float
) -> list[Contour]:
    """A turret with two barrels of equal length; `foot` is where the right one begins."""
    along, right = foot
    barrels = [
        draw_bar(place, heading, along, along + barrel, half, side * right) for side in (-1, 1)
    ]
    return [draw_disc(radius, place), *barrels]
