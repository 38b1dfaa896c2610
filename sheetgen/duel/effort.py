"""Effort: how many ships meet in duels, which is bounded, as a fleet may be a stranger's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.choices import ChoiceError
from sheetgen.definitions.definition import Definition

MOST_MEETINGS = 200_000_000
"""Ships that meet ships in all duels of a command, which take about half an hour."""

Sides = tuple[Sequence[Definition], Sequence[Definition]]


def count_meetings(matches: Iterable[Sides]) -> int:
    """How many ships meet how many, in one duel of each match."""
    return sum(_count_ships(one) * _count_ships(other) for one, other in matches)


def check_effort(meetings: int, duels: int, most: int = MOST_MEETINGS) -> None:
    """Raises ChoiceError if so many duels, each with so many meetings, are too much work."""
    if meetings > most:
        raise ChoiceError("PATHS", f"{meetings:,} ships meeting ships are too many for a duel")
    if meetings * duels > most:
        message = f"so many duels between so many ships take too long; at most {most // meetings}"
        raise ChoiceError("duels", message)


def _count_ships(side: Sequence[Definition]) -> int:
    return sum(len(getattr(d.values, "members", (d,))) for d in side)
