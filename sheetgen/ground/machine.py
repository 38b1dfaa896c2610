"""The machine: how many processors and how much memory there are for this process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")
"""Where Linux says what a container may use; see cgroups(7), version 2."""
_MEMORY = Path("/proc/meminfo")
_UNKNOWN = 2**31  # bytes, where nobody says how much memory is free


def count_processors(group: Path = _GROUP) -> int:
    """How many processors this process may use at the same time, at least 1."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # neither macOS nor Windows has it
        count = os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no limit is written as the word max
        quota, period = map(int, (group / "cpu.max").read_text("ascii").split())
        count = min(count, quota // period)
    return max(1, count)


def measure_memory(group: Path = _GROUP) -> int:
    """The bytes of memory that are free, as far as the machine says so."""
    free = _UNKNOWN
    with suppress(OSError, ValueError, StopIteration):
        lines = _MEMORY.read_text("ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        free = 1024 * int(line.split()[1])
    with suppress(OSError, ValueError):
        used = int((group / "memory.current").read_text("ascii"))
        free = min(free, int((group / "memory.max").read_text("ascii")) - used)
    return max(0, free)
