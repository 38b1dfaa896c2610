"""Holes in the counting, made for tests of what bounds a piece from outside.

Whatever imports this has functions in its templates and chapters that never end, or that take all
memory, and drawings that do when they have such an id. Each takes one step.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path
from time import sleep
from typing import Any

from sheetgen.ground import guard
from sheetgen.project.guarded import Printer
from sheetgen.studio.calls import Easel
from sheetgen.svg import drafter
from sheetgen.svg.read import tree
from sheetgen.template.sandbox.environment import Environment

MEMORY = 300 << 20
SECONDS = 1.5
"""Seconds of the processor: enough for the imports of a piece on a slow machine."""


def spin() -> str:
    """Never ends, in Python."""
    while True:
        pass


def burn() -> str:
    """Never ends, in one call that no signal handler of Python's can interrupt."""
    return str(sum(repeat(0, 10**13)))


def swell() -> str:
    """Takes more and more memory, and all the time that it needs for that."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    held = []
    while True:
        held.append(bytearray(10 << 20))


HOLES: dict[str, Callable[[], str]] = {"spin": spin, "burn": burn, "swell": swell}


def plant() -> None:
    """Makes the holes in this process."""
    make, parse = Environment.__init__, tree.parse_tree

    def make_more(self: Any, names: Any, functions: Any, *more: Any, **options: Any) -> None:
        holes = {name: (function, 1) for name, function in HOLES.items()}
        make(self, names, {**functions, **holes}, *more, **options)

    def parse_more(text: str, *more: Any, **options: Any) -> Any:
        for name, function in HOLES.items():
            if f'id="{name}"' in text:
                function()
        return parse(text, *more, **options)

    setattr(Environment, "__init__", make_more)  # noqa: B010
    setattr(drafter, "parse_tree", parse_more)  # noqa: B010


def open_easel(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Easel:
    """An easel with holes."""
    from sheetgen.studio import calls

    plant()
    return calls.open_easel(folder, systems, fonts)


def open_slow_easel(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Easel:
    """An easel with holes; it is not open for a minute as long as the folder has a file `slow`."""
    if (folder / "slow").exists():
        sleep(60)
    return open_easel(folder, systems, fonts)


def open_printer(folder: Path, systems: Sequence[Path], fonts: Sequence[Path]) -> Printer:
    """A printer with holes."""
    from sheetgen.project import guarded

    plant()
    return guarded.open_printer(folder, systems, fonts)


def fall(*given: object) -> None:
    """Ends the process while it opens a project."""
    os._exit(3)


if __name__ == "__main__":
    from sheetgen.cli import start

    guard.SECONDS, guard.MEMORY = SECONDS, MEMORY
    plant()
    sys.exit(start())  # type: ignore[func-returns-value]
