"""The files of a project: as they are on the disk, or with unsaved text laid over them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sheetgen.ground import textfile
from sheetgen.ground.diagnostics import Diagnostic

Stamp = object
"""The state of a file when it was read: two equal stamps mean the same text."""


def locate(path: Path) -> str:
    """The one name under which a file is known, whichever folder it was named from."""
    return os.path.abspath(path)  # noqa: PTH100 (links stay what they are called)


class Files:
    """Reads text files; an overlay replaces a file's text, whether or not the file exists."""

    def __init__(self) -> None:
        self._overlays: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        """Every text that was read, by its file's name in diagnostics; excerpts come from here."""

    def overlay(self, path: Path, text: str | None) -> None:
        """Lays unsaved text over a file; None removes it."""
        if text is None:
            self._overlays.pop(locate(path), None)
        else:
            self._overlays[locate(path)] = text

    def read_text(self, path: Path, file: str) -> tuple[str, list[Diagnostic]]:
        """The text of a file, called `file` in diagnostics, and what is wrong. Never raises."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is None:
            read, found = textfile.read_text(path, file)
        else:
            read, found = textfile.decode_text(text, file)
        if file:
            self.texts[file] = read
        return read, found

    def peek(self, path: Path, most: int) -> bytes | str:
        """The beginning of a file, of at most so many bytes; empty if it can't be read."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            return text[:most]
        try:
            with path.open("rb") as stream:
                return stream.read(most)
        except (OSError, ValueError):
            return b""

    def is_file(self, path: Path) -> bool:
        """Whether there is such a file; also False for a name that no file can have."""
        if self._overlays and locate(path) in self._overlays:
            return True
        return os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises for those)

    def list_unsaved(self, folder: Path) -> Iterator[Path]:
        """The files below a folder that have an overlay, with paths that start with `folder`."""
        start = locate(folder)
        for name in self._overlays:
            if name.startswith(start + os.sep):
                yield folder / os.path.relpath(name, start)

    def stamp(self, path: Path) -> Stamp:
        """A stamp that shows whether a file has changed; None for one that does not exist."""
        text = self._overlays.get(locate(path)) if self._overlays else None
        if text is not None:
            return text
        return stamp_file(path)


def stamp_file(path: Path) -> Stamp:
    """The same for a file as it is on the disk."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
