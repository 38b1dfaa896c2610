"""Keeping: unsaved work in the user's own folder, for the next start of the studio."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sheetgen.ground.cache import Cache, find_folder
from sheetgen.studio.draft import Draft

_KEY = b"drafts 1"
"""What the files are written as; those of another form are not read."""


class Kept(NamedTuple):
    """The text of a draft, and what was on the disk when it was begun; None without a file."""

    text: str
    saved: str | None


class Keeper:
    """Keeps the unsaved work of a project; without a `folder`, nothing is kept."""

    def __init__(self, project: Path, folder: Path | None) -> None:
        self._cache = Cache(folder)
        self._name = f"drafts-{sha256(str(project.absolute()).encode()).hexdigest()[:32]}"
        self._last = b"{}"

    def load(self) -> Mapping[str, Kept]:
        """What was not saved when the studio ended, by the names of files."""
        self._last = self._cache.load(self._name, _KEY) or b"{}"
        return {name: Kept(*told) for name, told in json.loads(self._last).items()}

    def keep(self, drafts: Iterable[Draft]) -> None:
        """Keeps these drafts, and no others, unless nothing has changed."""
        told = {draft.file: Kept(draft.text, draft.saved) for draft in drafts}
        data = json.dumps(told).encode()
        if data != self._last:
            self._last = data
            self._cache.keep(self._name, _KEY, data)


def find_home() -> Path | None:
    """The user's folder for unsaved work, beside the cache; None where nothing is kept."""
    folder = find_folder()
    return folder and folder.with_name("sheetgen-drafts")
