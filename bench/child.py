"""Child processes: what each of them took. Nothing heavy is imported here.

A child's peak memory counts from its parent's size when it was started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

BENCH = Path(__file__).resolve().parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(BENCH.parent)}
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)

Figures = dict[str, float]
Command = Sequence[str | Path]


class Taken(NamedTuple):
    """What a process took: seconds on the clock, seconds of processors, and megabytes."""

    seconds: float
    busy: float
    megabytes: float
    output: str

    @property
    def figures(self) -> Figures:
        """The numbers by their names."""
        return {"seconds": self.seconds, "busy": self.busy, "megabytes": self.megabytes}


def run(command: Command) -> Taken:
    """Runs a command. Raises SystemExit with its errors if it fails."""
    words = list(map(str, command))
    start = perf_counter()
    with subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        assert child.stdout is not None
        output = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - start
    if child.returncode:
        raise SystemExit(f"{' '.join(words)}\n{output}")
    return Taken(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output)


def run_python(*arguments: str | Path) -> Taken:
    """Runs Python with these arguments."""
    return run((sys.executable, *arguments))


def measure(case: str, *arguments: str | Path) -> Figures:
    """The figures of one of the cases of bench/measure.py, run in a process of its own."""
    figures: Figures = json.loads(run_python(BENCH / "measure.py", case, *arguments).output)
    return figures


def make_fleet(path: Path, count: int, *options: str) -> Path:
    """Writes a fleet to a file or folder, in a child to keep this process small."""
    path.parent.mkdir(exist_ok=True)
    run_python(BENCH / "fleet.py", str(count), path, *options)
    return path


def take_turns(
    commands: Mapping[str, Command | Callable[[], Command]], rounds: int
) -> dict[str, Figures]:
    """The figures of commands that take turns, so that a slower machine is slower for all.

    One more round before fills the disk's cache and compiles modules. A command that is to be
    another each time is given as a function.
    """
    found: dict[str, list[Figures]] = {name: [] for name in commands}
    for at in range(rounds + 1):
        for name, command in commands.items():
            taken = run(command() if callable(command) else command)
            if at:
                found[name].append(taken.figures)
    return {name: sum_up(figures) for name, figures in found.items()}


def sum_up(found: Sequence[Figures]) -> Figures:
    """The median of each figure over the rounds; for memory, the best."""
    return {
        key: (min if key == "megabytes" else median)([figures[key] for figures in found])
        for key in found[0]
    }
