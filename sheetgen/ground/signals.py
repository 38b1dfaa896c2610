"""Signals: a run that is asked to stop ends in order, and never in the middle of a move."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_WATCHED = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


class StopError(KeyboardInterrupt):
    """The run was asked to stop by a signal."""


@contextmanager
def watch_signals() -> Iterator[None]:
    """Ends a run that gets SIGINT, SIGTERM or SIGHUP with 128 and its number, all cleaned up."""
    came: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(number)
        raise StopError

    with _handle(stop):
        try:
            yield
        except BaseException as error:
            if came and _is_stopped(error):
                sys.exit(128 + came[0])
            raise


def _is_stopped(error: BaseException | None) -> bool:
    """Whether an exception is a stop, or was made of one.

    Typer makes a SystemExit of it, and Python 3.11 a RuntimeError where a class is being made.
    """
    while error and not isinstance(error, (KeyboardInterrupt, SystemExit)):
        error = error.__cause__ or error.__context__
    return error is not None


@contextmanager
def hold_signals() -> Iterator[None]:
    """Lets signals wait until the end of the block."""
    came: list[int] = []
    with _handle(lambda number, frame: came.append(number)):
        yield
    if came:
        signal.raise_signal(came[0])


@contextmanager
def _handle(handler: Callable[[int, FrameType | None], Any]) -> Iterator[None]:
    """Has signals handled by a function, but for those that are ignored, as under nohup."""
    before = {}
    try:
        for number in _WATCHED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    except ValueError:  # only the main thread gets signals
        pass
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
