"""Worth: the points at which a design wins half of its duels against known ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import exp, log, sqrt
from statistics import mean, stdev
from typing import Any

from sheetgen.definitions.definition import Definition
from sheetgen.duel.contest import CERTAINTY, Tally, Track, hold, share
from sheetgen.duel.match import DEFAULTS, DuelOptions, check_effort, count_meetings
from sheetgen.ground.record import NamedTuple
from sheetgen.systems.contract import Combat, Setting, System
from sheetgen.systems.fault import catch_faults

MOST_SHIPS = 4
"""Ships on a side when numbers make up for a difference in strength."""
RATIOS = sorted(
    {Fraction(m, n) for m in range(1, MOST_SHIPS + 1) for n in range(1, MOST_SHIPS + 1)}
)
"""Numbers of the known design to one of the tried one, the least first."""


_MOST_TRIES = 2 + len(RATIOS).bit_length()
"""Battles that find the even ratio: the two outer ones, and halving."""


class Worth(NamedTuple):
    """A design's worth in points: the estimate, its 95 % interval, and how many designs it met."""

    points: float
    low: float
    high: float
    met: int


class Trial(NamedTuple):
    """A trial of a design against a known one that costs `points`."""

    values: Any
    known: Any
    points: int


class Bench(NamedTuple):
    """A bench on which designs are tried, under set conditions and with a set number of duels."""

    combat: Combat
    game: System
    setting: Setting
    duels: int
    seed: int
    turns: int

    def try_all(
        self,
        designs: Sequence[Any],
        known: Sequence[tuple[Any, int]],
        jobs: int,
        track: Track | None = None,
    ) -> list[Worth | None]:
        """The worth of each design by those it can be measured with; None if by fewer than two.

        `known` are values with their points. Raises ProblemError if the game's code fails.
        """
        trials = [Trial(values, one, points) for values in designs for one, points in known]
        found = share(self.find_even, trials, jobs)
        evens = list(track(found, len(trials), "Fighting") if track else found)
        size = len(known)
        return [average(evens[at * size : (at + 1) * size]) for at in range(len(designs))]

    def find_even(self, trial: Trial) -> float | None:
        """The points at which a design and a known one are even; None beyond 4 to 1.

        The numbers on both sides are changed until the design wins about half; between two
        ratios of numbers, the even one is found on a straight line of log odds.
        """
        low, high = 0, len(RATIOS) - 1
        rates: dict[int, float] = {}

        def rate(at: int) -> float:
            if at not in rates:
                rates[at] = self._fight(trial, RATIOS[at]).win_rate
            return rates[at]

        if rate(low) < 0.5 or rate(high) > 0.5:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if rate(middle) >= 0.5 else (low, middle)
        start, end = log(RATIOS[low]), log(RATIOS[high])
        above, below = self._odds(rate(low)), self._odds(rate(high))
        share = above / (above - below) if above > below else 0.5
        return trial.points * exp(start + share * (end - start))

    def _odds(self, rate: float) -> float:
        """The logarithm of the odds, as if half a duel more had been won and lost."""
        won = rate * self.duels
        return log((won + 0.5) / (self.duels - won + 0.5))

    def _fight(self, trial: Trial, ratio: Fraction) -> Tally:
        # 1 to 2 is fought as 2 to 4: a few more ships make the numbers count less by chance.
        scale = MOST_SHIPS // max(ratio.numerator, ratio.denominator)
        tried = [trial.values] * (ratio.denominator * scale)
        known = [trial.known] * (ratio.numerator * scale)
        with catch_faults(self.game, "its combat"):
            battle = self.combat.muster(tried, known, self.setting)
            return hold(self.combat, battle, self.duels, self.seed, self.turns, jobs=1)


def average(evens: Iterable[float | None]) -> Worth | None:
    """The geometric mean of some worths with its 95 % interval; None of fewer than two."""
    logs = [log(even) for even in evens if even is not None]
    if len(logs) < 2:
        return None
    middle, spread = mean(logs), CERTAINTY * stdev(logs) / sqrt(len(logs))
    return Worth(exp(middle), exp(middle - spread), exp(middle + spread), len(logs))


def measure(
    one: Definition,
    known: Sequence[Definition],
    combat: Combat,
    setting: Setting,
    options: DuelOptions,
    track: Track | None = None,
) -> tuple[Worth | None, list[tuple[str, Worth | None]]]:
    """The worth of a design beside known ones, and what it would be without each of its parts.

    Raises ChoiceError for too many ships or duels, ProblemError if the game's code fails.
    """
    chosen: DuelOptions = {**DEFAULTS, **options}
    bench = Bench(combat, one.system, setting, chosen["duels"], chosen["seed"], chosen["turns"])
    with catch_faults(one.system, "its combat"):
        price = combat.worth or (lambda values: 0)
        priced = [(d.values, price(d.values)) for d in known]
        parts = list(combat.parts(one.values)) if combat.parts else []
    designs = [one.values, *(values for _, values in parts)]
    meetings = count_meetings(([one] * MOST_SHIPS, [d] * MOST_SHIPS) for d in known)
    check_effort(meetings * _MOST_TRIES * len(designs), chosen["duels"])
    whole, *without = bench.try_all(
        designs, [pair for pair in priced if pair[1] > 0], chosen["jobs"], track
    )
    return whole, [(name, left) for (name, _), left in zip(parts, without, strict=True)]
