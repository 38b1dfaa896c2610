"""The course of a maneuver over the table, computed from its steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sheetgen.ground.geometry import Point, aim
from sheetgen.ground.row import NamedTuple
from sheetgen.systems.black_skies.maneuver import Step


class Station(NamedTuple):
    """A place on a course: x to the right, y downwards, and the heading, clockwise from up."""

    x: float
    y: float
    heading: float


def plot_course(steps: Sequence[Step], distance: float = 1.0) -> list[Station]:
    """The stations of a course from (0, 0) facing up: the start, then one after every step."""
    here = Station(0.0, 0.0, 0.0)
    stations = [here]
    for step in steps:
        heading = (here.heading + step.turn) % 360
        x, y = aim(heading + step.slip, step.forward * distance, (here.x, here.y))
        here = Station(x, y, heading)
        stations.append(here)
    return stations


def find_halfway(stations: Sequence[Station]) -> Point | None:
    """The point halfway along a course; None for one that goes nowhere."""
    legs = [(a, b, ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5) for a, b in pairwise(stations)]
    left = sum(length for _, _, length in legs) / 2
    for a, b, length in legs:
        if 0 < length >= left:
            share = left / length
            return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        left -= length
    return None
