"""Fights on the Merrow, thrown die by die as games/low-water/rules.md says, without movement.

It is written from the rules alone and shares no code with the program: each vessel is a sheet of
paper whose boxes are struck off.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

VESSELS = {  # hull, plates, speed, guns, bow, side, stern, torpedoes, pumps
    "bittern": (8, 1, 7, "middling", 2, 2, 1, 1, 2),
    "heron-queen": (10, 1, 8, "light", 3, 5, 2, 0, 2),
    "magpie": (6, 0, 10, "middling", 2, 1, 1, 2, 1),
    "midge": (4, 0, 12, "light", 1, 0, 0, 2, 0),
    "old-grudge": (16, 2, 6, "heavy", 3, 3, 1, 1, 3),
    "patience": (12, 3, 5, "heavy", 2, 2, 0, 0, 3),
}
RANGES = {"light": (4, 8, 12), "middling": (6, 12, 18), "heavy": (8, 16, 24)}
POWERS = {"light": 0, "middling": 1, "heavy": 2}


@dataclass
class Paper:
    """The card of a vessel in a fight: what is struck off, and which quarter faces the enemy."""

    name: str
    face: str
    fast: bool
    struck: int = 0
    water: int = 0
    tubes: int = 0

    def __post_init__(self) -> None:
        keys = ["hull", "plates", "speed", "guns", "bow", "side", "stern", "torpedoes", "pumps"]
        self.card: dict[str, Any] = dict(zip(keys, VESSELS[self.name], strict=True))

    @property
    def sunk(self) -> bool:
        return bool(self.struck >= self.card["hull"])

    def read(self, key: str) -> int:
        """A number in the uppermost row with a box left: it falls by quarters, halves up."""
        rows, start = [], 0
        for row in range(4):
            start += self.card["hull"] // 4 + (1 if row < self.card["hull"] % 4 else 0)
            rows.append(start)
        row = sum(1 for end in rows if end <= self.struck)
        return int(self.card[key] * (4 - row) / 4 + 0.5)


def launch(one: Paper, other: Paper, inches: int, dice: Random) -> tuple[int, int]:
    """The hull boxes and the water that one's torpedoes cost the other."""
    if inches > 8 or one.face == "stern":
        return 0, 0
    count = min(2, one.card["torpedoes"] - one.tubes)
    one.tubes += count
    needed = 6 if other.card["hull"] <= 4 else 3
    works = sum(dice.randint(1, 6) >= needed for _ in range(count))
    return 2 * works, 2 * works


def fire(one: Paper, other: Paper, inches: int, dice: Random) -> tuple[int, int]:
    """The hull boxes and the water that one's guns cost the other."""
    ranges = RANGES[one.card["guns"]]
    if inches > ranges[2]:
        return 0, 0
    needed = 4 + sum(inches > end for end in ranges[:2])
    if other.card["hull"] <= 4 and other.fast and other.read("speed") >= 6:
        needed += 1
    hits = sum(dice.randint(1, 6) >= needed for _ in range(one.read(one.face)))
    hull = water = 0
    for _ in range(hits):
        die = dice.randint(1, 6)
        if die == 6 or die + POWERS[one.card["guns"]] >= 4 + other.card["plates"]:
            hull += 1
        if die == 6:
            water += 2 if one.card["guns"] == "heavy" else 1
    return hull, water


def bail(one: Paper, dice: Random) -> None:
    """The last step of a turn: pumps, flooding, capsizing."""
    boxes = one.card["hull"] // 2 + 1
    one.water = min(one.water, boxes)
    one.water = max(0, one.water - sum(dice.randint(1, 6) > 4 for _ in range(one.card["pumps"])))
    one.struck += one.water // 3
    if one.water >= boxes:
        one.struck = one.card["hull"]


def fight(a: Paper, b: Paper, inches: int, turns: int, dice: Random) -> str:
    """Who is afloat after so many turns at that range: a, b, both or none."""
    for _ in range(turns):
        for step in (launch, fire):
            if not a.sunk and not b.sunk:
                blows = step(a, b, inches, dice), step(b, a, inches, dice)
                for vessel, (hull, water) in zip((b, a), blows, strict=True):
                    vessel.struck += hull
                    vessel.water += water
        for vessel in (a, b):
            if not vessel.sunk:
                bail(vessel, dice)
        if a.sunk or b.sunk:
            break
    return {(False, True): "a", (True, False): "b", (False, False): "both"}.get(
        (a.sunk, b.sunk), "none"
    )
