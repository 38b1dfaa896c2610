"""Contests: two sides that meet again and again, each time with new dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from sheetgen.duel.tally import Tally
from sheetgen.systems.battle import Battle, Combat

BATCH = 500
"""Duels with dice of their own; so a tally does not depend on how the work was shared out."""

Track = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes on things, given their number, and shows progress under a label."""


def hold(
    combat: Combat,
    battle: Battle,
    duels: int,
    seed: int,
    turns: int,
    jobs: int = 1,
    track: Track | None = None,
) -> Tally:
    """The tally of some duels of at most so many turns; the same for the same seed."""
    batches = [
        (f"{seed}/{start}", min(BATCH, duels - start)) for start in range(0, duels, BATCH)
    ]
    play = partial(play_batch, combat, battle, turns)
    played = share(play, batches, jobs) if jobs > 1 else map(play, batches)
    return sum(track(played, len(batches), "Fighting") if track else played, Tally())


def play_batch(combat: Combat, battle: Battle, turns: int, batch: tuple[str, int]) -> Tally:
    """The tally of a batch: the seed of its dice, and how many duels it has."""
    seed, duels = batch
    dice = Random(seed)
    wins_a = wins_b = timeouts = lasted = 0
    for _ in range(duels):
        fought = battle.copy()
        first = second = True
        for turn in range(1, turns + 1):
            combat.fight(fought, dice)
            first, second = fought.standing
            if not (first and second):
                break
        lasted += turn
        wins_a += first and not second
        wins_b += second and not first
        timeouts += first and second
    return Tally(wins_a, wins_b, duels - wins_a - wins_b, timeouts, lasted)


def share(
    play: Callable[[tuple[str, int]], Tally], batches: Sequence[tuple[str, int]], jobs: int
) -> Iterator[Tally]:
    """The tallies of batches, in their order, from several processes.

    They are copies of this one, so a game's functions and battles need not be pickled; where a
    system can't copy processes, this one does all the work.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context

    if "fork" not in get_all_start_methods():
        yield from map(play, batches)
        return
    context = get_context("fork")
    with ProcessPoolExecutor(jobs, context, initializer=_take, initargs=(play,)) as pool:
        yield from pool.map(_play_taken, batches)


_taken: list[Callable[[tuple[str, int]], Tally]] = []


def _take(play: Callable[[tuple[str, int]], Tally]) -> None:
    _taken[:] = [play]


def _play_taken(batch: tuple[str, int]) -> Tally:
    return _taken[0](batch)
