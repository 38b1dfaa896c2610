"""The name that was probably meant, among those that exist."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path, PurePosixPath

_MOST_COMPARED = 20_000
"""How many pairs of words are compared closely before only single slips are looked for.

Comparing takes so long that thousands of unknown words among thousands of names would take hours.
"""
_LONGEST = 60
_MOST_NEAR = 5


class Names:
    """Names that exist, which may be asked about any number of words."""

    def __init__(self, known: Iterable[str]) -> None:
        self._folded = {one.casefold(): one for one in known}
        self._compared = 0
        self._near: dict[str, str] = {}
        self._slips: dict[str, str] = {}

    def find(self, word: str) -> str:
        """The name that is nearest to a word, ignoring case; empty if there is none.

        Where a file is named, that is the one that it is called without folders and ending.
        """
        word = word[:200].casefold()
        stem = PurePosixPath(word.replace("\\", "/")).stem
        if stem in self._folded:
            return self._folded[stem]
        if word in self._near:
            return self._near[word]
        if self._compared <= _MOST_COMPARED:
            self._compared += len(self._folded)
            found = get_close_matches(word, self._folded, _MOST_NEAR)
            near = next((self._folded[name] for name in found if _is_near(word, name)), "")
            self._near[word] = near
            return near
        if not self._slips:
            for folded, name in self._folded.items():
                for slip in _vary(folded):
                    self._slips.setdefault(slip, name)
        return next((self._slips[slip] for slip in _vary(word) if slip in self._slips), "")


@lru_cache(maxsize=32)
def prepare(known: tuple[str, ...]) -> Names:
    """The names, prepared once for the many places that may ask about the same ones."""
    return Names(known)


def _is_near(word: str, name: str) -> bool:
    """Whether a word may be a slip for a name, or a part of it."""
    if word in re.split("[ /_-]", name) or (len(name) > 2 and name in re.split("[ /_-]", word)):
        return True
    return _count_slips(word, name) <= max(1, max(len(word), len(name)) // 3)


def _count_slips(word: str, name: str) -> int:
    """How many letters were added, left out, replaced, or changed places with the next one."""
    before, row = [0], list(range(len(name) + 1))
    for at, letter in enumerate(word, start=1):
        older, before, row = before, row, [at]
        for to, other in enumerate(name, start=1):
            slips = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != other))
            if at > 1 < to and letter == name[to - 2] and word[at - 2] == other:
                slips = min(slips, older[to - 2] + 1)
            row.append(slips)
    return row[-1]


def _vary(word: str) -> Iterator[str]:
    """A word, and what remains without any one of its letters.

    Two words have one of these in common if a letter was added, left out or replaced, or if two
    neighbours changed places.
    """
    yield word
    if len(word) <= _LONGEST:
        for at in range(len(word)):
            yield word[:at] + word[at + 1 :]


def find_neighbour(path: Path) -> str:
    """The name in the folder of `path` that was probably meant by it. Raises OSError."""
    folder = path.parent
    return _list_names(str(folder.absolute()), folder.stat().st_mtime_ns).find(path.name)


@lru_cache(maxsize=16)
def _list_names(folder: str, changed: int) -> Names:
    return Names(sorted(os.listdir(folder)))  # noqa: PTH208
