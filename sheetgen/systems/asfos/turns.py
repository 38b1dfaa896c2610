"""Where in a ship's move its turns come, in exact fractions of the move."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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


def find_turn_points(turns: int) -> tuple[Fraction, ...]:
    """The fractions of a move at which its 45° turns are made (the rules' "Turns").

    A single turn comes in the middle; k of them at 0, 1/k, 2/k … Raises ValueError below 0.
    """
    if turns < 0:
        raise ValueError(f"{turns} turns: there must be at least 0")
    if turns == 1:
        return (Fraction(1, 2),)
    return tuple(Fraction(at, turns) for at in range(turns))


def plan_courses(engine: int | None) -> tuple[Course, ...]:
    """The moves with 1 to 5 turns, and which of them an engine rating allows."""
    return tuple(
        Course(
            turns,
            tuple(Point(float(at), str(at)) for at in find_turn_points(turns)),
            within=engine is not None and turns <= engine,
            beyond=engine is not None and turns > engine,
        )
        for turns in range(1, MOST_TURNS + 1)
    )
