"""Where in a ship's move its turns come, in exact fractions of the move."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from sheetgen.ground.record import record

MOST_TURNS = 5
"""The number of 45° turns that the best engine allows."""


@record
class Point:
    """A turn point: `at` is 0 at the start of the move and 1 at its end."""

    at: float
    label: str


@record
class Course:
    """A move with some turns; `within` or `beyond` the engine's limit, if that is known."""

    turns: int
    points: Sequence[Point]
    within: bool
    beyond: bool


def find_turn_points(turns: int) -> tuple[tuple[int, int], ...]:
    """The fractions of a move, over and under the line, at which its 45° turns are made.

    A single turn comes in the middle; k of them at 0, 1/k, 2/k … (the rules' "Turns"). Raises
    ValueError below 0.
    """
    if turns < 0:
        raise ValueError(f"{turns} turns: there must be at least 0")
    if turns == 1:
        return ((1, 2),)
    return tuple((at // gcd(at, turns), turns // gcd(at, turns)) for at in range(turns))


def plan_courses(engine: int | None) -> tuple[Course, ...]:
    """The moves with 1 to 5 turns, and which of them an engine rating allows."""
    return tuple(
        Course(
            turns,
            tuple(
                Point(over / under, f"{over}/{under}" if over else "0")
                for over, under in find_turn_points(turns)
            ),
            within=engine is not None and turns <= engine,
            beyond=engine is not None and turns > engine,
        )
        for turns in range(1, MOST_TURNS + 1)
    )
