"""Maneuvers: what each card does, from maneuvers.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from sheetgen.ground.geometry import Point, aim
from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading import source
from sheetgen.systems.black_skies.data import TOP_SPEED, Weight

KING = 13
"""The card that is merely a placeholder."""
RANKS = {1: "A", 11: "J", 12: "Q", KING: "K"}
"""What cards are called that do not go by their number."""


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

    `penalty` is taken off the speed afterwards, `boost` added to it beforehand: a number, or the
    name of the fighter's own value. Without any `steps`, its movement is not known.
    """

    name: str
    difficulty: int
    penalty: int
    steps: tuple[Step, ...]
    boost: int | str = 0


@record
class Maneuver:
    """A card; `thrusters` are those that it needs, empty for what every fighter can do."""

    card: int
    name: str
    options: tuple[ManeuverOption, ...]
    thrusters: str = ""


def _read(entry: dict[str, Any]) -> Maneuver:
    options = [
        ManeuverOption(
            o["option"],
            o["difficulty"],
            o["penalty"],
            tuple(Step(**step) for step in o["steps"]),
            o.get("boost", 0),
        )
        for o in entry["options"]
    ]
    return Maneuver(entry["card"], entry["name"], tuple(options), entry.get("thrusters", ""))


MANEUVERS = tuple(
    _read(entry)
    for entry in source.read(Path(__file__).with_name("maneuvers.yaml")).documents[0].data
)
"""Every maneuver, in the order of the cards."""


def list_maneuvers(thrusters: Iterable[str]) -> list[Maneuver]:
    """The maneuvers that these thrusters allow, in the order of their cards."""
    allowed = {"", *thrusters}
    return [maneuver for maneuver in MANEUVERS if maneuver.thrusters in allowed]


def is_unpublished(card: int) -> bool:
    """Whether the published rules leave out how the maneuver of this card moves."""
    return any(m.card == card and not all(o.steps for o in m.options) for m in MANEUVERS)


def boost_speed(option: ManeuverOption, weight: Weight) -> int:
    """Return the most that an option may add to the speed before moving, in inches a turn."""
    if option.boost == "acceleration":
        return weight.acceleration
    if option.boost == "afterburner":
        return boost_afterburner(weight)
    assert isinstance(option.boost, int)
    return option.boost


def boost_afterburner(weight: Weight) -> int:
    """150 % of the acceleration, rounded down."""
    return weight.acceleration * 3 // 2


def name_card(card: int) -> str:
    """Return the name of a card wherever it is printed: its rank among playing cards."""
    return RANKS.get(card, str(card))


def name_cards(cards: Iterable[int]) -> str:
    """Rising cards with runs joined: `A–6, 10–Q`."""
    runs: list[list[int]] = []
    for card in cards:
        if runs and card == runs[-1][-1] + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    ends = (run if len(run) == 1 else (run[0], run[-1]) for run in runs)
    return ", ".join("–".join(map(name_card, run)) for run in ends)


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
    """A required roll as a player reads it: `auto`, `3+`, or a dash where it is impossible."""
    if roll is None:
        return "—"
    return "auto" if roll <= 1 else f"{roll}+"


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
