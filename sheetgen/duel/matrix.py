"""Matrices: everyone against everyone, under several conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement

from sheetgen.choices import ChoiceError
from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import Track, share
from sheetgen.duel.effort import MOST_MEETINGS, check_effort, count_meetings
from sheetgen.duel.match import DEFAULTS, DuelOptions, Match, find_combat, set_up
from sheetgen.duel.tally import Tally
from sheetgen.systems.battle import Setting

MOST_CONTENDERS = 30
"""The most that a page has room for."""


@dataclass(frozen=True)
class Matrix:
    """The tallies of everyone against everyone under one condition.

    `tallies[i, j]` is of contender i as A and j as B, with i ≤ j. Everyone also meets a copy, which
    should win half of the duels: this shows whether the dice are fair.
    """

    setting: Setting
    tallies: dict[tuple[int, int], Tally]

    def find_rate(self, a: int, b: int) -> float:
        """The share of duels that contender a wins against b; a draw counts half."""
        return self.tallies[a, b].win_rate if a <= b else 1 - self.tallies[b, a].win_rate

    def list_rates(self) -> list[list[float]]:
        """All win rates, a row for each contender."""
        every = range(self.size)
        return [[round(self.find_rate(a, b), 6) for b in every] for a in every]

    def find_mean(self, a: int) -> float:
        """The mean of a contender's win rates against the others; a half if there are none."""
        size = self.size
        rates = [self.find_rate(a, b) for b in range(size) if b != a]
        return sum(rates) / len(rates) if rates else 0.5

    @property
    def size(self) -> int:
        """The number of contenders."""
        return max(b for _, b in self.tallies) + 1


def fight_all(
    contenders: Sequence[Definition],
    settings: Sequence[Setting],
    options: DuelOptions,
    track: Track | None = None,
    most: int = MOST_MEETINGS,
) -> list[Matrix]:
    """A matrix for each condition, of at most `most` meetings. Raises ChoiceError, ProblemError."""
    if not 2 <= len(contenders) <= MOST_CONTENDERS:
        message = f"{len(contenders)} can't meet in a matrix; name 2 to {MOST_CONTENDERS}"
        raise ChoiceError("PATHS", message)
    combat, game = find_combat(contenders)
    pairs = list(combinations_with_replacement(range(len(contenders)), 2))
    meetings = count_meetings(([contenders[a]], [contenders[b]]) for a, b in pairs)
    check_effort(meetings * len(settings), options.get("duels", DEFAULTS["duels"]), most)
    matches = [
        set_up(combat, game, [contenders[a]], [contenders[b]], setting)
        for setting in settings
        for a, b in pairs
    ]
    fought = share(partial(_fight, options), matches, options.get("jobs", 0))
    tallies = list(track(fought, len(matches), "Fighting") if track else fought)
    return [
        Matrix(setting, dict(zip(pairs, tallies[at * len(pairs) :], strict=False)))
        for at, setting in enumerate(settings)
    ]


def _fight(options: DuelOptions, match: Match) -> Tally:
    return match.fight({**options, "jobs": 1})
