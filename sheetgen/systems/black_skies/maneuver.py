"""Maneuvers: what each card does, from maneuvers.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path

from sheetgen.ground.geometry import Point, aim
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading import source
from sheetgen.systems.black_skies.data import TOP_SPEED, Weight


@record
class Step:
    """A part of a maneuver: a turn on the spot, then flight.

    `turn` and `slip` are degrees, to the right; `forward` is a share of the whole movement, flown
    `slip` degrees off the heading while the nose stays where it points.
    """

    forward: float = 0
    turn: int = 0
    slip: int = 0


@record
class ManeuverOption:
    """One way to fly a maneuver.

    `penalty` is taken off the speed afterwards, `boost` says what is added to it beforehand.
    Without any `steps`, which `course` says in words, its movement is not known.
    """

    name: str
    difficulty: int
    penalty: int
    steps: tuple[Step, ...]
    boost: str = ""
    course: str = ""


@record
class Maneuver:
    """A card; `thrusters` are those that it needs, empty for what every fighter can do."""

    card: int
    name: str
    options: tuple[ManeuverOption, ...]
    thrusters: str = ""


_STEP = re.compile(
    r"(?:(\d+)° (left|right))?(?:, )?(?:(full move|half)(?: slip (left|right))?)?(?:, |$)"
)
_SIDES = {"left": -1, "right": 1, "": 0}


def read_course(course: str) -> tuple[Step, ...]:
    """The steps of a course in words, such as `half, 60° left, half`."""
    return tuple(
        Step(
            forward={"full move": 1, "half": 0.5, "": 0}[much],
            turn=int(degrees or 0) * _SIDES[side],
            slip=60 * _SIDES[slip],
        )
        for degrees, side, much, slip in _STEP.findall(course)
        if degrees or much
    )


def _read_maneuvers() -> Iterator[Maneuver]:
    """The maneuvers of maneuvers.yaml, which has a line for each option."""
    lines = source.read(Path(__file__).with_name("maneuvers.yaml")).documents[0].data
    for (card, name, thrusters), group in groupby(lines, itemgetter("card", "name", "thrusters")):
        options = [
            ManeuverOption(
                line["option"],
                line["difficulty"],
                line["penalty"],
                read_course(line["course"]),
                line["boost"],
                line["course"],
            )
            for line in group
        ]
        yield Maneuver(card, name, tuple(options), thrusters)


MANEUVERS = tuple(_read_maneuvers())
"""Every maneuver, in the order of the cards."""


def list_maneuvers(thrusters: Iterable[str]) -> list[Maneuver]:
    """The maneuvers that these thrusters allow, in the order of their cards."""
    allowed = {"", *thrusters}
    return [maneuver for maneuver in MANEUVERS if maneuver.thrusters in allowed]


def boost_speed(option: ManeuverOption, weight: Weight) -> int:
    """Return the most that an option may add to the speed before moving, in inches a turn."""
    boosts = {"acceleration": weight.acceleration, "afterburner": weight.afterburner, "slower": -1}
    return boosts.get(option.boost, 0)


def move_distance(option: ManeuverOption, speed: int, weight: Weight) -> int:
    """Return the inches that a fighter of this speed moves: from 0 up to the top speed."""
    return min(max(speed + boost_speed(option, weight), 0), TOP_SPEED)


def speed_afterwards(option: ManeuverOption, speed: int, weight: Weight) -> int:
    """The speed after a maneuver, never below 0."""
    return max(move_distance(option, speed, weight) - option.penalty, 0)


def roll_needed(difficulty: int, skill: int) -> int | None:
    """The least d6 with which a maneuver succeeds: 1 where it always does, None where never."""
    roll = max(difficulty - skill, 1)
    return roll if roll <= 6 else None


def show_roll(roll: int | None) -> str:
    """A required roll as a player reads it: `auto`, `3+`, or `never` where it is impossible."""
    if roll is None:
        return "never"
    return "auto" if roll <= 1 else f"{roll}+"


def _list_difficulties() -> Iterator[int]:
    """Yield every difficulty that there is: those of checks, as they are and doubled."""
    known = {option.difficulty for maneuver in MANEUVERS for option in maneuver.options}
    for difficulty in {*known, DODGE} - {0}:
        yield from (difficulty, 2 * difficulty)


DODGE = 4
"""The difficulty of the check at asteroids, as terrain.yaml has it."""
DIFFICULTIES = sorted({*_list_difficulties()})
"""Every difficulty of a check, 1 to 8."""


# The course of a maneuver over the table, computed from its steps.


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
