"""The game's tables, from data.yaml."""

from __future__ import annotations

from pathlib import Path

from sheetgen.ground.record import NamedTuple
from sheetgen.reading import source


class SizeClass(NamedTuple):
    """A size class; `most` is its largest mass."""

    code: str
    name: str
    most: int
    escort: bool = False


class SpecialWeapon(NamedTuple):
    """A special weapon: its names, and what one of them does."""

    name: str
    short: str
    attack: int
    hit: int | None = None  # the least die with which it hits, if it has to roll to hit
    shifts: bool = False  # whether range shifts its column instead of changing its dice


class CriticalPlace(NamedTuple):
    """A place that a critical hit can strike, and what happens until it is repaired."""

    code: str
    name: str
    effect: str


class Ratio(NamedTuple):
    """A column of the combat chart: attack to defence factor."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"{self.attack}:{self.defence}"


class RangeEffect(NamedTuple):
    """A range band's effect on the dice, and on the column of weapons that shift."""

    name: str
    modifier: int
    shift: int


class SpeedEffect(NamedTuple):
    """A speed of a target, which changes the dice; `least` and `most` in units of length a turn."""

    name: str
    modifier: int
    least: int | None = None
    most: int | None = None


_data = source.read(Path(__file__).with_name("data.yaml")).documents[0].data

COLOUR = "#1f4e79"
"""The accent of anything printed without a colour."""

CLASSES = tuple(SizeClass(**entry) for entry in _data["classes"])
SPECIALS = {name: SpecialWeapon(**entry) for name, entry in _data["specials"].items()}
CRITICALS = tuple(CriticalPlace(**entry) for entry in _data["criticals"])
RATIOS = tuple(Ratio(*pair) for pair in _data["ratios"])
CHART: tuple[tuple[int, ...], ...] = tuple(map(tuple, _data["chart"]))
"""Boxes destroyed, by die (0 to 6) and column."""
RANGES = tuple(RangeEffect(**entry) for entry in _data["ranges"])
SPEEDS = tuple(SpeedEffect(**entry) for entry in _data["speeds"])
POWER: dict[str, int] = _data["power"]
"""The terms of the power budget."""
POINTS: dict[str, int] = _data["points"]
"""What a point of strength is worth, in hundredths."""
REASONS: dict[str, str] = _data["reasons"]
"""The reason for each of these figures."""
