"""What the files of a project say: as on the disk, or with unsaved text laid over them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sheetgen.ground import textfile
from sheetgen.ground.diagnostics import Diagnostic

Stamp = object
"""What a file was when it was read: two stamps that are equal mean the same text."""


def locate(path: Path) -> str:
    """The one name under which a file is known, from whichever folder it was named."""
    return os.path.abspath(path)  # noqa: PTH100 (links stay what they are called)


class Files:
    """Reads text files; those with an overlay say what that says, whether they exist or not."""

    def __init__(self) -> None:
        self._overlays: dict[str, str] = {}

    def overlay(self, path: Path, text: str | None) -> None:
        """Lays unsaved text over a file; None takes it away."""
        if text is None:
            self._overlays.pop(locate(path), None)
        else:
            self._overlays[locate(path)] = text

    def read_text(self, path: Path, file: str) -> tuple[str, list[Diagnostic]]:
        """The text of a file, called `file` in diagnostics, and what is wrong. Never raises."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        return textfile.read_text(path, file) if text is None else textfile.decode_text(text, file)

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file; False also for a name that no file can have."""
        if self._overlays and locate(path) in self._overlays:
            return True
        return os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises for those)

    def list_unsaved(self, folder: Path) -> Iterator[Path]:
        """The files below a folder that have an overlay, named as seen from the folder's name."""
        start = locate(folder)
        for name in self._overlays:
            if name.startswith(start + os.sep):
                yield folder / os.path.relpath(name, start)

    def stamp(self, path: Path) -> Stamp:
        """What tells whether a file has changed; None for one that is not there."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            return text
        return stamp_file(path)


def stamp_file(path: Path) -> Stamp:
    """The same of a file as it is on the disk."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
