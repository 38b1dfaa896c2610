"""The game's tables, from data.yaml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheetgen import source


@dataclass(frozen=True, slots=True)
class SizeClass:
    """A size class; `most` is its largest mass."""

    code: str
    name: str
    most: int
    escort: bool = False


@dataclass(frozen=True, slots=True)
class Special:
    """A special weapon's names."""

    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Critical:
    """A place that a critical hit can strike."""

    code: str
    name: str


_data = source.read(Path(__file__).with_name("data.yaml")).documents[0].data

CLASSES = tuple(SizeClass(**entry) for entry in _data["classes"])
SPECIALS = {name: Special(**entry) for name, entry in _data["specials"].items()}
CRITICALS = tuple(Critical(**entry) for entry in _data["criticals"])
POWER: dict[str, int] = _data["power"]
"""What the power budget is made of."""
POINTS: dict[str, int] = _data["points"]
"""What a point of strength is worth, in hundredths."""
