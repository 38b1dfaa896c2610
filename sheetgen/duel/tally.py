"""Tallies: who won how many duels, and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

CERTAINTY = 1.959963984540054
"""Standard deviations of a normal distribution within which 95 % of it lies."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The outcomes of some duels between A and B.

    `draws` are those in which both sides were lost in the same turn and those that had no end;
    the latter are counted in `timeouts` too. `turns` is the sum over all duels.
    """

    wins_a: int = 0
    wins_b: int = 0
    draws: int = 0
    timeouts: int = 0
    turns: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins_a + other.wins_a,
            self.wins_b + other.wins_b,
            self.draws + other.draws,
            self.timeouts + other.timeouts,
            self.turns + other.turns,
        )

    @property
    def duels(self) -> int:
        """How many were fought."""
        return self.wins_a + self.wins_b + self.draws

    @property
    def win_rate(self) -> float:
        """The share of duels that A wins, 0 to 1; a draw counts half."""
        return (self.wins_a + self.draws / 2) / self.duels

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, by Wilson's score."""
        return find_interval(self.win_rate, self.duels)

    @property
    def turns_mean(self) -> float:
        """How many turns a duel lasted on average."""
        return self.turns / self.duels


def find_interval(rate: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate found in some trials, by Wilson's score.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 1927. Half wins spread less than whole
    ones, so for duels with draws the interval is rather too wide than too narrow.
    """
    square = CERTAINTY**2 / trials
    middle = (rate + square / 2) / (1 + square)
    half = CERTAINTY / (1 + square) * sqrt(rate * (1 - rate) / trials + square / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)
