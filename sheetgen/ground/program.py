"""Programs: what decides what is made of a text, so that what was kept is found by them alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from sheetgen.ground.files import stamp_file
from sheetgen.ground.version import __version__

_HOME = Path(__file__).parents[1]


def describe_programs(rooms: Iterable[str], *others: object) -> bytes:
    """A digest of Python, of our own modules in some rooms or files, and of what else is given.

    The sizes and times of the modules stand for their version, which does not change while somebody
    works on them; Python itself knows by these whether a module has changed.
    """
    stamps = [(str(file), stamp_file(file)) for room in rooms for file in _list_modules(room)]
    found = repr((sys.version, MAGIC_NUMBER, __version__, others, stamps))
    return sha256(found.encode(errors="surrogateescape")).digest()


def _list_modules(room: str) -> Iterator[Path]:
    """The modules of a room, or the one of a file."""
    if room.endswith(".py"):
        yield _HOME / room
        return
    for folder, inner, names in os.walk(_HOME / room):
        inner.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))
