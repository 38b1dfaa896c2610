"""The game's tables, from data.yaml and rules.yaml."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from sheetgen.ground.record import NamedTuple, record
from sheetgen.reading import source

Slot = Literal["forward", "port", "starboard", "aft", "turret", "mounts"]
SLOTS: tuple[Slot, ...] = ("forward", "port", "starboard", "aft", "turret", "mounts")
"""Where weapons are mounted: four arcs, a scout's turret, and the mounts of a wing."""


class Keyword(NamedTuple):
    """A keyword with its number, if it has one: `Piercing(3)`."""

    name: str
    number: int | None = None

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.name}({self.number})"


@record
class Movement:
    """A movement class: inches a turn, and degrees of one pivot."""

    move: int
    pivot: float


@record
class SlotRoom:
    """The weapons that a slot takes: a number of them, all of one size."""

    size: str
    count: int


@record
class ShipFrame:
    """A frame; heights are None where it lacks the keyword, damage control for a wing."""

    id: str
    name: str
    code: str
    size: str
    row: str
    hull: int
    skill: int
    morale: int
    command: int
    inertia: int
    utilities: int
    slots: Mapping[Slot, SlotRoom]
    damage_control: int | None = None
    lift: int | None = None
    drop: int | None = None
    stall: int | None = None
    keywords: Sequence[Keyword] = ()


@record
class AirshipWeapon:
    """A weapon; `range` in inches, None where it has no limit."""

    id: str
    name: str
    size: str
    range: int | None
    dice: int
    cost: int
    rules: Sequence[Keyword]

    def has(self, name: str) -> bool:
        """Whether it has a rule of that name."""
        return any(rule.name == name for rule in self.rules)


@record
class Module:
    """A module for a utility slot; `adds` is what each one adds to a derived value."""

    id: str
    name: str
    cost: int
    effect: str
    adds: Mapping[str, int] = field(default_factory=dict)


@record
class Torpedo:
    """A torpedo on its way."""

    row: str
    hull: int
    lift: int
    drop: int
    inertia: int
    dice: int
    keywords: Sequence[Keyword]


@record
class Word:
    """The meaning of a weapon's rule: in brief for a ship's sheet, and in full as `about`."""

    spoken: str
    about: str = ""


@record
class CommandAction:
    """An action that command points are spent on."""

    name: str
    cost: int
    short: str
    effect: str
    torpedo: bool = False  # whether only a ship with a launcher can do this


@record
class CriticalHit:
    """A result of one of the tables of critical hits."""

    name: str
    effect: str
    lasts: bool = False
    final: bool = False  # whether it is never cleared
    steps: Mapping[str, int] = field(default_factory=dict)  # what each further one deducts


def parse_keyword(text: str) -> Keyword:
    """A keyword as written: `Piercing(3)`, `Level`."""
    found = re.fullmatch(r"(.+?)(?:\((\d+)\))?", text)
    assert found
    return Keyword(found[1], int(found[2]) if found[2] else None)


def _read(name: str) -> Any:
    return source.read(Path(__file__).with_name(name)).documents[0].data


def _make_frame(id: str, entry: dict[str, Any]) -> ShipFrame:
    slots = {slot: SlotRoom(**room) for slot, room in entry["slots"].items()}
    keywords = tuple(map(parse_keyword, entry.get("keywords", ())))
    return ShipFrame(id, **entry | {"slots": slots, "keywords": keywords})


def _make_weapon(id: str, size: str, entry: dict[str, Any]) -> AirshipWeapon:
    rules = tuple(map(parse_keyword, entry["rules"]))
    return AirshipWeapon(id, size=size, **entry | {"rules": rules, "range": entry["range"] or None})


_data, _rules = _read("data.yaml"), _read("rules.yaml")

MOVEMENT = {row: Movement(**entry) for row, entry in _data["movement"].items()}
TO_HIT: dict[str, int] = _data["to_hit"]
"""What a die must show at best and at worst."""
FRAMES = {id: _make_frame(id, entry) for id, entry in _data["frames"].items()}
WEAPONS = {
    size: {id: _make_weapon(id, size, entry) for id, entry in entries.items()}
    for size, entries in _data["weapons"].items()
}
"""Weapons by the size of slot that they fit, then by id."""
WEAPON_NAMES = tuple(dict.fromkeys(id for weapons in WEAPONS.values() for id in weapons))
MODULES = {id: Module(id, **entry) for id, entry in _data["modules"].items()}
TORPEDO = Torpedo(
    **_data["torpedo"] | {"keywords": tuple(map(parse_keyword, _data["torpedo"]["keywords"]))}
)
WORDS = {name: Word(**entry) for name, entry in _rules["words"].items()}
KEYWORDS: dict[str, str] = _rules["keywords"]
ACTIONS = tuple(CommandAction(**entry) for entry in _rules["actions"])
CRITICALS = tuple(CriticalHit(**entry) for entry in _rules["criticals"])
SUPER_CRITICALS = tuple(CriticalHit(**entry) for entry in _rules["super_criticals"])

HIGHEST = 12
"""The highest level of an elevation track; the game sets none. A scout stalls from 9 on."""
ISLANDS = (6, 8)
"""The lowest and the highest level of floating islands."""


def find_weapon(id: str, size: str) -> AirshipWeapon | None:
    """The weapon of that id for slots of a size, or for another size if there is none."""
    for weapons in (WEAPONS[size], *WEAPONS.values()):
        if id in weapons:
            return weapons[id]
    return None


def spell_rules(rules: Sequence[Keyword]) -> str:
    """Explain a weapon's rules in brief; rules that the source never explains come last."""
    spoken, bare = [], []
    for rule in rules:
        text = WORDS[rule.name].spoken
        if text:
            spoken.append(text.replace("x", str(rule.number)) if rule.number else text)
        else:
            bare.append(str(rule))
    text = ", ".join([*spoken, *bare])
    return text[0].upper() + text[1:]
