"""Ships of A Sky Full of Ships: what may be written, and the values that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd, isqrt
from typing import Annotated, Literal

from sheetgen.ground.diagnostics import declare
from sheetgen.ground.record import NamedTuple, record
from sheetgen.systems import Before, Field, Model, Prose, RefusedError, Text
from sheetgen.systems.asfos.data import CHART, CLASSES, POINTS, POWER, RATIOS, Ratio, SizeClass
from sheetgen.systems.kit.track import degrade, mark_every

declare(
    "one-special",
    "error",
    """A ship has more than one type of special weapon.

    Why: A ship mounts at most one type of special weapon, in any number; the weapons box has room
    for one count.

    Example:
    special: {weapon: mass-driver, count: 2}   # not a list
    """,
    origin="asfos",
)

Strength = Annotated[int, Field(ge=0, le=999)]


class Primaries(Model):
    """Strength of the primary batteries by arc of fire."""

    forward: Strength = Field(0, description="strength in the forward arc")
    left: Strength = Field(0, description="strength in the left arc")
    right: Strength = Field(0, description="strength in the right arc")
    rear: Strength = Field(0, description="strength in the rear arc")

    @property
    def total(self) -> int:
        """The sum over the four arcs."""
        return self.forward + self.left + self.right + self.rear


class Special(Model):
    """The special weapon."""

    weapon: Literal["mass-driver", "particle-cannon"] = Field(
        description="mass-driver or particle-cannon"
    )
    count: int = Field(ge=1, le=99, description="how many are mounted")


def _refuse_list(value: object) -> object:
    if isinstance(value, list):
        raise RefusedError(
            "one-special",
            "special: a ship mounts one type of special weapon, but this is a list",
            "write special: {weapon: mass-driver, count: 2}",
        )
    return value


class Ship(Model):
    """A ship of A Sky Full of Ships."""

    system: Literal["asfos"]
    id: Text | None = Field(None, description="a short name for files that hold several ships")
    name: Text = Field(max_length=120, description="the name on the display")
    class_code: Text | None = Field(
        None, alias="class", description="FF DD CL CA BC BB DN SDN or T, checked against the mass"
    )
    mass: int = Field(ge=1, le=400, description="the number of hull boxes, 1 or more")
    hull: int = Field(
        ge=2, le=20, description="natural hull strength: 2 weak, 3 average, 4 strong, 5 armoured"
    )
    screens: int = Field(0, ge=0, le=4, description="electronic defences, 0 to 4")
    engine: int = Field(ge=0, le=5, description="engine rating, 0 to 5")
    primaries: Primaries = Field(
        default_factory=Primaries, description="{forward: 16, left: 8, right: 8, rear: 0}"
    )
    secondaries: Strength = Field(0, description="strength of the secondary batteries")
    special: Annotated[Special | None, Before(_refuse_list)] = Field(
        None, description="{weapon: mass-driver, count: 2}"
    )
    points: int | None = Field(None, ge=0, description="the published points, if any")
    description: Prose | None = Field(None, description="Markdown, for fleet books")
    art: Text | None = Field(None, description="a picture beside this file: PNG, JPEG or SVG")

    @property
    def special_count(self) -> int:
        """The number of its special weapons."""
        return self.special.count if self.special else 0


# Derived values of a ship: pure functions of its definition, in whole numbers.
#
# The formulas and their worked examples are in docs/asfos.md.


class WeaponsBox(NamedTuple):
    """The contents of one weapons box."""

    forward: int
    left: int
    right: int
    rear: int
    secondary: int
    special: int


@lru_cache(maxsize=1024)
def size_class(mass: int) -> SizeClass:
    """The size class of a mass."""
    return next(c for c in CLASSES if mass <= c.most)


def defence_factor(ship: Ship) -> int:
    """Natural hull strength and electronic defences together."""
    return ship.hull + ship.screens


def weapons_boxes(ship: Ship) -> list[WeaponsBox]:
    """The weapons boxes from left to right, as many as the hull boxes."""
    return list(map(WeaponsBox._make, zip(*weapons_rows(ship), strict=True)))


def weapons_rows(ship: Ship) -> list[list[int]]:
    """The same by kinds: what each box has of the first, of the second and so on."""
    p = ship.primaries
    full = (p.forward, p.left, p.right, p.rear, ship.secondaries, ship.special_count)
    return [_reduce_row(strength, ship.mass) for strength in full]


_reduce_row = lru_cache(maxsize=1024)(degrade)
"""The strength in each of so many weapons boxes."""


def crew_units(mass: int) -> int:
    """A quarter of the hull boxes, rounded half up, at least one."""
    return max(1, (mass + 2) // 4)


def crew_unit_boxes(mass: int) -> list[int]:
    """The hull boxes (from 1, leftmost) with a crew unit: every fourth from the right end.

    A reading: it fits the printed displays, whose rules give no places.
    """
    return mark_every(4, mass)[-crew_units(mass) :]


def power_available(ship: Ship, power: Mapping[str, int] = POWER) -> int:
    """Return the power that the hull supplies, by the coefficients of the house or fleet."""
    return power["per_hull_box"] * ship.mass


def power_used(ship: Ship, power: Mapping[str, int] = POWER) -> int:
    """Return the power that engine and weapons draw, by the coefficients of the house or fleet."""
    return (
        power["per_engine_mass"] * ship.mass * ship.engine
        + power["per_strength"] * (ship.primaries.total + ship.secondaries)
        + power["per_special"] * ship.special_count
    )


def list_firepower(ship: Ship) -> list[tuple[str, int]]:
    """List what adds to a ship's firepower: strengths and numbers, by their coefficients' names."""
    p, special = ship.primaries, ship.special
    parts = [
        ("forward", p.forward),
        ("side", p.left + p.right),
        ("rear", p.rear),
        ("secondary", ship.secondaries),
    ]
    return [*parts, (special.weapon, special.count)] if special else parts


def estimate_points(ship: Ship, worth: Mapping[str, int] = POINTS) -> int:
    """√(mass × defence factor × firepower), rounded half up in exact arithmetic.

    `worth` are the coefficients of the house reading or of a fleet, in hundredths.
    """
    firepower = sum(worth[key] * count for key, count in list_firepower(ship))  # in hundredths
    value = ship.mass * defence_factor(ship) * firepower  # in hundredths
    # n is the root r rounded half up when n - ½ ≤ r < n + ½, which is 2n - 1 ≤ √(4r²) < 2n + 1.
    return (isqrt(4 * value // 100) + 1) // 2


def points(ship: Ship, worth: Mapping[str, int] = POINTS) -> int:
    """The published points, or the estimate if none are published."""
    return ship.points if ship.points is not None else estimate_points(ship, worth)


# Turns within a ship's move, in exact fractions of the move.


MOST_TURNS = 5
"""The number of 45° turns that the best engine allows."""


@record
class TurnPoint:
    """A turn point: `at` is 0 at the start of the move and 1 at its end."""

    at: float
    label: str


@record
class Course:
    """A move with some turns; `within` or `beyond` the engine's limit, if that is known."""

    turns: int
    points: Sequence[TurnPoint]
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
                TurnPoint(over / under, f"{over}/{under}" if over else "0")
                for over, under in find_turn_points(turns)
            ),
            within=engine is not None and turns <= engine,
            beyond=engine is not None and turns > engine,
        )
        for turns in range(1, MOST_TURNS + 1)
    )


