"""Drafts: the texts of files while they are changed, with what they were before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from sheetgen.ground.cache import Cache, find_folder, key_drafts
from sheetgen.ground.record import NamedTuple, record

MOST_STEPS = 500
"""Steps back that a draft remembers."""


@record(frozen=False)
class Draft:
    """The text of a file that is open. `saved` is what is on the disk; None without such a file.

    Every change of the text gives it another `version`; `saved_version` is the one that was saved
    last. `conflict` is whether the file has changed on the disk under unsaved work. `good` is the
    data of its documents when they could last be read.
    """

    file: str
    path: Path
    saved: str | None
    text: str
    version: int = 1
    saved_version: int = 1
    conflict: bool = False
    good: Sequence[Any] = ()
    _before: list[str] = field(default_factory=list)
    _after: list[str] = field(default_factory=list)

    @property
    def unsaved(self) -> bool:
        """Whether it differs from what is on the disk."""
        return self.text != self.saved

    @property
    def is_yaml(self) -> bool:
        """Whether its documents are YAML, and not rows of a table."""
        return self.path.suffix.lower() in (".yaml", ".yml")

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._after)

    def change(self, text: str, merge: bool = False) -> None:
        """Takes another text; with `merge` as part of the step before."""
        if text == self.text:
            return
        if not (merge and self._before):
            self._before.append(self.text)
            del self._before[:-MOST_STEPS]
        self._after.clear()
        self._take(text)

    def undo(self) -> None:
        """Goes a step back, if there is one."""
        if self._before:
            self._after.append(self.text)
            self._take(self._before.pop())

    def redo(self) -> None:
        """Takes a step back again."""
        if self._after:
            self._before.append(self.text)
            self._take(self._after.pop())

    def mark_saved(self) -> None:
        """Notes that its text is on the disk."""
        self.saved, self.saved_version, self.conflict = self.text, self.version, False

    def reload(self, disk: str | None) -> bool:
        """Notes what is on the disk now; without unsaved work, that is the text from now on.

        Returns whether anything is different from before.
        """
        if disk == self.saved:
            changed, self.conflict = self.conflict, False
            return changed
        if disk is None or (self.unsaved and disk != self.text):
            changed, self.conflict = not self.conflict, True
            return changed
        self.change(disk)
        self.mark_saved()
        return True

    def _take(self, text: str) -> None:
        self.text = text
        self.version += 1


# Unsaved work, kept in the user's own folder for the next start of the studio


class KeptWork(NamedTuple):
    """The text of a draft, and what was on the disk when it was begun; None without a file."""

    text: str
    saved: str | None


class Keeper:
    """Keeps the unsaved work of a project; without a `folder`, nothing is kept."""

    def __init__(self, project: Path, folder: Path | None) -> None:
        self._cache = Cache(folder)
        self._key = key_drafts(project)
        self._last = b"{}"

    def load(self) -> Mapping[str, KeptWork]:
        """Return the work that was not saved when the studio ended, by the names of files."""
        self._last = self._cache.load(self._key) or b"{}"
        return {name: KeptWork(*told) for name, told in json.loads(self._last).items()}

    def keep(self, drafts: Iterable[Draft]) -> None:
        """Keeps these drafts, and no others, unless nothing has changed."""
        told = {draft.file: KeptWork(draft.text, draft.saved) for draft in drafts}
        data = json.dumps(told).encode()
        if data != self._last:
            self._last = data
            self._cache.keep(self._key, data)


def find_home() -> Path | None:
    """The user's folder for unsaved work, beside the cache; None where nothing is kept."""
    folder = find_folder()
    return folder and folder.with_name("sheetgen-drafts")
