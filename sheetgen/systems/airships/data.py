"""The tables of data.yaml and rules.yaml, for what draws sheets and fights duels."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sheetgen.ground.words import tr
from sheetgen.reading import source


def _read(name: str) -> Any:
    return source.read(Path(__file__).with_name(name)).documents[0].data


def _make(value: Any) -> Any:
    """A line of a table, whose columns are attributes, also in the lists that it has."""
    if isinstance(value, list):
        return [_make(one) for one in value]
    if not isinstance(value, dict):
        return value
    lists = {key: _make(one) for key, one in value.items() if isinstance(one, list)}
    return SimpleNamespace(**value | lists)


def _make_lines(lines: dict[str, Any]) -> dict[str, Any]:
    return {id: _make({"id": id, **line}) for id, line in lines.items()}


_data, _rules = _read("data.yaml"), _read("rules.yaml")

MOVEMENT = _make_lines(_data["movement"])
TO_HIT: dict[str, int] = _data["to_hit"]
"""The lowest and the highest of the numbers that a die must show."""
FRAMES = _make_lines(_data["frames"])
WEAPONS = _make_lines(_data["weapons"])
MODULES = _make_lines(_data["modules"])
TORPEDO = _make(_data["torpedo"])
WORDS = _make_lines(_rules["words"])
ACTIONS = _make(_rules["actions"])
CRITICALS = _make(_rules["criticals"])
SUPER_CRITICALS = _make(_rules["super_criticals"])
HIGHEST: int = _data["levels"]["highest"]
"""The highest level of an elevation track."""
ISLANDS: tuple[int, int] = _data["levels"]["low"], _data["levels"]["high"]
"""The lowest and the highest level of floating islands."""
ALL = ("forward", "starboard", "aft", "port")
"""The arcs of fire, clockwise."""
HEADINGS = {"forward": 0, "starboard": 90, "aft": 180, "port": 270}
"""The middle of each arc, in degrees clockwise from the bow."""
ARC_WIDTH = 90
"""Degrees of an arc."""


def spell_rules(weapon: Any) -> str:
    """Explain a weapon's rules in brief; rules that the source never explains come last."""
    spoken, bare = [], []
    for rule in weapon.rules:
        text = tr(WORDS[rule].spoken)
        if text:
            spoken.append(text.replace("x", str(weapon.piercing)) if rule == "Piercing" else text)
        else:
            bare.append(tr(rule))
    text = ", ".join([*spoken, *bare])
    return text[0].upper() + text[1:]
