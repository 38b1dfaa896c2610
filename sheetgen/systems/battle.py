"""Battles: how a game takes part in duels, by two functions of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self


@dataclass(frozen=True, slots=True)
class Stance:
    """How one side meets the other: what it turns toward the enemy, how fast it goes, what it does.

    `maneuver` is empty in games whose ships fire whatever they do.
    """

    face: str
    speed: str
    maneuver: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """The conditions of a duel: the distance in the game's unit, and how each side stands.

    With `criticals` the game's optional critical hits are played.
    """

    range: int
    stances: tuple[Stance, Stance]
    criticals: bool = False

    def describe(self) -> dict[str, Any]:
        """The conditions by the names of the options, those of both sides in lists."""
        words = {
            name: [getattr(stance, name) for stance in self.stances]
            for name in ("face", "speed", "maneuver")
        }
        given = {name: pair for name, pair in words.items() if any(pair)}
        return {"range": self.range, **given, "criticals": self.criticals}


class Battle(Protocol):
    """The state of a battle between two turns."""

    @property
    def standing(self) -> tuple[bool, bool]:
        """Whether each side still fights."""
        ...

    def copy(self) -> Self:
        """A battle in the same state, which goes on by itself."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Combat:
    """How a game is fought.

    `muster` makes the battle before its first turn from the values of the definitions on each
    side, which are of the `kinds` that can fight; it raises ValueError, with words for the user,
    for what can't. `fight` plays a turn: it changes the battle, and takes all its chance from
    `dice`. `faces`, `speeds` and `maneuvers` are what a side can choose, the first of each being
    meant where nothing is chosen, and so is `range`, in `unit`; `ranges` are those at which
    everyone meets everyone. `parts` names what can be taken off a ship, each with the values of
    the ship without it. `worth` gives what a definition's values cost in the game's `currency`,
    if it has one. `criticals` says whether it has critical hits that are optional. `limits` are
    sentences that say what is not played; every result shows them.
    """

    muster: Callable[[Sequence[Any], Sequence[Any], Setting], Any]
    fight: Callable[[Any, Random], None]
    kinds: tuple[str, ...]
    range: int
    unit: str
    faces: tuple[str, ...]
    speeds: tuple[str, ...]
    maneuvers: tuple[str, ...] = ("",)
    ranges: tuple[int, ...] = ()
    parts: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    worth: Callable[[Any], int] | None = None
    currency: str = "points"
    criticals: bool = False
    limits: tuple[str, ...] = ()
