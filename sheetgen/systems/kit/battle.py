"""Battles: two sides of ships as they are between two turns of a duel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Generic, Protocol, Self, TypeVar

from sheetgen.systems.contract import Setting, Stance


class Fighter(Protocol):
    """A ship of a battle."""

    @property
    def fights(self) -> bool:
        """Whether it is still in the fight."""
        ...

    def copy(self) -> Self:
        """Return another ship in the same state."""
        ...


F = TypeVar("F", bound=Fighter)


class Battle(Generic[F]):
    """A battle of two sides of ships."""

    __slots__ = ("sides",)

    def __init__(self, sides: tuple[list[F], list[F]]) -> None:
        self.sides = sides

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side has ships in the fight."""
        first, second = (any(ship.fights for ship in side) for side in self.sides)
        return first, second

    def copy(self) -> Self:
        """Return another battle in the same state."""
        made = copy(self)
        first, second = ([ship.copy() for ship in side] for side in self.sides)
        made.sides = first, second
        return made


def launch_sides(
    first: Sequence[Any],
    second: Sequence[Any],
    setting: Setting,
    launch: Callable[[Any, Stance], Iterable[F]],
) -> tuple[list[F], list[F]]:
    """Launch the ships of all definitions on two sides, which meet the enemy in their stances."""
    one, other = (
        [ship for values in side for ship in launch(values, stance)]
        for side, stance in zip((first, second), setting.stances, strict=True)
    )
    return one, other
