"""The tables of game.yaml, for the game's code."""

from __future__ import annotations

from sheetgen.ground.record import record
from sheetgen.systems import read_tables


@record
class Weight:
    """A weight of fighters."""

    name: str
    hardpoints: int
    hull: int
    acceleration: int
    die: str  # that tracks the hull integrity

    @property
    def afterburner(self) -> int:
        """150 % of the acceleration, rounded down."""
        return self.acceleration * 3 // 2


@record
class Arc:
    """An arc of fire of 60°; `heading` is where its middle points, clockwise from ahead."""

    name: str
    short: str
    heading: int


@record
class HitBand:
    """A range band, with the least that a d12 must show."""

    name: str
    number: int


@record
class TargetSpeed:
    """A speed of a target, which changes the die; `least` and `most` in inches a turn."""

    name: str
    modifier: int
    least: int
    most: int


@record
class Suit:
    """A suit of cards; `path` is its mark in a square from -1 to 1."""

    name: str
    red: bool
    path: str


_data = read_tables(__file__)

FORMATION: int = _data["formation"]
WEIGHTS = {key: Weight(**entry) for key, entry in _data["weights"].items()}
ARMOUR: dict[str, int] = _data["armours"]
DICE: dict[str, int] = _data["dice"]
SKILLS: dict[int, str] = {int(level): name for level, name in _data["skills"].items()}
ARCS = {key: Arc(**entry) for key, entry in _data["headings"].items()}
TO_HIT = tuple(HitBand(**entry) for entry in _data["to_hit"])
TARGET_SPEEDS = tuple(TargetSpeed(**entry) for entry in _data["target_speeds"])
TOP_SPEED = max(speed.most for speed in TARGET_SPEEDS)
SUITS = {key: Suit(**entry) for key, entry in _data["suit_marks"].items()}
COLOUR = "#2b3f55"
"""The accent of anything printed without a colour."""


def lower_die(die: str, shields: int) -> str:
    """An attacker's damage die against some levels of shields: a step down each, to a d4."""
    dice = list(DICE)
    return dice[max(dice.index(die) - shields, 0)]