# The combat chart: which columns an attack takes, what each requires, and what it destroys.


def least_attack(ratio: Ratio, defence: int) -> int:
    """The least attack strength that reaches a ratio against a defence factor of 1 or more."""
    return -(-defence * ratio.attack // ratio.defence)


def find_column(attack: int, defence: int) -> int | None:
    """The chart's column (from 0) for an attack, rounded down in favour of the target.

    None below the least ratio, where nothing is damaged; above the greatest, the last column.
    """
    reached = [at for at, ratio in enumerate(RATIOS) if attack >= least_attack(ratio, defence)]
    return reached[-1] if reached else None


def split_attack(strength: int, defence: int, shift: int = 0) -> tuple[int, ...]:
    """The columns of the attacks that a strength makes on one target, the greatest first.

    What exceeds the greatest ratio attacks again. Range may `shift` each attack to the left; one
    that falls off the chart is left out, as nothing is damaged.
    """
    greatest = defence * RATIOS[-1].attack
    whole, rest = divmod(strength, greatest)
    columns = [len(RATIOS) - 1] * whole
    column = find_column(rest, defence)
    if column is not None:
        columns.append(column)
    return tuple(column - shift for column in columns if column >= shift)


def roll_damage(column: int, modifier: int) -> tuple[tuple[int, int], ...]:
    """Hull and weapons boxes destroyed in a column, for each of the 36 rolls of two dice.

    Roll number 6 · h + w is hull die h + 1 and weapons die w + 1. The modifier is added to both;
    what leaves the chart counts as its end.
    """
    last = len(CHART) - 1
    boxes = [CHART[max(0, min(last, die + modifier))][column] for die in range(1, 7)]
    return tuple((hull, weapons) for hull in boxes for weapons in boxes)
