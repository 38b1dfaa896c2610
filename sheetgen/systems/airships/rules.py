"""The code of Airships: the functions that the formulas of its game.yaml call."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any

from sheetgen.ground.geometry import trace_sector


def name_wings(id: str, count: int) -> list[str]:
    """The IDs of the wings aboard a ship: its own with a letter."""
    return [f"{id}{letter}" if id else "" for letter in ascii_lowercase[:count]]


def list_aboard(count: int, out: list[str]) -> list[int]:
    """The numbers of a ship's wings that are not out; the letters of their IDs count them."""
    lost = {id[-1:] for id in out}
    return [at for at, letter in enumerate(ascii_lowercase[:count], start=1) if letter not in lost]


def draw(frame: str, arms: Any, fleet: str) -> object:
    """A ship of a fleet from above, by its frame's id or name, with the weapons of its slots."""
    from sheetgen.systems.airships.silhouette import draw_ship

    return draw_ship(frame.lower(), arms, fleet)


def draw_bare(frame: str) -> object:
    """A frame from above, without weapons."""
    return draw(frame, [], "")


def draw_rose(arms: Any, idle: list[int], left: Any, whole: Any, fine: bool) -> object:
    """The rose of a ship's weapons with what losses leave of its dice."""
    from sheetgen.systems.airships import rose

    return rose.draw_rose(arms, idle, left, whole, fine)


def draw_empty_rose(fine: bool) -> object:
    """A rose to draw weapons on."""
    return draw_rose([], [], [], [], fine)


def draw_wing(fleet: str) -> object:
    """A wing of a fleet from above."""
    from sheetgen.systems.airships import silhouette

    return silhouette.draw_wing(fleet)


def draw_torpedo() -> object:
    """A torpedo from above."""
    from sheetgen.systems.airships import silhouette

    return silhouette.draw_torpedo()


def spell_rules(weapon: Any) -> str:
    """A weapon's rules in brief."""
    from sheetgen.systems.airships import data

    return data.spell_rules(weapon)


def trace_arc(heading: float) -> str:
    """An arc of fire as a sector of radius 100, around its middle in degrees from the bow."""
    return trace_sector(100, float(heading) - 45, float(heading) + 45)
