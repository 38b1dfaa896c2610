"""Weapons around the plan on a ship card, in millimetres.

Those of the bow stand above it, of port and starboard beside it, of turrets and stern below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from sheetgen.ground.record import record
from sheetgen.ground.words import tr


class Weapon(Protocol):
    """A weapon, or several identical ones on one side, as formulas know it."""

    name: str
    type: str
    weight: str
    side: str
    count: int
    rolls: int
    range: int
    reloads: bool
    automatic: bool
    thrown: bool


@record
class EmptyLine:
    """Room for up to three weapons that are written on a blank card."""

    side: str
    name: str = " "
    type: str = "heavy"
    weight: str = ""
    count: int = 3
    rolls: int = 1
    range: int = 0
    reloads: bool = True
    automatic: bool = False
    thrown: bool = False


def list_lines() -> list[EmptyLine]:
    """The lines of a blank card."""
    lines = (("bow", 2), ("port", 3), ("starboard", 3), ("turret", 2), ("stern", 2))
    return [EmptyLine(side) for side, count in lines for _ in range(count)]


WIDTH, ROOM = 95.0, 77.4
"""The space for all weapons with the plan among them."""
HEADING = 5.0
NORMAL, DENSE = 8.8, 7.2
"""The height of a line of weapons, and its height where there are many."""
LEAST_PLAN = 24.0
_BAND, _FLANK = 46.5, 35.0
"""The width of a line above and below the plan, and beside it."""
_IN_LINE, _WITH_RELOAD = 5, 3
_TITLES = {
    "bow": "BOW",
    "port": "PORT",
    "starboard": "STARBOARD",
    "turret": "TURRETS",
    "stern": "STERN",
}


@record
class GunLine:
    """A line of identical weapons: for each a box to strike off, and one for its reloading."""

    name: str
    about: str  # its type and range
    boxes: range
    reloads: bool
    lost: int = 0  # how many of them, the first ones


@record
class WeaponBlock:
    """The weapons of a side: the upper left corner, the columns, and the width of each."""

    title: str
    x: float
    y: float
    width: float
    columns: int
    guns: Sequence[GunLine]


@record
class Battery:
    """All weapons of a ship: the height of a line, and the place of the plan."""

    blocks: Sequence[WeaponBlock]
    line: float
    plan_y: float
    plan_height: float


def list_guns(weapons: Sequence[Weapon], lost: Sequence[str] = ()) -> Iterator[GunLine]:
    """Lines of a few weapons each; `lost` are the names of those that are lost."""
    left = Counter(lost)
    for weapon in weapons:
        reloads = weapon.reloads or weapon.automatic
        most = _WITH_RELOAD if reloads else _IN_LINE
        name = tr(weapon.name) + (" · " + tr("{} rolls", weapon.rolls) if weapon.rolls > 1 else "")
        for done in range(0, weapon.count, most):
            boxes = range(min(most, weapon.count - done))
            gone = min(len(boxes), left[weapon.name])
            left[weapon.name] -= gone
            reach = tr(", thrown") if weapon.thrown else f" {weapon.range}″"
            yield GunLine(name, tr(weapon.weight) + reach, boxes, reloads, gone)


def has_room(weapons: Sequence[Weapon]) -> bool:
    """Whether all weapons and the plan fit on the ship card."""
    return _Layout(weapons, DENSE, {}).height <= ROOM


def arrange(weapons: Sequence[Weapon], lost: Mapping[str, Sequence[str]]) -> Battery:
    """The weapons of a ship whose card has room for them, around its plan.

    `lost` are the names of those that are lost, by their side.
    """
    layout = _Layout(weapons, NORMAL, lost)
    if layout.height > ROOM:
        layout = _Layout(weapons, DENSE, lost)
    return Battery(
        tuple(layout.place_blocks()), layout.line, layout.above, ROOM - layout.above - layout.below
    )


class _Layout:
    """The weapons by side, in lines of that height."""

    def __init__(
        self, weapons: Sequence[Weapon], line: float, lost: Mapping[str, Sequence[str]]
    ) -> None:
        self.line = line
        self.guns = {
            side: tuple(list_guns([w for w in weapons if w.side == side], lost.get(side, ())))
            for side in _TITLES
        }
        g = self.guns
        below: tuple[str, ...] = ("turret", "stern")
        self.feet = tuple(side for side in below if g[side])
        self.above = self.measure(self.count_rows("bow"))
        self.below = self.measure(max(map(self.count_rows, self.feet), default=0))
        beside = max(len(g["port"]), len(g["starboard"]))
        self.height = self.above + self.below + max(self.measure(beside), LEAST_PLAN)

    def measure(self, rows: int) -> float:
        """The height of some lines with their heading."""
        return HEADING + rows * self.line if rows else 0.0

    def count_columns(self, side: str) -> int:
        """Two above and below the plan, unless the other half is taken or not needed."""
        shared = side in self.feet and len(self.feet) > 1
        return 1 if shared or side in ("port", "starboard") or len(self.guns[side]) < 2 else 2

    def count_rows(self, side: str) -> int:
        return -(-len(self.guns[side]) // self.count_columns(side))

    def place_blocks(self) -> Iterator[WeaponBlock]:
        right = WIDTH - _FLANK
        if self.guns["bow"]:
            yield self.make_block("bow", 0.0)
        yield self.make_block("port", self.above, 0.0, _FLANK)
        yield self.make_block("starboard", self.above, right, _FLANK)
        for at, side in enumerate(self.feet):
            x = at * (WIDTH - _BAND) if len(self.feet) > 1 else None
            yield self.make_block(side, ROOM - self.below, x)

    def make_block(
        self, side: str, y: float, x: float | None = None, width: float = _BAND
    ) -> WeaponBlock:
        """The block of a side; without `x` it is centred."""
        columns = self.count_columns(side)
        if x is None and columns == 1:
            width = _FLANK
        x = (WIDTH - width) / 2 if x is None and columns == 1 else x or 0.0
        return WeaponBlock(_TITLES[side], x, y, width, columns, self.guns[side])
