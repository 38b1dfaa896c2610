"""The game's tables, from data.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sheetgen.ground.record import record
from sheetgen.reading import source


@record
class ShipClass:
    """A class of ships; `hits` are the modifiers of damage rolls by the type of weapon."""

    id: str
    name: str
    code: str
    speed: int
    descends: int
    ascends: int
    turns: int
    bombs: str
    most_bombs: int
    hits: Mapping[str, int]
    length: float
    beam: float


@record
class MovementCard:
    """A movement card, and how many of them every deck has."""

    id: str
    name: str
    count: int


@record
class WeaponType:
    """A type of weapons; `aim` and `wound` are its modifiers against crew."""

    id: str
    name: str
    range: int
    reloads: bool
    aim: int
    wound: int


@record
class RangeLimit:
    """A range band up to a number of inches, and what it adds to the roll to hit."""

    most: int
    modifier: int


@record
class DamageResult:
    """A result of the damage table; `most` is how often it can take something away."""

    roll: int
    name: str
    effect: str
    repair: bool = False
    die: bool = False
    most: int = 0
    cards: tuple[str, ...] = ()
    pick: int = 0  # how many of the cards are lost, 0 for all
    options: int = 0
    twice: bool = False  # whether it must be rolled twice in a turn


@record
class DieFace:
    """A face of the damage effect die."""

    id: str
    name: str
    effect: str


_data = source.read(Path(__file__).with_name("data.yaml")).documents[0].data

CLASSES = {entry["id"]: ShipClass(**entry) for entry in _data["classes"]}
OPTIONS: int = _data["options_per_turn"]
"""Movement options of a turn."""
CARDS = tuple(MovementCard(**entry) for entry in _data["cards"])
WEAPONS = {entry["id"]: WeaponType(**entry) for entry in _data["weapons"]}
RANGES = tuple(RangeLimit(**entry) for entry in _data["ranges"])
DAMAGE = tuple(
    DamageResult(**{**entry, "cards": tuple(entry.get("cards", ()))}) for entry in _data["damage"]
)
FACES = tuple(DieFace(**entry) for entry in _data["faces"])
REPAIR_DIE: int = _data["repair"]["die"]
REPAIR_TIMES: int = _data["repair"]["times"]
LEVELS = 12
"""The highest level of the altitude track; the game sets none."""
