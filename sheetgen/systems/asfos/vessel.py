"""Vessels: ships in battle, with the boxes that they have left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sheetgen.systems.asfos.data import SPECIALS, SPEEDS, Range, Special
from sheetgen.systems.asfos.derive import crew_unit_boxes, defence_factor, points, weapons_boxes
from sheetgen.systems.asfos.fleet import Member

FACES = ("bow", "broadside", "stern")
SPEED_MODIFIERS = {"normal": 0, **{speed.name.lower(): speed.modifier for speed in SPEEDS}}
"""What the dice of those who fire at a ship are changed by, for its speed."""
STATIONARY = SPEEDS[-1].modifier


@dataclass(frozen=True, eq=False)
class Role:
    """What a ship is in a duel: all that stays the same from turn to turn.

    `band` is the range band in which it fires, None beyond the last, `near` whether its
    secondaries reach. `fire` are the strengths of primaries, special weapons and secondaries by
    the weapons boxes lost, `evasion` changes the dice of primaries that are fired at it.
    """

    member: Member
    face: str
    speed: str
    band: Range | None
    near: bool

    @cached_property
    def fire(self) -> Sequence[tuple[int, int, int]]:
        """The strengths of primaries, specials and secondaries by the weapons boxes lost."""
        made = []
        for box in weapons_boxes(self.member.ship):
            primary = {
                "bow": box.forward,
                "broadside": max(box.left, box.right),
                "stern": box.rear,
            }[self.face]
            far = self.band is not None
            special = box.special if far and self.face == "bow" else 0
            made.append((primary if far else 0, special, box.secondary if self.near else 0))
        return (*made, (0, 0, 0))

    @cached_property
    def special(self) -> Special | None:
        """Its type of special weapon."""
        special = self.member.ship.special
        return SPECIALS[special.weapon] if special else None

    @cached_property
    def defence(self) -> int:
        """Its defence factor."""
        return defence_factor(self.member.ship)

    @cached_property
    def evasion(self) -> int:
        """What its speed changes the dice of primaries by that are fired at it."""
        return SPEED_MODIFIERS[self.speed]

    @cached_property
    def worth(self) -> int:
        """Its points, by which a fleet weighs its targets."""
        return max(1, points(self.member.ship, self.member.worth))

    @cached_property
    def crew(self) -> Sequence[int]:
        """The crew units that are left, by the hull boxes lost."""
        boxes = crew_unit_boxes(self.member.ship.mass)
        return [sum(box > lost for box in boxes) for lost in range(self.member.ship.mass + 1)]


class Vessel:
    """A ship between two steps of a battle.

    `hull` and `weapons` count the boxes that are lost, `criticals` are the codes of the critical
    hits that are not repaired, and `aim` is the enemy at which it fired last.
    """

    __slots__ = ("aim", "criticals", "hull", "mass", "role", "weapons")

    def __init__(self, role: Role, hull: int, weapons: int, criticals: frozenset[str]) -> None:
        self.role, self.mass = role, role.member.ship.mass
        self.hull, self.weapons, self.criticals = hull, weapons, criticals
        self.aim: Vessel | None = None

    def copy(self) -> Vessel:
        """Another in the same state, which has not fired yet."""
        return Vessel(self.role, self.hull, self.weapons, self.criticals)

    @property
    def defence(self) -> int:
        """Its defence factor now."""
        return self.role.member.ship.hull if "ED" in self.criticals else self.role.defence

    @property
    def evasion(self) -> int:
        """What the dice of primaries are changed by that are fired at it now."""
        return STATIONARY if "E" in self.criticals else self.role.evasion
