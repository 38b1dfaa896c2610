"""Volleys: what a side fires in a step at targets that it chooses, struck when all have fired."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from sheetgen.systems.asfos.combat import roll_damage, split_attack
from sheetgen.systems.asfos.data import CRITICALS, RATIOS
from sheetgen.systems.asfos.vessel import Vessel

Sides = tuple[list[Vessel], list[Vessel]]

_rolls = lru_cache(None)(roll_damage)
_split = lru_cache(None)(split_attack)


@lru_cache(None)
def _expect(column: int, modifier: int) -> float:
    """The mean of boxes that one die of an attack destroys."""
    return sum(hull for hull, _ in _rolls(column, modifier)) / 36


class Volley:
    """The fire of one side in a step."""

    __slots__ = ("_expected", "_hits", "dice", "enemies")

    def __init__(self, enemies: list[Vessel], dice: Random) -> None:
        self.enemies, self.dice = enemies, dice
        self._hits: list[tuple[Vessel, int, int, int]] = []
        self._expected: dict[Vessel, float] = {}

    def fire(self, ship: Vessel, strength: int, band: int | None, shift: int = 0) -> None:
        """Fires a strength; what exceeds 6:1 attacks again, the same target or another.

        The dice are changed by `band` and by the target's evasion, or by nothing if that is None.
        """
        greatest = len(RATIOS) - 1 - shift
        while strength > 0:
            target = self.choose(ship, strength, band, shift)
            if target is None:
                return
            columns = _split(strength, target.defence, shift)
            if len(self.enemies) > 1:  # otherwise all attacks are at this one
                columns = columns[:1]
            self.hit(target, columns, 0 if band is None else band + target.evasion)
            if len(self.enemies) == 1 or columns[0] < greatest:
                return
            strength -= RATIOS[-1].attack * target.defence

    def choose(
        self, ship: Vessel, strength: int, band: int | None, shift: int = 0
    ) -> Vessel | None:
        """The enemy against whom an attack does most, or None if it can't damage any.

        That is the enemy's points, times the shares of its hull boxes left and of its weapons
        boxes that the attack is expected to destroy, over what those before it are expected to.
        """
        if band is not None and "Br" in ship.criticals:
            best = ship.aim if ship.aim in self.enemies else None
            return best if best and _split(strength, best.defence, shift) else None
        if len(self.enemies) == 1:
            best = self.enemies[0]
            if not _split(strength, best.defence, shift):
                return None
        else:
            most, best = 0.0, None
            for enemy in self.enemies:
                columns = _split(strength, enemy.defence, shift)
                if columns:
                    modifier = 0 if band is None else band + enemy.evasion
                    boxes = _expect(columns[0], modifier)
                    left = enemy.mass - enemy.hull
                    rest = max(0.0, left - self._expected.get(enemy, 0.0))
                    gain = enemy.role.worth * (min(boxes, rest) / left + boxes / enemy.mass)
                    if gain > most:
                        most, best = gain, enemy
        if band is not None and best is not None:
            ship.aim = best
        return best

    def hit(self, target: Vessel, columns: tuple[int, ...], modifier: int) -> None:
        """Rolls the dice of attacks on a target."""
        for column in columns:
            roll = int(36 * self.dice.random())
            hull, weapons = _rolls(column, modifier)[roll]
            if hull or weapons:
                self._hits.append((target, hull, weapons, roll))
            if len(self.enemies) > 1:
                expected = self._expected.get(target, 0.0)
                self._expected[target] = expected + _expect(column, modifier)

    def strike(self, criticals: bool) -> None:
        """Strikes the damage; doubles that did some are critical hits, if these are played."""
        for target, hull, weapons, roll in self._hits:
            target.hull += hull
            target.weapons = min(target.mass, target.weapons + weapons)
            if criticals and roll % 7 == 0:  # both dice show the same
                place = CRITICALS[int(6 * self.dice.random())]
                target.criticals |= {place.code}

    def list_left(self) -> list[Vessel]:
        """The enemies that have hull boxes left."""
        if not self._hits:
            return self.enemies
        return [enemy for enemy in self.enemies if enemy.hull < enemy.mass]
