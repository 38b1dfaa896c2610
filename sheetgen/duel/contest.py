"""Contests: two sides that meet again and again, each time with new dice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from math import sqrt
from random import Random
from typing import Any, TypeVar

from sheetgen.ground.record import record
from sheetgen.systems.contract import BattleState, Combat

# Tallies of duels, and how certain their results are.


CERTAINTY = 1.959963984540054
"""Standard deviations of a normal distribution within which 95 % of it lies."""


@record
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
        """The number of duels that were fought."""
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
        """The average length of a duel, in turns."""
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


BATCH = 500
"""Duels with dice of their own; so a tally does not depend on how the work was shared out."""
TASKS_A_JOB = 5
"""Fewer are not worth another process."""

Track = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes on things, given their number, and shows progress under a label."""


def hold(
    combat: Combat,
    battle: BattleState,
    duels: int,
    seed: int,
    turns: int,
    jobs: int = 1,
    track: Track | None = None,
    guard: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Tally:
    """The tally of some duels of at most so many turns; the same for the same seed.

    The game's code runs within a `guard`, in whichever process that is.
    """
    batches = [(f"{seed}/{start}", min(BATCH, duels - start)) for start in range(0, duels, BATCH)]
    turns = combat.count_turns(turns)
    played = share(partial(play_batch, guard, combat, battle, turns), batches, jobs)
    return sum(track(played, len(batches), "Fighting") if track else played, Tally())


def play_batch(
    guard: Callable[[], AbstractContextManager[None]],
    combat: Combat,
    battle: BattleState,
    turns: int,
    batch: tuple[str, int],
) -> Tally:
    """The tally of a batch: the seed of its dice, and how many duels it has."""
    seed, duels = batch
    dice = Random(seed)
    wins_a = wins_b = timeouts = lasted = 0
    with guard():
        for _ in range(duels):
            fought = battle.copy()
            first, second = fought.standing
            turn = 0
            while first and second and turn < turns:
                turn += 1
                combat.fight(fought, dice)
                first, second = fought.standing
            lasted += turn
            wins_a += first and not second
            wins_b += second and not first
            timeouts += first and second
    return Tally(wins_a, wins_b, duels - wins_a - wins_b, timeouts, lasted)


_ENDS = (signal.SIGINT, signal.SIGTERM)
T = TypeVar("T")
R = TypeVar("R")


def share(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results of work on tasks, in their order, from several processes.

    They are copies of this one, so a game's functions and battles need not be pickled; where a
    system can't copy processes, this one does all the work.
    """
    if not hasattr(os, "sched_getaffinity"):
        jobs = 1
    elif not jobs:  # as many as the machine and the tasks bear
        jobs = max(1, min(len(os.sched_getaffinity(0)), len(tasks) // TASKS_A_JOB))
    if jobs == 1 or len(tasks) == 1:
        yield from map(work, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    context = get_context("fork")
    with ProcessPoolExecutor(jobs, context, initializer=_take, initargs=(work, tasks)) as pool:
        try:
            # A signal waits until processes and threads have started: it would tear them apart.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
            try:
                coming = [pool.submit(_do, number) for number in range(len(tasks))]
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for one in coming:
                yield one.result()
        except BaseException:  # such as Ctrl-C: what is not done need not be waited for
            for process in active_children():
                process.kill()
            raise


_taken: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []


def _take(work: Callable[[Any], Any], tasks: Sequence[Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    _taken[:] = [(work, tasks)]


def _do(number: int) -> Any:
    work, tasks = _taken[0]
    return work(tasks[number])
