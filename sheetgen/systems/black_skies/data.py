"""The game's tables, from data.yaml."""

from __future__ import annotations

from pathlib import Path

from sheetgen.ground.record import record
from sheetgen.reading import source


@record
class Weight:
    """A weight of fighters."""

    name: str
    hardpoints: int
    hull: int
    acceleration: int
    die: str  # that tracks the hull integrity


@record
class Armour:
    """A kind of armour: `levels` are the hardpoints it takes and what each hit loses."""

    name: str
    levels: int


@record
class Skill:
    """A level of piloting skill."""

    level: int
    name: str


@record
class Arc:
    """An arc of fire of 60°; `heading` is where its middle points, clockwise from ahead."""

    name: str
    heading: int


@record
class FighterWeapon:
    """A weapon; `range` are close, medium and long in inches."""

    name: str
    arcs: tuple[str, ...]
    rate: int
    range: tuple[int, int, int]
    damage: str


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
    least: int | None = None
    most: int | None = None


@record
class Suit:
    """A suit of cards; `path` is its mark in a square from -1 to 1."""

    name: str
    red: bool
    path: str


_data = source.read(Path(__file__).with_name("data.yaml")).documents[0].data

TOP_SPEED: int = _data["top_speed"]
FORMATION: int = _data["formation"]
WEIGHTS = {key: Weight(**entry) for key, entry in _data["weights"].items()}
ARMOUR = {key: Armour(**entry) for key, entry in _data["armour"].items()}
DICE: tuple[str, ...] = tuple(_data["dice"])
SKILLS = tuple(Skill(**entry) for entry in _data["skills"])
ARCS = {key: Arc(**entry) for key, entry in _data["arcs"].items()}
WEAPONS = {
    key: FighterWeapon(
        **{**entry, "arcs": tuple(entry["arcs"]), "range": tuple(entry["range"])},
    )
    for key, entry in _data["weapons"].items()
}
TO_HIT = tuple(HitBand(**entry) for entry in _data["to_hit"])
TARGET_SPEEDS = tuple(TargetSpeed(**entry) for entry in _data["target_speeds"])
SUITS = {key: Suit(**entry) for key, entry in _data["suits"].items()}
